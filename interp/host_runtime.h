/* interp/host_runtime.h -- C functions that stand in for ones of the C library.
 *
 * Programs find them by name through hr_host_symbol(); nothing else calls them. */
#ifndef HR_HOST_RUNTIME_H
#define HR_HOST_RUNTIME_H

#include <stdint.h>

#include "run.h"

/* NAME's stand-in that fills the memory it gives, for what is FOUND under that name in the process;
 * FOUND: there is none. */
void *hr_runtime_fresh(const char *name, void *found);

/* As hr_runtime_fresh(), the stand-in that keeps what a launched graph of RUN still has, and tells its tracker and devices. */
void *hr_runtime_free(hr_run *run, const char *name, void *found);

/* As hr_runtime_fresh(), the stand-in that brings memory back from devices before the system reads or writes it. */
void *hr_runtime_system(hr_run *run, const char *name, void *found);

/* Marks what the program registers to be run at exit: the address is the mark. */
extern char hr_runtime_dso;

int hr_runtime_atexit(void (*function)(void));
int hr_runtime_at_quick_exit(void (*function)(void));
int hr_runtime_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void));
int hr_runtime_thread_atexit(void (*function)(void *), void *object, void *dso);

/* Conversions to bfloat that compilers call; older libgcc has none. The bits are returned as the
 * ABI returns a bfloat: in the low half word of the first vector register. */
float hr_runtime_trunc_f32_bf16(float value);
float hr_runtime_trunc_f64_bf16(double value);

#endif
