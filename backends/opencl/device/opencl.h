/* backends/opencl/device/opencl.h -- declarations shared by the files of the opencl module. */
#ifndef HR_OPENCL_H
#define HR_OPENCL_H

#define CL_TARGET_OPENCL_VERSION          120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS 1
#include <CL/cl.h>
#include <pthread.h>

#include "backends/opencl/translate/stages.h"
#include "backends/shared/device_blocks.h"
#include "backends/shared/group_size.h"
#include "src/base/vec.h"

typedef struct ocl_buffer {
	cl_mem memory; /* owned */
	uint64_t bytes;
	/* Shared with the program; all fields from here on are protected by the lock. */
	bool shared;
	/* Not used by a launch yet: contents are as the program wrote them. */
	bool fresh;
	unsigned users; /* number of launches that use it and are inside run() */
	/* Address at which it is mapped for reading by the program; NULL: not mapped. */
	void *seen;
	/* The last copy to it, if that may still be running; NULL: none; owned. */
	cl_event coming;
} ocl_buffer;

/* How a launch uses a buffer. A launch has one of these for each buffer. */
typedef struct ocl_use {
	ocl_buffer *buffer;
	bool written;
	void *seen; /* address at which it is mapped after the launch, or NULL */
} ocl_use;

/* Host memory through which copies are staged (staging.c). */
typedef struct ocl_staging ocl_staging;

/* A launch that has not been waited for (tasks.c). */
typedef struct ocl_task {
	cl_event event;       /* owned */
	HR_VEC(ocl_use) uses; /* owned */
} ocl_task;

enum { OCL_MOST_TASKS = 64 };

typedef struct ocl_device {
	const hr_backend_host *host;
	cl_platform_id platform;
	cl_device_id id;
	bool cpu;     /* the device runs on the host's processors */
	bool unified; /* the device uses the host's memory */
	/* Shared buffers must be mapped for the program, whatever the device reports. */
	bool mapped;
	bool staged;        /* copies go through host memory allocated by the driver */
	unsigned version;   /* major version of OpenCL */
	bool pipes;         /* supports pipes between kernels */
	uint64_t alignment; /* alignment of sub-buffers in bytes */
	bool denormals;     /* supports denormal floats, which is optional */
	unsigned which;     /* number among all devices (choose.c) */
	char name[128], driver[128], platform_name[128];
	ocl_target target;
	hr_group_limits limits; /* limits of a work-group */
	pthread_mutex_t staging_lock;
	/* Protected by staging_lock; NULL: nothing was copied yet; owned. */
	ocl_staging *staging;
	size_t group[3]; /* group size set by the user; 0: none */
	cl_ulong local_bytes, constant_bytes, most_bytes;
	cl_uint constant_count; /* largest number of arguments in constant memory */
	pthread_mutex_t lock;   /* protects all fields below */
	cl_context context;     /* NULL until something is built */
	cl_command_queue queue;
	/* Shared memory need not be mapped for the program; set when the device is started. */
	bool coherent;
	/* Each an ocl_buffer with an artificial base address that is unique; owned. */
	hr_device_blocks buffers;
	/* Base address of the next buffer; 0: there is no buffer yet. */
	uint64_t next;
	bool stays; /* launches need not be waited for */
	HR_VEC(ocl_task) tasks;
	cl_int task_status; /* error of a failed task, until settle() */
} ocl_device;

/* A kernel compiled with some of the macros defined (backends/opencl/translate/source.h). */
typedef struct ocl_variant {
	cl_program program;
	cl_kernel kernel;  /* NULL: not compiled yet */
	size_t most_items; /* largest size of a work-group */
} ocl_variant;

/* The leaves of a chain as separate kernels (piped.c). */
typedef struct ocl_piped ocl_piped;

typedef struct ocl_kernel {
	ocl_device *device; /* borrowed */
	ocl_source source;
	const hr_unit_port *ports; /* the inputs; owned */
	uint32_t input_count, input_stride, output_stride, dims;
	bool varies;                        /* each instance has a separate image of inputs */
	ocl_variant variants[OCL_VARIANTS]; /* by OCL_PART | ...: compiled on demand */
	size_t most_items;       /* largest work-group of the variant that was compiled first */
	hr_group_choice *choice; /* owned */
	/* A separate queue, so that kernels of different units can run at the same time. */
	cl_command_queue queue;
	ocl_piped *piped;       /* NULL: the chain cannot be run with pipes; owned */
	cl_mem inputs, outputs; /* buffers for the images, which grow */
	uint64_t input_room, output_room;
} ocl_kernel;

