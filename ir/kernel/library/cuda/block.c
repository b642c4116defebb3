/* cuda/block.c -- barriers of a block that count (bar.red of PTX).
 *
 * Compiled for SPIR, whose work-item functions and address spaces the conversion of kernels knows. The first barrier
 * separates the reset from the counting, the last one the result from the next reset. */
#define COUNTS __attribute__((convergent, always_inline))

unsigned long __attribute__((overloadable)) get_local_linear_id(void);
void __attribute__((overloadable, convergent)) barrier(unsigned flags);

enum { EVERYTHING = 3 /* orders shared and global memory */ };

static __attribute__((address_space(3))) unsigned counted;

static unsigned COUNTS count(_Bool is_true)
{
	unsigned result;

	if (get_local_linear_id() == 0)
		counted = 0;
	barrier(EVERYTHING);
	if (is_true)
		__atomic_fetch_add(&counted, 1, __ATOMIC_RELAXED);
	barrier(EVERYTHING);
	result = counted;
	barrier(EVERYTHING);
	return result;
}

unsigned COUNTS hpvm_barrier0_popc(unsigned predicate)
{
	return count(predicate != 0);
}

unsigned COUNTS hpvm_barrier0_or(unsigned predicate)
{
	return count(predicate != 0) != 0;
}

unsigned COUNTS hpvm_barrier0_and(unsigned predicate)
{
	return count(predicate == 0) == 0;
}

/* Barrier 0 is the only one that the conversion of kernels has. */
unsigned COUNTS hpvm_barrier_popc(unsigned number, _Bool predicate)
{
	return count(predicate) + 0 * number;
}

_Bool COUNTS hpvm_barrier_or(unsigned number, _Bool predicate)
{
	return count(predicate) + 0 * number != 0;
}

_Bool COUNTS hpvm_barrier_and(unsigned number, _Bool predicate)
{
	return count(!predicate) + 0 * number == 0;
}
