/* interp/lanes/handlers/compare.c -- comparisons of affine values, with results in bytes or in
 * bits, and operations on these bits; compiled once for each instruction set.
 *
 * Affine values are compared by rows of the tile: a row has at most one part where the comparison
 * holds and one where it does not (for equality, three parts). Bits are used for webs whose only
 * uses are conditions (interp/lanes/build/emit_bits.c). */
#include <string.h>

#include "interp/lanes/handlers/lane_set.h"
#include "src/arith/arith.h"

/* --- comparisons of affine values ------------------------------------------------------------- */

/* FIRST + column * RIGHT + row * DOWN, which does not overflow the type of the comparison. */
typedef struct plane {
	int64_t first, right, down;
} plane;

enum { FARTHEST = 61, FAR_STEP = 40 }; /* maximal bits of values and of strides */

static inline bool is_step(int64_t step)
{
	return step <= INT64_C(1) << FAR_STEP && step >= -(INT64_C(1) << FAR_STEP);
}

static bool plane_of(const hr_batch *batch, const lane_affine *a, uint32_t size, bool is_signed,
		     plane *found)
{
	const int64_t most = size == 8   ? INT64_C(1) << FARTHEST
			     : is_signed ? INT32_MAX
					 : UINT32_MAX;
	const int64_t least = !is_signed ? 0 : size == 8 ? -most : INT32_MIN;
	int64_t right, down, low, high;

	found->first = size == 8   ? (int64_t)a->base
		       : is_signed ? (int32_t)a->base
				   : (int64_t)(uint32_t)a->base;
	found->right = size == 8 ? (int64_t)a->stride[0] : (int32_t)a->stride[0];
	found->down = size == 8 ? (int64_t)a->stride[1] : (int32_t)a->stride[1];
	if (found->first < least || found->first > most || !is_step(found->right) ||
	    !is_step(found->down))
		return false;
	right = found->right * (int64_t)(batch->columns - 1);
	down = found->down * (int64_t)(batch->rows - 1);
	low = found->first + (right < 0 ? right : 0) + (down < 0 ? down : 0);
	high = found->first + (right > 0 ? right : 0) + (down > 0 ? down : 0);
	return low >= least && high <= most;
}

/* The same for a value that is compared with one of which plane_of() returns true: a uniform value that
 * is farther than all of these becomes the nearest such value. */
static bool bound_of(const hr_batch *batch, const lane_affine *a, uint32_t size, bool is_signed,
		     plane *found)
{
	const int64_t beyond = (INT64_C(1) << FARTHEST) + 1;

	if (plane_of(batch, a, size, is_signed, found))
		return true;
	*found = (plane){is_signed && (int64_t)a->base < 0 ? -beyond : beyond, 0, 0};
	return size == 8 && !a->stride[0] && !a->stride[1];
}

/* Set *LOW and *HIGH to the range of i below COUNT in which FIRST + i * STEP is negative. */
static inline void negative_part(int64_t first, int64_t step, int64_t count, int64_t *low,
				 int64_t *high)
{
	*low = 0;
	*high = first < 0 ? count : 0;
	if (step > 0 && first < 0) {
		*high = step == 1 ? -first : (-first + step - 1) / step;
	} else if (step < 0 && first >= 0) {
		*low = (step == -1 ? first : first / -step) + 1;
		*high = count;
	}
	*high = *high < count ? *high : count;
	*low = *low < *high ? *low : *high;
}

/* Set them to the range in which it is 0. */
static inline void zero_part(int64_t first, int64_t step, int64_t count, int64_t *low,
			     int64_t *high)
{
	bool single = step == 1 || step == -1;
	bool meets = single || (step ? -first % step == 0 : first == 0);
	int64_t where = step == 1 ? -first : step == -1 ? first : meets && step ? -first / step : 0;

	*low = *high = 0;
	if (!meets || where < 0 || where >= count)
		return;
	*low = where;
	*high = step ? where + 1 : count;
}

/* Set the bits from LOW to HIGH. */
static inline void set_bits(uint64_t bits[HR_LANE_WORDS], unsigned low, unsigned high)
{
	const uint64_t from = ~UINT64_C(0) << low % 64, to = ~UINT64_C(0) >> (63 - (high - 1) % 64);
	const unsigned first = low / 64, last = (high - 1) / 64;

	if (low >= high)
		return;
	if (first == last) {
		bits[first] |= from & to;
		return;
	}
	bits[first] |= from;
	for (unsigned i = first + 1; i < last; i++)
		bits[i] = ~UINT64_C(0);
	bits[last] |= to;
}

/* Set the bits of the lanes, in the row that begins at lane FIRST, for which VALUE + i * STEP is
 * negative, or is 0. */
static inline void compare_row(uint64_t bits[HR_LANE_WORDS], unsigned first, uint32_t test,
			       int64_t value, int64_t step, unsigned count)
{
	int64_t low, high;

	if (test == LANE_EQ || test == LANE_NE)
		zero_part(value, step, count, &low, &high);
	else
		negative_part(value, step, count, &low, &high);
	set_bits(bits, first + (unsigned)low, first + (unsigned)high);
}

