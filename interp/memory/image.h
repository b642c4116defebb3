/* interp/memory/image.h -- addresses of functions and globals in this run.
 *
 * A function's address is real and callable from C: with host code in the JIT it is the compiled
 * function, otherwise a libffi closure that enters the engine. Interpreted code that calls through
 * an address finds the hr_function behind it here and stays in the engine. */
#ifndef HR_IMAGE_H
#define HR_IMAGE_H

#include "interp/run/run.h"

typedef struct hr_closure hr_closure; /* interp/engine/closure.h */

/* What an image is given by what lies above it. */
typedef struct hr_image_host {
	/* External C symbol: the runtime's own entry points first, then -l libraries, then the
	 * process. */
	void *(*symbol)(const char *name);
	/* Whether no -l library has its own NAME. */
	bool (*is_process)(const char *name);
	/* A C function pointer for FUNCTION, in front of those of NEXT; NULL: there can be none
	 * (*why). */
	hr_closure *(*closure_new)(hr_run *run, hr_function *function, hr_closure *next,
				   const char **why);
	uint64_t (*closure_address)(const hr_closure *closure);
	void (*closure_free)(hr_closure *closure); /* with all after it */
} hr_image_host;

/* HOST is borrowed. */
hr_status hr_image_new(hr_run *run, const hr_image_host *host, hr_image **image) HR_MUST_CHECK;
void hr_image_free(hr_image *image);

/* Resolver that the JIT installs: address of a defined symbol; of a thread-local one, of the
 * calling thread's copy. 0 when the JIT has none (functions only nodes call are not compiled): a
 * function then gets a closure. Without a resolver, globals are allocated and initialised here and
 * all functions get closures. Set before any address is asked for. */
typedef uint64_t (*hr_symbol_resolver)(void *data, const char *name);
void hr_image_set_resolver(hr_image *image, hr_symbol_resolver resolver, void *data);

hr_status hr_image_function_address(hr_image *image, uint32_t function, uint64_t *address)
	HR_MUST_CHECK;
hr_status hr_image_global_address(hr_image *image, uint32_t global, uint64_t *address)
	HR_MUST_CHECK;
/* The same of a defined one that has an address already; false: it has none. */
bool hr_image_global_known(hr_image *image, uint32_t global, uint64_t *address);
/* This thread's copy of a thread-local global. */
hr_status hr_image_tls_address(hr_image *image, hr_thread *thread, uint32_t global,
			       uint64_t *address) HR_MUST_CHECK;
/* A table of labels that is only read: the compiled one is of no use to interpreted code, which
 * gets one of its own (image_labels.c). */
bool hr_image_is_label_table(const hr_global *global);
/* The function at ADDRESS, or NULL when it is none of the program's. */
hr_function *hr_image_function_at(hr_image *image, uint64_t address);

/* The arena of the engine's call sites; between lock and unlock, which nest. */
hr_arena *hr_image_lock(hr_image *image);
void hr_image_unlock(hr_image *image);
/* Operations granted to all threads so far (--step-limit); safe from several threads. */
uint64_t hr_image_grant(hr_image *image, uint64_t wanted, uint64_t limit);
/* A block's address is a token, (function id + 1) << 32 | (block number + 1) << HR_LABEL_SHIFT, so
 * that differences between blocks of one function work, and a label plus a few bytes is no
 * label. */
enum { HR_LABEL_SHIFT = 4 };

/* External C symbol: the runtime's own entry points first, then -l libraries, then the process. */
void *hr_image_native(hr_image *image, const char *name);
/* Whether that is what the process has, or what stands in for it, and no -l library's. */
bool hr_image_is_process(const hr_image *image, const char *name);

#endif
