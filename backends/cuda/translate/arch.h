/* backends/cuda/translate/arch.h -- architectures of NVIDIA's cards, as far as this LLVM makes code
 * for them. */
#ifndef HR_ARCH_H
#define HR_ARCH_H

#include <stdbool.h>
#include <stddef.h>

typedef struct cuda_arch {
	unsigned number; /* 75: compute capability 7.5 */
	char suffix;     /* 0: of that and all later ones; 'a': of that alone; 'f': of its family */
} cuda_arch;

/* What is generated for. The lowest that serves runs on all later cards. */
enum { CUDA_LEAST_ARCH = 60, CUDA_USUAL_ARCH = 75 };

enum { CUDA_ARCH_NAME = 16 };
/* "90a". Gives NAME. */
const char *cuda_arch_name(cuda_arch arch, char name[CUDA_ARCH_NAME]);
/* Version of PTX to be used, as 10 * major + minor: the oldest that knows it, and 7.4 at least,
 * which the oldest driver that is used takes. 0: this LLVM makes no code for it. */
unsigned cuda_arch_ptx(cuda_arch arch);
/* The highest without a suffix that this LLVM has, and that a card of compute capability CAPABILITY
 * runs; number 0: there is none. */
cuda_arch cuda_arch_for(unsigned capability);
/* "sm_60, sm_61, ...": all that this LLVM has. Gives TEXT, of BYTES. */
const char *cuda_arch_list(char *text, size_t bytes);
/* At the beginning of TEXT, "sm_90a" or "90a"; gives what is behind it, or NULL: that is no
 * architecture, of this LLVM or at all. */
const char *cuda_arch_read(const char *text, cuda_arch *arch);

#endif
