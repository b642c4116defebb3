/* backends/opencl/translate/source.h -- a unit as OpenCL C source.
 *
 *	ocl_source source;
 *	ocl_translate(unit, &target, &source);
 *	if (source.refusal == HR_TAKEN)
 *		... source.code has a kernel source.kernel, whose arguments are source.arguments
 *	ocl_source_free(&source);
 *
 * Needs LLVM, but not OpenCL: `--emit=opencl` works without a device. */
#ifndef HR_SOURCE_H
#define HR_SOURCE_H

#include <stdbool.h>

#include "backends/backend.h"
#include "backends/unit/local_size.h"
#include "src/base/map.h"

/* The features of the device's compiler. */
typedef struct ocl_target {
	bool fp64;          /* cl_khr_fp64 */
	bool int64_atomics; /* cl_khr_int64_base_atomics and ..._extended_atomics */
	/* Quotients and square roots of floats are correctly rounded. */
	bool exact_roots;
	/* A single work-item runs all instances, one after the other. */
	bool sequential;
} ocl_target;

typedef enum ocl_argument_kind {
	OCL_VALUE, /* input `input`: its bytes, as in the image */
	/* the buffer that a pointer points into: the pointer is input `input` or, if there is none,
	 * the address of the variable `symbol`. The next argument (ulong) is the offset in the
	 * buffer. A null pointer has no buffer. */
	OCL_BUFFER,
	/* A buffer with the images of all instances, or with one image; and (ulong) the distance of
	 * images. */
	OCL_INPUTS,
	OCL_OUTPUTS, /* a buffer with the images of outputs */
	/* ulong: number in reference order of the first instance in the images. */
	OCL_FIRST,
	OCL_END,    /* ulong: end of the box in dimension `dim` of the leaf */
	OCL_EXTENT, /* ulong: extent of `level` in `dim` */
	/* ulong: index at `level`, above the level of the grid, in `dim`. */
	OCL_ID,
	/* ulong: the first instance of the grid in dimension `dim`, of the node in group units;
	 * otherwise only if a single work-item runs all */
	OCL_BEGIN,
	OCL_SHARED, /* group units: shared memory of a group, of size `size` */
	OCL_PIPE,   /* stages: a pipe */
} ocl_argument_kind;

#define OCL_NO_INPUT UINT32_MAX

typedef struct ocl_argument {
	ocl_argument_kind kind;
	uint32_t input, symbol, level, dim;
	hr_local_size size;
	/* If HPVM_CONSTANTS is defined, the buffer is in constant memory. */
	bool fixed;
} ocl_argument;

/* The origin of a line of code. */
typedef struct ocl_line {
	const char *instruction; /* in LLVM's syntax, or NULL */
	const char *file;        /* source file of the program, or NULL */
	unsigned line;
} ocl_line;

/* Parts of the text that are not always needed are conditional on macros:
 *
 *	HPVM_PART      the launch is a part of the grid, or its work-groups extend beyond the grid
 *	HPVM_OFFSETS   pointers do not point to the beginnings of their buffers
 *	HPVM_CONSTANTS memory that all instances read at the same places is in constant memory */
enum { OCL_PART = 1, OCL_OFFSETS = 2, OCL_CONSTANTS = 4, OCL_VARIANTS = 8 };

typedef struct ocl_source {
	hr_unit_refusal refusal;
	char text[HR_BACKEND_TEXT]; /* the reason of a refusal */
	char *code, *kernel;        /* owned */
	ocl_argument *arguments;    /* owned */
	uint32_t argument_count;
	ocl_line *lines; /* by line of the code, from 0; owned, with their strings */
	uint32_t line_count;
	/* Dimensions of the leaf that are dimensions 0, 1, 2 of the device. */
	uint32_t order[3];
	bool parts, offsets, constants; /* the code depends on the macro */
	bool barriers;
	bool groups; /* each instance of the node is a work-group */
	/* Dimensions of the node that are dimensions 0, 1, 2 of the device. */
	uint32_t group_order[3];
	/* Error bound, as specified by OpenCL, of the least accurate function called; 0: all are
	 * exact. */
	unsigned ulps;
} ocl_source;

/* Translate UNIT. LINES: also record for each line which instruction it comes from, which takes
 * time. */
void ocl_translate(const hr_unit *unit, const ocl_target *target, bool lines, ocl_source *source);
void ocl_source_free(ocl_source *source);

/* What several kernels in one text share. A zeroed struct stands for an empty text. */
typedef struct ocl_text {
	/* Types and helper functions that the text defines already; both maps grow. */
	hr_strmap defined;
	/* Names of its kernels, and of the program's functions and constants. */
	hr_strmap names;
} ocl_text;

/* Like ocl_translate(), for a text that may contain other kernels already. After a refusal TEXT
 * cannot be used any more. */
void ocl_translate_into(ocl_text *text, const hr_unit *unit, const ocl_target *target,
			ocl_source *source);
void ocl_text_free(ocl_text *text);

/* A stage is a unit as one of several kernels in a text that run at the same time. In each kernel a
 * single work-item runs all instances in reference order. Values for instances of other kernels go
 * through pipes, one packet for each instance. */
typedef struct ocl_pipe {
	uint32_t port; /* an input or an output */
	/* The input at the reading end, which determines the type of packets. */
	const hr_unit_port *packet;
	const char *name; /* an identifier that is unique in the text */
} ocl_pipe;

typedef struct ocl_stage {
	/* Name of the kernel, also unique; `text` must already contain it and the pipes' names. */
	const char *kernel;
	/* Pipes of inputs; pipes of outputs, of which one output may have several. */
	const ocl_pipe *from, *to;
	uint32_t from_count, to_count;
	ocl_text *text; /* the text that it is part of */
} ocl_stage;

void ocl_translate_stage(const hr_unit *unit, const ocl_target *target, const ocl_stage *stage,
			 ocl_source *source);

/* --- emitter.c -------------------------------------------------------------------------------- */

/* Units as OpenCL C for --emit: the emitters of the modules opencl and fpga. The latter prints one
 * work-item that runs all instances, with pipes between the leaves of a chain. */
extern const hr_backend_emitter ocl_emitter, ocl_fpga_emitter;

#endif
