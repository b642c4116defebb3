/* src/arith/atomic.h -- the meaning of op.def's RMW rows: hr_a_<ident>(old, b) returns what the
 * operation stores. The handler (interp/engine/rare.c) makes it atomic. Clauses: M2. */
#ifndef HR_ATOMIC_H
#define HR_ATOMIC_H

#include "src/arith/arith.h"

/* clang-format off */
#define HR_A_RMW(t, U)                                                                             \
	static inline U hr_a_rmw_xchg_##t(U old, U b) { return (void)old, b; }                     \
	static inline U hr_a_rmw_add_##t(U old, U b) { return hr_a_add_##t(old, b); }              \
	static inline U hr_a_rmw_sub_##t(U old, U b) { return hr_a_sub_##t(old, b); }              \
	static inline U hr_a_rmw_and_##t(U old, U b) { return old & b; }                           \
	static inline U hr_a_rmw_nand_##t(U old, U b) { return (U) ~(old & b); }                   \
	static inline U hr_a_rmw_or_##t(U old, U b) { return old | b; }                            \
	static inline U hr_a_rmw_xor_##t(U old, U b) { return old ^ b; }                           \
	static inline U hr_a_rmw_max_##t(U old, U b) { return hr_a_smax_##t(old, b); }             \
	static inline U hr_a_rmw_min_##t(U old, U b) { return hr_a_smin_##t(old, b); }             \
	static inline U hr_a_rmw_umax_##t(U old, U b) { return hr_a_umax_##t(old, b); }            \
	static inline U hr_a_rmw_umin_##t(U old, U b) { return hr_a_umin_##t(old, b); }            \
	static inline U hr_a_rmw_uinc_wrap_##t(U old, U b) { return old >= b ? 0 : (U)(old + 1u); } \
	static inline U hr_a_rmw_udec_wrap_##t(U old, U b)                                         \
	{                                                                                          \
		return old == 0 || old > b ? b : (U)(old - 1u);                                    \
	}                                                                                          \
	static inline U hr_a_rmw_usub_cond_##t(U old, U b) { return old >= b ? (U)(old - b) : old; } \
	static inline U hr_a_rmw_usub_sat_##t(U old, U b) { return hr_a_usub_sat_##t(old, b); }
/* clang-format on */

/* clang-format off */
#define HR_A_FRMW(t, F)                                                                            \
	static inline F hr_a_rmw_fadd_##t(F old, F b) { return hr_a_fadd_##t(old, b); }            \
	static inline F hr_a_rmw_fsub_##t(F old, F b) { return hr_a_fsub_##t(old, b); }            \
	static inline F hr_a_rmw_fmax_##t(F old, F b) { return hr_a_maxnum_##t(old, b); }          \
	static inline F hr_a_rmw_fmin_##t(F old, F b) { return hr_a_minnum_##t(old, b); }          \
	static inline F hr_a_rmw_fmaximum_##t(F old, F b) { return hr_a_maximum_##t(old, b); }     \
	static inline F hr_a_rmw_fminimum_##t(F old, F b) { return hr_a_minimum_##t(old, b); }
/* clang-format on */

HR_A_RMW(i8, uint8_t)
HR_A_RMW(i16, uint16_t)
HR_A_RMW(i32, uint32_t)
HR_A_RMW(i64, uint64_t)
HR_A_RMW(i128, hr_u128)
HR_A_FRMW(f16, uint16_t)
HR_A_FRMW(b16, uint16_t)
HR_A_FRMW(f32, float)
HR_A_FRMW(f64, double)
#undef HR_A_RMW
#undef HR_A_FRMW

#endif
