/* backends/crosscheck/tensor.c -- compares tensor units: each element by the bound of the
 * reference.
 *
 * A backend gets the engine's tensors as operands, so that its error is due to this node alone.
 * While grids are compared, operands therefore count as exact, and bounds start anew at each node.
 * Invariant: a backend writes to separate memory; the program's tensors are the engine's.
 * Owns:      results of backends, during a grid.
 * Clauses:   T1 to T6, T7.
 * Not here:  bounds (interp/tensor), the comparison of two floats (compare.c). */
#include <stdio.h>
#include <string.h>

#include "backends/crosscheck/crosscheck_grid.h"
#include "backends/crosscheck/emit_findings.h"
#include "backends/dispatch/tensor_grid.h"
#include "interp/run/value_text.h"

enum { CHUNK = 1 << 16, TEXT = 1200 };

static uint32_t returned_count(const hr_unit *unit)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < unit->step_count; i++)
		count += unit->steps[i].returned;
	return count;
}

void hr_cross_forget_tensors(cross_got *got)
{
	for (size_t i = 0; i < got->results.count; i++)
		if (got->results.data[i].memory)
			hr_pages_unmap(got->results.data[i].memory, got->results.data[i].bytes);
	got->results.count = 0;
}

/* --- before the engine runs ---------------------------------------------------------------- */

/* Allocate memory for the results of the instance that has TENSORS. */
static bool make_results(cross_got *got, hr_tensor_grid *tensors)
{
	const hr_unit *unit = &tensors->made->unit;

	for (uint32_t i = 0; i < unit->step_count; i++) {
		uint64_t bytes = hr_tensor_grid_elements(tensors, i) * sizeof(float);
		hr_worker_range range = {.bytes = bytes, .written = true};

		if (!unit->steps[i].returned)
			continue;
		range.memory = hr_pages_map(bytes ? bytes : 1, true);
		if (!range.memory)
			return false;
		if (!bytes)
			range.bytes = 1; /* an empty result gets one byte */
		HR_PUSH(&got->results, range);
		tensors->all[unit->tensor_count + i].values = range.memory;
	}
	return true;
}

static void run_one(hr_crosscheck *self, cross_got *got, const hr_tensor_grid *tensors)
{
	hr_ranges ranges = {0};

	got->what.tensors = tensors->all;
	if (!self->policy->in_process) {
		hr_tensor_grid_ranges(tensors, &ranges);
		hr_worker_set_ranges(got->unit->built, ranges.data, ranges.count, false);
	}
	hr_cross_call(self, got);
	if (!self->policy->in_process && got->end == HR_GRID_DONE)
		hr_ranges_apply(&ranges);
	if (!self->policy->in_process)
		hr_worker_set_ranges(got->unit->built, NULL, 0, false);
	HR_VEC_FREE(&ranges);
}

/* Run one instance. Return false if the shapes of its operands are inconsistent. */
static bool run_instance(hr_crosscheck *self, cross_got *got)
{
	hr_tensor_grid tensors;
	bool fits = hr_tensor_grid_begin(self->run, got->unit->made, got->what.inputs, &tensors);

	if (fits && make_results(got, &tensors))
		run_one(self, got, &tensors);
	else if (fits)
		got->end = HR_GRID_NO_MEMORY;
	hr_tensor_grid_free(&tensors);
	return fits;
}

