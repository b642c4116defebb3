/* backends/emit/emit_opencl.h -- what the files that print OpenCL C share. */
#ifndef HR_EMIT_OPENCL_H
#define HR_EMIT_OPENCL_H

#include "backends/emit/emit.h"
#include "backends/opencl/translate/source.h"
#include "backends/unit/unit.h"

/* Of a device that can do all that OpenCL C has words for. */
ocl_target hr_emit_target(bool sequential);
/* Prints MADE as OpenCL C, after FIRST, unless that is NULL; false: source->refusal and
 * source->text say why not. */
bool hr_emit_unit(hr_emission *to, const hr_made_unit *made, const char *first, ocl_source *source);

/* --- node.c ----------------------------------------------------------------------------------- */

/* An internal node that was not asked for: the kernel of its groups, if its instances can be those.
 * What only allocates for them is then DONE, by function. */
void hr_emit_groups(hr_emission *to, const hr_node *node, bool *done);

/* An internal node that was asked for: for groups, or for a chain of leaves, one kernel; as FPGAs
 * want it, kernels that pipes connect, if that can be. */
hr_status hr_emit_node(hr_emission *to, const hr_node *node) HR_MUST_CHECK;

#endif
