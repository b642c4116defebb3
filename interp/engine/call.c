/* interp/engine/call.c -- frames, and the resolution of call sites to their targets.
 *
 * A site is resolved at its first call, under the image's lock, and published with one atomic
 * store. After that it never changes, except that a site of an indirect call keeps a growing list
 * of its targets.
 *
 * Owns:      nothing: sites live in the image's arena, frames on the thread's stack.
 * Clauses:   H4 (stack limit, calls through bad pointers, signatures that differ).
 * Not here:  the calling convention (interp/run/abi.c), the C call itself (native.c). */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>

#include "interp/check/checker.h"
#include "interp/check/sandbox.h"
#include "interp/check/shadow.h"
#include "interp/engine/engine.h"
#include "interp/memory/fresh_fill.h"
#include "interp/memory/image.h"
#include "interp/run/thread_pool.h"
#include "ir/lower/lower.h"
#include "src/arith/cfunction.h"
#include "src/diag/instrumentation.h"

uint8_t *hr_stack_alloc(hr_thread *thread, uint64_t bytes, uint64_t align)
{
	uint64_t mask = (align < 16 ? 16 : align) - 1;
	uint64_t place = ((uint64_t)(uintptr_t)thread->top + mask) & ~mask;
	uint64_t end = (uint64_t)(uintptr_t)thread->limit;

	if (place > end || end - place < bytes || end - place - bytes < 16)
		return NULL;
	thread->top = (uint8_t *)((place + bytes + 15) & ~(uint64_t)15);
	if (thread->top > thread->reach)
		thread->reach = thread->top;
	if (thread->level && thread->run->options.schedules > 1)
		memset((void *)(uintptr_t)place, 0, bytes); /* as in hr_activation_clear() */
	if (thread->shadow)
		hr_shadow_clear(thread->shadow, place, bytes);
	if (!thread->level && thread->run->options.checks & HR_CHECK_UNINIT)
		hr_fresh_fill((void *)(uintptr_t)place, bytes); /* a frame of host code */
	return (uint8_t *)place;
}

uint8_t *hr_frame_push(hr_thread *thread, const hr_code *code)
{
	uint8_t *top = thread->top, *frame;

	/* the link fits below the frame for every alignment */
	thread->top += sizeof(hr_frame);
	frame = hr_stack_alloc(thread, code->frame_bytes, code->frame_align);
	if (!frame) {
		thread->top = top;
		return NULL;
	}
	*hr_frame_of(frame) = (hr_frame){.code = code, .top = top};
	if (code->constant_bytes)
		memcpy(frame, code->constants, code->constant_bytes);
	return frame;
}

/* --- resolving calls
 * --------------------------------------------------------------------------------- */

static hr_trap mismatch(hr_thread *thread, const hr_code *code)
{
	return HR_REPORTED(thread, call_mismatch, code->function->name);
}

static bool same_results(const hr_call *call, const hr_code *code)
{
	uint32_t count = code->results ? code->results->count : 0;

	if (call->result_count != count)
		return false;
	for (uint32_t i = 0; i < count; i++)
		if (call->results[i].con != code->results->scalars[i].con)
			return false;
	return true;
}

/* Plan one move for each scalar of the callee's parameters. Return false if the signatures
 * differ. */
static bool plan_moves(hr_arena *arena, const hr_call *call, const hr_code *code, hr_site *site)
{
	bool variadic = code->function->variadic;

	if ((variadic && !call->variadic) || call->convention != code->convention)
		return false;
	if (call->arg_count < code->param_count ||
	    (!variadic && call->arg_count > code->param_count))
		return false;
	site->move_count = code->param_count;
	site->moves = hr_arena_array(arena, code->param_count + 1, sizeof(*site->moves));
	for (uint32_t i = 0; i < code->param_count; i++) {
		if (call->args[i].con != code->params[i].con)
			return false;
		site->moves[i].from = call->args[i].reg;
		site->moves[i].to = code->params[i].reg;
		site->moves[i].bytes = hr_con_size(code->params[i].con);
	}
	for (uint32_t i = 0; i < code->param_info_count; i++) {
		const hr_param *param = &code->param_info[i];

		if (i < call->param_count && call->params[i].byval_bytes != param->byval_bytes)
			return false;
		if (param->byval_bytes) {
			site->moves[param->first].byval = param->byval_bytes;
			site->moves[param->first].align = param->byval_align;
		}
	}
	return true;
}

