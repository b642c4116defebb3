/* backends/crosscheck/compare.c -- compares two ranges of memory element by element.
 *
 * Pure functions without side effects.
 * Invariant: bytes that are equal are never a mismatch.
 * Owns:      nothing.
 * Clauses:   none; the rules are in docs/backends.md.
 * Not here:  which memory is compared by which rule (compare_grid.c). */
#include "backends/crosscheck/compare.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BLOCK = 4096 };

/* The expected elements. */
typedef struct compared {
	const uint8_t *right, *end;
} compared;

static void note_within(hr_compared *sum, const hr_bound *bound, const uint8_t *right,
			const uint8_t *got, double off)
{
	double share = off / bound->most;

	if (sum->within++ && share <= sum->share)
		return;
	sum->share = share;
	sum->off_ulps = hr_element_ulps(right, got, bound->element);
	sum->allowed_ulps = hr_bound_ulps(bound);
}

/* Return true if two elements that are not equal belong to a float whose bound permits the
 * difference. Where no float was stored, any difference is permitted if some instance took an
 * unstable branch. */
static bool within(const hr_compare_rule *rule, hr_compared *sum, const uint8_t *right,
		   const uint8_t *got)
{
	const hr_bound *bound = rule->bounds ? hr_bounds_at(rule->bounds, right) : NULL;
	__float128 off;

	if (!rule->bounds || (!bound && !rule->bounds->unsure))
		return false;
	if (!bound || bound->most == (double)INFINITY) {
		sum->open++;
		return true;
	}
	got -= right - bound->address;
	right = bound->address;
	off = hr_element_value(right, bound->element) - hr_element_value(got, bound->element);
	off = off < 0 ? -off : off;
	if (!(off <= (__float128)bound->most) || (off == 0 && bound->most == 0))
		return false;
	if (off > 0)
		note_within(sum, bound, right, got, (double)off);
	return true;
}

/* Return true if two floats with different bytes are equal. */
static bool floats_alike(const hr_compare_rule *rule, const uint8_t *right, const uint8_t *got)
{
	__float128 should = hr_element_value(right, rule->element);
	__float128 is = hr_element_value(got, rule->element);
	bool no_numbers = should != should && is != is;

	if (no_numbers)
		return rule->nans_alike;
	return should == is && rule->zeros_alike; /* both are zero */
}

static bool is_nan(const uint8_t *bytes, unsigned size)
{
	__float128 value = hr_element_value(bytes, hr_element_of_npy(HR_NPY_FLOAT, size));

	return value != value;
}

/* Return true if both bytes belong to a naturally aligned float that is a NaN. */
static bool in_nans(const hr_compare_rule *rule, const compared *of, const uint8_t *right,
		    const uint8_t *got)
{
	for (unsigned size = 2; size <= 8; size *= 2) {
		size_t into = (uintptr_t)right & (size - 1);

		if (!(rule->numbers & size) || (size_t)(right - of->right) < into ||
		    (size_t)(of->end - right) + into < size)
			continue;
		if (is_nan(right - into, size) && is_nan(got - into, size))
			return true;
	}
	return false;
}

/* Return true if the elements differ only in bits that UNDEFINED has set, and count the bytes. */
static bool is_undefined(const hr_compare_rule *rule, hr_compared *sum, const uint8_t *right,
			 const uint8_t *got, const uint8_t *undefined)
{
	uint64_t count = 0;

	for (unsigned i = 0; i < rule->bytes; i++) {
		if ((right[i] ^ got[i]) & ~undefined[i])
			return false;
		count += right[i] != got[i];
	}
	sum->undefined += count;
	return true;
}

static bool alike(const hr_compare_rule *rule, const compared *of, hr_compared *sum,
		  const uint8_t *right, const uint8_t *got, const uint8_t *undefined)
{
	if (memcmp(right, got, rule->bytes) == 0 ||
	    (undefined && is_undefined(rule, sum, right, got, undefined)))
		return true;
	if (rule->floating ? floats_alike(rule, right, got)
			   : rule->numbers && in_nans(rule, of, right, got))
		return true;
	return within(rule, sum, right, got);
}

static void note(const hr_compare_rule *rule, hr_compared *sum, uint64_t index,
		 const uint8_t *right, const uint8_t *got)
{
	uint64_t ulps = rule->floating ? hr_element_ulps(right, got, rule->element) : HR_ULP_FAR;

	if (sum->mismatches++ == 0)
		sum->first = index;
	if (ulps > sum->worst_ulps)
		sum->worst_ulps = ulps;
}

/* Return how many elements starting at INDEX are in a block without a difference; 0 if they must be
 * compared one by one. */
static uint64_t same_block(const hr_compare_rule *rule, const uint8_t *right, const uint8_t *got,
			   uint64_t index, uint64_t count)
{
	uint64_t block = BLOCK / rule->bytes;

	block = count - index < block ? count - index : block;
	if (memcmp(right + index * rule->bytes, got + index * rule->bytes, block * rule->bytes) !=
	    0)
		return 0;
	return block;
}

hr_compared hr_compare(const hr_compare_rule *rule, const uint8_t *right, size_t right_stride,
		       const uint8_t *got, size_t got_stride, uint64_t count)
{
	hr_compared sum = {.bytes = count * rule->bytes, .elements = count};
	const compared of = {right, right + count * right_stride};
	bool dense = right_stride == rule->bytes && got_stride == rule->bytes;
	uint64_t block = BLOCK / rule->bytes;

	for (uint64_t i = 0; i < count;) {
		uint64_t end = count - i < block ? count : i + block;
		uint64_t same = dense ? same_block(rule, right, got, i, count) : 0;

		if (same) {
			i += same;
			continue;
		}
		for (; i < end; i++) {
			const uint8_t *one = right + i * right_stride,
				      *other = got + i * got_stride;
			const uint8_t *undefined =
				rule->undefined ? rule->undefined + i * right_stride : NULL;

			if (!alike(rule, &of, &sum, one, other, undefined))
				note(rule, &sum, i, one, other);
		}
	}
	return sum;
}

void hr_compared_add(hr_compared *sum, const hr_compared *part)
{
	if (!sum->mismatches)
		sum->first = part->first;
	sum->bytes += part->bytes;
	sum->elements += part->elements;
	sum->mismatches += part->mismatches;
	if (part->worst_ulps > sum->worst_ulps)
		sum->worst_ulps = part->worst_ulps;
	sum->open += part->open;
	if (part->within && (!sum->within || part->share > sum->share)) {
		sum->share = part->share;
		sum->off_ulps = part->off_ulps;
		sum->allowed_ulps = part->allowed_ulps;
	}
	sum->within += part->within;
	sum->undefined += part->undefined;
}

const char *hr_ulps_text(uint64_t ulps, char text[32])
{
	if (ulps == HR_ULP_FAR)
		return "far apart";
	snprintf(text, 32, "%llu ULP", (unsigned long long)ulps);
	return text;
}
