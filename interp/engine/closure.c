/* interp/engine/closure.c -- calls from C code to an interpreted function, through libffi closures.
 *
 * All closures have the same C type except for the result: six integers, eight doubles, and stack
 * words. libffi provides the location of each, and the plan of the function's own signature
 * (interp/run/abi.c) selects the ones it needs. The function is lowered at its first call, so that
 * taking its address is cheap.
 *
 * Not here:  the variadic arguments of a variadic function; its va_start refuses. */
#include "interp/engine/closure.h"

#include <ffi.h>
#include <string.h>

#include <llvm-c/Core.h>

#include "interp/engine/engine.h"
#include "interp/engine/unwind.h"
#include "interp/memory/image.h"
#include "interp/run/abi.h"
#include "interp/run/end.h"
#include "interp/run/thread.h"
#include "ir/lower/lower.h"
#include "ir/program/types.h"

enum { GENERAL = 6, VECTORS = 8, STACK_WORDS = 64, ARGUMENTS = GENERAL + VECTORS + STACK_WORDS };

struct hr_closure {
	ffi_closure *closure;
	void *address;
	ffi_cif cif;
	hr_run *run;
	hr_function *function;
	const char *refusal; /* why C code cannot call it, or NULL: its address can be taken */
	unsigned sext;       /* nonzero: the result is signed and has this number of bits */
	/* before the first call, a plan of the result only; regs are offsets in the images */
	hr_abi *abi;
	uint32_t input_bytes; /* atomic; 0 before the first call */
	uint32_t output_bytes;
	hr_closure *next;
};

static ffi_type *argument_types[ARGUMENTS];
static ffi_type *two_integers[] = {&ffi_type_uint64, &ffi_type_uint64, NULL};
static ffi_type *two_doubles[] = {&ffi_type_double, &ffi_type_double, NULL};
static ffi_type *mixed_pair[] = {&ffi_type_uint64, &ffi_type_double, NULL};
static ffi_type type_two_integers = {.type = FFI_TYPE_STRUCT, .elements = two_integers};
static ffi_type type_two_doubles = {.type = FFI_TYPE_STRUCT, .elements = two_doubles};
static ffi_type type_mixed = {.type = FFI_TYPE_STRUCT, .elements = mixed_pair};

static void fill_types(void)
{
	for (int i = 0; i < ARGUMENTS; i++)
		argument_types[i] =
			i >= GENERAL && i < GENERAL + VECTORS ? &ffi_type_double : &ffi_type_uint64;
}

/* --- the plan --------------------------------------------------------------------------------- */

/* Append scalars whose reg is their offset in an image of TYPE that begins at BASE. */
static void image_scalars(const hr_type *type, uint32_t base, hr_scalars *scalars)
{
	size_t first = scalars->count;

	hr_type_flatten(type, base, scalars);
	for (size_t i = first; i < scalars->count; i++)
		scalars->data[i].reg = scalars->data[i].offset;
}

static const char *plan_result(hr_closure *self, hr_arena *arena)
{
	hr_scalars scalars = {0};
	const hr_type *type = self->function->result;
	const char *why = NULL;

	if (type->kind != HR_T_VOID)
		image_scalars(type, 0, &scalars);
	self->abi = hr_abi_plan(arena, NULL, 0, 0, NULL, type, scalars.data,
				(uint32_t)scalars.count, &why);
	self->output_bytes = (uint32_t)type->size + 16;
	HR_VEC_FREE(&scalars);
	return why;
}

/* The attributes of the parameters (byval) come from the code. */
static const char *plan_all(hr_closure *self, hr_arena *arena, const hr_code *code)
{
	hr_scalars scalars = {0}, results = {0};
	const hr_type *type = self->function->result;
	const char *why = NULL;
	uint32_t bytes = 0;

	for (uint32_t i = 0; i < code->param_info_count; i++) {
		image_scalars(code->param_info[i].type, bytes, &scalars);
		bytes += ((uint32_t)code->param_info[i].type->size + 15) & ~15u;
	}
	if (type->kind != HR_T_VOID)
		image_scalars(type, 0, &results);
	self->abi =
		hr_abi_plan(arena, code->param_info, code->param_info_count, code->param_info_count,
			    scalars.data, type, results.data, (uint32_t)results.count, &why);
	if (self->abi && self->abi->stack_bytes > 8 * STACK_WORDS)
		why = "it takes too many bytes on the stack to be called from C";
	for (uint32_t i = 0; !why && i < self->abi->arg_count; i++)
		if (self->abi->args[i].at >= HR_ABI_FP && self->abi->args[i].at < HR_ABI_STACK &&
		    (self->abi->args[i].bytes > 8 || (self->abi->args[i].at & 8)))
			why = "it takes a 16-byte vector, which C code cannot pass";
	HR_VEC_FREE(&scalars);
	HR_VEC_FREE(&results);
	if (!why) /* last, because other threads wait for it */
		__atomic_store_n(&self->input_bytes, bytes + 16, __ATOMIC_RELEASE);
	return why;
}

