/* tools/fuzz/module.h -- changes of LLVM modules that keep them valid. Private to fuzz targets. */
#ifndef HR_FUZZ_MODULE_H
#define HR_FUZZ_MODULE_H

#include <stddef.h>
#include <stdint.h>

#include <llvm-c/Core.h>

#include "tools/fuzz/fuzz.h"

/* Change the bitcode of SIZE bytes in DATA, which has room for MOST, to that of another module that LLVM's verifier
 * accepts. Return its size; SIZE if no such module is found, after which DATA is unchanged. */
size_t fuzz_change_module(uint8_t *data, size_t size, size_t most, unsigned seed);

/* A place in a module at which a change is made. */
typedef struct fuzz_place {
	fuzz_random *random;
	LLVMContextRef context;
	LLVMModuleRef module;
	LLVMValueRef function,
		instruction; /* chosen at random; a definition and an instruction in it */
} fuzz_place;

/* Change something. Return false if nothing can be changed at PLACE. */
typedef bool fuzz_change(fuzz_place *place);

/* change_instruction.c */
fuzz_change fuzz_set_operand, fuzz_set_constant, fuzz_swap_operands, fuzz_set_flags,
	fuzz_replace_operation, fuzz_insert, fuzz_remove, fuzz_duplicate, fuzz_call;
/* change_function.c */
fuzz_change fuzz_set_successor, fuzz_set_attribute, fuzz_set_callee, fuzz_set_global, fuzz_set_hpvm,
	fuzz_set_access;

/* Return a value of TYPE that FUNCTION can use at its INSTRUCTION, often a constant. */
LLVMValueRef fuzz_value(fuzz_place *place, LLVMTypeRef type);
/* Return a constant of TYPE, which has a size. */
LLVMValueRef fuzz_constant(fuzz_place *place, LLVMTypeRef type);
/* Return a type of integers, floats, vectors or pointers. */
LLVMTypeRef fuzz_type(fuzz_place *place);

#endif
