/* hpvm_atomics.h -- atomic functions of CUDA C++ and HIP, with the scopes of the device, the block and the system. */
#ifndef HPVM_ATOMICS_H
#define HPVM_ATOMICS_H

#define HPVM_ATOMIC(type, name, operation, suffix, scope)                                          \
	HPVM_DEVICE type atomic##name##suffix(type *p, type x)                                     \
	{                                                                                          \
		return __scoped_atomic_##operation(p, x, __ATOMIC_RELAXED, scope);                 \
	}
#define HPVM_ATOMIC_SCOPES(type, name, operation)                                                  \
	HPVM_ATOMIC(type, name, operation, , __MEMORY_SCOPE_DEVICE)                                \
	HPVM_ATOMIC(type, name, operation, _block, __MEMORY_SCOPE_WRKGRP)                          \
	HPVM_ATOMIC(type, name, operation, _system, __MEMORY_SCOPE_SYSTEM)
#define HPVM_CAS(type, suffix, scope)                                                              \
	HPVM_DEVICE type atomicCAS##suffix(type *p, type expected, type x)                         \
	{                                                                                          \
		__scoped_atomic_compare_exchange_n(p, &expected, x, false, __ATOMIC_RELAXED,       \
						   __ATOMIC_RELAXED, scope);                       \
		return expected;                                                                   \
	}
#define HPVM_CAS_SCOPES(type)                                                                      \
	HPVM_CAS(type, , __MEMORY_SCOPE_DEVICE)                                                    \
	HPVM_CAS(type, _block, __MEMORY_SCOPE_WRKGRP)                                              \
	HPVM_CAS(type, _system, __MEMORY_SCOPE_SYSTEM)
#define HPVM_ATOMICS(type)                                                                         \
	HPVM_ATOMIC_SCOPES(type, Add, fetch_add)                                                   \
	HPVM_ATOMIC_SCOPES(type, Sub, fetch_sub)                                                   \
	HPVM_ATOMIC_SCOPES(type, Exch, exchange_n)                                                 \
	HPVM_ATOMIC_SCOPES(type, Min, fetch_min)                                                   \
	HPVM_ATOMIC_SCOPES(type, Max, fetch_max)                                                   \
	HPVM_ATOMIC_SCOPES(type, And, fetch_and)                                                   \
	HPVM_ATOMIC_SCOPES(type, Or, fetch_or)                                                     \
	HPVM_ATOMIC_SCOPES(type, Xor, fetch_xor)                                                   \
	HPVM_CAS_SCOPES(type)
HPVM_ATOMICS(int)
HPVM_ATOMICS(unsigned)
HPVM_ATOMICS(unsigned long long)
HPVM_ATOMICS(long long)
HPVM_CAS_SCOPES(unsigned short)
HPVM_ATOMIC_SCOPES(float, Add, fetch_add)
HPVM_ATOMIC_SCOPES(double, Add, fetch_add)
#define HPVM_EXCHANGE(suffix)                                                                      \
	HPVM_DEVICE float atomicExch##suffix(float *p, float x)                                    \
	{                                                                                          \
		return __int_as_float(atomicExch##suffix((int *)p, __float_as_int(x)));            \
	}
HPVM_EXCHANGE()
HPVM_EXCHANGE(_block)
HPVM_EXCHANGE(_system)
#define HPVM_WRAP(name, suffix, scope, next)                                                       \
	HPVM_DEVICE unsigned atomic##name##suffix(unsigned *p, unsigned limit)                     \
	{                                                                                          \
		unsigned old = __scoped_atomic_load_n(p, __ATOMIC_RELAXED, scope), seen;           \
		do {                                                                               \
			seen = old;                                                                \
			old = atomicCAS##suffix(p, seen, next);                                    \
		} while (old != seen);                                                             \
		return old;                                                                        \
	}
#define HPVM_WRAP_SCOPES(name, next)                                                               \
	HPVM_WRAP(name, , __MEMORY_SCOPE_DEVICE, next)                                             \
	HPVM_WRAP(name, _block, __MEMORY_SCOPE_WRKGRP, next)                                       \
	HPVM_WRAP(name, _system, __MEMORY_SCOPE_SYSTEM, next)
HPVM_WRAP_SCOPES(Inc, seen >= limit ? 0 : seen + 1)
HPVM_WRAP_SCOPES(Dec, seen == 0 || seen > limit ? limit : seen - 1)

#endif
