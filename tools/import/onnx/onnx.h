/* tools/import/onnx/onnx.h -- an ONNX model as a tensor program with symbolic shapes (X1, X2). */
#ifndef HR_ONNX_H
#define HR_ONNX_H

#include "ir/tensor/tensor_program.h"
#include "tools/import/file/external.h"

/* An input whose value is fixed at import: it becomes a constant. */
typedef struct onnx_fixed {
	const char *name;
	hr_elem elem;
	hr_dims shape;
	const void *data; /* borrowed by the program */
} onnx_fixed;

typedef struct onnx_source {
	/* Set by the caller. */
	hr_diags *diags;
	const char *path; /* "-": standard input */
	hr_arena *arena;
	hr_symbols *symbols;
	uint64_t batch; /* the first dimension of inputs, where it has no number; 0: not given */
	const onnx_fixed *fixed;
	size_t fixed_count;
	/* Set by onnx_program(). */
	onnx_maps maps;
} onnx_source;

/* Read the model, and set *PROGRAM, which the caller frees (hr_tprogram_free), before the arena and
 * before SOURCE is closed. All errors of the model are reported; the status is that of the worst. */
hr_status onnx_program(onnx_source *source, hr_tprogram **program) HR_MUST_CHECK;
/* Free what onnx_program() has left in SOURCE. */
void onnx_close(onnx_source *source);

#endif
