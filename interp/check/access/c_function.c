/* interp/check/access/c_function.c -- bounds of the accesses of C functions, by their rows in
 * src/arith/cfunction.def.
 *
 * An access must lie in the object that its pointer points into, if that object is known. The length
 * of a text is searched within the object only; one that does not end there is out of bounds. What a
 * function of the printf family writes is found by printing it to nowhere first. Lengths that are
 * known only after the call are checked then: the access has been made.
 *
 * Owns:      nothing.
 * Clauses:   M6, P6.
 * Not here:  memcpy, memmove and memset in leaves (call.c), memory that functions allocate (heap.c). */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "interp/check/check_state.h"
#include "interp/check/format.h"
#include "interp/run/abi.h"
#include "interp/run/thread_pool.h"
#include "src/arith/cfunction.h"

typedef struct c_call {
	hr_checker *checker;
	hr_thread *thread;
	uint8_t *frame;
	const uint32_t *pc;
	const hr_call *call;
	const hr_site *site;
} c_call;

static const uint64_t UNKNOWN = UINT64_MAX;

static uint64_t argument(const c_call *self, int i)
{
	return hr_check_register(self->frame, &self->call->args[i]);
}

/* Begin to use the checker for host code; for a leaf, the caller holds the lock of the pool. */
static void begin(const c_call *self)
{
	if (!self->thread->level)
		hr_check_host_begin(self->checker, self->thread);
}

static void end(const c_call *self)
{
	if (!self->thread->level)
		hr_check_host_end(self->checker);
}

/* --- objects ---------------------------------------------------------------------------------- */

/* Set the object of argument I. Return false if it is unknown. */
static bool find_object(const c_call *self, int i, check_access *access)
{
	const hr_code *code = hr_frame_of(self->frame)->code;
	check_block block;

	*access = (check_access){
		.address = argument(self, i), .pass_through = true, .argument = (unsigned)i + 1};
	access->site = hr_check_site(self->checker, code, (uint32_t)(self->pc - code->words));
	hr_check_find_object(self->checker, self->frame, access);
	if (access->end == access->base && access->area == AREA_OTHER &&
	    hr_check_block_at(self->checker, access->address, &block)) {
		access->base = block.base;
		access->end = block.end;
	}
	return access->area == AREA_STACK ? access->owner != NULL : access->end != access->base;
}

/* Return the length of the text in OBJECT, without its 0, at most LIMIT; UNKNOWN if it does not end
 * there. */
static uint64_t length_within(const check_access *object, uint64_t limit)
{
	uint64_t room = object->address - object->base <= object->end - object->base
				? object->end - object->address
				: 0;
	uint64_t length;

	if (room > limit)
		room = limit;
	length = strnlen((const char *)(uintptr_t)object->address, room);
	return length < room || length == limit ? length : UNKNOWN;
}

/* Return the length of the text that argument I points to, without its 0, at most LIMIT; UNKNOWN if
 * it does not end within its object. */
static uint64_t text_length(const c_call *self, int i, uint64_t limit)
{
	check_access object;
	bool known;

	begin(self);
	known = find_object(self, i, &object);
	end(self);
	return known ? length_within(&object, limit)
		     : strnlen((const char *)(uintptr_t)argument(self, i), limit);
}

static hr_trap check_bounds(const c_call *self, const check_access *access)
{
	return self->thread->level ? hr_check_bounds(self->checker, self->thread, access)
				   : hr_check_host_bounds(self->checker, self->thread, access);
}

static hr_trap check_one(const c_call *self, int i, uint64_t bytes, unsigned kind)
{
	check_access access;
	hr_trap trap = 0;

	begin(self);
	if (find_object(self, i, &access)) {
		access.bytes = bytes;
		access.kind = kind;
		trap = check_bounds(self, &access);
	}
	end(self);
	return trap;
}

/* A text that argument I points to does not end within its object: report the first byte behind. */
static hr_trap check_endless(const c_call *self, int i)
{
	check_access access;
	uint64_t bytes = 1;

	begin(self);
	if (find_object(self, i, &access) &&
	    access.address - access.base <= access.end - access.base)
		bytes = access.end - access.address + 1;
	end(self);
	return check_one(self, i, bytes, HR_ACCESS_READ);
}

/* Check that a text of at most LIMIT bytes, which argument I points to, ends within its object. A text
 * that does not is reported with the first byte behind. */
static hr_trap check_text(const c_call *self, int i, uint64_t limit, unsigned kind)
{
	check_access access;
	hr_trap trap = 0;
	uint64_t length;

	begin(self);
	if (find_object(self, i, &access)) {
		length = length_within(&access, limit);
		access.kind = length == UNKNOWN ? HR_ACCESS_READ : kind;
		access.bytes = length == UNKNOWN ? 1 : length + (length < limit);
		if (length == UNKNOWN && access.address - access.base <= access.end - access.base)
			access.bytes = access.end - access.address + 1;
		trap = access.bytes ? check_bounds(self, &access) : 0;
	}
	end(self);
	return trap;
}

