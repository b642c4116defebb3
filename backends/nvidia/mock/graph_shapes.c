/* backends/nvidia/mock/graph_shapes.c -- checks shapes in the mock of cuDNN's graph API. */
#include "backends/nvidia/mock/mock_graph.h"

bool mock_is_virtual(const mock_graph_part *tensor)
{
	const bool *said = mock_attribute_of(tensor, DC_TENSOR_VIRTUAL, NULL);

	return said && *said;
}

uint64_t mock_tensor_bytes(const mock_graph_part *tensor)
{
	int64_t count;
	const int64_t *dims = mock_attribute_of(tensor, DC_TENSOR_DIMS, &count);
	const int64_t *strides = mock_attribute_of(tensor, DC_TENSOR_STRIDES, NULL);
	uint64_t last = 0;

	for (int64_t i = 0; i < count; i++)
		last += (uint64_t)(dims[i] - 1) * (uint64_t)strides[i];
	return (last + 1) * sizeof(float);
}

static void check_tensor(const mock_graph_part *tensor)
{
	int64_t count, strides_count;
	const int64_t *dims = mock_attribute_of(tensor, DC_TENSOR_DIMS, &count);
	const int64_t *strides = mock_attribute_of(tensor, DC_TENSOR_STRIDES, &strides_count);

	MOCK_RULE(count == strides_count, "shape", "%lld dimensions, %lld strides",
		  (long long)count, (long long)strides_count);
	for (int64_t i = 0; i < count; i++)
		MOCK_RULE(dims[i] > 0 && strides[i] > 0, "shape",
			  "dimension %lld is %lld, its stride %lld", (long long)i,
			  (long long)dims[i], (long long)strides[i]);
}

static const int64_t *dims_of(const mock_graph_part *operation, int name)
{
	const dc_descriptor *tensor = mock_attribute_of(operation, name, NULL);
	int64_t count;
	const int64_t *dims =
		mock_attribute_of(mock_finalized(*tensor, DC_IS_TENSOR), DC_TENSOR_DIMS, &count);

	MOCK_RULE(count == 4, "shape", "a tensor of %lld dimensions", (long long)count);
	return dims;
}

static void check_convolution(const mock_graph_part *operation)
{
	const int64_t *x = dims_of(operation, DC_FORWARD_X), *w = dims_of(operation, DC_FORWARD_W);
	const int64_t *y = dims_of(operation, DC_FORWARD_Y);
	const dc_descriptor *how = mock_attribute_of(operation, DC_FORWARD_CONVOLUTION, NULL);
	const mock_graph_part *convolution = mock_finalized(*how, DC_IS_CONVOLUTION);
	const int64_t *before = mock_attribute_of(convolution, DC_CONVOLUTION_BEFORE, NULL);
	const int64_t *after = mock_attribute_of(convolution, DC_CONVOLUTION_AFTER, NULL);
	const int64_t *strides = mock_attribute_of(convolution, DC_CONVOLUTION_STRIDES, NULL);

	MOCK_RULE(x[1] % w[1] == 0 && w[0] % (x[1] / w[1]) == 0, "shape",
		  "%lld channels, filters of %lld by %lld", (long long)x[1], (long long)w[0],
		  (long long)w[1]);
	MOCK_RULE(y[0] == x[0] && y[1] == w[0], "shape", "images or channels of the result");
	for (int i = 0; i < 2; i++) {
		int64_t size = (x[2 + i] + before[i] + after[i] - w[2 + i]) / strides[i] + 1;

		MOCK_RULE(y[2 + i] == size, "shape",
			  "dimension %d of the result is %lld, and is to be %lld", 2 + i,
			  (long long)y[2 + i], (long long)size);
	}
}

static void check_pointwise(const mock_graph_part *operation)
{
	const int64_t *x = dims_of(operation, DC_OPERATION_X),
		      *y = dims_of(operation, DC_OPERATION_Y);
	const dc_descriptor *how = mock_attribute_of(operation, DC_OPERATION_POINTWISE, NULL);
	const int *mode =
		mock_attribute_of(mock_finalized(*how, DC_IS_POINTWISE), DC_POINTWISE_MODE, NULL);
	const int64_t *b = mock_attribute_of(operation, DC_OPERATION_B, NULL)
				   ? dims_of(operation, DC_OPERATION_B)
				   : NULL;

	MOCK_RULE((*mode == DC_POINTWISE_ADD) == (b != NULL), "shape",
		  "mode %d with%s a second operand", *mode, b ? "" : "out");
	for (int i = 0; i < 4; i++)
		MOCK_RULE(x[i] == y[i] && (!b || b[i] == 1 || b[i] == x[i]), "shape",
			  "dimension %d differs", i);
}

void mock_check_shapes(const mock_graph_part *part)
{
	if (part->kind == DC_IS_TENSOR)
		check_tensor(part);
	else if (part->kind == DC_IS_CONVOLUTION_FORWARD)
		check_convolution(part);
	else if (part->kind == DC_IS_POINTWISE_OPERATION)
		check_pointwise(part);
}
