/* interp/row/map/row_map.c -- maps: element by element, with broadcasting.
 *
 * Elements are computed in blocks: operands are loaded as numbers, a function computes the block, and
 * the results are stored. Axes along which all operands lie alike are one axis here.
 *
 * Not here:  the functions of blocks (row_map_real.c, row_map_integer.c, row_cast.c). */
#include "interp/row/map/row_map.h"

#include <inttypes.h>
#include <string.h>

#include "src/base/alloc.h"

/* Elements of one task; maps of fewer than two tasks have one thread. */
enum { TASK = 1 << 16 };

typedef struct map_operand {
	const hr_tensor_data *data;
	uint64_t stride[HR_RANK_MOST]; /* along the last axis 0 or 1 */
	bool is_real;                  /* is loaded as real numbers */
} map_operand;

typedef struct map {
	const hr_row_job *job;
	hr_tensor_data *result;
	hr_map_function *function;
	unsigned count; /* of operands */
	map_operand operands[HR_MAP_OPERANDS];
	hr_dims shape;
	unsigned option;
	bool flushes; /* operands that are subnormal may be flushed to 0 */
} map;

/* --- types and shape -------------------------------------------------------------------------- */

static bool shape_of_cast(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	const hr_attribute *to = hr_attribute_of(job->attributes, "to");
	hr_elem elem = to ? hr_elem_named(to->text) : HR_E_NONE;
	const hr_tensor_data *x = job->operands[0];

	if (elem == HR_E_NONE)
		return hr_row_refuse(why, "'to' is no type: '%.40s'", to ? to->text : "");
	hr_row_set_elem(job, elem, result);
	if (job->attributes->row == HR_R_bitcast &&
	    (x->wide || hr_elem_bytes(x->elem) != hr_elem_bytes(elem)))
		return hr_row_refuse(why, "%s%s has not the size of %s", x->wide ? "wide " : "",
				     hr_elem_name(x->elem), hr_elem_name(elem));
	return true;
}

static bool shape_of_where(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	const hr_tensor_data *const *o = job->operands;

	if (o[0]->elem != HR_E_BOOL)
		return hr_row_refuse(why, "operand 0 has the type %s, which is not bool",
				     hr_elem_name(o[0]->elem));
	if (o[1]->elem != o[2]->elem)
		return hr_row_refuse(why, "operand 1 has the type %s and operand 2 %s",
				     hr_elem_name(o[1]->elem), hr_elem_name(o[2]->elem));
	hr_row_set_elem(job, o[1]->elem, result);
	return true;
}

/* Return true if operand I is computed with as a real number: an integer is, if it is raised to a real
 * one, or the other way round. */
static bool computed_as_real(const hr_row_job *job, unsigned i)
{
	if (job->attributes->row != HR_R_pow)
		return hr_elem_is_real(job->operands[i]->elem);
	return hr_elem_is_real(job->operands[0]->elem) || hr_elem_is_real(job->operands[1]->elem);
}

static hr_map_function *function_of(const hr_row_job *job, hr_elem to)
{
	hr_elem from = job->operands[0]->elem;

	switch (job->attributes->row) {
	case HR_R_cast: return hr_map_cast(from, to);
	case HR_R_widen:
		/* a backend has the number in the type TO */
		return to == from ? hr_map_same(from) : hr_map_cast(from, to);
	case HR_R_narrow: return hr_map_same(from);
	case HR_R_where: return hr_map_where(to);
	default:
		if (job->attributes->row == HR_R_pow && !hr_elem_is_real(to) &&
		    computed_as_real(job, 0))
			return hr_map_power_to_integer();
		return computed_as_real(job, 0) ? hr_map_of_reals(job->attributes->row)
						: hr_map_of_integers(job->attributes->row);
	}
}

/* Set the type of `widen`: wide if it is real. */
static bool shape_of_widen(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	const hr_attribute *to = hr_attribute_of(job->attributes, "to");

	if (to && !hr_elem_is_real(hr_elem_named(to->text)))
		return hr_row_refuse(why, "to=%s is no real type", to->text);
	if (to)
		hr_row_set_elem(job, hr_elem_named(to->text), result);
	result->wide = hr_elem_is_real(result->elem);
	return true;
}

