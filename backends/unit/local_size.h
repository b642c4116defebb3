/* backends/unit/local_size.h -- how much memory a group shares, where that is computed from what
 * its node gets.
 *
 * A few steps on a stack, in the order in which they are done: they are found in LLVM IR, done for
 * a grid, and written as LLVM IR again. Shared by the making of units and by modules that use
 * LLVM. */
#ifndef HR_LOCAL_SIZE_H
#define HR_LOCAL_SIZE_H

#include <stdbool.h>
#include <stdint.h>

#include <llvm-c/Core.h>

#include "backends/backend.h"

enum { HR_LOCAL_STEPS = 24 };

typedef struct hr_local_step {
	/* LLVMOpcode of two numbers, or of a cast; 0: VALUE; HR_LOCAL_INPUT: input VALUE */
	uint32_t operation;
	uint32_t bits; /* of the result: 64 at most */
	uint64_t value;
} hr_local_step;
#define HR_LOCAL_INPUT UINT32_MAX

typedef struct hr_local_size {
	uint32_t count;
	hr_local_step steps[HR_LOCAL_STEPS];
} hr_local_size;

/* What computes SIZE in FUNCTION, whose parameters are inputs: additions, products, shifts and the
 * like. False: something else. */
bool hr_local_size_of(LLVMValueRef size, LLVMValueRef function, hr_local_size *found);
/* Its inputs are those that they are BOUND to. False: one is bound to none, which is a negative
 * number. */
bool hr_local_size_bind(hr_local_size *size, int (*bound)(const void *data, unsigned input),
			const void *data);
/* For the image INPUTS of inputs PORTS. */
uint64_t hr_local_size_value(const hr_local_size *size, const hr_unit_port *ports,
			     const uint8_t *inputs);
/* As instructions where BUILDER is, of the INPUTS. */
LLVMValueRef hr_local_size_build(const hr_local_size *size, LLVMBuilderRef builder,
				 LLVMContextRef context, const LLVMValueRef *inputs);

#endif
