/* interp/check/access/call.c -- accesses that are no loads or stores: atomic operations, and what C functions make.
 *
 * Owns:     nothing.
 * Clauses:  M2, M4-M7.
 * Not here: loads, stores and copies (check.c), memory that C functions give (blocks.c). */
#include <string.h>

#include "interp/check/check_state.h"
#include "interp/host/host_calls.h"
#include "interp/check/shadow.h"
#include "interp/memory/device_copies.h"
#include "interp/lanes/wide.h"

hr_trap hr_check_rare(hr_thread *thread, uint8_t *frame, hr_gate *gate, const uint32_t *pc)
{
	const check_atomic *row = &hr_check_atomics[*pc];

	if (!row->bytes)
		return 0;
	if (!__atomic_load_n(&thread->run->checker->in_batch, __ATOMIC_RELAXED))
		hr_trial_doubt(thread->run); /* nobody sees the order of those in batches */
	return hr_gate_access(thread, frame, gate, HR_REG(frame, I64, pc[row->operand]), row->bytes,
			      row->kind, NULL);
}

/* Host code calls a function of C. */
static hr_trap host_call(hr_thread *thread, const uint8_t *frame, const hr_call *call,
			 const hr_c_call *known)
{
	hr_trap trap = 0;

	for (unsigned i = 0; i < known->access_count && !trap; i++) {
		const hr_call_access *one = &known->access[i];
		check_access access = {
			.address = HR_REG(frame, I64, call->args[one->pointer].reg),
			.bytes = HR_STRING_BYTES,
			.kind = one->write ? HR_ACCESS_WRITE : HR_ACCESS_READ,
		};

		if (one->size != HR_CALL_STRING)
			access.bytes = HR_REG(frame, I64, call->args[one->size].reg);
		if (one->times != HR_CALL_ONCE)
			access.bytes *= HR_REG(frame, I64, call->args[one->times].reg);
		if (access.bytes)
			trap = hr_check_host_access(thread, &access);
	}
	return trap;
}

/* C's own copies, which compilers make of loops. */
hr_trap hr_check_native(hr_thread *thread, uint8_t *frame, const uint32_t *pc, const hr_site *site)
{
	const hr_call *call = &hr_frame_of(frame)->code->calls[pc[1]];
	uint64_t to, source, bytes;

	if (!thread->level) {
		const hr_c_call *known =
			hr_split_any_stale(thread->run->split) ? hr_c_call_find(site->name) : NULL;

		return known && call->arg_count >= known->parameters
			       ? host_call(thread, frame, call, known)
			       : 0;
	}
	if (hr_c_follows_pointers(site->name))
		hr_trial_doubt(thread->run);
	if (strncmp(site->name, "mem", 3) != 0 || call->arg_count != 3)
		return 0;
	to = HR_REG(frame, I64, call->args[0].reg);
	bytes = HR_REG(frame, I64, call->args[2].reg);
	if (strcmp(site->name, "memset") == 0)
		return hr_check_block(thread, frame, to, 0, bytes);
	source = HR_REG(frame, I64, call->args[1].reg);
	if (strcmp(site->name, "memcpy") == 0 || strcmp(site->name, "memmove") == 0)
		return hr_check_block(thread, frame, to, source, bytes);
	return 0;
}
