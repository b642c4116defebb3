/* interp/check/access/sandbox.c -- the memory of a program in the sandbox.
 *
 * The other checks tolerate memory of which nothing is known, and their findings may be warnings. Here
 * an access must lie in one object that the program is known to have, whatever they said; and an access
 * check opens for no more than such an object.
 *
 * Owns:      the list of what is granted.
 * Clauses:   M6, P6.
 * Not here:  calls (sandbox_call.c). */
#include "interp/check/sandbox.h"

#include <malloc.h>
#include <stdarg.h>
#include <stdio.h>

#include "interp/check/check_sandbox.h"
#include "interp/check/check_state.h"
#include "interp/check/check_trap.h"
#include "interp/memory/image.h"
#include "interp/run/thread_pool.h"

/* --- what is granted -------------------------------------------------------------------------- */

static size_t grant_at(const hr_checker *checker, uint64_t base)
{
	size_t at = 0;

	while (at < checker->grants.count && checker->grants.data[at].base != base)
		at++;
	return at;
}

void hr_sandbox_grant(hr_checker *checker, const void *base, size_t bytes, bool writable)
{
	const check_grant made = {hr_map_key(base), hr_map_key(base) + bytes, writable};
	size_t at;

	if (!checker || !checker->run->options.sandbox.on || !base)
		return;
	pthread_mutex_lock(&checker->lock);
	at = grant_at(checker, made.base);
	if (at == checker->grants.count)
		HR_PUSH(&checker->grants, made);
	else
		checker->grants.data[at] = made;
	pthread_mutex_unlock(&checker->lock);
}

void hr_sandbox_withdraw(hr_checker *checker, const void *base)
{
	size_t at;

	if (!checker || !checker->run->options.sandbox.on || !base)
		return;
	pthread_mutex_lock(&checker->lock);
	at = grant_at(checker, hr_map_key(base));
	if (at < checker->grants.count) {
		checker->grants.data[at] = HR_LAST(&checker->grants);
		checker->grants.count--;
	}
	pthread_mutex_unlock(&checker->lock);
}

void hr_sandbox_give(hr_checker *checker, const void *base, size_t bytes)
{
	check_block block = {
		.base = hr_map_key(base), .end = hr_map_key(base) + bytes, .name = "the runtime"};

	if (!checker || !checker->run->options.sandbox.on || !base)
		return;
	block.room = block.base + malloc_usable_size((void *)(uintptr_t)base);
	pthread_mutex_lock(&checker->lock);
	hr_check_block_add(checker, &block);
	pthread_mutex_unlock(&checker->lock);
}

/* --- the objects of the program ----------------------------------------------------------------- */

/* Variadic arguments lie behind the frame of the function that gets them (interp/engine/call.c). */
static bool in_varargs(uint8_t *frame, uint64_t address, hr_extent *extent)
{
	for (; frame; frame = hr_check_caller_of(frame)) {
		const hr_va_list *list = hr_frame_of(frame)->varargs;

		if (!list)
			continue;
		*extent = (hr_extent){hr_map_key(list->save), hr_map_key(list)};
		if (address - extent->base < extent->end - extent->base)
			return true;
	}
	return false;
}

uint64_t hr_sandbox_stream(hr_checker *checker, unsigned i)
{
	static const char *const names[] = {"stdout", "stderr"};

	if (!checker->streams[i])
		checker->streams[i] = hr_map_key(hr_image_native(checker->run->image, names[i]));
	return checker->streams[i];
}

static bool in_streams(hr_checker *checker, uint64_t address, hr_extent *extent)
{
	for (unsigned i = 0; i < 2; i++) {
		extent->base = hr_sandbox_stream(checker, i);
		extent->end = extent->base + sizeof(FILE *);
		if (extent->base && address - extent->base < sizeof(FILE *))
			return true;
	}
	return false;
}

static bool in_grant(const hr_checker *checker, uint64_t address, bool write, hr_extent *extent)
{
	for (size_t i = 0; i < checker->grants.count; i++) {
		const check_grant *grant = &checker->grants.data[i];

		if (address - grant->base < grant->end - grant->base &&
		    (grant->writable || !write)) {
			*extent = (hr_extent){grant->base, grant->end};
			return true;
		}
	}
	return false;
}

/* Find the copy of a thread-local variable that THREAD has. */
static bool in_own(const hr_checker *checker, const hr_thread *thread, uint64_t address,
		   hr_extent *extent)
{
	for (uint32_t i = 0; thread && i < thread->tls_count; i++) {
		const hr_global *global = checker->run->program->globals[i];

		*extent = (hr_extent){thread->tls[i], thread->tls[i] + global->bytes};
		if (thread->tls[i] && global->defined && address - extent->base < global->bytes)
			return true;
	}
	return false;
}

static bool in_variable(const hr_checker *checker, uint8_t *frame, uint64_t address,
			hr_extent *extent)
{
	check_local local;

	if (!frame || hr_check_local(checker, frame, address, &local) != LOCAL_FOUND)
		return false;
	*extent = (hr_extent){local.base, local.end};
	return true;
}

/* Find the object of the program that ADDRESS lies in. FRAME is the frame of the running code, NULL:
 * the runtime, which host code has called. Require the lock. */
