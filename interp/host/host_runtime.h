/* interp/host/host_runtime.h -- replacements of C library functions.
 *
 * Programs find them by name through hr_host_symbol(). */
#ifndef HR_HOST_RUNTIME_H
#define HR_HOST_RUNTIME_H

#include <stdint.h>

#include "interp/run/run.h"

/* Return NAME's replacement that fills the memory it allocates. FOUND is the address of NAME in the
 * process. Return FOUND if there is no replacement. */
void *hr_runtime_fresh(const char *name, void *found);

/* From now on memory that a launched graph of RUN still has, or that is tracked, is not given back
 * if WATCH. */
void hr_runtime_watch(hr_run *run, bool watch);
/* RUN ends. */
void hr_runtime_watch_no_more(hr_run *run);
/* The stand-in that does so, for REAL, which is found under NAME in the process, and for which
 * FOUND stands in already, if it is not the same. */
void *hr_runtime_free(hr_run *run, const char *name, void *real, void *found);
/* As hr_runtime_fresh(), for functions of a kernel's device, the stand-in that keeps the limit of its heap. */
void *hr_runtime_device(hr_run *run, const char *name, void *found);
/* As hr_runtime_fresh(), the stand-in that brings memory back from devices before the system reads
 * or writes it. */
void *hr_runtime_system(const char *name, void *found);
/* Whether calls of NAME by RUN's host code get there, so that they note which call they are
 * (site.c). */
bool hr_runtime_is_free(const hr_run *run, const char *name);
/* An object at BASE is not tracked any more. */
void hr_runtime_untracked(hr_run *run, const void *base);

/* Its address marks the functions that the program registers for exit. */
extern char hr_runtime_dso;

/* Those of an embedded run's program are kept by the run, and end the run alone. */
int hr_runtime_cxa_atexit(void (*function)(void *), void *object, void *dso);
int hr_runtime_atexit(void (*function)(void));
HR_NORETURN void hr_runtime_exit(int status);
HR_NORETURN void hr_runtime_quick_exit(int status);
HR_NORETURN void hr_runtime_abort(void);
int hr_runtime_at_quick_exit(void (*function)(void));
/* _exit() for the program, after deferred diagnostics have been reported. */
HR_NORETURN void hr_runtime_exit_now(int status);
int hr_runtime_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void));
int hr_runtime_thread_atexit(void (*function)(void *), void *object, void *dso);

/* Conversions to bfloat that compilers call and older versions of libgcc lack. The ABI returns the
 * bits in the low half word of the first vector register. */
float hr_runtime_trunc_f32_bf16(float value);
float hr_runtime_trunc_f64_bf16(double value);

#endif
