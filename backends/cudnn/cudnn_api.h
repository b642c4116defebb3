/* backends/cudnn/cudnn_api.h -- the parts of cuDNN and cuBLASLt that hpvm-run uses, loaded at run
 * time.
 *
 * The declarations are our own: types here, functions in cudnn.def and cublaslt.def, constants in
 * numbers.def. A test compares them with NVIDIA's headers if these are installed.
 * Threads:   a handle is used by one thread at a time.
 * Errors:    each function returns a status; dc_status_text() describes one of cuDNN. */
#ifndef HR_CUDNN_API_H
#define HR_CUDNN_API_H

#include "backends/nvidia/driver.h"

typedef int dc_status, dc_data_type, dc_format, dc_nan, dc_op_kind, dc_activation_mode,
	dc_pooling_mode;
typedef int dc_convolution_mode, dc_math_type, dc_algorithm;
typedef int dc_softmax_algorithm, dc_softmax_mode, dc_batchnorm_mode;
typedef int dc_descriptor_type, dc_attribute, dc_attribute_type;
typedef struct dc_handle_object *dc_handle;
typedef struct dc_tensor_object *dc_tensor;
typedef struct dc_op_object *dc_op;
typedef struct dc_activation_object *dc_activation;
typedef struct dc_pooling_object *dc_pooling;
typedef struct dc_filter_object *dc_filter;
typedef struct dc_convolution_object *dc_convolution;
typedef void *dc_descriptor; /* descriptor of the graph API */

typedef int dl_status, dl_compute_type, dl_type, dl_product_attribute, dl_wish_attribute;
typedef struct dl_handle_object *dl_handle;
typedef struct dl_product_object *dl_product;
typedef struct dl_layout_object *dl_layout;
typedef struct dl_wish_object *dl_wish;
typedef struct dl_algorithm {
	uint64_t data[8];
} dl_algorithm;
/* One algorithm that cuBLASLt proposes. */
typedef struct dl_choice {
	dl_algorithm algorithm;
	size_t workspace_bytes;
	dl_status status; /* valid only if DL_SUCCESS */
	float waves;
	int reserved[4];
} dl_choice;

enum {
#define V(ours, theirs, value) ours = value,
#include "backends/cudnn/numbers.def"
#undef V
};

typedef struct dc_cudnn {
	void *handle; /* of the library; owned */
#define X(field, symbol, result, parameters) result(*field) parameters;
#include "backends/cudnn/cudnn.def"
#undef X
} dc_cudnn;

typedef struct dc_blas {
	void *handle; /* of the library; owned */
#define X(field, symbol, result, parameters) result(*field) parameters;
#include "backends/cudnn/cublaslt.def"
#undef X
} dc_blas;

/* Loads FILE, or libcudnn.so.9 if that is NULL. False: TEXT says in one line why there is none, and
 * *cudnn is zeroed. */
bool dc_cudnn_open(dc_cudnn *cudnn, const char *file, char text[HR_BACKEND_TEXT]);
void dc_cudnn_close(dc_cudnn *cudnn);
/* The same of libcublasLt, of CUDA 13, 12 or 11, but first of all one that cuDNN has loaded. */
bool dc_blas_open(dc_blas *blas, const char *file, char text[HR_BACKEND_TEXT]);
void dc_blas_close(dc_blas *blas);
/* Write a description such as "CUDNN_STATUS_BAD_PARAM (2000)" to TEXT (BYTES bytes) and return
 * TEXT. */
const char *dc_status_text(const dc_cudnn *cudnn, dc_status status, char *text, size_t bytes);

#endif
