/* tools/import/import.h -- an ONNX model during its conversion to a graph of tensor operations.
 * Private to hpvm-import.
 *
 * A value has two shapes: that of ONNX, and that of its tensor, which has four dimensions: ONNX's
 * dimensions first and then ones, except where an operator needs a row of channels or a matrix. An
 * operator that only changes ONNX's shape is no operation.
 *
 * A model that breaks ONNX's rules is invalid (malformed-file), one that uses what tensor operations
 * lack is refused (not-imported). Both are reported for all nodes before the import ends. */
#ifndef HR_IMPORT_H
#define HR_IMPORT_H

#include "interp/tensor/array.h"
#include "ir/lift/tensor_leaf.h"
#include "src/base/arena.h"
#include "src/base/map.h"
#include "src/base/vec.h"
#include "src/diag/diag.h"

/* The newest versions that are known, those of onnx 1.23. */
enum { IMPORT_NEWEST_OPSET = 28, IMPORT_NEWEST_IR = 14 };

/* Types of elements, by ONNX's numbers; tensor.c has the names of all. */
enum { ONNX_FLOAT = 1, ONNX_INT32 = 6, ONNX_INT64 = 7, ONNX_BOOL = 9 };

typedef enum import_kind {
	IMPORT_NONE,    /* an omitted operand */
	IMPORT_INPUT,   /* of the graph */
	IMPORT_WEIGHT,  /* has data, which is written to a file */
	IMPORT_RESULT,  /* of a step */
	IMPORT_REFUSED, /* its node, input or initializer has been reported */
} import_kind;

typedef struct import_value {
	const char *name;
	import_kind kind;
	int32_t type; /* of its elements, by ONNX's number */
	hr_dims onnx; /* rank 0: a scalar */
	/* shape of the tensor; rank 0 while undetermined, since no step uses it */
	hr_dims held;
	const float *data;       /* of weights of FLOAT; in the arena */
	const int64_t *integers; /* instead of data: of INT32, INT64 and BOOL; in the arena */
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
	uint64_t batch;   /* size of a first dimension that has a name; 0: not given */
	int64_t opset;
	HR_VEC(import_value) values; /* index 0 means none */
	hr_strmap named;             /* names of the model, to indices of values */
	HR_VEC(import_step) steps;
	HR_VEC(unsigned) outputs; /* indices of values */
	/* the first error that was reported; an invalid model (HR_REJECT) comes before all others */
	hr_status status;
} import_model;

/* --- read.c: the file ------------------------------------------------------------------------- */

/* Read the file. Return HR_OK, or report all errors. */
hr_status import_read(import_model *model, const char *path) HR_MUST_CHECK;
void import_free(import_model *model);
/* Return the value that the model names NAME, or 0. */
unsigned import_find(const import_model *model, const char *name);
/* Let the model name VALUE NAME. */
void import_name(import_model *model, const char *name, unsigned value);
uint64_t import_count(const import_value *value); /* number of elements */
/* Add a value of type FLOAT. NAME is for messages and files. */
unsigned import_add(import_model *model, const char *name, import_kind kind, const hr_dims *onnx);
/* Set *DIMS. Return false if there are more than HR_TENSOR_DIMS or a negative one. */
bool import_dims(hr_dims *dims, const int64_t *from, size_t count);

/* Report that tensor operations lack something, in the form "node 'x' (Concat, opset 13): ...", or
 * that the model breaks a rule of ONNX. WHAT is the operator, or "input", "output", "initializer".
 * The first error is kept in MODEL, and returned. */
hr_status import_refuse(import_model *model, const char *name, const char *what, const char *format,
			...) HR_PRINTF(4, 5);
hr_status import_invalid(import_model *model, const char *name, const char *what,
			 const char *format, ...) HR_PRINTF(4, 5);
/* Report that the file as a whole breaks a rule of ONNX. */
hr_status import_malformed(import_model *model, const char *why);

/* --- check.c: the rules of a graph ------------------------------------------------------------ */

/* What is known of a node before it is translated: set of these. */
enum {
	IMPORT_LIVE = 1, /* an output of the graph depends on it */
	IMPORT_BAD = 2,  /* has been reported */
};

/* Check the names of GRAPH, an Onnx__GraphProto, the order of its nodes, and each node. Set NODES[i]
 * for each node, and add the names of all values that outputs depend on to LIVE. Return false if
 * nodes cannot be translated at all; errors are in MODEL's status. */
bool import_check(import_model *model, const void *graph, unsigned char *nodes, hr_strmap *live)
	HR_MUST_CHECK;

/* --- tensor.c: tensors of the file ------------------------------------------------------------ */

/* Return "FLOAT", or "type 99". */
const char *import_type_name(import_model *model, int32_t type);
/* Add the weight, or integers, that the Onnx__TensorProto TENSOR contains, and set *VALUE. NAME and
 * WHAT are for messages. */
hr_status import_tensor(import_model *model, const char *name, const char *what, const void *tensor,
			unsigned *value) HR_MUST_CHECK;

/* --- ops.c ------------------------------------------------------------------------------------- */

/* Add the steps of one node, an Onnx__NodeProto. Only the first output may be LIVE. An error is in
 * MODEL's status, and the node's results are then IMPORT_REFUSED; so they are if it is BAD. */
void import_node(import_model *model, const void *node, bool bad, const hr_strmap *live);
/* Make *VALUE, an input or a weight, the result of a step. */
hr_status import_result(import_model *model, unsigned *value) HR_MUST_CHECK;

/* write.c: write the graph to PATH, weights to files beside it, and arguments for hpvm-run. */
hr_status import_write(import_model *model, const char *path) HR_MUST_CHECK;

#endif
