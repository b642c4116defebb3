/* opencl/sub_group.c -- functions of a sub-group: OpenCL C 6.15.19, cl_khr_subgroup_* and cl_intel_subgroups*.
 *
 * C, as group.c is. Functions that all work-items of the sub-group must reach wait for all of them; the others take the
 * work-items that come (W2). The value of a work-item that takes no part is poison (W4).
 *
 * Not here:  sizes and ids (ir/kernel/items.c), vectors (adapt.c). */
#include "src/arith/warp.h"

#define OVER   __attribute__((overloadable, convergent, always_inline))
#define GLOBAL __attribute__((address_space(1)))
#define LOCAL  __attribute__((address_space(3)))

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned uint;
typedef unsigned long ulong;
typedef _Float16 half;
typedef uint uint4 __attribute__((ext_vector_type(4)));
/* clang's numbers */
typedef enum memory_order { memory_order_acq_rel = 4 } memory_order;
typedef enum memory_scope {
	memory_scope_work_group = 1,
	memory_scope_all_devices = 3
} memory_scope;

uint OVER get_sub_group_local_id(void);
uint OVER get_max_sub_group_size(void);
void OVER atomic_work_item_fence(uint flags, memory_order order, memory_scope scope);
uint64_t __attribute__((convergent)) __hpvm__warp(unsigned what, uint64_t mask, uint64_t value,
						  uint64_t operand);

enum {
	ALL = 0, /* all work-items of the sub-group take part */
	COME = HR_WARP_WHO_COMES,
	READ = HR_WARP_SHUFFLE | HR_WARP_MAY_MISS,
	BEFORE = HR_WARP_SCAN_BEFORE,
};
#define ANYONE ~UINT64_C(0)

static uint64_t own(void)
{
	return get_sub_group_local_id();
}

static uint64_t size(void)
{
	return get_max_sub_group_size();
}

static uint64_t collect(unsigned what, uint64_t value, uint64_t operand)
{
	return __hpvm__warp(what, ANYONE, value, operand);
}

/* The work-items that come. */
static uint64_t who_comes(void)
{
	return collect(HR_WARP_BALLOT | COME, 1, 0);
}

void OVER sub_group_barrier(uint flags)
{
	/* CLK_LOCAL_MEM_FENCE and CLK_GLOBAL_MEM_FENCE are HR_ORDERS_SHARED and HR_ORDERS_OTHER */
	collect(HR_WARP_SYNC, flags & (1 | 2), 0);
}
/* With a wide scope, it also orders the sub-group before and after others, as work_group_barrier() does. */
void OVER sub_group_barrier(uint flags, memory_scope scope)
{
	const bool wide = scope >= memory_scope_work_group && scope <= memory_scope_all_devices;

	if (wide)
		atomic_work_item_fence(flags, memory_order_acq_rel, scope);
	sub_group_barrier(flags);
	if (wide)
		atomic_work_item_fence(flags, memory_order_acq_rel, scope);
}

/* --- values as 64 bits, and back ------------------------------------------------------------- */

#define INTEGER_BITS(T, name)                                                                      \
	static uint64_t bits_of_##name(T x)                                                        \
	{                                                                                          \
		return (uint64_t)x;                                                                \
	}                                                                                          \
	static T name##_of(uint64_t bits)                                                          \
	{                                                                                          \
		return (T)bits;                                                                    \
	}
#define FLOAT_BITS(T, name, U)                                                                     \
	static uint64_t bits_of_##name(T x)                                                        \
	{                                                                                          \
		return ((union {                                                                   \
			       T value;                                                            \
			       U bits;                                                             \
		       }){.value = x})                                                             \
			.bits;                                                                     \
	}                                                                                          \
	static T name##_of(uint64_t bits)                                                          \
	{                                                                                          \
		return ((union {                                                                   \
			       U bits;                                                             \
			       T value;                                                            \
		       }){.bits = (U)bits})                                                        \
			.value;                                                                    \
	}
