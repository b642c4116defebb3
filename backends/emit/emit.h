/* backends/emit/emit.h -- leaves as texts of other languages, or images for cards. */
#ifndef HR_EMIT_H
#define HR_EMIT_H

#include <stdio.h>

#include "backends/backend.h"
#include "backends/cuda/translate/arch.h"
#include "ir/program/program.h"

typedef enum hr_emit_form {
	HR_EMIT_OPENCL, /* OpenCL C */
	HR_EMIT_FPGA,   /* the same, as one work-item for all instances */
	HR_EMIT_LLVM,   /* LLVM IR for NVIDIA's cards, as text */
	HR_EMIT_PTX,
	HR_EMIT_CUBIN,  /* machine code, by ptxas */
	HR_EMIT_FATBIN, /* PTX and machine code for several architectures, by ptxas and fatbinary */
} hr_emit_form;

enum { HR_EMIT_MOST_ARCHES = 16 };

typedef struct hr_emit {
	hr_emit_form form;
	const char *node; /* a path, or the name of a node function; NULL: all */
	cuda_arch arches[HR_EMIT_MOST_ARCHES]; /* of cards; PTX is made for the lowest */
	unsigned arch_count;                   /* 0: the usual one */
} hr_emit;

/* Prints what EMIT says: each leaf once for a function, and nodes whose instances are groups, or
 * blocks. Leaves that are refused are a comment that says why, or a warning where the form has no
 * comments; one that was asked for by name, or all of them, an error. */
hr_status hr_emit_leaves(const hr_program *program, hr_diags *diags, const hr_emit *emit,
			 FILE *stream) HR_MUST_CHECK;

/* --- emit.c, cuda.c --------------------------------------------------------------------------- */

/* What is being printed. */
typedef struct hr_emission {
	const hr_program *program;
	hr_diags *diags;
	const hr_emit *emit;
	FILE *stream;             /* all four borrowed */
	struct ocl_text *text;    /* of OpenCL C: what it has; borrowed */
	const char *open, *close; /* of comments; NULL: the form has none */
	bool every;               /* node is visited, and not one for each function; then: */
	bool again;               /* one of this function has been */
	unsigned made, refused;   /* nodes */
	const hr_node *first;     /* that was refused, and */
	char why[3 * HR_BACKEND_TEXT];
} hr_emission;

/* By input, whether instances may get different values. Owned by the caller. */
bool *hr_emit_varying(const hr_node *leaf);
/* Visits each node that is meant, once for a function, unless TO wants every one (DONE, by
 * function, are those that need no visit any more). An error, if none is, or, where refusals are
 * comments, all were refused. */
hr_status hr_emit_each(hr_emission *to, hr_status (*visit)(hr_emission *to, const hr_node *node,
							   bool *done)) HR_MUST_CHECK;
/* Says so: an error, if NODE was asked for by name, and otherwise a comment, or a warning. */
hr_status hr_emit_refused(hr_emission *to, const hr_node *node, hr_unit_refusal refusal,
			  const char *text) HR_MUST_CHECK;
/* What separates a text of OpenCL C from those before it. */
const char *hr_emit_gap(const hr_emission *to);
hr_status hr_emit_cuda(hr_emission *to) HR_MUST_CHECK;

#endif
