/* interp/check/access/call.c -- accesses other than loads and stores: atomic operations, and
 * accesses of C functions.
 *
 * Owns:      nothing.
 * Clauses:   M2, M4-M7.
 * Not here:  loads, stores and copies (check.c), memory that C functions allocate (blocks.c). */
#include <string.h>

#include "interp/check/check_state.h"
#include "interp/check/sandbox.h"
#include "interp/check/shadow.h"
#include "interp/memory/device_copies.h"
#include "src/arith/cfunction.h"

hr_trap hr_check_rare(hr_thread *thread, uint8_t *frame, hr_access_check *check, const uint32_t *pc)
{
	const check_atomic *row = &hr_check_atomics[*pc];

	if (*pc == HR_OP_promise)
		return hr_check_promise(thread, frame, check, pc);
	if (*pc == HR_OP_object || *pc == HR_OP_stray || *pc == HR_OP_scope)
		return hr_check_object(thread, frame, check, pc);
	if (!row->bytes)
		return 0;
	if (thread->level && !__atomic_load_n(&thread->run->checker->in_batch, __ATOMIC_RELAXED))
		/* the order of atomic operations in batches is not observed */
		hr_speculation_order_matters(thread->run);
	return hr_access_slow(thread, frame, check, HR_REG(frame, I64, pc[row->operand]),
			      row->bytes, row->kind, NULL);
}

/* Host code calls a C function. Accesses that depend on a format string are not known. */
static hr_trap host_call(hr_thread *thread, const uint8_t *frame, const hr_call *call,
			 const hr_site *site)
{
	hr_trap trap = 0;

	for (unsigned i = 0; i < HR_CFUNCTION_ACCESSES && !trap; i++) {
		const hr_cfunction_access *one = &site->facts->access[i];
		check_access access = {
			.bytes = HR_STRING_BYTES,
			.kind = one->kind == HR_ACCESSES_WRITES ? HR_ACCESS_WRITE : HR_ACCESS_READ,
		};

		if (one->kind == HR_ACCESSES_NONE || one->length == HR_LENGTH_ANY)
			continue;
		access.address = HR_REG(frame, I64, call->args[one->pointer].reg);
		if (one->length >= 0)
			access.bytes = HR_REG(frame, I64, call->args[one->length].reg);
		else if (one->length != HR_LENGTH_TEXT)
			access.bytes = hr_cfunction_bytes(one, (hr_cfunction_form)site->form);
		if (one->length >= 0 && one->times != HR_TIMES_ONCE)
			access.bytes *= HR_REG(frame, I64, call->args[one->times].reg);
		if (access.bytes)
			trap = hr_check_host_access(thread, &access);
	}
	return trap;
}

/* memcpy, memmove and memset as C functions, which compilers also make from loops. */
hr_trap hr_check_native(hr_thread *thread, uint8_t *frame, const uint32_t *pc, const hr_site *site)
{
	const hr_call *call = &hr_frame_of(frame)->code->calls[pc[1]];
	const hr_cfunction *facts = site->facts;
	uint64_t to, source, bytes;

	if (thread->run->options.sandbox.on) {
		hr_trap trap = hr_sandbox_call(thread, frame, pc, site);

		if (trap)
			return trap;
	}
	if (thread->level && thread->run->checker->log) {
		hr_trap trap = hr_check_log_native(thread->run->checker, thread, frame, call, site);

		if (trap)
			return trap;
	}
	if (facts && call->arg_count < hr_cfunction_parameters(facts))
		facts = NULL; /* a different function of the same name */
	if (!thread->level) {
		hr_trap trap = facts && thread->run->split && hr_split_any_stale(thread->run->split)
				       ? host_call(thread, frame, call, site)
				       : 0;

		thread->calling = frame;
		return trap || !facts || !thread->run->checks_host
			       ? trap
			       : hr_check_c_function(thread, frame, pc, site);
	}
	if (hr_cfunction_follows_pointers(facts))
		hr_speculation_order_matters(thread->run);
	if (!facts)
		return 0;
	if (!facts->block)
		return hr_check_c_function(thread, frame, pc, site);
	to = HR_REG(frame, I64, call->args[0].reg);
	bytes = HR_REG(frame, I64, call->args[2].reg);
	source = facts->block == HR_BLOCK_COPIES ? HR_REG(frame, I64, call->args[1].reg) : 0;
	return hr_check_block(thread, frame, to, source, bytes);
}

void hr_check_fence(hr_thread *thread)
{
	hr_checker *checker = thread->run->checker;

	if (checker->checks & HR_CHECK_RACE && checker->race && !checker->in_batch)
		hr_check_race_fence(checker,
				    hr_check_site(checker, thread->code,
						  (uint32_t)(thread->pc - thread->code->words)));
}

void hr_check_sync(hr_thread *thread, bool releases, uint64_t address)
{
	hr_checker *checker = thread->run->checker;

	if (checker && checker->checks & HR_CHECK_RACE && checker->race)
		hr_check_race_sync(checker, releases, address);
}
