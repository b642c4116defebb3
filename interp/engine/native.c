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
#include "interp/engine/engine.h"
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

/* Functions of C and C++ that order threads, by their first argument (M8). */
typedef enum hr_sync { SYNC_NOT, SYNC_ACQUIRES, SYNC_TRIES, SYNC_RELEASES, SYNC_ONCE } hr_sync;

static hr_sync sync_of(const char *name)
{
	static const struct {
		const char *name;
		hr_sync sync;
	} rows[] = {
		{"pthread_mutex_lock", SYNC_ACQUIRES},
		{"pthread_mutex_trylock", SYNC_TRIES},
		{"pthread_mutex_timedlock", SYNC_TRIES},
		{"pthread_mutex_unlock", SYNC_RELEASES},
		{"pthread_spin_lock", SYNC_ACQUIRES},
		{"pthread_spin_trylock", SYNC_TRIES},
		{"pthread_spin_unlock", SYNC_RELEASES},
		{"pthread_rwlock_rdlock", SYNC_ACQUIRES},
		{"pthread_rwlock_wrlock", SYNC_ACQUIRES},
		{"pthread_rwlock_tryrdlock", SYNC_TRIES},
		{"pthread_rwlock_trywrlock", SYNC_TRIES},
		{"pthread_rwlock_unlock", SYNC_RELEASES},
		{"mtx_lock", SYNC_ACQUIRES},
		{"mtx_trylock", SYNC_TRIES},
		{"mtx_timedlock", SYNC_TRIES},
		{"mtx_unlock", SYNC_RELEASES},
		{"sem_wait", SYNC_ACQUIRES},
		{"sem_trywait", SYNC_TRIES},
		{"sem_post", SYNC_RELEASES},
		{"pthread_once", SYNC_ONCE},
		{"call_once", SYNC_ONCE},
		{"__cxa_guard_acquire", SYNC_ACQUIRES},
		{"__cxa_guard_release", SYNC_RELEASES},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (strcmp(name, rows[i].name) == 0)
			return rows[i].sync;
	return SYNC_NOT;
}

/* Before a call of such a function, and AFTER it. */
static void note_sync(hr_thread *thread, const hr_site *site, const hr_call *call, uint8_t *frame,
		      bool after)
{
	const uint64_t address = HR_REG(frame, I64, call->args[0].reg);

	if (site->sync == SYNC_RELEASES && !after)
		hr_check_sync(thread, true, address);
	if (!after || site->sync == SYNC_RELEASES)
		return;
	if (site->sync == SYNC_TRIES && HR_REG(frame, I32, call->results[0].reg))
		return; /* not locked */
	hr_check_sync(thread, false, address);
	if (site->sync == SYNC_ONCE)
		hr_check_sync(thread, true, address);
}

hr_trap hr_site_native(hr_thread *thread, uint8_t *frame, const uint32_t *pc, const hr_site *site)
{
	const hr_call *call = &hr_frame_of(frame)->code->calls[pc[1]];
	hr_check_later later;
	bool later_known;

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
		bool made = false;
		hr_trap trap = hr_check_heap(thread, frame, pc, site, &made);

		if (trap || made)
			return trap;
	}
	later_known = thread->checking && site->facts &&
		      hr_check_c_function_keeps(thread, frame, pc, site, &later);
	if (__builtin_expect(thread->run->showing, 0))
		hr_run_show_nothing(thread->run); /* the function may print to the terminal */
	if (site->sync && thread->level)
		note_sync(thread, site, call, frame, false);
	if (site->ffi)
		hr_ffi_call(site->ffi, site->address, frame);
	else
		hr_registers_call(site->abi, call->variadic, site->address, frame);
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
	site->sync = (uint8_t)(call->arg_count && process ? sync_of(name) : SYNC_NOT);
	site->ffi = hr_ffi_plan_new(arena, call);
	if (!site->ffi)
		site->abi = hr_abi_plan(arena, call->params, call->param_count, call->fixed_params,
					call->args, call->result, call->results, call->result_count,
					why);
	return site->ffi || site->abi ? site : NULL;
}
