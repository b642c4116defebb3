/* ir/program/constant.h -- scalar constants of the IR: bits, and the addresses that are added to
 * them.
 *
 * Not safe for several threads (ir/program/lookup.h). */
#ifndef HR_CONSTANT_H
#define HR_CONSTANT_H

#include <llvm-c/Types.h>

#include "ir/program/program.h"

typedef unsigned __int128 hr_u128;

typedef struct hr_atom_symbol {
	hr_reloc_kind kind;
	uint32_t index, function;
	bool subtract, thread_local_;
} hr_atom_symbol;

/* A scalar constant: BITS plus the addresses of up to two symbols. */
typedef struct hr_atom {
	hr_u128 bits;
	bool undef, poison; /* poison implies undef */
	unsigned symbol_count;
	hr_atom_symbol symbols[2];
} hr_atom;

/* Convert C. Return false if it is not such a constant (an operation on addresses that needs
 * code). */
bool hr_constant_atom(hr_program *program, LLVMValueRef c, hr_atom *atom);
hr_u128 hr_constant_int(LLVMValueRef c); /* of a ConstantInt, zero-extended */

#endif
