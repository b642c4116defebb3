/* interp/tensor/counts.c -- what leaves return as tensors, counted for --stats.
 *
 * Owns:      the counts.
 * Not here:  instances and times (interp/schedule), printing (interp/host/stats.c). */
#include "interp/tensor/counts.h"

#include <math.h>
#include <string.h>

#include "interp/tensor/tensors.h"
#include "src/base/map.h"
#include "src/base/vec.h"

struct hr_all_counts {
	hr_map index; /* by node */
	HR_VEC(hr_counts) counts;
};

hr_all_counts *hr_all_counts_new(void)
{
	return hr_alloc_zero(sizeof(hr_all_counts));
}

void hr_all_counts_free(hr_all_counts *counts)
{
	if (!counts)
		return;
	hr_map_free(&counts->index);
	HR_VEC_FREE(&counts->counts);
	hr_free(counts);
}

/* Add what the bounds of TENSOR, whose elements are ELEM, say. */
static void add_bounds(hr_counts *sum, const hr_tensor *tensor, hr_elem elem, bool wide)
{
	double largest = 0, magnitude = 0;

	for (uint64_t i = 0; i < tensor->count; i++) {
		double value = !hr_elem_is_real(elem)
				       ? (double)hr_elem_integer(elem, tensor->data, i)
				       : hr_elem_real(wide ? HR_E_F64 : elem, tensor->data, i);

		magnitude = isfinite(value) ? fmax(magnitude, fabs(value)) : magnitude;
		if (isinf(tensor->bound[i]))
			sum->unbounded++;
		else
			largest = fmax(largest, (double)tensor->bound[i]);
	}
	if (largest > 0)
		sum->bound = fmax(sum->bound, largest / magnitude);
}

static void add_tensor(hr_counts *sum, const hr_tensor *tensor)
{
	bool wide;
	hr_elem elem = hr_tensor_elem(tensor->view.data_type, &wide);

	sum->elements += tensor->count;
	sum->bytes += tensor->bytes;
	if (elem && tensor->bound)
		add_bounds(sum, tensor, elem, wide);
}

/* Return the place of the counts of LEAF. The caller holds the lock of the run's tensors. */
static hr_counts *place_of(hr_all_counts *all, const hr_node *leaf)
{
	uint64_t index = all->counts.count;

	if (!hr_map_get(&all->index, hr_map_key(leaf), &index)) {
		hr_map_put(&all->index, hr_map_key(leaf), index);
		HR_PUSH(&all->counts, (hr_counts){0});
	}
	return &all->counts.data[index];
}

void hr_counts_add(hr_run *run, const hr_node *leaf, const uint8_t *outputs)
{
	hr_counts sum = {0}, *place;

	for (unsigned i = 0; i < leaf->output_count; i++) {
		const hr_tensor *tensor;
		const char *why;
		void *handle;

		if (leaf->outputs[i].type->kind != HR_T_PTR)
			continue;
		memcpy(&handle, outputs + leaf->outputs[i].offset, sizeof(handle));
		tensor = hr_tensor_find(run, handle, &why);
		if (tensor)
			add_tensor(&sum, tensor);
	}
	place = place_of(hr_tensors_lock_counts(run), leaf);
	place->elements += sum.elements;
	place->bytes += sum.bytes;
	place->unbounded += sum.unbounded;
	place->bound = fmax(place->bound, sum.bound);
	hr_tensors_unlock_counts(run);
}

hr_counts hr_counts_of(hr_run *run, const hr_node *leaf)
{
	hr_counts counts = *place_of(hr_tensors_lock_counts(run), leaf);

	hr_tensors_unlock_counts(run);
	return counts;
}
