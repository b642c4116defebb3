/* backends/nvidia/mock/test_mock_cudnn.c -- tests the mock of cuDNN and cuBLASLt: each rule is
 * broken by at least one call.
 *
 * A case runs in a separate process, which ends with MOCK_EXIT and the name of the rule. That calls
 * which keep the rules succeed is shown by the tests of the cudnn backend. */
#include <dlfcn.h>

#include "backends/cudnn/cudnn_api.h"
#include "backends/nvidia/mock/mock.h"
#include "src/base/test.h"

static nv_driver cu;
static dc_cudnn dnn;
static dc_blas blas;
static nv_context context;
static nv_stream stream;
static dc_handle handle;
static dl_handle products;
static const float one = 1, zero = 0;

static void must(int status)
{
	if (status) {
		fprintf(stderr, "status %d\n", status);
		_exit(96);
	}
}

static void begin(void)
{
	char text[HR_BACKEND_TEXT];

	if (!nv_driver_open(&cu, MOCK_PATH, text) || !dc_cudnn_open(&dnn, MOCK_PATH, text) ||
	    !dc_blas_open(&blas, MOCK_PATH, text)) {
		fprintf(stderr, "%s\n", text);
		_exit(97);
	}
	must(cu.primary_retain(&context, 0));
	must(cu.context_set(context));
	must(cu.stream_create(&stream, 0));
	must(dnn.create(&handle));
	must(dnn.set_stream(handle, stream));
	must(blas.create(&products));
}

static void *memory(size_t bytes)
{
	nv_address address = 0;

	must(cu.allocate(&address, bytes));
	return (void *)(uintptr_t)address;
}

/* --- calls for a single operation ---------------------------------------------------------- */

static dc_tensor shape(int n, int c, int h, int w)
{
	dc_tensor made;

	must(dnn.tensor_create(&made));
	must(dnn.tensor_set(made, DC_NCHW, DC_FLOAT, n, c, h, w));
	return made;
}

static dc_activation relu(void)
{
	dc_activation made;

	must(dnn.activation_create(&made));
	must(dnn.activation_set(made, DC_ACTIVATION_RELU, DC_KEEPS_NAN, 0));
	return made;
}

static void activate(dc_activation activation, dc_tensor x, const void *from, dc_tensor y, void *to)
{
	must(dnn.activate(handle, activation, &one, x, from, &zero, y, to));
}

static void small_memory(void)
{
	activate(relu(), shape(1, 1, 1, 9), memory(32), shape(1, 1, 1, 9), memory(64));
}

static void host_memory(void)
{
	float host[8] = {0};

	activate(relu(), shape(1, 1, 1, 8), host, shape(1, 1, 1, 8), memory(64));
}

static void shapes_differ(void)
{
	activate(relu(), shape(1, 1, 1, 8), memory(64), shape(1, 1, 8, 1), memory(64));
}

static void shape_not_set(void)
{
	dc_tensor made;

	must(dnn.tensor_create(&made));
	activate(relu(), made, memory(64), shape(1, 1, 1, 8), memory(64));
}

static void activation_not_set(void)
{
	dc_activation made;

	must(dnn.activation_create(&made));
	activate(made, shape(1, 1, 1, 8), memory(64), shape(1, 1, 1, 8), memory(64));
}

static void shape_destroyed(void)
{
	dc_tensor x = shape(1, 1, 1, 8);

	must(dnn.tensor_destroy(x));
	activate(relu(), x, memory(64), shape(1, 1, 1, 8), memory(64));
}

static void shape_as_activation(void)
{
	activate((dc_activation)shape(1, 1, 1, 8), shape(1, 1, 1, 8), memory(64), shape(1, 1, 1, 8),
		 memory(64));
}

static void handle_destroyed(void)
{
	must(dnn.destroy(handle));
	activate(relu(), shape(1, 1, 1, 8), memory(64), shape(1, 1, 1, 8), memory(64));
}

static void stream_destroyed(void)
{
	must(cu.stream_destroy(stream));
	activate(relu(), shape(1, 1, 1, 8), memory(64), shape(1, 1, 1, 8), memory(64));
}

