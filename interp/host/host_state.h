/* interp/host/host_state.h -- what the host code of one run has: libraries, compiled code, what it
 * registered, what it freed.
 *
 * Made and freed with the run (run.c). Each part belongs to the file that is named with it. */
#ifndef HR_HOST_STATE_H
#define HR_HOST_STATE_H

#include <pthread.h>

#include "interp/host/host_structors.h"
#include "interp/run/run.h"
#include "src/base/map.h"
#include "src/base/vec.h"

typedef struct hr_jit hr_jit; /* jit.c */

/* free.c: a block that the program has freed and that was not given back. */
typedef void hr_give_back(void *block);
typedef struct hr_resident_block {
	uint8_t *block;
	size_t bytes;
	hr_give_back *give;
	bool launched; /* a graph has it: for good */
} hr_resident_block;

typedef struct hr_resident_blocks {
	bool watching; /* the program's calls of free() and the like come here */
	pthread_mutex_t lock;
	HR_VEC(hr_resident_block) blocks; /* the oldest first */
	bool any;                         /* atomic: there are blocks */
	size_t memory;                    /* that those not launched take */
	void *(*realloc)(void *block, size_t bytes);
	hr_give_back *operators[2]; /* delete and delete[] of C++ */
} hr_resident_blocks;

/* fresh.c: what its functions for a device's heap stand in for, by their kinds. */
typedef struct hr_device_functions {
	void *(*allocate[3])(size_t bytes);
	hr_give_back *release[3];
} hr_device_functions;

/* end.c: a function that is to run when the program or one of its threads ends. */
typedef struct hr_at_exit {
	void (*function)(void *);
	void *object;
} hr_at_exit;
typedef HR_VEC(hr_at_exit) hr_at_exits;

/* interp.c: main(argc, argv, envp), as interp/run/thread.h lays parameters out. */
enum { HR_PARAM_BYTES = 16, HR_MAIN_PARAMS = 3 };
typedef struct hr_interp_host {
	hr_structors constructors, destructors;
	uint8_t arguments[HR_MAIN_PARAMS * HR_PARAM_BYTES];
} hr_interp_host;

/* layout.c: what is known of the structures that calls of launch, push and pop pass. */
typedef struct hr_call_layout hr_call_layout;
typedef struct hr_call_layouts {
	pthread_mutex_t lock;
	hr_map at;                    /* place of the call to its first hr_call_layout */
	HR_VEC(hr_call_layout *) all; /* owns */
	/* whether the program allocates with malloc() of the C library; atomic, without the lock */
	enum { HR_MALLOC_UNKNOWN, HR_MALLOC_OF_C, HR_MALLOC_OTHER } allocator;
} hr_call_layouts;

typedef struct hr_host {
	HR_VEC(void *) libraries; /* symbols.c: handles of -l libraries */
	HR_VEC(void *)
	calls; /* site.c: LLVMValueRef in the program's module; the first is number 1 */
	bool watches_accesses; /* site.c: accesses to memory are sites, too (M7) */
	hr_jit *jit;           /* NULL: host code is not compiled */
	hr_interp_host interp;
	hr_resident_blocks kept;
	hr_device_functions device_heap;
	hr_call_layouts layouts;
	pthread_t main_thread; /* that runs main */
	bool began;            /* main_thread is valid */
	hr_at_exits exits; /* end.c: what an embedded run's program registers, the last one last */
	/* of main_thread's thread_local objects, the last registered last */
	hr_at_exits tls_destructors;
} hr_host;

void hr_jit_free(hr_jit *jit);
void hr_host_layouts_free(hr_host *host); /* layout.c */

#endif
