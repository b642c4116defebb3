/* backends/opencl/translate/stages.h -- a chain as several kernels in one text, which run at the
 * same time and are connected by pipes.
 *
 *	ocl_stages stages;
 *	if (ocl_translate_stages(unit, &target, &stages))
 *		... stages.code has kernels stages.sources[i].kernel, in the order of unit->stages
 *	else
 *		... stages.why
 *	ocl_stages_free(&stages); */
#ifndef HR_STAGES_H
#define HR_STAGES_H

#include "backends/opencl/translate/source.h"
#include "src/base/vec.h"

typedef struct ocl_stages {
	char why[HR_BACKEND_TEXT]; /* why pipes cannot be used; "" if they can */
	char *code;                /* owned */
	/* By stage; the `input` of arguments OCL_PIPE is the number of the pipe; owned. */
	ocl_source *sources;
	uint32_t count;
	HR_VEC(char *) names; /* by pipe; owned */
} ocl_stages;

/* Translate UNIT, which has stages. The kernels are synchronised by packets only, so none may write
 * memory that another uses. Different pointer inputs of the chain are assumed to point to different
 * memory; the caller must ensure that. */
bool ocl_translate_stages(const hr_unit *unit, const ocl_target *target, ocl_stages *stages);
void ocl_stages_free(ocl_stages *stages);

#endif
