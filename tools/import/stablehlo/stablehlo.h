/* tools/import/stablehlo/stablehlo.h -- a StableHLO module as a tensor program (X1, X2). */
#ifndef HR_STABLEHLO_H
#define HR_STABLEHLO_H

#include "ir/tensor/tensor_program.h"
#include "src/diag/diag.h"

/* An argument whose value is fixed at import: it becomes a constant. */
typedef struct hlo_fixed {
	const char *name;
	hr_elem elem;
	hr_dims shape;
	const void *data; /* borrowed by the program */
} hlo_fixed;

typedef struct hlo_source {
	hr_diags *diags;
	const char *path; /* "-": standard input */
	hr_arena *arena;
	hr_symbols *symbols;
	uint64_t batch; /* the first dimension of arguments, where it is `?`; 0: not given */
	const hlo_fixed *fixed;
	size_t fixed_count;
} hlo_source;

/* Return true if the file at PATH begins as MLIR does; false too if it cannot be read. */
bool hlo_is_module(const char *path);
/* Read the module, and set *PROGRAM, which the caller frees (hr_tprogram_free) before the arena. All
 * errors of the module are reported; the status is that of the worst. */
hr_status hlo_program(const hlo_source *source, hr_tprogram **program) HR_MUST_CHECK;

#endif