/* Variadic arguments are laid out as in C, so that the va_list can be passed to C. */
static hr_trap plan_varargs(hr_thread *thread, hr_arena *arena, const hr_call *call,
			    const hr_code *code, hr_site *site)
{
	const char *why = "";

	site->abi = hr_abi_plan(arena, call->params, call->param_count, code->param_info_count,
				call->args, NULL, NULL, 0, &why);
	return site->abi ? 0 : HR_REPORTED(thread, unsupported_call, code->function->name, why);
}

static hr_trap resolve_interpreted(hr_thread *thread, hr_arena *arena, const hr_call *call,
				   hr_function *function, hr_site **found)
{
	hr_site *site = HR_ARENA_NEW(arena, hr_site);
	const hr_code *code;
	hr_status status = hr_lower(thread->run->program, function, &code);

	if (status == HR_OK)
		status = hr_engine_prepare(thread->run, code);
	if (status != HR_OK)
		return HR_TRAP_REPORTED | (hr_trap)hr_run_note(thread->run, status);
	site->kind = HR_SITE_INTERPRETED;
	site->name = function->name;
	site->code = code;
	*found = site;
	if (!same_results(call, code) || !plan_moves(arena, call, code, site))
		return mismatch(thread, code);
	return function->variadic ? plan_varargs(thread, arena, call, code, site) : 0;
}

/* Return true for a C function that raises an exception. The C++ library would terminate the program when a
 * leaf calls it. */
static bool raises_exception(const char *name)
{
	const hr_cfunction *facts = hr_cfunction_find(name);

	return facts && facts->stops == HR_STOPS_RAISES;
}

static hr_trap resolve_native(hr_thread *thread, hr_arena *arena, const hr_call *call,
			      const char *name, void *address, hr_site **found)
{
	const char *why = "";

	if (thread->level && raises_exception(name))
		return HR_TRAP_OF(unsupported_exception);
	*found = hr_native_site(arena, call, name, address,
				hr_image_is_process(thread->run->image, name), &why);
	if (*found)
		(*found)->entry = hr_image_is_entry(thread->run->image, name, address);
	return *found ? 0 : HR_REPORTED(thread, unsupported_call, name, why);
}

/* H1, as compiled host code does it (interp/host/entry.c). */
static hr_trap called_directly(hr_thread *thread, const hr_function *function)
{
	char text[512];

	snprintf(text, sizeof(text),
		 "node function '%s' is called directly; nodes run only in a launched graph",
		 function->name);
	return HR_REPORTED(thread, runtime_order, text);
}

static hr_trap resolve_function(hr_thread *thread, hr_arena *arena, const hr_call *call,
				hr_function *function, hr_site **found)
{
	char help[HR_UNDEFINED_HELP];
	void *address;

	if (function->internal_node || (function->leaf_node && !thread->level))
		return called_directly(thread, function);
	if (function->defined)
		return resolve_interpreted(thread, arena, call, function, found);
	if (thread->run->options.sandbox.on && !hr_sandbox_knows(function->name) &&
	    !hr_image_is_entry(thread->run->image, function->name, NULL))
		return hr_sandbox_refuse(thread, "calling '%s'", function->name);
	address = hr_image_native(thread->run->image, function->name);
	if (!address)
		return HR_REPORTED(thread, unresolved_symbol, function->name,
				   hr_undefined_help(function->name, help));
	return resolve_native(thread, arena, call, function->name, address, found);
}

/* Return true if an executable mapping of this process contains ADDRESS. */
static bool executable(uint64_t address)
{
	FILE *maps = fopen("/proc/self/maps", "r");
	unsigned long long from, to;
	char line[512], rights[8];
	bool found = false;

	if (!maps)
		return false;
	while (!found && fgets(line, sizeof(line), maps))
		found = sscanf(line, "%llx-%llx %7s", &from, &to, rights) == 3 && address >= from &&
			address < to && rights[2] == 'x';
	fclose(maps);
	return found;
}

