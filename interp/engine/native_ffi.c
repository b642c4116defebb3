/* interp/engine/native_ffi.c -- calls of C functions through libffi.
 *
 * LLVM passes an aggregate as separate scalars, so each scalar is an argument to libffi, which
 * reads it from its register in the frame. A structure result is returned in registers, one for
 * each scalar of any size: to libffi it is a structure of whole words that hold the bits of the
 * registers.
 *
 * Invariant: a plan contains no address in a frame, because a function can have many frames.
 * Owns:      nothing; plans live in the image's arena.
 * Not here:  types that libffi does not support (native_registers.c). */
#include <ffi.h>
#include <string.h>

#include "interp/engine/native.h"

enum { RESULT_BYTES = 32, MAX_SLOTS = 2 };

/* Where libffi reads an argument. */
typedef enum ffi_source {
	IN_FRAME,   /* in its register */
	AT_ADDRESS, /* at the address in its register (byval) */
	EXTENDED,   /* in a word of 8 bytes, extended from the low bits of the register */
	GATHERED,   /* a vector of at most 8 bytes, gathered from the registers of its elements */
} ffi_source;

typedef struct argument {
	ffi_source source;
	uint32_t reg;
	uint32_t bytes; /* size of the register, or of an element */
	uint8_t bits;   /* EXTENDED: width of the value */
	bool sext;
	const hr_scalar *elements; /* GATHERED */
	uint32_t count;
} argument;

struct hr_ffi_plan {
	ffi_cif cif;
	argument *args;
	uint32_t arg_count;
	hr_abi_place *results;
	uint32_t result_count;
};

/* The libffi type of a structure in the argument area. */
typedef struct byval_type {
	ffi_type type;
	ffi_type *elements[2];
} byval_type;

typedef struct ffi_planner {
	hr_arena *arena;
	hr_ffi_plan *plan;
	ffi_type **types; /* types of the arguments */
	uint32_t fp;      /* number of arguments in vector registers so far */
} ffi_planner;

/* --- types ------------------------------------------------------------------------------------ */

/* Return NULL if libffi has no such type. */
static ffi_type *type_of(hr_con con, bool sext)
{
	switch (con) {
	case HR_C_I8: return sext ? &ffi_type_sint8 : &ffi_type_uint8;
	case HR_C_I16: return sext ? &ffi_type_sint16 : &ffi_type_uint16;
	case HR_C_I32: return sext ? &ffi_type_sint32 : &ffi_type_uint32;
	case HR_C_I64: return sext ? &ffi_type_sint64 : &ffi_type_uint64;
	case HR_C_F32: return &ffi_type_float;
	case HR_C_F64: return &ffi_type_double;
	case HR_C_F80: return HR_ABI_KNOWN ? &ffi_type_longdouble : NULL;
	default: return NULL;
	}
}

/* To libffi, a vector that fills at most half a vector register is a double. */
static bool is_small_vector(const hr_type *type)
{
	return HR_ABI_KNOWN && type->kind == HR_T_VECTOR && hr_abi_vector_bytes(type) > 0 &&
	       hr_abi_vector_bytes(type) <= 8;
}

/* A byval argument is passed in memory regardless of its size. libffi does the same for a structure
 * that begins with a long double. Size and alignment are those of the real structure. */
static ffi_type *new_byval(hr_arena *arena, const hr_param *param)
{
	byval_type *type = HR_ARENA_NEW(arena, byval_type);

	type->elements[0] = &ffi_type_longdouble;
	type->type = (ffi_type){.size = param->byval_bytes,
				.alignment = (unsigned short)(param->byval_align > 8 ? 16 : 8),
				.type = FFI_TYPE_STRUCT,
				.elements = type->elements};
	return &type->type;
}

/* --- arguments -------------------------------------------------------------------------------- */

static argument *add(ffi_planner *p, ffi_source from, uint32_t reg, ffi_type *type)
{
	uint32_t number = p->plan->arg_count++;

	p->types[number] = type;
	p->plan->args[number] = (argument){.source = from, .reg = reg};
	return &p->plan->args[number];
}

/* C promotes variadic arguments. An argument that is not promoted (no C compiler passes one) is
 * placed where the promoted one would be. */