/* Return the common result of all lanes of the tile; LANE_SOME if they differ. */
static inline uint32_t common_result(const hr_batch *batch, uint32_t test, const plane *p)
{
	const int64_t right = p->right * (int64_t)(batch->columns - 1);
	const int64_t down = p->down * (int64_t)(batch->rows - 1);
	const int64_t low = p->first + (right < 0 ? right : 0) + (down < 0 ? down : 0);
	const int64_t high = p->first + (right > 0 ? right : 0) + (down > 0 ? down : 0);
	const bool below = high < 0, above = low > 0, zero = low == 0 && high == 0;

	switch (test) {
	case LANE_EQ:
		return below || above ? LANE_NONE_OF_THEM : zero ? LANE_ALL_OF_THEM : LANE_SOME;
	case LANE_NE:
		return below || above ? LANE_ALL_OF_THEM : zero ? LANE_NONE_OF_THEM : LANE_SOME;
	default: return below ? LANE_ALL_OF_THEM : low >= 0 ? LANE_NONE_OF_THEM : LANE_SOME;
	}
}

static inline bool is_same(const lane_affine *a, const lane_affine *b)
{
	return a->base == b->base && a->stride[0] == b->stride[0] && a->stride[1] == b->stride[1];
}

static inline bool has_window(const hr_batch *batch, const lane_compared *last)
{
	return last->begin <= batch->first_group && last->end >= batch->end_group;
}

/* Return true if the array already holds the result of comparing A with B. */
static inline bool is_remembered(const hr_batch *batch, const lane_compared *last,
				 const lane_affine *a, const lane_affine *b)
{
	return last->result != LANE_NOTHING && is_same(&last->a, a) && is_same(&last->b, b) &&
	       last->rows == batch->rows && last->columns == batch->columns &&
	       has_window(batch, last);
}

/* Set the bits of the lanes, in the rows of the window, for which the comparison holds. */
static inline void compare_rows(const hr_batch *batch, uint64_t bits[HR_LANE_WORDS], uint32_t test,
				const plane *p)
{
	const unsigned columns = batch->columns;
	const unsigned from = batch->row_of[batch->first_group * LANE_GROUP];
	const unsigned last = batch->row_of[batch->end_group * LANE_GROUP - 1];
	const unsigned end = last < batch->rows ? last + 1 : batch->rows;

	memset(bits, 0, HR_LANE_WORDS * sizeof(*bits));
	for (unsigned row = from; row < end; row++)
		compare_row(bits, row * columns, test, p->first + row * p->down, p->right, columns);
	if (test == LANE_NE)
		LANE_EACH_WORD(i)
			bits[i] = ~bits[i];
}

/* Compute A - B, and subtract 1 if equal values count. Return false if the result wraps. */
static bool difference_of(const hr_batch *batch, uint32_t test, uint32_t size, const lane_affine *a,
			  const lane_affine *b, plane *found)
{
	const bool is_signed = test != LANE_ULT && test != LANE_ULE;
	plane right;

	if (size == sizeof(uint64_t) && (test == LANE_EQ || test == LANE_NE)) {
		/* equality holds modulo 2^64 */
		const int64_t far = INT64_C(1) << FARTHEST;

		found->first = (int64_t)(a->base - b->base);
		found->right = (int64_t)(a->stride[0] - b->stride[0]);
		found->down = (int64_t)(a->stride[1] - b->stride[1]);
		return found->first < far && found->first > -far && is_step(found->right) &&
		       is_step(found->down);
	}
	if (plane_of(batch, a, size, is_signed, found)
		    ? !bound_of(batch, b, size, is_signed, &right)
		    : !bound_of(batch, a, size, is_signed, found) ||
			      !plane_of(batch, b, size, is_signed, &right))
		return false;
	found->first -= right.first + (test == LANE_ULE || test == LANE_SLE);
	found->right -= right.right;
	found->down -= right.down;
	return true;
}

/* The general path, for values that wrap, and for short rows. */
static void compare_each(const hr_batch *batch, uint8_t *to, uint32_t test, uint32_t size,
			 const lane_affine *a, const lane_affine *b)
{
	const unsigned first = first_lane(batch);
	uint8_t *const d = to + first;
	WINDOW;

#define OF(T, value)                                                                               \
	(hr_c_##T)((value).base + batch->column_of[first + i] * (value).stride[0] +                \
		   batch->row_of[first + i] * (value).stride[1])
#define TESTS(T, t)                                                                                \
	switch (test) {                                                                            \
		TEST(LANE_EQ, eq, T, t)                                                            \
		TEST(LANE_NE, ne, T, t)                                                            \
		TEST(LANE_ULT, ult, T, t)                                                          \
		TEST(LANE_ULE, ule, T, t)                                                          \
		TEST(LANE_SLT, slt, T, t)                                                          \
		TEST(LANE_SLE, sle, T, t)                                                          \
	}
#define TEST(number, pred, T, t)                                                                   \
	case number:                                                                               \
		EACH_LANE(i)                                                                       \
			d[i] = hr_a_##pred##_##t(OF(T, *a), OF(T, *b));                            \
		break;
	if (size == 4)
		TESTS(I32, i32)
	else
		TESTS(I64, i64)
#undef TEST
#undef TESTS
#undef OF
}