static void empty_shape(void)
{
	(void)shape(1, 0, 1, 1);
}

static void memory_freed_while_used(void)
{
	void *x = memory(64);

	activate(relu(), shape(1, 1, 1, 8), x, shape(1, 1, 1, 8), memory(64));
	must(cu.release((nv_address)(uintptr_t)x));
}

static void no_alpha(void)
{
	must(dnn.activate(handle, relu(), NULL, shape(1, 1, 1, 8), memory(64), &zero,
			  shape(1, 1, 1, 8), memory(64)));
}

static void pool_of_another_size(void)
{
	dc_pooling made;

	must(dnn.pooling_create(&made));
	must(dnn.pooling_set(made, DC_POOL_MAX, DC_KEEPS_NAN, 2, 2, 0, 0, 2, 2));
	must(dnn.pool(handle, made, &one, shape(1, 1, 4, 4), memory(64), &zero, shape(1, 1, 3, 2),
		      memory(64)));
}

static void pool_without_stride(void)
{
	dc_pooling made;

	must(dnn.pooling_create(&made));
	must(dnn.pooling_set(made, DC_POOL_MAX, DC_KEEPS_NAN, 2, 2, 0, 0, 0, 2));
}

/* A convolution of an image of 1 x 2 x 4 x 4 with 3 filters of 3 x 3, whose result has ROWS
 * rows. */
static void convolve(int groups, int rows, size_t workspace, bool set)
{
	dc_filter filter;
	dc_convolution how;

	must(dnn.filter_create(&filter));
	must(dnn.filter_set(filter, DC_FLOAT, DC_NCHW, 3, 2, 3, 3));
	must(dnn.convolution_create(&how));
	if (set)
		must(dnn.convolution_set(how, 1, 1, 1, 1, 1, 1, DC_CROSS_CORRELATION, DC_FLOAT));
	must(dnn.convolution_groups(how, groups));
	must(dnn.convolve(handle, &one, shape(1, 2, 4, 4), memory(128), filter, memory(216), how,
			  DC_GEMM_PREPARED, memory(4096), workspace, &zero, shape(1, 3, rows, 4),
			  memory(192)));
	must(dnn.convolution_destroy(how));
	must(dnn.filter_destroy(filter));
}

static void convolution_of_another_size(void)
{
	convolve(1, 3, 4096, true);
}
static void convolution_in_groups(void)
{
	convolve(2, 4, 4096, true);
}
static void convolution_without_workspace(void)
{
	convolve(1, 4, 64, true);
}
static void convolution_not_set(void)
{
	convolve(1, 4, 4096, false);
}

static void convolution_without_stride(void)
{
	dc_convolution how;

	must(dnn.convolution_create(&how));
	must(dnn.convolution_set(how, 1, 1, 0, 1, 1, 1, DC_CROSS_CORRELATION, DC_FLOAT));
}

static void add_that_does_not_fit(void)
{
	dc_op made;

	must(dnn.op_create(&made));
	must(dnn.op_set(made, DC_OP_ADD, DC_FLOAT, DC_KEEPS_NAN));
	must(dnn.op(handle, made, &one, shape(1, 1, 1, 8), memory(64), &one, shape(1, 1, 1, 2),
		    memory(64), &zero, shape(1, 1, 1, 8), memory(64)));
}

static void channels_that_differ(void)
{
	dc_tensor x = shape(1, 2, 2, 2), c = shape(1, 3, 1, 1);
	void *m = memory(64);

	must(dnn.batchnorm(handle, DC_BATCHNORM_SPATIAL, &one, &zero, x, m, x, m, c, m, m, m, m,
			   1e-5));
}

static void epsilon_below_0(void)
{
	dc_tensor x = shape(1, 2, 2, 2), c = shape(1, 2, 1, 1);
	void *m = memory(64);

	must(dnn.batchnorm(handle, DC_BATCHNORM_SPATIAL, &one, &zero, x, m, x, m, c, m, m, m, m,
			   -1));
}

/* --- the graph API ---------------------------------------------------------------------------- */

