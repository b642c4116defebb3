/* ir/lower/intrinsic_mask.c -- masked loads and stores: contiguous, gather and scatter, expanding
 * and compressing.
 *
 * A disabled lane accesses no memory, so each lane is behind a separate branch.
 *
 * Owns:      nothing. */
#include "ir/lower/intrinsic.h"

enum { CONTIGUOUS, BY_ADDRESS, PACKED }; /* intrinsic.def: how */

/* The mask is the last but one operand of loads and the last of stores; the alignment before it is
 * an operand up to LLVM 21 and an attribute since 22. */
typedef struct masked {
	const hr_lw_type *type;                    /* type of the vector */
	const hr_lw_value *address, *mask, *value; /* value: stored, or for disabled lanes */
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

void hr_it_masked_store(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	masked m;

	if (!begin(l, call, row, false, &m))
		return;
	for (uint32_t i = 0; i < m.type->count; i++) {
		uint32_t yes = hr_lw_chunk_new(l), join = hr_lw_chunk_new(l);
		hr_scalar scalar;
		hr_lw_address at;

		hr_lw_branch(l, m.mask->regs[i], yes, join);
		hr_lw_begin(l, yes);
		at = lane_address(&m, i, &scalar);
		hr_lw_store(l, &at, &scalar, m.value->regs[i]);
		advance(l, &m, &scalar);
		hr_lw_begin(l, join);
	}
}
