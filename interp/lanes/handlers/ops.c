/* interp/lanes/handlers/ops.c -- handlers of the lane engine that work on arrays, and the handler
 * table of an instruction set (struct lane_ops); compiled once for each instruction set.
 *
 * The handlers of pure operations are generated from src/arith/op.def (lane_shapes.h), those that
 * benefit once for each instruction set (lane_forms.h).
 *
 * Arrays are aligned to 64 bytes; loops run over whole strips of the window.
 *
 * Not here:  handlers compiled once for all instruction sets (shared.c), control (control.c),
 *            affine values (affine.c, compare.c), operations done lane by lane
 *            (interp/lanes/run/each.c), memory (load.c, store.c). */
#include <string.h>

#define OWN_HANDLER(name) static const uint32_t *name(hr_batch *batch, const uint32_t *pc)
#define ROW_HANDLER       OWN_HANDLER
#define ROW_LOOP          LANES_AT_ONCE
#define STRIP_LOOP        LANES_OF_STRIP

#include "interp/lanes/handlers/lane_forms.h"
#include "interp/lanes/handlers/lane_math.h"
#include "interp/lanes/handlers/lane_rows.h"
#include "interp/lanes/handlers/lane_shapes.h"
#include "interp/lanes/handlers/lane_shared.h"

#define MAKE_FORMS(ident, shape, T1, T2)  FORMS_##shape(ident, T1, T2)
#define MAKE_ARRAYS(ident, shape, T1, T2) ARRAYS_##shape(ident, T1, T2)
#define MAKE_STRIPS(ident, shape, T1, T2) STRIPS_##shape(ident, T1, T2)
#define MAKE_SHARED(ident, shape, T1, T2)
#define MAKE_NONE(ident, shape, T1, T2)
#define HR_OP(ident, name, shape, T1, T2, operands, text)                                          \
	HR_PASTE(MAKE_, LANE_FORM_OF(ident, shape, T1, T2))(ident, shape, T1, T2)
#include "src/arith/op.def"

OWN_HANDLER(v1_jnz)
{
	uint64_t *to = &batch->condition[first_lane(batch) / LANE_STRIP];
	const uint8_t *a = ARRAY(I8, 1);
	WINDOW;

	for (unsigned i = 0; i < count; i += LANE_STRIP)
		*to++ = any_bits_of(a + i);
	return pc + 2;
}

/* --- arrays ----------------------------------------------------------------------------------- */

OWN_HANDLER(x_broadcast)
{
	WINDOW;
#define BROADCAST(T)                                                                               \
	hr_c_##T *const d = ARRAY(T, 2);                                                           \
	const hr_c_##T a = ONE(T, 3);                                                              \
	EACH_LANE(i)                                                                               \
	d[i] = a
	BY_SIZE(pc[1], BROADCAST)
#undef BROADCAST
	return pc + 4;
}

OWN_HANDLER(x_copy)
{
	WINDOW;
#define COPY(T)                                                                                    \
	hr_c_##T *const d = ARRAY(T, 2);                                                           \
	const hr_c_##T *const a = ARRAY(T, 3);                                                     \
	EACH_LANE(i)                                                                               \
	d[i] = a[i]
	BY_SIZE(pc[1], COPY)
#undef COPY
	return pc + 4;
}

OWN_HANDLER(x_copy_uniform)
{
#define COPY(T) ONE(T, 2) = ONE(T, 3)
	BY_SIZE(pc[1], COPY)
#undef COPY
	return pc + 4;
}

#ifdef __AVX512BW__
/* Copy the active lanes of a strip. Whole vectors are stored, because a load that spans partial
 * stores cannot be forwarded from them. */
static inline void blend_strip(uint8_t *d, const uint8_t *a, uint32_t size, uint64_t mask)
{
	for (unsigned i = 0; mask && i < size; i++, d += 64, a += 64) {
		const __m512i old = _mm512_loadu_si512(d);

		if (size == 1)
			_mm512_storeu_si512(d, _mm512_mask_loadu_epi8(old, mask, a));
		else if (size == 2)
			_mm512_storeu_si512(
				d, _mm512_mask_loadu_epi16(old, (__mmask32)(mask >> 32 * i), a));
		else if (size == 4)
			_mm512_storeu_si512(
				d, _mm512_mask_loadu_epi32(old, (__mmask16)(mask >> 16 * i), a));
		else
			_mm512_storeu_si512(
				d, _mm512_mask_loadu_epi64(old, (__mmask8)(mask >> 8 * i), a));
	}
}
#endif