static dc_descriptor descriptor(dc_descriptor_type type)
{
	dc_descriptor made;

	must(dnn.make(type, &made));
	return made;
}

static dc_descriptor tensor_without_id(int64_t n)
{
	const int64_t dims[] = {1, 1, 2, n}, strides[] = {2 * n, 2 * n, n, 1}, alignment = 16;
	const int type = DC_FLOAT;
	dc_descriptor made = descriptor(DC_IS_TENSOR);

	must(dnn.set(made, DC_TENSOR_TYPE, DC_A_DATA_TYPE, 1, &type));
	must(dnn.set(made, DC_TENSOR_DIMS, DC_AN_INT64, 4, dims));
	must(dnn.set(made, DC_TENSOR_STRIDES, DC_AN_INT64, 4, strides));
	must(dnn.set(made, DC_TENSOR_ALIGNMENT, DC_AN_INT64, 1, &alignment));
	return made;
}

static dc_descriptor tensor(int64_t id, int64_t n)
{
	dc_descriptor made = tensor_without_id(n);

	must(dnn.set(made, DC_TENSOR_ID, DC_AN_INT64, 1, &id));
	must(dnn.finalize(made));
	return made;
}

static dc_descriptor relu_mode(void)
{
	const int mode = DC_POINTWISE_RELU, type = DC_FLOAT;
	dc_descriptor made = descriptor(DC_IS_POINTWISE);

	must(dnn.set(made, DC_POINTWISE_MODE, DC_A_POINTWISE_MODE, 1, &mode));
	must(dnn.set(made, DC_POINTWISE_PRECISION, DC_A_DATA_TYPE, 1, &type));
	must(dnn.finalize(made));
	return made;
}

static dc_descriptor operation(dc_descriptor x, dc_descriptor y)
{
	dc_descriptor made = descriptor(DC_IS_POINTWISE_OPERATION), how = relu_mode();

	must(dnn.set(made, DC_OPERATION_POINTWISE, DC_A_DESCRIPTOR, 1, &how));
	must(dnn.set(made, DC_OPERATION_X, DC_A_DESCRIPTOR, 1, &x));
	must(dnn.set(made, DC_OPERATION_Y, DC_A_DESCRIPTOR, 1, &y));
	must(dnn.finalize(made));
	return made;
}

/* A plan with tensors 1 and 2, of eight floats each. */
static dc_descriptor plan(void)
{
	dc_descriptor op = operation(tensor(1, 4), tensor(2, 4)), graph = descriptor(DC_IS_GRAPH);
	dc_descriptor heuristics = descriptor(DC_IS_HEURISTICS), config = descriptor(DC_IS_CONFIG);
	dc_descriptor made = descriptor(DC_IS_PLAN);
	const int mode = DC_MODE_FALLBACK;
	int64_t count = 0;

	must(dnn.set(graph, DC_GRAPH_HANDLE, DC_A_HANDLE, 1, &handle));
	must(dnn.set(graph, DC_GRAPH_OPERATIONS, DC_A_DESCRIPTOR, 1, &op));
	must(dnn.finalize(graph));
	must(dnn.set(heuristics, DC_HEURISTICS_GRAPH, DC_A_DESCRIPTOR, 1, &graph));
	must(dnn.set(heuristics, DC_HEURISTICS_MODE, DC_A_HEURISTICS_MODE, 1, &mode));
	must(dnn.finalize(heuristics));
	must(dnn.get(heuristics, DC_HEURISTICS_RESULTS, DC_A_DESCRIPTOR, 1, &count, &config));
	must(count != 1);
	must(dnn.set(made, DC_PLAN_HANDLE, DC_A_HANDLE, 1, &handle));
	must(dnn.set(made, DC_PLAN_CONFIG, DC_A_DESCRIPTOR, 1, &config));
	must(dnn.finalize(made));
	return made;
}

