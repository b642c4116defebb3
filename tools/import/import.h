/* tools/import/import.h -- an ONNX model on its way to a graph of tensor operations. Private to
 * hpvm-import.
 *
 * Values have two shapes: the one that ONNX says, and the one that the tensor has, which is of four
 * dimensions. ONNX's come first and ones after them, but where an operator wants a row of channels
 * or a matrix; what only changes ONNX's shape is no operation. */
#ifndef HR_IMPORT_H
#define HR_IMPORT_H

#include "interp/tensor/array.h"
#include "ir/lift/tensor_leaf.h"
#include "src/base/arena.h"
#include "src/base/vec.h"
#include "src/diag/diag.h"

typedef enum import_kind {
	IMPORT_NONE,   /* an operand that was left out */
	IMPORT_INPUT,  /* of the graph */
	IMPORT_WEIGHT, /* with data, which becomes a file */
	IMPORT_RESULT, /* of a step */
} import_kind;

typedef struct import_value {
	const char *name;
	import_kind kind;
	hr_dims onnx;            /* rank 0: a number */
	hr_dims held;            /* rank 0: not settled yet, as nobody uses it */
	const float *data;       /* of weights; borrowed from the model, or the arena */
	const int64_t *integers; /* instead: the shape of a Reshape */
	unsigned number;         /* of a result: its step */
	/* the input whose tensor this one is, with another shape of ONNX's; 0: none */
	unsigned same;
	bool used;
} import_value;

/* An operation, which becomes a leaf. */
typedef struct import_step {
	hr_hpvm op;
	const char *label;                     /* "Conv_3" */
	unsigned operands[HR_TENSOR_OPERANDS]; /* values */
	unsigned operand_count;
	int32_t numbers[HR_STEP_NUMBERS];
	double epsilon;
	unsigned result; /* value */
} import_step;

typedef struct import_model {
	hr_arena arena;
	hr_diags *diags;
	const char *file;
	const char *name; /* of the root function */
	uint64_t batch;   /* for a first dimension that has a name */
	bool batch_given;
	int64_t opset;
	HR_VEC(import_value) values; /* 0: none */
	HR_VEC(import_step) steps;
	HR_VEC(unsigned) outputs; /* values */
	hr_status status;
} import_model;

/* read.c: reads the file; gives HR_OK, or reports why not. */
hr_status import_read(import_model *model, const char *path) HR_MUST_CHECK;
void import_free(import_model *model);
/* The value called NAME: 0 when there is none. */
unsigned import_find(const import_model *model, const char *name);
uint64_t import_count(const import_value *value); /* of its elements */
unsigned import_add(import_model *model, const char *name, import_kind kind, const hr_dims *onnx);
/* "node 'x': operator 'Concat': ..." */
hr_status import_refuse(import_model *model, const char *node, const char *op, const char *format,
			...) HR_PRINTF(4, 5);

/* ops.c: the steps of one node, an Onnx__NodeProto. */
hr_status import_node(import_model *model, const void *node) HR_MUST_CHECK;
/* *VALUE, an input or a weight, as what a step gives. */
hr_status import_result(import_model *model, unsigned *value) HR_MUST_CHECK;

/* write.c: the graph to PATH, weights to files beside it, and arguments for hpvm-run. */
hr_status import_write(import_model *model, const char *path) HR_MUST_CHECK;

#endif
