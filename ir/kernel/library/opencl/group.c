/* opencl/group.c -- collective functions of a work-group (OpenCL C 6.15.16).
 *
 * C, since OpenCL C has no variable of a group outside of kernels. Work-item 0 combines the values in the order of
 * their linear ids, so that sums of floats are those of a loop. A group of more than LANES work-items is out of bounds. */
#define OVER        __attribute__((overloadable, convergent, always_inline))
#define LANES       4096
#define LOCAL       __attribute__((address_space(3)))
#define FENCE_LOCAL 1

unsigned long __attribute__((overloadable)) get_local_linear_id(void);
unsigned long __attribute__((overloadable)) get_local_id(unsigned dimension);
unsigned long __attribute__((overloadable)) get_local_size(unsigned dimension);
void __attribute__((overloadable, convergent)) barrier(unsigned flags);

static LOCAL unsigned long lanes[LANES];

static unsigned long OVER count(void)
{
	return get_local_size(0) * get_local_size(1) * get_local_size(2);
}

#define ADD(x, y)    ((x) + (y))
#define MUL(x, y)    ((x) * (y))
#define MIN(x, y)    ((y) < (x) ? (y) : (x))
#define MAX(x, y)    ((x) < (y) ? (y) : (x))
#define AND(x, y)    ((x) & (y))
#define OR(x, y)     ((x) | (y))
#define XOR(x, y)    ((x) ^ (y))
#define BOTH(x, y)   ((x) && (y))
#define EITHER(x, y) ((x) || (y))
#define DIFFER(x, y) (!(x) != !(y))

/* Each work-item gets AFTER, which work-item 0 has computed from the values of all in ALL[]. */
#define COLLECT(T, name, combine, result)                                                          \
	T OVER name(T x)                                                                           \
	{                                                                                          \
		LOCAL T *all = (LOCAL T *)lanes;                                                   \
		unsigned long id = get_local_linear_id();                                          \
		all[id] = x;                                                                       \
		barrier(FENCE_LOCAL);                                                              \
		if (id == 0) {                                                                     \
			unsigned long n = count();                                                 \
			combine                                                                    \
		}                                                                                  \
		barrier(FENCE_LOCAL);                                                              \
		x = all[result];                                                                   \
		barrier(FENCE_LOCAL);                                                              \
		return x;                                                                          \
	}
#define COLLECTIVE(T, name, operation, neutral)                                                    \
	COLLECT(T, work_group_reduce_##name, T sum = all[0];                                       \
		for (unsigned long i = 1; i < n; i++) sum = (T)operation(sum, all[i]);             \
		all[0] = sum;, 0)                                                                  \
	COLLECT(T, work_group_scan_inclusive_##name, T sum = all[0];                               \
		for (unsigned long i = 1; i < n; i++) all[i] = sum = (T)operation(sum, all[i]);    \
		, id)                                                                              \
	COLLECT(                                                                                   \
		T, work_group_scan_exclusive_##name, T sum = (T)(neutral);                         \
		for (unsigned long i = 0; i < n; i++) {                                            \
			T own = all[i];                                                            \
			all[i] = sum;                                                              \
			sum = (T)operation(sum, own);                                              \
		},                                                                                 \
		id)
#define BROADCAST_FROM(T, where, ...)                                                              \
	T OVER work_group_broadcast(T x, __VA_ARGS__)                                              \
	{                                                                                          \
		LOCAL T *all = (LOCAL T *)lanes;                                                   \
		if (where)                                                                         \
			all[0] = x;                                                                \
		barrier(FENCE_LOCAL);                                                              \
		x = all[0];                                                                        \
		barrier(FENCE_LOCAL);                                                              \
		return x;                                                                          \
	}
#define NUMBER(T, least, greatest)                                                                 \
	COLLECTIVE(T, add, ADD, 0)                                                                 \
	COLLECTIVE(T, mul, MUL, 1)                                                                 \
	COLLECTIVE(T, min, MIN, greatest)                                                          \
	COLLECTIVE(T, max, MAX, least)                                                             \
	BROADCAST_FROM(T, get_local_id(0) == a, unsigned long a)                                   \
	BROADCAST_FROM(T, get_local_id(0) == a && get_local_id(1) == b, unsigned long a,           \
		       unsigned long b)                                                            \
	BROADCAST_FROM(T, get_local_id(0) == a && get_local_id(1) == b && get_local_id(2) == c,    \
		       unsigned long a, unsigned long b, unsigned long c)
#define INTEGER(T, least, greatest)                                                                \
	NUMBER(T, least, greatest)                                                                 \
	COLLECTIVE(T, and, AND, ~(T)0)                                                             \
	COLLECTIVE(T, or, OR, 0)                                                                   \
	COLLECTIVE(T, xor, XOR, 0)
INTEGER(int, -__INT_MAX__ - 1, __INT_MAX__)
INTEGER(unsigned, 0, -1)
INTEGER(long, -__LONG_MAX__ - 1, __LONG_MAX__)
INTEGER(unsigned long, 0, -1)
NUMBER(float, -__builtin_inff(), __builtin_inff())
NUMBER(double, -__builtin_inf(), __builtin_inf())
NUMBER(_Float16, -__builtin_inff(), __builtin_inff())
COLLECTIVE(int, logical_and, BOTH, 1)
COLLECTIVE(int, logical_or, EITHER, 0)
COLLECTIVE(int, logical_xor, DIFFER, 0)
int OVER work_group_all(int x)
{
	return work_group_reduce_logical_and(x);
}
int OVER work_group_any(int x)
{
	return work_group_reduce_logical_or(x);
}
