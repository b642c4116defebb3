/* interp/lanes/handlers/wide_shared.h -- declares what shared.c defines: hr_wide_u_<ident>, an
 * operation done once for all lanes, and hr_wide_v_<ident>, an operation on arrays. */
#ifndef HR_WIDE_SHARED_H
#define HR_WIDE_SHARED_H

#include "interp/lanes/handlers/wide_forms.h"

wide_handler hr_wide_u_jnz, hr_wide_u_lea, hr_wide_u_leax;
#define DECLARE_FORMS(ident)  wide_handler hr_wide_u_##ident;
#define DECLARE_ARRAYS(ident) wide_handler hr_wide_u_##ident;
#define DECLARE_STRIPS(ident) wide_handler hr_wide_u_##ident;
#define DECLARE_SHARED(ident) wide_handler hr_wide_u_##ident, hr_wide_v_##ident;
#define DECLARE_NONE(ident)
#define HR_OP(ident, name, shape, T1, T2, operands, text)                                          \
	HR_PASTE(DECLARE_, WIDE_FORM_OF(ident, shape, T1, T2))(ident)
#include "src/arith/op.def"

#endif
