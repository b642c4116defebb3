/* src/arith/machine.h -- the meaning of operations that only instructions of x86-64 compute.
 * Included by arith.h.
 *
 * Not here:  instructions that are combinations of other operations (ir/x86/). */
#ifndef HR_MACHINE_H
#define HR_MACHINE_H

static inline uint64_t hr_deposit(uint64_t a, uint64_t mask)
{
	uint64_t result = 0;

	for (; mask; mask &= mask - 1, a >>= 1)
		if (a & 1)
			result |= mask & -mask;
	return result;
}

static inline uint64_t hr_extract(uint64_t a, uint64_t mask)
{
	uint64_t result = 0;

	for (unsigned at = 0; mask; mask &= mask - 1, at++)
		if (a & mask & -mask)
			result |= (uint64_t)1 << at;
	return result;
}

static inline uint32_t hr_a_pdep_i32(uint32_t a, uint32_t b)
{
	return (uint32_t)hr_deposit(a, b);
}

static inline uint64_t hr_a_pdep_i64(uint64_t a, uint64_t b)
{
	return hr_deposit(a, b);
}

static inline uint32_t hr_a_pext_i32(uint32_t a, uint32_t b)
{
	return (uint32_t)hr_extract(a, b);
}

static inline uint64_t hr_a_pext_i64(uint64_t a, uint64_t b)
{
	return hr_extract(a, b);
}

/* The polynomial of CRC-32C with its bits reversed. */
static inline uint32_t hr_a_crc32c_i8(uint32_t a, uint8_t b)
{
	a ^= b;
	for (unsigned i = 0; i < 8; i++)
		a = a >> 1 ^ (a & 1 ? 0x82f63b78u : 0u);
	return a;
}

static inline uint8_t hr_a_gfmul_i8(uint8_t a, uint8_t b)
{
	unsigned product = 0, power = a;

	for (unsigned i = 0; i < 8; i++) {
		if (b >> i & 1)
			product ^= power;
		power = power << 1 ^ (power & 0x80 ? 0x11bu : 0u);
	}
	return (uint8_t)product;
}

/* a to the power of 254 */
static inline uint8_t hr_a_gfinv_i8(uint8_t a)
{
	uint8_t result = 1;

	for (unsigned i = 0; i < 7; i++) {
		a = hr_a_gfmul_i8(a, a);
		result = hr_a_gfmul_i8(result, a);
	}
	return result;
}

/* --- strings of SSE4.2 ------------------------------------------------------------------------ */

typedef struct hr_strings {
	unsigned __int128 a, b;
	unsigned mode;           /* the immediate of the instruction */
	unsigned count;          /* elements of a vector: 16 or 8 */
	unsigned a_used, b_used; /* elements before the end of the string */
} hr_strings;

static inline int32_t hr_string_element(const hr_strings *s, unsigned __int128 from, unsigned i)
{
	unsigned bits = 128 / s->count;
	uint32_t value = (uint32_t)(from >> bits * i) & ((1u << bits) - 1);

	if (s->mode & 2 && value >> (bits - 1))
		return (int32_t)value - (int32_t)(1u << bits);
	return (int32_t)value;
}

/* LENGTH is that of the explicit form; the implicit one ends before the first 0. */
static inline unsigned hr_string_length(const hr_strings *s, unsigned __int128 from,
					uint32_t length, bool is_explicit)
{
	unsigned i = 0;

	if (is_explicit) {
		length = length >> 31 ? 0 - length : length;
		return length < s->count ? length : s->count;
	}
	while (i < s->count && hr_string_element(s, from, i))
		i++;
	return i;
}

/* Return bit J of the comparison before its polarity is applied. */
static inline bool hr_string_match(const hr_strings *s, unsigned j)
{
	int32_t b = hr_string_element(s, s->b, j);

	switch (s->mode >> 2 & 3) {
	case 0: /* equal to any */
		for (unsigned i = 0; i < s->a_used && j < s->b_used; i++)
			if (hr_string_element(s, s->a, i) == b)
				return true;
		return false;
	case 1: /* in a range */
		for (unsigned i = 0; i + 1 < s->a_used && j < s->b_used; i += 2)
			if (hr_string_element(s, s->a, i) <= b &&
			    b <= hr_string_element(s, s->a, i + 1))
				return true;
		return false;
	case 2: /* equal at the same place */
		if (j < s->a_used && j < s->b_used)
			return hr_string_element(s, s->a, j) == b;
		return j >= s->a_used && j >= s->b_used;
	default: /* a begins here */
		for (unsigned i = 0; i < s->a_used && i + j < s->count; i++)
			if (i + j >= s->b_used ||
			    hr_string_element(s, s->a, i) != hr_string_element(s, s->b, i + j))
				return false;
		return true;
	}
}

/* Bits of c: 0 to 31 and 32 to 63 the lengths of a and b, 64 to 71 the immediate, 72: the lengths
 * count. Bits of the result: 0 to 15 the mask, 16 to 19 the flags C, Z, S and O, 32 to 39 the
 * index. */
static inline unsigned __int128 hr_a_pcmpstr_i128(unsigned __int128 a, unsigned __int128 b,
						  unsigned __int128 c)
{
	hr_strings s = {.a = a, .b = b, .mode = (unsigned)(c >> 64) & 255};
	bool is_explicit = (c >> 72 & 1) != 0;
	uint32_t mask = 0, index;

	s.count = s.mode & 1 ? 8 : 16;
	s.a_used = hr_string_length(&s, a, (uint32_t)c, is_explicit);
	s.b_used = hr_string_length(&s, b, (uint32_t)(c >> 32), is_explicit);
	for (unsigned j = 0; j < s.count; j++) {
		bool negated = s.mode & 16 && (!(s.mode & 32) || j < s.b_used);

		mask |= (uint32_t)(hr_string_match(&s, j) != negated) << j;
	}
	index = !mask         ? s.count
		: s.mode & 64 ? 31u - (unsigned)__builtin_clz(mask)
			      : (unsigned)__builtin_ctz(mask);
	return mask | (uint32_t)(mask != 0) << 16 | (uint32_t)(s.b_used < s.count) << 17 |
	       (uint32_t)(s.a_used < s.count) << 18 | (mask & 1) << 19 |
	       (unsigned __int128)index << 32;
}

#endif
