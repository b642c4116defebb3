/* interp/memory/device_copies.h -- tells where the newest bytes of tracked memory are: on the host
 * or on a device (M7).
 *
 * Safe from several threads, except that a thread must not touch memory that another thread's graph
 * works on. */
#ifndef HR_DEVICE_COPIES_H
#define HR_DEVICE_COPIES_H

#include <stdatomic.h>

#include "interp/run/run.h"

/* Size of an access to a C string, whose length is not determined. */
#define HR_STRING_BYTES UINT64_MAX

/* The last writer of some bytes. */
typedef struct hr_copy_writer {
	uint64_t address; /* the first byte that was written */
	hr_where where;   /* the write, with node and instance; borrowed from the checker */
	const char *text; /* "'Root/Leaf' (3) at f.c:12:4"; borrowed from the checker */
	bool floating;
} hr_copy_writer;

/* Functions that find the last writer; both are set, or neither. */
typedef struct hr_writers {
	/* Find the last writer of the BYTES at ADDRESS. Return false if it is unknown. */
	bool (*find)(hr_checker *checker, uint64_t address, uint64_t bytes, hr_copy_writer *writer);
	/* Return the place in the program that wrote the bytes, as a number or address; 0 if it is
	 * unknown. */
	uint64_t (*place)(hr_checker *checker, uint64_t address, uint64_t bytes);
} hr_writers;

/* COPIES is true for --memory split. Otherwise host and devices share one memory, and only the
 * location that the newest bytes would have is recorded. */
hr_split *hr_split_new(bool copies, hr_writers writers);
void hr_split_free(hr_split *split);

/* --- the tracker; SPLIT may be NULL, here and below --- */
void hr_split_track(hr_split *split, void *base, size_t bytes);
void hr_split_untrack(hr_split *split, void *base);
void hr_split_request(hr_run *run, void *base); /* run->split may be NULL */

/* --- graphs --- */
/* Call before instances of LEAF run with INPUTS. Moves what their pointers point to to the place
 * where they run. */
void hr_split_leaf(hr_run *run, const hr_node *leaf, const uint8_t *inputs);
/* Call when the host continues: it sees the host's copies again. */
void hr_split_to_host(hr_split *split);
/* For several orders of one execution (interp/orders/orders.c): the newest bytes are in place, and
 * the location of each object is saved and restored. */
void hr_split_save(hr_split *split);
void hr_split_restore(hr_split *split);

/* --- host code --- */
/* Call before host code of THREAD (NULL if compiled) accesses memory. */
hr_status hr_split_host_access(hr_run *run, const hr_thread *thread, uint64_t address,
			       uint64_t bytes, bool write) HR_MUST_CHECK;
/* The beginning of every hr_split, which compiled host code reads at each access. */
typedef struct hr_split_head {
	atomic_uint on_device; /* number of objects whose newest bytes are on a device */
} hr_split_head;
_Static_assert(sizeof(atomic_uint) == 4, "interp/host/site.c reads it as an i32");

/* Return true if any host access could be one to report. */
static inline bool hr_split_any_stale(const hr_split *split)
{
	return split && atomic_load_explicit(&((const hr_split_head *)split)->on_device,
					     memory_order_relaxed) > 0;
}

#endif
