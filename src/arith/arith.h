/* src/arith/arith.h -- what every pure operation of op.def means: C functions without machine
 * state.
 *
 * Row <ident> means hr_a_<ident>(); its C type follows from the row's shape and containers. The
 * functions of the frequent containers (i8 to i128, f32, f64) are inline, and those that widen halves
 * (half.h). The others are declared here from the table and defined in half.c, f80.c and f128.c, so that
 * a row without a meaning does not link. The engine, at any width, the constant folder and the tests use these functions and
 * nothing else.
 *
 * Containers in C: integers are unsigned; f16 and bf16 are bit patterns.
 * Clauses: H4: an operation whose shape is TRAP1 or TRAP2 returns the diagnostic of its trap. */
#ifndef HR_ARITH_H
#define HR_ARITH_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "src/diag/diag.h"

typedef unsigned __int128 hr_u128;
typedef __int128 hr_s128;
typedef long double hr_f80;
typedef __float128 hr_f128;

/* hr_c_<container>: the C type of a container as op.def names it */
typedef uint8_t hr_c_I8;
typedef uint16_t hr_c_I16;
typedef uint32_t hr_c_I32;
typedef uint64_t hr_c_I64;
typedef hr_u128 hr_c_I128;
typedef uint16_t hr_c_F16, hr_c_B16;
typedef float hr_c_F32;
typedef double hr_c_F64;
typedef hr_f80 hr_c_F80;
typedef hr_f128 hr_c_F128;

typedef uint32_t hr_trap; /* 0, or a diagnostic's id + 1 */
#define HR_TRAP_OF(diagnostic) ((hr_trap)HR_D_##diagnostic + 1)

/* GNU's exp10 is declared only under _GNU_SOURCE. */
float exp10f(float);
double exp10(double);
long double exp10l(long double);

#include "src/arith/float.h"
#include "src/arith/half.h"
#include "src/arith/int.h"
#include "src/arith/machine.h"

/* The engine's jumps have the meaning of their comparison, and fused jumps that of the operations
 * they are fused from. */
#define HR_A_JUMP(pred, t, U)                                                                      \
	static inline uint8_t hr_a_j##pred##_##t(U a, U b)                                         \
	{                                                                                          \
		return hr_a_##pred##_##t(a, b);                                                    \
	}
/* clang-format off */
#define HR_A_INT_JUMPS(t, U)                                                                       \
	HR_A_JUMP(eq, t, U) HR_A_JUMP(ne, t, U)                                                    \
	HR_A_JUMP(ugt, t, U) HR_A_JUMP(uge, t, U) HR_A_JUMP(ult, t, U) HR_A_JUMP(ule, t, U)        \
	HR_A_JUMP(sgt, t, U) HR_A_JUMP(sge, t, U) HR_A_JUMP(slt, t, U) HR_A_JUMP(sle, t, U)
/* clang-format on */
/* clang-format off */
#define HR_A_FLOAT_JUMPS(t, F)                                                                     \
	HR_A_JUMP(foeq, t, F) HR_A_JUMP(fogt, t, F) HR_A_JUMP(foge, t, F) HR_A_JUMP(folt, t, F)    \
	HR_A_JUMP(fole, t, F) HR_A_JUMP(fone, t, F) HR_A_JUMP(fueq, t, F) HR_A_JUMP(fugt, t, F)    \
	HR_A_JUMP(fuge, t, F) HR_A_JUMP(fult, t, F) HR_A_JUMP(fule, t, F) HR_A_JUMP(fune, t, F)
/* clang-format on */
HR_A_INT_JUMPS(i8, uint8_t)
HR_A_INT_JUMPS(i16, uint16_t)
HR_A_INT_JUMPS(i32, uint32_t)
HR_A_INT_JUMPS(i64, uint64_t)
HR_A_FLOAT_JUMPS(f32, float)
HR_A_FLOAT_JUMPS(f64, double)
#undef HR_A_JUMP
#define HR_A_JUMP(pred, t, U)                                                                      \
	static inline uint8_t hr_a_addj##pred##_##t(U d, U c)                                      \
	{                                                                                          \
		return hr_a_##pred##_##t(d, c);                                                    \
	}
