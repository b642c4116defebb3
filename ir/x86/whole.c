/* ir/x86/whole.c -- meanings that set several results together: carries, cryptography, strings.
 *
 * Invariant: as in terms.c.
 * Owns:      nothing.
 * Not here:  accesses to memory (memory.c). */
#include <string.h>

#include "ir/x86/x86_terms.h"

static void set(hr_x86_call *x, uint32_t i, el value)
{
	x->results[i].reg = value.reg;
	x->results[i].poison = value.poison;
}

void hr_x86_w_nothing(hr_x86_call *x)
{
	(void)x;
}

void hr_x86_w_zeros(hr_x86_call *x)
{
	for (uint32_t i = 0; i < x->count; i++)
		set(x, i, K(x->results[i].bits, 0));
}

/* --- carries ---------------------------------------------------------------------------------- */

void hr_x86_w_addcarry(hr_x86_call *x)
{
	unsigned bits = B(0).bits;
	el carry = ZX(NE(A(0), K(8, 0)), 2 * bits);
	el sum = ADD(ADD(ZX(B(0), 2 * bits), ZX(C(0), 2 * bits)), carry);

	set(x, 0, TR(LSHRK(sum, bits), 8));
	set(x, 1, TR(sum, bits));
}

void hr_x86_w_subborrow(hr_x86_call *x)
{
	unsigned bits = B(0).bits;
	el borrow = ZX(NE(A(0), K(8, 0)), 2 * bits);
	el sum = SUB(SUB(ZX(B(0), 2 * bits), ZX(C(0), 2 * bits)), borrow);

	set(x, 0, ANDK(TR(LSHRK(sum, bits), 8), 1));
	set(x, 1, TR(sum, bits));
}

/* A mask as an integer of 64 bits. */
static el mask_of(hr_x86_call *x, unsigned operand)
{
	el result = K(64, 0);

	for (uint32_t k = 0; k < x->operands[operand].count; k++)
		result = OR(result, SHLK(ZX(BIT(operand, k), 64), k));
	return result;
}

void hr_x86_w_kadd(hr_x86_call *x)
{
	el sum = ADD(mask_of(x, 0), mask_of(x, 1));

	for (uint32_t i = 0; i < x->count; i++)
		set(x, i, TR(LSHRK(sum, i), 1));
}

void hr_x86_w_pclmul(hr_x86_call *x)
{
	for (uint32_t i = 0; i < x->count; i += 2) {
		el p = A(i + (IMM(2) & 1)), q = B(i + (IMM(2) >> 4 & 1));
		el whole = hr_x86_bin(x, HR_OP_clmul_i128, ZX(p, 128), ZX(q, 128));

		set(x, i, TR(whole, 64));
		set(x, i + 1, TR(LSHRK(whole, 64), 64));
	}
}

/* --- elements by a mask ----------------------------------------------------------------------- */

void hr_x86_w_compress(hr_x86_call *x)
{
	el taken = K(32, 0), to[64];

	for (uint32_t i = 0; i < x->count; i++)
		to[i] = B(i);
	for (uint32_t i = 0; i < x->count; i++) {
		for (uint32_t k = 0; k <= i; k++)
			to[k] = SEL(AND(BIT(2, i), EQ(taken, K(32, k))), A(i), to[k]);
		taken = ADD(taken, ZX(BIT(2, i), 32));
	}
	for (uint32_t i = 0; i < x->count; i++)
		set(x, i, to[i]);
}

void hr_x86_w_expand(hr_x86_call *x)
{
	el taken = K(32, 0);

	for (uint32_t i = 0; i < x->count; i++) {
		set(x, i, SEL(BIT(2, i), PICK(0, taken, 0, x->count), B(i)));
		taken = ADD(taken, ZX(BIT(2, i), 32));
	}
}

/* --- AES -------------------------------------------------------------------------------------- */

