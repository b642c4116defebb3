/* tools/import/clibrary/clibrary.h -- write a tensor program as a library in C. */
#ifndef HR_IMPORT_CLIBRARY_H
#define HR_IMPORT_CLIBRARY_H

#include "ir/tensor/tensor_program.h"
#include "src/diag/diag.h"

/* Write to PATH, which ends in .so, the program over ral.h, and beside it, with other endings:
 *
 *	.h             its declaration, for C and C++
 *	.c             its code
 *	.kernels.bc    its kernels as HPVM graphs, which RAL_DEVICE=hpvm runs
 *	.weights/HASH  constants, as beside a module
 *
 * IDENTIFIER begins the names of functions. */
hr_status library_write(const hr_tprogram *program, hr_diags *diags, const char *path,
			const char *identifier) HR_MUST_CHECK;

#endif
