/* backends/nvidia/mock/mock.h -- declarations shared by the files of the mock of NVIDIA's
 * libraries.
 *
 * The mock replaces libcuda.so.1, libcudnn.so.9 and libcublasLt.so in tests: it is one shared
 * library with their symbols. It checks and records calls, and computes nothing: device memory
 * consists of real bytes, which copies and memsets change, but kernels and operations of cuDNN
 * write nothing. Device addresses lie in a range of inaccessible pages, so that an access by the
 * host faults, and a host pointer that is passed as a device address is detected.
 *
 * A broken rule ends the process with exit status MOCK_EXIT after a line on standard error and in
 * the log that names the call and the rule.
 *
 * The simulated system is set by environment variables:
 *   HPVM_MOCK       devices=1,capability=90,driver=13000,memory=1073741824 (all optional);
 *                     threads=1024: largest block of kernels that do not declare one
 *                     pageable=slow: asynchronous copies of pageable memory are asynchronous, too
 *                     endless=NAME: the kernel NAME never ends, nor does a call that waits for it
 *   HPVM_MOCK_FAIL  CALL:N=CODE,...: the N-th call of the function CALL ("*": of any) returns
 *                     CODE without any effect; -1 is an error of its library. A sticky code of a
 *                     launch is returned by later calls until the context is reset or, except for
 *                     CUDA_ERROR_ASSERT, until the process ends.
 *   HPVM_MOCK_LOG   a file that gets a line for each call
 *   HPVM_MOCK_LEAKS yes: objects that are alive when the library is unloaded break a rule;
 *                     otherwise this is permitted
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

/* what a call requires */
enum {
	MOCK_ANY = 0,         /* nothing: cuGetErrorName */
	MOCK_INITIALISED = 1, /* cuInit has been called */
	MOCK_CONTEXT = 2,     /* in addition, a context is current in this thread */
	MOCK_NO_CAPTURE = 4,  /* in addition, no global capture is active in this thread */
	/* Sticky errors are returned by later calls, not by this one. */
	MOCK_LAUNCH = 8,
};

/* Log the call and return the result that it must return at once: a requested error, a sticky
 * error, or a missing prerequisite; NV_SUCCESS if the call proceeds. */