static el turned(hr_x86_call *x, el p, unsigned by)
{
	return OR(SHLK(p, by), LSHRK(p, 8 - by));
}

static el substituted(hr_x86_call *x, el p, bool inverse)
{
	el result;

	if (inverse) {
		result = XOR(XOR(turned(x, p, 1), turned(x, p, 3)), XOR(turned(x, p, 6), K(8, 5)));
		return hr_x86_un(x, HR_OP_gfinv_i8, result);
	}
	p = hr_x86_un(x, HR_OP_gfinv_i8, p);
	result = XOR(p, K(8, 0x63));
	for (unsigned k = 1; k <= 4; k++)
		result = XOR(result, turned(x, p, k));
	return result;
}

/* Multiply each column by the matrix of which FACTORS is the first row. */
static void mix_columns(hr_x86_call *x, el *state, const uint8_t *factors)
{
	el old[16];

	memcpy(old, state, sizeof(old));
	for (unsigned i = 0; i < 16; i++) {
		state[i] = K(8, 0);
		for (unsigned k = 0; k < 4; k++)
			state[i] = XOR(state[i],
				       hr_x86_bin(x, HR_OP_gfmul_i8, old[i / 4 * 4 + (i + k) % 4],
						  K(8, factors[k])));
	}
}

static const uint8_t mix[4] = {2, 3, 1, 1}, unmix[4] = {14, 11, 13, 9};

/* Set results FIRST and FIRST + 1 from 16 bytes. */
static void set_bytes(hr_x86_call *x, uint32_t first, const el *bytes)
{
	for (uint32_t i = 0; i < 2; i++) {
		el whole = K(64, 0);

		for (uint32_t k = 0; k < 8; k++)
			whole = OR(whole, SHLK(ZX(bytes[8 * i + k], 64), 8 * k));
		set(x, first + i, whole);
	}
}

static void aes_round(hr_x86_call *x, bool inverse)
{
	bool last = strstr(x->name, "last") != NULL;

	for (uint32_t lane = 0; lane < x->count / 2; lane++) {
		el state[16];

		for (uint32_t i = 0; i < 16; i++) {
			uint32_t row = i % 4, column = (i / 4 + (inverse ? 4 - row : row)) % 4;

			state[i] =
				substituted(x, PART(0, 8, 16 * lane + 4 * column + row), inverse);
		}
		if (!last)
			mix_columns(x, state, inverse ? unmix : mix);
		for (uint32_t i = 0; i < 16; i++)
			state[i] = XOR(state[i], PART(1, 8, 16 * lane + i));
		set_bytes(x, 2 * lane, state);
	}
}

void hr_x86_w_aesenc(hr_x86_call *x)
{
	aes_round(x, false);
}

void hr_x86_w_aesdec(hr_x86_call *x)
{
	aes_round(x, true);
}

void hr_x86_w_aesimc(hr_x86_call *x)
{
	el state[16];

	for (uint32_t i = 0; i < 16; i++)
		state[i] = PART(0, 8, i);
	mix_columns(x, state, unmix);
	set_bytes(x, 0, state);
}

void hr_x86_w_aeskeygen(hr_x86_call *x)
{
	el state[16];

	for (uint32_t i = 0; i < 16; i++) {
		uint32_t word = i / 8 * 8 + 4, turn = i / 4 % 2;

		state[i] = substituted(x, PART(0, 8, word + (i + turn) % 4), false);
		if (i % 8 == 4)
			state[i] = XOR(state[i], K(8, IMM(1)));
	}
	set_bytes(x, 0, state);
}

/* --- SHA -------------------------------------------------------------------------------------- */

static el majority(hr_x86_call *x, el p, el q, el r)
{
	return OR(AND(p, q), AND(r, OR(p, q)));
}

static el choice(hr_x86_call *x, el p, el q, el r)
{
	return XOR(AND(p, q), AND(NOT(p), r));
}

