/* backends/cuda/device/cuda.h -- what the files of the cuda module share. */
#ifndef HR_CUDA_H
#define HR_CUDA_H

#include <pthread.h>

#include "backends/cuda/device/chain.h"
#include "backends/cuda/device/images.h"
#include "backends/cuda/device/launch_order.h"
#include "backends/cuda/translate/cuda_code.h"
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
	size_t group[3];                          /* HPVM_CUDA_BLOCK; 0: nobody says */
	cuda_chain chain;
	cuda_images images;   /* that somebody named */
	pthread_mutex_t lock; /* all below */
	nv_context context;   /* NULL until something needs it */
	nv_stream into, from; /* for copies there, and back */
	/* of its memory that hpvm-run has; `memory` is an owned cuda_block */
	hr_device_blocks blocks;
	cuda_events events;
	/* the first error that nobody could be told of; "": none */
	char unreported[HR_BACKEND_TEXT];
	bool hangs; /* a kernel did not end; the device is left alone */
	bool lost;  /* after an error that sticks; so it is then */
} cuda_device;

/* One of the images of a unit: for pointers that may overlap, or cannot. */
typedef struct cuda_variant {
	cuda_code code; /* without its module */
	/* machine code; owned; NULL: not compiled yet, or it is in an image that somebody named: */
	unsigned char *image;
	size_t image_bytes;
	bool borrowed;    /* then the module is that image's */
	nv_module module; /* NULL: not loaded */
	nv_function function;
	uint32_t bound;        /* what the compiler was told of that; 0: nothing */
	uint32_t most_threads; /* of a block */
	uint32_t shared_bytes; /* that a block may have by now */
} cuda_variant;

enum { CUDA_OVERLAPPING, CUDA_DISJOINT, CUDA_VARIANTS };

typedef struct cuda_kernel {
	cuda_device *device; /* borrowed */
	hr_unit description; /* its texts and arrays are owned, and are what compiling needs */
	bool varies;         /* each instance has an image of inputs */
	cuda_variant variants[CUDA_VARIANTS];
	hr_group_choice *choice; /* owned */
	nv_stream stream;
	bool started;               /* the stream is there */
	nv_address inputs, outputs; /* images; grow */
	uint64_t input_room, output_room;
	hr_device_block *ranges; /* of pointer arguments, for one run; owned, as are */
	cuda_block **blocks;     /* the device's that these are in, each once */
} cuda_kernel;

/* --- device.c --------------------------------------------------------------------------------- */

/* The device that HPVM_CUDA_DEVICE wants, or the first. False: TEXT says why there is none. */
bool cuda_device_open(cuda_device *device, char text[HR_BACKEND_TEXT]);
void cuda_device_close(cuda_device *device);
/* Makes the context current in this thread. False: TEXT says why there is none, or why it is out of
 * use. */
bool cuda_enter(cuda_device *device, char text[HR_BACKEND_TEXT]);
/* RESULT is no success: TEXT says "WHAT: words". After an error that sticks the device is lost,
 * which TEXT says, too. */
void cuda_note_error(cuda_device *device, nv_result result, const char *what,
		     char text[HR_BACKEND_TEXT]);

/* After an error that does not stick, what STREAM has may be under way: waits for it. Where that
 * fails, too, nobody knows what is, and the device is lost. */
void cuda_let_end(cuda_device *device, nv_stream stream);
/* A kernel was stopped, and does not end: TEXT says so. */
void cuda_note_hang(cuda_device *device, char text[HR_BACKEND_TEXT]);
/* Waits for launches that nobody has waited for. False: TEXT says what has become of them. */
bool cuda_catch_up(cuda_device *device, char text[HR_BACKEND_TEXT]);
/* The same where the caller cannot say it: settle() will. */
bool cuda_catch_up_quietly(cuda_device *device);
void cuda_keep_unreported(cuda_device *device, const char *text);
/* Something is there, and can be given back. */
bool cuda_is_usable(cuda_device *device);

/* --- memory.c --------------------------------------------------------------------------------- */

extern const hr_backend_memory cuda_device_memory;
/* The block that has ADDRESS; NULL: none has. Borrowed. */
cuda_block *cuda_block_at(cuda_device *device, nv_address address);

/* --- wait.c ----------------------------------------------------------------------------------- */

/* Waits for STREAM as long as STOP is not set, and a second longer. NV_NOT_READY: it has not ended.
 * STOP: NULL: nobody stops it. */
nv_result cuda_wait(const nv_driver *driver, nv_stream stream, const volatile int *stop);
/* Nanoseconds, from some beginning. */
uint64_t cuda_clock(void);

/* --- build.c ---------------------------------------------------------------------------------- */

/* where a variant's machine code is from */
typedef enum cuda_source { CUDA_COMPILED, CUDA_CACHED, CUDA_NAMED } cuda_source;

/* Compiles variant WHICH, or finds it in an image that somebody named, or in the cache. When it is
 * HR_TAKEN, or HR_TAKEN_ANEW, TEXT says which image that is, or why none of them serves, and is
 * empty where nobody named any. */
hr_unit_refusal cuda_build(cuda_kernel *kernel, unsigned which, cuda_source *source,
			   char text[HR_BACKEND_TEXT]);
/* It is there, loaded or not. */
static inline bool cuda_is_built(const cuda_variant *variant)
{
	return variant->image || variant->borrowed;
}
/* The same again, for blocks of so many THREADS: it has too few registers for them. Nothing that it
 * has launched is under way. */
hr_unit_refusal cuda_rebuild(cuda_kernel *kernel, cuda_variant *variant, uint32_t threads,
			     char text[HR_BACKEND_TEXT]);
/* Sees to it that it is loaded in the context, which is current. */
bool cuda_load(cuda_kernel *kernel, cuda_variant *variant, char text[HR_BACKEND_TEXT]);
void cuda_release_variants(cuda_kernel *kernel);

/* --- run.c ------------------------------------------------------------------------------------ */

hr_grid_end cuda_run(void *built, const hr_unit_grid *grid, char text[HR_BACKEND_TEXT]);

#endif
