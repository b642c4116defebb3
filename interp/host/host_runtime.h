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

/* From now on, defer freeing of memory that a launched graph of RUN uses, or that is tracked. RUN
 * may be NULL to end this. */
void hr_runtime_watch(hr_run *run);
/* Stop deferring at the end of RUN, and free the blocks that are held only because they are
 * tracked. */
void hr_runtime_watch_no_more(const hr_run *run);
/* Return the replacement that does so for REAL, the address of NAME in the process; FOUND is a
 * replacement that NAME already has, or REAL. Return FOUND if there is none. */
void *hr_runtime_free(const char *name, void *real, void *found);
/* Like hr_runtime_fresh(), but return the replacement that copies memory back from devices before
 * the system reads or writes it. */
void *hr_runtime_system(hr_run *run, const char *name, void *found);
/* Return true if calls of NAME reach such a replacement, so that they must note their number
 * (site.c). */
bool hr_runtime_is_free(const char *name);
/* Declare that the object at BASE is no longer tracked. */
void hr_runtime_untracked(const void *base);

/* Its address marks the functions that the program registers for exit. */
extern char hr_runtime_dso;

int hr_runtime_atexit(void (*function)(void));
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
