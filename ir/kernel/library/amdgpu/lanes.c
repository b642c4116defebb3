/* amdgpu/lanes.c -- instructions of AMDGPU that move values between the lanes of a wave.
 *
 * hpvm_lanes_NAME is llvm.amdgcn.NAME for values of 64 bits (ir/kernel/amdgcn/lanes.c), hpvm_amdgcn_NAME is llvm.amdgcn.NAME itself. The lanes that come take part,
 * as the mask of active lanes has it (W2). A value of a lane that takes no part is poison (W4), except where the instruction says what
 * the result is then: DPP, permlane and ds_permute.
 *
 * Source:    "AMD Instinct MI300 Instruction Set Architecture", "RDNA3 Instruction Set Architecture". */
#include "src/arith/warp.h"

#define LANES __attribute__((convergent, always_inline))

uint32_t __attribute__((overloadable)) get_sub_group_local_id(void);
uint32_t __attribute__((overloadable)) get_max_sub_group_size(void);
uint64_t __attribute__((convergent)) __hpvm__warp(unsigned what, uint64_t mask, uint64_t value,
						  uint64_t operand);

enum {
	COME = HR_WARP_WHO_COMES,
	READ = HR_WARP_SHUFFLE | HR_WARP_MAY_MISS,
	ROW = 16, /* lanes of a row */
};
#define ANYONE ~UINT64_C(0)

static LANES uint64_t who_comes(_Bool truth)
{
	return __hpvm__warp(HR_WARP_BALLOT | COME, ANYONE, truth, 0);
}

static LANES uint32_t own(void)
{
	return get_sub_group_local_id();
}

static LANES _Bool has(uint64_t mask, uint32_t lane)
{
	return mask >> (lane & 63) & 1;
}

/* Return X of LANE if READS and if that lane takes part, else OTHER. */
static LANES uint64_t read_or(uint64_t x, uint32_t lane, _Bool reads, uint64_t other)
{
	const uint64_t members = who_comes(1);
	const _Bool valid = reads && has(members, lane);
	const uint64_t got = __hpvm__warp(HR_WARP_SHUFFLE, members, x, valid ? lane : own());

	return valid ? got : other;
}

/* --- one lane --------------------------------------------------------------------------------- */

uint64_t LANES hpvm_lanes_readfirstlane(uint64_t x)
{
	const uint64_t members = who_comes(1);

	return __hpvm__warp(HR_WARP_SHUFFLE, members, x, (uint64_t)__builtin_ctzl(members));
}

uint64_t LANES hpvm_lanes_readlane(uint64_t x, uint32_t lane)
{
	return __hpvm__warp(READ | COME, ANYONE, x, lane & (get_max_sub_group_size() - 1));
}

uint64_t LANES hpvm_lanes_writelane(uint64_t x, uint32_t lane, uint64_t old)
{
	return own() == (lane & (get_max_sub_group_size() - 1)) ? x : old;
}

/* All lanes of the wave take part: a part of a product of matrices (ir/kernel/amdgcn/matrix.c). */
uint64_t LANES hpvm_lanes_of_lane(uint64_t x, uint32_t lane)
{
	return __hpvm__warp(READ, ANYONE, x, lane);
}

/* --- votes ------------------------------------------------------------------------------------ */

uint64_t LANES hpvm_amdgcn_ballot_i64(_Bool truth)
{
	return who_comes(truth);
}

uint32_t LANES hpvm_amdgcn_ballot_i32(_Bool truth)
{
	return (uint32_t)who_comes(truth);
}

_Bool LANES hpvm_amdgcn_inverse_ballot_i64(uint64_t mask)
{
	return has(mask, own());
}

_Bool LANES hpvm_amdgcn_inverse_ballot_i32(uint32_t mask)
{
	return has(mask, own());
}

/* The lanes of MASK before this one, of the lower 32 lanes and of the upper ones. */
uint32_t LANES hpvm_amdgcn_mbcnt_lo(uint32_t mask, uint32_t sum)
{
	const uint32_t below = own() < 32 ? (1U << own()) - 1 : ~0U;

	return sum + (uint32_t)__builtin_popcount(mask & below);
}

uint32_t LANES hpvm_amdgcn_mbcnt_hi(uint32_t mask, uint32_t sum)
{
	const uint32_t below = own() < 32 ? 0 : (1U << (own() - 32)) - 1;

	return sum + (uint32_t)__builtin_popcount(mask & below);
}

/* --- permutations by LDS ---------------------------------------------------------------------- */

