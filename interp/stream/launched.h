/* interp/stream/launched.h -- one launch of a root, and the table of handles; private to launch and
 * roots.
 *
 * A handle is a number that was never given out before, dressed as a pointer: it is looked up and
 * never followed, so a handle used twice or made up is found out. */
#ifndef HR_LAUNCHED_H
#define HR_LAUNCHED_H

#include "interp/stream/roots.h"
#include "interp/stream/stream.h"

struct hr_launched {
	uint64_t handle;
	hr_root *root;
	uint8_t *arguments; /* the host's packed struct; results go behind them (H3) */
	uint64_t execution;
	uint64_t launched;             /* hr_check_launched(); 0: a stream */
	hr_stream *stream;             /* NULL: not streaming; owns */
	bool waited;                   /* a stream that has ended; its handle stays known (S5) */
	hr_launched *next, *previous;  /* run->launched, newest first; spare ones by next */
	_Alignas(16) uint8_t images[]; /* inputs, then outputs */
};

struct hr_roots {
	hr_root *first;   /* owns */
	hr_map addresses; /* of root functions, to hr_root */
	hr_map handles;   /* to hr_launched */
	uint64_t last_handle;
	/* stream that was pushed to or popped from last: it lives as long as the run; atomic */
	hr_launched *recent;
};

#endif