/* --- the printf family ------------------------------------------------------------------------ */

/* Return the number of bytes that the call prints, with the final 0; UNKNOWN if it cannot be told
 * without effects. */
static uint64_t printed_bytes(const c_call *self, int format)
{
	const char *text = (const char *)(uintptr_t)argument(self, format);
	const hr_call *call = self->call;
	const char *why = "";
	const hr_abi *abi;
	hr_va_list ours;
	va_list list;
	uint64_t known;
	int count;

	if (!hr_check_only_prints(text))
		return UNKNOWN;
	if (!call->variadic) { /* the last argument is a va_list */
		memcpy(&ours, (const void *)(uintptr_t)argument(self, (int)call->arg_count - 1),
		       sizeof(ours));
		memcpy(&list, &ours, sizeof(list));
		count = vsnprintf(NULL, 0, text, list);
		return count < 0 ? UNKNOWN : (uint64_t)count + 1;
	}
	begin(self);
	if (!hr_map_get(&self->checker->call_plans, hr_map_key(self->pc), &known)) {
		known = hr_map_key(hr_abi_plan(&self->checker->arena, call->params,
					       call->param_count, call->fixed_params, call->args,
					       NULL, NULL, 0, &why));
		hr_map_put(&self->checker->call_plans, hr_map_key(self->pc), known);
	}
	end(self);
	abi = (const hr_abi *)(uintptr_t)known;
	if (!abi)
		return UNKNOWN;
	_Alignas(16) uint8_t image[HR_ABI_STACK + abi->stack_bytes];

	memset(image, 0, HR_ABI_STACK);
	hr_abi_store(abi, self->frame, image);
	ours = (hr_va_list){.gp_offset = HR_ABI_GP + 8 * abi->fixed_gp,
			    .fp_offset = HR_ABI_FP + 16 * abi->fixed_fp,
			    .overflow = image + HR_ABI_STACK + abi->fixed_stack,
			    .save = image};
	memcpy(&list, &ours, sizeof(list));
	count = vsnprintf(NULL, 0, text, list);
	return count < 0 ? UNKNOWN : (uint64_t)count + 1;
}

uint64_t hr_check_printed_bytes(hr_thread *thread, uint8_t *frame, const uint32_t *pc,
				const hr_site *site, int format)
{
	const c_call self = {.checker = thread->run->checker,
			     .thread = thread,
			     .frame = frame,
			     .pc = pc,
			     .call = &hr_frame_of(frame)->code->calls[pc[1]],
			     .site = site};

	return printed_bytes(&self, format);
}

static hr_trap report_conversion(const c_call *self, const hr_printed_text *text, const char *given)
{
	char said[128];

	snprintf(said, sizeof(said), "the conversion '%%%c' of '%s' has %s", text->letter,
		 self->site->facts->name, given);
	return HR_REPORTED(self->thread, broken_promise, said);
}

/* Check the arguments of a format, and the texts that "%s" prints. */
static hr_trap check_printed(const c_call *self)
{
	hr_printed_text text = {0};

	while (hr_next_conversion(&text, self->call, self->site->facts, self->frame)) {
		const char *given = hr_conversion_lacks(&text, self->call);

		if (given)
			return report_conversion(self, &text, given);
		if (text.letter == 's' && text.length != 'l' && argument(self, text.argument) &&
		    text_length(self, text.argument, text.limit) == UNKNOWN)
			return check_endless(self, text.argument);
	}
	return 0;
}

/* --- the accesses of a row -------------------------------------------------------------------- */

static uint64_t limit_of(const c_call *self, const hr_cfunction_access *one)
{
	return one->times == HR_TIMES_ONCE ? UNKNOWN : argument(self, one->times);
}

/* Return the number of bytes of an access before the call; UNKNOWN if it cannot be told. */
static uint64_t bytes_before(const c_call *self, const hr_cfunction_access *one)
{
	const uint64_t limit = limit_of(self, one);
	uint64_t bytes, more;

	switch (one->how) {
	case HR_HOW_EXACTLY:
		if (one->length >= 0)
			bytes = argument(self, one->length);
		else
			return hr_cfunction_bytes(one, (hr_cfunction_form)self->site->form);
		return one->times == HR_TIMES_ONCE ? bytes : bytes * limit;
	case HR_HOW_COPIES:
		bytes = text_length(self, one->source, UNKNOWN);
		return bytes == UNKNOWN ? bytes : bytes + 1;
	case HR_HOW_APPENDS:
		bytes = text_length(self, one->pointer, UNKNOWN);
		more = text_length(self, one->source, limit);
		return bytes == UNKNOWN || more == UNKNOWN ? UNKNOWN : bytes + more + 1;
	case HR_HOW_PRINTS:
		bytes = printed_bytes(self, one->source);
		return bytes != UNKNOWN && bytes > limit ? limit : bytes;
	default: return UNKNOWN;
	}
}

