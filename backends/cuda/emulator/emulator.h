/* backends/cuda/emulator/emulator.h -- kernels in LLVM IR, on this machine. */
#ifndef HR_CUDA_EMULATOR_H
#define HR_CUDA_EMULATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A module of kernels. */
typedef struct emu_code emu_code;
typedef void emu_kernel(void **parameters);

/* Of bitcode as cuda_assemble() of image.c gives it: its size, 8 bytes, and itself. NULL: it cannot
 * be compiled, LOG says why. */
emu_code *emu_load(const void *image, char *log, size_t log_bytes);
void emu_unload(emu_code *code);
/* NULL: there is none. */
emu_kernel *emu_find(emu_code *code, const char *name);
/* How many it has: of 8 bytes at most. */
uint32_t emu_parameters(emu_code *code, const char *name);

/* Where EMU_SHARED_BYTES of shared memory are; NULL: no kernel has any. */
uint8_t *emu_shared(emu_code *code);
enum { EMU_SHARED_BYTES = 1 << 20 };

/* Runs KERNEL for a grid. False: not all threads of a block met at a barrier, or one wrote beyond
 * SHARED_BYTES of SHARED. */
bool emu_run(emu_kernel *kernel, const uint32_t blocks[3], const uint32_t threads[3],
	     uint8_t *shared, uint32_t shared_bytes, void **parameters);

/* --- threads.c: what compiled kernels call ---------------------------------------------------- */

enum { EMU_TID, EMU_NTID, EMU_CTAID, EMU_NCTAID };
uint32_t emu_register(uint32_t which, uint32_t dimension);
void emu_barrier(void);

#endif