/* --- module.c: the callbacks of a module --------------------------------------------------- */

/* Indices of options: the module fpga has those before `group`. */
enum { OCL_OPTION_device, OCL_OPTION_memory, OCL_OPTION_tasks, OCL_OPTION_group, OCL_OPTIONS };

/* SEQUENTIAL: one work-item runs all instances. */
int ocl_module_open(const hr_backend_host *host, bool sequential, void **state,
		    char text[HR_BACKEND_TEXT]);
void ocl_module_close(void *state);
uint32_t ocl_module_devices(void *state, hr_device *list, uint32_t room);
hr_unit_refusal ocl_module_admit(void *state, const hr_unit *unit, char text[HR_BACKEND_TEXT]);
hr_unit_refusal ocl_module_build(void *state, const hr_unit *unit, void **built,
				 char text[HR_BACKEND_TEXT]);
void ocl_module_release(void *built);
enum {
	OCL_ACCURACY_COUNT = 1 /* quotients */
#define MATH(...) +1
#include "src/arith/cfunction.def"
};
extern const hr_backend_accuracy ocl_accuracy[OCL_ACCURACY_COUNT];

#define OCL_MODULE_CALLS                                                                           \
	.close = ocl_module_close, .devices = ocl_module_devices, .admit = ocl_module_admit,       \
	.build = ocl_module_build, .run = ocl_run, .release = ocl_module_release,                  \
	.memory = &ocl_device_memory, .settle = ocl_module_settle

/* --- device.c --------------------------------------------------------------------------------- */

/* Write a description of an OpenCL error, for example "out of resources (-5)", to TEXT and return
 * it. */
const char *ocl_error(cl_int status, char text[64]);
bool ocl_is_memory_error(cl_int status);
/* --- choose.c: choice of the device -------------------------------------------------------- */

/* The device that the option wants, or the first; for a sequential target the one that the option
 * wants, or the first accelerator, or the first. False: TEXT says why there is none. */
bool ocl_device_choose(ocl_device *device, char text[HR_BACKEND_TEXT]);
/* Load the drivers before the ICD loader does, so that they use their own LLVM. */
void ocl_load_drivers(void);
/* Store the first ROOM devices that were not chosen in LIST. Return the number of all of them. */
uint32_t ocl_device_others(const ocl_device *device, hr_device *list, uint32_t room);

/* Choose a device and query its properties. Return false if there is none, with the reason in
 * TEXT. */
bool ocl_device_open(ocl_device *device, char text[HR_BACKEND_TEXT]);
void ocl_device_close(ocl_device *device);
/* Return a new queue of the device, which must have been started; NULL on failure. */
cl_command_queue ocl_device_queue(const ocl_device *device);
/* Create the context and the queue if they do not exist yet. Return false on failure, with the
 * reason in TEXT. */
bool ocl_device_start(ocl_device *device, char text[HR_BACKEND_TEXT]);

/* --- buffers.c: device memory -------------------------------------------------------------- */

extern const hr_backend_memory ocl_device_memory;
/* Return the buffer that contains ADDRESS, and the offset in it; NULL if there is none. It exists
 * until hpvm-run releases it. */
ocl_buffer *ocl_buffer_at(ocl_device *device, uint64_t address, uint64_t *offset);
/* Prepare a launch in QUEUE: unmap the shared buffers that it writes from the program. */
cl_int ocl_buffers_begin(ocl_device *device, cl_command_queue queue, const ocl_use *uses,
			 size_t count);
/* Append the copies that the launch must wait for to BEFORE, which has room for one event for each
 * use. The caller owns the references. */
void ocl_buffers_before(ocl_device *device, const ocl_use *uses, size_t count, cl_event *before,
			cl_uint *found);
/* Enqueue, after the launch in QUEUE, the mapping of the shared buffers that it has written for the
 * program, except buffers that other launches use. */
cl_int ocl_buffers_show(ocl_device *device, cl_command_queue queue, ocl_use *uses, size_t count);
/* End the use of the buffers by a launch that has ended, has failed, or was added to the tasks. */
void ocl_buffers_end(ocl_device *device, cl_command_queue queue, const ocl_use *uses, size_t count);
/* Wait for all copies. Return false if one has failed. */
bool ocl_buffers_settle(ocl_device *device);
void ocl_buffers_free(ocl_device *device);

