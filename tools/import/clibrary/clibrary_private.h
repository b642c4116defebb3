/* tools/import/clibrary/clibrary_private.h -- a tensor program while it is written as a library. Private to
 * clibrary*.c. */
#ifndef HR_IMPORT_CLIBRARY_PRIVATE_H
#define HR_IMPORT_CLIBRARY_PRIVATE_H

#include <stdio.h>
#include <stdlib.h>

#include "ir/rowkernel/rowkernel.h"
#include "tools/import/module/weights.h"

typedef struct library {
	const hr_tprogram *program;
	hr_diags *diags;
	hr_arena *arena;
	const char *path, *base; /* of the .so; without .so */
	const char *identifier;
	weight_folder weights;
	FILE *code;
	unsigned next;                  /* number of the next variable in C */
	unsigned site_count;            /* calls */
	hr_strmap constants;            /* text to site */
	HR_VEC(hr_rowkernel *) kernels; /* in order of name, each once */
	hr_strmap kernel_names;
} library;

/* Write the definition of the function that runs the program. */
void library_write_code(library *l);
/* Add the kernel of a call to the library's. */
void library_add_kernel(library *l, const hr_tprogram *program, const hr_tcall *call);
/* Sort the kernels, write NAME.kernels.bc, and native code to the object file OBJECT, where kernel I is the
 * function IDENTIFIER_kernel_I. */
hr_status library_write_kernels(library *l, const char *object) HR_MUST_CHECK;
/* Return the processor that native code needs, "x86-64-v3"; "": any. */
const char *library_processor(void);
/* Write TEXT in double quotes, as C reads it. */
void library_quoted(FILE *code, const char *text);

#endif
