/* tools/run/shape_words.h -- symbolic shapes in printed graphs. */
#ifndef HR_SHAPE_WORDS_H
#define HR_SHAPE_WORDS_H

#include "ir/graph/print.h"

/* An hr_port_words; DATA is the hr_program. Returns type and shape of a tensor as its import found them, "f32 (N, 3, 224)",
 * or NULL. */
hr_port_words tool_shape_words;

#endif