static void execute(int64_t second, int64_t count, size_t bytes, unsigned off)
{
	const int64_t ids[] = {1, second, 3};
	void *pointers[] = {memory(64), (char *)memory(bytes) + off, memory(64)}, *workspace = NULL;
	dc_descriptor pack = descriptor(DC_IS_PACK);

	must(dnn.set(pack, DC_PACK_IDS, DC_AN_INT64, count, ids));
	must(dnn.set(pack, DC_PACK_POINTERS, DC_A_POINTER, count, pointers));
	must(dnn.set(pack, DC_PACK_WORKSPACE, DC_A_POINTER, 1, &workspace));
	must(dnn.finalize(pack));
	must(dnn.execute(handle, plan(), pack));
}

static void well(void)
{
	execute(2, 2, 64, 0);
	convolve(1, 4, 4096, true);
	must(cu.stream_wait(stream));
	fprintf(stderr, "breaks the rule 'none'\n");
	fflush(NULL);
	_exit(MOCK_EXIT);
}

static void missing_tensor(void)
{
	execute(5, 2, 64, 0);
}

static void tensor_of_nobody(void)
{
	execute(2, 3, 64, 0);
}

static void small_tensor(void)
{
	execute(2, 2, 16, 0);
}

static void unaligned_tensor(void)
{
	execute(2, 2, 64, 4);
}

static void id_missing(void)
{
	must(dnn.finalize(tensor_without_id(4)));
}

static void set_when_finalized(void)
{
	const int64_t id = 3;

	must(dnn.set(tensor(1, 4), DC_TENSOR_ID, DC_AN_INT64, 1, &id));
}

static void not_finalized(void)
{
	(void)operation(tensor_without_id(4), tensor(2, 4));
}

static void wrong_type(void)
{
	const int id = 3;

	must(dnn.set(tensor_without_id(4), DC_TENSOR_ID, DC_A_DATA_TYPE, 1, &id));
}

static void wrong_attribute(void)
{
	const int64_t id = 3;

	must(dnn.set(tensor_without_id(4), DC_CONVOLUTION_DIMS, DC_AN_INT64, 1, &id));
}

static void operands_differ(void)
{
	(void)operation(tensor(1, 4), tensor(2, 5));
}

static void tensor_as_mode(void)
{
	dc_descriptor made = descriptor(DC_IS_POINTWISE_OPERATION), how = tensor(1, 4);

	must(dnn.set(made, DC_OPERATION_POINTWISE, DC_A_DESCRIPTOR, 1, &how));
}

static void destroyed_twice(void)
{
	dc_descriptor made = tensor(1, 4);

	must(dnn.end(made));
	must(dnn.end(made));
}

static void unknown_kind(void)
{
	(void)descriptor(40);
}

/* --- cuBLASLt --------------------------------------------------------------------------------- */

static dl_layout layout(uint64_t rows, uint64_t columns)
{
	dl_layout made;

	must(blas.layout_create(&made, DL_FLOAT, rows, columns, (int64_t)rows));
	return made;
}

static void multiply(uint64_t inner, size_t bytes, size_t workspace, bool chosen, bool bias)
{
	dl_layout a = layout(4, 3), b = layout(inner, 2), c = layout(4, 2);
	const int epilogue = DL_EPILOGUE_BIAS;
	const uint64_t most = 1 << 20;
	dl_choice choice = {.algorithm.data = {7}};
	dl_product product;
	dl_wish wish;
	int count = 0;

	must(blas.product_create(&product, DL_COMPUTE_FLOAT, DL_FLOAT));
	if (bias)
		must(blas.product_set(product, DL_EPILOGUE, &epilogue, sizeof(epilogue)));
	must(blas.wish_create(&wish));
	must(blas.wish_set(wish, DL_WORKSPACE_BYTES, &most, sizeof(most)));
	if (chosen)
		must(blas.choose(products, product, a, b, c, c, wish, 1, &choice, &count));
	must(blas.multiply(products, product, &one, memory(48), a, memory(bytes), b, &zero,
			   memory(32), c, memory(32), c, &choice.algorithm, memory(4096), workspace,
			   stream));
}

static void matrices_differ(void)
{
	multiply(5, 64, 4096, true, false);
}

static void small_matrix(void)
{
	multiply(3, 20, 4096, true, false);
}

static void small_workspace(void)
{
	multiply(3, 24, 100, true, false);
}

