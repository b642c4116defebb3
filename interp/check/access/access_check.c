/* interp/check/access/access_check.c -- the intermediate path of a checked access: in the range of
 * an open access check that has observers, or to memory that may have undefined bits.
 *
 * The engine's loop has the fast path inline in every handler; the functions here are called when
 * it fails.
 *
 * Owns:      nothing.
 * Clauses:   M4-M6, as check.c.
 * Not here:  opening and closing access checks (interp/check/access/access_checks.c), the slow path
 *            (interp/check/access/check.c). */
#include "interp/check/access_check.h"

#include "interp/check/shadow.h"

#define ALWAYS_INLINE inline __attribute__((always_inline))

static ALWAYS_INLINE bool holds(const hr_access_check *check, const uint8_t *frame,
				uint64_t address)
{
	uint64_t offset = address - check->base - ((uint64_t)(uintptr_t)frame & check->framed);

	return offset < check->span && !(address & check->align);
}

/* Return true if some of BYTES, a constant, at UNDEFINED is not 0. */
static ALWAYS_INLINE bool any(const uint8_t *undefined, unsigned bytes)
{
	uint64_t low = 0, high = 0;

	memcpy(&low, undefined, bytes < 8 ? bytes : 8);
	if (bytes > 8)
		memcpy(&high, undefined + 8, bytes - 8);
	return low | high;
}

static ALWAYS_INLINE void written(const hr_access_check *check, hr_shadow *shadow, uint64_t address,
				  unsigned bytes)
{
	if (check->undefined)
		memset((void *)(uintptr_t)(check->undefined + address), 0, bytes);
	else if (!check->defined)
		hr_shadow_written(shadow, address, bytes);
}

static ALWAYS_INLINE hr_trap go(hr_thread *thread, uint8_t *frame, const hr_access_check *check,
				bool inside, uint64_t address, uint64_t bytes, unsigned kind,
				const void *value)
{
	if (__builtin_expect(!inside, 0))
		return hr_check_access(thread, frame, address, bytes, kind, value);
	return check->watch ? check->pass(thread, check, address, value) : 0;
}

hr_trap hr_access_slow(hr_thread *thread, uint8_t *frame, const hr_access_check *check,
		       uint64_t address, uint64_t bytes, unsigned kind, const void *value)
{
	return go(thread, frame, check, holds(check, frame, address), address, bytes, kind, value);
}

static hr_trap write_outside(hr_thread *thread, uint8_t *frame, uint64_t address, uint64_t bytes,
			     bool careful, const void *value)
{
	hr_trap trap = hr_check_access(thread, frame, address, bytes, HR_ACCESS_WRITE, value);

	if (!trap && careful && thread->shadow)
		hr_shadow_clear(thread->shadow, address, bytes);
	return trap;
}

/* Calls are in tail position, so that the common path needs no stack frame. "Outside" is an access
 * outside the range of the access check, or whose shadow the access check cannot locate. */
#define SLOW_ACCESSES(bytes)                                                                       \
	__attribute__((noinline)) static hr_trap read_outside_##bytes(                             \
		hr_thread *thread, uint8_t *frame, const hr_access_check *check, uint64_t address, \
		bool careful)                                                                      \
	{                                                                                          \
		if (careful && thread->shadow &&                                                   \
		    hr_shadow_touches(thread->shadow, address, bytes))                             \
			return HR_ACCESS_UNDEFINED;                                                \
		return hr_access_slow(thread, frame, check, address, bytes, HR_ACCESS_READ, NULL); \
	}                                                                                          \
	hr_trap hr_access_slow_read_##bytes(hr_thread *thread, uint8_t *frame,                     \
					    const hr_access_check *check, uint64_t address,        \
					    bool careful)                                          \
	{                                                                                          \
		const bool asks = careful && thread->shadow && !check->defined;                    \
                                                                                                   \
		if (__builtin_expect(!holds(check, frame, address), 0) ||                          \
		    (asks && !check->undefined))                                                   \
			return read_outside_##bytes(thread, frame, check, address, careful);       \
		if (asks && any((const uint8_t *)(uintptr_t)(check->undefined + address), bytes))  \
			return HR_ACCESS_UNDEFINED;                                                \
		return go(thread, frame, check, true, address, bytes, HR_ACCESS_READ, NULL);       \
	}                                                                                          \
	hr_trap hr_access_slow_write_##bytes(hr_thread *thread, uint8_t *frame,                    \
					     const hr_access_check *check, uint64_t address,       \
					     bool careful, const void *value)                      \
	{                                                                                          \
		if (__builtin_expect(!holds(check, frame, address), 0))                            \
			return write_outside(thread, frame, address, bytes, careful, value);       \
		if (careful && thread->shadow)                                                     \
			written(check, thread->shadow, address, bytes);                            \
		return go(thread, frame, check, true, address, bytes, HR_ACCESS_WRITE, value);     \
	}
SLOW_ACCESSES(1)
SLOW_ACCESSES(2)
SLOW_ACCESSES(4)
SLOW_ACCESSES(8)
SLOW_ACCESSES(10)
SLOW_ACCESSES(16)
