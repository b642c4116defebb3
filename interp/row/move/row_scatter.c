/* interp/row/move/row_scatter.c -- elements replaced or changed by indices: scatter_elements, scatter_nd.
 *
 * An index that is unsure makes every bound infinite: any element may have been chosen.
 * Not here:  sums and so on (row_total.c). */
#include <inttypes.h>
#include <string.h>

#include "interp/row/move/row_index.h"
#include "interp/row/row_total.h"
#include "src/base/alloc.h"

/* Parts of the updates: part I has EACH elements, which go to those of the result from OFFSETS[I] on. */
typedef struct scatter {
	const hr_tensor_data *data, *updates;
	hr_tensor_data *result;
	int64_t *offsets;
	uint64_t parts, each;
	hr_row reduce; /* HR_R_NONE: replace */
} scatter;

static bool reduce_of(const hr_row_job *job, hr_row *reduce, char why[HR_ROW_WHY])
{
	static const struct {
		const char *name;
		hr_row row;
	} names[] = {{"none", HR_R_NONE},
		     {"add", HR_R_sum},
		     {"mul", HR_R_product},
		     {"max", HR_R_maximum},
		     {"min", HR_R_minimum}};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (hr_attribute_is(job->attributes, "reduce", names[i].name)) {
			*reduce = names[i].row;
			return true;
		}
	return hr_row_refuse(why, "reduce is none of none, add, mul, max, min");
}

static bool types_fit(const hr_row_job *job, char why[HR_ROW_WHY])
{
	hr_elem data = job->operands[0]->elem, updates = job->operands[2]->elem;
	hr_row reduce;

	if (data != updates)
		return hr_row_refuse(why, "operand 0 has the type %s and operand 2 %s",
				     hr_elem_name(data), hr_elem_name(updates));
	return reduce_of(job, &reduce, why) && hr_index_type(job, 1, why);
}

/* --- replacing -------------------------------------------------------------------------------- */

/* Of several updates of one element the last counts, as in ONNX's reference implementation. */
static void replace(const scatter *s)
{
	hr_tensor_data made;
	const hr_tensor_data *x = hr_like(s->updates, s->result, &made);
	size_t size = hr_row_bytes(s->result);

	hr_move_all(s->data, s->result);
	for (uint64_t i = 0; i < s->parts; i++) {
		uint64_t to = (uint64_t)s->offsets[i], from = i * s->each;

		memcpy((uint8_t *)s->result->data + to * size,
		       (const uint8_t *)x->data + from * size, s->each * size);
		if (x->bound)
			memcpy(s->result->bound + to, x->bound + from, s->each * sizeof(float));
		else
			memset(s->result->bound + to, 0, s->each * sizeof(float));
	}
	hr_free_like(x, &made);
}

/* --- reducing --------------------------------------------------------------------------------- */

typedef struct element {
	hr_total total;
	uint64_t count;
} element;

static void add_reals(const scatter *s, element *to, const hr_tensor_data *x, uint64_t from)
{
	const hr_row_unit *unit = hr_row_unit_of(x->elem);
	double value, error;

	hr_row_load_reals(x, from, 1, &value);
	error = hr_row_off(unit, value, hr_row_bound_at(x, from));
	hr_total_add(s->reduce, &to->total, value, error);
	to->count++;
}

/* A backend rounds each update to the type of the result. */
static void reduce_reals(const scatter *s)
{
	element *all = hr_alloc_array(s->result->count, sizeof(*all));
	const hr_row_unit *unit = hr_row_unit_of(s->result->elem);

	for (uint64_t i = 0; i < s->result->count; i++) {
		all[i].total = hr_total_start(s->reduce);
		if (s->reduce == HR_R_sum)
			all[i].total.value = -0.0; /* which no element changes, not even -0 */
		add_reals(s, &all[i], s->data, i);
	}
	for (uint64_t i = 0; i < s->parts * s->each; i++)
		add_reals(s, &all[(uint64_t)s->offsets[i / s->each] + i % s->each], s->updates, i);
	for (uint64_t i = 0; i < s->result->count; i++)
		hr_total_store(s->reduce, &all[i].total, all[i].count, unit, s->result, i);
	hr_free(all);
}

static void reduce_integers(const scatter *s)
{
	int64_t *all = hr_row_integers(s->data), *x = hr_row_integers(s->updates);
	double *unsure = hr_row_bounds(s->data);

	for (uint64_t i = 0; i < s->parts * s->each; i++) {
		uint64_t to = (uint64_t)s->offsets[i / s->each] + i % s->each;

		all[to] = hr_total_add_integer(s->reduce, all[to], x[i]);
		unsure[to] += hr_row_bound_at(s->updates, i);
	}
	hr_row_store_integers(s->result, 0, s->result->count, all, unsure);
	hr_free(all);
	hr_free(x);
	hr_free(unsure);
}