uint64_t LANES hpvm_lanes_ds_bpermute(uint32_t address, uint64_t x)
{
	return hpvm_lanes_readlane(x, address >> 2);
}

/* A lane gives its value to another one. Of several, the last lane wins; a lane that gets nothing has 0. */
uint64_t LANES hpvm_lanes_ds_permute(uint32_t address, uint64_t x)
{
	const uint32_t to = address >> 2 & (get_max_sub_group_size() - 1);
	const uint64_t members = who_comes(1);
	uint64_t givers = members, got;

	for (unsigned bit = 0; bit < 6; bit++) {
		const uint64_t set =
			__hpvm__warp(HR_WARP_BALLOT, members, (uint64_t)(to >> bit & 1), 0);

		givers &= own() >> bit & 1 ? set : ~set;
	}
	got = __hpvm__warp(HR_WARP_SHUFFLE, members, x,
			   givers ? 63 - (uint64_t)__builtin_clzl(givers) : own());
	return givers ? got : 0;
}

uint64_t LANES hpvm_lanes_ds_swizzle(uint64_t x, uint32_t offset)
{
	const uint32_t lane = own();
	uint32_t from;

	if (offset & 0x8000)
		from = (lane & ~3U) | (offset >> 2 * (lane & 3) & 3);
	else
		from = (lane & 32) | ((((lane & offset) | offset >> 5) ^ offset >> 10) & 31);
	return hpvm_lanes_readlane(x, from);
}

/* --- DPP -------------------------------------------------------------------------------------- */

/* Return the lane that control CONTROL reads, or -1. */
static LANES int dpp_source(uint32_t control)
{
	const int lane = (int)own(), row = lane & ~(ROW - 1), place = lane & (ROW - 1),
		  by = (int)control & 15, last = (int)get_max_sub_group_size() - 1;

	if (control < 0x100)
		return (lane & ~3) | (int)(control >> 2 * (lane & 3) & 3);
	switch (control & 0x1f0) {
	case 0x100: return place + by < ROW ? lane + by : -1;
	case 0x110: return place >= by ? lane - by : -1;
	case 0x120: return row | ((place - by) & (ROW - 1));
	case 0x150: return row | by;
	case 0x160: return row | (place ^ by);
	default: break;
	}
	switch (control) {
	case 0x130: return lane < last ? lane + 1 : -1; /* wave_shl */
	case 0x134: return lane < last ? lane + 1 : 0;  /* wave_rol */
	case 0x138: return lane - 1;                    /* wave_shr */
	case 0x13c: return lane > 0 ? lane - 1 : last;  /* wave_ror */
	case 0x140: return row | (ROW - 1 - place);     /* row_mirror */
	case 0x141: return lane ^ 7;                    /* row_half_mirror */
	case 0x142: return row ? row - 1 : -1;          /* row_bcast15 */
	default: return lane >= 32 ? 31 : -1;           /* row_bcast31 */
	}
}

uint64_t LANES hpvm_lanes_update_dpp(uint64_t old, uint64_t x, uint32_t control, uint32_t rows,
				     uint32_t banks, _Bool zeros)
{
	const _Bool writes = (rows >> (own() / ROW & 3) & 1) && (banks >> (own() / 4 & 3) & 1);
	const int from = dpp_source(control);
	const uint64_t got = read_or(x, (uint32_t)from, from >= 0, zeros ? 0 : old);

	return writes ? got : old;
}

uint64_t LANES hpvm_lanes_mov_dpp8(uint64_t x, uint32_t from)
{
	return read_or(x, (own() & ~7U) | (from >> 3 * (own() & 7) & 7), 1, 0);
}

/* --- permutations of rows --------------------------------------------------------------------- */

static LANES uint64_t permute(uint64_t old, uint64_t x, uint32_t from, _Bool inactive, _Bool zeros)
{
	return inactive ? hpvm_lanes_readlane(x, from) : read_or(x, from, 1, zeros ? 0 : old);
}

static LANES uint32_t choose(uint32_t low, uint32_t high)
{
	return (own() & 8 ? high : low) >> 4 * (own() & 7) & 15;
}

uint64_t LANES hpvm_lanes_permlane16(uint64_t old, uint64_t x, uint32_t low, uint32_t high,
				     _Bool inactive, _Bool zeros)
{
	return permute(old, x, (own() & ~15U) | choose(low, high), inactive, zeros);
}

uint64_t LANES hpvm_lanes_permlanex16(uint64_t old, uint64_t x, uint32_t low, uint32_t high,
				      _Bool inactive, _Bool zeros)
{
	return permute(old, x, ((own() & ~15U) ^ 16) | choose(low, high), inactive, zeros);
}

