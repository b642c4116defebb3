/* interp/run/promise.h -- promises about values, which calls, loads and assumptions make (P5).
 *
 * Not here: which promises code makes (ir/lower/promise.c). */
#ifndef HR_PROMISE_H
#define HR_PROMISE_H

#include "interp/run/frame.h"
#include "interp/run/thread.h"
#include "ir/code/code.h"

/* Return true if VALUE keeps PROMISE, whose number is NUMBER, as far as VALUE itself shows. */
static inline bool hr_promise_kept(const hr_promise *promise, uint64_t value, uint64_t number)
{
	switch (promise->kind) {
	case HR_PROMISE_NONNULL: return value != 0;
	case HR_PROMISE_ALIGNED: return !(value & (number - 1));
	case HR_PROMISE_BYTES: return value || !number;
	case HR_PROMISE_BYTES_OR_NULL: return true;
	case HR_PROMISE_ACCESS: return !number || !(value & (promise->bytes - 1));
	case HR_PROMISE_SAME: return value == number;
	case HR_PROMISE_FREED: return !value;
	case HR_PROMISE_MOST: return value <= number;
	case HR_PROMISE_ONCE:
	case HR_PROMISE_DISTINCT:
	case HR_PROMISE_WRITABLE: return true; /* others show it */
	case HR_PROMISE_APART:
		return value - number >= promise->bytes >> 32 &&
		       number - value >= (uint32_t)promise->bytes;
	default: return false;
	}
}

/* Report that PROMISE is not kept, although its value does not show it. */
hr_trap hr_promise_broken(hr_thread *thread, const hr_promise *promise, const char *how);
/* Report PROMISE if VALUE does not keep it. */
hr_trap hr_promise_check(hr_thread *thread, const hr_promise *promise, uint64_t value,
			 uint64_t number);
/* Report that VALUE of PROMISE points to BYTES of OBJECT, which are less than NUMBER. OBJECT may be
 * NULL. */
hr_trap hr_promise_room(hr_thread *thread, const hr_promise *promise, uint64_t number,
			uint64_t bytes, const char *object);

/* Return true if COPIED bytes at FROM and at TO overlap, but are not the same. */
static inline bool hr_promise_overlap(uint64_t to, uint64_t from, uint64_t copied)
{
	return to != from && (to - from < copied || from - to < copied);
}

/* Report that FUNCTION copies from the bytes at FROM to those at TO, which overlap. */
hr_trap hr_promise_apart(hr_thread *thread, const char *function, uint64_t to, uint64_t writes,
			 uint64_t from, uint64_t reads);

#endif