bool hr_shape_map(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	hr_row row = job->attributes->row;

	result->shape = job->operands[0]->shape;
	for (unsigned i = 1; i < job->operand_count; i++)
		if (!hr_row_broadcast(&result->shape, &job->operands[i]->shape, i, why))
			return false;
	if (row == HR_R_widen && !shape_of_widen(job, result, why))
		return false;
	if (row == HR_R_narrow)
		result->wide = false;
	if ((row == HR_R_cast || row == HR_R_bitcast) && !shape_of_cast(job, result, why))
		return false;
	if (row == HR_R_where && !shape_of_where(job, result, why))
		return false;
	return row == HR_R_bitcast || function_of(job, result->elem) ||
	       hr_row_refuse(why, "%s is not defined for %s", hr_row_of(row)->name,
			     hr_elem_name(job->operands[0]->elem));
}

/* --- axes ------------------------------------------------------------------------------------- */

/* Return true if all operands lie along axes AXIS - 1 and AXIS as along one axis. */
static bool axes_join(const map *m, unsigned axis)
{
	bool join = true;

	for (unsigned i = 0; i < m->count; i++)
		join &= m->operands[i].stride[axis - 1] ==
			m->operands[i].stride[axis] * m->shape.dim[axis];
	return join;
}

static void remove_axis(map *m, unsigned axis)
{
	m->shape.rank--;
	for (unsigned k = axis; k < m->shape.rank; k++) {
		m->shape.dim[k] = m->shape.dim[k + 1];
		for (unsigned i = 0; i < m->count; i++)
			m->operands[i].stride[k] = m->operands[i].stride[k + 1];
	}
}

/* Remove axes of extent 1, join others, and leave at least one. */
static void join_axes(map *m)
{
	for (unsigned axis = m->shape.rank; axis-- > 0;)
		if (m->shape.dim[axis] == 1)
			remove_axis(m, axis);
	for (unsigned axis = m->shape.rank; axis-- > 1;)
		if (axes_join(m, axis)) {
			m->shape.dim[axis] *= m->shape.dim[axis - 1];
			remove_axis(m, axis - 1);
		}
	if (m->shape.rank == 0)
		m->shape = (hr_dims){1, {1}};
}

/* --- loading a block -------------------------------------------------------------------------- */

/* Where a run of elements goes. */
typedef struct run_place {
	hr_map_numbers *numbers;
	double *error;
	unsigned first, count;
} run_place;

/* Load elements from FROM on: one if they are all the same. */
static void load_numbers(const map_operand *o, const run_place *to, uint64_t from, unsigned count)
{
	if (o->is_real && hr_elem_is_real(o->data->elem))
		hr_row_load_reals(o->data, from, count, to->numbers->real + to->first);
	else
		hr_row_load_integers(o->data, from, count, to->numbers->integer + to->first);
	if (o->is_real && !hr_elem_is_real(o->data->elem))
		for (unsigned i = to->first; i < to->first + count; i++)
			to->numbers->real[i] = (double)to->numbers->integer[i];
	if (o->data->bound)
		hr_row_load_bounds(o->data, from, count, to->error + to->first);
}

static void load_run(const map_operand *o, const run_place *to, uint64_t from, bool all_same)
{
	unsigned end = to->first + to->count;

	load_numbers(o, to, from, all_same ? 1 : to->count);
	for (unsigned i = to->first + 1; all_same && i < end; i++) {
		to->numbers->integer[i] = to->numbers->integer[to->first];
		if (o->data->bound)
			to->error[i] = to->error[to->first];
	}
}

/* Load the operand's elements for COUNT elements of the result from FIRST on. */
static void load_operand(const map *m, const map_operand *o, uint64_t first, unsigned count,
			 run_place to)
{
	unsigned last = m->shape.rank - 1;
	uint64_t at[HR_RANK_MOST], rest = first, offset = 0;

	for (unsigned k = m->shape.rank; k-- > 0; rest /= m->shape.dim[k]) {
		at[k] = rest % m->shape.dim[k];
		offset += at[k] * o->stride[k];
	}
	for (unsigned done = 0; done < count; done += to.count) {
		uint64_t left = m->shape.dim[last] - at[last];

		to.first = done;
		to.count = left < count - done ? (unsigned)left : count - done;
		load_run(o, &to, offset, o->stride[last] == 0);
		at[last] += to.count;
		offset += to.count * o->stride[last];
		for (unsigned k = last; k > 0 && at[k] == m->shape.dim[k]; k--) {
			offset += o->stride[k - 1] - at[k] * o->stride[k];
			at[k] = 0;
			at[k - 1]++;
		}
	}
}

