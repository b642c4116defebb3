/* backends/cpu/cpu.h -- declarations shared by the files of the cpu backend.
 *
 * A unit is cut into *regions*: region 0 begins at the leaf's entry, region q behind its q-th
 * barrier. A region is compiled to one function, which runs it for a box of instances. */
#ifndef HR_CPU_H
#define HR_CPU_H

#include <pthread.h>
#include <stdbool.h>

#include <llvm-c/Core.h>
#include <llvm-c/TargetMachine.h>

#include "backends/backend.h"
#include "backends/shared/fission.h"
#include "src/base/vec.h"

/* --- cpu_kernel.c: makes the functions of the regions from a unit -------------------------- */

/* The argument of compiled code, which depends on the offsets of the fields (cpu_kernel.c asserts
 * them). */
typedef struct cpu_task {
	const hr_unit_level *levels;
	const uint8_t *inputs;
	uint8_t *outputs;
	int64_t begin[3], end[3]; /* the box of instances to run */
	/* Number in reference order of the first instance that the images contain. */
	int64_t first;
	void *(*allocate)(void *run, uint64_t bytes);
	void *run;
	/* Values that live across barriers, separate for each of `count` instances. */
	uint8_t *context;
	/* Such values shared by all instances, before and after this region. */
	uint8_t *before, *after;
	int64_t count;
	/* Set to 1 if instances in this region do not meet at a barrier. */
	int32_t *diverged;
} cpu_task;

enum { CPU_RETURNED = HR_FISSION_RETURNED };

/* Run the region for all instances of the box. The lower half of the result is the smallest number
 * of a next region among the instances (CPU_RETURNED if an instance has returned), the upper half
 * the largest. */
typedef uint64_t cpu_region(const cpu_task *task);

typedef struct cpu_shape {
	hr_fission regions;
	uint32_t order[3]; /* dimensions, the outermost loop first */
} cpu_shape;

/* Rewrite MODULE, the unit's bitcode, to the functions `hr_region_0` and so on. Return HR_TAKEN, or
 * the refusal with the reason in TEXT. */
hr_unit_refusal cpu_kernel_make(LLVMModuleRef module, const hr_unit *unit, cpu_shape *shape,
				char text[HR_BACKEND_TEXT]);

/* --- cpu_code.c: compiles a module and loads the code -------------------------------------- */

typedef struct cpu_code cpu_code;
typedef struct cpu_machine {
	LLVMTargetMachineRef target; /* not thread-safe: protected by LOCK */
	pthread_mutex_t lock;
	char *name, *features, *triple;
} cpu_machine;

int cpu_machine_open(cpu_machine *machine, char text[HR_BACKEND_TEXT]);
void cpu_machine_close(cpu_machine *machine);
/* Return the object code of MODULE, owned by the caller. Return NULL on failure, with the reason in
 * TEXT. */
LLVMMemoryBufferRef cpu_compile(cpu_machine *machine, LLVMModuleRef module,
				char text[HR_BACKEND_TEXT]);
/* Load OBJECT, which the function then owns, and store the addresses of the regions in REGIONS.
 * Return NULL on failure, with the reason in TEXT. */
cpu_code *cpu_load(LLVMMemoryBufferRef object, const hr_backend_host *host, uint32_t region_count,
		   cpu_region **regions, char text[HR_BACKEND_TEXT]);
void cpu_unload(cpu_code *code);

/* --- cpu_cache.c: the on-disk cache of compiled code --------------------------------------- */

/* Return the cached object code of UNIT for this machine, and its shape in *SHAPE. Return NULL if
 * there is none. */
LLVMMemoryBufferRef cpu_cache_read(const char *folder, const cpu_machine *machine,
				   const hr_unit *unit, cpu_shape *shape);
void cpu_cache_write(const char *folder, const cpu_machine *machine, const hr_unit *unit,
		     const cpu_shape *shape, LLVMMemoryBufferRef object);

/* --- cpu_pool.c: a thread pool ------------------------------------------------------------- */

typedef struct cpu_pool cpu_pool;
cpu_pool *cpu_pool_new(uint32_t threads);
void cpu_pool_free(cpu_pool *pool);
/* Call WORK(data, i) for each i below COUNT on several threads, including the calling thread.
 * Concurrent callers wait for each other. */
void cpu_pool_run(cpu_pool *pool, uint32_t count, void (*work)(void *data, uint32_t i), void *data);

#endif