INTEGER_BITS(char, char)
INTEGER_BITS(uchar, uchar)
INTEGER_BITS(short, short)
INTEGER_BITS(ushort, ushort)
INTEGER_BITS(int, int)
INTEGER_BITS(uint, uint)
INTEGER_BITS(long, long)
INTEGER_BITS(ulong, ulong)
FLOAT_BITS(float, float, uint)
FLOAT_BITS(double, double, ulong)
FLOAT_BITS(half, half, ushort)

/* --- values of other work-items --------------------------------------------------------------- */

/* Return the place of OWN + BY among N places, which go round. */
static uint64_t around(uint64_t place, int by, uint64_t n)
{
	long moved = ((long)place + by) % (long)n;

	return (uint64_t)(moved < 0 ? moved + (long)n : moved);
}

#define FROM(T, name, who, source) return T##_of(collect(READ | (who), bits_of_##T(x), source));
#define SHUFFLES(T, before)                                                                        \
	T OVER before##_shuffle(T x, uint i){FROM(T, x, COME, i)} T OVER before##_shuffle_xor(     \
		T x, uint mask)                                                                    \
	{                                                                                          \
		FROM(T, x, COME, own() ^ mask)                                                     \
	}
#define MOVES(T)                                                                                   \
	SHUFFLES(T, sub_group)                                                                     \
	SHUFFLES(T, intel_sub_group)                                                               \
	T OVER sub_group_shuffle_up(T x, uint by){                                                 \
		FROM(T, x, COME, own() - by)} T OVER sub_group_shuffle_down(T x, uint by){         \
		FROM(T, x, COME, own() + by)} T OVER sub_group_rotate(T x, int by){                \
		FROM(T, x, COME,                                                                   \
		     around(own(), by, size()))} T OVER sub_group_clustered_rotate(T x, int by,    \
										   uint cluster)   \
	{                                                                                          \
		uint64_t place = own() % cluster;                                                  \
		FROM(T, x, COME, own() - place + around(place, by, cluster))                       \
	}                                                                                          \
	T OVER sub_group_broadcast(T x, uint i){                                                   \
		FROM(T, x, ALL, i)} T OVER sub_group_non_uniform_broadcast(T x, uint i){           \
		FROM(T, x, COME, i)} T OVER sub_group_broadcast_first(T x)                         \
	{                                                                                          \
		uint64_t members = who_comes();                                                    \
		return T##_of(__hpvm__warp(HR_WARP_SHUFFLE, members, bits_of_##T(x),               \
					   (uint64_t)__builtin_ctzl(members)));                    \
	}                                                                                          \
	/* those behind the end of CURRENT are of NEXT */                                          \
	T OVER intel_sub_group_shuffle_down(T current, T next, uint by)                            \
	{                                                                                          \
		uint64_t from = own() + by, n = size();                                            \
		T here = T##_of(collect(READ | COME, bits_of_##T(current), from));                 \
		T behind = T##_of(collect(READ | COME, bits_of_##T(next), from - n));              \
		return from < n ? here : behind;                                                   \
	}                                                                                          \
	T OVER intel_sub_group_shuffle_up(T previous, T current, uint by)                          \
	{                                                                                          \
		uint64_t from = own() - by, n = size();                                            \
		T here = T##_of(collect(READ | COME, bits_of_##T(current), from));                 \
		T before = T##_of(collect(READ | COME, bits_of_##T(previous), from + n));          \
		return own() >= by ? here : before;                                                \
	}
MOVES(char)
MOVES(uchar)
MOVES(short)
MOVES(ushort)
MOVES(int)
MOVES(uint)
MOVES(long)
MOVES(ulong)
MOVES(float)
MOVES(double)
MOVES(half)

#define BROADCASTS(T)                                                                              \
	T OVER intel_sub_group_broadcast(T x, uint i)                                              \
	{                                                                                          \
		FROM(T, x, ALL, i)                                                                 \
	}
