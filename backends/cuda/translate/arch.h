/* backends/cuda/translate/arch.h -- the architectures of NVIDIA devices that this LLVM can generate
 * code for. */
#ifndef HR_ARCH_H
#define HR_ARCH_H

#include <stdbool.h>
#include <stddef.h>

typedef struct cuda_arch {
	unsigned number; /* for example 75 for compute capability 7.5 */
	/* 0: code for this and all later architectures; 'a': for this one only; 'f': for its
	 * family. */
	char suffix;
} cuda_arch;

/* The lowest architecture that can be generated, and the default. Code for an architecture without
 * suffix runs on all later devices. */
enum { CUDA_LEAST_ARCH = 60, CUDA_USUAL_ARCH = 75 };

enum { CUDA_ARCH_NAME = 16 };
/* Write the name, for example "90a", to NAME and return NAME. */
const char *cuda_arch_name(cuda_arch arch, char name[CUDA_ARCH_NAME]);
/* Return the PTX version to use, as 10 * major + minor: the oldest that supports ARCH, but at least
 * 7.4, which the oldest supported driver accepts. Return 0 if this LLVM generates no code for
 * ARCH. */
unsigned cuda_arch_ptx(cuda_arch arch);
/* Return the highest architecture without suffix that this LLVM has and a device of compute
 * capability CAPABILITY can run. Its number is 0 if there is none. */
cuda_arch cuda_arch_for(unsigned capability);
/* Write the list of architectures that this LLVM has, "sm_60, sm_61, ...", to TEXT (BYTES bytes)
 * and return TEXT. */
const char *cuda_arch_list(char *text, size_t bytes);
/* Parse an architecture such as "sm_90a" or "90a" at the beginning of TEXT. Return a pointer behind
 * it, or NULL if TEXT does not name an architecture that this LLVM has. */
const char *cuda_arch_read(const char *text, cuda_arch *arch);

enum { CUDA_MOST_ARCHES = 16 };
/* One, or several separated by commas: COUNT of them in ARCHES. False: TEXT is no such list; *COUNT
 * is more than CUDA_MOST_ARCHES if it has too many. */
bool cuda_arches_read(const char *text, cuda_arch arches[CUDA_MOST_ARCHES], unsigned *count);

#endif
