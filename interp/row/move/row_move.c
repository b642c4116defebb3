/* interp/row/move/row_move.c -- the one copy: which element goes where.
 *
 * Invariant: an element and its bound move alike. */
#include "interp/row/move/row_move.h"

#include <inttypes.h>
#include <string.h>

#include "src/base/alloc.h"

int64_t *hr_moves_axis(hr_moves *moves, uint64_t extent)
{
	int64_t *table = hr_alloc_array(extent + 1, sizeof(*table));

	moves->dim[moves->rank] = extent;
	moves->from[moves->rank++] = table;
	return table;
}

void hr_moves_run(hr_moves *moves, uint64_t extent, uint64_t step)
{
	int64_t *table = hr_moves_axis(moves, extent);

	for (uint64_t i = 0; i < extent; i++)
		table[i] = (int64_t)(i * step);
}

void hr_moves_free(hr_moves *moves)
{
	for (unsigned k = 0; k < moves->rank; k++)
		hr_free(moves->from[k]);
}

/* --- copying ---------------------------------------------------------------------------------- */

typedef struct copy {
	const hr_moves *moves;
	unsigned rank; /* axes that are not in a run */
	uint64_t run;  /* elements that lie together in both */
	int64_t base;  /* of the axes in a run */
	size_t size;
	const uint8_t *from;
	const uint8_t *fill; /* one element, or NULL: 0 */
	uint8_t *to;
} copy;

/* Return true if the elements of AXIS are RUN apart. */
static bool follows(const hr_moves *m, unsigned axis, uint64_t run)
{
	const int64_t *table = m->from[axis];

	for (uint64_t i = 0; i < m->dim[axis]; i++)
		if (table[i] < 0 || table[i] != table[0] + (int64_t)(i * run))
			return false;
	return true;
}

static void find_run(copy *c)
{
	c->rank = c->moves->rank;
	c->run = 1;
	c->base = 0;
	while (c->rank > 0 && follows(c->moves, c->rank - 1, c->run)) {
		c->rank--;
		c->base += c->moves->from[c->rank][0];
		c->run *= c->moves->dim[c->rank];
	}
}

static void put_fill(copy *c, uint64_t count)
{
	if (!c->fill)
		memset(c->to, 0, count * c->size);
	for (uint64_t i = 0; c->fill && i < count; i++)
		memcpy(c->to + i * c->size, c->fill, c->size);
	c->to += count * c->size;
}

static void put_run(copy *c, int64_t at)
{
	memcpy(c->to, c->from + (uint64_t)at * c->size, c->run * c->size);
	c->to += c->run * c->size;
}

#define PUT_SINGLE(type)                                                                           \
	do {                                                                                       \
		const type *from = (const type *)c->from + base;                                   \
		type *to = (type *)c->to;                                                          \
                                                                                                   \
		for (uint64_t i = 0; i < count; i++)                                               \
			to[i] = from[table[i]];                                                    \
	} while (0)

/* Copy single elements, none of which is the fill. */
static void put_singles(copy *c, int64_t base, const int64_t *table, uint64_t count)
{
	switch (c->size) {
	case 1: PUT_SINGLE(uint8_t); break;
	case 2: PUT_SINGLE(uint16_t); break;
	case 4: PUT_SINGLE(uint32_t); break;
	default: PUT_SINGLE(uint64_t); break;
	}
	c->to += count * c->size;
}

static bool has_fill(const int64_t *table, uint64_t count)
{
	for (uint64_t i = 0; i < count; i++)
		if (table[i] < 0)
			return true;
	return false;
}

/* Copy the last axis that is not in a run; BASE is the offset of the axes before. */
static void put_axis(copy *c, int64_t base, bool with_fill)
{
	const int64_t *table = c->moves->from[c->rank - 1];
	uint64_t count = c->moves->dim[c->rank - 1];

	if (c->run == 1 && !with_fill) {
		put_singles(c, base, table, count);
		return;
	}
	for (uint64_t i = 0; i < count; i++) {
		if (table[i] < 0)
			put_fill(c, c->run);
		else
			put_run(c, base + table[i]);
	}
}

/* Set *BASE to the offset of the axes before the last. Return false if it is the fill. */
static bool base_of(const copy *c, const uint64_t at[HR_RANK_MOST], int64_t *base)
{
	*base = c->base;
	for (unsigned k = 0; k + 1 < c->rank; k++) {
		int64_t part = c->moves->from[k][at[k]];

		if (part < 0)
			return false;
		*base += part;
	}
	return true;
}