static inline void blend_group(uint8_t *d, const uint8_t *a, unsigned mask)
{
	const bytes16 yes = -bytes_of(mask);
	bytes16 from, to;

	memcpy(&from, a, sizeof(from));
	memcpy(&to, d, sizeof(to));
	to = (from & yes) | (to & ~yes);
	memcpy(d, &to, sizeof(to));
}

#if defined __AVX2__ && !defined __AVX512BW__
/* up to this number of lanes, for example those that leave a loop, are copied one by one */
enum { FEW_LANES = 4 };

/* Copy the lanes of MASK in a vector of 32 bytes; nothing is blended if all or none are set. */
static inline __attribute__((always_inline)) void blend_vector(uint8_t *d, const uint8_t *a,
							       uint32_t size, unsigned mask)
{
	const __m256i bits = size == 4 ? _mm256_set_epi32(128, 64, 32, 16, 8, 4, 2, 1)
				       : _mm256_set_epi64x(8, 4, 2, 1);
	const __m256i from = _mm256_loadu_si256((const __m256i *)(const void *)a);
	__m256i *const to = (__m256i *)(void *)d;
	__m256i same, yes;

	if (mask == (1u << 32 / size) - 1) {
		_mm256_store_si256(to, from);
	} else if (mask) {
		same = size == 4 ? _mm256_set1_epi32((int)mask) : _mm256_set1_epi64x(mask);
		same = _mm256_and_si256(same, bits);
		yes = size == 4 ? _mm256_cmpeq_epi32(same, bits) : _mm256_cmpeq_epi64(same, bits);
		_mm256_store_si256(to, _mm256_blendv_epi8(_mm256_load_si256(to), from, yes));
	}
}

/* Copy all lanes of a strip, then restore the few others. */
static inline __attribute__((always_inline)) void blend_most(uint8_t *d, const uint8_t *a,
							     uint32_t size, uint64_t others)
{
	uint64_t old[FEW_LANES];
	unsigned count = 0;

	for (uint64_t left = others; left; left &= left - 1)
		memcpy(&old[count++], d + (unsigned)__builtin_ctzll(left) * size, size);
#pragma GCC unroll 8
	for (unsigned i = 0; i < LANE_STRIP * size; i += 32)
		_mm256_store_si256((__m256i *)(void *)(d + i),
				   _mm256_loadu_si256((const __m256i *)(const void *)(a + i)));
	for (count = 0; others; others &= others - 1)
		memcpy(d + (unsigned)__builtin_ctzll(others) * size, &old[count++], size);
}

/* Copy elements of 4 or 8 bytes. */
static inline __attribute__((always_inline)) void blend_words(uint8_t *d, const uint8_t *a,
							      uint32_t size, uint64_t mask)
{
	const unsigned each = 32 / size;

	if (__builtin_popcountll(mask) <= FEW_LANES) {
		for (; mask; mask &= mask - 1) {
			const unsigned i = (unsigned)__builtin_ctzll(mask) * size;

			memcpy(d + i, a + i, size);
		}
	} else if (__builtin_popcountll(~mask) <= FEW_LANES) {
		blend_most(d, a, size, ~mask);
	} else {
		for (unsigned i = 0; i < LANE_STRIP; i += each)
			blend_vector(d + i * size, a + i * size, size,
				     (unsigned)(mask >> i) & ((1u << each) - 1));
	}
}
#endif

