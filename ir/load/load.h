/* ir/load/load.h -- from files to a program with checked graphs.
 *
 * hr_program_load() is for processes of one thread, because reading may fork (ir/load/read.h). */
#ifndef HR_LOAD_H
#define HR_LOAD_H

#include "ir/kernel/kernel_launch.h"
#include "ir/program/program.h"

/* Read FILES (bitcode or assembly), link them like llvm-link, lift and validate them. On success
 * the caller owns *program and frees it with hr_program_free(). */
hr_status hr_program_load(const char *const *files, size_t count, const hr_sem *sem,
			  hr_diags *diags, hr_program **program) HR_MUST_CHECK;

/* What to make of kernels of other languages (K1), in modules of devices as well: each of the COUNT
 * launches, at least one, becomes a graph. One launch without a kernel makes none. */
typedef struct hr_load_kernels {
	hr_kernel_launch *launches;
	size_t count;
} hr_load_kernels;

/* The same for files with kernels; KERNELS may be NULL. */
hr_status hr_program_load_kernels(const char *const *files, size_t count, const hr_sem *sem,
				  hr_diags *diags, const hr_load_kernels *kernels,
				  hr_program **program) HR_MUST_CHECK;

/* A module to load: the file NAME, or the SIZE bytes at BYTES, which NAME stands for in
 * diagnostics. Borrowed. */
typedef struct hr_module_source {
	const char *name;
	const char *bytes; /* NULL: a file; the byte behind them is there, and 0 */
	size_t size;
} hr_module_source;

/* The same in a process that does other things meanwhile: does not fork (ir/load/read.h), and may
 * be called on any thread, also by several at once. */
hr_status hr_program_load_here(const hr_module_source *sources, size_t count, const hr_sem *sem,
			       hr_diags *diags, const hr_load_kernels *kernels,
			       hr_program **program) HR_MUST_CHECK;

#endif
