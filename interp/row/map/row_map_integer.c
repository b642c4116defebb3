/* interp/row/map/row_map_integer.c -- maps of integers and bool: exact, wrapping.
 *
 * Operands are 64 bits wide, sign- or zero-extended; storing a result wraps it to its type. A result is
 * unsure if an operand is.
 * Not here:  the formulas (row_map.def). */
#include "interp/row/map/row_map.h"

static int64_t wrap_add(int64_t x, int64_t y)
{
	return (int64_t)((uint64_t)x + (uint64_t)y);
}

static int64_t wrap_sub(int64_t x, int64_t y)
{
	return (int64_t)((uint64_t)x - (uint64_t)y);
}

static int64_t wrap_mul(int64_t x, int64_t y)
{
	return (int64_t)((uint64_t)x * (uint64_t)y);
}

static int64_t quotient(int64_t x, int64_t y)
{
	return y == 0 ? 0 : y == -1 ? wrap_sub(0, x) : x / y;
}

/* Return the remainder with the sign of the dividend, or of the divisor; 0 for a division by 0. */
static int64_t integer_remainder(int64_t x, int64_t y, unsigned of_dividend)
{
	int64_t part = y == 0 || y == -1 ? 0 : x % y;

	return !of_dividend && part != 0 && (part < 0) != (y < 0) ? part + y : part;
}

int64_t hr_map_integer_power(int64_t x, int64_t y)
{
	int64_t power = 1;

	if (y < 0)
		return x == 1 ? 1 : x == -1 ? (y & 1 ? -1 : 1) : 0;
	for (; y > 0; y >>= 1, x = wrap_mul(x, x))
		if (y & 1)
			power = wrap_mul(power, x);
	return power;
}

/* --- from the table --------------------------------------------------------------------------- */

#define INT1(ident, formula)                                                                       \
	static void map_##ident(hr_map_block *b)                                                   \
	{                                                                                          \
		unsigned bits HR_MAP_UNUSED =                                                      \
			b->from == HR_E_BOOL ? 1 : 8 * (unsigned)hr_elem_bytes(b->from);           \
                                                                                                   \
		for (unsigned i = 0; i < b->count; i++) {                                          \
			int64_t x HR_MAP_UNUSED = b->in[0].integer[i];                             \
                                                                                                   \
			b->out.integer[i] = formula;                                               \
			b->out_error[i] = b->exact ? 0 : b->error[0][i];                           \
		}                                                                                  \
	}
#define INT2(ident, formula)                                                                       \
	static void map_##ident(hr_map_block *b)                                                   \
	{                                                                                          \
		unsigned option HR_MAP_UNUSED = b->option;                                         \
		unsigned bits HR_MAP_UNUSED =                                                      \
			b->from == HR_E_BOOL ? 1 : 8 * (unsigned)hr_elem_bytes(b->from);           \
                                                                                                   \
		for (unsigned i = 0; i < b->count; i++) {                                          \
			int64_t x = b->in[0].integer[i], y = b->in[1].integer[i];                  \
                                                                                                   \
			b->out.integer[i] = formula;                                               \
			b->out_error[i] = b->exact ? 0 : b->error[0][i] + b->error[1][i];          \
		}                                                                                  \
	}
#define TEST2(ident, test) INT2(ident, test)
#include "interp/row/map/row_map.def"

hr_map_function *hr_map_of_integers(hr_row row)
{
	static hr_map_function *const functions[HR_R_COUNT] = {
#define INT1(ident, value) [HR_R_##ident] = map_##ident,
#define INT2(ident, value) [HR_R_##ident] = map_##ident,
#define TEST2(ident, test) [HR_R_##ident] = map_##ident,
#include "interp/row/map/row_map.def"
	};

	return functions[row];
}