OWN_HANDLER(x_blend)
{
	uint8_t *const to = batch->frame + pc[2];
	const uint8_t *const from = batch->frame + pc[3];
	const uint32_t size = pc[1];

#ifdef __AVX512BW__
	const unsigned first = first_lane(batch);
	WINDOW;
#define STRIPS(size)                                                                               \
	for (unsigned i = first; i < first + count; i += LANE_STRIP)                               \
		blend_strip(to + (size_t)i * (size), from + (size_t)i * (size), size,              \
			    batch->mask[i / LANE_STRIP]);                                          \
	return pc + 4
	switch (size) {
	case 1: STRIPS(1);
	case 2: STRIPS(2);
	case 4: STRIPS(4);
	case 8: STRIPS(8);
	}
#undef STRIPS
#elif defined __AVX2__
	if (size == 4 || size == 8) {
		const unsigned first = first_lane(batch);
		WINDOW;

		for (unsigned i = first; i < first + count; i += LANE_STRIP)
			if (size == 4)
				blend_words(to + i * 4, from + i * 4, 4,
					    batch->mask[i / LANE_STRIP]);
			else
				blend_words(to + i * 8, from + i * 8, 8,
					    batch->mask[i / LANE_STRIP]);
		return pc + 4;
	}
#endif
	for (unsigned g = batch->first_group; g < batch->end_group; g++) {
		const unsigned mask = lane_group_mask(batch, g);

		if (size == 1) {
			blend_group(to + (size_t)g * LANE_GROUP, from + (size_t)g * LANE_GROUP,
				    mask);
			continue;
		}
#define BLEND(T)                                                                                   \
	hr_c_##T *const d = (hr_c_##T *)(void *)to + (size_t)g * LANE_GROUP;                       \
	const hr_c_##T *const a = (const hr_c_##T *)(const void *)from + (size_t)g * LANE_GROUP;   \
	LANES_LOOP for (unsigned i = 0; i < LANE_GROUP; i++) d[i] = mask >> i & 1 ? a[i] : d[i]
		BY_SIZE(size, BLEND)
#undef BLEND
	}
	return pc + 4;
}

/* Store FIRST, FIRST + STEP and so on. The vectors have the processor's size, because compilers
 * spill larger ones to memory. */
static inline void count_up(uint64_t *d, uint64_t first, uint64_t step, unsigned count)
{
#ifdef __AVX512F__
	enum { EACH = 8 };
#elif defined __AVX2__
	enum { EACH = 4 };
#else
	enum { EACH = 2 };
#endif
	typedef uint64_t aligned_bits __attribute__((vector_size(8 * EACH), aligned(8), may_alias));
	aligned_bits value = {0};
	unsigned i = 0;

	for (unsigned k = 0; k < EACH; k++)
		value[k] = first + k * step;
	for (; i + EACH <= count; i += EACH, value += EACH * step)
		*(aligned_bits *)(void *)(d + i) = value;
	for (; i < count; i++)
		d[i] = first + i * step;
}

