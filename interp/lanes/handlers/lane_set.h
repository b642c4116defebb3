/* interp/lanes/handlers/lane_set.h -- shared by the handlers of one instruction set: loops over
 * lanes of the window. Private to the files that are compiled once for each set (HR_LANE_SET).
 *
 * Arrays are aligned to 64 bytes. Loops that access only arrays run over all whole strips that
 * overlap the window; other loops run over its groups. */
#ifndef HR_LANE_SET_H
#define HR_LANE_SET_H

#include <string.h>

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "interp/lanes/handlers/lane_loop.h"
#include "interp/lanes/run/lane_batch.h"

#define EACH_LANE(i) LANES_LOOP for (unsigned i = 0; i < count; i++)

#define HANDLER(name) const uint32_t *HR_LANE_OF_SET(name)(hr_batch *batch, const uint32_t *pc)

/* Operand K as one value, and as an array that begins at the window. */
#define ONE(T, k) (*(hr_c_##T *)__builtin_assume_aligned(batch->frame + pc[k], sizeof(hr_c_##T)))
#define ARRAY(T, k)                                                                                \
	((hr_c_##T *)__builtin_assume_aligned(                                                     \
		batch->frame + pc[k] + (size_t)first_lane(batch) * sizeof(hr_c_##T), LANE_STRIP))
#define WINDOW const unsigned count = lane_count(batch)
/* The same in units of groups. */
#define GROUPS_ARRAY(T, k)                                                                         \
	((hr_c_##T *)__builtin_assume_aligned(                                                     \
		batch->frame + pc[k] + (size_t)batch->first_group * LANE_GROUP * sizeof(hr_c_##T), \
		LANE_GROUP))
#define GROUPS_WINDOW const unsigned count = (batch->end_group - batch->first_group) * LANE_GROUP

/* The strips that overlap the window. */
static inline uint32_t first_lane(const hr_batch *batch)
{
	/* tells compilers that it is a multiple */
	return batch->first_lane / LANE_STRIP * LANE_STRIP;
}

static inline uint32_t lane_count(const hr_batch *batch)
{
	return batch->lane_count / LANE_STRIP * LANE_STRIP;
}

/* The lane at place I of these strips, and whether it is active. */
static inline uint32_t lane_of(const hr_batch *batch, unsigned i)
{
	return first_lane(batch) + i;
}

static inline bool runs(const hr_batch *batch, unsigned i)
{
	uint32_t lane = lane_of(batch, i);

	return batch->mask[lane / 64] >> lane % 64 & 1;
}

/* Calls DO with the C type of a container of SIZE bytes. */
#define BY_SIZE(size, DO)                                                                          \
	switch (size) {                                                                            \
	case 1: {                                                                                  \
		DO(I8);                                                                            \
		break;                                                                             \
	}                                                                                          \
	case 2: {                                                                                  \
		DO(I16);                                                                           \
		break;                                                                             \
	}                                                                                          \
	case 4: {                                                                                  \
		DO(I32);                                                                           \
		break;                                                                             \
	}                                                                                          \
	case 8: {                                                                                  \
		DO(I64);                                                                           \
		break;                                                                             \
	}                                                                                          \
	default: {                                                                                 \
		DO(I128);                                                                          \
	}                                                                                          \
	}

/* Return an affine value, or a uniform one as an affine one. */
static inline lane_affine affine_at(const hr_batch *batch, uint32_t place)
{
	const lane_affine *from =
		(const lane_affine *)__builtin_assume_aligned(batch->frame + place, LANE_PLACE);

	return (lane_affine){
		.base = lane_alone(from->base),
		.stride = {lane_alone(from->stride[0]), lane_alone(from->stride[1])},
	};
}

static inline void put_affine_at(const hr_batch *batch, uint32_t place, lane_affine value)
{
	lane_affine *to = (lane_affine *)__builtin_assume_aligned(batch->frame + place, LANE_PLACE);

	to->base = value.base;
	to->stride[0] = value.stride[0];
	to->stride[1] = value.stride[1];
}

/* --- bits and bytes --------------------------------------------------------------------------- */

/* Return one bit for each of 64 bytes, which must be 0 or 1. */
static inline uint64_t bits_of(const uint8_t *bytes)
{
#ifdef __AVX512BW__
	const __m512i all = _mm512_loadu_si512(bytes);

	return _mm512_test_epi8_mask(all, all);
#elif defined(__AVX2__)
	const __m256i *half = (const __m256i *)(const void *)bytes;
	const uint64_t low =
		(uint32_t)_mm256_movemask_epi8(_mm256_slli_epi16(_mm256_loadu_si256(half), 7));
	const uint64_t high =
		(uint32_t)_mm256_movemask_epi8(_mm256_slli_epi16(_mm256_loadu_si256(half + 1), 7));

	return low | high << 32;
#else
	uint64_t bits = 0, eight;

	for (unsigned i = 0; i < LANE_STRIP; i += 8) {
		memcpy(&eight, bytes + i, sizeof(eight));
		bits |= (eight * UINT64_C(0x0102040810204080) >> 56) << i;
	}
	return bits;
#endif
}

/* Return one bit for each of 64 bytes: whether it is not 0. The bits of inactive lanes are
 * undefined. */
static inline uint64_t any_bits_of(const uint8_t *bytes)
{
#ifdef __AVX512BW__
	return bits_of(bytes);
#elif defined(__AVX2__)
	const __m256i *half = (const __m256i *)(const void *)bytes, none = _mm256_setzero_si256();
	const uint64_t low =
		(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_loadu_si256(half), none));
	const uint64_t high = (uint32_t)_mm256_movemask_epi8(
		_mm256_cmpeq_epi8(_mm256_loadu_si256(half + 1), none));

	return ~(low | high << 32);
#else
	uint8_t yes[LANE_STRIP] __attribute__((aligned(64)));

	LANES_LOOP for (unsigned i = 0; i < LANE_STRIP; i++) yes[i] = bytes[i] != 0;
	return bits_of(yes);
#endif
}

typedef uint8_t bytes16 __attribute__((vector_size(16)));

/* Return a byte, 0 or 1, for each of 16 bits. */
static inline bytes16 bytes_of(uint64_t bits)
{
	typedef uint64_t words16 __attribute__((vector_size(16)));
	const uint64_t all = UINT64_C(0x0101010101010101), each = UINT64_C(0x8040201008040201);
	const words16 spread = {(bits & 0xFF) * all, (bits >> 8 & 0xFF) * all};

	return (bytes16)((bytes16)(spread & (words16){each, each}) != 0) & 1;
}

/* Store a byte, 0 or 1, for each of 64 bits. */
static inline void put_bits(uint8_t *to, uint64_t bits)
{
#ifdef __AVX512BW__
	_mm512_storeu_si512(to, _mm512_maskz_set1_epi8(bits, 1));
#elif defined(__AVX2__)
	const __m256i each = _mm256_set1_epi64x((int64_t)UINT64_C(0x8040201008040201));
	const __m256i from = _mm256_set_epi8(3, 3, 3, 3, 3, 3, 3, 3, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1,
					     1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0);

	for (unsigned i = 0; i < 2; i++) {
		const __m256i all = _mm256_set1_epi32((int32_t)(uint32_t)(bits >> 32 * i));
		const __m256i own = _mm256_and_si256(_mm256_shuffle_epi8(all, from), each);

		_mm256_storeu_si256(
			(__m256i *)(void *)to + i,
			_mm256_and_si256(_mm256_cmpeq_epi8(own, each), _mm256_set1_epi8(1)));
	}
#else
	for (unsigned i = 0; i < LANE_STRIP; i += 16) {
		const bytes16 bytes = bytes_of(bits >> i);

		memcpy(to + i, &bytes, sizeof(bytes));
	}
#endif
}

lane_packer HR_LANE_OF_SET(pack);
lane_unpacker HR_LANE_OF_SET(unpack);

/* load.c, store.c, control.c, affine.c, compare.c, math.c, rows.c */
#define X(name) lane_handler HR_LANE_OF_SET(name);
/* clang-format off */
X(affine) X(affine_guarded) X(affine_add) X(affine_sub) X(affine_step) X(affine_offset)
X(affine_muladd) X(affine_compare) X(affine_bits) X(bits_and) X(bits_or) X(bits_xor) X(bits_and_one) X(bits_or_one) X(bits_xor_one) X(bits_keep) X(id) X(id_of) X(entry) X(entry_uniform) X(stop) X(goto_) X(go) X(go_packing)
X(split) X(split_bits) X(switch_uniform) X(switch_varying) X(return_) X(barrier) X(trapped) X(trap_if_uniform)
X(trap_if_varying) X(poison_flag_uniform) X(poison_flag) X(poison_flag_bits) X(poison_source) X(poison_arrays) X(rows_fadd_f32)
X(rows_fsub_f32) X(rows_fmul_f32) X(rows_fmuladd_f32) X(rows_fma_f32) X(rows_fma_f64) X(rows_fadd_f64) X(rows_fsub_f64)
X(rows_fmul_f64) X(rows_fmuladd_f64) X(math_exp) X(math_log) X(address) X(load_uniform) X(load_affine) X(load_indexed) X(load_gather)
X(store_affine) X(store_indexed) X(store_scatter) X(atomic)
/* clang-format on */
#undef X

#endif
