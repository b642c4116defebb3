/* src/arith/matrix.c -- products of matrices whose elements the lanes of a warp hold.
 *
 * With g = lane / 4, t = lane % 4, EACH elements in a register, and blocks J of 4 * EACH columns of A and rows of B:
 *
 *	A register 2 J + H      row g + 8 H, columns EACH t to EACH t + EACH - 1 of the block J
 *	B register J            column g, rows EACH t to EACH t + EACH - 1 of the block J
 *	C and D, element 2 H + N  row g + 8 H, column 2 t + N
 *
 * Source:    PTX ISA, "Warp-level matrix instructions".
 * Clauses:   W5. Products are exact and summed in binary64, and the sum is rounded once.
 * Not here:  which lanes take part (warp.c). */
#include "src/arith/arith.h"
#include "src/arith/warp.h"

enum { GROUP = 4, ROWS = 16, COLUMNS = 8, MOST_DEPTH = 32 };

static unsigned elements_in_register(uint32_t what)
{
	switch ((what & HR_PRODUCT_ELEMENTS) >> HR_WARP_COMBINE) {
	case HR_PRODUCT_TF32: return 1;
	case HR_PRODUCT_I8: return 4;
	default: return 2;
	}
}

/* Return register R of two in each of these operands of LANE. */
static uint32_t register_of(const uint64_t *first, const uint64_t *second, unsigned lane,
			    unsigned r)
{
	return (uint32_t)((r < 2 ? first : second)[lane] >> 32 * (r % 2));
}

/* --- floats ----------------------------------------------------------------------------------- */

/* Return element N of a register. TF32 has the upper 19 bits. */
static double float_element(uint32_t what, uint32_t word, unsigned n)
{
	switch ((what & HR_PRODUCT_ELEMENTS) >> HR_WARP_COMBINE) {
	case HR_PRODUCT_TF32: return hr_from_bits_f32(word & 0xffffe000);
	case HR_PRODUCT_F16: return hr_a_fpconv_f16_f64((uint16_t)(word >> 16 * n));
	default: return hr_a_fpconv_b16_f64((uint16_t)(word >> 16 * n));
	}
}

static double read_float(uint32_t what, const hr_warp_lanes *lanes, unsigned lane, unsigned element)
{
	if (what & HR_PRODUCT_HALVES)
		return hr_a_fpconv_f16_f64((uint16_t)(lanes->more[1][lane] >>
						      (element < 2 ? 0 : 32) >>
						      16 * (element % 2)));
	return hr_from_bits_f32(register_of(lanes->more[1], lanes->more[2], lane, element));
}

static void write_float(uint32_t what, hr_warp_lanes *lanes, unsigned lane, unsigned element,
			double value)
{
	uint64_t *to = element < 2 ? lanes->result : lanes->second;

	if (what & HR_PRODUCT_HALVES)
		lanes->result[lane] |= (uint64_t)hr_a_fpconv_f64_f16(value)
				       << (element < 2 ? 0 : 32) << 16 * (element % 2);
	else
		to[lane] |= (uint64_t)hr_bits_f32((float)value) << 32 * (element % 2);
}

/* --- integers --------------------------------------------------------------------------------- */

static int64_t byte_element(bool is_signed, uint32_t word, unsigned n)
{
	const uint8_t byte = (uint8_t)(word >> 8 * n);

	return is_signed ? (int8_t)byte : byte;
}

static uint32_t rounded_integer(uint32_t what, int64_t sum)
{
	if (what & HR_PRODUCT_SATURATED)
		sum = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum;
	return (uint32_t)sum;
}

/* --- products --------------------------------------------------------------------------------- */

/* Compute a product with elements of type T: A_ELEMENT and B_ELEMENT make them of registers, READ and WRITE access C
 * and D. */
#define MULTIPLY(T, a_element, b_element, read, write)                                             \
	T a[ROWS][MOST_DEPTH], b[MOST_DEPTH][COLUMNS];                                             \
	const unsigned each = elements_in_register(what),                                          \
		       blocks = what & HR_PRODUCT_TWO_BLOCKS ? 2 : 1,                              \
		       depth = blocks * GROUP * each;                                              \
                                                                                                   \
	for (unsigned lane = 0; lane < HR_PRODUCT_LANES; lane++) {                                 \
		const unsigned g = lane / GROUP, t = lane % GROUP;                                 \
		for (unsigned r = 0; r < 2 * blocks; r++) {                                        \
			const uint32_t x = register_of(lanes->value, lanes->operand, lane, r);     \
			for (unsigned n = 0; n < each; n++)                                        \
				a[g + 8 * (r % 2)][(r / 2 * GROUP + t) * each + n] =               \
					a_element(x, n);                                           \
		}                                                                                  \
		for (unsigned r = 0; r < blocks; r++) {                                            \
			const uint32_t x = register_of(lanes->more[0], NULL, lane, r);             \
			for (unsigned n = 0; n < each; n++)                                        \
				b[(r * GROUP + t) * each + n][g] = b_element(x, n);                \
		}                                                                                  \
		lanes->result[lane] = lanes->second[lane] = 0;                                     \
	}                                                                                          \
	for (unsigned row = 0; row < ROWS; row++) {                                                \
		T sums[COLUMNS];                                                                   \
		for (unsigned c = 0; c < COLUMNS; c++)                                             \
			sums[c] = read(row % 8 * GROUP + c / 2, row / 8 * 2 + c % 2);              \
		for (unsigned k = 0; k < depth; k++)                                               \
			for (unsigned c = 0; c < COLUMNS; c++)                                     \
				sums[c] += a[row][k] * b[k][c];                                    \
		for (unsigned c = 0; c < COLUMNS; c++)                                             \
			write(row % 8 * GROUP + c / 2, row / 8 * 2 + c % 2, sums[c]);              \
	}

static void multiply_floats(uint32_t what, hr_warp_lanes *lanes)
{
#define ELEMENT(word, n)            float_element(what, word, n)
#define READ(lane, element)         read_float(what, lanes, lane, element)
#define WRITE(lane, element, value) write_float(what, lanes, lane, element, value)
	MULTIPLY(double, ELEMENT, ELEMENT, READ, WRITE)
#undef ELEMENT
#undef READ
#undef WRITE
}

static void multiply_bytes(uint32_t what, hr_warp_lanes *lanes)
{
#define A_ELEMENT(word, n)  byte_element(what &HR_PRODUCT_A_SIGNED, word, n)
#define B_ELEMENT(word, n)  byte_element(what &HR_PRODUCT_B_SIGNED, word, n)
#define READ(lane, element) (int32_t)register_of(lanes->more[1], lanes->more[2], lane, element)
#define WRITE(lane, element, value)                                                                \
	((element) < 2 ? lanes->result : lanes->second)[lane] |=                                   \
		(uint64_t)rounded_integer(what, value) << 32 * ((element) % 2)
	MULTIPLY(int64_t, A_ELEMENT, B_ELEMENT, READ, WRITE)
#undef A_ELEMENT
#undef B_ELEMENT
#undef READ
#undef WRITE
}

void hr_warp_product(uint32_t what, hr_warp_lanes *lanes)
{
	if ((what & HR_PRODUCT_ELEMENTS) >> HR_WARP_COMBINE == HR_PRODUCT_I8)
		multiply_bytes(what, lanes);
	else
		multiply_floats(what, lanes);
}
