/* backends/nvidia/mock/cublaslt.c -- the mock of cuBLASLt.
 *
 * Source of the rules: NVIDIA, cuBLAS documentation ("Using the cuBLASLt API"). */
#include <stdlib.h>
#include <string.h>

#include "backends/nvidia/mock/mock_cudnn.h"

enum { WORKSPACE = 4096 };
#define ALGORITHM UINT64_C(0x616c676f646f75)

typedef struct blas_product {
	int epilogue;
	const void *bias;
	int compute;
} blas_product;

typedef struct layout {
	uint64_t rows, columns, leading;
} layout;

typedef struct wish {
	uint64_t workspace;
} wish;

static const char a_product[] = "descriptor of a product", a_layout[] = "layout of a matrix",
		  a_wish[] = "preference";

static void *data_of(const void *of, const char *what)
{
	mock_object *object = mock_object_of(of, MOCK_LAYOUTS, what);

	MOCK_RULE(object->what == what, "handle", "a %s is given as a %s", object->what, what);
	return object->data;
}

static dl_status end(const void *of, const char *what)
{
	(void)data_of(of, what);
	mock_object_end(mock_object_of(of, MOCK_LAYOUTS, what));
	return DL_SUCCESS;
}

size_t cublasLtGetVersion(void)
{
	return 130000;
}

dl_status cublasLtCreate(dl_handle *made)
{
	MOCK_CALL(cublasLtCreate, MOCK_INITIALISED, "%s", "");
	MOCK_RULE(mock_current(), "context", "no context is current in this thread");
	*made = (dl_handle)mock_object_new(MOCK_CUBLAS, "handle of cuBLASLt", NULL, 0);
	return DL_SUCCESS;
}

dl_status cublasLtDestroy(dl_handle of)
{
	MOCK_CALL(cublasLtDestroy, MOCK_INITIALISED, "%p", (void *)of);
	mock_object_end(mock_object_of(of, MOCK_CUBLAS, "handle of cuBLASLt"));
	return DL_SUCCESS;
}

dl_status cublasLtMatmulDescCreate(dl_product *made, dl_compute_type compute, dl_type scale)
{
	MOCK_CALL(cublasLtMatmulDescCreate, MOCK_ANY, "compute %d, scale %d", compute, scale);
	mock_object *object = mock_object_new(MOCK_LAYOUTS, a_product, NULL, sizeof(blas_product));

	MOCK_RULE(compute == DL_COMPUTE_FLOAT || compute == DL_COMPUTE_TF32 ||
			  compute == DL_COMPUTE_HALF,
		  "type", "compute type %d", compute);
	MOCK_RULE(scale == DL_FLOAT, "type", "type %d of scales", scale);
	*(blas_product *)object->data =
		(blas_product){.epilogue = DL_EPILOGUE_NONE, .compute = compute};
	*made = (dl_product)object;
	return DL_SUCCESS;
}

dl_status cublasLtMatmulDescDestroy(dl_product of)
{
	MOCK_CALL(cublasLtMatmulDescDestroy, MOCK_ANY, "%p", (void *)of);
	return end(of, a_product);
}

dl_status cublasLtMatmulDescSetAttribute(dl_product of, dl_product_attribute name,
					 const void *value, size_t bytes)
{
	MOCK_CALL(cublasLtMatmulDescSetAttribute, MOCK_ANY, "%p, %d, %zu bytes", (void *)of, name,
		  bytes);
	blas_product *to = data_of(of, a_product);

	mock_host_bytes(value, bytes, "the value");
	if (name == DL_EPILOGUE) {
		MOCK_RULE(bytes == sizeof(int), "size", "%zu bytes of an epilogue", bytes);
		memcpy(&to->epilogue, value, bytes);
	} else if (name == DL_BIAS) {
		MOCK_RULE(bytes == sizeof(void *), "size", "%zu bytes of a pointer", bytes);
		memcpy(&to->bias, value, bytes);
	} else {
		mock_broken("attribute", "the mock knows nothing of attribute %d", name);
	}
	return DL_SUCCESS;
}

dl_status cublasLtMatrixLayoutCreate(dl_layout *made, dl_type type, uint64_t rows, uint64_t columns,
				     int64_t leading)
{
	MOCK_CALL(cublasLtMatrixLayoutCreate, MOCK_ANY, "%llu x %llu, %lld",
		  (unsigned long long)rows, (unsigned long long)columns, (long long)leading);
	mock_object *object = mock_object_new(MOCK_LAYOUTS, a_layout, NULL, sizeof(layout));

	MOCK_RULE(type == DL_FLOAT, "type", "type %d", type);
	MOCK_RULE(rows && columns && leading > 0 && (uint64_t)leading >= rows, "shape",
		  "%llu x %llu, columns %lld apart", (unsigned long long)rows,
		  (unsigned long long)columns, (long long)leading);
	*(layout *)object->data =
		(layout){.rows = rows, .columns = columns, .leading = (uint64_t)leading};
	*made = (dl_layout)object;
	return DL_SUCCESS;
}

dl_status cublasLtMatrixLayoutDestroy(dl_layout of)
{
	MOCK_CALL(cublasLtMatrixLayoutDestroy, MOCK_ANY, "%p", (void *)of);
	return end(of, a_layout);
}

