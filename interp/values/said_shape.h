/* interp/values/said_shape.h -- symbolic shapes of tensors in graphs. */
#ifndef HR_SAID_SHAPE_H
#define HR_SAID_SHAPE_H

#include "ir/program/program.h"

/* Return type and shape of the tensor at a port of NODE as its import found them, "f32 (N, 3, 224)"; NULL: nothing is
 * said. */
const char *hr_said_shape(const hr_program *program, const hr_node *node, bool output,
			  unsigned port);

#endif
