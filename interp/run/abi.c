/* interp/run/abi.c -- plans how the x86-64 calling convention passes arguments and results.
 *
 * LLVM passes aggregates scalar by scalar (frontends have already lowered a C struct to what the
 * convention requires) and byval pointers as bytes on the stack; vectors of up to 16 bytes take a
 * vector register. Types that LLVM would split further (wider vectors), or has no convention for,
 * are refused.
 *
 * Owns:      nothing; plans are in the caller's arena.
 * Not here:  making the call (interp/engine/native.c), being called (interp/engine/closure.c). */
#include "interp/run/abi.h"

#include <string.h>

typedef struct abi_planner {
	hr_abi *abi;
	uint32_t gp, fp, stack; /* used so far: general registers, vector registers, bytes */
	const char *why;
} abi_planner;

static hr_abi_place *add_arg(abi_planner *p, uint32_t reg, uint32_t at, uint32_t bytes)
{
	hr_abi_place *place = &p->abi->args[p->abi->arg_count++];

	*place = (hr_abi_place){.reg = reg, .at = at, .bytes = bytes, .mask = UINT64_MAX};
	return place;
}

static uint32_t on_stack(abi_planner *p, uint64_t bytes, uint32_t align)
{
	uint32_t at = (p->stack + align - 1) & ~(align - 1);

	if (bytes > HR_ABI_MAX_STACK || at + bytes > HR_ABI_MAX_STACK) {
		p->why = "its arguments need too much stack";
		return HR_ABI_STACK;
	}
	p->stack = at + (((uint32_t)bytes + 7) & ~7u);
	return HR_ABI_STACK + at;
}

static uint32_t in_vector(abi_planner *p, uint32_t bytes)
{
	if (p->fp < 8)
		return HR_ABI_FP + 16 * p->fp++;
	return on_stack(p, bytes, bytes > 8 ? 16 : 8);
}

/* An i128 takes two registers, or none. */
static uint32_t in_general(abi_planner *p, uint32_t bytes)
{
	uint32_t count = bytes > 8 ? 2 : 1, at = HR_ABI_GP + 8 * p->gp;

	if (p->gp + count > 6)
		return on_stack(p, bytes, count * 8);
	p->gp += count;
	return at;
}

static void plan_scalar(abi_planner *p, const hr_scalar *arg, const hr_param *param)
{
	uint32_t bytes = hr_con_size(arg->con);
	hr_abi_place *place;

	switch (arg->con) {
	case HR_C_F80: add_arg(p, arg->reg, on_stack(p, 16, 16), 16); break;
	case HR_C_F16:
	case HR_C_B16:
	case HR_C_F32:
	case HR_C_F64:
	case HR_C_F128: add_arg(p, arg->reg, in_vector(p, bytes), bytes); break;
	default:
		place = add_arg(p, arg->reg, in_general(p, bytes), bytes);
		place->sext = param->sext && arg->bits < 64 ? (uint8_t)arg->bits : 0;
		if (arg->bits < 64)
			place->mask = ((uint64_t)1 << arg->bits) - 1;
	}
}

static bool is_odd_vector(const hr_type *type)
{
	const hr_type *element = type->element;

	return element->kind == HR_T_INT && element->bits != 8 * hr_con_size(element->con);
}

uint32_t hr_abi_vector_bytes(const hr_type *type)
{
	uint32_t bytes = hr_con_size(type->element->con);

	if (is_odd_vector(type) || type->element->con == HR_C_F80 || type->count < 2 ||
	    type->count > 16 || bytes * type->count > 16)
		return 0;
	return bytes * (uint32_t)type->count;
}

static void plan_vector(abi_planner *p, const hr_param *param, const hr_scalar *args)
{
	uint32_t bytes = hr_abi_vector_bytes(param->type), at;

	if (!bytes) {
		p->why = is_odd_vector(param->type)
				 ? "it takes a vector whose elements are not whole bytes"
				 : "it takes a vector that is not passed in one register";
		return;
	}
	at = p->fp < 8 ? in_vector(p, bytes) : on_stack(p, 16, 16);
	for (uint32_t i = 0; i < param->count; i++)
		add_arg(p, args[param->first + i].reg, at + i * (bytes / param->count),
			bytes / param->count);
}

bool hr_abi_has_vector(const hr_type *type)
{
	if (type->kind == HR_T_ARRAY)
		return hr_abi_has_vector(type->element);
	if (type->kind == HR_T_STRUCT)
		for (uint64_t i = 0; i < type->count; i++)
			if (hr_abi_has_vector(type->fields[i]))
				return true;
	return type->kind == HR_T_VECTOR;
}