static bool add_scalar(ffi_planner *p, const hr_scalar *s, bool sext, bool promoted)
{
	ffi_type *type = type_of(s->con, sext);
	uint32_t bytes = hr_con_size(s->con);
	bool odd = sext && s->bits < 8 * bytes;
	argument *arg;

	if (!type)
		return false;
	p->fp += s->con == HR_C_F32 || s->con == HR_C_F64;
	if (s->con == HR_C_F80 || (!odd && !(promoted && bytes < 8))) {
		add(p, IN_FRAME, s->reg, type);
		return true;
	}
	if (s->con == HR_C_F32)
		type = &ffi_type_double;
	else if (promoted)
		type = bytes < 4 ? type_of(HR_C_I32, sext) : type;
	arg = add(p, EXTENDED, s->reg, type);
	arg->bytes = bytes;
	arg->bits = (uint8_t)s->bits;
	arg->sext = sext;
	return true;
}

static bool add_param(ffi_planner *p, const hr_call *call, uint32_t number)
{
	const hr_param *param = &call->params[number];
	const hr_scalar *scalars = call->args + param->first;
	argument *arg;

	if (param->byval_bytes) {
		if (!HR_ABI_KNOWN || param->byval_align > 16)
			return false;
		add(p, AT_ADDRESS, scalars->reg, new_byval(p->arena, param));
		return true;
	}
	if (is_small_vector(param->type)) {
		if (p->fp++ >= 8) /* on the stack it is not passed like a double */
			return false;
		arg = add(p, GATHERED, 0, &ffi_type_double);
		arg->bytes = hr_con_size(scalars->con);
		arg->elements = scalars;
		arg->count = param->count;
		return true;
	}
	if (hr_abi_has_vector(param->type))
		return false;
	for (uint32_t i = 0; i < param->count; i++)
		if (!add_scalar(p, &scalars[i], param->sext,
				call->variadic && number >= call->fixed_params))
			return false;
	return true;
}

/* --- results ---------------------------------------------------------------------------------- */

/* The registers that return a result. */
typedef struct slots {
	uint32_t count, floats, x87;
	bool is_float[MAX_SLOTS];
} slots;

static bool add_slot(slots *s, bool is_float)
{
	if (s->count == MAX_SLOTS)
		return false;
	s->is_float[s->count++] = is_float;
	s->floats += is_float;
	return true;
}

static void add_result(ffi_planner *p, const hr_scalar *s, uint32_t at, uint32_t bytes)
{
	bool whole = s->con >= HR_C_F16 || s->bits >= 64;

	p->plan->results[p->plan->result_count++] =
		(hr_abi_place){.reg = s->reg,
			       .at = at,
			       .bytes = bytes,
			       .mask = whole ? UINT64_MAX : ((uint64_t)1 << s->bits) - 1};
}

/* Add the results of TYPE, whose scalars begin at SCALARS[*USED]; *USED is advanced. */
static bool add_results(ffi_planner *p, slots *s, const hr_type *type, const hr_scalar *scalars,
			uint32_t *used)
{
	const hr_scalar *scalar = &scalars[*used];

	switch (type->kind) {
	case HR_T_STRUCT:
	case HR_T_ARRAY:
		for (uint64_t i = 0; i < type->count; i++)
			if (!add_results(p, s,
					 type->kind == HR_T_ARRAY ? type->element : type->fields[i],
					 scalars, used))
				return false;
		return true;
	case HR_T_VECTOR:
		if (!is_small_vector(type) || !add_slot(s, true))
			return false;
		for (uint32_t i = 0, bytes = hr_con_size(scalar->con); i < type->count; i++)
			add_result(p, &scalar[i], 8 * (s->count - 1) + i * bytes, bytes);
		*used += (uint32_t)type->count;
		return true;
	default:
		++*used;
		if (!type_of(scalar->con, false))
			return false;
		if (scalar->con == HR_C_F80) {
			add_result(p, scalar, 16 * s->x87++, 16);
			return s->x87 <= MAX_SLOTS;
		}
		if (!add_slot(s, scalar->con >= HR_C_F16))
			return false;
		add_result(p, scalar, 8 * (s->count - 1), hr_con_size(scalar->con));
		return true;
	}
}

static ffi_type *pair_type(const slots *s)
{
	static ffi_type *elements[2][2][3] = {
		{{&ffi_type_uint64, &ffi_type_uint64}, {&ffi_type_uint64, &ffi_type_double}},
		{{&ffi_type_double, &ffi_type_uint64}, {&ffi_type_double, &ffi_type_double}},
	};
#define PAIR(i, j) {.size = 16, .alignment = 8, .type = FFI_TYPE_STRUCT, .elements = elements[i][j]}
	static ffi_type pairs[2][2] = {{PAIR(0, 0), PAIR(0, 1)}, {PAIR(1, 0), PAIR(1, 1)}};
#undef PAIR

	/* on other targets, such a structure is returned as two integers */
	if (s->floats == 1 && !HR_ABI_KNOWN)
		return NULL;
	return &pairs[s->is_float[0]][s->is_float[1]];
}

