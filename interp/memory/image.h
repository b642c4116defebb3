/* interp/memory/image.h -- addresses of functions and globals in this run.
 *
 * A function's address is real and callable from C: if the host code runs in the JIT, it is that of
 * the compiled function, otherwise that of a libffi closure that enters the engine. When
 * interpreted code calls through an address, it finds the hr_function for the address here and
 * stays in the engine. */
#ifndef HR_IMAGE_H
#define HR_IMAGE_H

#include "interp/run/run.h"

typedef struct hr_closure hr_closure; /* interp/engine/closure.h */

/* Functions of higher layers that an image uses. */
typedef struct hr_image_host {
	/* Return the address of an external C symbol: the runtime's entry points first, then -l
	 * libraries, then the process. */
	void *(*symbol)(hr_run *run, const char *name);
	/* Return true if no -l library defines NAME. */
	bool (*is_process)(hr_run *run, const char *name);
	/* Return true if NAME is an entry point of the runtime, at ADDRESS unless that is NULL. */
	bool (*is_entry)(const char *name, const void *address);
	/* Return a C function pointer for FUNCTION, linked in front of the closures of NEXT; NULL
	 * and the reason in *WHY if there can be none. */
	hr_closure *(*closure_new)(hr_run *run, hr_function *function, hr_closure *next,
				   const char **why);
	uint64_t (*closure_address)(const hr_closure *closure);
	void (*closure_free)(hr_closure *closure); /* frees CLOSURE and all closures after it */
} hr_image_host;

/* HOST is borrowed. */
hr_status hr_image_new(hr_run *run, const hr_image_host *host, hr_image **image) HR_MUST_CHECK;
void hr_image_free(hr_image *image);

/* Resolver that the JIT installs. Returns the address of a defined symbol; for a thread-local one,
 * the address of the calling thread's copy; 0 if the JIT has none (functions that only nodes call
 * are not compiled), in which case the function gets a closure. Without a resolver, globals are
 * allocated and initialised here and all functions get closures. Set the resolver before any
 * address is requested. */
typedef uint64_t (*hr_symbol_resolver)(void *data, const char *name);
void hr_image_set_resolver(hr_image *image, hr_symbol_resolver resolver, void *data);

/* Set *address to the address of function or global number FUNCTION or GLOBAL. A global is
 * allocated and initialised on first use. */
hr_status hr_image_function_address(hr_image *image, uint32_t function, uint64_t *address)
	HR_MUST_CHECK;
hr_status hr_image_global_address(hr_image *image, uint32_t global, uint64_t *address)
	HR_MUST_CHECK;
/* Return the address of a defined global only if it already has one; false otherwise. */
bool hr_image_global_known(hr_image *image, uint32_t global, uint64_t *address);
/* Set *GLOBAL to the number of the global that was allocated here as the NTH, from 0; false if there
 * are not so many yet. */
bool hr_image_global_made(hr_image *image, size_t nth, uint32_t *global);
/* Return the address of this thread's copy of a thread-local global. */
hr_status hr_image_tls_address(hr_image *image, hr_thread *thread, uint32_t global,
			       uint64_t *address) HR_MUST_CHECK;
/* Return true if GLOBAL is a read-only table of labels. The compiled table is useless to
 * interpreted code, which gets a separate table (image_labels.c). */
bool hr_image_is_label_table(const hr_global *global);
/* Return the function at ADDRESS, or NULL if no function of the program is there. */
hr_function *hr_image_function_at(hr_image *image, uint64_t address);

/* Lock the image and return the arena of the engine's call sites, valid until hr_image_unlock().
 * Locks nest. */
hr_arena *hr_image_lock(hr_image *image);
void hr_image_unlock(hr_image *image);
/* Return the number of operations granted to all threads so far (--step-limit). Safe from several
 * threads. */
uint64_t hr_image_grant(hr_image *image, uint64_t wanted, uint64_t limit);
/* The address of a block is a token, (function id + 1) << 32 | (block number + 1) <<
 * HR_LABEL_SHIFT, so that differences between blocks of one function work, and a label plus a few
 * bytes is not a label. */
enum { HR_LABEL_SHIFT = 4 };

/* Return the address of an external C symbol: the runtime's entry points first, then -l libraries,
 * then the process. */
void *hr_image_native(hr_image *image, const char *name);
/* Return true if NAME resolves to the symbol of the process or the runtime's replacement for it,
 * not to one of a -l library. */
bool hr_image_is_entry(const hr_image *image, const char *name, const void *address);
bool hr_image_is_process(const hr_image *image, const char *name);

#endif
