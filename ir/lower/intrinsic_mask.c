/* ir/lower/intrinsic_mask.c -- operations under a mask: loads and stores, contiguous, gather and
 * scatter, expanding and compressing, histograms, and vector predication (llvm.vp).
 *
 * A disabled lane accesses no memory, so each lane is behind a separate branch. With vector
 * predication, the lanes before the explicit vector length whose mask is set are enabled; the
 * result is poison in the others.
 *
 * Owns:      nothing. */
#include <string.h>

#include "ir/lower/intrinsic.h"

enum { CONTIGUOUS, BY_ADDRESS, PACKED }; /* intrinsic.def: how */

/* The mask is the last but one operand of loads and the last of stores; the alignment before it is
 * an operand up to LLVM 21 and an attribute since 22. */
typedef struct masked {
	const hr_lw_type *type;                    /* type of the vector */
	const hr_lw_value *address, *mask, *value; /* value: stored, or for disabled lanes */
	LLVMValueRef pointer;                      /* CONTIGUOUS: of the vector */
	hr_vreg next;                              /* PACKED: address of the next element */
	int how;
} masked;

static bool begin(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row, bool load, masked *m)
{
	unsigned count = LLVMGetNumArgOperands(call);
	LLVMValueRef vector = load ? call : hr_lw_argument(call, 0);

	m->how = row->how;
	m->type = hr_lw_type_of_value(l, vector);
	m->address = hr_lw_operand(l, call, load ? 0 : 1);
	m->pointer = hr_lw_argument(call, load ? 0 : 1);
	m->mask = hr_lw_operand(l, call, load ? count - 2 : count - 1);
	m->value = hr_lw_operand(l, call, load ? count - 1 : 0);
	hr_lw_check_poison(l, m->mask);
	if (row->how != BY_ADDRESS && hr_type_bit_packed(m->type->type)) {
		hr_it_refused(l, call, row);
		return false;
	}
	if (row->how == PACKED) {
		m->next = hr_lw_reg(l, 8);
		hr_lw_move(l, m->next, m->address->regs[0]);
	}
	return true;
}

/* Return the address of lane I, and set its scalar. */
static hr_lw_address lane_address(const masked *m, uint32_t i, hr_scalar *scalar)
{
	*scalar = m->type->scalars[i];
	if (m->how == CONTIGUOUS)
		return hr_lw_address_at(m->address->regs[0], 0);
	scalar->offset = 0;
	return hr_lw_address_at(m->how == PACKED ? m->next : m->address->regs[i], 0);
}

/* The access of a lane must lie in the object of the vector's pointer. */
static void check_lane(hr_lw *l, const masked *m, const hr_lw_address *at, const hr_scalar *scalar,
		       unsigned kind)
{
	hr_lw_address lane = *at;

	if (m->how != CONTIGUOUS)
		return;
	lane.offset += scalar->offset;
	hr_lw_check_based(l, m->pointer, &lane, (scalar->bits + 7u) / 8, kind);
}

static void advance(hr_lw *l, const masked *m, const hr_scalar *scalar)
{
	hr_vreg next = hr_lw_reg(l, 8);

	if (m->how != PACKED)
		return;
	hr_lw_lea(l, next, m->next, (scalar->bits + 7) / 8);
	hr_lw_move(l, m->next, next);
}

static void load_lane(hr_lw *l, const masked *m, uint32_t i, hr_vreg d)
{
	uint32_t yes = hr_lw_chunk_new(l), join = hr_lw_chunk_new(l);
	hr_scalar scalar;
	hr_lw_address at;

	hr_lw_move(l, d, m->value->regs[i]);
	hr_lw_branch(l, m->mask->regs[i], yes, join);
	hr_lw_begin(l, yes);
	at = lane_address(m, i, &scalar);
	check_lane(l, m, &at, &scalar, HR_OBJECT_READ);
	hr_lw_move(l, d, hr_lw_load(l, &at, &scalar));
	advance(l, m, &scalar);
	hr_lw_begin(l, join);
}

void hr_it_masked_load(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	masked m;
	hr_lw_value *result;

	if (!begin(l, call, row, true, &m))
		return;
	result = hr_lw_new_value(l, m.type->count);
	for (uint32_t i = 0; i < m.type->count; i++) {
		result->regs[i] = hr_lw_reg(l, hr_con_size(m.type->scalars[i].con));
		load_lane(l, &m, i, result->regs[i]);
	}
	hr_lw_define(l, call, result);
}

