/* tools/import/import.h -- an ONNX model during its conversion to a graph of tensor operations.
 * Private to hpvm-import.
 *
 * A value has two shapes: that of ONNX, and that of its tensor, which has four dimensions: ONNX's
 * dimensions first and then ones, except where an operator needs a row of channels or a matrix. An
 * operator that only changes ONNX's shape is no operation. */
#ifndef HR_IMPORT_H
#define HR_IMPORT_H

#include "interp/tensor/array.h"
#include "ir/lift/tensor_leaf.h"
#include "src/base/arena.h"
#include "src/base/vec.h"
#include "src/diag/diag.h"

typedef enum import_kind {
	IMPORT_NONE,   /* an omitted operand */
	IMPORT_INPUT,  /* of the graph */
	IMPORT_WEIGHT, /* has data, which is written to a file */
	IMPORT_RESULT, /* of a step */
} import_kind;

typedef struct import_value {
	const char *name;
	import_kind kind;
	hr_dims onnx; /* rank 0: a scalar */
	/* shape of the tensor; rank 0 while undetermined, since no step uses it */
	hr_dims held;
	const float *data;       /* of weights; borrowed from the model, or in the arena */
	const int64_t *integers; /* instead of data: the shape of a Reshape */
	unsigned number;         /* of a result: its step */
	/* the input whose tensor this value shares, with another ONNX shape; 0 if none */
	unsigned same;
	bool used;
} import_value;

/* An operation, which becomes a leaf. */
typedef struct import_step {
	hr_hpvm op;
	const char *label;                     /* "Conv_3" */
	unsigned operands[HR_TENSOR_OPERANDS]; /* indices of values */
	unsigned operand_count;
	int32_t numbers[HR_STEP_NUMBERS];
	double epsilon;
	unsigned result; /* index of a value */
} import_step;

typedef struct import_model {
	hr_arena arena;
	hr_diags *diags;
	const char *file;
	const char *name; /* of the root function */
	uint64_t batch;   /* size of a first dimension that has a name */
	bool batch_given;
	int64_t opset;
	HR_VEC(import_value) values; /* index 0 means none */
	HR_VEC(import_step) steps;
	HR_VEC(unsigned) outputs; /* indices of values */
	hr_status status;
} import_model;

/* read.c: read the file. Return HR_OK, or report an error. */
hr_status import_read(import_model *model, const char *path) HR_MUST_CHECK;
void import_free(import_model *model);
/* Return the value named NAME, or 0. */
unsigned import_find(const import_model *model, const char *name);
uint64_t import_count(const import_value *value); /* number of elements */
unsigned import_add(import_model *model, const char *name, import_kind kind, const hr_dims *onnx);
/* Report an error in the form "node 'x': operator 'Concat': ...". */
hr_status import_refuse(import_model *model, const char *node, const char *op, const char *format,
			...) HR_PRINTF(4, 5);

/* ops.c: add the steps of one node, an Onnx__NodeProto. */
hr_status import_node(import_model *model, const void *node) HR_MUST_CHECK;
/* Make *VALUE, an input or a weight, the result of a step. */
hr_status import_result(import_model *model, unsigned *value) HR_MUST_CHECK;

/* write.c: write the graph to PATH, weights to files beside it, and arguments for hpvm-run. */
hr_status import_write(import_model *model, const char *path) HR_MUST_CHECK;

#endif
