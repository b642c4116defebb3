/* interp/memory/device_copies.h -- where the newest bytes of tracked memory are: with the host or
 * on a device (M7).
 *
 * Safe from several threads, but that memory which one thread's graph works on must be left alone
 * by the others, as ever. */
#ifndef HR_DEVICE_COPIES_H
#define HR_DEVICE_COPIES_H

#include <stdatomic.h>

#include "interp/run/run.h"

/* How many bytes an access to a text has, whose length is not looked at. */
#define HR_STRING_BYTES UINT64_MAX

/* Who wrote bytes last. */
typedef struct hr_copy_writer {
	uint64_t address; /* the first that was written */
	hr_where where;   /* the write, with node and instance; borrowed from the checker */
	const char *text; /* "'Root/Leaf' (3) at f.c:12:4"; likewise */
	bool floating;
} hr_copy_writer;

/* Who knows that; both are set, or none is. */
typedef struct hr_writers {
	/* Of the BYTES at ADDRESS; false: it is not known. */
	bool (*find)(hr_checker *checker, uint64_t address, uint64_t bytes, hr_copy_writer *writer);
	/* The place in the program that wrote them, as a number or address; 0: it is not known. */
	uint64_t (*place)(hr_checker *checker, uint64_t address, uint64_t bytes);
} hr_writers;

/* COPIES: --memory split. Otherwise host and devices share one memory, and it is only noted where
 * the newest bytes would be. */
hr_split *hr_split_new(bool copies, hr_writers writers);
void hr_split_free(hr_split *split);

/* --- the tracker; SPLIT may be NULL, here and below --- */
void hr_split_track(hr_split *split, void *base, size_t bytes);
void hr_split_untrack(hr_split *split, void *base);
void hr_split_request(hr_run *run, void *base); /* run->split may be NULL */

/* --- graphs --- */
/* Before instances of LEAF run with INPUTS: what their pointers lead to is moved to where they
 * run. */
void hr_split_leaf(hr_run *run, const hr_node *leaf, const uint8_t *inputs);
/* The host goes on: it sees its own copies. */
void hr_split_to_host(hr_split *split);
/* For orders of one execution (interp/orders/orders.c): the newest bytes lie in place, and where
 * they are is kept and restored. */
void hr_split_save(hr_split *split);
void hr_split_restore(hr_split *split);

/* --- host code --- */
/* Before host code of THREAD (NULL: compiled) accesses memory. */
hr_status hr_split_host_access(hr_run *run, const hr_thread *thread, uint64_t address,
			       uint64_t bytes, bool write) HR_MUST_CHECK;
/* The beginning of every hr_split, for what compiled host code asks at each access. */
typedef struct hr_split_head {
	atomic_uint on_device; /* objects whose newest bytes are there */
} hr_split_head;
_Static_assert(sizeof(atomic_uint) == 4, "interp/host/site.c reads it as an i32");

/* Whether any access could be one to report. */
static inline bool hr_split_any_stale(const hr_split *split)
{
	return split && atomic_load_explicit(&((const hr_split_head *)split)->on_device,
					     memory_order_relaxed) > 0;
}

#endif