bool hr_cross_run_tensors(hr_crosscheck *self, const cross_leaf *leaf, cross_got *got,
			  const hr_offload_grid *grid)
{
	const hr_unit *unit = &got->unit->made->unit;
	uint64_t count = hr_cross_instances(grid);
	bool varies = hr_unit_varies(unit), fits = true;

	hr_cross_forget_tensors(got);
	hr_tensors_exact(self->run);
	*got->text = '\0';
	got->end = HR_GRID_DONE;
	if (!got->levels)
		got->levels = hr_alloc_array(unit->level_count, sizeof(*got->levels));
	got->what = (hr_unit_grid){.levels = got->levels, .stop = &grid->run->interrupted};
	hr_built_levels(grid->level, got->levels, unit->level_count);
	if (self->policy->show)
		self->policy->show(leaf->leaf, got->row->backend);
	for (uint64_t i = 0; i < count && fits && got->end == HR_GRID_DONE; i++) {
		got->what.inputs = grid->inputs + (varies ? i * unit->input_stride : 0);
		hr_instance_id(grid->level->extent, i, got->what.begin);
		for (unsigned d = 0; d < 3; d++)
			got->what.end[d] = got->what.begin[d] + 1;
		fits = run_instance(self, got);
	}
	return fits;
}

/* --- after the engine has run -------------------------------------------------------------- */

/* The first difference of two tensors. */
typedef struct tensor_spot {
	unsigned output;
	uint64_t instance, element, mismatches, elements, allowed;
	hr_dims shape;
	float right, got;
	bool found;
} tensor_spot;

static void fill_bounds(hr_bounds *bounds, const hr_array *right, uint64_t first, uint64_t count)
{
	bounds->of.count = 0;
	for (uint64_t i = first; i < first + count; i++)
		HR_PUSH(&bounds->of,
			(hr_bound){.address = (const uint8_t *)&right->value[i],
				   .element = hr_element_of_npy(HR_NPY_FLOAT, sizeof(float)),
				   .bytes = sizeof(float),
				   .most = right->bound ? (double)right->bound[i] : 0});
}

static void note_spot(tensor_spot *spot, const hr_bounds *bounds, const hr_array *right,
		      const float *got, uint64_t element)
{
	spot->found = true;
	spot->shape = right->shape;
	spot->element = element;
	spot->right = right->value[element];
	spot->got = got[element];
	spot->allowed =
		hr_bound_ulps(hr_bounds_at(bounds, (const uint8_t *)&right->value[element]));
}

static hr_compared compare_tensor(const hr_array *right, const float *got, tensor_spot *spot)
{
	uint64_t count = hr_dims_count(&right->shape);
	bool fresh = !spot->found;
	hr_compared sum = {0};
	hr_bounds bounds = {0};
	const hr_compare_rule rule = {.element = hr_element_of_npy(HR_NPY_FLOAT, sizeof(float)),
				      .floating = true,
				      .bytes = sizeof(float),
				      .nans_alike = true,
				      .zeros_alike = true,
				      .bounds = &bounds};

	for (uint64_t first = 0; first < count; first += CHUNK) {
		uint64_t part_count = count - first < CHUNK ? count - first : CHUNK;
		hr_compared part;

		fill_bounds(&bounds, right, first, part_count);
		part = hr_compare(&rule, (const uint8_t *)(right->value + first), sizeof(float),
				  (const uint8_t *)(got + first), sizeof(float), part_count);
		if (part.mismatches && !spot->found)
			note_spot(spot, &bounds, right, got, first + part.first);
		hr_compared_add(&sum, &part);
	}
	HR_VEC_FREE(&bounds.of);
	if (fresh && spot->found) {
		spot->mismatches = sum.mismatches;
		spot->elements = sum.elements;
	}
	return sum;
}

const char *hr_cross_place_text(const hr_dims *shape, uint64_t number, char text[HR_DIMS_TEXT])
{
	hr_dims place = {.rank = shape->rank};

	for (unsigned i = shape->rank; i > 0; i--) {
		place.dim[i - 1] = number % shape->dim[i - 1];
		number /= shape->dim[i - 1];
	}
	return hr_dims_text(&place, text);
}

