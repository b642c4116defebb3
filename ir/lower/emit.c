/* ir/lower/emit.c -- builds code: virtual registers, constants, words, chunks.
 *
 * Invariant: words are only added to the current chunk; nothing is added if there is none, so code
 *            after a trap or a return disappears.
 * Owns:      the vectors of hr_lw that it fills; hr_lower() frees them.
 * Not here:  the meaning of instructions. */
#include "ir/lower/lower_private.h"

/* --- registers and constants ------------------------------------------------------------------ */

hr_vreg hr_lw_reg(hr_lw *l, unsigned size)
{
	HR_PUSH(&l->vregs, (hr_lw_vreg){.size = (uint8_t)size, .kind = HR_VREG_PLAIN});
	return (hr_vreg)l->vregs.count - 1;
}

hr_vreg hr_lw_slot_reg(hr_lw *l, unsigned size, uint32_t slot, uint32_t offset)
{
	HR_PUSH(&l->vregs, (hr_lw_vreg){.size = (uint8_t)size,
					.kind = HR_VREG_SLOT,
					.index = slot,
					.offset = offset});
	return (hr_vreg)l->vregs.count - 1;
}

static bool same_constant(const hr_lw_constant *a, const hr_lw_constant *b)
{
	if (a->size != b->size || a->bits != b->bits || a->has_symbol != b->has_symbol)
		return false;
	if (a->undefined != b->undefined || a->poison != b->poison || a->user != b->user ||
	    a->phi != b->phi)
		return false;
	return !a->has_symbol ||
	       (a->symbol.kind == b->symbol.kind && a->symbol.index == b->symbol.index &&
		a->symbol.function == b->symbol.function);
}

static hr_vreg intern(hr_lw *l, const hr_lw_constant *wanted)
{
	uint64_t key = (uint64_t)wanted->bits ^ (uint64_t)(wanted->bits >> 64) * 31 ^
		       (uint64_t)wanted->size << 56;
	uint64_t found, first = UINT32_MAX;

	if (wanted->has_symbol)
		key ^= (uint64_t)wanted->symbol.index << 32 ^ (uint64_t)wanted->symbol.kind << 60;
	/* next is the virtual register of the next constant in the chain */
	if (hr_map_get(&l->constant_chains, key, &found)) {
		first = found;
		for (uint32_t reg = (uint32_t)found; reg != HR_NO_REG;) {
			hr_lw_constant *c = &l->constants.data[l->vregs.data[reg].index];

			if (same_constant(c, wanted))
				return reg;
			reg = c->next;
		}
	}
	HR_PUSH(&l->constants, *wanted);
	HR_LAST(&l->constants).next = (uint32_t)first;
	HR_PUSH(&l->vregs, (hr_lw_vreg){.size = (uint8_t)wanted->size,
					.kind = HR_VREG_CONST,
					.index = (uint32_t)l->constants.count - 1});
	hr_map_put(&l->constant_chains, key, l->vregs.count - 1);
	return (hr_vreg)l->vregs.count - 1;
}

hr_vreg hr_lw_const(hr_lw *l, unsigned size, hr_u128 bits)
{
	if (size < 16)
		bits &= ((hr_u128)1 << 8 * size) - 1;
	return intern(l, &(hr_lw_constant){.bits = bits, .size = size});
}

hr_vreg hr_lw_undefined(hr_lw *l, unsigned size, uint32_t bits)
{
	return intern(
		l, &(hr_lw_constant){
			   .size = size, .undefined = bits, .user = l->instruction, .phi = l->phi});
}

hr_vreg hr_lw_poison_constant(hr_lw *l, unsigned size)
{
	return intern(l, &(hr_lw_constant){.size = size,
					   .undefined = 8 * size,
					   .poison = true,
					   .user = l->instruction,
					   .phi = l->phi});
}

hr_vreg hr_lw_symbol(hr_lw *l, hr_u128 addend, const hr_atom_symbol *symbol)
{
	return intern(l, &(hr_lw_constant){.bits = (uint64_t)addend,
					   .size = 8,
					   .has_symbol = true,
					   .symbol = *symbol});
}

bool hr_lw_is_const(const hr_lw *l, hr_vreg reg, hr_u128 *bits)
{
	const hr_lw_vreg *v = &l->vregs.data[reg];

	if (v->kind != HR_VREG_CONST || l->constants.data[v->index].has_symbol)
		return false;
	/* operations on an undefined constant are kept, so that checkers see its way */
	if (l->follows_poison && l->constants.data[v->index].undefined)
		return false;
	*bits = l->constants.data[v->index].bits;
	return true;
}

/* --- words ------------------------------------------------------------------------------------ */

void hr_lw_emit(hr_lw *l, hr_op op, const uint32_t *operands, unsigned count)
{
	if (count + 1 != hr_op_infos[op].length)
		hr_bug("%s emitted with %u operand words", hr_op_infos[op].name, count);
	if (l->chunk == HR_NO_REG)
		return;
	l->last_word = (uint32_t)l->words.count;
	HR_PUSH(&l->words, op);
	for (unsigned i = 0; i < count; i++)
		HR_PUSH(&l->words, operands[i]);
}

hr_vreg hr_lw_un(hr_lw *l, hr_op op, hr_vreg a)
{
	hr_vreg d = hr_lw_reg(l, hr_con_size((hr_con)hr_op_infos[op].to));

	HR_EMIT(l, op, d, a);
	return d;
}