static hr_trap resolve_address(hr_thread *thread, hr_arena *arena, const hr_call *call,
			       uint64_t address, hr_site **found)
{
	hr_image *image = thread->run->image;
	hr_function *function = hr_image_function_at(image, address);
	const char *name = "a C function";
	Dl_info info;

	if (function)
		return resolve_function(thread, arena, call, function, found);
	if (thread->run->options.sandbox.on)
		return hr_sandbox_refuse(thread, "calling %p, which is no function of the program",
					 (const void *)(uintptr_t)address);
	if (!executable(address)) {
		const hr_trap cause = hr_engine_report_cause(thread);

		if (cause)
			return cause;
		return HR_REPORTED(thread, bad_call, (void *)address);
	}
	if (dladdr((void *)address, &info) && info.dli_sname && info.dli_saddr == (void *)address)
		name = hr_arena_strdup(arena, info.dli_sname);
	return resolve_native(thread, arena, call, name, (void *)address, found);
}

/* --- finding targets
 * --------------------------------------------------------------------------------- */

static hr_trap find_direct(hr_thread *thread, hr_call *call, const hr_site **site)
{
	hr_run *run = thread->run;
	hr_arena *arena = hr_image_lock(run->image);
	hr_site *found = call->native;
	hr_trap trap = 0;

	if (!found && call->callee < 0) {
		found = HR_ARENA_NEW(arena, hr_site);
		found->kind = HR_SITE_INDIRECT;
	} else if (!found) {
		trap = resolve_function(thread, arena, call, run->program->functions[call->callee],
					&found);
	}
	if (!trap) {
		__atomic_store_n(&call->native, found, __ATOMIC_RELEASE);
		*site = found;
	}
	hr_image_unlock(run->image);
	return trap;
}

static hr_site *known_target(const hr_site *site, uint64_t address)
{
	hr_site *target = __atomic_load_n(&site->known, __ATOMIC_ACQUIRE);

	while (target && target->key != address)
		target = target->next;
	return target;
}

static hr_trap find_target(hr_thread *thread, const hr_call *call, hr_site *site, uint64_t address,
			   const hr_site **target)
{
	hr_arena *arena = hr_image_lock(thread->run->image);
	hr_site *found = known_target(site, address);
	hr_trap trap = 0;

	if (!found) {
		trap = resolve_address(thread, arena, call, address, &found);
		if (!trap) {
			found->key = address;
			found->next = site->known;
			__atomic_store_n(&site->known, found, __ATOMIC_RELEASE);
		}
	}
	hr_image_unlock(thread->run->image);
	*target = found;
	return trap;
}

hr_trap hr_site_find(hr_thread *thread, uint8_t *frame, const uint32_t *pc, const hr_site **site)
{
	hr_call *call = &hr_frame_of(frame)->code->calls[pc[1]];
	const hr_site *found = __atomic_load_n((hr_site **)&call->native, __ATOMIC_ACQUIRE);
	uint64_t address;
	hr_trap trap;

	if (!found) {
		/* errors are reported while the image's lock is held, so take the thread's turn
		 * first */
		trap = hr_pool_wait_turn(thread) ? find_direct(thread, call, &found)
						 : HR_TRAP_REPORTED | (hr_trap)HR_TRAP;
		if (trap)
			return trap;
	}
	*site = found;
	if (found->kind != HR_SITE_INDIRECT)
		return 0;
	address = HR_REG(frame, I64, call->target);
	*site = known_target(found, address);
	return *site ? 0 : find_target(thread, call, (hr_site *)found, address, site);
}

/* --- entering a function
 * --------------------------------------------------------------------------- */

/* The object is read here, and not by an operation of the program. */
static hr_trap check_byval(hr_thread *thread, uint8_t *frame, uint64_t address, uint32_t bytes)
{
	return thread->run->options.sandbox.on ? hr_sandbox_check(thread, frame, address, bytes,
								  false, "an argument by value")
					       : 0;
}