static void store_lane(hr_lw *l, const masked *m, uint32_t i)
{
	uint32_t yes = hr_lw_chunk_new(l), join = hr_lw_chunk_new(l);
	hr_scalar scalar;
	hr_lw_address at;

	hr_lw_branch(l, m->mask->regs[i], yes, join);
	hr_lw_begin(l, yes);
	at = lane_address(m, i, &scalar);
	check_lane(l, m, &at, &scalar, HR_OBJECT_WRITE);
	hr_lw_store(l, &at, &scalar, m->value->regs[i]);
	advance(l, m, &scalar);
	hr_lw_begin(l, join);
}

void hr_it_masked_store(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	masked m;

	if (!begin(l, call, row, false, &m))
		return;
	for (uint32_t i = 0; i < m.type->count; i++)
		store_lane(l, &m, i);
}

/* The lanes that the mask enables are counted one after the other, for addresses may be equal. */
void hr_it_histogram(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const hr_lw_value *address = hr_lw_operand(l, call, 0), *mask = hr_lw_operand(l, call, 2);
	const hr_lw_type *type = hr_lw_type_of_value(l, hr_lw_argument(call, 1));
	const hr_scalar *s = &type->scalars[0];
	hr_vreg step = hr_lw_scalar(l, call, 1);

	hr_lw_check_poison(l, mask);
	if (s->bits != 8 * hr_con_size(s->con)) {
		hr_it_refused(l, call, row);
		return;
	}
	for (uint32_t i = 0; i < mask->count; i++) {
		uint32_t yes = hr_lw_chunk_new(l), join = hr_lw_chunk_new(l);
		hr_lw_address at = hr_lw_address_at(address->regs[i], 0);

		hr_lw_branch(l, mask->regs[i], yes, join);
		hr_lw_begin(l, yes);
		hr_lw_store(l, &at, s,
			    hr_lw_bin(l, hr_op_int(row->op, s->con), hr_lw_load(l, &at, s), step));
		hr_lw_begin(l, join);
	}
}

/* --- vector predication ----------------------------------------------------------------------- */

/* Return which of COUNT lanes are enabled; MASKED: there is a mask before the vector length. */
static hr_lw_value *enabled(hr_lw *l, LLVMValueRef call, uint32_t count, bool masked_too)
{
	unsigned last = LLVMGetNumArgOperands(call) - 1;
	hr_vreg length = hr_lw_scalar(l, call, last);
	const hr_lw_value *mask = masked_too ? hr_lw_operand(l, call, last - 1) : NULL;
	hr_lw_value *result = hr_lw_new_value(l, count);

	hr_lw_poison_defined(l, hr_lw_operand(l, call, last));
	hr_lw_promise_length(l, hr_lw_argument(call, last), count);
	for (uint32_t i = 0; i < count; i++) {
		hr_vreg on = hr_lw_bin(l, HR_OP_ult_i32, hr_lw_const(l, 4, i), length);

		result->regs[i] = mask ? hr_lw_bin(l, HR_OP_and_i8, on, mask->regs[i]) : on;
		hr_lw_set_poison(l, result, i, mask ? hr_lw_poison(mask, i) : HR_NO_REG);
	}
	return result;
}

/* Define CALL as RESULT, which is poison in the lanes that are not ON. */
static void define_enabled(hr_lw *l, LLVMValueRef call, hr_lw_value *result, const hr_lw_value *on)
{
	for (uint32_t i = 0; i < result->count; i++) {
		hr_vreg off = hr_lw_or(l, hr_lw_not(l, on->regs[i]), hr_lw_poison(on, i));

		hr_lw_set_poison(l, result, i, hr_lw_or(l, hr_lw_poison(result, i), off));
	}
	hr_lw_define(l, call, result);
}

static hr_op of_container(hr_op first, hr_con con)
{
	return hr_op_infos[first].to >= HR_C_F16 ? hr_op_float(first, con) : hr_op_int(first, con);
}

enum { SIGNED = 1, DIVISION = 2, SHIFT = 4 }; /* how of vp_binary */

/* Disabled lanes of a division divide by 1. */
static hr_vreg vp_lane(hr_lw *l, const hr_intrinsic *row, const hr_scalar *s, hr_vreg on, hr_vreg a,
		       hr_vreg b)
{
	unsigned size = hr_con_size(s->con);

	if (row->how & DIVISION)
		b = hr_lw_select(l, size, on, b, hr_lw_const(l, size, 1));
	if (row->how & SIGNED) {
		a = hr_lw_signed(l, a, s->bits);
		b = row->how & SHIFT ? b : hr_lw_signed(l, b, s->bits);
	}
	a = hr_lw_bin(l, of_container(row->op, s->con), a, b);
	return s->con >= HR_C_F16 ? a : hr_lw_mask(l, a, s->bits);
}

