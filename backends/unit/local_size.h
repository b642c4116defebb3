/* backends/unit/local_size.h -- the size of a group's shared memory, when it is computed from the
 * inputs of its node.
 *
 * The computation is a short program for a stack machine. It is extracted from LLVM IR, evaluated
 * for a grid, and written back as LLVM IR. Shared by the construction of units and by modules that
 * use LLVM. */
#ifndef HR_LOCAL_SIZE_H
#define HR_LOCAL_SIZE_H

#include <stdbool.h>
#include <stdint.h>

#include <llvm-c/Core.h>

#include "backends/backend.h"

enum { HR_LOCAL_STEPS = 24 };

typedef struct hr_local_step {
	/* LLVMOpcode of a binary operation or cast; 0: the constant VALUE; HR_LOCAL_INPUT: input
	 * number VALUE. */
	uint32_t operation;
	uint32_t bits; /* width of the result, at most 64 */
	uint64_t value;
} hr_local_step;
#define HR_LOCAL_INPUT UINT32_MAX

typedef struct hr_local_size {
	uint32_t count;
	hr_local_step steps[HR_LOCAL_STEPS];
} hr_local_size;

/* Extract into *FOUND the computation of SIZE in FUNCTION, whose parameters are the inputs:
 * additions, multiplications, shifts and the like. Return false if SIZE depends on anything
 * else. */
bool hr_local_size_of(LLVMValueRef size, LLVMValueRef function, hr_local_size *found);
/* Replace the number of each input by what BOUND returns for it. Return false if BOUND returns a
 * negative number, that is, the input is not bound. */
bool hr_local_size_bind(hr_local_size *size, int (*bound)(const void *data, unsigned input),
			const void *data);
/* Return the size for a grid whose inputs PORTS have the values in the image INPUTS. */
uint64_t hr_local_size_value(const hr_local_size *size, const hr_unit_port *ports,
			     const uint8_t *inputs);
/* Build the computation as instructions at BUILDER's position, with INPUTS as the inputs. */
LLVMValueRef hr_local_size_build(const hr_local_size *size, LLVMBuilderRef builder,
				 LLVMContextRef context, const LLVMValueRef *inputs);

#endif
