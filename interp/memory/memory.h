/* interp/memory/memory.h -- the tracker of host memory (M7) and the objects that leaves allocate
 * (M1).
 *
 * Safe from several threads. */
#ifndef HR_MEMORY_H
#define HR_MEMORY_H

#include "interp/run/run.h"

enum { HR_TRACKED_BY = 320 }; /* bytes that a text of who tracked something has at most */

hr_tracker *hr_tracker_new(void);
/* From now on called when memory has been tracked, and when it is no longer; either may be NULL. */
typedef struct hr_tracker_watch {
	void (*tracked)(hr_run *run, const void *base, size_t bytes);
	void (*untracked)(hr_run *run, const void *base);
} hr_tracker_watch;
void hr_tracker_set_watch(hr_tracker *tracker, hr_tracker_watch watch);
void hr_tracker_free(hr_tracker *tracker);
hr_status hr_track(hr_run *run, void *base, size_t bytes);
hr_status hr_untrack(hr_run *run, void *base);
hr_status hr_request(hr_run *run, void *base, size_t bytes);
/* The same for memory that no call of the program tracks: NAME says what it is, "argument 'p'
 * (a.yaml:3)". Borrowed. */
hr_status hr_track_as(hr_run *run, void *base, size_t bytes, const char *name);
/* The NTH object in ascending order of base; false: there are not so many. */
bool hr_tracked_nth(hr_tracker *tracker, size_t nth, void **base, size_t *bytes);
/* The host frees the BYTES of BLOCK: objects that begin there are gone, though nobody has untracked
 * them. False: there are none that were not gone before. */
bool hr_tracked_freed(hr_tracker *tracker, const void *block, size_t bytes);
/* Whether an object begins in the BYTES of BLOCK, be it gone or not. */
bool hr_tracked_within(hr_tracker *tracker, const void *block, size_t bytes);
/* As hr_tracked_by(), of who has tracked what begins in the BYTES of BLOCK; or did, if it was
 * untracked of late. */
const char *hr_tracked_last(hr_tracker *tracker, const void *block, size_t bytes,
			    char text[HR_TRACKED_BY]);
/* As hr_tracked_nth(); what has been freed has 0 bytes. */
bool hr_tracked_living(hr_tracker *tracker, size_t nth, void **base, size_t *bytes);
/* Whether one object that has not been freed holds all BYTES from BASE. */
bool hr_tracked_whole(hr_tracker *tracker, const void *base, uint64_t bytes);
/* Base and size of the tracked object that holds ADDRESS; false: none. */
bool hr_tracked(hr_tracker *tracker, const void *address, void **base, size_t *bytes);
/* " at f.c:12", " in 'main'" or " as argument 'p' (a.yaml:3)": who tracked the object that holds
 * ADDRESS; "": unknown. */
const char *hr_tracked_by(hr_tracker *tracker, const void *address, char text[HR_TRACKED_BY]);
/* " at f.c:12", " in 'main'": the host's call of the runtime that is under way; "": unknown. */
const char *hr_host_call_text(char text[HR_TRACKED_BY]);

/* Zeroed memory from the system, for sizes that the program chooses: NULL when there is none.
 * RESERVE: refused when the system could not provide all of it; otherwise untouched pages cost
 * nothing. What lies behind it cannot be touched, so that running over the end is a fault with a
 * place. */
void *hr_pages_map(size_t bytes, bool reserve);
void hr_pages_unmap(void *pages, size_t bytes);
/* Makes memory of hr_pages_map() zero from FROM to TO; whole pages of it go back to the system. */
void hr_pages_zero(void *from, void *to);

/* Objects of one graph execution: freed together at its end. */
hr_objects *hr_objects_new(void);
void hr_objects_free(hr_objects *objects);
void hr_objects_reset(hr_objects *objects); /* frees all objects: the execution has ended */
/* All objects, with their memory, as a thing of its own; NULL: there are none. */
hr_objects *hr_objects_take(hr_objects *objects);
/* From now on remembers where memory was handed out, beyond its end: hr_objects_held(). */
void hr_objects_remember(hr_objects *objects);
bool hr_objects_held(const hr_objects *objects, uint64_t address);
bool hr_objects_hold(const hr_objects *objects, const void *address);
/* Memory that objects have been cut from, the NTH piece: in no order; false: there are not so
 * many. */
bool hr_objects_nth(const hr_objects *objects, size_t nth, void **base, size_t *bytes);
/* 64-byte aligned, contents undefined (filled with HR_OBJECT_FILL so that reading it shows); NULL:
 * no memory. */
enum { HR_OBJECT_ALIGN = 64, HR_OBJECT_FILL = 0xA5 };
void *hr_objects_alloc(hr_objects *objects, uint64_t bytes);

/* An object that somebody wants to know of. */
typedef struct hr_object {
	uint8_t *memory;
	uint64_t bytes;
} hr_object;

/* Forgets what was noted; from now on, until they are reset, what hr_objects_note() is told of
 * is. */
void hr_objects_note_all(hr_objects *objects);
void hr_objects_note(hr_objects *objects, void *memory, uint64_t bytes);
/* In the order in which they were made; borrowed until one more is. */
const hr_object *hr_objects_noted(const hr_objects *objects, size_t *count);

#endif