/* --- staging.c: copies for devices with memory of their own -------------------------------- */

/* Return true if a copy of BYTES bytes is staged. */
bool ocl_is_staged(const ocl_device *device, uint64_t bytes);
/* Copy to TO after everything that is in the device's queue. The copy ends with the event *LAST,
 * which the caller owns. FROM is borrowed until then. */
cl_int ocl_staged_write(ocl_device *device, cl_mem to, uint64_t offset, const void *from,
			uint64_t bytes, cl_event *last);
/* Copy from FROM to TO; the copy is complete on return. */
cl_int ocl_staged_read(ocl_device *device, cl_mem from, uint64_t offset, void *to, uint64_t bytes);
void ocl_staging_free(ocl_device *device);

/* --- build.c ---------------------------------------------------------------------------------- */

/* Compile kernel->source as variant WHICH. UNIT is the unit that the source was made from; NULL if
 * the compiler has accepted another variant of it. */
hr_unit_refusal ocl_build(ocl_kernel *kernel, const hr_unit *unit, unsigned which,
			  char text[HR_BACKEND_TEXT]);
void ocl_release_variants(ocl_kernel *kernel);
enum { OCL_STAGES = OCL_VARIANTS }; /* in place of a variant: CODE is that of stages */
/* Return the program for CODE compiled as variant WHICH, from the cache if it is there, which sets
 * *CACHED. Return NULL on failure, with the reason in TEXT. */
cl_program ocl_find_program(const ocl_kernel *kernel, const hr_unit *unit, const char *code,
			    unsigned which, bool *cached, char text[HR_BACKEND_TEXT]);

/* --- piped.c: runs the leaves of a chain at the same time ---------------------------------- */

/* Return the stages of a chain that KERNEL was built from, owned by the caller, or NULL if the unit
 * or the device does not support pipes. Details are appended to TEXT. */
ocl_piped *ocl_piped_build(const ocl_kernel *kernel, const hr_unit *unit,
			   char text[HR_BACKEND_TEXT]);
void ocl_piped_free(ocl_piped *piped);
/* Ensure that pipes exist for a grid of PACKETS instances. Return false if that is not possible. */
bool ocl_piped_reserve(ocl_piped *piped, const ocl_kernel *kernel, uint64_t packets);
/* Return a pipe, borrowed. NUMBER is the `input` of an argument OCL_PIPE. */
cl_mem ocl_piped_pipe(const ocl_piped *piped, uint32_t number);
/* Return the number of arguments of stage NUMBER, or 0 if there is no such stage. *SOURCE describes
 * the arguments; their `input` refers to the inputs of the chain. *KERNEL is the kernel to set them
 * on. */
uint32_t ocl_piped_stage(const ocl_piped *piped, uint32_t number, const ocl_source **source,
			 cl_kernel *kernel);
/* Enqueue all stages after BEFORE and after what is in the chain's queue; what is enqueued there
 * later comes after all stages. The caller owns *END. */
cl_int ocl_piped_enqueue(ocl_piped *piped, const ocl_kernel *kernel, cl_uint waits,
			 const cl_event *before, cl_event *end);

/* --- tasks.c: launches that are not waited for ------------------------------------------------ */

/* The launches that one with USES comes after, OCL_MOST_TASKS at most; their events, of which the
 * caller owns a reference each. */
cl_uint ocl_tasks_before(ocl_device *device, const ocl_use *uses, size_t count, cl_event *before);
/* Add a launch with USES that ends with EVENT; the device then owns the reference. */
void ocl_tasks_add(ocl_device *device, cl_event event, const ocl_use *uses, size_t count);
/* Wait for all launches that use BUFFER, or for all launches if BUFFER is NULL. Return false if one
 * has failed since the last call of settle(). */
bool ocl_tasks_finish(ocl_device *device, const ocl_buffer *buffer);
int ocl_module_settle(void *state, char text[HR_BACKEND_TEXT]);

/* --- size.c: choice of the work-group size ------------------------------------------------- */

/* Choose GLOBAL and LOCAL sizes for COUNT instances in each dimension of the device. Return false
 * if the device is to choose LOCAL. */
bool ocl_choose_size(ocl_kernel *kernel, const size_t count[3], size_t global[3], size_t local[3]);

/* --- run.c ------------------------------------------------------------------------------------ */

hr_grid_end ocl_run(void *built, const hr_unit_grid *grid, char text[HR_BACKEND_TEXT]);

#endif