static void report(hr_crosscheck *self, const cross_leaf *leaf, cross_got *got,
		   const hr_offload_grid *grid, const tensor_spot *spot)
{
	const hr_where *where = &self->run->program->functions[leaf->leaf->function]->where;
	char place[HR_DIMS_TEXT], shape[HR_DIMS_TEXT], values[2][HR_VALUE_TEXT], ulps[2][32];
	hr_element element = hr_element_of_npy(HR_NPY_FLOAT, sizeof(float));
	uint64_t off = hr_element_ulps((const uint8_t *)&spot->right, (const uint8_t *)&spot->got,
				       element);
	hr_level level = *grid->level;
	char text[TEXT], where_text[2 * HR_DIMS_TEXT];
	hr_event_difference difference = {.backend = got->row->backend,
					  .place = where_text,
					  .expected = values[1],
					  .got = values[0],
					  .ulps = ulps[0],
					  .element = spot->element,
					  .mismatches = spot->mismatches,
					  .elements = spot->elements,
					  .where = where,
					  .level = &level,
					  .instance = spot->instance};

	hr_instance_id(level.extent, spot->instance, level.id);
	snprintf(
		text, sizeof(text),
		"element %s of output %u, a tensor of %s, is %s instead of %s, %s where %s are allowed; %llu of "
		"%llu elements differ",
		hr_cross_place_text(&spot->shape, spot->element, place), spot->output,
		hr_dims_text(&spot->shape, shape),
		hr_bytes_text(&spot->got, sizeof(float), true, values[0]),
		hr_bytes_text(&spot->right, sizeof(float), true, values[1]),
		hr_ulps_text(off, ulps[0]), hr_ulps_text(spot->allowed, ulps[1]),
		(unsigned long long)spot->mismatches, (unsigned long long)spot->elements);
	got->row->bounded = true;
	got->row->allowed_ulps = spot->allowed;
	snprintf(where_text, sizeof(where_text), "element %s of output %u", place, spot->output);
	hr_emit_event_difference(grid, leaf->leaf, leaf->varies, &difference);
	hr_cross_note_first(self, got->row, grid, where, &level, text);
}

/* Return which of the results of an instance is that of step NUMBER. */
static uint32_t result_of(const hr_unit *unit, uint32_t number)
{
	uint32_t result = 0;

	for (uint32_t i = 0; i < number; i++)
		result += unit->steps[i].returned;
	return result;
}

/* Find output O of instance I as the engine computed it. Return false if the engine returned no
 * tensor. */
static bool engines(const hr_crosscheck *self, const hr_unit *unit, const hr_offload_grid *grid,
		    unsigned o, uint64_t i, hr_array *array)
{
	const void *handle;
	const char *why;
	const hr_tensor *tensor;

	memcpy(&handle, grid->outputs + i * unit->output_stride + unit->outputs[o].offset,
	       sizeof(handle));
	tensor = hr_tensor_find(self->run, handle, &why);
	return tensor && hr_tensor_array(tensor, array, &why);
}

hr_compared hr_cross_judge_tensors(hr_crosscheck *self, const cross_leaf *leaf, cross_got *got,
				   const hr_offload_grid *grid)
{
	const hr_made_unit *made = got->unit->made;
	uint32_t results = returned_count(&made->unit);
	hr_compared sum = {0};
	tensor_spot spot = {0};

	for (uint64_t i = 0; grid->outputs && i < hr_cross_instances(grid); i++)
		for (unsigned o = 0; o < made->unit.output_count; o++) {
			const hr_step_value *value = &made->leaf.outputs[o];
			hr_compared part;
			hr_array right;
			size_t at;

			if (value->kind != HR_STEP_RESULT ||
			    !engines(self, &made->unit, grid, o, i, &right))
				continue;
			at = i * results + result_of(&made->unit, value->number);
			if (!spot.found) {
				spot.output = o;
				spot.instance = i;
			}
			part = compare_tensor(&right, got->results.data[at].memory, &spot);
			hr_compared_add(&sum, &part);
		}
	if (spot.found && !got->row->mismatches)
		report(self, leaf, got, grid, &spot);
	return sum;
}
