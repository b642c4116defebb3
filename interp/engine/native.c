/* interp/engine/native.c -- calls of C functions from interpreted code.
 *
 * Calls use libffi (native_ffi.c). Calls with types that libffi does not support load the registers
 * (native_registers.c).
 *
 * Owns:      nothing; sites live in the image's arena.
 * Clauses:   H4 for functions that end the process inside a node.
 * Not here:  finding the C function of a name (interp/host/symbols.c). */
#include "interp/engine/native.h"

#include <string.h>

#include "interp/check/checker.h"
#include "interp/check/sandbox.h"
#include "interp/engine/engine.h"
#include "interp/engine/unwind.h"
#include "interp/memory/c_heap.h"
#include "interp/memory/image.h"
#include "interp/run/promise.h"
#include "src/arith/cfunction.h"

/* --- functions that end the process ----------------------------------------------------------- */

/* Copies of the program's strings for a diagnostic. They are copied here, where a bad pointer
 * faults as an access of the program, and not during the report. */
enum { WORDS_BYTES = 200 };

static const char *copy_words(uint64_t address, char text[WORDS_BYTES])
{
	snprintf(text, WORDS_BYTES, "%s", address ? (const char *)(uintptr_t)address : "?");
	return text;
}

/* void __assert_fail(const char *assertion, const char *file, unsigned line, const char
 * *function) */
static bool is_assertion(const hr_site *site, const hr_call *call)
{
	return strcmp(site->name, "__assert_fail") == 0 && call->arg_count == 4 &&
	       call->args[0].con == HR_C_I64 && call->args[1].con == HR_C_I64 &&
	       call->args[2].con == HR_C_I32 && call->args[3].con == HR_C_I64;
}

static hr_trap refuse(hr_thread *thread, const hr_site *site, const hr_call *call,
		      const uint8_t *frame)
{
	char assertion[WORDS_BYTES], file[WORDS_BYTES], function[WORDS_BYTES];

	if (!is_assertion(site, call))
		return HR_REPORTED(thread, exit_in_node, site->name);
	return HR_REPORTED(thread, assertion_failed,
			   copy_words(HR_REG(frame, I64, call->args[0].reg), assertion),
			   copy_words(HR_REG(frame, I64, call->args[1].reg), file),
			   HR_REG(frame, I32, call->args[2].reg),
			   copy_words(HR_REG(frame, I64, call->args[3].reg), function));
}

/* --- functions that must not read what they write ---------------------------------------------- */

/* Return the number of bytes of an access before the call. Its text is read here, where a bad pointer
 * faults as an access of the program. */
static uint64_t accessed(const hr_call *call, const uint8_t *frame, const hr_cfunction_access *one)
{
	const hr_scalar *args = call->args;
	const bool copies = one->how == HR_HOW_COPIES || one->how == HR_HOW_APPENDS;
	const uint64_t text = HR_REG(frame, I64, args[copies ? one->source : one->pointer].reg);
	uint64_t most, bytes;

	if (one->length >= 0)
		return HR_REG(frame, I64, args[one->length].reg);
	most = one->times == HR_TIMES_ONCE ? UINT64_MAX : HR_REG(frame, I64, args[one->times].reg);
	bytes = strnlen((const char *)(uintptr_t)text, most);
	if (one->how != HR_HOW_APPENDS)
		return bytes + (bytes < most);
	return strlen((const char *)(uintptr_t)HR_REG(frame, I64, args[one->pointer].reg)) + bytes +
	       1;
}

/* P5. The first access of the row is what it reads, the second what it writes. */
static hr_trap check_apart(hr_thread *thread, const hr_site *site, const hr_call *call,
			   const uint8_t *frame)
{
	const hr_cfunction_access *access = site->facts->access;
	const uint64_t from = HR_REG(frame, I64, call->args[access[0].pointer].reg);
	const uint64_t to = HR_REG(frame, I64, call->args[access[1].pointer].reg);
	uint64_t reads, writes;

	if (site->facts->block && to == from)
		return 0; /* compilers copy objects to themselves */
	reads = accessed(call, frame, &access[0]);
	writes = accessed(call, frame, &access[1]);
	if (to - from >= reads && from - to >= writes)
		return 0;
	return hr_promise_apart(thread, site->name, to, writes, from, reads);
}

/* --- functions that order threads -------------------------------------------------------------- */

/* Before a call of such a function, and AFTER it. */
static void note_sync(hr_thread *thread, const hr_site *site, const hr_call *call, uint8_t *frame,
		      bool after)
{
	const uint64_t address = HR_REG(frame, I64, call->args[0].reg);

	if (site->sync == HR_SYNC_RELEASES && !after)
		hr_check_sync(thread, true, address);
	if (!after || site->sync == HR_SYNC_RELEASES)
		return;
	if (site->sync == HR_SYNC_TRIES && HR_REG(frame, I32, call->results[0].reg))
		return; /* not locked */
	hr_check_sync(thread, false, address);
	if (site->sync == HR_SYNC_ONCE)
		hr_check_sync(thread, true, address);
}

