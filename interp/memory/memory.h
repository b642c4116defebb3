/* interp/memory/memory.h -- the tracker of host memory (M7) and the objects that leaves allocate
 * (M1).
 *
 * Safe from several threads. */
#ifndef HR_MEMORY_H
#define HR_MEMORY_H

#include "interp/run/run.h"
#include "src/base/vec.h"

enum { HR_TRACKED_BY = 320 }; /* maximum size of a text that says where an object was tracked */

/* Return a tracker without objects; the caller frees it. */
hr_tracker *hr_tracker_new(void);
/* Functions to call whenever memory has been tracked or untracked from now on; either may be
 * NULL. */
typedef struct hr_tracker_watch {
	void (*tracked)(hr_run *run, const void *base, size_t bytes);
	void (*untracked)(hr_run *run, const void *base);
} hr_tracker_watch;
void hr_tracker_set_watch(hr_tracker *tracker, hr_tracker_watch watch);
void hr_tracker_free(hr_tracker *tracker);

/* The calls trackMemory, untrackMemory and requestMemory of the program (M7). Errors are reported;
 * memory.c has the rules. */
hr_status hr_track(hr_run *run, void *base, size_t bytes);
hr_status hr_untrack(hr_run *run, void *base);
hr_status hr_request(hr_run *run, void *base, size_t bytes);
/* As hr_track(), for memory that no call of the program tracks. NAME (borrowed) describes the
 * memory: "argument 'p' (a.yaml:3)". */
hr_status hr_track_as(hr_run *run, void *base, size_t bytes, const char *name);
typedef struct hr_tracked_object {
	void *base;
	size_t bytes;
	bool freed; /* by the host */
} hr_tracked_object;
typedef HR_VEC(hr_tracked_object) hr_tracked_objects;
/* Set LIST to all objects, in ascending order of base. */
void hr_tracked_all(hr_tracker *tracker, hr_tracked_objects *list);
/* Call when the host frees BLOCK of BYTES bytes. Marks the objects that begin in the block as
 * freed, although the program has not untracked them. Return false if there are none, or all were
 * marked before. */
bool hr_tracked_freed(hr_tracker *tracker, const void *block, size_t bytes);
/* Return true if an object, freed or not, begins in BLOCK of BYTES bytes. */
bool hr_tracked_within(hr_tracker *tracker, const void *block, size_t bytes);
/* As hr_tracked_by(), for the object that begins in BLOCK of BYTES bytes, or did until it was
 * untracked recently. */
const char *hr_tracked_last(hr_tracker *tracker, const void *block, size_t bytes,
			    char text[HR_TRACKED_BY]);
/* Return true if one object that has not been freed contains all BYTES from BASE. */
bool hr_tracked_whole(hr_tracker *tracker, const void *base, uint64_t bytes);
/* Return base and size of the tracked object that contains ADDRESS; false if there is none. */
bool hr_tracked(hr_tracker *tracker, const void *address, void **base, size_t *bytes);
/* Return the text of where the object that contains ADDRESS was tracked: " at f.c:12", " in 'main'"
 * or " as argument 'p' (a.yaml:3)"; "" if unknown. */
const char *hr_tracked_by(hr_tracker *tracker, const void *address, char text[HR_TRACKED_BY]);
/* Return the text of the host's current call of the runtime: " at f.c:12", " in 'main'"; "" if
 * unknown. */
const char *hr_host_call_text(char text[HR_TRACKED_BY]);

/* Return zeroed memory from the system, for sizes that the program chooses; NULL if there is none.
 * With RESERVE, the allocation fails if the system could not provide all of it; without, untouched
 * pages cost nothing. HR_PAGES_GUARD bytes behind the memory are inaccessible, so that an overrun
 * faults at a known place. */
enum { HR_PAGES_GUARD = 64 * 1024 };
void *hr_pages_map(size_t bytes, bool reserve);
/* The same below 4 GiB, so that 32 bits hold its addresses; NULL if no such memory is free. */
void *hr_pages_map_low(size_t bytes);
void hr_pages_unmap(void *pages, size_t bytes);
/* Set memory of hr_pages_map() from FROM to TO to zero, and return whole pages of it to the
 * system. */
void hr_pages_zero(void *from, void *to);

/* Objects of one graph execution, which are freed together at its end. */
hr_objects *hr_objects_new(void);
void hr_objects_free(hr_objects *objects);
void hr_objects_reset(hr_objects *objects); /* frees all objects: the execution has ended */
/* Objects lie below 4 GiB from now on, as long as there is room. */
void hr_objects_set_low(hr_objects *objects, bool low);
/* Return all objects with their memory as a new hr_objects, and leave OBJECTS empty. Return NULL if
 * there are none. */
hr_objects *hr_objects_take(hr_objects *objects);
/* Objects that are allocated until the next hr_objects_reset() belong to a repetition of the
 * execution, whose effects are undone. What hr_objects_take() returns knows this, too. */
void hr_objects_set_repeated(hr_objects *objects, bool repeated);
bool hr_objects_repeated(const hr_objects *objects);
/* hr_objects_remember(): from now on, keep a list of the address ranges of allocated memory, also
 * after it is freed.
 * hr_objects_held(): return true if ADDRESS lies in one of these ranges. */
void hr_objects_remember(hr_objects *objects);
bool hr_objects_held(const hr_objects *objects, uint64_t address);
/* Return the piece of memory that objects have been cut from that follows PIECE, in no particular order;
 * the first one after NULL; NULL if there are no more. *BASE and *BYTES are set to its memory. */
const void *hr_objects_next(const hr_objects *objects, const void *piece, void **base,
			    size_t *bytes);
/* Allocate a 64-byte aligned object, filled with HR_OBJECT_FILL so that a read of uninitialised
 * bytes shows. NULL if memory is exhausted. */
enum { HR_OBJECT_ALIGN = 64, HR_OBJECT_FILL = 0xA5 };
void *hr_objects_alloc(hr_objects *objects, uint64_t bytes);
/* The object MEMORY of BYTES bytes is dead before the execution ends: the next object of that size
 * may get its memory. */
void hr_objects_reuse(hr_objects *objects, void *memory, uint64_t bytes);

/* An object that has been noted. */
typedef struct hr_object {
	uint8_t *memory;
	uint64_t bytes;
} hr_object;

/* Discard the notes. From now on, until the objects are reset, keep those passed to
 * hr_objects_note(). */
void hr_objects_note_all(hr_objects *objects);
void hr_objects_note(hr_objects *objects, void *memory, uint64_t bytes);
/* Return the noted objects in the order of allocation; borrowed until the next one is noted. */
const hr_object *hr_objects_noted(const hr_objects *objects, size_t *count);

#endif