nv_result mock_begin(mock_call *call, unsigned needs, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void mock_end(mock_call *call);
/* The beginning of every function: the rest of the function runs with the lock held. */
#define MOCK_CALL(call, needs, ...)                                                                \
	mock_call mock_this __attribute__((cleanup(mock_end))) = {.name = #call};                  \
	{                                                                                          \
		int mock_early = mock_begin(&mock_this, needs, __VA_ARGS__);                       \
                                                                                                   \
		if (mock_early)                                                                    \
			return mock_early;                                                         \
	}
#define MOCK_EXPORT __attribute__((visibility("default")))

/* Report that the current call breaks the rule RULE, and exit. */
_Noreturn void mock_broken(const char *rule, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
#define MOCK_RULE(holds, rule, ...) ((holds) ? (void)0 : mock_broken(rule, __VA_ARGS__))
/* Append a line to the log. */
void mock_log(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Never return from the current call. Other calls proceed. */
_Noreturn void mock_hang(void);
/* Return the value of an option of HPVM_MOCK, or OTHERWISE if it is not set. */
uint64_t mock_option(const char *name, uint64_t otherwise);
bool mock_option_is(const char *name, const char *value);
/* Return true if leaked objects must be reported. */
bool mock_leaks_matter(void);
bool mock_is_initialised(void);
void mock_initialise(void);
/* Return the sticky error, or NV_SUCCESS; clear it. */
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
	MOCK_NODES, /* nodes of graphs */
	MOCK_CUDNN, /* handles of cuDNN */
	/* Descriptors of cuDNN: tensors, filters, and those of its graph API. */
	MOCK_DESCRIPTORS,
	MOCK_CUBLAS,  /* handles of cuBLASLt */
	MOCK_LAYOUTS, /* descriptors of cuBLASLt */
} mock_kind;

typedef struct mock_object {
	mock_kind kind;
	const char *what; /* the kind in messages, for example "stream" */
	uint64_t number;  /* among all objects, counted from 1 */
	bool alive;
	struct mock_object *owner; /* the object that it is destroyed with, or NULL */
	void *data;                /* specific to the kind; never freed */
	const char *maker;         /* the call that created it */
} mock_object;

/* Create an object with BYTES zeroed bytes of DATA. Objects are never freed, so that a destroyed
 * handle can be distinguished from an invalid one. */
mock_object *mock_object_new(mock_kind kind, const char *what, mock_object *owner, size_t bytes);
/* Return the live object of KIND that HANDLE denotes. Anything else breaks a rule. */
mock_object *mock_object_of(const void *handle, mock_kind kind, const char *what);
/* Destroy the object and all that it owns. */
void mock_object_end(mock_object *object);
/* Call ACT for every live object of KIND. */
void mock_objects_each(mock_kind kind, void (*act)(mock_object *object, void *data), void *data);
/* Describe the first object that is alive when the library is unloaded in TEXT and return TEXT, or
 * NULL if there is none. */
const char *mock_objects_leak(char text[HR_BACKEND_TEXT]);
/* Destroy everything in CONTEXT, because the process has lost it. */
void mock_objects_lose(mock_object *context);

/* --- memory (memory.c) ------------------------------------------------------------------------ */

typedef enum mock_state { MOCK_LIVE, MOCK_FREED } mock_state;

/* Return the contents of device memory. The BYTES bytes must lie within one live allocation, or a
 * rule is broken. */
uint8_t *mock_device_bytes(nv_address address, uint64_t bytes, const char *what);
/* The same check for a pointer argument of a kernel, which may also be 0 or one past the end.
 * Return true if VALUE is in the range of device addresses. */
bool mock_device_pointer(uint64_t value, const char *what);
/* Check that MEMORY is accessible host memory and not device memory. */
void mock_host_bytes(const void *memory, uint64_t bytes, const char *what);
/* Return true if the host memory is page-locked, that is, allocated or registered: copies may then
 * still be running when a call returns. */
bool mock_is_pinned(const void *memory, uint64_t bytes);
/* Return the number of bytes from ADDRESS to the end of its allocation. */
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

/* How an operation accesses memory: not at all, by reading, by writing, or in an unknown way. */
typedef enum mock_access { MOCK_LEAVES, MOCK_READS, MOCK_WRITES, MOCK_USES } mock_access;

/* An operation in a stream. */
typedef struct mock_work {
	mock_work_kind kind;
	nv_address to, from; /* device addresses */
	void *host;
	uint8_t *copy; /* the host's bytes at the time of the call; owned */
	uint64_t bytes;
	uint32_t value, unit; /* of a memset */
	mock_object *event;
	/* Of a wait: the number of the event's record that it waits for. */
	uint64_t record;
	uint64_t pointers[MOCK_POINTERS]; /* pointer arguments of a kernel */
	uint32_t pointer_count;
	uint8_t accesses[MOCK_POINTERS]; /* by pointer: a mock_access */
	const char *name;                /* name of the kernel */
	const void *function;            /* its handle; NULL for a library's kernel */
} mock_work;

/* Add WORK to the stream, or to the graph that is being captured from it. */
nv_result mock_enqueue(nv_stream stream, mock_work work);
/* Execute all pending work: of one stream; of all streams. */
void mock_drain(mock_object *stream);
void mock_drain_all(void);
/* The implicit synchronisation of the default stream: execute the work of all streams without
 * NV_STREAM_NON_BLOCKING. */
void mock_drain_blocking(void);
/* Return true if pending work accesses the BYTES bytes at ADDRESS. */
bool mock_in_use(nv_address address, uint64_t bytes);
bool mock_host_in_use(const void *memory, uint64_t bytes);
mock_object *mock_stream_of(nv_stream stream);
/* Record that the current call accesses these bytes synchronously. */
void mock_order_host(nv_address begin, uint64_t bytes, bool writes);
/* Add a library's kernel NAME that accesses the pointers POINTERS; NULL entries are ignored. */
void mock_enqueue_use(nv_stream stream, const char *name, const void *const *pointers,
		      uint32_t count);
/* Return true if a global capture is active in this thread. */
bool mock_is_capturing(void);
/* Return the current context of this thread, or NULL. */
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
	const uint8_t *data; /* points into the caller's data */
	uint64_t bytes;
} mock_image;

/* Return the image in DATA, a cubin or fat binary, that the driver selects; MOCK_NO_IMAGE if none
 * matches the device. */
mock_image mock_image_for_device(const void *data);
/* Return the contents of the global symbol NAME in machine code, and its size in *BYTES; NULL if
 * there is none. */
const uint8_t *mock_image_symbol(const uint8_t *data, const char *name, bool function,
				 uint64_t *bytes);
/* The same for a variable in PTX. Owned by the caller. */
uint8_t *mock_ptx_bytes(const char *ptx, const char *name, uint64_t *bytes);

/* --- modules (modules.c) ---------------------------------------------------------------------- */

typedef struct mock_kernel {
	char name[128];
	uint32_t parameter_count; /* not known (a cubin) if ~0 */
	uint32_t sizes[64], offsets[64], bytes;
	uint32_t most_threads;  /* .maxntid; 0: not declared */
	uint32_t dynamic_bytes; /* limit of dynamic shared memory, as set */
	/* The type is .u64, .b64 or .s64, so that it may be an address. */
	bool pointer[64];
	uint8_t accesses[64]; /* by parameter: the mock_access through it */
} mock_kernel;

/* ptx_accesses.c. Set the access kinds of KERNEL's parameters; BODY is the PTX after the parameter
 * list. */
void mock_read_accesses(const char *body, mock_kernel *kernel);

/* Check a launch and return it as an operation. */
mock_work mock_kernel_work(nv_function function, const unsigned grid[3], const unsigned block[3],
			   unsigned dynamic_bytes, void **parameters, void **extra);

#endif
