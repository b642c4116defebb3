/* backends/cuda/emulator/emulator.h -- runs kernels in LLVM IR on the host. */
#ifndef HR_CUDA_EMULATOR_H
#define HR_CUDA_EMULATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A compiled module with kernels. */
typedef struct emu_code emu_code;
typedef void emu_kernel(void **parameters);

/* Compile an image made by cuda_assemble() of image.c: 8 bytes for the size, then bitcode. Return
 * NULL on failure, with the reason in LOG. */
emu_code *emu_load(const void *image, char *log, size_t log_bytes);
void emu_unload(emu_code *code);
/* Return the kernel NAME, or NULL if there is none. */
emu_kernel *emu_find(emu_code *code, const char *name);
/* Return the number of parameters of kernel NAME. A parameter has at most 8 bytes. */
uint32_t emu_parameters(emu_code *code, const char *name);

/* Return the EMU_SHARED_BYTES bytes of shared memory, or NULL if no kernel uses any. */
uint8_t *emu_shared(emu_code *code);
enum { EMU_SHARED_BYTES = 1 << 20 };

/* Run KERNEL for a grid. Return false if not all threads of a block meet at a barrier, or one of
 * them writes beyond SHARED_BYTES bytes of SHARED. */
bool emu_run(emu_kernel *kernel, const uint32_t blocks[3], const uint32_t threads[3],
	     uint8_t *shared, uint32_t shared_bytes, void **parameters);

/* --- threads.c: functions that compiled kernels call --------------------------------------- */

enum { EMU_TID, EMU_NTID, EMU_CTAID, EMU_NCTAID };
uint32_t emu_register(uint32_t which, uint32_t dimension);
void emu_barrier(void);

#endif
