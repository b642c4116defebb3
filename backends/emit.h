/* backends/emit.h -- leaves as texts of other languages, or images for cards. */
#ifndef HR_EMIT_H
#define HR_EMIT_H

#include <stdio.h>

#include "program.h"

typedef enum hr_emit_form {
	HR_EMIT_OPENCL,              /* OpenCL C */
	HR_EMIT_FPGA,                /* the same, as one work-item for all instances */
	HR_EMIT_LLVM,                /* LLVM IR for NVIDIA's cards, as text */
	HR_EMIT_PTX,
	HR_EMIT_CUBIN,               /* machine code, by ptxas */
	HR_EMIT_FATBIN,              /* PTX and machine code for several architectures, by ptxas and fatbinary */
} hr_emit_form;

enum { HR_EMIT_MOST_ARCHES = 16 };

typedef struct hr_emit {
	hr_emit_form form;
	const char *node;            /* a path, or the name of a node function; NULL: all */
	unsigned arches[HR_EMIT_MOST_ARCHES];   /* of cards: 75 is compute capability 7.5; PTX is made for the lowest */
	unsigned arch_count;         /* 0: the usual one */
} hr_emit;

/* Prints what EMIT says: each leaf once for a function; for cards also nodes whose instances are blocks. Leaves that are
 * refused are a comment that says why, or a warning where the form has no comments; one that was asked for by name, an
 * error. */
hr_status hr_emit_leaves(const hr_program *program, hr_diags *diags, const hr_emit *emit, FILE *stream) HR_MUST_CHECK;

/* --- emit.c, emit_cuda.c ------------------------------------------------------------------------------------- */

/* By input, whether instances may get different values. Owned by the caller. */
bool *hr_emit_varying(const hr_node *leaf);
/* NODE, or NULL, names LEAF. */
bool hr_emit_is_meant(const hr_node *leaf, const char *node);
hr_status hr_emit_cuda(const hr_program *program, hr_diags *diags, const hr_emit *emit, FILE *stream) HR_MUST_CHECK;

#endif