static hr_trap check_before(const c_call *self, const hr_cfunction_access *one)
{
	const unsigned kind = one->kind == HR_ACCESSES_WRITES ? HR_ACCESS_WRITE : HR_ACCESS_READ;
	uint64_t bytes;

	if (one->length == HR_LENGTH_TEXT && one->how == HR_HOW_EXACTLY)
		return check_text(self, one->pointer, limit_of(self, one), kind);
	if (one->how == HR_HOW_APPENDS && text_length(self, one->pointer, UNKNOWN) == UNKNOWN)
		return check_endless(self, one->pointer);
	bytes = bytes_before(self, one);
	return bytes && bytes != UNKNOWN ? check_one(self, one->pointer, bytes, kind) : 0;
}

/* Return true if all arguments that the row names have the types of the row. */
static bool fits(const hr_call *call, const hr_cfunction *facts)
{
	const char *types = strchr(facts->signature, '(') + 1;

	if (call->arg_count < hr_cfunction_parameters(facts))
		return false;
	for (unsigned i = 0; i < hr_cfunction_parameters(facts); i++)
		if ((types[i] == 'p' || types[i] == 'z') && call->args[i].con != HR_C_I64)
			return false;
	return true;
}

hr_trap hr_check_c_function(hr_thread *thread, uint8_t *frame, const uint32_t *pc,
			    const hr_site *site)
{
	const c_call self = {.checker = thread->run->checker,
			     .thread = thread,
			     .frame = frame,
			     .pc = pc,
			     .call = &hr_frame_of(frame)->code->calls[pc[1]],
			     .site = site};
	const hr_cfunction *facts = site->facts;
	hr_trap trap = 0;
	int format;

	if (!(self.checker->checks & HR_CHECK_BOUNDS) ||
	    facts->access[0].kind == HR_ACCESSES_NONE || !fits(self.call, facts))
		return 0;
	format = self.call->variadic ? hr_check_format_of(facts) : -1;
	/* before what it prints is counted, which reads its arguments */
	if (format >= 0 && argument(&self, format))
		trap = check_text(&self, format, UNKNOWN, HR_ACCESS_READ);
	if (format >= 0 && argument(&self, format) && !trap)
		trap = check_printed(&self);
	for (unsigned i = 0; i < HR_CFUNCTION_ACCESSES && !trap; i++) {
		const hr_cfunction_access *one = &facts->access[i];

		if (one->kind == HR_ACCESSES_NONE || one->length == HR_LENGTH_ANY ||
		    !argument(&self, one->pointer))
			continue;
		if (one->kind != HR_ACCESSES_READS || one->pointer != format)
			trap = check_before(&self, one);
	}
	return trap;
}

/* --- after the call --------------------------------------------------------------------------- */

bool hr_check_c_function_keeps(const hr_thread *thread, uint8_t *frame, const uint32_t *pc,
			       const hr_site *site, hr_check_later *later)
{
	const hr_call *call = &hr_frame_of(frame)->code->calls[pc[1]];
	const hr_cfunction *facts = site->facts;

	if (!(thread->run->checker->checks & HR_CHECK_BOUNDS) ||
	    (!thread->level && !thread->run->checks_host))
		return false;
	for (unsigned i = 0; i < HR_CFUNCTION_ACCESSES; i++) {
		const hr_cfunction_access *one = &facts->access[i];
		c_call self = {.frame = frame, .call = call};

		if (one->how != HR_HOW_RETURNS && one->how != HR_HOW_AFTER)
			continue;
		if (!fits(call, facts) || call->result_count != 1)
			return false;
		later->one = one;
		later->address = argument(&self, one->pointer);
		later->each = one->length < 0 || one->times == HR_TIMES_ONCE
				      ? 1
				      : argument(&self, one->length);
		return later->address != 0;
	}
	return false;
}

hr_trap hr_check_c_function_done(hr_thread *thread, uint8_t *frame, const uint32_t *pc,
				 const hr_site *site, const hr_check_later *later)
{
	c_call self = {.checker = thread->run->checker,
		       .thread = thread,
		       .frame = frame,
		       .pc = pc,
		       .call = &hr_frame_of(frame)->code->calls[pc[1]],
		       .site = site};
	const hr_scalar *result = &self.call->results[0];
	/* a frame in which the argument has its value from before the call */
	const hr_scalar *pointer = &self.call->args[later->one->pointer];
	const uint64_t now = HR_REG(frame, I64, pointer->reg);
	uint64_t bytes = hr_check_register(frame, result);
	hr_trap trap = 0;

	if (later->one->how == HR_HOW_AFTER)
		bytes = bytes ? strlen((const char *)(uintptr_t)later->address) + 1 : 0;
	else
		bytes = (int64_t)bytes > 0 ? bytes * later->each : 0;
	if (!bytes)
		return 0;
	HR_REG(frame, I64, pointer->reg) = later->address;
	if (thread->level)
		hr_pool_lock(thread);
	trap = check_one(&self, later->one->pointer, bytes, HR_ACCESS_WRITE);
	if (thread->level)
		hr_pool_unlock(thread);
	HR_REG(frame, I64, pointer->reg) = now;
	return trap;
}