typedef struct native_call {
	const hr_site *site;
	const hr_call *call;
	uint8_t *frame;
} native_call;

static void call_native(void *data)
{
	const native_call *made = data;

	if (made->site->ffi)
		hr_ffi_call(made->site->ffi, made->site->address, made->frame);
	else
		hr_registers_call(made->site->abi, made->call->variadic, made->site->address,
				  made->frame);
}

typedef struct heap_check {
	hr_thread *thread;
	uint8_t *frame;
	const uint32_t *pc;
	const hr_site *site;
	hr_trap trap;
	bool made;
} heap_check;

static void check_heap(void *data)
{
	heap_check *call = data;

	call->trap = hr_check_heap(call->thread, call->frame, call->pc, call->site, &call->made);
}

hr_trap hr_site_native(hr_thread *thread, uint8_t *frame, const uint32_t *pc, const hr_site *site)
{
	const hr_call *call = &hr_frame_of(frame)->code->calls[pc[1]];
	hr_check_later later;
	bool later_known;

	if (thread->run->options.sandbox.on &&
	    !(thread->level ? thread->run->observed : thread->checking))
		return hr_sandbox_refuse(thread, "calling '%s' unchecked", site->name);
	if (site->ends_process && thread->level)
		return refuse(thread, site, call, frame);
	if (site->facts && site->facts->apart &&
	    call->arg_count >= hr_cfunction_parameters(site->facts)) {
		hr_trap trap = check_apart(thread, site, call, frame);

		if (trap)
			return trap;
	}
	if (site->heap && (thread->level ? thread->run->checker != NULL
					 : thread->run->checks_host && thread->checking)) {
		heap_check heap = {.thread = thread, .frame = frame, .pc = pc, .site = site};

		if (thread->level) {
			check_heap(&heap);
		} else if (hr_unwind_call(thread, frame, pc, false, check_heap, &heap)) {
			hr_check_unlock_host(thread); /* operator new has raised an exception */
			return HR_TRAP_UNWINDS;
		}
		if (heap.trap || heap.made)
			return heap.trap;
	}
	later_known = thread->checking && site->facts &&
		      hr_check_c_function_keeps(thread, frame, pc, site, &later);
	if (__builtin_expect(__atomic_load_n(&thread->run->showing, __ATOMIC_RELAXED), 0))
		hr_run_show_nothing(thread->run); /* the function may print to the terminal */
	if (site->sync && thread->level)
		note_sync(thread, site, call, frame, false);
	if (thread->level && site->facts && site->facts->calls_back)
		thread->leaf_calling = frame;
	if (thread->level)
		call_native(&(native_call){site, call, frame});
	else if (hr_unwind_call(thread, frame, pc, site->entry, call_native,
				&(native_call){site, call, frame}))
		return HR_TRAP_UNWINDS;
	thread->leaf_calling = NULL;
	if (thread->run->options.sandbox.on)
		hr_sandbox_called(thread, frame, pc, site);
	if (site->sync && thread->level)
		note_sync(thread, site, call, frame, true);
	if (__builtin_expect(thread->native_trap, 0)) {
		hr_trap trap = thread->native_trap;

		thread->native_trap = 0;
		return trap;
	}
	if (later_known) {
		hr_trap trap = hr_check_c_function_done(thread, frame, pc, site, &later);

		if (trap)
			return trap;
	}
	/* The function may have been a wait that a signal interrupted. */
	return __builtin_expect(__atomic_load_n(&thread->run->interrupted, __ATOMIC_RELAXED), 0)
		       ? HR_TRAP_OF(interrupted)
		       : 0;
}

/* --- creating a site
 * ---------------------------------------------------------------------------------- */

hr_site *hr_native_site(hr_arena *arena, const hr_call *call, const char *name, void *address,
			bool process, const char **why)
{
	hr_cfunction_form form = HR_FORM_DOUBLE;
	const hr_cfunction *facts = hr_cfunction_named(name, strlen(name), &form);
	hr_site *site = HR_ARENA_NEW(arena, hr_site);

	if (facts && facts->stops == HR_STOPS_JUMPS) {
		*why = "setjmp and longjmp are not supported in interpreted code";
		return NULL;
	}
	site->kind = HR_SITE_NATIVE;
	site->name = name;
	site->address = address;
	site->facts = facts;
	site->form = form;
	site->ends_process = facts && facts->stops == HR_STOPS_ENDS;
	site->heap = hr_c_heap_find(name, facts, call, process);
	if (process && facts && call->arg_count >= hr_cfunction_parameters(facts) &&
	    (facts->sync != HR_SYNC_TRIES || call->result_count))
		site->sync = (uint8_t)facts->sync;
	site->ffi = hr_ffi_plan_new(arena, call);
	if (!site->ffi)
		site->abi = hr_abi_plan(arena, call->params, call->param_count, call->fixed_params,
					call->args, call->result, call->results, call->result_count,
					why);
	return site->ffi || site->abi ? site : NULL;
}
