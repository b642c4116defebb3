/* ir/kernel/kernel_launch.h -- kernels of other languages: converts one to a graph (K1), and lists them. */
#ifndef HR_KERNEL_LAUNCH_H
#define HR_KERNEL_LAUNCH_H

#include <stdio.h>

#include "ir/kernel/library/library.h"
#include "ir/program/program.h"
#include "src/hpvm_run.h"

enum { HR_KERNEL_TEXT = 400 };

/* What one run of a kernel is asked to be; index 0 is x. */
typedef struct hr_kernel_launch {
	const char *kernel; /* NULL: no kernel runs; kernels are only listed */
	unsigned dims;      /* how many sizes were given: what get_work_dim() returns */
	uint64_t items[3];  /* work-items of the whole range; 0 in x: it follows from groups */
	uint64_t groups[3]; /* 0 in x: it follows from items */
	uint64_t block[3];  /* work-items of a group; 0 in x: not given */
	uint64_t offset[3]; /* of the global ids */
	uint64_t shared;    /* bytes of dynamic shared memory */
	bool shared_given;
	/* lanes of a warp (W1); 0: not given. hr_kernel_convert() sets it to the target's. */
	unsigned warp;
	hr_kernel_language language; /* set by loading, as is: */
	bool for_host;               /* the module is for no device */
	unsigned wave; /* of AMDGPU: lanes of a wave, unless a kernel says otherwise; else 0 */
	hr_space_table spaces; /* numbers its address spaces */
	bool ended_arrive;     /* set by loading: K5, as the target has it */
	const char *
		root; /* the root of its graph, in the program's arena; set by hr_kernel_convert() */
	/* Set if the launch does not fit the kernel, which is wrong use and is not reported: the
	 * reason. */
	char wrong[HR_KERNEL_TEXT];
} hr_kernel_launch;

/* Return true if the module is of a device whose kernels can be converted: TRIPLE is its target. */
bool hr_kernel_target(const char *triple);
/* Return the target of MODULE (an LLVMModuleRef); of a module without a target, as Triton writes it, what the calling
 * convention of its kernels says; "" if there is none. */
const char *hr_kernel_triple(void *module);
/* Give each kernel of MODULE that another function calls a body of its own, which they call: without it the module is
 * not valid. */
void hr_kernel_split_called(void *module);
/* Set the language of LAUNCH, whose module is for the target TRIPLE. */
void hr_kernel_set_target(hr_kernel_launch *launch, void *module, const char *triple);
/* Set what hr_kernel_set_target() sets as FROM has it. */
void hr_kernel_same_target(hr_kernel_launch *launch, const hr_kernel_launch *from);
/* Link the library of LAUNCH's language into the program's module, if that has kernels. */
hr_status hr_kernel_complete(hr_program *program, const hr_kernel_launch *launch) HR_MUST_CHECK;
/* Call VISIT with DATA for each kernel of the program, which has not been converted and is in LANGUAGE; return false if it
 * has none. */
bool hr_kernel_each(hr_program *program, hr_kernel_language language, hpvm_run_on_kernel *visit,
		    void *data);
/* Print them. */
bool hr_kernel_list(hr_program *program, hr_kernel_language language, FILE *stream);
/* Convert the kernel of LAUNCH, in the program's module, which has no tables yet, to a graph whose
 * root function is launch->root. Errors are reported, or set launch->wrong. */
hr_status hr_kernel_convert(hr_program *program, hr_kernel_launch *launch) HR_MUST_CHECK;
/* The same for COUNT launches, which are different, each to a graph of its own. */
hr_status hr_kernel_convert_all(hr_program *program, hr_kernel_launch *launches, size_t count)
	HR_MUST_CHECK;
/* Set program->kernel if the program is what hr_kernel_convert() has made before: a case. */
void hr_kernel_recall(hr_program *program);

#endif