void hr_x86_w_sha1rnds4(hr_x86_call *x)
{
	static const uint32_t constants[4] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
	unsigned part = IMM(2) & 3;
	el v[5] = {A(3), A(2), A(1), A(0), K(32, 0)};

	for (unsigned k = 0; k < 4; k++) {
		el f = part == 0   ? choice(x, v[1], v[2], v[3])
		       : part == 2 ? majority(x, v[1], v[2], v[3])
				   : XOR(XOR(v[1], v[2]), v[3]);
		el next = ADD(ADD(ADD(f, ROTL(v[0], 5)), ADD(B(3 - k), v[4])),
			      K(32, constants[part]));

		memmove(v + 1, v, 4 * sizeof(*v));
		v[0] = next;
		v[2] = ROTL(v[2], 30);
	}
	for (unsigned k = 0; k < 4; k++)
		set(x, k, v[3 - k]);
}

static el big_sigma(hr_x86_call *x, el p, unsigned first, unsigned second, unsigned third)
{
	return XOR(XOR(ROTL(p, 32 - first), ROTL(p, 32 - second)), ROTL(p, 32 - third));
}

void hr_x86_w_sha256rnds2(hr_x86_call *x)
{
	el v[8] = {B(3), B(2), A(3), A(2), B(1), B(0), A(1), A(0)};

	for (unsigned k = 0; k < 2; k++) {
		el t = ADD(ADD(choice(x, v[4], v[5], v[6]), big_sigma(x, v[4], 6, 11, 25)),
			   ADD(C(k), v[7]));
		el next = ADD(t, ADD(majority(x, v[0], v[1], v[2]), big_sigma(x, v[0], 2, 13, 22)));
		el middle = ADD(t, v[3]);

		memmove(v + 1, v, 7 * sizeof(*v));
		v[0] = next;
		v[4] = middle;
	}
	set(x, 0, v[5]);
	set(x, 1, v[4]);
	set(x, 2, v[1]);
	set(x, 3, v[0]);
}

/* --- strings of SSE4.2 ------------------------------------------------------------------------ */

/* The explicit form has a length after each string. */
static el compared(hr_x86_call *x)
{
	bool is_explicit = x->operand_count == 5;
	unsigned last = x->operand_count - 1;
	el p = PART(0, 128, 0), q = PART(is_explicit ? 2 : 1, 128, 0);
	el how = K(128, (hr_u128)(IMM(last) & 255) << 64 | (hr_u128)is_explicit << 72);

	if (is_explicit)
		how = OR(how, OR(ZX(B(0), 128), SHLK(ZX(hr_x86_at(x, 3, 0), 128), 32)));
	return hr_x86_ter(x, HR_OP_pcmpstr_i128, p, q, how);
}

void hr_x86_w_pcmpstr_index(hr_x86_call *x)
{
	set(x, 0, TR(LSHRK(compared(x), 32), 32));
}

void hr_x86_w_pcmpstr_flag(hr_x86_call *x)
{
	static const char order[] = "czso";
	el whole = TR(compared(x), 32);
	char flag = x->name[strlen("sse42.pcmpestri")];

	if (flag == 'a')
		set(x, 0, ZX(EQ(ANDK(whole, 3u << 16), K(32, 0)), 32));
	else
		set(x, 0, ANDK(LSHRK(whole, 16 + (unsigned)(strchr(order, flag) - order)), 1));
}

void hr_x86_w_pcmpstr_mask(hr_x86_call *x)
{
	unsigned how = IMM(x->operand_count - 1), bytes = how & 1 ? 2 : 1;
	el whole = TR(compared(x), 16);

	for (uint32_t i = 0; i < 16; i++)
		if (how & 64)
			set(x, i, SUB(K(8, 0), ZX(TR(LSHRK(whole, i / bytes), 1), 8)));
		else
			set(x, i, i < 2 ? TR(LSHRK(whole, 8 * i), 8) : K(8, 0));
}