static void copy_all(copy *c, uint64_t count)
{
	uint64_t at[HR_RANK_MOST] = {0}, each, last;
	bool with_fill;

	find_run(c);
	if (c->rank == 0) {
		put_run(c, c->base);
		return;
	}
	last = c->moves->dim[c->rank - 1];
	with_fill = has_fill(c->moves->from[c->rank - 1], last);
	each = last * c->run;
	for (uint64_t done = 0; done < count; done += each) {
		int64_t base;

		if (base_of(c, at, &base))
			put_axis(c, base, with_fill);
		else
			put_fill(c, each);
		for (unsigned k = c->rank - 1; k-- > 0 && ++at[k] == c->moves->dim[k];)
			at[k] = 0;
	}
}

static void move_bounds(const hr_tensor_data *x, const hr_moves *moves, const hr_tensor_data *fill,
			hr_tensor_data *result)
{
	float *zeros = x->bound ? NULL : hr_alloc_array(x->count + 1, sizeof(float));
	copy bounds = {.moves = moves,
		       .size = sizeof(float),
		       .from = (const uint8_t *)(x->bound ? x->bound : zeros),
		       .fill = fill ? (const uint8_t *)fill->bound : NULL,
		       .to = (uint8_t *)result->bound};

	copy_all(&bounds, result->count);
	hr_free(zeros);
}

void hr_move(const hr_tensor_data *from, hr_moves *moves, const hr_tensor_data *fill,
	     hr_tensor_data *result)
{
	hr_tensor_data made, made_fill;
	const hr_tensor_data *x = hr_like(from, result, &made);
	const hr_tensor_data *f = fill ? hr_like(fill, result, &made_fill) : NULL;
	copy data = {.moves = moves,
		     .size = hr_row_bytes(result),
		     .from = x->data,
		     .fill = f ? f->data : NULL,
		     .to = result->data};

	copy_all(&data, result->count);
	if (x->bound || (f && f->bound))
		move_bounds(x, moves, f, result);
	else
		memset(result->bound, 0, result->count * sizeof(float));
	hr_free_like(x, &made);
	if (f)
		hr_free_like(f, &made_fill);
	hr_moves_free(moves);
}

void hr_move_all(const hr_tensor_data *from, hr_tensor_data *result)
{
	hr_moves moves = {0};

	hr_moves_run(&moves, result->count, 1);
	hr_move(from, &moves, NULL, result);
}

/* --- wide or not ------------------------------------------------------------------------------ */

const hr_tensor_data *hr_like(const hr_tensor_data *from, const hr_tensor_data *result,
			      hr_tensor_data *made)
{
	*made = *from;
	if (from->wide == result->wide)
		return from;
	made->wide = true;
	made->data = hr_row_reals(from);
	return made;
}

void hr_free_like(const hr_tensor_data *like, const hr_tensor_data *made)
{
	if (like == made)
		hr_free(made->data);
}

uint64_t hr_extents(const hr_dims *shape, unsigned first, unsigned end)
{
	uint64_t product = 1;

	for (unsigned k = first; k < end; k++)
		product *= shape->dim[k];
	return product;
}

/* --- integers as operands --------------------------------------------------------------------- */

bool hr_few_of(const hr_row_job *job, unsigned i, hr_few *few, char why[HR_ROW_WHY])
{
	const hr_tensor_data *operand = hr_row_operand(job, i);

	few->count = 0;
	if (!operand)
		return true;
	if (!hr_row_is_vector(job, i, why))
		return false;
	if (operand->count > HR_FEW)
		return hr_row_refuse(why, "operand %u has %" PRIu64 " elements, which is too many",
				     i, operand->count);
	few->count = (unsigned)operand->count;
	hr_row_load_integers(operand, 0, operand->count, few->at);
	return true;
}

bool hr_few_axes(const hr_row_job *job, unsigned i, unsigned rank, unsigned count, hr_few *few,
		 char why[HR_ROW_WHY])
{
	bool has[HR_RANK_MOST] = {false};

	if (!hr_few_of(job, i, few, why))
		return false;
	if (!hr_row_operand(job, i))
		for (; few->count < count && few->count < HR_FEW; few->count++)
			few->at[few->count] = few->count;
	if (few->count != count)
		return hr_row_refuse(why, "operand %u has %u axes, which are %u elsewhere", i,
				     few->count, count);
	for (unsigned k = 0; k < few->count; k++) {
		int64_t axis = few->at[k];

		if (axis < -(int64_t)rank || axis >= rank)
			return hr_row_refuse(why, "there is no axis %" PRId64 " in rank %u", axis,
					     rank);
		few->at[k] += axis < 0 ? rank : 0;
		if (has[few->at[k]])
			return hr_row_refuse(why, "axis %" PRId64 " is given twice", few->at[k]);
		has[few->at[k]] = true;
	}
	return true;
}
