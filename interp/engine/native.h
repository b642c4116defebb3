/* interp/engine/native.h -- the two methods to call a C function with arguments from a frame.
 *
 * Both methods read the arguments from the registers that the call site names, and store the
 * results in the registers that it names. Where both support a signature, they behave the same
 * (test_native.c). */
#ifndef HR_NATIVE_H
#define HR_NATIVE_H

#include "interp/engine/engine.h"

/* --- native_ffi.c: through libffi
 * ---------------------------------------------------------------- */

/* A prepared call. hr_ffi_plan_new() returns NULL if libffi has no type for a parameter or the
 * result. Require the image's lock. */
typedef struct hr_ffi_plan hr_ffi_plan;
hr_ffi_plan *hr_ffi_plan_new(hr_arena *arena, const hr_call *call);
void hr_ffi_call(const hr_ffi_plan *plan, void *address, uint8_t *frame);

/* --- native_registers.c: loads all argument registers
 * ----------------------------------------------- */

/* VARIADIC: the called function's type is variadic. */
void hr_registers_call(const hr_abi *abi, bool variadic, void *address, uint8_t *frame);

#endif