void hr_it_vp_binary(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, call);
	const hr_lw_value *a = hr_lw_operand(l, call, 0), *b = hr_lw_operand(l, call, 1);
	const hr_lw_value *on = enabled(l, call, type->count, true);
	hr_lw_value *result = hr_lw_new_value(l, type->count);

	if (row->how & DIVISION && row->how & SIGNED && type->count &&
	    type->scalars[0].bits != 8 * hr_con_size(type->scalars[0].con)) {
		hr_it_refused(l, call, row); /* MIN / -1 would not trap */
		return;
	}
	for (uint32_t i = 0; i < type->count; i++) {
		const hr_scalar *s = &type->scalars[i];
		hr_vreg poison = hr_lw_or(l, hr_lw_poison(a, i), hr_lw_poison(b, i));

		result->regs[i] = vp_lane(l, row, s, on->regs[i], a->regs[i], b->regs[i]);
		if (row->how & SHIFT)
			poison = hr_lw_or(l, poison,
					  hr_lw_bin(l, hr_op_int(HR_OP_uge_i8, s->con), b->regs[i],
						    hr_lw_const(l, hr_con_size(s->con), s->bits)));
		hr_lw_set_poison(l, result, i, poison);
	}
	define_enabled(l, call, result, on);
}

void hr_it_vp_negate(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, call);
	const hr_lw_value *a = hr_lw_operand(l, call, 0);
	hr_lw_value *result = hr_lw_new_value(l, type->count);

	for (uint32_t i = 0; i < type->count; i++) {
		result->regs[i] =
			hr_lw_un(l, hr_op_float(row->op, type->scalars[i].con), a->regs[i]);
		hr_lw_set_poison(l, result, i, hr_lw_poison(a, i));
	}
	define_enabled(l, call, result, enabled(l, call, type->count, true));
}

/* llvm.vp.NAME has the operands of llvm.NAME, then the mask and the vector length. */
void hr_it_vp_as(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const char *rest = row->name + strlen("llvm.vp.");
	char name[64] = "llvm.";
	const hr_intrinsic *plain;
	hr_lw_value *result;

	strncat(name, !strcmp(rest, "roundtozero") ? "trunc" : rest, sizeof(name) - 6);
	plain = hr_intrinsic_find(name);
	plain->handler(l, call, plain);
	result = hr_lw_value_of(l, call);
	define_enabled(l, call, result, enabled(l, call, result->count, true));
}

/* how: the LLVMOpcode; disabled lanes convert 0. */
void hr_it_vp_cast(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	LLVMValueRef operand = hr_lw_argument(call, 0);
	const hr_lw_type *to = hr_lw_type_of_value(l, call);
	const hr_lw_type *from = hr_lw_type_of_value(l, operand);
	const hr_lw_value *on = enabled(l, call, to->count, true);
	hr_lw_value *a = hr_lw_value_of(l, operand), *safe = hr_lw_new_value(l, a->count);
	hr_lw_value *result = hr_lw_new_value(l, to->count);
	uint64_t had;
	bool known = hr_map_get(&l->values, hr_map_key(operand), &had);

	for (uint32_t i = 0; i < a->count; i++) {
		unsigned size = hr_con_size(from->scalars[i].con);

		safe->regs[i] =
			hr_lw_select(l, size, on->regs[i], a->regs[i], hr_lw_const(l, size, 0));
		hr_lw_set_poison(l, safe, i, hr_lw_poison(a, i));
	}
	switch (row->how) {
	case LLVMFPToSI:
	case LLVMFPToUI:
	case LLVMSIToFP:
	case LLVMUIToFP:
		hr_lw_define(l, operand, safe);
		if (row->how == LLVMFPToSI || row->how == LLVMFPToUI)
			hr_lw_fp_to_int(l, call, row->how == LLVMFPToSI);
		else
			hr_lw_int_to_fp(l, call, row->how == LLVMSIToFP);
		if (known)
			hr_lw_define(l, operand, a);
		else
			hr_map_remove(&l->values, hr_map_key(operand));
		define_enabled(l, call, hr_lw_value_of(l, call), on);
		return;
	default: break;
	}
	for (uint32_t i = 0; i < to->count; i++) {
		const hr_scalar *s = &from->scalars[i], *d = &to->scalars[i];

		result->regs[i] = s->con >= HR_C_F16
					  ? hr_lw_fp_convert(l, safe->regs[i], s->con, d->con)
					  : hr_lw_resize(l, safe->regs[i], s->bits, d->bits,
							 row->how == LLVMSExt);
		hr_lw_set_poison(l, result, i, hr_lw_poison(safe, i));
	}
	define_enabled(l, call, result, on);
}

