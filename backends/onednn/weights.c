/* backends/onednn/weights.c -- weights in the layout of their primitive, reordered once and cached.
 *
 * Invariant: the values cached under a version are those of that version.
 * Owns:      the reordered values. */
#include <stdio.h>
#include <stdlib.h>

#include "backends/onednn/onednn.h"

enum { ALIGN = 64 };

/* Return the place for the values of VERSION; *FRESH is set if they must still be stored there. */
static dn_reordered *place_for(dn_weights *weights, uint64_t version, bool *fresh)
{
	dn_reordered *place = &weights->kept[version % DN_VERSIONS];
	size_t bytes = (weights->bytes + ALIGN - 1) / ALIGN * ALIGN;

	*fresh = version == 0 || place->version != version || !place->data;
	if (!place->data)
		place->data = aligned_alloc(ALIGN, bytes ? bytes : ALIGN);
	place->version = version;
	return place->data ? place : NULL;
}

static dnnl_status_t make_ready(dn_weights *weights, const hr_unit_tensor *tensor,
				dnnl_stream_t stream)
{
	const dnnl_exec_arg_t arguments[] = {{DNNL_ARG_FROM, weights->from},
					     {DNNL_ARG_TO, weights->to}};
	bool fresh;
	dn_reordered *place = place_for(weights, tensor->version, &fresh);
	dnnl_status_t status;

	if (!place)
		return dnnl_out_of_memory;
	status = dnnl_memory_set_data_handle(weights->to, place->data);
	if (status != dnnl_success || !fresh)
		return status;
	status = dnnl_primitive_execute(weights->reorder, stream, 2, arguments);
	if (status == dnnl_success)
		status = dnnl_stream_wait(stream);
	if (status != dnnl_success)
		place->version = 0;
	return status;
}

bool dn_weights_ready(dn_plan *plan, const hr_unit_tensor *tensors, dnnl_stream_t stream,
		      char text[HR_BACKEND_TEXT])
{
	for (size_t i = 0; i < plan->weights.count; i++) {
		dn_weights *weights = &plan->weights.data[i];
		dnnl_status_t status = make_ready(weights, &tensors[weights->tensor], stream);

		if (status == dnnl_success)
			continue;
		snprintf(text, HR_BACKEND_TEXT, "cannot reorder weights: status %d of oneDNN",
			 (int)status);
		return false;
	}
	return true;
}

void dn_weights_free(dn_weights *weights)
{
	if (weights->reorder)
		dnnl_primitive_destroy(weights->reorder);
	for (size_t i = 0; i < DN_VERSIONS; i++)
		free(weights->kept[i].data);
}