HR_A_INT_JUMPS(i32, uint32_t)
HR_A_INT_JUMPS(i64, uint64_t)
#undef HR_A_JUMP
#undef HR_A_INT_JUMPS
#undef HR_A_FLOAT_JUMPS

/* Declarations of the functions that are not inline: the rows with a RARE container. */
#define HR_RARE_I8       0
#define HR_RARE_I16      0
#define HR_RARE_I32      0
#define HR_RARE_I64      0
#define HR_RARE_I128     0
#define HR_RARE_F32      0
#define HR_RARE_F64      0
#define HR_RARE_F16      1
#define HR_RARE_B16      1
#define HR_RARE_F80      1
#define HR_RARE_F128     1
#define HR_RARE__        0
#define HR_EITHER(x, y)  HR_EITHER_(x, y)
#define HR_EITHER_(x, y) HR_EITHER_##x##y
#define HR_EITHER_00     0
#define HR_EITHER_01     1
#define HR_EITHER_10     1
#define HR_EITHER_11     1
#define HR_PASTE(x, y)   HR_PASTE_(x, y)
#define HR_PASTE_(x, y)  x##y

#define HR_TYPE_UN(f, T1, T2)    T1 f(T2);
#define HR_TYPE_BIN(f, T1, T2)   T1 f(T2, T2);
#define HR_TYPE_MIX(f, T1, T2)   T1 f(T1, T2);
#define HR_TYPE_TER(f, T1, T2)   T1 f(T2, T2, T2);
#define HR_TYPE_UNI(f, T1, T2)   T1 f(T2, uint32_t);
#define HR_TYPE_TWO(f, T1, T2)   T1 f(T2, T1 *);
#define HR_TYPE_FREXP(f, T1, T2) T1 f(T1, T2 *);
#define HR_TYPE_OVF(f, T1, T2)   T1 f(T1, T1, uint8_t *);
#define HR_TYPE_TRAP1(f, T1, T2) hr_trap f(T2, uint32_t, T1 *);
#define HR_TYPE_TRAP2(f, T1, T2) hr_trap f(T1, T1, T1 *);
#define HR_TYPE_JUMP(f, T1, T2)
#define HR_TYPE_ADDJUMP(f, T1, T2)
#define HR_TYPE_SELECT(f, T1, T2)
#define HR_TYPE_LOAD(f, T1, T2)
#define HR_TYPE_LOADX(f, T1, T2)
#define HR_TYPE_STORE(f, T1, T2)
#define HR_TYPE_STOREX(f, T1, T2)
#define HR_TYPE_MEM(f, T1, T2)
#define HR_TYPE_CTL(f, T1, T2)
#define HR_TYPE_CALL(f, T1, T2)
#define HR_TYPE_RMW(f, T1, T2)
#define HR_TYPE_CMPXCHG(f, T1, T2)
#define HR_TYPE_ALOAD(f, T1, T2)
#define HR_TYPE_ASTORE(f, T1, T2)
#define HR_TYPE_ATOM(f, T1, T2)
#define HR_TYPE_HPVM(f, T1, T2)
#define HR_DECLARE_0(ident, shape, T1, T2)
#define HR_DECLARE_1(ident, shape, T1, T2) HR_TYPE_##shape(hr_a_##ident, hr_c_##T1, hr_c_##T2)
#define HR_OP(ident, name, shape, T1, T2, operands, text)                                          \
	HR_PASTE(HR_DECLARE_, HR_EITHER(HR_RARE_##T1, HR_RARE_##T2))(ident, shape, T1, T2)
#include "src/arith/op.def"
#undef HR_DECLARE_0
#undef HR_DECLARE_1

#endif