/* Return NULL if libffi has no such type. */
static ffi_type *plan_result(ffi_planner *p, const hr_call *call)
{
	slots s = {0};
	uint32_t used = 0;

	if (!call->result || call->result->kind == HR_T_VOID)
		return &ffi_type_void;
	if (!add_results(p, &s, call->result, call->results, &used) || (s.x87 && s.count))
		return NULL;
	if (s.x87 == 2)
#ifdef FFI_TARGET_HAS_COMPLEX_TYPE
		return &ffi_type_complex_longdouble;
#else
		return NULL;
#endif
	if (s.x87)
		return &ffi_type_longdouble;
	if (s.count == 2)
		return pair_type(&s);
	if (!s.count)
		return &ffi_type_void; /* an empty structure */
	if (call->result_count == 1 && p->plan->results[0].bytes == 4 && s.floats)
		return &ffi_type_float;
	return s.floats ? &ffi_type_double : &ffi_type_uint64;
}

/* --- the plan --------------------------------------------------------------------------------- */

/* A variadic C function has a fixed parameter, so a variadic call without fixed parameters is to a
 * function without a prototype. */
static bool prepare(ffi_planner *p, const hr_call *call, ffi_type *result)
{
	ffi_cif *cif = &p->plan->cif;
	uint32_t count = p->plan->arg_count, fixed = 0;

	if (call->variadic && call->fixed_params) {
		for (uint32_t i = 0; i < call->fixed_params; i++)
			fixed +=
				call->params[i].byval_bytes || is_small_vector(call->params[i].type)
					? 1
					: call->params[i].count;
		return ffi_prep_cif_var(cif, FFI_DEFAULT_ABI, fixed, count, result, p->types) ==
		       FFI_OK;
	}
	return ffi_prep_cif(cif, FFI_DEFAULT_ABI, count, result, p->types) == FFI_OK;
}

hr_ffi_plan *hr_ffi_plan_new(hr_arena *arena, const hr_call *call)
{
	hr_ffi_plan *plan = HR_ARENA_NEW(arena, hr_ffi_plan);
	ffi_planner p = {.arena = arena, .plan = plan};
	ffi_type *result;

	plan->args = hr_arena_array(arena, call->arg_count + 1, sizeof(*plan->args));
	plan->results = hr_arena_array(arena, call->result_count + 1, sizeof(*plan->results));
	p.types = hr_arena_array(arena, call->arg_count + 1, sizeof(ffi_type *));
	for (uint32_t i = 0; i < call->param_count; i++)
		if (!add_param(&p, call, i))
			return NULL;
	result = plan_result(&p, call);
	return result && prepare(&p, call, result) ? plan : NULL;
}

/* --- the call --------------------------------------------------------------------------------- */

static uint64_t extended(const argument *arg, const uint8_t *frame)
{
	unsigned shift = 64 - arg->bits;
	uint64_t word = 0;

	memcpy(&word, frame + arg->reg, arg->bytes);
	return arg->sext ? (uint64_t)((int64_t)(word << shift) >> shift) : word;
}

static void gather(const argument *arg, const uint8_t *frame, uint64_t *word)
{
	*word = 0;
	for (uint32_t i = 0; i < arg->count; i++)
		memcpy((uint8_t *)word + i * arg->bytes, frame + arg->elements[i].reg, arg->bytes);
}

void hr_ffi_call(const hr_ffi_plan *plan, void *address, uint8_t *frame)
{
	/* long doubles leave 6 bytes unchanged */
	_Alignas(16) uint8_t result[RESULT_BYTES] = {0};
	void *values[plan->arg_count + 1];
	uint64_t words[plan->arg_count + 1];

	for (uint32_t i = 0; i < plan->arg_count; i++) {
		const argument *arg = &plan->args[i];

		values[i] = frame + arg->reg;
		if (__builtin_expect(arg->source == IN_FRAME, 1))
			continue;
		if (arg->source == AT_ADDRESS) {
			memcpy(&values[i], frame + arg->reg, sizeof(values[i]));
			continue;
		}
		if (arg->source == EXTENDED)
			words[i] = extended(arg, frame);
		else
			gather(arg, frame, &words[i]);
		values[i] = &words[i];
	}
	ffi_call((ffi_cif *)&plan->cif, FFI_FN(address), result, values);
	hr_abi_take(plan->results, plan->result_count, result, frame);
}
