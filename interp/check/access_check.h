/* interp/check/access_check.h -- the fast path of a checked access: an inline comparison at the
 * place of the access.
 *
 * Every place that accesses memory has an *access check* (hr_gate). While it is open, it holds the
 * range in which accesses of that place may begin in the running grid, and which checkers must
 * observe each access. An access outside the range takes the slow path
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

struct hr_gate {
	uint64_t base, span; /* accesses may begin in [base, base + span); span 0: closed */
	/* all ones if base is relative to the variables of the running frame; else 0 */
	uint64_t framed;
	uint32_t align;	     /* bits of the address that must be 0 */
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
	hr_trap (*pass)(hr_thread *thread, const hr_gate *gate, uint64_t address,
			const void *value);
};

/* The access checks of one function for one call path to it. */
struct hr_gates {
	hr_gate **by_word;
	const hr_code *code;
	hr_gates *caller;   /* NULL if the function was entered from outside */
	/* by number of the call site: the function called last; NULL if these access checks never
	 * open */
	hr_gates **callees;
	unsigned depth;
};

/* The slow path. BYTES and KIND are constant for each place. VALUE is the value written, or
 * NULL. */
hr_trap hr_check_access(hr_thread *thread, uint8_t *frame, uint64_t address, uint64_t bytes,
			unsigned kind, const void *value);
/* The generic `pass` function: works for every access check that has observers. */
hr_trap hr_gate_watched(hr_thread *thread, const hr_gate *gate, uint64_t address,
			const void *value);
/* Accesses of COUNT instances that all pass one access check. Instance INDEX + i, in reference
 * order, accesses ADDRESS + i * STRIDE; or, with ADDRESSES, instance INDEX + LANES[i] accesses
 * ADDRESSES[i]. With MANY, two or more instances starting at INDEX each read all COUNT words from
 * ADDRESS on, or may be treated as if they did. */
typedef struct hr_gate_run {
	uint64_t address, stride;
	const uint64_t *addresses;
	const uint16_t *lanes; /* ascending, below HR_GATE_RUN */
	uint64_t index;
	unsigned count; /* at most HR_GATE_RUN; with MANY: a number of words, unlimited */
	bool many;
} hr_gate_run;
enum { HR_GATE_RUN = 512, HR_GATE_GROUP = 16 };
/* The race checker's vectorised path for all accesses of RUN, which are contiguous (STRIDE is the
 * size of the access) or MANY. Returns false if the accesses must be checked one by one. */
typedef bool hr_lanes_watch(const hr_gate *gate, const hr_gate_run *run);
/* Accesses of active lanes (the bits of MASK) in groups of 16, at BASE + INDEX[lane] * SCALE, or
 * without INDEX at BASE + lane * SCALE. Lane 0 is instance FIRST. With SHARED, each lane stands for
 * two or more instances that read the same memory, the first of which is instance FIRST + lane *
 * SHARED. */
typedef struct hr_gate_groups {
	const uint64_t *mask, *index;
	uint64_t base, scale, first;
	unsigned begin, end; /* group numbers */
	unsigned shared;     /* 0: each lane is one instance */
} hr_gate_groups;
/* The same for groups. If it returns false, some accesses may already have been recorded, which is
 * harmless. */
typedef bool hr_groups_watch(const hr_gate *gate, const hr_gate_groups *groups);
/* Check accesses that passed an access check with observers. Return true if no access violates a
 * rule and all have been recorded; false if the caller must call hr_gate_watched() for each of
 * them. May be called again for the same accesses. */
bool hr_gate_watched_run(const hr_gate *gate, const hr_gate_run *run, hr_lanes_watch *at_once);
bool hr_gate_watched_groups(const hr_gate *gate, const hr_gate_groups *groups,
			    hr_groups_watch *at_once);
/* Return true if an atomic access at ADDRESS, which passes, is to a counter that several instances
 * have already changed, so that nothing needs to be recorded. */
bool hr_gate_counts(const hr_gate *gate, uint64_t address);
/* Return true if the race checker is the only observer. */
bool hr_gate_races_alone(const hr_gate *gate);
/* Find the access checks of a frame that has none assigned yet. */
hr_gates *hr_gates_find(hr_thread *thread, uint8_t *frame);

static inline hr_gate *const *hr_gates_of(hr_thread *thread, uint8_t *frame)
{
	hr_gates *gates = hr_frame_of(frame)->gates;

	return (gates ? gates : hr_gates_find(thread, frame))->by_word;
}

/* Return true if the access is in range and has no observers. */
static inline bool hr_gate_lets(const hr_gate *gate, const uint8_t *frame, uint64_t address)
{
	uint64_t offset = address - gate->base - ((uint64_t)(uintptr_t)frame & gate->framed);

	return offset < gate->quick && !(address & gate->align);
}

/* Slow path of a read, or of a write of VALUE before the write is done. With CAREFUL, a read
 * returns HR_GATE_UNDEFINED if it touches an undefined bit, and a write is of a defined value.
 * BYTES is 1, 2, 4, 8, 10 or 16. */
#define HR_GATE_UNDEFINED ((hr_trap)-1)
#define HR_GATE_WAYS(bytes)                                                                        \
	hr_trap hr_gate_read_##bytes(hr_thread *thread, uint8_t *frame, const hr_gate *gate,       \
				     uint64_t address, bool careful);                              \
	hr_trap hr_gate_write_##bytes(hr_thread *thread, uint8_t *frame, const hr_gate *gate,      \
				      uint64_t address, bool careful, const void *value)
HR_GATE_WAYS(1);
HR_GATE_WAYS(2);
HR_GATE_WAYS(4);
HR_GATE_WAYS(8);
HR_GATE_WAYS(10);
HR_GATE_WAYS(16);
#undef HR_GATE_WAYS
/* The same for other operations: an access of BYTES and KIND, without the check for undefined
 * bits. */
hr_trap hr_gate_access(hr_thread *thread, uint8_t *frame, const hr_gate *gate, uint64_t address,
		       uint64_t bytes, unsigned kind, const void *value);

#endif
