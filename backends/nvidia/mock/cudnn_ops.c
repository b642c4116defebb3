/* backends/nvidia/mock/cudnn_ops.c -- the mock of cuDNN's handles and of its functions for single
 * operations.
 *
 * Source of the rules: NVIDIA, cuDNN API reference ("cudnn_ops Library"). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backends/nvidia/mock/mock_cudnn.h"

typedef struct handle {
	nv_stream stream;
} handle;

typedef struct op_shape {
	int dims[4];
	bool set;
} op_shape;

typedef struct setting {
	int numbers[10];
	bool set;
} setting;

size_t cudnnGetVersion(void)
{
	return 91900;
}

const char *cudnnGetErrorString(dc_status status)
{
	switch (status) {
	case DC_SUCCESS: return "CUDNN_STATUS_SUCCESS";
	case DC_NOT_SUPPORTED: return "CUDNN_STATUS_NOT_SUPPORTED";
	case DC_BAD_PARAM: return "CUDNN_STATUS_BAD_PARAM";
	case DC_EXECUTION_FAILED: return "CUDNN_STATUS_EXECUTION_FAILED";
	case DC_INTERNAL_ERROR: return "CUDNN_STATUS_INTERNAL_ERROR";
	case DC_HOST_ALLOCATION_FAILED: return "CUDNN_STATUS_INTERNAL_ERROR_HOST_ALLOCATION_FAILED";
	case DC_DEVICE_ALLOCATION_FAILED:
		return "CUDNN_STATUS_INTERNAL_ERROR_DEVICE_ALLOCATION_FAILED";
	default: return "CUDNN_UNKNOWN_STATUS";
	}
}

nv_stream mock_cudnn_stream(dc_handle of)
{
	const handle *data = mock_object_of(of, MOCK_CUDNN, "handle of cuDNN")->data;

	MOCK_RULE(data->stream, "stream", "the handle of cuDNN has the default stream");
	(void)mock_stream_of(data->stream);
	return data->stream;
}

dc_status cudnnCreate(dc_handle *made)
{
	MOCK_CALL(cudnnCreate, MOCK_INITIALISED, "%s", "");
	MOCK_RULE(mock_current(), "context", "no context is current in this thread");
	*made = (dc_handle)mock_object_new(MOCK_CUDNN, "handle of cuDNN", NULL, sizeof(handle));
	return DC_SUCCESS;
}

dc_status cudnnDestroy(dc_handle of)
{
	MOCK_CALL(cudnnDestroy, MOCK_INITIALISED, "%p", (void *)of);
	mock_object_end(mock_object_of(of, MOCK_CUDNN, "handle of cuDNN"));
	return DC_SUCCESS;
}

dc_status cudnnSetStream(dc_handle of, nv_stream stream)
{
	MOCK_CALL(cudnnSetStream, MOCK_INITIALISED, "%p, %p", (void *)of, (void *)stream);
	(void)mock_stream_of(stream);
	((handle *)mock_object_of(of, MOCK_CUDNN, "handle of cuDNN")->data)->stream = stream;
	return DC_SUCCESS;
}

/* --- descriptors ------------------------------------------------------------------------------ */

/* The kinds of objects are distinguished by these strings, which are compared as pointers. */
static const char a_shape[] = "descriptor of a tensor", an_op[] = "descriptor of an operation",
		  an_activation[] = "descriptor of an activation",
		  a_pooling[] = "descriptor of a pooling", a_filter[] = "descriptor of a filter",
		  a_convolution[] = "descriptor of a convolution";

static mock_object *descriptor(const void *of, const char *what)
{
	mock_object *object = mock_object_of(of, MOCK_DESCRIPTORS, what);

	MOCK_RULE(object->what == what, "handle", "a %s is given as a %s", object->what, what);
	return object;
}

static dc_status set_numbers(const void *of, const char *what, const int *numbers, size_t count)
{
	setting *to = descriptor(of, what)->data;

	memcpy(to->numbers, numbers, count * sizeof(*numbers));
	to->set = true;
	return DC_SUCCESS;
}

static const setting *setting_of(const void *of, const char *what)
{
	const setting *found = descriptor(of, what)->data;

	MOCK_RULE(found->set, "descriptor", "the %s has not been set", what);
	return found;
}

