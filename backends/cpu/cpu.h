/* backends/cpu/cpu.h -- what the files of the cpu backend share.
 *
 * A unit becomes *regions*: region 0 begins with the leaf, region q behind its q-th barrier. Each
 * region is one compiled function that runs it for a box of instances. */
#ifndef HR_CPU_H
#define HR_CPU_H

#include <pthread.h>
#include <stdbool.h>

#include <llvm-c/Core.h>
#include <llvm-c/TargetMachine.h>

#include "backends/backend.h"
#include "backends/shared/fission.h"
#include "src/base/vec.h"

/* --- cpu_kernel.c: from a unit to a module with the functions of its regions ------------------ */

/* What compiled code gets; it knows the offsets (cpu_kernel.c asserts them). */
typedef struct cpu_task {
	const hr_unit_level *levels;
	const uint8_t *inputs;
	uint8_t *outputs;
	int64_t begin[3], end[3]; /* the box */
	int64_t first; /* number, in reference order, of the instance that the images begin with */
	void *(*allocate)(void *run, uint64_t bytes);
	void *run;
	uint8_t *context;        /* values that live across barriers: `count` of each; and those */
	uint8_t *before, *after; /* that all instances share, of the last region and of this one */
	int64_t count;
	int32_t *diverged; /* set to 1 when instances within one have not met */
} cpu_task;

enum { CPU_RETURNED = HR_FISSION_RETURNED };

/* Runs the region for all instances of the box. The lower half is the least number of the region
 * that one of them goes on with (CPU_RETURNED: it has returned), the upper half the largest. */
typedef uint64_t cpu_region(const cpu_task *task);

typedef struct cpu_shape {
	hr_fission regions;
	uint32_t order[3]; /* dimensions, the outermost loop first */
} cpu_shape;

/* Turns MODULE, the unit's, into `hr_region_0` ... HR_TAKEN, or why not. */
hr_unit_refusal cpu_kernel_make(LLVMModuleRef module, const hr_unit *unit, cpu_shape *shape,
				char text[HR_BACKEND_TEXT]);

/* --- cpu_code.c: from a module to code in memory ---------------------------------------------- */

typedef struct cpu_code cpu_code;
typedef struct cpu_machine {
	LLVMTargetMachineRef target; /* not safe from several threads: `lock` */
	pthread_mutex_t lock;
	char *name, *features, *triple;
} cpu_machine;

int cpu_machine_open(cpu_machine *machine, char text[HR_BACKEND_TEXT]);
void cpu_machine_close(cpu_machine *machine);
/* The object code (LLVMMemoryBufferRef) of the module; NULL: TEXT says why. */
LLVMMemoryBufferRef cpu_compile(cpu_machine *machine, LLVMModuleRef module,
				char text[HR_BACKEND_TEXT]);
/* Loads OBJECT, which it takes over. REGIONS gets the addresses of the regions. NULL: TEXT says
 * why. */
cpu_code *cpu_load(LLVMMemoryBufferRef object, const hr_backend_host *host, uint32_t region_count,
		   cpu_region **regions, char text[HR_BACKEND_TEXT]);
void cpu_unload(cpu_code *code);

/* --- cpu_cache.c: compiled code on disk, by all that it was made of --------------------------- */

/* The object of UNIT for this machine, and its shape; NULL: it is not there. */
LLVMMemoryBufferRef cpu_cache_read(const char *folder, const cpu_machine *machine,
				   const hr_unit *unit, cpu_shape *shape);
void cpu_cache_write(const char *folder, const cpu_machine *machine, const hr_unit *unit,
		     const cpu_shape *shape, LLVMMemoryBufferRef object);

/* --- cpu_pool.c: threads that wait for work --------------------------------------------------- */

typedef struct cpu_pool cpu_pool;
cpu_pool *cpu_pool_new(uint32_t threads);
void cpu_pool_free(cpu_pool *pool);
/* Calls WORK(data, i) for each i below COUNT, on several threads, this one included. One caller at
 * a time; others wait. */
void cpu_pool_run(cpu_pool *pool, uint32_t count, void (*work)(void *data, uint32_t i), void *data);

#endif