static bool find(hr_checker *checker, const hr_thread *thread, uint8_t *frame, uint64_t address,
		 bool write, hr_extent *extent)
{
	const check_object *object;
	check_access at = {.address = address};
	check_local local;
	check_block block;

	if (frame &&
	    (in_variable(checker, frame, address, extent) || in_varargs(frame, address, extent)))
		return true;
	/* while host code runs, no frame waits for C code but those that FRAME leads to */
	if ((!frame || !thread || thread->level) &&
	    hr_check_host_variable(checker, address, &local)) {
		*extent = (hr_extent){local.base, local.end};
		return true;
	}
	if (hr_check_block_at(checker, address, &block)) {
		*extent = (hr_extent){block.base, block.end};
		return !block.quarantined;
	}
	object = hr_check_object_at(checker, address);
	if (object && !object->freed) {
		*extent = (hr_extent){object->base, object->end};
		return true;
	}
	if (hr_check_use_global_at(checker, &at)) {
		*extent = (hr_extent){at.base, at.end};
		return true;
	}
	return in_own(checker, thread, address, extent) ||
	       in_grant(checker, address, write, extent) ||
	       (!write && in_streams(checker, address, extent));
}

static bool holds(hr_extent extent, uint64_t address, uint64_t bytes)
{
	return address - extent.base <= extent.end - extent.base && bytes <= extent.end - address;
}

bool hr_sandbox_find(hr_checker *checker, const hr_thread *thread, uint8_t *frame, uint64_t address,
		     bool write, hr_extent *extent)
{
	bool found;

	if (!thread->level)
		hr_check_host_begin(checker, thread);
	found = find(checker, thread, frame, address, write, extent);
	if (!thread->level)
		hr_check_host_end(checker);
	return found;
}

bool hr_sandbox_holds(hr_checker *checker, uint8_t *frame, const check_access *access)
{
	hr_extent extent;

	if (access->area == AREA_STACK)
		return access->owner != NULL;
	return find(checker, hr_thread_peek(), frame, access->base, access->kind & HR_ACCESS_WRITE,
		    &extent) &&
	       holds(extent, access->base, access->end - access->base);
}

/* --- reports ---------------------------------------------------------------------------------- */

/* Nothing makes the run go on. */
static hr_trap stop(hr_status status)
{
	return HR_TRAP_REPORTED | (hr_trap)(status == HR_OK ? HR_TRAP : status);
}

static hr_trap refuse(hr_thread *thread, const char *text)
{
	hr_status cause;

	if (thread->level && (!hr_pool_wait_turn(thread) || hr_speculation_fail(thread->run)))
		return stop(HR_TRAP);
	cause = thread->level ? hr_check_report_cause(thread) : HR_OK;
	if (cause != HR_OK)
		return stop(cause);
	return stop(hr_report_at(thread->run, thread, HR_D_sandbox_violation, text));
}

hr_trap hr_sandbox_refuse(hr_thread *thread, const char *format, ...)
{
	char text[256];
	va_list list;

	va_start(list, format);
	vsnprintf(text, sizeof(text), format, list);
	va_end(list);
	return refuse(thread, text);
}

static const char *bytes_text(char text[64], const char *what, uint64_t bytes)
{
	snprintf(text, 64, "%s of %llu byte%s", what, (unsigned long long)bytes,
		 bytes == 1 ? "" : "s");
	return text;
}

static hr_trap refuse_access(hr_thread *thread, const char *what, uint64_t address, uint64_t bytes)
{
	char text[64];

	return hr_sandbox_refuse(thread, "%s at %p, which is in no object of the program",
				 bytes_text(text, what, bytes), (const void *)(uintptr_t)address);
}

hr_trap hr_sandbox_access(hr_checker *checker, hr_thread *thread, uint8_t *frame,
			  const check_access *access)
{
	const bool write = access->kind & HR_ACCESS_WRITE;
	hr_extent extent;

	if (access->area == AREA_STACK && access->owner) {
		extent = (hr_extent){access->base, access->end};
		if (holds(extent, access->address, access->bytes))
			return 0;
	} else if (find(checker, thread, frame, access->address, write, &extent) &&
		   holds(extent, access->address, access->bytes)) {
		return 0;
	}
	return refuse_access(thread, write ? "a write" : "a read", access->address, access->bytes);
}

hr_trap hr_sandbox_check(hr_thread *thread, uint8_t *frame, uint64_t address, uint64_t bytes,
			 bool write, const char *what)
{
	hr_extent extent;

	if (!bytes ||
	    (hr_sandbox_find(thread->run->checker, thread, frame, address, write, &extent) &&
	     holds(extent, address, bytes)))
		return 0;
	return refuse_access(thread, what, address, bytes);
}

hr_status hr_sandbox_range(hr_run *run, const void *base, uint64_t bytes, bool write,
			   const char *what)
{
	hr_thread *thread = hr_thread_peek();
	hr_trap trap;

	if (!run->options.sandbox.on || !thread || !thread->calling)
		return HR_OK; /* without host code, the runtime itself gives the pointers */
	trap = hr_sandbox_check(thread, NULL, hr_map_key(base), bytes, write, what);
	return trap ? (hr_status)(trap & ~HR_TRAP_REPORTED) : HR_OK;
}