uint64_t LANES hpvm_lanes_permlane16_var(uint64_t old, uint64_t x, uint32_t from, _Bool inactive,
					 _Bool zeros)
{
	return permute(old, x, (own() & ~15U) | (from & 15), inactive, zeros);
}

uint64_t LANES hpvm_lanes_permlanex16_var(uint64_t old, uint64_t x, uint32_t from, _Bool inactive,
					  _Bool zeros)
{
	return permute(old, x, ((own() & ~15U) ^ 16) | (from & 15), inactive, zeros);
}

uint64_t LANES hpvm_lanes_permlane64(uint64_t x)
{
	return hpvm_lanes_readlane(x, get_max_sub_group_size() == 64 ? own() ^ 32 : own());
}

/* --- reductions ------------------------------------------------------------------------------- */

#define REDUCE(T, name, combine)                                                                   \
	uint64_t LANES hpvm_lanes_wave_reduce_##name##_##T(uint64_t x)                             \
	{                                                                                          \
		return __hpvm__warp(HR_WARP_REDUCE | COME |                                        \
					    HR_WARP_COMBINE_##combine << HR_WARP_COMBINE,          \
				    ANYONE, x, 0);                                                 \
	}
#define REDUCES(T)                                                                                 \
	REDUCE(T, add, add)                                                                        \
	REDUCE(T, umin, umin)                                                                      \
	REDUCE(T, umax, umax)                                                                      \
	REDUCE(T, min, smin)                                                                       \
	REDUCE(T, max, smax)                                                                       \
	REDUCE(T, and, and)                                                                        \
	REDUCE(T, or, or)                                                                          \
	REDUCE(T, xor, xor)
REDUCES(i32)
REDUCES(i64)
REDUCE(f32, fadd, fadd_f32)
REDUCE(f32, fmin, fmin_f32)
REDUCE(f32, fmax, fmax_f32)
REDUCE(f64, fadd, fadd_f64)
REDUCE(f64, fmin, fmin_f64)
REDUCE(f64, fmax, fmax_f64)

/* --- __ockl_wf*: reductions of HIP ------------------------------------------------------------ */

#define OCKL(T, suffix, bits, back, name, combine)                                                 \
	T LANES __ockl_wfred_##name##_##suffix(T x)                                                \
	{                                                                                          \
		return back(__hpvm__warp(HR_WARP_REDUCE | COME |                                   \
						 HR_WARP_COMBINE_##combine << HR_WARP_COMBINE,     \
					 ANYONE, bits(x), 0));                                     \
	}
#define OCKL_INTEGERS(T, suffix, min, max)                                                         \
	OCKL(T, suffix, (uint64_t), (T), add, add)                                                 \
	OCKL(T, suffix, (uint64_t), (T), min, min)                                                 \
	OCKL(T, suffix, (uint64_t), (T), max, max)                                                 \
	OCKL(T, suffix, (uint64_t), (T), and, and)                                                 \
	OCKL(T, suffix, (uint64_t), (T), or, or)                                                   \
	OCKL(T, suffix, (uint64_t), (T), xor, xor)
OCKL_INTEGERS(int32_t, i32, smin, smax)
OCKL_INTEGERS(uint32_t, u32, umin, umax)
OCKL_INTEGERS(int64_t, i64, smin, smax)
OCKL_INTEGERS(uint64_t, u64, umin, umax)

int32_t LANES __ockl_wfany_i32(int32_t x)
{
	return who_comes(x != 0) != 0;
}

int32_t LANES __ockl_wfall_i32(int32_t x)
{
	return who_comes(x == 0) == 0;
}

uint32_t LANES __ockl_activelane_u32(void)
{
	const uint64_t before = who_comes(1) & ((UINT64_C(1) << own()) - 1);

	return (uint32_t)__builtin_popcountl(before);
}

/* --- functions of HIP with a mask (hpvm_hip.h) ------------------------------------------------ */

void LANES hpvm_wave_sync(uint64_t mask)
{
	enum { ORDERS_ALL = 3 }; /* HR_ORDERS_ALL of ir/program/origin.h */

	__hpvm__warp(HR_WARP_SYNC, mask, ORDERS_ALL, 0);
}

uint64_t LANES hpvm_wave_shuffle(uint64_t mask, uint64_t x, uint32_t from)
{
	return __hpvm__warp(READ, mask, x, from);
}

uint64_t LANES hpvm_wave_ballot(uint64_t mask, _Bool truth)
{
	return __hpvm__warp(HR_WARP_BALLOT, mask, truth, 0);
}