dl_status cublasLtMatmulPreferenceCreate(dl_wish *made)
{
	MOCK_CALL(cublasLtMatmulPreferenceCreate, MOCK_ANY, "%s", "");
	*made = (dl_wish)mock_object_new(MOCK_LAYOUTS, a_wish, NULL, sizeof(wish));
	return DL_SUCCESS;
}

dl_status cublasLtMatmulPreferenceDestroy(dl_wish of)
{
	MOCK_CALL(cublasLtMatmulPreferenceDestroy, MOCK_ANY, "%p", (void *)of);
	return end(of, a_wish);
}

dl_status cublasLtMatmulPreferenceSetAttribute(dl_wish of, dl_wish_attribute name,
					       const void *value, size_t bytes)
{
	MOCK_CALL(cublasLtMatmulPreferenceSetAttribute, MOCK_ANY, "%p, %d, %zu bytes", (void *)of,
		  name, bytes);
	MOCK_RULE(name == DL_WORKSPACE_BYTES && bytes == sizeof(uint64_t), "attribute",
		  "attribute %d of %zu bytes", name, bytes);
	memcpy(&((wish *)data_of(of, a_wish))->workspace, value, bytes);
	return DL_SUCCESS;
}

static void check_shapes(const layout *a, const layout *b, const layout *c, const layout *d)
{
	MOCK_RULE(a->columns == b->rows && a->rows == c->rows && b->columns == c->columns, "shape",
		  "%llu x %llu by %llu x %llu gives no %llu x %llu", (unsigned long long)a->rows,
		  (unsigned long long)a->columns, (unsigned long long)b->rows,
		  (unsigned long long)b->columns, (unsigned long long)c->rows,
		  (unsigned long long)c->columns);
	MOCK_RULE(c->rows == d->rows && c->columns == d->columns, "shape", "C and D differ");
}

dl_status cublasLtMatmulAlgoGetHeuristic(dl_handle of, dl_product how, dl_layout a, dl_layout b,
					 dl_layout c, dl_layout d, dl_wish wished, int room,
					 dl_choice *choices, int *count)
{
	MOCK_CALL(cublasLtMatmulAlgoGetHeuristic, MOCK_INITIALISED, "%d at most", room);
	(void)mock_object_of(of, MOCK_CUBLAS, "handle of cuBLASLt");
	(void)data_of(how, a_product);
	MOCK_RULE(room > 0, "size", "no algorithm is asked for");
	check_shapes(data_of(a, a_layout), data_of(b, a_layout), data_of(c, a_layout),
		     data_of(d, a_layout));
	*count = 0;
	if (mock_option_is("engines", "no") ||
	    ((wish *)data_of(wished, a_wish))->workspace < WORKSPACE)
		return DL_NOT_SUPPORTED;
	choices[0] = (dl_choice){
		.algorithm.data = {ALGORITHM}, .workspace_bytes = WORKSPACE, .status = DL_SUCCESS};
	*count = 1;
	return DL_SUCCESS;
}

static void matrix_at(const layout *of, const void *at, const char *what)
{
	(void)mock_device_bytes((nv_address)(uintptr_t)at,
				(of->leading * (of->columns - 1) + of->rows) * sizeof(float), what);
}

dl_status cublasLtMatmul(dl_handle of, dl_product how, const void *alpha, const void *a,
			 dl_layout a_shape, const void *b, dl_layout b_shape, const void *beta,
			 const void *c, dl_layout c_shape, void *d, dl_layout d_shape,
			 const dl_algorithm *algorithm, void *workspace, size_t workspace_bytes,
			 nv_stream stream)
{
	MOCK_CALL(cublasLtMatmul, MOCK_INITIALISED, "%p by %p to %p", a, b, d);
	const blas_product *of_product = data_of(how, a_product);
	const layout *result = data_of(d_shape, a_layout);

	(void)mock_object_of(of, MOCK_CUBLAS, "handle of cuBLASLt");
	(void)mock_stream_of(stream);
	mock_host_bytes(alpha, sizeof(float), "alpha");
	mock_host_bytes(beta, sizeof(float), "beta");
	check_shapes(data_of(a_shape, a_layout), data_of(b_shape, a_layout),
		     data_of(c_shape, a_layout), result);
	matrix_at(data_of(a_shape, a_layout), a, "A");
	matrix_at(data_of(b_shape, a_layout), b, "B");
	matrix_at(data_of(c_shape, a_layout), c, "C");
	matrix_at(result, d, "D");
	if (of_product->epilogue & DL_EPILOGUE_BIAS)
		(void)mock_device_bytes((nv_address)(uintptr_t)of_product->bias,
					result->rows * sizeof(float), "the bias");
	MOCK_RULE(algorithm && algorithm->data[0] == ALGORITHM, "algorithm",
		  "the heuristic has not given it");
	MOCK_RULE(workspace_bytes >= WORKSPACE, "workspace", "%zu bytes, the algorithm wants %d",
		  workspace_bytes, WORKSPACE);
	(void)mock_device_bytes((nv_address)(uintptr_t)workspace, workspace_bytes, "the workspace");
	if (mock_sticky())
		return 13; /* CUBLAS_STATUS_EXECUTION_FAILED */
	mock_enqueue_use(stream, "product",
			 (const void *const[]){a, b, c, d, of_product->bias, workspace}, 6);
	return DL_SUCCESS;
}
