/* interp/check/access_check.h -- the short way of a checked access: a comparison at its place in
 * the code.
 *
 * An *access check* stands at every place that accesses memory. Open, it says where accesses of
 * that place may begin in the running grid, and what else watches them; what does not pass it goes
 * the long way (interp/check/access/check.c), which opens it. A place in a function that several
 * call has an access check for each way there, for what its address comes from depends on the
 * callers.
 *
 * An access check knows nothing of the instance: any number of instances may pass it in any order.
 * Whose access it is says hr_check_instance().
 *
 * Invariant: an open access check lets nothing pass that the long way would report.
 * Owns:      nothing; access checks live as long as the checker. */
#ifndef HR_ACCESS_CHECK_H
#define HR_ACCESS_CHECK_H

#include "interp/check/checker.h"

struct hr_access_check {
	uint64_t base, span; /* accesses may begin in [base, base + span); 0: closed */
	uint64_t framed;     /* all ones: base counts from the running frame's variables; else 0 */
	uint32_t align;      /* bits that must be 0 in the address */
	/* others that must see each access (interp/check/access/access_checks.c); 0: none */
	uint32_t watch;
	uint64_t quick; /* span, when nothing but that and align need be looked at; else 0 */
	/* no bit of what is within base and span is undefined (shadow.h), or nobody asks */
	bool defined;
	/* Otherwise, where the undefined bits of ADDRESS are, less ADDRESS; 0: hr_shadow_touches()
	 * knows. */
	uint64_t undefined;
	/* Sees to an access at ADDRESS, which passes; VALUE: what is written, or NULL. NULL: no
	 * watch. */
	hr_trap (*pass)(hr_thread *thread, const hr_access_check *check, uint64_t address,
			const void *value);
};

/* The access checks of one function, for one way of calls that led there. */
struct hr_access_checks {
	hr_access_check **by_word;
	const hr_code *code;
	hr_access_checks *caller; /* NULL: entered from outside */
	/* by number of the call: what it called last; NULL: never open */
	hr_access_checks **callees;
	unsigned depth;
};

/* The long way. BYTES and KIND are always the same at one place. VALUE: what is written, or NULL.
 */
hr_trap hr_check_access(hr_thread *thread, uint8_t *frame, uint64_t address, uint64_t bytes,
			unsigned kind, const void *value);
/* What `pass` does at any access check that is watched. */
hr_trap hr_access_watched(hr_thread *thread, const hr_access_check *check, uint64_t address,
			  const void *value);
/* Accesses of COUNT instances at one access check, which they pass: of instance INDEX + i, in
 * reference order, at ADDRESS + i * STRIDE; or, with ADDRESSES, of instance INDEX + LANES[i] at
 * ADDRESSES[i]. MANY: two or more instances, INDEX the first, read each of the words from ADDRESS
 * on, or are taken to. */
typedef struct hr_access_run {
	uint64_t address, stride;
	const uint64_t *addresses;
	const uint16_t *lanes; /* ascending, below HR_ACCESS_RUN */
	uint64_t index;
	unsigned count; /* at most HR_ACCESS_RUN; MANY: words, any number */
	bool many;
} hr_access_run;
enum { HR_ACCESS_RUN = 512, HR_ACCESS_GROUP = 16 };
/* The race checker's way for all of them at once, side by side (STRIDE is the access's size) or
 * MANY; false: each by itself. */
typedef bool hr_lanes_watch(const hr_access_check *check, const hr_access_run *run);
/* Accesses of lanes that run, bits of MASK, in groups of 16: at BASE + INDEX[lane] * SCALE; without
 * INDEX, at BASE + lane * SCALE. Lane 0 is instance FIRST. Or lanes stand for several instances
 * that read the same: two at least, the first of them FIRST + lane * SHARED. */
typedef struct hr_access_groups {
	const uint64_t *mask, *index;
	uint64_t base, scale, first;
	unsigned begin, end; /* numbers of groups */
	unsigned shared;     /* 0: lanes are instances */
} hr_access_groups;
/* The same for them; false: some may be noted already, which does no harm. */
typedef bool hr_groups_watch(const hr_access_check *check, const hr_access_groups *groups);
/* They have passed an access check that is watched. True: all is well with all of them, and has
 * been noted. False: it must be told of each of them (hr_access_watched). Safe to call again. */
bool hr_access_watched_run(const hr_access_check *check, const hr_access_run *run,
			   hr_lanes_watch *at_once);
bool hr_access_watched_groups(const hr_access_check *check, const hr_access_groups *groups,
			      hr_groups_watch *at_once);
/* Whether an atomic access at ADDRESS, which passes, is of a counter that several have changed, so
 * that there is nothing to note. */
bool hr_access_counts(const hr_access_check *check, uint64_t address);
/* Whether nobody but the race checker watches it. */
bool hr_access_races_alone(const hr_access_check *check);
/* Those of a frame that has none yet. */
hr_access_checks *hr_access_checks_find(hr_thread *thread, uint8_t *frame);

static inline hr_access_check *const *hr_access_checks_of(hr_thread *thread, uint8_t *frame)
{
	hr_access_checks *checks = hr_frame_of(frame)->checks;

	return (checks ? checks : hr_access_checks_find(thread, frame))->by_word;
}

/* Whether the access passes, and nobody wants to know. */
static inline bool hr_access_allowed(const hr_access_check *check, const uint8_t *frame,
				     uint64_t address)
{
	uint64_t offset = address - check->base - ((uint64_t)(uintptr_t)frame & check->framed);

	return offset < check->quick && !(address & check->align);
}

/* Where it does not: a read, or a write of VALUE before it is made. CAREFUL: the read's answer is
 * HR_ACCESS_UNDEFINED if it touches an undefined bit, and the write is of a defined value. BYTES:
 * 1, 2, 4, 8, 10 or 16. */
#define HR_ACCESS_UNDEFINED ((hr_trap) - 1)
#define HR_ACCESS_SLOW(bytes)                                                                      \
	hr_trap hr_access_slow_read_##bytes(hr_thread *thread, uint8_t *frame,                     \
					    const hr_access_check *check, uint64_t address,        \
					    bool careful);                                         \
	hr_trap hr_access_slow_write_##bytes(hr_thread *thread, uint8_t *frame,                    \
					     const hr_access_check *check, uint64_t address,       \
					     bool careful, const void *value)
HR_ACCESS_SLOW(1);
HR_ACCESS_SLOW(2);
HR_ACCESS_SLOW(4);
HR_ACCESS_SLOW(8);
HR_ACCESS_SLOW(10);
HR_ACCESS_SLOW(16);
#undef HR_ACCESS_SLOW
/* The same for other operations, BYTES of KIND; definedness aside. */
hr_trap hr_access_slow(hr_thread *thread, uint8_t *frame, const hr_access_check *check,
		       uint64_t address, uint64_t bytes, unsigned kind, const void *value);

#endif
