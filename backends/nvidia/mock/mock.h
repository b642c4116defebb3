/* backends/nvidia/mock/mock.h -- what the files of the recording mock share.
 *
 * The mock stands in for libcuda.so.1, libcudnn.so.9 and libcublasLt.so in tests: one shared
 * library with their symbols, loaded as they are. It checks calls, and computes nothing: memory of
 * its device is real bytes, which copies and memsets change; a kernel, or an operation of cuDNN,
 * writes no byte. Device addresses lie in a range of pages that nobody may touch, so that a host
 * access to one is a fault, and a host pointer given as one is told.
 *
 * A broken rule ends the process: a line on standard error and in the log names call and rule, exit
 * status MOCK_EXIT.
 *
 * What it simulates, from the environment:
 *	HPVM_MOCK       devices=1,capability=90,driver=13000,memory=1073741824 (each may be left
 *	                out);
 *	                  threads=1024: of a block, where a kernel does not say how many it has
 *	                  pageable=slow: asynchronous copies of pageable memory are asynchronous,
 *	                  too endless=NAME: the kernel of that name never ends, nor does a call that
 *	                  waits for it
 *	HPVM_MOCK_FAIL  CALL:N=CODE,...: the N-th call of the function CALL ("*": of any) returns
 *	                CODE without doing
 *	                  anything; -1 is one of its library's. A sticky code of a launch is seen by
 *	                  the calls after it, until the context is reset, or, but for
 *	                  CUDA_ERROR_ASSERT, until the process ends.
 *	HPVM_MOCK_LOG   a file that gets a line for each call
 *	HPVM_MOCK_LEAKS yes: what is alive when the library is unloaded breaks a rule; otherwise it
 *	ends with the process
 *
 * Threads: every call holds one lock. */
#ifndef HR_MOCK_H
#define HR_MOCK_H

#include <stdint.h>

#include "backends/nvidia/driver.h"

enum { MOCK_EXIT = 86 };

/* --- calls (mock.c) --------------------------------------------------------------------------- */

typedef struct mock_call {
	const char *name;
	bool locked;
} mock_call;

/* what a call needs */
enum {
	MOCK_ANY = 0,         /* nothing: cuGetErrorName */
	MOCK_INITIALISED = 1, /* cuInit */
	MOCK_CONTEXT = 2,     /* a context current in this thread, too */
	MOCK_NO_CAPTURE = 4,  /* and none of this thread's streams is being captured globally */
	MOCK_LAUNCH = 8,      /* sticky errors come later */
};

/* Writes the line of the log, and says what to return at once: an error that was asked for, one
 * that sticks, or a missing prerequisite. NV_SUCCESS: go on. */