BROADCASTS(char)
BROADCASTS(uchar)
BROADCASTS(short)
BROADCASTS(ushort)

/* --- values combined -------------------------------------------------------------------------- */

#define COMBINE(T, name, how, kind, operand)                                                       \
	T OVER name(T x)                                                                           \
	{                                                                                          \
		return T##_of(collect((kind) | HR_WARP_COMBINE_##how << HR_WARP_COMBINE,           \
				      bits_of_##T(x), operand));                                   \
	}
#define COMBINES(T, before, operation, how, who, neutral)                                          \
	COMBINE(T, before##_reduce_##operation, how, HR_WARP_REDUCE | (who), 0)                    \
	COMBINE(T, before##_scan_inclusive_##operation, how, HR_WARP_SCAN | (who), 0)              \
	COMBINE(T, before##_scan_exclusive_##operation, how, BEFORE | (who), bits_of_##T(neutral))
#define SOME(T, operation, how, neutral)                                                           \
	COMBINES(T, sub_group_non_uniform, operation, how, COME, neutral)                          \
	T OVER sub_group_clustered_reduce_##operation(T x, uint cluster)                           \
	{                                                                                          \
		return T##_of(                                                                     \
			collect(HR_WARP_REDUCE | COME | HR_WARP_COMBINE_##how << HR_WARP_COMBINE,  \
				bits_of_##T(x), cluster));                                         \
	}
#define EVERY(T, operation, how, neutral)                                                          \
	COMBINES(T, sub_group, operation, how, ALL, neutral)                                       \
	SOME(T, operation, how, neutral)
#define NUMBERS(T, sum, product, least, most, first, last)                                         \
	EVERY(T, add, sum, 0)                                                                      \
	EVERY(T, min, least, last)                                                                 \
	EVERY(T, max, most, first)                                                                 \
	SOME(T, mul, product, 1)
#define INTEGERS(T, least, most, first, last)                                                      \
	NUMBERS(T, add, mul, least, most, first, last)                                             \
	SOME(T, and, and, ~(T)0)                                                                   \
	SOME(T, or, or, 0)                                                                         \
	SOME(T, xor, xor, 0)
#define FLOATS(T, f, infinity)                                                                     \
	NUMBERS(T, fadd_##f, fmul_##f, fmin_##f, fmax_##f, -infinity, infinity)
INTEGERS(char, smin, smax, -__SCHAR_MAX__ - 1, __SCHAR_MAX__)
INTEGERS(uchar, umin, umax, 0, (uchar)-1)
INTEGERS(short, smin, smax, -__SHRT_MAX__ - 1, __SHRT_MAX__)
INTEGERS(ushort, umin, umax, 0, (ushort)-1)
INTEGERS(int, smin, smax, -__INT_MAX__ - 1, __INT_MAX__)
INTEGERS(uint, umin, umax, 0, -1U)
INTEGERS(long, smin, smax, -__LONG_MAX__ - 1, __LONG_MAX__)
INTEGERS(ulong, umin, umax, 0, -1UL)
FLOATS(float, f32, __builtin_inff())
FLOATS(double, f64, __builtin_inf())
FLOATS(half, f16, (half)__builtin_inff())

/* Intel's names for the types that OpenCL C lacked. */
#define SMALL(T, least, most, first, last)                                                         \
	COMBINES(T, intel_sub_group, add, add, ALL, 0)                                             \
	COMBINES(T, intel_sub_group, min, least, ALL, last)                                        \
	COMBINES(T, intel_sub_group, max, most, ALL, first)
SMALL(char, smin, smax, -__SCHAR_MAX__ - 1, __SCHAR_MAX__)
SMALL(uchar, umin, umax, 0, (uchar)-1)
SMALL(short, smin, smax, -__SHRT_MAX__ - 1, __SHRT_MAX__)
SMALL(ushort, umin, umax, 0, (ushort)-1)

#define LOGICAL(name, how, neutral)                                                                \
	static int logical_##name(unsigned what, int x, uint64_t operand)                          \
	{                                                                                          \
		return (int)collect(what | COME | HR_WARP_COMBINE_##how << HR_WARP_COMBINE,        \
				    x != 0, operand);                                              \
	}                                                                                          \
	int OVER sub_group_non_uniform_reduce_logical_##name(int x)                                \
	{                                                                                          \
		return logical_##name(HR_WARP_REDUCE, x, 0);                                       \
	}                                                                                          \
	int OVER sub_group_non_uniform_scan_inclusive_logical_##name(int x)                        \
	{                                                                                          \
		return logical_##name(HR_WARP_SCAN, x, 0);                                         \
	}                                                                                          \
	int OVER sub_group_non_uniform_scan_exclusive_logical_##name(int x)                        \
	{                                                                                          \
		return logical_##name(BEFORE, x, neutral);                                         \
	}                                                                                          \
	int OVER sub_group_clustered_reduce_logical_##name(int x, uint cluster)                    \
	{                                                                                          \
		return logical_##name(HR_WARP_REDUCE, x, cluster);                                 \
	}
LOGICAL(and, and, 1)
LOGICAL(or, or, 0)
LOGICAL(xor, xor, 0)

/* --- votes ------------------------------------------------------------------------------------ */

#define VOTES(before, who)                                                                         \
	int OVER before##_any(int x)                                                               \
	{                                                                                          \
		return collect(HR_WARP_BALLOT | (who), x != 0, 0) != 0;                            \
	}                                                                                          \
	int OVER before##_all(int x)                                                               \
	{                                                                                          \
		return collect(HR_WARP_BALLOT | (who), x == 0, 0) == 0;                            \
	}
VOTES(sub_group, ALL)
VOTES(sub_group_non_uniform, COME)

/* NaNs differ from all numbers, and both zeros are equal. */
#define ALL_EQUAL(T)                                                                               \
	int OVER sub_group_non_uniform_all_equal(T x)                                              \
	{                                                                                          \
		x = x == 0 ? 0 : x;                                                                \
		return collect(HR_WARP_MATCH_ALL | COME, bits_of_##T(x), 0) != 0 && x == x;        \
	}
ALL_EQUAL(char)
ALL_EQUAL(uchar)
ALL_EQUAL(short)
ALL_EQUAL(ushort)
ALL_EQUAL(int)
ALL_EQUAL(uint)
ALL_EQUAL(long)
ALL_EQUAL(ulong)
ALL_EQUAL(float)
ALL_EQUAL(double)
ALL_EQUAL(half)

int OVER sub_group_elect(void)
{
	return (uint64_t)__builtin_ctzl(who_comes()) == own();
}

/* --- masks of work-items ---------------------------------------------------------------------- */

static uint4 mask_of(uint64_t lanes)
{
	return (uint4){(uint)lanes, (uint)(lanes >> 32), 0, 0};
}

static uint64_t whole(void)
{
	return hr_warp_first((unsigned)size());
}

/* The work-items of MASK: bits behind the last one do not count. */
static uint64_t lanes_of(uint4 mask)
{
	return (mask.x | (uint64_t)mask.y << 32) & whole();
}

static uint64_t below(void)
{
	return (UINT64_C(1) << own()) - 1;
}

static uint64_t up_to(void)
{
	return below() << 1 | 1;
}

uint4 OVER sub_group_ballot(int x)
{
	return mask_of(collect(HR_WARP_BALLOT | COME, x != 0, 0));
}
int OVER sub_group_inverse_ballot(uint4 mask)
{
	return lanes_of(mask) >> own() & 1;
}
int OVER sub_group_ballot_bit_extract(uint4 mask, uint i)
{
	return i < 64 && lanes_of(mask) >> i & 1;
}
uint OVER sub_group_ballot_bit_count(uint4 mask)
{
	return (uint)__builtin_popcountl(lanes_of(mask));
}
uint OVER sub_group_ballot_inclusive_scan(uint4 mask)
{
	return (uint)__builtin_popcountl(lanes_of(mask) & up_to());
}
uint OVER sub_group_ballot_exclusive_scan(uint4 mask)
{
	return (uint)__builtin_popcountl(lanes_of(mask) & below());
}
uint OVER sub_group_ballot_find_lsb(uint4 mask)
{
	return (uint)__builtin_ctzl(lanes_of(mask));
}
uint OVER sub_group_ballot_find_msb(uint4 mask)
{
	return 63 - (uint)__builtin_clzl(lanes_of(mask));
}
uint4 OVER get_sub_group_eq_mask(void)
{
	return mask_of(UINT64_C(1) << own());
}
uint4 OVER get_sub_group_lt_mask(void)
{
	return mask_of(below());
}
uint4 OVER get_sub_group_le_mask(void)
{
	return mask_of(up_to());
}
uint4 OVER get_sub_group_gt_mask(void)
{
	return mask_of(~up_to() & whole());
}
uint4 OVER get_sub_group_ge_mask(void)
{
	return mask_of(~below() & whole());
}

/* --- blocks (cl_intel_subgroups*) ------------------------------------------------------------- */

/* Element I of the vector of work-item L is number I * size + L of the block. */
#define BLOCK(T, SPACE, N, suffix)                                                                 \
	T##N OVER intel_sub_group_block_read##suffix(const SPACE T *p)                             \
	{                                                                                          \
		T##N x;                                                                            \
		_Pragma("unroll") for (unsigned i = 0; i < N; i++) x[i] = p[i * size() + own()];   \
		return x;                                                                          \
	}                                                                                          \
	void OVER intel_sub_group_block_write##suffix(SPACE T *p, T##N x)                          \
	{                                                                                          \
		_Pragma("unroll") for (unsigned i = 0; i < N; i++) p[i * size() + own()] = x[i];   \
	}
#define BLOCKS(T, SPACE, letter)                                                                   \
	T OVER intel_sub_group_block_read##letter(const SPACE T *p)                                \
	{                                                                                          \
		return p[own()];                                                                   \
	}                                                                                          \
	void OVER intel_sub_group_block_write##letter(SPACE T *p, T x)                             \
	{                                                                                          \
		p[own()] = x;                                                                      \
	}                                                                                          \
	BLOCK(T, SPACE, 2, letter##2)                                                              \
	BLOCK(T, SPACE, 4, letter##4)                                                              \
	BLOCK(T, SPACE, 8, letter##8)                                                              \
	BLOCK(T, SPACE, 16, letter##16)
#define PREFETCH(T, suffix)                                                                        \
	void OVER intel_sub_group_block_prefetch##suffix(const GLOBAL T *p)                        \
	{                                                                                          \
		(void)p;                                                                           \
	}
#define TYPE(T, letter)                                                                            \
	typedef T T##2 __attribute__((ext_vector_type(2)));                                        \
	typedef T T##4 __attribute__((ext_vector_type(4)));                                        \
	typedef T T##8 __attribute__((ext_vector_type(8)));                                        \
	typedef T T##16 __attribute__((ext_vector_type(16)));                                      \
	BLOCKS(T, GLOBAL, letter)                                                                  \
	BLOCKS(T, LOCAL, letter)                                                                   \
	PREFETCH(T, letter)                                                                        \
	PREFETCH(T, letter##2)                                                                     \
	PREFETCH(T, letter##4)                                                                     \
	PREFETCH(T, letter##8)                                                                     \
	PREFETCH(T, letter##16)
TYPE(uchar, _uc)
TYPE(ushort, _us)
TYPE(uint, _ui)
TYPE(ulong, _ul)
BLOCKS(uint, GLOBAL, )
BLOCKS(uint, LOCAL, )