static bool is_text(LLVMValueRef metadata, const char *wanted)
{
	unsigned length;
	const char *text = LLVMGetMDString(metadata, &length);

	return text && length == strlen(wanted) && !memcmp(text, wanted, length);
}

void hr_it_vp_compare(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	static const struct {
		const char *name;
		hr_op op;
	} predicates[] = {
		{"eq", HR_OP_eq_i8},     {"ne", HR_OP_ne_i8},     {"ugt", HR_OP_ugt_i8},
		{"uge", HR_OP_uge_i8},   {"ult", HR_OP_ult_i8},   {"ule", HR_OP_ule_i8},
		{"sgt", HR_OP_sgt_i8},   {"sge", HR_OP_sge_i8},   {"slt", HR_OP_slt_i8},
		{"sle", HR_OP_sle_i8},   {"oeq", HR_OP_foeq_f16}, {"ogt", HR_OP_fogt_f16},
		{"oge", HR_OP_foge_f16}, {"olt", HR_OP_folt_f16}, {"ole", HR_OP_fole_f16},
		{"one", HR_OP_fone_f16}, {"ord", HR_OP_ford_f16}, {"uno", HR_OP_funo_f16},
		{"ueq", HR_OP_fueq_f16}, {"ugt", HR_OP_fugt_f16}, {"uge", HR_OP_fuge_f16},
		{"ult", HR_OP_fult_f16}, {"ule", HR_OP_fule_f16}, {"une", HR_OP_fune_f16}};
	const hr_lw_type *from = hr_lw_type_of_value(l, hr_lw_argument(call, 0));
	const hr_lw_value *a = hr_lw_operand(l, call, 0), *b = hr_lw_operand(l, call, 1);
	const hr_lw_value *on = enabled(l, call, from->count, true);
	hr_lw_value *result = hr_lw_new_value(l, from->count);
	bool floats = from->count && from->scalars[0].con >= HR_C_F16;

	for (size_t p = 0; p < sizeof(predicates) / sizeof(*predicates); p++) {
		hr_op first = predicates[p].op;

		if (floats != (first >= HR_OP_foeq_f16) ||
		    !is_text(hr_lw_argument(call, 2), predicates[p].name))
			continue;
		for (uint32_t i = 0; i < from->count; i++) {
			const hr_scalar *s = &from->scalars[i];
			bool is_signed = first >= HR_OP_sgt_i8 && first <= HR_OP_sle_i128;
			hr_vreg x = is_signed ? hr_lw_signed(l, a->regs[i], s->bits) : a->regs[i];
			hr_vreg y = is_signed ? hr_lw_signed(l, b->regs[i], s->bits) : b->regs[i];

			result->regs[i] = hr_lw_bin(
				l, floats ? hr_op_float(first, s->con) : hr_op_int(first, s->con),
				x, y);
			hr_lw_set_poison(l, result, i,
					 hr_lw_or(l, hr_lw_poison(a, i), hr_lw_poison(b, i)));
		}
		define_enabled(l, call, result, on);
		return;
	}
	hr_it_refused(l, call, row);
}

/* select: lanes from the vector length on are poison; merge (how: 1): those of the third operand. */
void hr_it_vp_select(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, call);
	const hr_lw_value *condition = hr_lw_operand(l, call, 0);
	const hr_lw_value *a = hr_lw_operand(l, call, 1), *b = hr_lw_operand(l, call, 2);
	const hr_lw_value *on = enabled(l, call, type->count, false);
	hr_lw_value *result = hr_lw_new_value(l, type->count);
	hr_vreg none = hr_lw_const(l, 1, 0);

	for (uint32_t i = 0; i < type->count; i++) {
		hr_vreg first =
			row->how ? hr_lw_bin(l, HR_OP_and_i8, condition->regs[i], on->regs[i])
				 : condition->regs[i];
		hr_vreg p = hr_lw_poison(a, i), q = hr_lw_poison(b, i);

		result->regs[i] = hr_lw_select(l, hr_con_size(type->scalars[i].con), first,
					       a->regs[i], b->regs[i]);
		if (p != HR_NO_REG || q != HR_NO_REG)
			p = hr_lw_select(l, 1, first, p == HR_NO_REG ? none : p,
					 q == HR_NO_REG ? none : q);
		hr_lw_set_poison(l, result, i, hr_lw_or(l, p, hr_lw_poison(condition, i)));
	}
	if (row->how)
		hr_lw_define(l, call, result);
	else
		define_enabled(l, call, result, on);
}