/* Return true for a vector of one element, which is passed like the element. */
static bool is_lone(const hr_type *type)
{
	return type->kind == HR_T_VECTOR && type->count == 1 && !is_odd_vector(type);
}

static void plan_param(abi_planner *p, const hr_param *param, const hr_scalar *args)
{
	if (param->byval_bytes) {
		uint32_t align = param->byval_align > 8 ? 16 : 8;

		if (param->byval_align > 16)
			p->why = "it takes a struct aligned to more than 16 bytes by value";
		add_arg(p, args[param->first].reg, on_stack(p, param->byval_bytes, align),
			param->byval_bytes)
			->byval = param->byval_bytes;
	} else if (is_lone(param->type)) {
		plan_scalar(p, &args[param->first], param);
	} else if (param->type->kind == HR_T_VECTOR) {
		plan_vector(p, param, args);
	} else if (hr_abi_has_vector(param->type)) {
		p->why = "it takes an aggregate with vectors by value";
	} else {
		for (uint32_t i = 0; i < param->count; i++)
			plan_scalar(p, &args[param->first + i], param);
	}
}

/* --- results ---------------------------------------------------------------------------------- */

static void add_result(hr_abi *abi, uint32_t reg, uint32_t at, uint32_t bytes, unsigned bits)
{
	hr_abi_place *place = &abi->results[abi->result_count++];

	*place = (hr_abi_place){.reg = reg, .at = at, .bytes = bytes};
	place->mask = bits < 64 ? ((uint64_t)1 << bits) - 1 : UINT64_MAX;
}

/* Registers of each class are assigned in order. Number of used ones: general, vector (with the
 * size of the widest value), x87. */
typedef struct returned {
	uint32_t gp, fp, x87, widest;
} returned;

static void return_scalar(hr_abi *abi, returned *r, const hr_scalar *s)
{
	static const uint32_t gp[] = {HR_ABI_RAX, HR_ABI_RDX}, fp[] = {HR_ABI_XMM0, HR_ABI_XMM1},
			      x87[] = {HR_ABI_ST0, HR_ABI_ST1};
	uint32_t bytes = hr_con_size(s->con);

	switch (s->con) {
	case HR_C_F80:
		add_result(abi, s->reg, x87[r->x87 & 1], 16, 128);
		r->x87++;
		break;
	case HR_C_F16:
	case HR_C_B16:
	case HR_C_F32:
	case HR_C_F64:
	case HR_C_F128:
		add_result(abi, s->reg, fp[r->fp & 1], bytes, 128);
		r->widest = bytes > r->widest ? bytes : r->widest;
		r->fp++;
		break;
	default: add_result(abi, s->reg, gp[r->gp & 1], bytes, s->bits); r->gp += bytes > 8 ? 2 : 1;
	}
}

static const char *return_vector(hr_abi *abi, returned *r, const hr_type *type,
				 const hr_scalar *scalars)
{
	uint32_t total = hr_abi_vector_bytes(type), bytes = hr_con_size(type->element->con);

	if (is_odd_vector(type))
		return "it returns a vector whose elements are not whole bytes";
	if (is_lone(type)) {
		return_scalar(abi, r, scalars);
		return NULL;
	}
	if (!total || r->fp > 1)
		return "it returns a vector that does not fit in one register";
	for (uint32_t i = 0; i < type->count; i++)
		add_result(abi, scalars[i].reg, (r->fp ? HR_ABI_XMM1 : HR_ABI_XMM0) + i * bytes,
			   bytes, 128);
	r->widest = total > r->widest ? total : r->widest;
	r->fp++;
	return NULL;
}

static const char *return_class(hr_abi *abi, const returned *r)
{
	static const char many[] =
		"it returns more values than the C calling convention has registers for";

	if (r->gp > 2 || r->fp > 2 || r->x87 > 2 || (r->x87 && (r->gp || r->fp)))
		return many;
	if (r->gp + r->fp > 2 || (r->fp && r->gp + r->fp > 1 && r->widest > 8))
		return many;
	if (r->x87)
		abi->result = r->x87 == 1 ? HR_ABI_X87 : HR_ABI_X87_X87;
	else if (r->gp && r->fp)
		abi->result = HR_ABI_MIXED;
	else if (r->gp)
		abi->result = r->gp == 1 ? HR_ABI_INT : HR_ABI_INT_INT;
	else if (r->fp)
		abi->result = r->fp == 1 ? HR_ABI_FLOAT : HR_ABI_FLOATS;
	return NULL;
}

