/* backends/cuda/translate/cuda_code.h -- a unit as a CUDA kernel: LLVM IR for NVPTX, and PTX of
 * that.
 *
 *	cuda_code code;
 *	cuda_translate(unit, &target, context, &code);
 *	if (code.refusal == HR_TAKEN && cuda_optimise(code.module, &target, text))
 *		ptx = cuda_assemble(code.module, &target, text);
 *	cuda_code_free(&code);
 *
 * Needs an LLVM with NVPTX, and neither CUDA nor a card: `--emit` prints what it makes anywhere. */
#ifndef HR_CUDA_CODE_H
#define HR_CUDA_CODE_H

#include <stdbool.h>

#include <llvm-c/Core.h>

#include "backends/backend.h"
#include "backends/cuda/translate/arch.h"
#include "backends/unit/local_size.h"

typedef struct cuda_target {
	cuda_arch arch;
	const char *libdevice; /* path of NVIDIA's mathematical functions; NULL: there are none */
	bool disjoint;         /* what pointers point to does not overlap */
	/* threads that a block of a kernel has at most which is as large as the program says; 0: as
	 * many as its registers leave */
	uint32_t bound;
} cuda_target;

typedef enum cuda_argument_kind {
	CUDA_VALUE,   /* input `input`: `bytes` of the image */
	CUDA_INPUTS,  /* address of images of all instances, or of one image */
	CUDA_OUTPUTS, /* address of images of outputs */
	CUDA_FIRST,   /* i64: number, in reference order, of the first instance of the images */
	CUDA_BEGIN,   /* i64: first instance of the launch in dimension `dim` of the node */
	CUDA_COUNT,   /* i32: instances of the launch in dimension `dim` of the leaf */
	CUDA_EXTENT,  /* i64: of `level` in `dim` */
	CUDA_INNER,   /* i32: instances of the leaf in each of the node's, in dimension `dim` */
	/* i32: blocks of each of the node's instances in the device's dimension `dim` */
	CUDA_CHUNKS,
	CUDA_ID, /* i64: of `level`, above that of the grid, in `dim` */
} cuda_argument_kind;

typedef struct cuda_argument {
	cuda_argument_kind kind;
	uint32_t input, level, dim, bytes;
} cuda_argument;

enum { CUDA_MOST_ARGUMENTS = 512 };
/* of a block, on every card (CUDA C++ Programming Guide, "Compute Capabilities") */
enum { CUDA_MOST_THREADS = 1024 };
enum { CUDA_MOST_LOCALS = 8, CUDA_LOCAL_ALIGNMENT = 16 };

typedef struct cuda_code {
	hr_unit_refusal refusal;
	char text[HR_BACKEND_TEXT]; /* why it is refused */
	LLVMModuleRef module;       /* owned; lives in the caller's context */
	char *kernel;               /* name; owned */
	cuda_argument *arguments;   /* in the order of the parameters; owned */
	uint32_t argument_count;
	/* shared memory of a block: one after the other, each at a multiple of
	 * CUDA_LOCAL_ALIGNMENT */
	hr_local_size locals[CUDA_MOST_LOCALS];
	uint32_t local_count;
	uint32_t order[3]; /* dimension of the leaf that is the device's x, y, z */
	/* of a unit with groups: dimension of the node, which blocks are */
	uint32_t group_order[3];
	bool barriers;          /* all threads of a block have to be there */
	bool groups;            /* an instance of the node is a block, or, */
	bool spread;            /* as those of the leaf neither meet nor share memory, several */
	bool images;            /* an argument is CUDA_INPUTS */
	uint32_t library_calls; /* calls of libdevice */
} cuda_code;

/* Whether there is an LLVM for it; TEXT says why not. */
bool cuda_has_code(char text[HR_BACKEND_TEXT]);
/* Module and refusal. CONTEXT is borrowed, and outlives CODE. */
void cuda_translate(const hr_unit *unit, const cuda_target *target, LLVMContextRef context,
		    cuda_code *code);
void cuda_code_free(cuda_code *code);
/* False: TEXT says why. */
bool cuda_optimise(LLVMModuleRef module, const cuda_target *target, char text[HR_BACKEND_TEXT]);
/* PTX of an optimised module, to be disposed of by the caller, who finds a zero behind it; NULL:
 * TEXT says why. */
LLVMMemoryBufferRef cuda_assemble(LLVMModuleRef module, const cuda_target *target,
				  char text[HR_BACKEND_TEXT]);
/* Path of libdevice: what HPVM_LIBDEVICE says, or that of a toolkit (CUDA_HOME, CUDA_PATH, the
 * usual places); NULL: there is none. Owned by the caller. */
char *cuda_find_libdevice(void);
/* A program of the toolkit, such as ptxas: in the same places, and, where none is named, in
 * PATH. */
char *cuda_find_tool(const char *name);

#endif
