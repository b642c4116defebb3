/* interp/host/host_runtime.h -- C functions that stand in for ones of the C library.
 *
 * Programs find them by name through hr_host_symbol(). */
#ifndef HR_HOST_RUNTIME_H
#define HR_HOST_RUNTIME_H

#include <stdint.h>

#include "interp/run/run.h"

/* NAME's stand-in that fills the memory it gives, for what is FOUND under that name in the process;
 * FOUND: there is none. */
void *hr_runtime_fresh(const char *name, void *found);

/* From now on memory is not given back which a launched graph of RUN still has, or which is
 * tracked; NULL: it is. */
void hr_runtime_watch(hr_run *run);
/* RUN ends. */
void hr_runtime_watch_no_more(const hr_run *run);
/* The stand-in that does so, for REAL, which is found under NAME in the process, and for which
 * FOUND stands in already, if it is not the same. */
void *hr_runtime_free(const char *name, void *real, void *found);
/* As hr_runtime_fresh(), the stand-in that brings memory back from devices before the system reads
 * or writes it. */
void *hr_runtime_system(hr_run *run, const char *name, void *found);
/* Whether calls of NAME get there, so that they note which call they are (site.c). */
bool hr_runtime_is_free(const char *name);
/* An object at BASE is not tracked any more. */
void hr_runtime_untracked(const void *base);

/* Marks what the program registers to be run at exit: the address is the mark. */
extern char hr_runtime_dso;

int hr_runtime_atexit(void (*function)(void));
int hr_runtime_at_quick_exit(void (*function)(void));
/* _exit(), which nothing else of the run gets to see. */
HR_NORETURN void hr_runtime_exit_now(int status);
int hr_runtime_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void));
int hr_runtime_thread_atexit(void (*function)(void *), void *object, void *dso);

/* Conversions to bfloat that compilers call; older libgcc has none. The bits are returned as the
 * ABI returns a bfloat: in the low half word of the first vector register. */
float hr_runtime_trunc_f32_bf16(float value);
float hr_runtime_trunc_f64_bf16(double value);

#endif
