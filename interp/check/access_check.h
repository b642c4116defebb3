/* interp/check/access_check.h -- the fast path of a checked access: an inline comparison at the
 * place of the access.
 *
 * Every place that accesses memory has an *access check* (hr_access_check). While it is open, it
 * holds the range in which accesses of that place may begin in the running grid, and which checkers
 * must observe each access. An access outside the range takes the slow path
 * (interp/check/access/check.c), which opens the access check. A place in a function with several
 * callers has one access check for each call path, because the origin of its address depends on the
 * callers.
 *
 * An access check does not depend on the instance: any number of instances may pass it in any
 * order. hr_check_instance() sets the instance that makes the next accesses.
 *
 * Invariant: an open access check passes no access that the slow path would report.
 * Owns:      nothing; access checks live as long as the checker. */
#ifndef HR_ACCESS_CHECK_H
#define HR_ACCESS_CHECK_H

#include "interp/check/checker.h"

struct hr_access_check {
	uint64_t base, span; /* accesses may begin in [base, base + span); span 0: closed */
	/* all ones if base is relative to the variables of the running frame; else 0 */
	uint64_t framed;
	uint32_t align; /* bits of the address that must be 0 */
	/* bit set of checkers that must observe each access
	 * (interp/check/access/access_checks.c) */
	uint32_t watch;
	/* equal to span if only range and alignment need to be checked; else 0 */
	uint64_t quick;
	/* no bit of the memory in the range is undefined (shadow.h), or undefined bits are not
	 * checked */
	bool defined;
	/* If not defined: the distance from an ADDRESS to the shadow of its undefined bits; 0 if
	 * only hr_shadow_touches() can find that shadow. */
	uint64_t undefined;
	/* Handles an access at ADDRESS that is in range; VALUE is the value written, or NULL. NULL
	 * if no checker observes the accesses. */
	hr_trap (*pass)(hr_thread *thread, const hr_access_check *check, uint64_t address,
			const void *value);
};

/* The access checks of one function for one call path to it. */
struct hr_access_checks {
	hr_access_check **by_word;
	const hr_code *code;
	hr_access_checks *caller; /* NULL if the function was entered from outside */
	/* by number of the call site: the function called last; NULL if these access checks never
	 * open */
	hr_access_checks **callees;
	unsigned depth;
};

/* The slow path. BYTES and KIND are constant for each place. VALUE is the value written, or
 * NULL. */
hr_trap hr_check_access(hr_thread *thread, uint8_t *frame, uint64_t address, uint64_t bytes,
			unsigned kind, const void *value);
/* The generic `pass` function: works for every access check that has observers. */
hr_trap hr_access_watched(hr_thread *thread, const hr_access_check *check, uint64_t address,
			  const void *value);
/* Accesses of COUNT instances that all pass one access check. Instance INDEX + i, in reference
 * order, accesses ADDRESS + i * STRIDE; or, with ADDRESSES, instance INDEX + LANES[i] accesses
 * ADDRESSES[i]. With MANY, two or more instances starting at INDEX each read all COUNT words from
 * ADDRESS on, or may be treated as if they did. */
typedef struct hr_access_run {
	uint64_t address, stride;
	const uint64_t *addresses;
	const uint16_t *lanes; /* ascending, below HR_ACCESS_RUN */
	uint64_t index;
	unsigned count; /* at most HR_ACCESS_RUN; with MANY: a number of words, unlimited */
	bool many;
} hr_access_run;
enum { HR_ACCESS_RUN = 512, HR_ACCESS_GROUP = 16 };
/* The race checker's vectorised path for all accesses of RUN, which are contiguous (STRIDE is the
 * size of the access) or MANY. Returns false if the accesses must be checked one by one. */
typedef bool hr_lanes_watch(const hr_access_check *check, const hr_access_run *run);
/* Accesses of active lanes (the bits of MASK) in groups of 16, at BASE + INDEX[lane] * SCALE, or
 * without INDEX at BASE + lane * SCALE. Lane 0 is instance FIRST. With SHARED, each lane stands for
 * two or more instances that read the same memory, the first of which is instance FIRST + lane *
 * SHARED. */
typedef struct hr_access_groups {
	const uint64_t *mask, *index;
	uint64_t base, scale, first;
	unsigned begin, end; /* group numbers */
	unsigned shared;     /* 0: each lane is one instance */
} hr_access_groups;
/* The same for groups. If it returns false, some accesses may already have been recorded, which is
 * harmless. */
typedef bool hr_groups_watch(const hr_access_check *check, const hr_access_groups *groups);
/* Check accesses that passed an access check with observers. Return true if no access violates a
 * rule and all have been recorded; false if the caller must call hr_access_watched() for each of
 * them. May be called again for the same accesses. */
bool hr_access_watched_run(const hr_access_check *check, const hr_access_run *run,
			   hr_lanes_watch *at_once);
bool hr_access_watched_groups(const hr_access_check *check, const hr_access_groups *groups,
			      hr_groups_watch *at_once);
/* Return true if an atomic access at ADDRESS, which passes, is to a counter that several instances
 * have already changed, so that nothing needs to be recorded. */
bool hr_access_counts(const hr_access_check *check, uint64_t address);
/* Return true if the race checker is the only observer. */
bool hr_access_races_alone(const hr_access_check *check);
/* Find the access checks of a frame that has none assigned yet. */
hr_access_checks *hr_access_checks_find(hr_thread *thread, uint8_t *frame);

static inline hr_access_check *const *hr_access_checks_of(hr_thread *thread, uint8_t *frame)
{
	hr_access_checks *checks = hr_frame_of(frame)->checks;

	return (checks ? checks : hr_access_checks_find(thread, frame))->by_word;
}

/* Return true if the access is in range and has no observers. */
static inline bool hr_access_allowed(const hr_access_check *check, const uint8_t *frame,
				     uint64_t address)
{
	uint64_t offset = address - check->base - ((uint64_t)(uintptr_t)frame & check->framed);

	return offset < check->quick && !(address & check->align);
}

/* Return true if the access check passes both ROOT and BYTES at ADDRESS. */
static inline bool hr_access_same_object(const hr_access_check *check, uint8_t *frame,
					 uint64_t root, uint64_t address, uint64_t bytes)
{
	const uint64_t base = check->base + (hr_frame_variables(frame) & check->framed);

	return root - base < check->span && address - base <= check->span &&
	       bytes <= check->span - (address - base);
}

/* The same for the object that host code has accessed last. Its base changes only while one thread runs host code; any
 * thread may forget the object. */
static inline bool hr_access_last_object(const hr_run *run, uint64_t root, uint64_t address,
					 uint64_t bytes)
{
	const uint64_t base = run->object.base;
	const uint64_t span = __atomic_load_n(&run->object.end, __ATOMIC_RELAXED) - base;

	return root - base < span && address - base <= span && bytes <= span - (address - base);
}

/* No object is the one that host code has accessed last: it contains no byte. */
static inline void hr_access_forget_object(hr_run *run)
{
	__atomic_store_n(&run->object.end, run->object.base, __ATOMIC_RELAXED);
}

/* Slow path of a read, or of a write of VALUE before the write is done. With CAREFUL, a read
 * returns HR_ACCESS_UNDEFINED if it touches an undefined bit, and a write is of a defined value.
 * BYTES is 1, 2, 4, 8, 10 or 16. */
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
/* The same for other operations: an access of BYTES and KIND, without the check for undefined
 * bits. */
hr_trap hr_access_slow(hr_thread *thread, uint8_t *frame, const hr_access_check *check,
		       uint64_t address, uint64_t bytes, unsigned kind, const void *value);

#endif