/* Plan a struct of at most two vectors and scalars, or a scalar, or a vector. */
static const char *plan_result(hr_abi *abi, const hr_type *type, const hr_scalar *scalars,
			       uint32_t count)
{
	returned r = {0};
	uint32_t done = 0;
	const char *why = NULL;

	if (type->kind == HR_T_VECTOR) {
		why = return_vector(abi, &r, type, scalars);
	} else if (type->kind == HR_T_STRUCT && hr_abi_has_vector(type)) {
		for (uint64_t i = 0; i < type->count && !why; i++) {
			const hr_type *field = type->fields[i];

			if (field->kind == HR_T_VECTOR) {
				why = return_vector(abi, &r, field, scalars + done);
				done += (uint32_t)field->count;
			} else if (field->kind == HR_T_STRUCT || field->kind == HR_T_ARRAY) {
				why = "it returns nested aggregates with vectors";
			} else {
				return_scalar(abi, &r, &scalars[done++]);
			}
		}
	} else if (hr_abi_has_vector(type)) {
		why = "it returns an array of vectors";
	} else {
		for (uint32_t i = 0; i < count; i++)
			return_scalar(abi, &r, &scalars[i]);
	}
	return why ? why : return_class(abi, &r);
}

hr_abi *hr_abi_plan(hr_arena *arena, const hr_param *params, uint32_t param_count, uint32_t fixed,
		    const hr_scalar *args, const hr_type *result, const hr_scalar *results,
		    uint32_t result_count, const char **why)
{
	abi_planner p = {.abi = HR_ARENA_NEW(arena, hr_abi)};
	hr_abi *abi = p.abi;
	uint32_t scalars = 0;

	for (uint32_t i = 0; i < param_count; i++)
		scalars += params[i].count;
	if (!HR_ABI_KNOWN)
		p.why = "the calling convention of this machine is not supported for it";
	abi->args = hr_arena_array(arena, scalars + 1, sizeof(*abi->args));
	abi->results = hr_arena_array(arena, result_count + 1, sizeof(*abi->results));
	for (uint32_t i = 0; i < param_count && !p.why; i++) {
		plan_param(&p, &params[i], args);
		if (i < fixed) {
			abi->fixed_gp = p.gp;
			abi->fixed_fp = p.fp;
			abi->fixed_stack = p.stack;
		}
	}
	abi->gp = p.gp;
	abi->fp = p.fp;
	abi->stack_bytes = (p.stack + 15) & ~15u;
	if (!p.why && result)
		p.why = plan_result(abi, result, results, result_count);
	if (p.why) {
		*why = p.why;
		return NULL;
	}
	return abi;
}

void hr_abi_store(const hr_abi *abi, const uint8_t *frame, uint8_t *image)
{
	for (uint32_t i = 0; i < abi->arg_count; i++) {
		const hr_abi_place *place = &abi->args[i];
		const uint8_t *from = frame + place->reg;
		uint64_t word = 0;

		if (place->byval) {
			memcpy(&word, from, sizeof(word));
			memcpy(image + place->at, (const void *)word, place->byval);
			continue;
		}
		if (place->bytes > 8 || (place->at & 7)) { /* wide, or an element of a vector */
			memcpy(image + place->at, from, place->bytes);
			continue;
		}
		memcpy(&word, from, place->bytes);
		if (place->sext) {
			unsigned shift = 64u - place->sext;

			word = (uint64_t)((int64_t)(word << shift) >> shift);
		}
		memcpy(image + place->at, &word, 8);
	}
}

void hr_abi_take(const hr_abi_place *places, uint32_t count, const uint8_t *result, uint8_t *frame)
{
	for (uint32_t i = 0; i < count; i++) {
		const hr_abi_place *place = &places[i];
		uint64_t word;

		if (place->bytes > 8 || (place->at & 7)) {
			memcpy(frame + place->reg, result + place->at, place->bytes);
			continue;
		}
		memcpy(&word, result + place->at, sizeof(word));
		word &= place->mask;
		if (place->bytes == 8)
			memcpy(frame + place->reg, &word, 8);
		else if (place->bytes == 4)
			memcpy(frame + place->reg, &word, 4);
		else
			memcpy(frame + place->reg, &word, place->bytes);
	}
}