static dc_status set_dims(const mock_object *of, dc_format format, dc_data_type type, op_shape to)
{
	const int *dims = to.dims;

	MOCK_RULE(format == DC_NCHW && type == DC_FLOAT, "descriptor", "format %d, type %d", format,
		  type);
	MOCK_RULE(dims[0] > 0 && dims[1] > 0 && dims[2] > 0 && dims[3] > 0, "descriptor",
		  "dimensions %d %d %d %d", dims[0], dims[1], dims[2], dims[3]);
	*(op_shape *)of->data = to;
	return DC_SUCCESS;
}

/* The parameters of a convolution: padding, stride and dilation, each vertical and horizontal; the
 * mode, the type, groups, math. */
enum { GROUPS = 8, MATH = 9 };

static dc_status make_descriptor(void **made, const char *what)
{
	bool shaped = what == a_shape || what == a_filter;

	*made = mock_object_new(MOCK_DESCRIPTORS, what, NULL,
				shaped ? sizeof(op_shape) : sizeof(setting));
	if (what == a_convolution)
		((setting *)descriptor(*made, what)->data)->numbers[GROUPS] = 1;
	return DC_SUCCESS;
}

#define DESCRIPTOR(name, type, what)                                                               \
	dc_status cudnnCreate##name##Descriptor(type *made)                                        \
	{                                                                                          \
		MOCK_CALL(cudnnCreate##name##Descriptor, MOCK_ANY, "%s", "");                      \
		return make_descriptor((void **)made, what);                                       \
	}                                                                                          \
                                                                                                   \
	dc_status cudnnDestroy##name##Descriptor(type of)                                          \
	{                                                                                          \
		MOCK_CALL(cudnnDestroy##name##Descriptor, MOCK_ANY, "%p", (void *)of);             \
		mock_object_end(descriptor(of, what));                                             \
		return DC_SUCCESS;                                                                 \
	}
DESCRIPTOR(Tensor, dc_tensor, a_shape)
DESCRIPTOR(Filter, dc_filter, a_filter)
DESCRIPTOR(OpTensor, dc_op, an_op)
DESCRIPTOR(Activation, dc_activation, an_activation)
DESCRIPTOR(Pooling, dc_pooling, a_pooling)
DESCRIPTOR(Convolution, dc_convolution, a_convolution)

dc_status cudnnSetTensor4dDescriptor(dc_tensor of, dc_format format, dc_data_type type, int n,
				     int c, int h, int w)
{
	MOCK_CALL(cudnnSetTensor4dDescriptor, MOCK_ANY, "%p, %d %d %d %d", (void *)of, n, c, h, w);
	return set_dims(descriptor(of, a_shape), format, type,
			(op_shape){.dims = {n, c, h, w}, .set = true});
}

dc_status cudnnSetOpTensorDescriptor(dc_op of, dc_op_kind kind, dc_data_type type, dc_nan nan)
{
	MOCK_CALL(cudnnSetOpTensorDescriptor, MOCK_ANY, "%p, %d, %d, %d", (void *)of, kind, type,
		  nan);
	MOCK_RULE(kind == DC_OP_ADD && type == DC_FLOAT, "descriptor", "operation %d, type %d",
		  kind, type);
	return set_numbers(of, an_op, (const int[]){kind, type, nan}, 3);
}

dc_status cudnnSetActivationDescriptor(dc_activation of, dc_activation_mode mode, dc_nan nan,
				       double coefficient)
{
	MOCK_CALL(cudnnSetActivationDescriptor, MOCK_ANY, "%p, %d, %d, %g", (void *)of, mode, nan,
		  coefficient);
	MOCK_RULE(mode >= DC_ACTIVATION_SIGMOID && mode <= DC_ACTIVATION_CLIPPED_RELU, "descriptor",
		  "activation %d", mode);
	return set_numbers(of, an_activation, (const int[]){mode, nan}, 2);
}

dc_status cudnnSetPooling2dDescriptor(dc_pooling of, dc_pooling_mode mode, dc_nan nan, int height,
				      int width, int vertical_padding, int horizontal_padding,
				      int vertical_stride, int horizontal_stride)
{
	MOCK_CALL(cudnnSetPooling2dDescriptor, MOCK_ANY,
		  "%p, mode %d, nan %d, window %d %d, padding %d %d, stride %d %d", (void *)of,
		  mode, nan, height, width, vertical_padding, horizontal_padding, vertical_stride,
		  horizontal_stride);
	MOCK_RULE(height > 0 && width > 0 && vertical_padding >= 0 && horizontal_padding >= 0 &&
			  vertical_stride > 0 && horizontal_stride > 0,
		  "descriptor", "a window, padding or stride is out of range");
	return set_numbers(of, a_pooling,
			   (const int[]){mode, nan, height, width, vertical_padding,
					 horizontal_padding, vertical_stride, horizontal_stride},
			   8);
}

dc_status cudnnSetFilter4dDescriptor(dc_filter of, dc_data_type type, dc_format format, int k,
				     int c, int h, int w)
{
	MOCK_CALL(cudnnSetFilter4dDescriptor, MOCK_ANY, "%p, %d %d %d %d", (void *)of, k, c, h, w);
	return set_dims(descriptor(of, a_filter), format, type,
			(op_shape){.dims = {k, c, h, w}, .set = true});
}

dc_status cudnnSetConvolution2dDescriptor(dc_convolution of, int vertical_padding,
					  int horizontal_padding, int vertical_stride,
					  int horizontal_stride, int vertical_dilation,
					  int horizontal_dilation, dc_convolution_mode mode,
					  dc_data_type type)
{
	MOCK_CALL(cudnnSetConvolution2dDescriptor, MOCK_ANY,
		  "%p, padding %d %d, stride %d %d, dilation %d %d, mode %d, type %d", (void *)of,
		  vertical_padding, horizontal_padding, vertical_stride, horizontal_stride,
		  vertical_dilation, horizontal_dilation, mode, type);
	MOCK_RULE(vertical_padding >= 0 && horizontal_padding >= 0 && vertical_stride > 0 &&
			  horizontal_stride > 0 && vertical_dilation > 0 && horizontal_dilation > 0,
		  "descriptor", "a padding, stride or dilation is out of range");
	MOCK_RULE(mode == DC_CROSS_CORRELATION && type == DC_FLOAT, "descriptor",
		  "mode %d, type %d", mode, type);
	return set_numbers(of, a_convolution,
			   (const int[]){vertical_padding, horizontal_padding, vertical_stride,
					 horizontal_stride, vertical_dilation, horizontal_dilation,
					 mode, type},
			   8);
}

dc_status cudnnSetConvolutionGroupCount(dc_convolution of, int groups)
{
	MOCK_CALL(cudnnSetConvolutionGroupCount, MOCK_ANY, "%p, %d", (void *)of, groups);
	MOCK_RULE(groups > 0, "descriptor", "%d groups", groups);
	((setting *)descriptor(of, a_convolution)->data)->numbers[GROUPS] = groups;
	return DC_SUCCESS;
}

dc_status cudnnSetConvolutionMathType(dc_convolution of, dc_math_type math)
{
	MOCK_CALL(cudnnSetConvolutionMathType, MOCK_ANY, "%p, %d", (void *)of, math);
	MOCK_RULE(math >= 0 && math <= 3, "descriptor", "math %d", math);
	((setting *)descriptor(of, a_convolution)->data)->numbers[MATH] = math;
	return DC_SUCCESS;
}

/* --- operations ------------------------------------------------------------------------------- */

/* Check that there is a tensor of shape OF at AT. */
static const int *tensor_at(dc_tensor of, const void *at, const char *what)
{
	const op_shape *found = descriptor(of, a_shape)->data;
	uint64_t bytes = sizeof(float);

	MOCK_RULE(found->set, "descriptor", "the shape of %s has not been set", what);
	for (unsigned i = 0; i < 4; i++)
		bytes *= (uint64_t)found->dims[i];
	(void)mock_device_bytes((nv_address)(uintptr_t)at, bytes, what);
	return found->dims;
}

static bool same(const int *a, const int *b)
{
	return memcmp(a, b, 4 * sizeof(*a)) == 0;
}

static void scales(const void *alpha, const void *beta)
{
	mock_host_bytes(alpha, sizeof(float), "alpha");
	mock_host_bytes(beta, sizeof(float), "beta");
}

static dc_status launch(dc_handle of, const char *name, const void *const *pointers, uint32_t count)
{
	nv_stream stream = mock_cudnn_stream(of);

	if (mock_sticky())
		return DC_EXECUTION_FAILED;
	mock_enqueue_use(stream, name, pointers, count);
	return DC_SUCCESS;
}

dc_status cudnnTransformTensor(dc_handle of, const void *alpha, const dc_tensor x_shape,
			       const void *x, const void *beta, const dc_tensor y_shape, void *y)
{
	MOCK_CALL(cudnnTransformTensor, MOCK_INITIALISED, "%p to %p", x, y);
	scales(alpha, beta);
	MOCK_RULE(same(tensor_at(x_shape, x, "x"), tensor_at(y_shape, y, "y")), "shape",
		  "x and y differ");
	return launch(of, "transform", (const void *const[]){x, y}, 2);
}

dc_status cudnnOpTensor(dc_handle of, const dc_op op, const void *alpha1,
			const dc_tensor a_shape_of, const void *a, const void *alpha2,
			const dc_tensor b_shape, const void *b, const void *beta,
			const dc_tensor c_shape, void *c)
{
	MOCK_CALL(cudnnOpTensor, MOCK_INITIALISED, "%p + %p to %p", a, b, c);
	const int *a_dims = tensor_at(a_shape_of, a, "A"), *b_dims = tensor_at(b_shape, b, "B");

	scales(alpha1, beta);
	scales(alpha2, beta);
	(void)setting_of(op, an_op);
	MOCK_RULE(same(a_dims, tensor_at(c_shape, c, "C")), "shape", "A and C differ");
	for (unsigned i = 0; i < 4; i++)
		MOCK_RULE(b_dims[i] == 1 || b_dims[i] == a_dims[i], "shape",
			  "dimension %u of B is %d, of A %d", i, b_dims[i], a_dims[i]);
	return launch(of, "op", (const void *const[]){a, b, c}, 3);
}

dc_status cudnnActivationForward(dc_handle of, dc_activation activation, const void *alpha,
				 const dc_tensor x_shape, const void *x, const void *beta,
				 const dc_tensor y_shape, void *y)
{
	MOCK_CALL(cudnnActivationForward, MOCK_INITIALISED, "%p to %p", x, y);
	scales(alpha, beta);
	(void)setting_of(activation, an_activation);
	MOCK_RULE(same(tensor_at(x_shape, x, "x"), tensor_at(y_shape, y, "y")), "shape",
		  "x and y differ");
	return launch(of, "activation", (const void *const[]){x, y}, 2);
}

dc_status cudnnPoolingForward(dc_handle of, const dc_pooling pooling, const void *alpha,
			      const dc_tensor x_shape, const void *x, const void *beta,
			      const dc_tensor y_shape, void *y)
{
	MOCK_CALL(cudnnPoolingForward, MOCK_INITIALISED, "%p to %p", x, y);
	const int *numbers = setting_of(pooling, a_pooling)->numbers;
	const int *from = tensor_at(x_shape, x, "x"), *to = tensor_at(y_shape, y, "y");

	scales(alpha, beta);
	MOCK_RULE(from[0] == to[0] && from[1] == to[1], "shape",
		  "images or channels of x and y differ");
	for (unsigned i = 0; i < 2; i++) {
		int size = (from[2 + i] + 2 * numbers[4 + i] - numbers[2 + i]) / numbers[6 + i] + 1;

		MOCK_RULE(to[2 + i] == size, "shape", "dimension %u of y is %d, and is to be %d",
			  2 + i, to[2 + i], size);
	}
	return launch(of, "pooling", (const void *const[]){x, y}, 2);
}

/* Check that the settings of a convolution are consistent. Return the size of the workspace. */
static size_t check_convolution(const dc_tensor x_shape, const dc_filter filter,
				const dc_convolution how, const dc_tensor y_shape,
				dc_algorithm algorithm)
{
	const op_shape *x = descriptor(x_shape, a_shape)->data,
		       *y = descriptor(y_shape, a_shape)->data;
	const op_shape *w = descriptor(filter, a_filter)->data;
	const int *numbers = setting_of(how, a_convolution)->numbers;

	MOCK_RULE(x->set && y->set && w->set, "descriptor",
		  "the shape of x, the filter or y has not been set");
	MOCK_RULE(algorithm == DC_GEMM || algorithm == DC_GEMM_PREPARED, "descriptor",
		  "algorithm %d", algorithm);
	MOCK_RULE(x->dims[1] == w->dims[1] * numbers[GROUPS] && w->dims[0] % numbers[GROUPS] == 0,
		  "shape", "%d channels, a filter of %d by %d, %d groups", x->dims[1], w->dims[0],
		  w->dims[1], numbers[GROUPS]);
	MOCK_RULE(y->dims[0] == x->dims[0] && y->dims[1] == w->dims[0], "shape",
		  "images or channels of y are wrong");
	for (unsigned i = 0; i < 2; i++) {
		int spread = numbers[4 + i] * (w->dims[2 + i] - 1) + 1;
		int size = (x->dims[2 + i] + 2 * numbers[i] - spread) / numbers[2 + i] + 1;

		MOCK_RULE(y->dims[2 + i] == size, "shape",
			  "dimension %u of y is %d, and is to be %d", 2 + i, y->dims[2 + i], size);
	}
	return algorithm == DC_GEMM_PREPARED ? 4096 : 0;
}

dc_status cudnnGetConvolutionForwardWorkspaceSize(dc_handle of, const dc_tensor x_shape,
						  const dc_filter filter, const dc_convolution how,
						  const dc_tensor y_shape, dc_algorithm algorithm,
						  size_t *bytes)
{
	MOCK_CALL(cudnnGetConvolutionForwardWorkspaceSize, MOCK_INITIALISED, "%p, algorithm %d",
		  (void *)of, algorithm);
	(void)mock_object_of(of, MOCK_CUDNN, "handle of cuDNN");
	*bytes = check_convolution(x_shape, filter, how, y_shape, algorithm);
	return mock_option_is("direct", "no") ? DC_NOT_SUPPORTED : DC_SUCCESS;
}

dc_status cudnnConvolutionForward(dc_handle of, const void *alpha, const dc_tensor x_shape,
				  const void *x, const dc_filter filter, const void *w,
				  const dc_convolution how, dc_algorithm algorithm, void *workspace,
				  size_t workspace_bytes, const void *beta, const dc_tensor y_shape,
				  void *y)
{
	MOCK_CALL(cudnnConvolutionForward, MOCK_INITIALISED,
		  "%p and %p to %p, algorithm %d, math %d, %zu bytes", x, w, y, algorithm,
		  setting_of(how, a_convolution)->numbers[MATH], workspace_bytes);
	size_t needed = check_convolution(x_shape, filter, how, y_shape, algorithm);
	const op_shape *of_filter = descriptor(filter, a_filter)->data;
	uint64_t bytes = sizeof(float);

	for (unsigned i = 0; i < 4; i++)
		bytes *= (uint64_t)of_filter->dims[i];
	scales(alpha, beta);
	(void)tensor_at(x_shape, x, "x");
	(void)tensor_at(y_shape, y, "y");
	(void)mock_device_bytes((nv_address)(uintptr_t)w, bytes, "the filter");
	MOCK_RULE(workspace_bytes >= needed, "limit", "%zu bytes of workspace, %zu are needed",
		  workspace_bytes, needed);
	if (workspace_bytes)
		(void)mock_device_bytes((nv_address)(uintptr_t)workspace, workspace_bytes,
					"the workspace");
	return launch(of, "convolution", (const void *const[]){x, w, y}, 3);
}

dc_status cudnnSoftmaxForward(dc_handle of, dc_softmax_algorithm algorithm, dc_softmax_mode mode,
			      const void *alpha, const dc_tensor x_shape, const void *x,
			      const void *beta, const dc_tensor y_shape, void *y)
{
	MOCK_CALL(cudnnSoftmaxForward, MOCK_INITIALISED, "%d, %d, %p to %p", algorithm, mode, x, y);
	scales(alpha, beta);
	MOCK_RULE(same(tensor_at(x_shape, x, "x"), tensor_at(y_shape, y, "y")), "shape",
		  "x and y differ");
	return launch(of, "softmax", (const void *const[]){x, y}, 2);
}

dc_status cudnnBatchNormalizationForwardInference(dc_handle of, dc_batchnorm_mode mode,
						  const void *alpha, const void *beta,
						  const dc_tensor x_shape, const void *x,
						  const dc_tensor y_shape, void *y,
						  const dc_tensor channels_shape, const void *scale,
						  const void *bias, const void *mean,
						  const void *variance, double epsilon)
{
	MOCK_CALL(cudnnBatchNormalizationForwardInference, MOCK_INITIALISED,
		  "%d, %p to %p, epsilon %g", mode, x, y, epsilon);
	const int *from = tensor_at(x_shape, x, "x");
	const void *const channels[] = {scale, bias, mean, variance};

	scales(alpha, beta);
	MOCK_RULE(epsilon >= 0, "range", "epsilon is %g", epsilon);
	MOCK_RULE(same(from, tensor_at(y_shape, y, "y")), "shape", "x and y differ");
	for (unsigned i = 0; i < 4; i++) {
		const int *dims =
			tensor_at(channels_shape, channels[i], "scale, bias, mean or variance");

		MOCK_RULE(dims[0] == 1 && dims[1] == from[1] && dims[2] == 1 && dims[3] == 1,
			  "shape", "values for %d channels, x has %d", dims[1], from[1]);
	}
	return launch(of, "batchnorm", (const void *const[]){x, y, scale, bias, mean, variance}, 6);
}