static bool place_byval(hr_thread *thread, const hr_move *move, const uint8_t *frame,
			uint8_t *inner)
{
	uint8_t *copy = hr_stack_alloc(thread, move->byval, move->align);

	if (!copy)
		return false;
	memcpy(copy, (const void *)HR_REG(frame, I64, move->from), move->byval);
	HR_REG(inner, I64, move->to) = (uint64_t)(uintptr_t)copy;
	return true;
}

static bool place_varargs(hr_thread *thread, const hr_site *site, const uint8_t *frame,
			  uint8_t *inner)
{
	const hr_abi *abi = site->abi;
	uint8_t *image = hr_stack_alloc(thread, HR_ABI_STACK + abi->stack_bytes, 16);
	hr_va_list *list = (hr_va_list *)(void *)hr_stack_alloc(thread, sizeof(hr_va_list), 16);

	if (!image || !list)
		return false;
	memset(image, 0, HR_ABI_STACK);
	hr_abi_store(abi, frame, image);
	list->gp_offset = HR_ABI_GP + 8 * abi->fixed_gp;
	list->fp_offset = HR_ABI_FP + 16 * abi->fixed_fp;
	list->overflow = image + HR_ABI_STACK + abi->fixed_stack;
	list->save = image;
	hr_frame_of(inner)->varargs = list;
	return true;
}

hr_trap hr_site_enter(hr_thread *thread, uint8_t *frame, const uint32_t *pc, const hr_site *site,
		      uint8_t **inner_frame)
{
	uint8_t *inner = hr_frame_push(thread, site->code);

	if (!inner)
		return HR_TRAP_OF(stack_overflow);
	hr_frame_of(inner)->call = pc;
	hr_frame_of(inner)->caller = frame;
	for (uint32_t i = 0; i < site->move_count; i++) {
		const hr_move *move = &site->moves[i];
		const uint8_t *from = frame + move->from;
		uint8_t *to = inner + move->to;

		if (move->byval) {
			hr_trap trap = check_byval(thread, frame, HR_REG(frame, I64, move->from),
						   move->byval);

			if (trap)
				return trap;
			if (!place_byval(thread, move, frame, inner))
				return HR_TRAP_OF(stack_overflow);
		} else if (move->bytes == 8) {
			memcpy(to, from, 8);
		} else if (move->bytes == 4) {
			memcpy(to, from, 4);
		} else {
			memcpy(to, from, move->bytes);
		}
	}
	if (site->abi && !place_varargs(thread, site, frame, inner))
		return HR_TRAP_OF(stack_overflow);
	*inner_frame = inner;
	return 0;
}

uint8_t *hr_site_replace(hr_thread *thread, uint8_t *frame, const hr_site *site, uint8_t *inner)
{
	const hr_frame *link = hr_frame_of(frame);
	const uint64_t mask = (site->code->frame_align < 16 ? 16 : site->code->frame_align) - 1;
	const uint64_t low = hr_map_key(link->top) + sizeof(hr_frame);
	const size_t bytes = sizeof(hr_frame) + site->code->frame_bytes;
	hr_frame moved = {.code = site->code,
			  .call = link->call,
			  .caller = link->caller,
			  .top = link->top,
			  .tail = true};
	uint8_t *place = (uint8_t *)((low + mask) & ~mask);

	if (!link->call || site->abi || place >= inner)
		return inner;
	for (uint32_t i = 0; i < site->move_count; i++)
		if (site->moves[i].byval)
			return inner; /* copies lie above the frame */
	memmove(place - sizeof(hr_frame), inner - sizeof(hr_frame), bytes);
	if (thread->shadow)
		hr_shadow_copy(thread->shadow, hr_map_key(place), hr_map_key(inner),
			       site->code->frame_bytes);
	*hr_frame_of(place) = moved;
	thread->top = (uint8_t *)((hr_map_key(place) + site->code->frame_bytes + 15) & ~15ull);
	if (thread->checking)
		hr_check_released(thread);
	return place;
}
