/* backends/cuda/translate/cuda_code.h -- translates a unit to a CUDA kernel: LLVM IR for NVPTX, and
 * PTX.
 *
 *	cuda_code code;
 *	cuda_translate(unit, &target, context, &code);
 *	if (code.refusal == HR_TAKEN && cuda_optimise(code.module, &target, text))
 *		ptx = cuda_assemble(code.module, &target, text);
 *	cuda_code_free(&code);
 *
 * Needs an LLVM with NVPTX, but neither CUDA nor a device: `--emit` works everywhere. */
#ifndef HR_CUDA_CODE_H
#define HR_CUDA_CODE_H

#include <stdbool.h>

#include <llvm-c/Core.h>

#include "backends/backend.h"
#include "backends/cuda/translate/arch.h"
#include "backends/unit/local_size.h"

typedef struct cuda_target {
	cuda_arch arch;
	const char *libdevice; /* path of NVIDIA's math library; NULL: not available */
	bool disjoint;         /* the targets of different pointers do not overlap */
	/* the largest block size for kernels whose block size the program determines; 0: as large
	 * as the registers permit */
	uint32_t bound;
} cuda_target;

typedef enum cuda_argument_kind {
	CUDA_VALUE, /* input `input`: `bytes` bytes of the image */
	/* Address of the images of all instances, or of the one image. */
	CUDA_INPUTS,
	CUDA_OUTPUTS, /* address of the images of outputs */
	/* i64: number in reference order of the first instance in the images. */
	CUDA_FIRST,
	/* i64: first instance of the launch in dimension `dim` of the node. */
	CUDA_BEGIN,
	/* i32: number of instances of the launch in dimension `dim` of the leaf. */
	CUDA_COUNT,
	CUDA_EXTENT, /* i64: extent of `level` in `dim` */
	/* i32: extent of the leaf's grid in one group, in dimension `dim`. */
	CUDA_INNER,
	/* i32: number of blocks for one instance of the node in the device's dimension `dim`. */
	CUDA_CHUNKS,
	/* i64: index at `level`, above the level of the grid, in `dim`. */
	CUDA_ID,
} cuda_argument_kind;

typedef struct cuda_argument {
	cuda_argument_kind kind;
	uint32_t input, level, dim, bytes;
} cuda_argument;

enum { CUDA_MOST_ARGUMENTS = 512 };
/* The limit of every device (CUDA C++ Programming Guide, "Compute Capabilities"). */
enum { CUDA_MOST_THREADS = 1024 };
enum { CUDA_MOST_LOCALS = 8, CUDA_LOCAL_ALIGNMENT = 16 };

typedef struct cuda_code {
	hr_unit_refusal refusal;
	char text[HR_BACKEND_TEXT]; /* the reason of a refusal */
	LLVMModuleRef module;       /* owned; belongs to the caller's context */
	char *kernel;               /* name of the kernel; owned */
	cuda_argument *arguments;   /* in the order of the parameters; owned */
	uint32_t argument_count;
	/* shared memory objects of a block, one after the other, aligned to CUDA_LOCAL_ALIGNMENT */
	hr_local_size locals[CUDA_MOST_LOCALS];
	uint32_t local_count;
	uint32_t order[3]; /* dimensions of the leaf that are x, y, z of the device */
	/* Group units: dimensions of the node that are x, y, z of the blocks. */
	uint32_t group_order[3];
	bool barriers; /* all threads of a block must take part */
	bool groups;   /* an instance of the node is one block, or several (SPREAD) */
	/* An instance of the node is several blocks, because its leaf uses neither barriers nor
	 * shared memory. */
	bool spread;
	bool images;            /* one of the arguments is CUDA_INPUTS */
	uint32_t library_calls; /* number of calls of libdevice */
} cuda_code;

/* Return true if this LLVM has NVPTX; otherwise TEXT is the reason. */
bool cuda_has_code(char text[HR_BACKEND_TEXT]);
/* Translate UNIT; CODE receives the module or the refusal. CONTEXT is borrowed and must outlive
 * CODE. */
void cuda_translate(const hr_unit *unit, const cuda_target *target, LLVMContextRef context,
		    cuda_code *code);
void cuda_code_free(cuda_code *code);
/* Optimise MODULE. Return false on failure, with the reason in TEXT. */
bool cuda_optimise(LLVMModuleRef module, const cuda_target *target, char text[HR_BACKEND_TEXT]);
/* Return the PTX of an optimised module, which the caller disposes of; a zero byte follows it.
 * Return NULL on failure, with the reason in TEXT. */
LLVMMemoryBufferRef cuda_assemble(LLVMModuleRef module, const cuda_target *target,
				  char text[HR_BACKEND_TEXT]);
/* What the user has named; NULL: nothing. Borrows its texts. */
typedef struct cuda_tools {
	const char *toolkit;   /* directory of a CUDA toolkit */
	const char *libdevice; /* file */
} cuda_tools;
/* Path of libdevice: the one that is named, or that of the toolkit that is named, or of one in a
 * usual place; NULL: there is none. Owned by the caller. */
char *cuda_find_libdevice(const cuda_tools *tools);
/* A program of the toolkit, such as ptxas: in the same places, and, where none is named, in
 * PATH. */
char *cuda_find_tool(const cuda_tools *tools, const char *name);

#endif
