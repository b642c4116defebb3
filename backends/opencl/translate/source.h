/* backends/opencl/translate/source.h -- a unit as OpenCL C.
 *
 *	ocl_source source;
 *	ocl_translate(unit, &target, &source);
 *	if (source.refusal == HR_TAKEN)
 *		... source.code has a kernel source.kernel, whose arguments are source.arguments
 *	ocl_source_free(&source);
 *
 * Needs LLVM, and no OpenCL: `--emit=opencl` prints what it makes where there is no device. */
#ifndef HR_SOURCE_H
#define HR_SOURCE_H

#include <stdbool.h>

#include "backends/backend.h"
#include "backends/unit/local_size.h"
#include "src/base/map.h"

/* What the device's compiler takes. */
typedef struct ocl_target {
	bool fp64;          /* cl_khr_fp64 */
	bool int64_atomics; /* cl_khr_int64_base_atomics and ..._extended_atomics */
	bool exact_roots;   /* quotients and roots of floats are rounded correctly */
	bool sequential;    /* one work-item runs all instances, one after the other */
} ocl_target;

typedef enum ocl_argument_kind {
	OCL_VALUE, /* input `input`: its bytes, as in the image */
	/* input `input`, a pointer, or, without input, the variable that is `symbol`: the buffer
	 * that it points into, and, as the next argument (ulong), where in it; no buffer for a null
	 * pointer */
	OCL_BUFFER,
	/* a buffer: images of all instances, or one image; and (ulong) from image to image */
	OCL_INPUTS,
	OCL_OUTPUTS, /* a buffer: images of outputs */
	OCL_FIRST,   /* ulong: number, in reference order, of the first instance of the images */
	OCL_END,     /* ulong: end of the box in dimension `dim` of the leaf */
	OCL_EXTENT,  /* ulong: of `level` in `dim` */
	OCL_ID,      /* ulong: of `level`, above that of the grid, in `dim` */
	/* ulong: the first instance of the grid in dimension `dim`: of a unit with groups, the
	 * node's; otherwise of one work-item for all */
	OCL_BEGIN,
	OCL_SHARED, /* of a unit with groups: memory of a group, of `size` */
	OCL_PIPE,   /* of a stage: a pipe */
} ocl_argument_kind;

#define OCL_NO_INPUT UINT32_MAX

typedef struct ocl_argument {
	ocl_argument_kind kind;
	uint32_t input, symbol, level, dim;
	hr_local_size size;
	bool fixed; /* with HPVM_CONSTANTS, the buffer is read as constant memory */
} ocl_argument;

/* Where a line of the code comes from. */
typedef struct ocl_line {
	const char *instruction; /* as LLVM prints it, or NULL */
	const char *file;        /* of the program, or NULL */
	unsigned line;
} ocl_line;

/* The text has what is not always needed only where a macro is defined:
 *
 *	HPVM_PART      the launch is part of the grid, or its work-groups reach beyond the end
 *	HPVM_OFFSETS   pointers lie behind the beginnings of their buffers
 *	HPVM_CONSTANTS what all instances read at the same places is in constant memory
 */
enum { OCL_PART = 1, OCL_OFFSETS = 2, OCL_CONSTANTS = 4, OCL_VARIANTS = 8 };

typedef struct ocl_source {
	hr_unit_refusal refusal;
	char text[HR_BACKEND_TEXT]; /* why it is refused */
	char *code, *kernel;        /* owned */
	ocl_argument *arguments;    /* owned */
	uint32_t argument_count;
	ocl_line *lines; /* by line of the code, from 0; owned, with their texts */
	uint32_t line_count;
	uint32_t order[3]; /* dimension of the leaf that is dimension 0, 1, 2 of the device */
	bool parts, offsets, constants; /* the macros make a difference */
	bool barriers;
	bool groups;             /* each instance of the node is a work-group: */
	uint32_t group_order[3]; /* dimension of the node that is dimension 0, 1, 2 of the device */
	/* the least exact function that it calls: OpenCL's promise; 0: all are exact */
	unsigned ulps;
} ocl_source;

/* LINES: of each line, which instruction it comes from, which takes time. */
void ocl_translate(const hr_unit *unit, const ocl_target *target, bool lines, ocl_source *source);
void ocl_source_free(ocl_source *source);

/* What kernels of one text have in common. All zero: the text is empty. */
typedef struct ocl_text {
	hr_strmap defined; /* types and functions of ours that it has already; both grow */
	hr_strmap names;   /* of its kernels, and the program's functions and constants */
} ocl_text;

/* As ocl_translate, for a text that has other kernels before this one. What is refused leaves TEXT
 * unfit for more. */
void ocl_translate_into(ocl_text *text, const hr_unit *unit, const ocl_target *target,
			ocl_source *source);
void ocl_text_free(ocl_text *text);

/* A unit as one of several kernels in one text, each one work-item that runs all instances in
 * reference order, which run at the same time: what instances give to those of other kernels goes
 * through pipes, a packet for each. */
typedef struct ocl_pipe {
	uint32_t port;              /* an input or an output */
	const hr_unit_port *packet; /* the input that it leads to: what a packet holds */
	const char *name;           /* an identifier that nothing else in the text has */
} ocl_pipe;

typedef struct ocl_stage {
	const char *kernel;        /* its name, the same; like the pipes', it is in `text` before */
	const ocl_pipe *from, *to; /* who gives inputs; where outputs go, some to several */
	uint32_t from_count, to_count;
	ocl_text *text; /* that it is part of */
} ocl_stage;

void ocl_translate_stage(const hr_unit *unit, const ocl_target *target, const ocl_stage *stage,
			 ocl_source *source);

#endif