/* Add what flushing subnormal operands may change. Return true if any error is not 0. */
static bool add_flush(const map_operand *o, const double *value, double *error, unsigned count)
{
	const hr_row_unit unit = *hr_row_unit_of(o->data->elem);
	bool any = false, has_bound = o->data->bound != NULL;

	for (unsigned i = 0; i < count; i++)
		any |= fabs(value[i]) < unit.least && value[i] != 0;
	if (!any && !has_bound)
		return false;
	for (unsigned i = 0; i < count; i++)
		error[i] = hr_row_off(&unit, value[i], has_bound ? error[i] : 0);
	return true;
}

/* Load all operands and their errors. */
static void load_block(const map *m, hr_map_block *b, uint64_t first)
{
	bool has[HR_MAP_OPERANDS];

	b->exact = true;
	for (unsigned i = 0; i < m->count; i++) {
		const map_operand *o = &m->operands[i];

		load_operand(m, o, first, b->count, (run_place){&b->in[i], b->error[i], 0, 0});
		has[i] = m->flushes && hr_elem_is_real(o->data->elem)
				 ? add_flush(o, b->in[i].real, b->error[i], b->count)
				 : o->data->bound != NULL;
		b->exact &= !has[i];
	}
	for (unsigned i = 0; i < m->count; i++)
		if (!b->exact && !has[i])
			memset(b->error[i], 0, b->count * sizeof(double));
	memset(b->out_error, 0, b->count * sizeof(double));
}

/* --- running ---------------------------------------------------------------------------------- */

static void run_task(void *job, uint64_t task, void *scratch)
{
	const map *m = job;
	hr_map_block *b = scratch;
	uint64_t end = (task + 1) * TASK < m->result->count ? (task + 1) * TASK : m->result->count;

	b->unit = hr_row_unit_of(m->result->elem);
	b->elem = m->result->elem;
	b->from = m->job->operands[0]->elem;
	b->option = m->option;
	for (uint64_t first = task * TASK; first < end; first += b->count) {
		b->count = end - first < HR_MAP_BLOCK ? (unsigned)(end - first) : HR_MAP_BLOCK;
		load_block(m, b, first);
		m->function(b);
		if (hr_elem_is_real(m->result->elem))
			hr_row_store(m->result, first, b->count, b->out.real, b->out_error, NULL);
		else
			hr_row_store_integers(m->result, first, b->count, b->out.integer,
					      b->out_error);
	}
}

static unsigned option_of(const hr_attributes *of)
{
	switch (of->row) {
	case HR_R_mod: return hr_attribute_is(of, "sign", "dividend");
	case HR_R_cast: return hr_attribute_integer(of, "saturate", 0) != 0;
	case HR_R_is_inf:
		return (hr_attribute_integer(of, "positive", 1) ? 1u : 0) |
		       (hr_attribute_integer(of, "negative", 1) ? 2u : 0);
	default: return 0;
	}
}

/* Return true if a backend may flush subnormal operands of ROW: not if it only moves them. */
static bool flushes(hr_row row)
{
	return row != HR_R_where && row != HR_R_widen && row != HR_R_narrow;
}

/* A bound of a real number says nothing of its bits. */
static void copy_bits(const hr_tensor_data *from, hr_tensor_data *result)
{
	bool both = hr_elem_is_real(from->elem) && hr_elem_is_real(result->elem);

	memcpy(result->data, from->data, from->count * hr_elem_bytes(from->elem));
	for (uint64_t i = 0; i < from->count; i++) {
		float bound = from->bound ? from->bound[i] : 0;

		result->bound[i] =
			bound > 0 && !(both && from->elem == result->elem) ? INFINITY : bound;
	}
}

bool hr_compute_map(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	map m = {.job = job,
		 .result = result,
		 .function = function_of(job, result->elem),
		 .count = job->operand_count,
		 .shape = result->shape,
		 .option = option_of(job->attributes),
		 .flushes = flushes(job->attributes->row)};
	uint64_t tasks = (result->count + TASK - 1) / TASK;

	(void)why;
	if (job->attributes->row == HR_R_bitcast) {
		copy_bits(job->operands[0], result);
		return true;
	}
	for (unsigned i = 0; i < m.count; i++) {
		m.operands[i].data = job->operands[i];
		m.operands[i].is_real = computed_as_real(job, i);
		hr_row_strides(&job->operands[i]->shape, &result->shape, m.operands[i].stride);
	}
	join_axes(&m);
	hr_tensor_parallel(job->threads, tasks, run_task, &m, sizeof(hr_map_block));
	return true;
}