/* From the start value, in order, over the enabled lanes. */
void hr_it_vp_reduce(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const hr_scalar *s = &hr_lw_type_of_value(l, call)->scalars[0];
	const hr_lw_value *start = hr_lw_operand(l, call, 0), *a = hr_lw_operand(l, call, 1);
	const hr_lw_value *on = enabled(l, call, a->count, true);
	hr_lw_value *result = hr_lw_new_value(l, 1);
	hr_vreg none = hr_lw_const(l, 1, 0), poison = hr_lw_any_poison(l, start);

	result->regs[0] = start->regs[0];
	for (uint32_t i = 0; i < a->count; i++) {
		hr_vreg next = vp_lane(l, row, s, on->regs[i], result->regs[0], a->regs[i]);

		result->regs[0] =
			hr_lw_select(l, hr_con_size(s->con), on->regs[i], next, result->regs[0]);
		if (hr_lw_poison(a, i) != HR_NO_REG)
			poison =
				hr_lw_or(l, poison,
					 hr_lw_select(l, 1, on->regs[i], hr_lw_poison(a, i), none));
		poison = hr_lw_or(l, poison, hr_lw_poison(on, i));
	}
	hr_lw_set_poison(l, result, 0, poison);
	hr_lw_define(l, call, result);
}

/* The addresses of lanes of a strided access. */
static hr_lw_value *strided(hr_lw *l, const hr_lw_value *base, hr_vreg stride, unsigned bits,
			    uint32_t count)
{
	hr_lw_value *addresses = hr_lw_new_value(l, count);

	stride = hr_lw_resize(l, stride, bits, 64, true);
	for (uint32_t i = 0; i < count; i++)
		addresses->regs[i] =
			hr_lw_bin(l, HR_OP_add_i64, base->regs[0],
				  hr_lw_bin(l, HR_OP_mul_i64, stride, hr_lw_const(l, 8, i)));
	return addresses;
}

enum { STRIDED = 3 }; /* how of vp_load and vp_store */

static bool vp_access(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row, LLVMValueRef vector,
		      unsigned pointer, masked *m)
{
	m->type = hr_lw_type_of_value(l, vector);
	m->address = hr_lw_operand(l, call, pointer);
	m->pointer = hr_lw_argument(call, pointer);
	m->mask = enabled(l, call, m->type->count, true);
	m->how = row->how == STRIDED ? BY_ADDRESS : row->how;
	if (row->how == STRIDED)
		m->address =
			strided(l, m->address, hr_lw_scalar(l, call, pointer + 1),
				LLVMGetIntTypeWidth(LLVMTypeOf(hr_lw_argument(call, pointer + 1))),
				m->type->count);
	hr_lw_check_poison(l, m->mask);
	if (!hr_type_bit_packed(m->type->type))
		return true;
	hr_it_refused(l, call, row);
	return false;
}

void hr_it_vp_load(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	masked m;
	hr_lw_value *result, *zeros;

	if (!vp_access(l, call, row, call, 0, &m))
		return;
	result = hr_lw_new_value(l, m.type->count);
	m.value = zeros = hr_lw_new_value(l, m.type->count);
	for (uint32_t i = 0; i < m.type->count; i++) {
		unsigned size = hr_con_size(m.type->scalars[i].con);

		zeros->regs[i] = hr_lw_const(l, size, 0);
		result->regs[i] = hr_lw_reg(l, size);
		load_lane(l, &m, i, result->regs[i]);
	}
	define_enabled(l, call, result, m.mask);
}

void hr_it_vp_store(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	masked m;

	if (!vp_access(l, call, row, hr_lw_argument(call, 0), 1, &m))
		return;
	m.value = hr_lw_operand(l, call, 0);
	for (uint32_t i = 0; i < m.type->count; i++)
		store_lane(l, &m, i);
}
