/* ir/lift/tensor_leaf.h -- the tensor operations of a leaf, in execution order.
 *
 * Leaves of neural networks perform operations one after the other, on inputs and results of
 * earlier operations, with constant numbers. Code that infers shapes, runs such a leaf elsewhere or
 * fuses it reads these steps instead of LLVM IR. */
#ifndef HR_TENSOR_LEAF_H
#define HR_TENSOR_LEAF_H

#include "ir/program/hpvm_names.h"
#include "ir/program/program.h"
#include "src/base/vec.h"

enum { HR_STEP_OPERANDS = 5, HR_STEP_NUMBERS = 6, HR_LEAF_WHY = 160 };

typedef enum hr_step_value_kind {
	HR_STEP_UNKNOWN,  /* any other value */
	HR_STEP_INPUT,    /* the input with that number */
	HR_STEP_RESULT,   /* of the step with that number */
	HR_STEP_CONSTANT, /* the LLVM constant; for an output: an integer, or null */
} hr_step_value_kind;

typedef struct hr_step_value {
	hr_step_value_kind kind;
	unsigned number;
	void *constant;   /* LLVMValueRef */
	uint64_t integer; /* value of the constant, zero-extended; null is 0 */
} hr_step_value;

/* One operation of T1 to T6. A call of a wrapper is several steps. */
typedef struct hr_tensor_step {
	hr_hpvm op;             /* HR_H_tensor_..., never a wrapper */
	void *call;             /* LLVMValueRef */
	unsigned operand_count; /* number of tensors */
	hr_step_value operand[HR_STEP_OPERANDS];
	/* convolutions: vertical and horizontal padding, strides, then mode and groups; pools:
	 * height and width of the window, paddings, strides */
	int32_t numbers[HR_STEP_NUMBERS];
	double epsilon; /* of batchnorm */
	bool known;     /* all numbers are constants */
} hr_tensor_step;

typedef struct hr_tensor_leaf {
	HR_VEC(hr_tensor_step) steps;
	hr_step_value *outputs; /* for each output of the leaf; owns */
	unsigned output_count;
	void *node_id; /* constant operand of __hpvm__node_id (LLVMValueRef), or NULL */
	/* The steps are all that the leaf does, with known numbers, on tensors that are inputs or
	 * results, and its outputs are inputs, results or constants. If not, WHY is the reason. */
	bool complete;
	char why[HR_LEAF_WHY]; /* "line 12: a branch" */
} hr_tensor_leaf;

/* Read the steps of NODE. The caller frees LEAF. */
void hr_tensor_leaf_read(const hr_program *program, const hr_node *node, hr_tensor_leaf *leaf);
void hr_tensor_leaf_free(hr_tensor_leaf *leaf);

/* Return true if NODE, or a leaf below it, calls operations of tensor programs (X1), which are not steps. */
bool hr_node_calls_rows(const hr_program *program, const hr_node *node);

/* Return the number of tensors that OP takes. */
unsigned hr_tensor_operands(hr_hpvm op);
/* Return the number of numeric operands after the tensors. */
unsigned hr_tensor_numbers(hr_hpvm op);

/* Find the operation for a wrapper's number: activations are -1 (HR_H_NONE), 0 tanh, 1 relu, 2
 * clipped relu; pools are 0 max, 1 mean, 2 min. Return false if there is none. */
bool hr_wrapper_activation(int32_t number, hr_hpvm *op) HR_MUST_CHECK;
bool hr_wrapper_pool(int32_t number, hr_hpvm *op) HR_MUST_CHECK;

#endif
