/* ir/x86/memory.c -- accesses to memory, some of them under a mask.
 *
 * An element whose mask is 0 accesses no memory. Poison that is stored, or in an address, is an
 * error, as in other loads and stores.
 *
 * Owns:      nothing. */
#include <string.h>

#include "ir/x86/x86_terms.h"

/* Element I of the mask: its bit, or the sign of an element of a vector. */
static el mask(hr_x86_call *x, unsigned operand, uint32_t i)
{
	el element = hr_x86_at(x, operand, i);
	el result = x->operands[operand].count > 1 && element.bits > 1 ? SIGN(element)
								       : BIT(operand, i);

	x->build->effect(x->lower, result.poison);
	return result;
}

static el place(el pointer, hr_x86_call *x, uint32_t i, unsigned bits)
{
	return ADD(pointer, K(64, (uint64_t)i * (bits / 8)));
}

static el indexed(el pointer, hr_x86_call *x, unsigned operand, uint32_t i, unsigned scale)
{
	return ADD(pointer, MUL(SX(hr_x86_at(x, operand, i), 64), K(64, scale)));
}

/* An access that is done must not depend on POISON. */
static void access_needs(hr_x86_call *x, el condition, uint32_t poison)
{
	if (poison == HR_X86_NO_REG)
		return;
	if (condition.reg != HR_X86_NO_REG)
		poison = x->build->select(x->lower, 1, condition.reg, poison,
					  x->build->constant(x->lower, 1, 0));
	x->build->effect(x->lower, poison);
}

/* Set result I to what is at ADDRESS, or to OTHERWISE. */
static void load(hr_x86_call *x, uint32_t i, el condition, el address, el otherwise)
{
	access_needs(x, condition, address.poison);
	x->results[i].reg = x->build->load(x->lower, condition.reg, address.reg, x->results[i].con,
					   otherwise.reg);
	x->results[i].poison = HR_X86_NO_REG;
	if (otherwise.poison != HR_X86_NO_REG)
		x->results[i].poison =
			x->build->select(x->lower, 1, condition.reg,
					 x->build->constant(x->lower, 1, 0), otherwise.poison);
}

static void store(hr_x86_call *x, el condition, el address, el value)
{
	access_needs(x, condition, x->build->either(x->lower, address.poison, value.poison));
	x->build->store(x->lower, condition.reg, address.reg, value.con, value.reg);
}

void hr_x86_w_ldu(hr_x86_call *x)
{
	for (uint32_t i = 0; i < x->count; i++)
		load(x, i, (el){.reg = HR_X86_NO_REG}, place(A(0), x, i, BITS), ZERO);
}

void hr_x86_w_maskload(hr_x86_call *x)
{
	for (uint32_t i = 0; i < x->count; i++)
		load(x, i, mask(x, 1, i), place(A(0), x, i, BITS), ZERO);
}

void hr_x86_w_maskstore(hr_x86_call *x)
{
	for (uint32_t i = 0; i < x->operands[2].count; i++)
		store(x, mask(x, 1, i), place(A(0), x, i, C(i).bits), C(i));
}

void hr_x86_w_maskmov(hr_x86_call *x)
{
	for (uint32_t i = 0; i < x->operands[0].count; i++)
		store(x, mask(x, 1, i), place(C(0), x, i, 8), A(i));
}

/* value for disabled elements, pointer, indices, mask, scale; elements without an index are 0 */
void hr_x86_w_gather(hr_x86_call *x)
{
	for (uint32_t i = 0; i < x->count; i++)
		if (i < x->operands[2].count) {
			load(x, i, mask(x, 3, i), indexed(B(0), x, 2, i, IMM(4)), A(i));
		} else {
			x->results[i].reg = ZERO.reg;
			x->results[i].poison = HR_X86_NO_REG;
		}
}

/* pointer, mask, indices, values, scale */
void hr_x86_w_scatter(hr_x86_call *x)
{
	for (uint32_t i = 0; i < x->operands[3].count && i < x->operands[2].count; i++)
		store(x, mask(x, 1, i), indexed(A(0), x, 2, i, IMM(4)), hr_x86_at(x, 3, i));
}

/* pointer, values, mask; the name says how values are shortened: signed, unsigned or not
 * saturated, to the size of the last letter before `.mem` */
void hr_x86_w_pmov_mem(hr_x86_call *x)
{
	char size = strstr(x->name, ".mem")[-1];
	unsigned bits = size == 'b' ? 8 : size == 'w' ? 16 : 32;

	for (uint32_t i = 0; i < x->operands[1].count; i++) {
		el value = strstr(x->name, "pmovs.")    ? SAT_S(B(i), bits)
			   : strstr(x->name, "pmovus.") ? SAT_UU(B(i), bits)
							: TR(B(i), bits);

		store(x, mask(x, 2, i), place(A(0), x, i, bits), value);
	}
}

/* --- MXCSR: the lowest six bits say which exceptions there were, which is not observed -------- */

void hr_x86_w_stmxcsr(hr_x86_call *x)
{
	store(x, (el){.reg = HR_X86_NO_REG}, A(0), K(32, 0x1f80));
}

void hr_x86_w_ldmxcsr(hr_x86_call *x)
{
	el value = K(32, 0);

	value.reg = x->build->load(x->lower, HR_X86_NO_REG, A(0).reg, HR_C_I32, value.reg);
	x->build->need(x->lower, EQ(ANDK(value, 0xffc0), K(32, 0x1f80)).reg);
}
