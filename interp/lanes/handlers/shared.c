/* interp/lanes/handlers/shared.c -- handlers of pure operations that are compiled once for all
 * instruction sets: those done once for all lanes, and the rows on arrays that lane_forms.h calls
 * SHARED.
 *
 * They are compiled for the base instruction set.
 *
 * Not here:  rows compiled for each instruction set (ops.c). */
#define ROW_HANDLER(name) const uint32_t *hr_lane_##name(hr_batch *batch, const uint32_t *pc)
#define ROW_LOOP          LANES_LOOP
#define STRIP_LOOP        LANES_LOOP

#include "interp/lanes/handlers/lane_shapes.h"
#include "interp/lanes/handlers/lane_shared.h"

#define MAKE_FORMS(ident, shape, T1, T2)  UNIFORM_##shape(ident, T1, T2)
#define MAKE_ARRAYS(ident, shape, T1, T2) UNIFORM_##shape(ident, T1, T2)
#define MAKE_STRIPS(ident, shape, T1, T2) UNIFORM_##shape(ident, T1, T2)
#define MAKE_SHARED(ident, shape, T1, T2)                                                          \
	UNIFORM_##shape(ident, T1, T2) STRIPS_##shape(ident, T1, T2)
#define MAKE_NONE(ident, shape, T1, T2)
#define HR_OP(ident, name, shape, T1, T2, operands, text)                                          \
	HR_PASTE(MAKE_, LANE_FORM_OF(ident, shape, T1, T2))(ident, shape, T1, T2)
#include "src/arith/op.def"

ROW_HANDLER(u_jnz)
{
	return jump(batch, pc + 2, ONE(I8, 1) != 0);
}

ROW_HANDLER(u_lea)
{
	ONE(I64, 1) = ONE(I64, 2) + (pc[3] | (uint64_t)pc[4] << 32);
	return pc + 5;
}

ROW_HANDLER(u_leax)
{
	ONE(I64, 1) = ONE(I64, 2) + ONE(I64, 3) * (pc[4] | (uint64_t)pc[5] << 32);
	return pc + 6;
}
