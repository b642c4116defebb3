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
	/* set for a stream that has ended; its handle stays known (S5) */
	bool waited;
	/* run->launched, newest first; free structures are linked by next */
	hr_launched *next, *previous;
	_Alignas(16) uint8_t images[]; /* inputs, then outputs */
};

struct hr_roots {
	hr_root *first;   /* owns */
	hr_map addresses; /* address of a root function to hr_root */
	hr_map handles;   /* handle to hr_launched */
	uint64_t last_handle;
	/* stream of the last push or pop; valid until the end of the run; atomic */
	hr_launched *recent;
};

#endif
