/* backends/cudnn/api.c -- loads cuDNN and cuBLASLt.
 *
 * Owns:      the handles of the libraries. */
#include <stdio.h>
#include <string.h>

#include "backends/cudnn/cudnn_api.h"

static const nv_symbol cudnn_symbols[] = {
#define X(field, symbol, result, parameters) {#symbol, offsetof(dc_cudnn, field)},
#include "backends/cudnn/cudnn.def"
#undef X
};

static const nv_symbol blas_symbols[] = {
#define X(field, symbol, result, parameters) {#symbol, offsetof(dc_blas, field)},
#include "backends/cudnn/cublaslt.def"
#undef X
};

static const char *const cudnn_names[] = {"libcudnn.so.9", NULL};
static const char *const blas_names[] = {"libcublasLt.so.13", "libcublasLt.so.12",
					 "libcublasLt.so.11", "libcublasLt.so", NULL};

static const nv_library cudnn_library = {
	.what = "cuDNN",
	.names = cudnn_names,
	.symbols = cudnn_symbols,
	.symbol_count = sizeof(cudnn_symbols) / sizeof(cudnn_symbols[0]),
};

static const nv_library blas_library = {
	.what = "cuBLASLt",
	.names = blas_names,
	.symbols = blas_symbols,
	.symbol_count = sizeof(blas_symbols) / sizeof(blas_symbols[0]),
};

bool dc_cudnn_open(dc_cudnn *cudnn, const char *file, char text[HR_BACKEND_TEXT])
{
	memset(cudnn, 0, sizeof(*cudnn));
	cudnn->handle = nv_library_open(&cudnn_library, file, cudnn, text);
	return cudnn->handle;
}

void dc_cudnn_close(dc_cudnn *cudnn)
{
	nv_library_close(cudnn->handle);
	memset(cudnn, 0, sizeof(*cudnn));
}

bool dc_blas_open(dc_blas *blas, const char *file, char text[HR_BACKEND_TEXT])
{
	memset(blas, 0, sizeof(*blas));
	blas->handle = nv_library_open(&blas_library, file, blas, text);
	return blas->handle;
}

void dc_blas_close(dc_blas *blas)
{
	nv_library_close(blas->handle);
	memset(blas, 0, sizeof(*blas));
}

const char *dc_status_text(const dc_cudnn *cudnn, dc_status status, char *text, size_t bytes)
{
	const char *name = cudnn->error_string ? cudnn->error_string(status) : NULL;

	snprintf(text, bytes, "%s (%d)", name ? name : "an error of cuDNN", status);
	return text;
}
