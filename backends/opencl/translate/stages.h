/* backends/opencl/translate/stages.h -- a chain as kernels in one text, which run at the same time
 * and have pipes between them.
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
	char why[HR_BACKEND_TEXT]; /* pipes are no way; "": they are */
	char *code;                /* owned */
	ocl_source *sources;       /* by stage; of arguments OCL_PIPE `input` is the pipe; owned */
	uint32_t count;
	HR_VEC(char *) names; /* by pipe; owned */
} ocl_stages;

/* UNIT: with stages. They take turns with nothing but packets, so none may write memory that
 * another one uses: inputs of the chain that are not the same are taken to lead to different
 * memory, which is for the caller to see to. */
bool ocl_translate_stages(const hr_unit *unit, const ocl_target *target, ocl_stages *stages);
void ocl_stages_free(ocl_stages *stages);

#endif