static void run(const hr_row_job *job, const scatter *s)
{
	if (s->reduce == HR_R_NONE)
		replace(s);
	else if (hr_elem_is_real(s->result->elem))
		reduce_reals(s);
	else
		reduce_integers(s);
	if (!hr_row_certain(job->operands[1]))
		for (uint64_t i = 0; i < s->result->count; i++)
			s->result->bound[i] = INFINITY;
}

static scatter scatter_of(const hr_row_job *job, hr_tensor_data *result)
{
	return (scatter){.data = job->operands[0], .updates = job->operands[2], .result = result};
}

/* --- scatter_elements ------------------------------------------------------------------------- */

bool hr_shape_scatter_elements(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	char one[HR_DIMS_TEXT], other[HR_DIMS_TEXT];
	const hr_dims *indices = &job->operands[1]->shape, *updates = &job->operands[2]->shape;

	result->shape = job->operands[0]->shape;
	if (!types_fit(job, why) || !hr_index_fits(job, why))
		return false;
	return hr_dims_equal(indices, updates) ||
	       hr_row_refuse(why, "the indices are %s, and the updates %s",
			     hr_dims_text(indices, one), hr_dims_text(updates, other));
}

bool hr_compute_scatter_elements(const hr_row_job *job, hr_tensor_data *result,
				 char why[HR_ROW_WHY])
{
	scatter s = scatter_of(job, result);
	bool fits;

	s.parts = s.updates->count;
	s.each = 1;
	s.offsets = hr_alloc_array(s.parts + 1, sizeof(*s.offsets));
	fits = reduce_of(job, &s.reduce, why) && hr_index_offsets(job, s.offsets, why);
	if (fits)
		run(job, &s);
	hr_free(s.offsets);
	return fits;
}

/* --- scatter_nd ------------------------------------------------------------------------------- */

/* Set WANTED to the shape of the updates. */
static bool updates_of(const hr_dims *x, const hr_dims *indices, hr_dims *wanted,
		       char why[HR_ROW_WHY])
{
	uint64_t depth = indices->dim[indices->rank - 1];

	if (depth > x->rank)
		return hr_row_refuse(why, "%" PRIu64 " indices are too many for %u axes", depth,
				     x->rank);
	if (indices->rank - 1 + x->rank - depth > HR_RANK_MOST)
		return hr_row_refuse(why, "the updates have too many axes");
	wanted->rank = 0;
	for (unsigned k = 0; k + 1 < indices->rank; k++)
		wanted->dim[wanted->rank++] = indices->dim[k];
	for (unsigned k = (unsigned)depth; k < x->rank; k++)
		wanted->dim[wanted->rank++] = x->dim[k];
	return true;
}

bool hr_shape_scatter_nd(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	char one[HR_DIMS_TEXT], other[HR_DIMS_TEXT];
	const hr_dims *updates = &job->operands[2]->shape;
	hr_dims wanted;

	result->shape = job->operands[0]->shape;
	if (!types_fit(job, why) || !hr_row_has_rank(job, 1, 1, HR_RANK_MOST, why) ||
	    !updates_of(&result->shape, &job->operands[1]->shape, &wanted, why))
		return false;
	return hr_dims_equal(&wanted, updates) ||
	       hr_row_refuse(why, "the updates are %s and not %s", hr_dims_text(updates, one),
			     hr_dims_text(&wanted, other));
}

bool hr_compute_scatter_nd(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	scatter s = scatter_of(job, result);
	const hr_dims *shape = &job->operands[1]->shape;
	unsigned depth = (unsigned)shape->dim[shape->rank - 1];
	int64_t *at = hr_row_integers(job->operands[1]);
	bool fits = reduce_of(job, &s.reduce, why);

	s.parts = hr_extents(shape, 0, shape->rank - 1);
	s.each = hr_extents(&result->shape, depth, result->shape.rank);
	s.offsets = hr_alloc_array(s.parts + 1, sizeof(*s.offsets));
	for (uint64_t i = 0; fits && i < s.parts; i++)
		fits = hr_index_offset(&result->shape, 0, at + i * depth, depth, &s.offsets[i],
				       why);
	if (fits)
		run(job, &s);
	hr_free(at);
	hr_free(s.offsets);
	return fits;
}
