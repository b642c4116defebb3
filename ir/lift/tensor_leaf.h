/* ir/lift/tensor_leaf.h -- the tensor operations of a leaf, in the order in which it does them.
 *
 * What leaves of networks do: operations one after the other, on inputs and on what earlier ones
 * have given, with constants for numbers. Who wants to know shapes, to run such a leaf elsewhere,
 * or to fuse it, reads the steps, and no LLVM IR. */
#ifndef HR_TENSOR_LEAF_H
#define HR_TENSOR_LEAF_H

#include "ir/program/hpvm_names.h"
#include "ir/program/program.h"
#include "src/base/vec.h"

enum { HR_STEP_OPERANDS = 5, HR_STEP_NUMBERS = 6, HR_LEAF_WHY = 160 };

typedef enum hr_step_value_kind {
	HR_STEP_UNKNOWN,  /* something else */
	HR_STEP_INPUT,    /* the input with that number */
	HR_STEP_RESULT,   /* of the step with that number */
	HR_STEP_CONSTANT, /* the LLVM constant; of an output: an integer, or null */
} hr_step_value_kind;

typedef struct hr_step_value {
	hr_step_value_kind kind;
	unsigned number;
	void *constant;   /* LLVMValueRef */
	uint64_t integer; /* that it is, zero-extended; null is 0 */
} hr_step_value;

/* One of T1 to T6. A call of a wrapper is as many as it does. */
typedef struct hr_tensor_step {
	hr_hpvm op;             /* HR_H_tensor_..., no wrapper */
	void *call;             /* LLVMValueRef */
	unsigned operand_count; /* tensors */
	hr_step_value operand[HR_STEP_OPERANDS];
	/* convolutions: vertical and horizontal padding, strides, then mode and groups; pools:
	 * height, width of the window, paddings, strides */
	int32_t numbers[HR_STEP_NUMBERS];
	double epsilon; /* of batchnorm */
	bool known;     /* all numbers are constants */
} hr_tensor_step;

typedef struct hr_tensor_leaf {
	HR_VEC(hr_tensor_step) steps;
	hr_step_value *outputs; /* by output of the leaf; owns */
	unsigned output_count;
	void *node_id; /* constant operand of __hpvm__node_id (LLVMValueRef), or NULL */
	/* The steps are all that the leaf does, with known numbers, on tensors that are inputs or
	 * results, and its outputs are inputs, results or constants; or else why not. */
	bool complete;
	char why[HR_LEAF_WHY]; /* "line 12: a branch" */
} hr_tensor_leaf;

/* LEAF is to be freed. */
void hr_tensor_leaf_read(const hr_program *program, const hr_node *node, hr_tensor_leaf *leaf);
void hr_tensor_leaf_free(hr_tensor_leaf *leaf);

/* How many tensors OP takes. */
unsigned hr_tensor_operands(hr_hpvm op);
/* How many numbers follow them. */
unsigned hr_tensor_numbers(hr_hpvm op);

/* The operation that a wrapper's number stands for: activations are -1 (HR_H_NONE), 0 tanh, 1 relu,
 * 2 clipped relu; pools 0 max, 1 mean, 2 min. False: there is none. */
bool hr_wrapper_activation(int32_t number, hr_hpvm *op) HR_MUST_CHECK;
bool hr_wrapper_pool(int32_t number, hr_hpvm *op) HR_MUST_CHECK;

#endif
