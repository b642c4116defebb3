/* tools/import/module/module_write.h -- write a tensor program as bitcode, with weights and arguments beside it. */
#ifndef HR_IMPORT_MODULE_H
#define HR_IMPORT_MODULE_H

#include "ir/tensor/tensor_program.h"
#include "src/diag/diag.h"

/* Write
 *
 *	PATH                the graph: a leaf for each operator, and the root, named NAME, whose inputs and
 *	                    outputs are those of PROGRAM
 *	PATH.weights/HASH   the elements of each large constant, little-endian, named by their hash
 *	PATH.yaml           arguments for hpvm-run --args: inputs from NAME.npy beside it, outputs to it
 */
hr_status module_write(const hr_tprogram *program, hr_diags *diags, const char *path,
		       const char *name) HR_MUST_CHECK;

#endif
