/* ir/hetero/hetero.h -- converts Hetero-C++ to HPVM-C. */
#ifndef HR_HETERO_H
#define HR_HETERO_H

#include "ir/program/program.h"

/* Replace the calls of Hetero-C++ in the program's module, which has no tables yet, by those of
 * HPVM-C. Leaves a module without such calls unchanged. Errors are reported. */
hr_status hr_hetero_convert(hr_program *program) HR_MUST_CHECK;

#endif