enum { SHORT_ROW = 16 };

/* Remember the operands and the result. Requires that the comparison has a lane_compared. */
static inline void remember(const hr_batch *batch, lane_compared *last, const lane_affine *a,
			    const lane_affine *b, uint32_t result)
{
	last->a = *a;
	last->b = *b;
	last->rows = (uint16_t)batch->rows;
	last->columns = (uint16_t)batch->columns;
	last->begin = (uint16_t)batch->first_group;
	last->end = (uint16_t)batch->end_group;
	last->result = result;
}

/* Compare pc[4] with pc[5] for the window. The result is in BITS, or as bytes in EACH if *IN_BITS
 * is false. Return LANE_NOTHING if the destination already holds the result. */
static inline uint32_t compare(const hr_batch *batch, const uint32_t *pc,
			       uint64_t bits[HR_LANE_WORDS], uint8_t *each, bool *in_bits)
{
	const lane_affine a = affine_at(batch, pc[4]), b = affine_at(batch, pc[5]);
	lane_compared *const last = (lane_compared *)(void *)(batch->frame + pc[6]);
	const uint32_t test = pc[2], size = pc[3];
	uint32_t result;
	plane p;

	*in_bits = true;
	if (pc[6] && is_remembered(batch, last, &a, &b))
		return LANE_NOTHING;
	if (batch->columns < SHORT_ROW || !difference_of(batch, test, size, &a, &b, &p)) {
		if (pc[6])
			last->result = LANE_NOTHING;
		compare_each(batch, each, test, size, &a, &b);
		*in_bits = false;
		return LANE_SOME;
	}
	result = common_result(batch, test, &p);
	if (pc[6] && result != LANE_SOME && last->result == result && has_window(batch, last))
		return LANE_NOTHING;
	if (pc[6])
		remember(batch, last, &a, &b, result);
	if (result == LANE_SOME)
		compare_rows(batch, bits, test, &p);
	else
		memset(bits, result == LANE_ALL_OF_THEM ? 0xFF : 0, HR_LANE_WORDS * sizeof(*bits));
	return result;
}

HANDLER(affine_compare)
{
	uint8_t *const d = batch->frame + pc[1];
	const unsigned first = first_lane(batch);
	uint64_t bits[HR_LANE_WORDS];
	bool in_bits;
	WINDOW;

	if (compare(batch, pc, bits, d, &in_bits) != LANE_NOTHING && in_bits)
		for (unsigned i = first; i < first + count; i += LANE_STRIP)
			put_bits(d + i, bits[i / LANE_STRIP]);
	return pc + 7;
}

HANDLER(affine_bits)
{
	uint64_t *const d = (uint64_t *)(void *)(batch->frame + pc[1]);
	const unsigned first = first_lane(batch);
	uint8_t each[HR_LANE_MAX];
	bool in_bits;
	WINDOW;

	if (compare(batch, pc, d, each, &in_bits) != LANE_NOTHING && !in_bits)
		for (unsigned i = first; i < first + count; i += LANE_STRIP)
			d[i / LANE_STRIP] = bits_of(each + i);
	return pc + 7;
}

/* --- bits of lanes ---------------------------------------------------------------------------- */

#define BITS(k) ((uint64_t *)(void *)(batch->frame + pc[k]))

/* Word by word, as comparisons write them (lane_alone()). */
#define LOGIC(name, operator)                                                                      \
	HANDLER(bits_##name)                                                                       \
	{                                                                                          \
		const uint64_t *const a = BITS(2), *const b = BITS(3);                             \
		uint64_t *const d = BITS(1);                                                       \
                                                                                                   \
		LANE_EACH_WORD(i)                                                                  \
			d[i] = lane_alone(a[i]) operator lane_alone(b[i]);                         \
		return pc + 4;                                                                     \
	}
LOGIC(and, &)
LOGIC(or, |)
LOGIC(xor, ^)

/* With a uniform value. */
#define LOGIC_ONE(name, yes, no)                                                                   \
	HANDLER(bits_##name##_one)                                                                 \
	{                                                                                          \
		const uint64_t *const from = BITS(2);                                              \
		uint64_t *const d = BITS(1);                                                       \
		const bool one = batch->frame[pc[3]];                                              \
                                                                                                   \
		LANE_EACH_WORD(i) {                                                                \
			const uint64_t a = lane_alone(from[i]);                                    \
                                                                                                   \
			d[i] = one ? (yes) : (no);                                                 \
		}                                                                                  \
		return pc + 4;                                                                     \
	}
LOGIC_ONE(and, a, 0)
LOGIC_ONE(or, ~UINT64_C(0), a)
LOGIC_ONE(xor, ~a, a)

HANDLER(bits_keep)
{
	lane_copy_mask(BITS(1), batch->condition);
	return pc + 2;
}
