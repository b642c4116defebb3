/* ir/load/load.h -- from files to a program with checked graphs.
 *
 * Loading is single-threaded, and reading may fork (ir/load/read.h). */
#ifndef HR_LOAD_H
#define HR_LOAD_H

#include "ir/program/program.h"

/* Read FILES (bitcode or assembly), link them like llvm-link, lift and validate them. On success
 * the caller owns *program and frees it with hr_program_free(). */
hr_status hr_program_load(const char *const *files, size_t count, const hr_sem *sem,
			  hr_diags *diags, hr_program **program) HR_MUST_CHECK;

#endif