nv_result mock_begin(mock_call *call, unsigned needs, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void mock_end(mock_call *call);
/* Opens every function: the rest of it runs under the lock. */
#define MOCK_CALL(call, needs, ...)                                                                \
	mock_call mock_this __attribute__((cleanup(mock_end))) = {.name = #call};                  \
	{                                                                                          \
		int mock_early = mock_begin(&mock_this, needs, __VA_ARGS__);                       \
                                                                                                   \
		if (mock_early)                                                                    \
			return mock_early;                                                         \
	}
#define MOCK_EXPORT __attribute__((visibility("default")))

/* The rule RULE is broken by the call that is under way. */
_Noreturn void mock_broken(const char *rule, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
#define MOCK_RULE(holds, rule, ...) ((holds) ? (void)0 : mock_broken(rule, __VA_ARGS__))
/* A line more in the log. */
void mock_log(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The call that is under way does not return; others do. */
_Noreturn void mock_hang(void);
/* A number of HPVM_MOCK. */
uint64_t mock_option(const char *name, uint64_t otherwise);
bool mock_option_is(const char *name, const char *value);
/* What is left over is to be told. */
bool mock_leaks_matter(void);
bool mock_is_initialised(void);
void mock_initialise(void);
/* The sticky error, or NV_SUCCESS; and an end of it. */
nv_result mock_sticky(void);
void mock_unstick(void);

/* --- objects (objects.c) ---------------------------------------------------------------------- */

typedef enum mock_kind {
	MOCK_CONTEXTS,
	MOCK_MODULES,
	MOCK_FUNCTIONS,
	MOCK_STREAMS,
	MOCK_EVENTS,
	MOCK_LINKS,
	MOCK_GRAPHS,
	MOCK_EXECS,
	MOCK_NODES,       /* of graphs */
	MOCK_CUDNN,       /* handles of cuDNN */
	MOCK_DESCRIPTORS, /* cuDNN's: of tensors, filters, ..., and of its graph API */
	MOCK_CUBLAS,      /* handles of cuBLASLt */
	MOCK_LAYOUTS,     /* its descriptors */
} mock_kind;

typedef struct mock_object {
	mock_kind kind;
	const char *what; /* "stream": for messages */
	uint64_t number;  /* of all objects, from 1 */
	bool alive;
	struct mock_object *owner; /* what it ends with; or NULL */
	void *data;                /* what the kind needs; never freed */
	const char *maker;         /* the call that made it */
} mock_object;

/* DATA, zeroed, of BYTES. Objects are never freed: a handle that was destroyed is told from one
 * that never was. */
mock_object *mock_object_new(mock_kind kind, const char *what, mock_object *owner, size_t bytes);
/* HANDLE is a living object of KIND, or a rule is broken. */
mock_object *mock_object_of(const void *handle, mock_kind kind, const char *what);
/* It is gone, with all that it owns. */
void mock_object_end(mock_object *object);
/* Calls ACT with every living object of KIND. */
void mock_objects_each(mock_kind kind, void (*act)(mock_object *object, void *data), void *data);
/* Alive when the library is unloaded. The text of the first, or NULL. */
const char *mock_objects_leak(char text[HR_BACKEND_TEXT]);
/* The process has lost its context: everything in it is gone. */
void mock_objects_lose(mock_object *context);

/* --- memory (memory.c) ------------------------------------------------------------------------ */

typedef enum mock_state { MOCK_LIVE, MOCK_FREED } mock_state;

/* What lies at a device address: BYTES there are within one living allocation, or a rule is
 * broken. */
uint8_t *mock_device_bytes(nv_address address, uint64_t bytes, const char *what);
/* The same for a pointer that a kernel gets; one past the end is allowed, and 0. True: it is in the
 * device's range. */
bool mock_device_pointer(uint64_t value, const char *what);
/* The memory is readable or writable host memory, and none of the device. */
void mock_host_bytes(const void *memory, uint64_t bytes, const char *what);
/* Allocated or registered: copies may be under way when a call returns. */
bool mock_is_pinned(const void *memory, uint64_t bytes);
/* From there to the end of the allocation. */
uint64_t mock_bytes_from(nv_address address);
nv_address mock_memory_new(uint64_t bytes, nv_result *result);
void mock_memory_end(nv_address address);
void mock_memory_lose(void);
const char *mock_memory_leak(char text[HR_BACKEND_TEXT]);

/* --- streams (streams.c) ---------------------------------------------------------------------- */

typedef enum mock_work_kind {
	MOCK_COPY_IN,
	MOCK_COPY_OUT,
	MOCK_COPY,
	MOCK_SET,
	MOCK_KERNEL,
	MOCK_RECORD,
	MOCK_WAIT
} mock_work_kind;

enum { MOCK_POINTERS = 32 };

/* What is done to memory: nothing, or nobody knows. */
typedef enum mock_access { MOCK_LEAVES, MOCK_READS, MOCK_WRITES, MOCK_USES } mock_access;

/* What a stream has to do; in order. */
typedef struct mock_work {
	mock_work_kind kind;
	nv_address to, from; /* device addresses */
	void *host;
	uint8_t *copy; /* of the host's bytes when they were given; owns */
	uint64_t bytes;
	uint32_t value, unit; /* of a set */
	mock_object *event;
	uint64_t record;                  /* of a wait: the event's record that it is for */
	uint64_t pointers[MOCK_POINTERS]; /* that a kernel got */
	uint32_t pointer_count;
	uint8_t accesses[MOCK_POINTERS]; /* mock_access: what it does there */
	const char *name;                /* of the kernel */
	const void *function;            /* its handle; NULL: a library's */
} mock_work;

/* Puts WORK into the stream, or into the graph that is made of it. */
nv_result mock_enqueue(nv_stream stream, mock_work work);
/* Does what is left: of one stream, of all. */
void mock_drain(mock_object *stream);
void mock_drain_all(void);
/* The default stream waits for all others that do not say NV_STREAM_NON_BLOCKING. */
void mock_drain_blocking(void);
/* Work that is left touches BYTES at ADDRESS. */
bool mock_in_use(nv_address address, uint64_t bytes);
bool mock_host_in_use(const void *memory, uint64_t bytes);
mock_object *mock_stream_of(nv_stream stream);
/* The call that is under way accesses BYTES there itself, and returns when that is done. */
void mock_order_host(nv_address begin, uint64_t bytes, bool writes);
/* A kernel NAME, of a library, that uses POINTERS; NULL is none. */
void mock_enqueue_use(nv_stream stream, const char *name, const void *const *pointers,
		      uint32_t count);
/* A global capture is under way in this thread. */
bool mock_is_capturing(void);
/* The context of this thread; NULL: none. */
mock_object *mock_current(void);

/* --- images (images.c) ------------------------------------------------------------------------ */

typedef enum mock_image_kind {
	MOCK_NO_IMAGE,
	MOCK_MACHINE_CODE,
	MOCK_PTX,
	MOCK_COMPRESSED
} mock_image_kind;

typedef struct mock_image {
	mock_image_kind kind;
	const uint8_t *data; /* within what was given */
	uint64_t bytes;
} mock_image;

/* What the driver takes of DATA, a cubin or a fat binary: MOCK_NO_IMAGE, if nothing is for the
 * device. */
mock_image mock_image_for_device(const void *data);
/* What the global symbol NAME of machine code is, of *BYTES; NULL: there is none. */
const uint8_t *mock_image_symbol(const uint8_t *data, const char *name, bool function,
				 uint64_t *bytes);
/* The same of a variable in PTX, owned by the caller. */
uint8_t *mock_ptx_bytes(const char *ptx, const char *name, uint64_t *bytes);

/* --- modules (modules.c) ---------------------------------------------------------------------- */

typedef struct mock_kernel {
	char name[128];
	uint32_t parameter_count; /* ~0: not known (a cubin) */
	uint32_t sizes[64], offsets[64], bytes;
	uint32_t most_threads;  /* .maxntid; 0: it has none */
	uint32_t dynamic_bytes; /* at most, as set */
	bool pointer[64];       /* .u64, .b64, .s64: may be an address */
	uint8_t accesses[64];   /* mock_access: through it */
} mock_kernel;

/* Fills in the ways of KERNEL, whose PTX goes on with BODY (ptx_accesses.c). */
void mock_read_accesses(const char *body, mock_kernel *kernel);

/* A launch, which is checked. */
mock_work mock_kernel_work(nv_function function, const unsigned grid[3], const unsigned block[3],
			   unsigned dynamic_bytes, void **parameters, void **extra);

#endif
