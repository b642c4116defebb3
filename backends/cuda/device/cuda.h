/* backends/cuda/device/cuda.h -- declarations shared by the files of the cuda module. */
#ifndef HR_CUDA_H
#define HR_CUDA_H

#include <pthread.h>

#include "backends/cuda/device/chain.h"
#include "backends/cuda/device/images.h"
#include "backends/cuda/device/launch_order.h"
#include "backends/cuda/translate/cuda_code.h"
#include "backends/cuda/translate/cuda_options.h"
#include "backends/nvidia/driver.h"
#include "backends/shared/device_blocks.h"
#include "backends/shared/group_size.h"
#include "src/base/status.h"
#include "src/base/vec.h"

typedef struct cuda_device {
	const hr_backend_host *host;
	nv_driver driver;
	nv_device device;
	char name[NV_DEVICE_NAME];
	cuda_target target;
	uint32_t capability;                      /* 90: 9.0 */
	char *libdevice;                          /* owned; NULL: none was found */
	uint64_t libdevice_hash;                  /* of its contents, where there is a cache */
	hr_group_limits limits;                   /* of blocks */
	uint32_t most_blocks[3];                  /* of a grid */
	uint32_t shared_bytes, most_shared_bytes; /* of a block: without asking, and at most */
	size_t group[3];                          /* the option `block`; 0: it is not given */
	cuda_chain chain;
	cuda_images images;   /* images that the user supplied */
	pthread_mutex_t lock; /* protects all fields below */
	nv_context context;   /* NULL until it is needed */
	nv_stream into, from; /* for copies to and from the device */
	/* Blocks allocated by hpvm-run; `memory` is an owned cuda_block. */
	hr_device_blocks blocks;
	cuda_events events;
	/* The first error that could not be reported yet; "": none. */
	char unreported[HR_BACKEND_TEXT];
	bool hangs; /* a kernel does not end; the device is no longer used */
	bool lost;  /* a sticky error occurred, or HANGS is set */
} cuda_device;

/* One of the kernels of a unit: for pointers whose targets may overlap, or do not overlap. */
typedef struct cuda_variant {
	cuda_code code; /* without its module */
	/* Machine code; owned; NULL if not compiled yet, or if it is in an image that the user
	 * supplied. */
	unsigned char *image;
	size_t image_bytes;
	bool borrowed;    /* the module belongs to such an image */
	nv_module module; /* NULL: not loaded */
	nv_function function;
	/* The largest block size that the compiler was given; 0: none. */
	uint32_t bound;
	uint32_t most_threads; /* largest block size */
	uint32_t shared_bytes; /* dynamic shared memory that a block may use at present */
} cuda_variant;

enum { CUDA_OVERLAPPING, CUDA_DISJOINT, CUDA_VARIANTS };

typedef struct cuda_kernel {
	cuda_device *device; /* borrowed */
	hr_unit description; /* what compiling needs; its strings and arrays are owned */
	bool varies;         /* each instance has a separate image of inputs */
	cuda_variant variants[CUDA_VARIANTS];
	hr_group_choice *choice; /* owned */
	nv_stream stream;
	bool started;               /* the stream has been created */
	nv_address inputs, outputs; /* buffers for the images, which grow */
	uint64_t input_room, output_room;
	hr_device_block *ranges; /* memory of pointer arguments during a run; owned */
	/* The device blocks that contain these, each once; owned. */
	cuda_block **blocks;
} cuda_kernel;

/* --- device.c --------------------------------------------------------------------------------- */

/* The device that the options want, or the first. False: TEXT says why there is none. */
bool cuda_device_open(cuda_device *device, char text[HR_BACKEND_TEXT]);
void cuda_device_close(cuda_device *device);
/* Make the context current in this thread. Return false if that fails or the device cannot be used
 * any more, with the reason in TEXT. */
bool cuda_enter(cuda_device *device, char text[HR_BACKEND_TEXT]);
/* Handle the error RESULT of WHAT: store "WHAT: error" in TEXT. A sticky error marks the device as
 * lost, which TEXT mentions. */
void cuda_note_error(cuda_device *device, nv_result result, const char *what,
		     char text[HR_BACKEND_TEXT]);

/* Wait for the work in STREAM after an error that is not sticky, because some may still be running.
 * If the wait fails, too, the device is marked as lost. */
void cuda_let_end(cuda_device *device, nv_stream stream);
/* A kernel was stopped but does not end: mark the device, and store a message in TEXT. */
void cuda_note_hang(cuda_device *device, char text[HR_BACKEND_TEXT]);
/* Wait for launches that have not been waited for. Return false if one failed, with a message in
 * TEXT. */
bool cuda_catch_up(cuda_device *device, char text[HR_BACKEND_TEXT]);
/* Like cuda_catch_up(), for callers that cannot report a failure: settle() reports it later. */
bool cuda_catch_up_quietly(cuda_device *device);
void cuda_keep_unreported(cuda_device *device, const char *text);
/* Return true if the context exists and can still be used to free objects. */
bool cuda_is_usable(cuda_device *device);

/* --- memory.c --------------------------------------------------------------------------------- */

extern const hr_backend_memory cuda_device_memory;
/* Return the block that contains ADDRESS, borrowed, or NULL if none does. */
cuda_block *cuda_block_at(cuda_device *device, nv_address address);

/* --- wait.c ----------------------------------------------------------------------------------- */

/* Wait for STREAM until it is idle, or until one second after STOP is set. Return NV_NOT_READY in
 * the latter case. STOP may be NULL. */
nv_result cuda_wait(const nv_driver *driver, nv_stream stream, const volatile int *stop);
/* Return a monotonic time in nanoseconds. */
uint64_t cuda_clock(void);

/* --- build.c ---------------------------------------------------------------------------------- */

/* The origin of a variant's machine code. */
typedef enum cuda_source { CUDA_COMPILED, CUDA_CACHED, CUDA_NAMED } cuda_source;

/* Compile variant WHICH, or find it in an image that the user supplied or in the cache. If the
 * result is HR_TAKEN or HR_TAKEN_ANEW, TEXT names the user's image that is used, or the reason why
 * none can be used; TEXT is empty if the user supplied none. */
hr_unit_refusal cuda_build(cuda_kernel *kernel, unsigned which, cuda_source *source,
			   char text[HR_BACKEND_TEXT]);
/* Return true if the variant's code exists, loaded or not. */
static inline bool cuda_is_built(const cuda_variant *variant)
{
	return variant->image || variant->borrowed;
}
/* Compile the variant again for blocks of THREADS threads, because its kernel uses too many
 * registers for them. None of its launches may be running. */
hr_unit_refusal cuda_rebuild(cuda_kernel *kernel, cuda_variant *variant, uint32_t threads,
			     char text[HR_BACKEND_TEXT]);
/* Load the variant into the current context if it is not loaded yet. Return false on failure, with
 * the reason in TEXT. */
bool cuda_load(cuda_kernel *kernel, cuda_variant *variant, char text[HR_BACKEND_TEXT]);
void cuda_release_variants(cuda_kernel *kernel);

/* --- run.c ------------------------------------------------------------------------------------ */

hr_grid_end cuda_run(void *built, const hr_unit_grid *grid, char text[HR_BACKEND_TEXT]);

#endif