hr_vreg hr_lw_uni(hr_lw *l, hr_op op, hr_vreg a, uint32_t immediate)
{
	hr_vreg d = hr_lw_reg(l, hr_con_size((hr_con)hr_op_infos[op].to));

	HR_EMIT(l, op, d, a, immediate);
	return d;
}

hr_vreg hr_lw_bin(hr_lw *l, hr_op op, hr_vreg a, hr_vreg b)
{
	return hr_lw_uni(l, op, a, b);
}

hr_vreg hr_lw_ter(hr_lw *l, hr_op op, hr_vreg a, hr_vreg b, hr_vreg c)
{
	hr_vreg d = hr_lw_reg(l, hr_con_size((hr_con)hr_op_infos[op].to));

	HR_EMIT(l, op, d, a, b, c);
	return d;
}

hr_con hr_con_of_size(unsigned size)
{
	switch (size) {
	case 1: return HR_C_I8;
	case 2: return HR_C_I16;
	case 4: return HR_C_I32;
	case 8: return HR_C_I64;
	case 16: return HR_C_I128;
	default: hr_bug("no container has %u bytes", size);
	}
}

hr_con hr_con_of_bits(unsigned bits)
{
	return bits <= 8    ? HR_C_I8
	       : bits <= 16 ? HR_C_I16
	       : bits <= 32 ? HR_C_I32
	       : bits <= 64 ? HR_C_I64
			    : HR_C_I128;
}

hr_op hr_op_int(hr_op first, hr_con con)
{
	if (con > HR_C_I128)
		hr_bug("%s of %s", hr_op_infos[first].name, hr_con_name(con));
	return (hr_op)((unsigned)first + con);
}

hr_op hr_op_float(hr_op first, hr_con con)
{
	if (con < HR_C_F16 || con >= HR_C_COUNT)
		hr_bug("%s of %s", hr_op_infos[first].name, hr_con_name(con));
	return (hr_op)(first + (con - HR_C_F16));
}

hr_vreg hr_lw_select(hr_lw *l, unsigned size, hr_vreg condition, hr_vreg a, hr_vreg b)
{
	return a == b ? a : hr_lw_select_always(l, size, condition, a, b);
}

hr_vreg hr_lw_select_always(hr_lw *l, unsigned size, hr_vreg condition, hr_vreg a, hr_vreg b)
{
	hr_u128 bits;

	if (hr_lw_is_const(l, condition, &bits))
		return bits ? a : b;
	return hr_lw_ter(l, hr_op_int(HR_OP_select_i8, hr_con_of_size(size)), condition, a, b);
}

void hr_lw_move(hr_lw *l, hr_vreg to, hr_vreg from)
{
	if (to != from)
		HR_EMIT(l, hr_op_int(HR_OP_mov_i8, hr_con_of_size(l->vregs.data[to].size)), to,
			from);
}

void hr_lw_lea(hr_lw *l, hr_vreg to, hr_vreg base, int64_t offset)
{
	HR_EMIT(l, HR_OP_lea, to, base, (uint32_t)offset, (uint32_t)((uint64_t)offset >> 32));
}

/* --- chunks ----------------------------------------------------------------------------------- */

uint32_t hr_lw_chunk_new(hr_lw *l)
{
	HR_PUSH(&l->chunks, (hr_lw_chunk){0});
	return (uint32_t)l->chunks.count - 1;
}

static void end_chunk(hr_lw *l)
{
	if (l->chunk != HR_NO_REG) {
		l->chunks.data[l->chunk].end = (uint32_t)l->words.count;
		l->chunks.data[l->chunk].last = l->last_word;
	}
	l->chunk = HR_NO_REG;
}

void hr_lw_begin(hr_lw *l, uint32_t chunk)
{
	if (l->chunk != HR_NO_REG)
		hr_lw_jump(l, chunk);
	if (l->chunks.data[chunk].begun)
		hr_bug("chunk %u is begun twice", chunk);
	l->chunks.data[chunk].begun = true;
	l->chunks.data[chunk].begin = (uint32_t)l->words.count;
	HR_PUSH(&l->sequence, chunk);
	l->chunk = chunk;
	if (l->instruction)
		HR_PUSH(&l->places, (hr_lw_place){(uint32_t)l->words.count, l->instruction});
}

void hr_lw_jump(hr_lw *l, uint32_t chunk)
{
	HR_EMIT(l, HR_OP_jmp, chunk);
	end_chunk(l);
}

void hr_lw_branch(hr_lw *l, hr_vreg condition, uint32_t yes, uint32_t no)
{
	hr_u128 bits;

	if (yes == no || hr_lw_is_const(l, condition, &bits)) {
		hr_lw_jump(l, yes == no || bits ? yes : no);
		return;
	}
	HR_EMIT(l, HR_OP_jnz, condition, yes, no);
	end_chunk(l);
}

void hr_lw_end(hr_lw *l)
{
	end_chunk(l);
}

void hr_lw_trap(hr_lw *l, hr_diag_id id)
{
	HR_EMIT(l, HR_OP_trap, (uint32_t)id);
	end_chunk(l);
}

void hr_lw_trap_if(hr_lw *l, hr_vreg condition, hr_diag_id id)
{
	hr_u128 bits;

	if (!hr_lw_is_const(l, condition, &bits))
		HR_EMIT(l, HR_OP_trap_if, condition, (uint32_t)id);
	else if (bits)
		hr_lw_trap(l, id);
}

LLVMValueRef hr_lw_instruction_at(const hr_lw *l, uint32_t word)
{
	size_t low = 0, high = l->places.count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (l->places.data[middle].word <= word)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? l->places.data[low - 1].instruction : NULL;
}
