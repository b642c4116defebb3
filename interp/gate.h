/* interp/gate.h -- the short way of a checked access: a comparison at its place in the code.
 *
 * A *gate* stands at every place that accesses memory. Open, it says where accesses of that place
 * may begin in the running grid, and what else watches them; what does not pass it goes the long
 * way (check.c), which opens it. A place in a function that several call has a gate for each way
 * there, for what its address comes from depends on the callers.
 *
 * A gate knows nothing of the instance: any number of instances may pass it in any order. Whose
 * access it is says hr_check_instance().
 *
 * Invariant: an open gate lets nothing pass that the long way would report.
 * Owns:      nothing; gates live as long as the checker. */
#ifndef HR_GATE_H
#define HR_GATE_H

#include "checker.h"

struct hr_gate {
	uint64_t base, span; /* accesses may begin in [base, base + span); 0: closed */
	uint64_t framed;     /* all ones: base counts from the running frame's variables; else 0 */
	uint32_t align;	     /* bits that must be 0 in the address */
	uint32_t watch;	     /* others that must see each access (check_gate.c); 0: none */
	uint64_t quick;	     /* span, when nothing but base and align need be looked at; else 0 */
	bool defined;	     /* no bit of what is within base and span is undefined (shadow.h) */
};

/* The gates of one function, for one way of calls that led there. */
struct hr_gates {
	hr_gate **by_word;
	const hr_code *code;
	hr_gates *caller;   /* NULL: entered from outside */
	hr_gates **callees; /* by number of the call: what it called last; NULL: never open */
	unsigned depth;
};

/* The long way. BYTES and KIND are always the same at one place. VALUE: what is written, or NULL.
 */
hr_trap hr_check_access(hr_thread *thread, uint8_t *frame, uint64_t address, uint64_t bytes,
			unsigned kind, const void *value);
/* An access has passed a gate that is watched. */
void hr_gate_watched(hr_thread *thread, const hr_gate *gate, uint64_t address, const void *value);
/* Those of a frame that has none yet. */
hr_gates *hr_gates_find(hr_thread *thread, uint8_t *frame);

static inline hr_gate *const *hr_gates_of(hr_thread *thread, uint8_t *frame)
{
	hr_gates *gates = hr_frame_of(frame)->gates;

	return (gates ? gates : hr_gates_find(thread, frame))->by_word;
}

/* Whether the access passes, and nobody wants to know. */
static inline bool hr_gate_lets(const hr_gate *gate, uint64_t address)
{
	return address - gate->base < gate->quick && !(address & gate->align);
}

static inline bool hr_gate_holds(const hr_gate *gate, const uint8_t *frame, uint64_t address)
{
	return address - gate->base - ((uint64_t)(uintptr_t)frame & gate->framed) < gate->span;
}

static inline hr_trap hr_gate_access(hr_thread *thread, uint8_t *frame, hr_gate *gate,
				     uint64_t address, uint64_t bytes, unsigned kind,
				     const void *value)
{
	if (__builtin_expect(!hr_gate_holds(gate, frame, address) || address & gate->align, 0))
		return hr_check_access(thread, frame, address, bytes, kind, value);
	if (gate->watch)
		hr_gate_watched(thread, gate, address, value);
	return 0;
}

#endif