/* --- running a call
 * ---------------------------------------------------------------------------------- */

static void gather(const hr_abi *abi, void **arguments, uint8_t *image)
{
	for (uint32_t i = 0; i < GENERAL; i++)
		memcpy(image + HR_ABI_GP + 8 * i, arguments[i], 8);
	for (uint32_t i = 0; i < VECTORS; i++)
		memcpy(image + HR_ABI_FP + 16 * i, arguments[GENERAL + i], 8);
	if (abi->stack_bytes)
		memcpy(image + HR_ABI_STACK, arguments[GENERAL + VECTORS], abi->stack_bytes);
}

static void to_inputs(const hr_abi *abi, uint8_t *image, uint8_t *inputs)
{
	for (uint32_t i = 0; i < abi->arg_count; i++) {
		const hr_abi_place *place = &abi->args[i];
		uint8_t *from = image + place->at;

		if (place->byval) {
			memcpy(inputs + place->reg, &from, sizeof(from));
			continue;
		}
		if (place->bytes <= 8 && !(place->at & 7)) {
			uint64_t word;

			memcpy(&word, from, 8);
			word &= place->mask;
			memcpy(inputs + place->reg, &word, place->bytes);
			continue;
		}
		memcpy(inputs + place->reg, from, place->bytes);
	}
}

/* Sign-extend the result, because C code may rely on the upper bits. */
static void extend(uint8_t *rax, unsigned bits)
{
	unsigned shift = 64 - bits;
	uint64_t word;

	memcpy(&word, rax, sizeof(word));
	word = (uint64_t)((int64_t)(word << shift) >> shift);
	memcpy(rax, &word, sizeof(word));
}

static void to_result(const hr_closure *self, const uint8_t *outputs, void *result)
{
	_Alignas(16) uint8_t image[HR_ABI_RESULT_BYTES] = {0};
	const hr_abi *abi = self->abi;
	uint8_t *to = result;

	for (uint32_t i = 0; i < abi->result_count; i++)
		memcpy(image + abi->results[i].at, outputs + abi->results[i].reg,
		       abi->results[i].bytes);
	switch (abi->result) {
	case HR_ABI_INT:
		if (self->sext)
			extend(image + HR_ABI_RAX, self->sext);
		memcpy(to, image + HR_ABI_RAX, 8);
		break;
	case HR_ABI_INT_INT: memcpy(to, image + HR_ABI_RAX, 16); break;
	case HR_ABI_FLOAT: memcpy(to, image + HR_ABI_XMM0, 8); break;
	case HR_ABI_FLOATS:
		memcpy(to, image + HR_ABI_XMM0, 8);
		memcpy(to + 8, image + HR_ABI_XMM1, 8);
		break;
	case HR_ABI_MIXED:
		memcpy(to, image + HR_ABI_RAX, 8);
		memcpy(to + 8, image + HR_ABI_XMM0, 8);
		break;
	case HR_ABI_X87: memcpy(to, image + HR_ABI_ST0, 16); break;
	default: break;
	}
}

static hr_status first_call(hr_closure *self)
{
	hr_run *run = self->run;
	const hr_code *code;
	const char *why;
	hr_arena *arena;

	HR_TRY(hr_lower(run->program, self->function, &code));
	arena = hr_image_lock(run->image);
	why = self->input_bytes ? NULL : plan_all(self, arena, code);
	hr_image_unlock(run->image);
	if (why)
		return hr_report_at(run, hr_thread_peek(), HR_D_unsupported_call,
				    self->function->name, why);
	return HR_OK;
}

