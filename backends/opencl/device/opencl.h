/* backends/opencl/device/opencl.h -- what the files of the opencl module share. */
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
	bool shared;     /* with the program; under the lock, all below */
	bool fresh;      /* no launch has used it: it is as the program has left it */
	unsigned users;  /* launches that run */
	void *seen;      /* where it is mapped for the program to read; NULL: it is not */
	cl_event coming; /* the last copy to it, which may be under way; NULL: none; owned */
} ocl_buffer;

/* What a launch does with a buffer; one for each. */
typedef struct ocl_use {
	ocl_buffer *buffer;
	bool written;
	void *seen; /* where it is mapped behind the launch, or NULL */
} ocl_use;

/* Memory that copies go through (staging.c). */
typedef struct ocl_staging ocl_staging;

/* A launch that nobody has waited for (tasks.c). */
typedef struct ocl_task {
	cl_event event;       /* owned */
	HR_VEC(ocl_use) uses; /* owned */
} ocl_task;

enum { OCL_MOST_TASKS = 64 };

typedef struct ocl_device {
	const hr_backend_host *host;
	cl_platform_id platform;
	cl_device_id id;
	bool cpu;           /* it shares the host's processors */
	bool unified;       /* and its memory */
	bool mapped;        /* which is mapped for the program, whatever the device says */
	bool staged;        /* copies go by way of memory of the driver's on the host */
	unsigned version;   /* of OpenCL, without what is behind the point */
	bool pipes;         /* kernels may have pipes between them */
	uint64_t alignment; /* bytes, of parts of buffers */
	bool denormals;     /* of float; it need not have them */
	unsigned which;     /* of all devices (choose.c) */
	char name[128], driver[128], platform_name[128];
	ocl_target target;
	hr_group_limits limits; /* of a work-group */
	pthread_mutex_t staging_lock;
	ocl_staging *staging; /* under it; NULL: nothing has been copied yet; owned */
	size_t group[3];      /* which size the user wants; 0: none */
	cl_ulong local_bytes, constant_bytes, most_bytes;
	cl_uint constant_count; /* arguments in constant memory */
	pthread_mutex_t lock;   /* all below */
	cl_context context;     /* NULL until something is built */
	cl_command_queue queue;
	/* memory that is the program's need not be mapped for it; when it has been started */
	bool coherent;
	/* ocl_buffer, at made-up addresses, which nothing else has; owned */
	hr_device_blocks buffers;
	uint64_t next; /* base of the next one; 0: of the first */
	bool stays;    /* launches need not be waited for */
	HR_VEC(ocl_task) tasks;
	cl_int task_status; /* of one that has failed, until settle() */
} ocl_device;

/* A kernel compiled with some of the macros (backends/opencl/translate/source.h). */
typedef struct ocl_variant {
	cl_program program;
	cl_kernel kernel;  /* NULL: not compiled yet */
	size_t most_items; /* of a work-group */
} ocl_variant;

/* The leaves of a chain as kernels of their own (piped.c). */
typedef struct ocl_piped ocl_piped;

typedef struct ocl_kernel {
	ocl_device *device; /* borrowed */
	ocl_source source;
	const hr_unit_port *ports; /* of inputs; owned */
	uint32_t input_count, input_stride, output_stride, dims;
	bool varies;                        /* each instance has an image of inputs */
	ocl_variant variants[OCL_VARIANTS]; /* by OCL_PART | ...: compiled when they are needed */
	size_t most_items;       /* of a work-group of the variant that was compiled first */
	hr_group_choice *choice; /* owned */
	cl_command_queue queue;  /* its own: kernels of several units run at the same time */
	ocl_piped *piped;        /* NULL: there is no such way; owned */
	cl_mem inputs, outputs;  /* images; grow */
	uint64_t input_room, output_room;
} ocl_kernel;

/* --- module.c: a module's callbacks ----------------------------------------------------------- */

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

/* The words for an OpenCL error: "out of resources (-5)". */
const char *ocl_error(cl_int status, char text[64]);
bool ocl_is_memory_error(cl_int status);
/* --- choose.c: which device ------------------------------------------------------------------- */

/* The device that HPVM_OPENCL_DEVICE wants, or the first; for a sequential target the one that
 * HPVM_FPGA_DEVICE wants, or the first accelerator, or the first. False: TEXT says why there is
 * none. */
bool ocl_device_choose(ocl_device *device, char text[HR_BACKEND_TEXT]);
/* Fills LIST with the first ROOM devices that were not chosen, and gives how many there are. */
uint32_t ocl_device_others(const ocl_device *device, hr_device *list, uint32_t room);

/* The device that is chosen, and what it can do. False: TEXT says why there is none. */
bool ocl_device_open(ocl_device *device, char text[HR_BACKEND_TEXT]);
void ocl_device_close(ocl_device *device);
/* One more queue of the device, which has been started; NULL: there is none. */
cl_command_queue ocl_device_queue(const ocl_device *device);
/* Makes context and queue, if they are not there. */
bool ocl_device_start(ocl_device *device, char text[HR_BACKEND_TEXT]);

/* --- buffers.c: memory of the device ---------------------------------------------------------- */

extern const hr_backend_memory ocl_device_memory;
/* The buffer that ADDRESS points into, and where; NULL: none. It is there until hpvm-run releases
 * it. */
