/* ir/tensor/shape_window.h -- axes over which a window slides, for the rules of convolutions and pools. */
#ifndef HR_SHAPE_WINDOW_H
#define HR_SHAPE_WINDOW_H

#include "ir/tensor/shape_private.h"

/* Check the lists `strides`, `dilations`, `pads` and `auto` for SPACES axes. */
bool hr_sh_check_lists(hr_infer *in, unsigned spaces);
/* Set *OUT to the number of places of a window of KERNEL elements on spatial axis I of operand 0. */
bool hr_sh_window_extent(hr_infer *in, unsigned i, hr_sym kernel, hr_sym *out);

#endif
