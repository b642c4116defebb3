/* interp/stream/launched.h -- one launch of a root, and the table of handles; private to launch and
 * roots.
 *
 * A handle is a unique number in the form of a pointer. It is looked up and never dereferenced, so
 * a handle that is used twice or invented is detected. */
#ifndef HR_LAUNCHED_H
#define HR_LAUNCHED_H

#include "interp/stream/roots.h"
#include "interp/stream/stream.h"

struct hr_launched {
	uint64_t handle;
	hr_root *root;
	/* the host's packed structure; results follow the arguments (H3) */
	uint8_t *arguments;
	uint64_t execution;
	uint64_t launched; /* result of hr_check_launched(); 0 for a stream */
	hr_stream *stream; /* NULL if not streaming; owns */
	/* set for a stream that has ended; its handle stays known for a while (S5) */
	bool waited;
	/* threads that are in a push or pop of it; atomic. Memory of hr_launched is freed when the run
	 * ends, so that a thread may count itself before it knows that the handle is still valid. */
	unsigned users;
	/* run->launched, newest first; free structures are linked by next */
	hr_launched *next, *previous;
	_Alignas(16) uint8_t images[]; /* inputs, then outputs */
};

/* Ended streams whose handles are known: push and pop report push-after-wait and pop-without-push
 * for them, and bad-graph-handle for older ones. */
enum { HR_KNOWN_ENDED = 64 };

struct hr_roots {
	hr_root *first;   /* owns */
	hr_map addresses; /* address of a root function to hr_root */
	hr_map handles;   /* handle to hr_launched */
	uint64_t last_handle;
	hr_launched *recent;                /* stream of the last push or pop; atomic */
	hr_launched *ended[HR_KNOWN_ENDED]; /* ring */
	unsigned next_ended;
};

#endif
