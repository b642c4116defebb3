/* opencl/atomic.cl -- atomic functions of OpenCL C 1.x, which are relaxed, and of 2.0 with orders and scopes
 * (6.15.12).
 *
 * Not here: fences, which ir/kernel replaces. */
#include "library.clh"

#define RELAXED memory_order_relaxed, memory_scope_device
#define SEQUENTIAL memory_order_seq_cst, memory_scope_device

/* --- OpenCL C 1.x: the names atom_ are those of the extensions for 64 bits ---------------------- */

#define OLD(space, T, name, operation)                                                             \
	T OVER atomic_##name(volatile space T *p, T x)                                             \
	{                                                                                          \
		return __opencl_atomic_##operation((volatile space atomic_##T *)p, x, RELAXED);    \
	}                                                                                          \
	T OVER atom_##name(volatile space T *p, T x) { return atomic_##name(p, x); }
#define OLD_ALL(space, T)                                                                          \
	OLD(space, T, add, fetch_add) OLD(space, T, sub, fetch_sub) OLD(space, T, xchg, exchange)  \
	OLD(space, T, min, fetch_min) OLD(space, T, max, fetch_max) OLD(space, T, and, fetch_and)  \
	OLD(space, T, or, fetch_or) OLD(space, T, xor, fetch_xor)                                  \
	T OVER atomic_inc(volatile space T *p) { return atomic_add(p, (T)1); }                     \
	T OVER atomic_dec(volatile space T *p) { return atomic_sub(p, (T)1); }                     \
	T OVER atom_inc(volatile space T *p) { return atomic_add(p, (T)1); }                       \
	T OVER atom_dec(volatile space T *p) { return atomic_sub(p, (T)1); }                       \
	T OVER atomic_cmpxchg(volatile space T *p, T old, T x)                                     \
	{                                                                                          \
		__opencl_atomic_compare_exchange_strong((volatile space atomic_##T *)p, &old, x,   \
			memory_order_relaxed, memory_order_relaxed, memory_scope_device);          \
		return old;                                                                        \
	}                                                                                          \
	T OVER atom_cmpxchg(volatile space T *p, T old, T x) { return atomic_cmpxchg(p, old, x); }
#define SHARED(X, ...) X(global, ##__VA_ARGS__) X(local, ##__VA_ARGS__) X(generic, ##__VA_ARGS__)
SHARED(OLD_ALL, int) SHARED(OLD_ALL, uint) SHARED(OLD_ALL, long) SHARED(OLD_ALL, ulong)
SHARED(OLD, float, xchg, exchange) SHARED(OLD, double, xchg, exchange)

/* --- OpenCL C 2.0 ------------------------------------------------------------------------------- */

#define ORDERED(space, T, name, operation)                                                                           \
	T OVER name##_explicit(volatile space atomic_##T *p, T x, memory_order order, memory_scope scope)       \
	{                                                                                                            \
		return __opencl_atomic_##operation(p, x, order, scope);                                              \
	}                                                                                                            \
	T OVER name##_explicit(volatile space atomic_##T *p, T x, memory_order order)                                \
	{                                                                                                            \
		return name##_explicit(p, x, order, memory_scope_device);                                            \
	}                                                                                                            \
	T OVER name(volatile space atomic_##T *p, T x) { return __opencl_atomic_##operation(p, x, SEQUENTIAL); }
#define ACCESS(space, T)                                                                                             \
	ORDERED(space, T, atomic_exchange, exchange)                                                                 \
	T OVER atomic_load_explicit(volatile space atomic_##T *p, memory_order order, memory_scope scope)       \
	{                                                                                                            \
		return __opencl_atomic_load(p, order, scope);                                                        \
	}                                                                                                            \
	T OVER atomic_load_explicit(volatile space atomic_##T *p, memory_order order)                                \
	{                                                                                                            \
		return atomic_load_explicit(p, order, memory_scope_device);                                          \
	}                                                                                                            \
	T OVER atomic_load(volatile space atomic_##T *p) { return __opencl_atomic_load(p, SEQUENTIAL); }             \
	void OVER atomic_store_explicit(volatile space atomic_##T *p, T x, memory_order order, memory_scope scope) \
	{                                                                                                            \
		__opencl_atomic_store(p, x, order, scope);                                                           \
	}                                                                                                            \
	void OVER atomic_store_explicit(volatile space atomic_##T *p, T x, memory_order order)                       \
	{                                                                                                            \
		atomic_store_explicit(p, x, order, memory_scope_device);                                             \
	}                                                                                                            \
	void OVER atomic_store(volatile space atomic_##T *p, T x) { __opencl_atomic_store(p, x, SEQUENTIAL); }       \
	void OVER atomic_init(volatile space atomic_##T *p, T x) { *(volatile space T *)p = x; }                     \
	/* The order of a failure is at most that of a success: the stronger one serves for both. */                 \
	static int OVER exchanged(volatile space atomic_##T *p, T *old, T x, memory_order order, memory_scope scope) \
	{                                                                                                            \
		switch (order) {                                                                                     \
		case memory_order_relaxed: return EXCHANGED(relaxed, relaxed);                                       \
		case memory_order_acquire: return EXCHANGED(acquire, acquire);                                       \
		case memory_order_release: return EXCHANGED(release, relaxed);                                       \
		case memory_order_acq_rel: return EXCHANGED(acq_rel, acquire);                                       \
		default: return EXCHANGED(seq_cst, seq_cst);                                                         \
		}                                                                                                    \
	}                                                                                                            \
	EXCHANGE(space, T, global) EXCHANGE(space, T, local) EXCHANGE(space, T, private) EXCHANGE(space, T, generic)
#define EXCHANGED(good, bad) \
	__opencl_atomic_compare_exchange_strong(p, old, x, memory_order_##good, memory_order_##bad, scope)
static memory_order both(memory_order good, memory_order bad)
{
	if (bad == memory_order_seq_cst || good == memory_order_relaxed)
		return bad;
	return bad == memory_order_acquire && good == memory_order_release ? memory_order_acq_rel : good;
}
#define EXCHANGE_KIND(space, T, from, kind)                                                                          \
	bool OVER atomic_compare_exchange_##kind##_explicit(volatile space atomic_##T *p, from T *expected, T x,     \
							    memory_order good, memory_order bad, memory_scope scope) \
	{                                                                                                            \
		T old = *expected;                                                                                   \
		bool done = exchanged(p, &old, x, both(good, bad), scope);                                           \
		if (!done)                                                                                           \
			*expected = old;                                                                             \
		return done;                                                                                         \
	}                                                                                                            \
	bool OVER atomic_compare_exchange_##kind##_explicit(volatile space atomic_##T *p, from T *expected, T x,     \
							    memory_order good, memory_order bad)                     \
	{                                                                                                            \
		return atomic_compare_exchange_##kind##_explicit(p, expected, x, good, bad, memory_scope_device);    \
	}                                                                                                            \
	bool OVER atomic_compare_exchange_##kind(volatile space atomic_##T *p, from T *expected, T x)                \
	{                                                                                                            \
		return atomic_compare_exchange_##kind##_explicit(p, expected, x, memory_order_seq_cst,               \
								 memory_order_seq_cst, memory_scope_device);         \
	}
#define EXCHANGE(space, T, from) EXCHANGE_KIND(space, T, from, strong) EXCHANGE_KIND(space, T, from, weak)
#define SUMS(space, T)                                     \
	ORDERED(space, T, atomic_fetch_add, fetch_add)     \
	ORDERED(space, T, atomic_fetch_sub, fetch_sub)
#define LIMITS(space, T)                                   \
	ORDERED(space, T, atomic_fetch_min, fetch_min)     \
	ORDERED(space, T, atomic_fetch_max, fetch_max)
#define BITS(space, T)                                     \
	ORDERED(space, T, atomic_fetch_and, fetch_and)     \
	ORDERED(space, T, atomic_fetch_or, fetch_or)       \
	ORDERED(space, T, atomic_fetch_xor, fetch_xor)
/* Of atomic_intptr_t and atomic_uintptr_t, whose operands have the other sign. */
#define OTHER_SIGN(space, T, X, name)                                                                                \
	T OVER name##_explicit(volatile space atomic_##T *p, X x, memory_order order, memory_scope scope)            \
	{                                                                                                            \
		return name##_explicit(p, (T)x, order, scope);                                                       \
	}                                                                                                            \
	T OVER name##_explicit(volatile space atomic_##T *p, X x, memory_order order)                                \
	{                                                                                                            \
		return name##_explicit(p, (T)x, order, memory_scope_device);                                         \
	}                                                                                                            \
	T OVER name(volatile space atomic_##T *p, X x) { return name(p, (T)x); }
#define OTHER_SIGNS(space, T, X)                                                                                     \
	OTHER_SIGN(space, T, X, atomic_fetch_add) OTHER_SIGN(space, T, X, atomic_fetch_sub)                          \
	OTHER_SIGN(space, T, X, atomic_fetch_and) OTHER_SIGN(space, T, X, atomic_fetch_or)                           \
	OTHER_SIGN(space, T, X, atomic_fetch_xor) OTHER_SIGN(space, T, X, atomic_fetch_min)                          \
	OTHER_SIGN(space, T, X, atomic_fetch_max)
#define NUMBER(T) SHARED(ACCESS, T) SHARED(SUMS, T) SHARED(LIMITS, T)
NUMBER(int) NUMBER(uint) NUMBER(long) NUMBER(ulong) NUMBER(float) NUMBER(double)
SHARED(ACCESS, half) SHARED(SUMS, half) SHARED(LIMITS, half)
SHARED(BITS, int) SHARED(BITS, uint) SHARED(BITS, long) SHARED(BITS, ulong)
SHARED(OTHER_SIGNS, long, ulong) SHARED(OTHER_SIGNS, ulong, long)

#define FLAG(space, ignored)                                                                                         \
	bool OVER atomic_flag_test_and_set_explicit(volatile space atomic_flag *p, memory_order order, memory_scope scope) \
	{                                                                                                            \
		return atomic_exchange_explicit(p, 1, order, scope) != 0;                                            \
	}                                                                                                            \
	bool OVER atomic_flag_test_and_set_explicit(volatile space atomic_flag *p, memory_order order)               \
	{                                                                                                            \
		return atomic_exchange_explicit(p, 1, order, memory_scope_device) != 0;                              \
	}                                                                                                            \
	bool OVER atomic_flag_test_and_set(volatile space atomic_flag *p) { return atomic_exchange(p, 1) != 0; }     \
	void OVER atomic_flag_clear_explicit(volatile space atomic_flag *p, memory_order order, memory_scope scope)  \
	{                                                                                                            \
		atomic_store_explicit(p, 0, order, scope);                                                           \
	}                                                                                                            \
	void OVER atomic_flag_clear_explicit(volatile space atomic_flag *p, memory_order order)                      \
	{                                                                                                            \
		atomic_store_explicit(p, 0, order, memory_scope_device);                                             \
	}                                                                                                            \
	void OVER atomic_flag_clear(volatile space atomic_flag *p) { atomic_store(p, 0); }
SHARED(FLAG, )
