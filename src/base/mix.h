/* src/base/mix.h -- pseudorandom numbers from a seed. */
#ifndef HR_MIX_H
#define HR_MIX_H

#include <stdint.h>

/* The increment of a state from one number to the next; any odd number would do. */
#define HR_MIX_STEP UINT64_C(0x9e3779b97f4a7c15)

/* Return a permutation of 64-bit numbers in which every bit of VALUE affects every bit of the
 * result: the finalizer of splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
 * generators", 2014, variant 13 of Stafford). */
static inline uint64_t hr_mix(uint64_t value)
{
	value ^= value >> 30;
	value *= UINT64_C(0xbf58476d1ce4e5b9);
	value ^= value >> 27;
	value *= UINT64_C(0x94d049bb133111eb);
	return value ^ value >> 31;
}

#endif
