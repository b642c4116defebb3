/* interp/engine/native.h -- the two ways to call a C function with what lies in a frame.
 *
 * Both take arguments from the registers that the call site names and leave the results in those it
 * names; where both can do a signature, they do the same (test_native.c). */
#ifndef HR_NATIVE_H
#define HR_NATIVE_H

#include "interp/engine/engine.h"

/* --- native_ffi.c: by libffi ------------------------------------------------------------------ */

/* A prepared call. NULL when libffi has no type for a parameter or the result. To be called under
 * the image's lock. */
typedef struct hr_ffi_plan hr_ffi_plan;
hr_ffi_plan *hr_ffi_plan_new(hr_arena *arena, const hr_call *call);
void hr_ffi_call(const hr_ffi_plan *plan, void *address, uint8_t *frame);

/* --- native_registers.c: with every argument register loaded ---------------------------------- */

/* VARIADIC: of the called type. */
void hr_registers_call(const hr_abi *abi, bool variadic, void *address, uint8_t *frame);

#endif
