/* backends/emit.h -- leaves as source texts of other languages. */
#ifndef HR_EMIT_H
#define HR_EMIT_H

#include <stdio.h>

#include "program.h"

/* Prints the OpenCL C of the leaf NODE, a path or the name of a node function, or of all leaves (NULL): each once
 * for a function. SEQUENTIAL: as for an FPGA, one work-item for all instances. Leaves that are refused are a comment that says why; one that was asked for by name,
 * an error. */
hr_status hr_emit_opencl(const hr_program *program, hr_diags *diags, const char *node, bool sequential,
			 FILE *stream) HR_MUST_CHECK;

#endif