/* Processes runs of lanes of one row. */
OWN_HANDLER(x_spread)
{
	const lane_affine a = affine_at(batch, pc[3]);
	const unsigned end = batch->end_group * LANE_GROUP;
	unsigned lane = batch->first_group * LANE_GROUP, count;

	for (; lane < end; lane += count) {
		const uint64_t column = batch->column_of[lane];
		const uint64_t from =
			a.base + column * a.stride[0] + batch->row_of[lane] * a.stride[1];

		count = batch->columns - batch->column_of[lane];
		if (count > end - lane)
			count = end - lane;
		if (pc[1] == sizeof(uint64_t)) {
			count_up((uint64_t *)(void *)(batch->frame + pc[2]) + lane, from,
				 a.stride[0], count);
			continue;
		}
#define SPREAD(T)                                                                                  \
	hr_c_##T *const d = (hr_c_##T *)(void *)(batch->frame + pc[2]) + lane;                     \
	const hr_c_##T first = (hr_c_##T)from, step = (hr_c_##T)a.stride[0];                       \
	EACH_LANE(i)                                                                               \
	d[i] = (hr_c_##T)(first + (hr_c_##T)i * step)
		BY_SIZE(pc[1], SPREAD)
#undef SPREAD
	}
	return pc + 4;
}

/* --- the table -------------------------------------------------------------------------------- */

#define LAST_FORM_UN     1
#define LAST_FORM_UNI    1
#define LAST_FORM_TRAP1  1
#define LAST_FORM_BIN    3
#define LAST_FORM_TRAP2  3
#define LAST_FORM_JUMP   3
#define LAST_FORM_TER    7
#define LAST_FORM_SELECT 7
#define ROW(ident, shape, handler)                                                                 \
	[HR_OP_##ident * LANE_FORMS] = hr_lane_u_##ident,                                          \
			 [HR_OP_##ident * LANE_FORMS + 1 ... HR_OP_##ident * LANE_FORMS +          \
				 LAST_FORM_##shape] = handler,
#define FORM_AT(ident, form) [HR_OP_##ident * LANE_FORMS + form] = v##form##_##ident,
#define FORMS_BIN_AT(ident)  FORM_AT(ident, 1) FORM_AT(ident, 2) FORM_AT(ident, 3)
/* clang-format off */
#define FORMS_TER_AT(ident)                                                                        \
	FORMS_BIN_AT(ident) FORM_AT(ident, 4) FORM_AT(ident, 5) FORM_AT(ident, 6) FORM_AT(ident, 7)
/* clang-format on */
#define ROW_FORMS(ident, shape)                                                                    \
	[HR_OP_##ident * LANE_FORMS] = hr_lane_u_##ident, FORMS_##shape##_AT(ident)
#define ROW_ARRAYS(ident, shape)                                                                   \
	[HR_OP_##ident * LANE_FORMS] = hr_lane_u_##ident,                                          \
			 [HR_OP_##ident * LANE_FORMS + 1 ... HR_OP_##ident * LANE_FORMS + 6] =     \
				 v_##ident,                                                        \
			 FORM_AT(ident, 7)
#define FORMS_JUMP_AT            FORMS_BIN_AT
#define FORMS_SELECT_AT          FORMS_TER_AT
#define ROW_STRIPS(ident, shape) ROW(ident, shape, v_##ident)
#define ROW_SHARED(ident, shape) ROW(ident, shape, hr_lane_v_##ident)
#define ROW_NONE(ident, shape)
#define X_HERE(name)  [LANE_X_##name] = x_##name,
#define X_SET(name)   [LANE_X_##name] = HR_LANE_OF_SET(name),
#define X_THERE(name) [LANE_X_##name] = hr_lane_##name,

#define X_ROWS(ident, T) X_SET(rows_##ident)
#ifdef __FMA__
#define X_MATH(name) X_SET(math_##name)
#else
#define X_MATH(name) [LANE_X_math_##name] = hr_lane_v_##name##_f32,
#endif

static lane_handler *const handlers[LANE_X_END] = {
#define HR_OP(ident, name, shape, T1, T2, operands, text)                                          \
	HR_PASTE(ROW_, LANE_FORM_OF(ident, shape, T1, T2))(ident, shape)
#include "src/arith/op.def"
	[HR_OP_jnz * LANE_FORMS] = hr_lane_u_jnz,
	[HR_OP_jnz * LANE_FORMS + 1] = v1_jnz,
	[HR_OP_lea * LANE_FORMS] = hr_lane_u_lea,
	[HR_OP_leax * LANE_FORMS] = hr_lane_u_leax,
	X_SET(entry) X_SET(entry_uniform) X_SET(stop) X_THERE(rare) X_THERE(lanes) X_THERE(call) X_THERE(
		block) X_SET(affine) X_SET(affine_guarded) X_SET(affine_add) X_SET(affine_sub) X_SET(affine_step)
		X_SET(affine_offset) X_SET(affine_muladd) X_SET(id) X_SET(id_of) X_SET(
			address) X_SET(affine_compare) X_SET(affine_bits) X_HERE(spread) LANE_MATH(X_MATH)
			LANE_ROWS(X_ROWS, X_ROWS) X_HERE(broadcast) X_HERE(blend) X_HERE(copy) X_HERE(
				copy_uniform) X_SET(goto_) X_SET(go) X_SET(go_packing) X_SET(split) X_SET(split_bits)
				X_SET(switch_uniform) X_SET(switch_varying) X_SET(return_) X_SET(bits_and) X_SET(
					bits_or) X_SET(bits_xor) X_SET(bits_and_one) X_SET(bits_or_one)
					X_SET(bits_xor_one) X_SET(bits_keep) X_SET(barrier) X_THERE(
						warp) X_THERE(warp_more) X_THERE(warp_result) X_THERE(warp_second)
						X_THERE(warp_missed) X_SET(trapped) X_SET(trap_if_uniform) X_SET(
							trap_if_varying) X_SET(poison_flag_uniform)
							X_SET(poison_flag) X_SET(poison_flag_bits) X_SET(
								poison_source) X_SET(poison_arrays)
								X_THERE(slot_load) X_THERE(slot_store) X_THERE(
									frame) X_SET(load_uniform) X_SET(load_affine)
									X_SET(load_indexed) X_SET(
										load_gather) X_SET(store_affine)
										X_SET(store_indexed) X_SET(
											store_scatter)
											X_SET(atomic)};

#define NAME_OF(x)  NAME_OF_(x)
#define NAME_OF_(x) #x
const struct lane_ops HR_LANE_OF_SET(ops) = {NAME_OF(HR_LANE_SET),  handlers,
					     HR_LANE_OF_SET(watch), HR_LANE_OF_SET(watch_groups),
					     HR_LANE_OF_SET(pack),  HR_LANE_OF_SET(unpack)};
