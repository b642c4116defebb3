/* interp/lanes/handlers/lane_shared.h -- declares what shared.c defines: hr_lane_u_<ident>, an
 * operation done once for all lanes, and hr_lane_v_<ident>, an operation on arrays. */
#ifndef HR_LANE_SHARED_H
#define HR_LANE_SHARED_H

#include "interp/lanes/handlers/lane_forms.h"

lane_handler hr_lane_u_jnz, hr_lane_u_lea, hr_lane_u_leax;
#define DECLARE_FORMS(ident)  lane_handler hr_lane_u_##ident;
#define DECLARE_ARRAYS(ident) lane_handler hr_lane_u_##ident;
#define DECLARE_STRIPS(ident) lane_handler hr_lane_u_##ident;
#define DECLARE_SHARED(ident) lane_handler hr_lane_u_##ident, hr_lane_v_##ident;
#define DECLARE_NONE(ident)
#define HR_OP(ident, name, shape, T1, T2, operands, text)                                          \
	HR_PASTE(DECLARE_, LANE_FORM_OF(ident, shape, T1, T2))(ident)
#include "src/arith/op.def"

#endif
