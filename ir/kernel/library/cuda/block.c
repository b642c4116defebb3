/* cuda/block.c -- what threads of a block meet at beside barrier 0: barriers that count (bar.red of PTX), barriers with
 * numbers, barriers in shared memory (mbarrier).
 *
 * Compiled for SPIR, whose work-item functions and address spaces the conversion of kernels knows. */
#define COUNTS __attribute__((convergent, always_inline))

unsigned long __attribute__((overloadable)) get_local_linear_id(void);
unsigned long __attribute__((overloadable)) get_local_size(unsigned dimension);
void __attribute__((overloadable, convergent)) barrier(unsigned flags);

enum { EVERYTHING = 3 /* orders shared and global memory */ };

#define SHARED __attribute__((address_space(3)))

/* --- barriers that count ---------------------------------------------------------------------- */

static SHARED unsigned counted;

/* The first barrier separates the reset from the counting, the last one the result from the next reset. */
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

/* Here, too, all barriers are number 0. */
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

/* --- barriers with numbers -------------------------------------------------------------------- */

enum { NUMBERS = 16 };

/* What has arrived since the barrier was passed last, and how often it has been passed. */
static SHARED struct {
	unsigned arrived, passed;
} numbered_barriers[NUMBERS];

/* At the beginning of a kernel that has such barriers. */
void COUNTS hpvm_named_begin(void)
{
	if (get_local_linear_id() == 0)
		for (unsigned i = 0; i < NUMBERS; i++)
			numbered_barriers[i].arrived = numbered_barriers[i].passed = 0;
	barrier(EVERYTHING);
}

/* Arrive at barrier NUMBER, which COUNT threads pass together, 0: all of the block. */
static unsigned COUNTS arrive(unsigned number, unsigned count)
{
	const unsigned all = (unsigned)(get_local_size(0) * get_local_size(1) * get_local_size(2));
	unsigned passed;

	if (number >= NUMBERS)
		__builtin_trap();
	passed = __atomic_load_n(&numbered_barriers[number].passed, __ATOMIC_RELAXED);
	if (__atomic_fetch_add(&numbered_barriers[number].arrived, 1, __ATOMIC_ACQ_REL) + 1 ==
	    (count ? count : all)) {
		__atomic_store_n(&numbered_barriers[number].arrived, 0, __ATOMIC_RELAXED);
		__atomic_store_n(&numbered_barriers[number].passed, passed + 1, __ATOMIC_RELEASE);
	}
	return passed;
}

void COUNTS hpvm_named_arrive(unsigned number, unsigned count)
{
	(void)arrive(number, count);
}

void COUNTS hpvm_named_sync(unsigned number, unsigned count)
{
	const unsigned passed = arrive(number, count);

	while (__atomic_load_n(&numbered_barriers[number].passed, __ATOMIC_ACQUIRE) == passed)
		;
}

/* --- mbarrier --------------------------------------------------------------------------------- */

/* An mbarrier is 64 bits: how often its phase has ended, arrivals that its phase lacks, arrivals of each phase. */
typedef SHARED unsigned long word;
#define COUNT_BITS   20
#define COUNT_MASK   ((1ul << COUNT_BITS) - 1)
#define PHASE(state) ((state) >> 2 * COUNT_BITS)

void COUNTS hpvm_mbarrier_init(word *at, unsigned count)
{
	__atomic_store_n(at, (unsigned long)count << COUNT_BITS | count, __ATOMIC_RELAXED);
}

/* COUNT arrivals, of which DROPPED do not come in later phases. Return the state before. */
unsigned long COUNTS hpvm_mbarrier_arrive(word *at, unsigned count, unsigned dropped)
{
	unsigned long state = __atomic_load_n(at, __ATOMIC_RELAXED), next;

	do {
		const unsigned long lacks = state >> COUNT_BITS & COUNT_MASK,
				    each = (state & COUNT_MASK) - dropped;

		if (count > lacks)
			__builtin_trap();
		next = lacks > count
			       ? PHASE(state) << 2 * COUNT_BITS | (lacks - count) << COUNT_BITS |
					 each
			       : (PHASE(state) + 1) << 2 * COUNT_BITS | each << COUNT_BITS | each;
	} while (!__atomic_compare_exchange_n(at, &state, next, 0, __ATOMIC_ACQ_REL,
					      __ATOMIC_RELAXED));
	return state;
}

/* Return true if the phase that STATE was in has ended. */
_Bool COUNTS hpvm_mbarrier_test(word *at, unsigned long state)
{
	return PHASE(__atomic_load_n(at, __ATOMIC_ACQUIRE)) != PHASE(state);
}

/* The same for the phase whose number is odd or not. */
_Bool COUNTS hpvm_mbarrier_test_parity(word *at, unsigned odd)
{
	return (PHASE(__atomic_load_n(at, __ATOMIC_ACQUIRE)) & 1) != odd;
}

unsigned COUNTS hpvm_mbarrier_pending(unsigned long state)
{
	return state >> COUNT_BITS & COUNT_MASK;
}