static hr_status call(hr_closure *self, void *result, void **arguments)
{
	hr_thread *thread = hr_thread_self(self->run);
	const void *entered;
	hr_status status;

	if (self->refusal)
		return hr_report_at(self->run, thread, HR_D_unsupported_call, self->function->name,
				    self->refusal);
	if (!__atomic_load_n(&self->input_bytes, __ATOMIC_ACQUIRE))
		HR_TRY(first_call(self));
	_Alignas(16) uint8_t image[HR_ABI_STACK + self->abi->stack_bytes];
	_Alignas(16) uint8_t inputs[self->input_bytes], outputs[self->output_bytes];

	gather(self->abi, arguments, image);
	memset(inputs, 0, self->input_bytes);
	memset(outputs, 0, self->output_bytes);
	to_inputs(self->abi, image, inputs);
	entered = hr_unwind_enter();
	status = hr_engine_invoke(thread, self->function, inputs, outputs);
	hr_unwind_leave(entered);
	if (status == HR_OK)
		to_result(self, outputs, result);
	return status;
}

/* A trap cannot unwind through the calling C code, so it ends the process. */
static void on_call(ffi_cif *cif, void *result, void **arguments, void *data)
{
	hr_closure *self = data;
	hr_status status;

	(void)cif;
	status = call(self, result, arguments);
	if (status != HR_OK)
		hr_die(self->run, status);
	hr_unwind_on(hr_thread_self(self->run));
}

/* --- creating a closure
 * ------------------------------------------------------------------------------ */

static ffi_type *result_type(const hr_abi *abi, bool wide)
{
	switch (abi->result) {
	case HR_ABI_NOTHING: return &ffi_type_void;
	case HR_ABI_INT: return &ffi_type_uint64;
	case HR_ABI_INT_INT: return &type_two_integers;
	case HR_ABI_FLOAT: return wide ? NULL : &ffi_type_double;
	case HR_ABI_FLOATS: return &type_two_doubles;
	case HR_ABI_MIXED: return &type_mixed;
	case HR_ABI_X87: return &ffi_type_longdouble;
	default: return NULL;
	}
}

static bool is_wide(const hr_abi *abi)
{
	for (uint32_t i = 0; i < abi->result_count; i++)
		if (abi->results[i].bytes > 8 || (abi->results[i].at & 8))
			return true;
	return false;
}

/* Return the number of bits of a result marked signext; 0 if it is not marked. */
static unsigned signed_bits(const hr_function *function)
{
	static const char name[] = "signext";
	unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof(name) - 1);

	if (!function->llvm || function->result->kind != HR_T_INT || function->result->bits >= 64 ||
	    !LLVMGetEnumAttributeAtIndex(function->llvm, LLVMAttributeReturnIndex, kind))
		return 0;
	return function->result->bits;
}

hr_closure *hr_closure_new(hr_run *run, hr_function *function, hr_closure *next, const char **why)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	hr_closure *self = hr_alloc_zero(sizeof(*self));
	hr_arena *arena = hr_image_lock(run->image);
	ffi_type *type;

	pthread_once(&once, fill_types);
	self->run = run;
	self->function = function;
	self->sext = signed_bits(function);
	self->next = next;
	self->refusal = plan_result(self, arena);
	hr_image_unlock(run->image);
	type = self->refusal ? NULL : result_type(self->abi, is_wide(self->abi));
	if (!self->refusal && !type)
		self->refusal = "its result cannot be returned to C code";
	if (self->refusal)
		type = &ffi_type_void;
	self->closure = ffi_closure_alloc(sizeof(ffi_closure), &self->address);
	if (self->closure &&
	    ffi_prep_cif(&self->cif, FFI_UNIX64, ARGUMENTS, type, argument_types) == FFI_OK &&
	    ffi_prep_closure_loc(self->closure, &self->cif, on_call, self, self->address) == FFI_OK)
		return self;
	*why = "executable memory cannot be allocated";
	if (self->closure)
		ffi_closure_free(self->closure);
	hr_free(self);
	return NULL;
}

uint64_t hr_closure_address(const hr_closure *closure)
{
	return (uint64_t)(uintptr_t)closure->address;
}

void hr_closure_free(hr_closure *closure)
{
	while (closure) {
		hr_closure *next = closure->next;

		ffi_closure_free(closure->closure);
		hr_free(closure);
		closure = next;
	}
}
