/* interp/schedule/copy.c -- copy one value from one image to another.
 *
 * HPVM-C returns outputs through varargs, where C promotes float to double and small integers to
 * int. Such a port is *demoted*: an edge to a narrower input undoes the promotion, exactly.
 *
 * Invariant: a copy never writes outside the 16-byte slots of its destination port.
 * Owns:      nothing.
 * Clauses:   E1 (an edge copies the value).
 * Not here:  the lists of copies (plan.c). */
#include <string.h>

#include "interp/schedule/plan.h"
#include "src/arith/arith.h"

static uint32_t value_bytes(const hr_type *type)
{
	switch (type->kind) {
	case HR_T_INT:
	case HR_T_FLOAT:
	case HR_T_PTR: return hr_con_size(type->con);
	default: return (uint32_t)type->size;
	}
}

static bool narrow(const hr_type *from, const hr_type *to, hr_copy *copy)
{
	if (from->kind == HR_T_INT && to->kind == HR_T_INT && to->bits <= from->bits) {
		copy->kind = COPY_NARROW;
		copy->bits = to->bits;
		return true;
	}
	if (from->kind != HR_T_FLOAT || to->kind != HR_T_FLOAT || from->con != HR_C_F64)
		return false;
	switch (to->con) {
	case HR_C_F32: copy->kind = COPY_F64_F32; return true;
	case HR_C_F16: copy->kind = COPY_F64_F16; return true;
	case HR_C_B16: copy->kind = COPY_F64_B16; return true;
	default: return false;
	}
}

bool hr_copy_make(const hr_port *from, const hr_port *to, hr_copy *copy)
{
	copy->from = from->offset;
	copy->to = to->offset;
	copy->bytes = value_bytes(to->type);
	if (from->type != to->type)
		return from->demoted && narrow(from->type, to->type, copy);
	copy->kind = copy->bytes == 8 ? COPY_8 : copy->bytes == 4 ? COPY_4 : COPY_BYTES;
	return true;
}

static void copy_narrow(const hr_copy *copy, const uint8_t *from, uint8_t *to)
{
	unsigned whole = copy->bits / 8, rest = copy->bits % 8;

	memset(to, 0, copy->bytes);
	memcpy(to, from, whole);
	if (rest)
		to[whole] = (uint8_t)(from[whole] & ((1u << rest) - 1));
}

static void copy_float(const hr_copy *copy, const uint8_t *from, uint8_t *to)
{
	double wide;
	float single;
	uint16_t half;

	memcpy(&wide, from, sizeof(wide));
	if (copy->kind == COPY_F64_F32) {
		single = hr_a_fpconv_f64_f32(wide);
		memcpy(to, &single, sizeof(single));
		return;
	}
	half = copy->kind == COPY_F64_F16 ? hr_a_fpconv_f64_f16(wide) : hr_a_fpconv_f64_b16(wide);
	memcpy(to, &half, sizeof(half));
}

void hr_copy_run(const hr_copy *copy, const uint8_t *from, uint8_t *to)
{
	from += copy->from;
	to += copy->to;
	switch (copy->kind) {
	case COPY_8: memcpy(to, from, 8); return;
	case COPY_4: memcpy(to, from, 4); return;
	case COPY_BYTES: memcpy(to, from, copy->bytes); return;
	case COPY_NARROW: copy_narrow(copy, from, to); return;
	default: copy_float(copy, from, to); return;
	}
}