ocl_buffer *ocl_buffer_at(ocl_device *device, uint64_t address, uint64_t *offset);
/* A launch comes in QUEUE: what it writes is the program's no more. */
cl_int ocl_buffers_begin(ocl_device *device, cl_command_queue queue, const ocl_use *uses,
			 size_t count);
/* The copies that it comes after are added to BEFORE, which has room for one for each use; the
 * caller's references. */
void ocl_buffers_before(ocl_device *device, const ocl_use *uses, size_t count, cl_event *before,
			cl_uint *found);
/* Behind it, in QUEUE: what it has written is the program's again, where nobody else works on
 * it. */
cl_int ocl_buffers_show(ocl_device *device, cl_command_queue queue, ocl_use *uses, size_t count);
/* The launch is over, or another one's wait for it. */
void ocl_buffers_end(ocl_device *device, cl_command_queue queue, const ocl_use *uses, size_t count);
/* Waits for copies. False: one has failed. */
bool ocl_buffers_settle(ocl_device *device);
void ocl_buffers_free(ocl_device *device);

/* --- staging.c: copies of devices with memory of their own ------------------------------------ */

/* Whether a copy of BYTES goes that way. */
bool ocl_is_staged(const ocl_device *device, uint64_t bytes);
/* Copies to TO, behind what is in the device's queue; it may go on, until *LAST is over, which is
 * the caller's. FROM is borrowed until then. */
cl_int ocl_staged_write(ocl_device *device, cl_mem to, uint64_t offset, const void *from,
			uint64_t bytes, cl_event *last);
/* Copies from FROM; when it returns, all is in TO. */
cl_int ocl_staged_read(ocl_device *device, cl_mem from, uint64_t offset, void *to, uint64_t bytes);
void ocl_staging_free(ocl_device *device);

/* --- build.c ---------------------------------------------------------------------------------- */

/* Compiles kernel->source as variant WHICH. UNIT: what it was made of; NULL: the compiler has taken
 * another variant. */
hr_unit_refusal ocl_build(ocl_kernel *kernel, const hr_unit *unit, unsigned which,
			  char text[HR_BACKEND_TEXT]);
void ocl_release_variants(ocl_kernel *kernel);
enum { OCL_STAGES = OCL_VARIANTS }; /* instead of a variant: CODE is that of stages */
/* CODE compiled as variant WHICH, or as it was once and is in the *CACHE. NULL: TEXT says why
 * not. */
cl_program ocl_find_program(const ocl_kernel *kernel, const hr_unit *unit, const char *code,
			    unsigned which, bool *cached, char text[HR_BACKEND_TEXT]);

/* --- piped.c: a chain's leaves at the same time ----------------------------------------------- */

/* Of a chain that KERNEL has been built of, where unit and device have what it takes; TEXT gets
 * more about that. NULL: they do not. Owned by the caller. */
ocl_piped *ocl_piped_build(const ocl_kernel *kernel, const hr_unit *unit,
			   char text[HR_BACKEND_TEXT]);
void ocl_piped_free(ocl_piped *piped);
/* Whether there are pipes for a grid of so many instances. */
bool ocl_piped_reserve(ocl_piped *piped, const ocl_kernel *kernel, uint64_t packets);
/* Borrowed; `input` of an argument OCL_PIPE is the NUMBER. */
cl_mem ocl_piped_pipe(const ocl_piped *piped, uint32_t number);
/* A stage's arguments, whose `input` is the chain's, and what they are set of; 0: there are no
 * more. */
uint32_t ocl_piped_stage(const ocl_piped *piped, uint32_t number, const ocl_source **source,
			 cl_kernel *kernel);
/* Behind BEFORE and what is in the chain's queue; what comes there later comes after all stages.
 * *END is the caller's. */
cl_int ocl_piped_enqueue(ocl_piped *piped, const ocl_kernel *kernel, cl_uint waits,
			 const cl_event *before, cl_event *end);

/* --- tasks.c: launches that are not waited for ------------------------------------------------ */

/* Whether the environment asks for it. False: TEXT says that it asks for something else. */
bool ocl_tasks_read(ocl_device *device, char text[HR_BACKEND_TEXT]);
/* The launches that one with USES comes after, OCL_MOST_TASKS at most; their events, of which the
 * caller owns a reference each. */
cl_uint ocl_tasks_before(ocl_device *device, const ocl_use *uses, size_t count, cl_event *before);
/* A launch with USES, which is over with EVENT; its reference is the device's from now on. */
void ocl_tasks_add(ocl_device *device, cl_event event, const ocl_use *uses, size_t count);
/* Waits for those that use BUFFER; NULL: for all. False: one has failed since settle() was
 * called. */
bool ocl_tasks_finish(ocl_device *device, const ocl_buffer *buffer);
int ocl_module_settle(void *state, char text[HR_BACKEND_TEXT]);

/* --- size.c: how many instances make a work-group --------------------------------------------- */

/* GLOBAL and LOCAL for COUNT instances in each dimension of the device; false: the device chooses
 * LOCAL. */
bool ocl_choose_size(ocl_kernel *kernel, const size_t count[3], size_t global[3], size_t local[3]);

/* --- run.c ------------------------------------------------------------------------------------ */

hr_grid_end ocl_run(void *built, const hr_unit_grid *grid, char text[HR_BACKEND_TEXT]);

#endif