static void algorithm_of_nobody(void)
{
	multiply(3, 24, 4096, false, false);
}

static void bias_missing(void)
{
	multiply(3, 24, 4096, true, true);
}

static void default_stream(void)
{
	must(dnn.set_stream(handle, NULL));
	activate(relu(), shape(1, 1, 1, 8), memory(64), shape(1, 1, 1, 8), memory(64));
}

static void computes_in_no_type(void)
{
	dl_product product;

	must(blas.product_create(&product, (dl_compute_type)1, DL_FLOAT));
}

static void scales_of_no_type(void)
{
	dl_product product;

	must(blas.product_create(&product, DL_COMPUTE_FLOAT, (dl_type)(DL_FLOAT + 1)));
}

static void elements_of_no_type(void)
{
	dl_layout made;

	must(blas.layout_create(&made, (dl_type)(DL_FLOAT + 1), 4, 4, 4));
}

static void leading_too_small(void)
{
	dl_layout made;

	must(blas.layout_create(&made, DL_FLOAT, 4, 4, 3));
}

static const struct {
	const char *rule;
	void (*act)(void);
} wrong[] = {
	{"none", well},
	{"stream", default_stream},
	{"type", computes_in_no_type},
	{"type", scales_of_no_type},
	{"type", elements_of_no_type},
	{"bounds", small_memory},
	{"device-pointer", host_memory},
	{"shape", shapes_differ},
	{"descriptor", shape_not_set},
	{"descriptor", activation_not_set},
	{"lifetime", shape_destroyed},
	{"handle", shape_as_activation},
	{"lifetime", handle_destroyed},
	{"lifetime", stream_destroyed},
	{"descriptor", empty_shape},
	{"free", memory_freed_while_used},
	{"host-pointer", no_alpha},
	{"shape", convolution_of_another_size},
	{"shape", convolution_in_groups},
	{"limit", convolution_without_workspace},
	{"descriptor", convolution_not_set},
	{"descriptor", convolution_without_stride},
	{"shape", pool_of_another_size},
	{"descriptor", pool_without_stride},
	{"shape", add_that_does_not_fit},
	{"shape", channels_that_differ},
	{"range", epsilon_below_0},
	{"pack", missing_tensor},
	{"pack", tensor_of_nobody},
	{"bounds", small_tensor},
	{"alignment", unaligned_tensor},
	{"finalize", id_missing},
	{"finalize", set_when_finalized},
	{"finalize", not_finalized},
	{"attribute", wrong_type},
	{"attribute", wrong_attribute},
	{"shape", operands_differ},
	{"handle", tensor_as_mode},
	{"lifetime", destroyed_twice},
	{"kind", unknown_kind},
	{"shape", matrices_differ},
	{"bounds", small_matrix},
	{"workspace", small_workspace},
	{"algorithm", algorithm_of_nobody},
	{"device-pointer", bias_missing},
	{"shape", leading_too_small},
};

static void act_on(void *data)
{
	begin();
	(*(void (**)(void))data)();
}

START_TEST(calls_that_break_a_rule)
{
	char text[512], expected[64];

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		void (*act)(void) = wrong[i].act;
		int status = hr_test_exit_status(act_on, &act, "double_cudnn.messages");
		FILE *file = fopen("double_cudnn.messages", "r");
		size_t count = file ? fread(text, 1, sizeof(text) - 1, file) : 0;

		text[count] = '\0';
		if (file)
			fclose(file);
		unlink("double_cudnn.messages");
		snprintf(expected, sizeof(expected), "breaks the rule '%s'", wrong[i].rule);
		ck_assert_msg(status == MOCK_EXIT && strstr(text, expected),
			      "case %zu, %s: status %d, %s", i, wrong[i].rule, status, text);
	}
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {calls_that_break_a_rule};

	setenv("HPVM_CUDA_DRIVER", MOCK_PATH, 1);
	setenv("HPVM_CUDNN", MOCK_PATH, 1);
	setenv("HPVM_CUBLASLT", MOCK_PATH, 1);
	return hr_test_run("mock_cudnn", tests, 1);
}
