/* interp/wide_memory.c -- loads and stores of all lanes; compiled once for each instruction set.
 *
 * Every access passes the gate of its place (gate.h): with affine addresses a look at the corners of
 * the tile tells of all lanes, with an array of addresses all lanes that run are compared at once.
 * If some do not pass, each lane is looked at by itself, in order, and goes the checker's long way.
 *
 * Program memory may lie anywhere, and a fault is the program's (HR_PROGRAM_MEMORY): accesses are
 * only made for lanes that run, and after batch->at has been set.
 *
 * Invariant: stores are done in the order of lanes where they may overlap, so that the last one stays.
 * Clauses:   M2, M6. */
#include <string.h>

#ifdef __AVX512F__
#include <immintrin.h>
#endif

#include "arith_atomic.h"
#include "wide_set.h"

/* Part of handlers that are run for each batch of a few hundred lanes. */
#define ALWAYS_INLINE inline __attribute__((always_inline))

/* Keeps accesses behind the published place. */
static inline void publish(hr_batch *batch, const uint32_t *pc)
{
	batch->at = pc;
	__asm__ volatile("" ::: "memory");
}

/* Program memory at any alignment. */
#define PEEK(T, address) (((const struct peek_##T *)(address))->value)
#define POKE(T, address) (((struct peek_##T *)(address))->value)
#define PEEK_TYPE(T)                                                                               \
	struct peek_##T {                                                                          \
		hr_c_##T value;                                                                    \
	} __attribute__((packed, may_alias));
PEEK_TYPE(I8)
PEEK_TYPE(I16)
PEEK_TYPE(I32)
PEEK_TYPE(I64)
PEEK_TYPE(I128)

enum { LONG_BYTES = 10, LONG_ROOM = 16 }; /* an f80, in memory and in an array */

/* --- addresses -------------------------------------------------------------------------------- */

/* Words: a i scale offset. */
static ALWAYS_INLINE wide_affine address_at(const hr_batch *batch, const uint32_t *words)
{
	const wide_affine *a = (const wide_affine *)(const void *)(batch->frame + words[0]);
	const wide_affine *i = (const wide_affine *)(const void *)(batch->frame + words[1]);
	const uint64_t scale = words[2];
	uint64_t right = i->stride[0] * scale, down = i->stride[1] * scale;

	/* one by one: what follows wants them so, and the processor is slow to take a vector apart */
	__asm__("" : "+r"(right), "+r"(down));
	return (wide_affine){
		.base = a->base + i->base * scale + (uint64_t)(int64_t)(int32_t)words[3],
		.stride = {a->stride[0] + right, a->stride[1] + down},
	};
}

/* Adds what is affine in the lanes of the window. */
static void add_affine(const hr_batch *batch, uint64_t *to, const wide_affine *a)
{
	const unsigned first = batch->first_group * WIDE_GROUP;
	const uint64_t from = a->base + first * a->stride[0];
	WINDOW;

	if (wide_is_one_row(batch, a))
		EACH_LANE(i) to[i] += from + i * a->stride[0];
	else
		EACH_LANE(i)
		to[i] += a->base + batch->column_of[first + i] * a->stride[0] +
			 batch->row_of[first + i] * a->stride[1];
}

/* INDEX * SCALE + BASE */
static void scale_array(const hr_batch *batch, uint64_t *to, const uint64_t *index, uint64_t scale,
			uint64_t base)
{
	const unsigned shift = scale ? (unsigned)__builtin_ctzll(scale) : 0;
	WINDOW;

	if (scale == UINT64_C(1) << shift)
		EACH_LANE(i) to[i] = (index[i] << shift) + base;
	else
		EACH_LANE(i) to[i] = index[i] * scale + base;
}

static void add_to(wide_affine *sum, wide_affine a, uint64_t factor)
{
	sum->base += a.base * factor;
	sum->stride[0] += a.stride[0] * factor;
	sum->stride[1] += a.stride[1] * factor;
}

HANDLER(address)
{
	const uint64_t scale = pc[6] | (uint64_t)pc[7] << 32;
	const bool varies = pc[3] == WIDE_VARYING;
	const bool indexed = pc[4] != WIDE_NONE && pc[5] == WIDE_VARYING;
	wide_affine rest = {.base = pc[8] | (uint64_t)pc[9] << 32};
	uint64_t *const d = ARRAY(I64, 1), base;
	bool uniform;
	WINDOW;

	if (!varies)
		add_to(&rest, affine_at(batch, pc[2]), 1);
	if (!indexed && pc[4] != WIDE_NONE)
		add_to(&rest, affine_at(batch, pc[4]), scale);
	uniform = !rest.stride[0] && !rest.stride[1];
	base = uniform ? rest.base : 0;
	if (varies && indexed) {
		const uint64_t *const a = ARRAY(I64, 2), *const index = ARRAY(I64, 4);

		EACH_LANE(i) d[i] = a[i] + index[i] * scale + base;
	} else if (varies || indexed) {
		scale_array(batch, d, varies ? ARRAY(I64, 2) : ARRAY(I64, 4), varies ? 1 : scale, base);
	} else {
		EACH_LANE(i) d[i] = base;
	}
	if (!uniform)
		add_affine(batch, d, &rest);
	return pc + 10;
}

/* --- gates ------------------------------------------------------------------------------------ */

/* What is written: an array, one value, or NULL. */
typedef struct written {
	const uint8_t *value;
	uint32_t step;
} written;

static const written nothing = {NULL, 0};

static written written_at(const hr_batch *batch, const uint32_t *pc, uint32_t size)
{
	return (written){batch->frame + pc[2],
			 !pc[3] ? 0 : size == LONG_BYTES ? LONG_ROOM : size};
}

static inline bool is_far(uint64_t stride)
{
	const uint64_t far = UINT64_C(1) << 40;

	return stride + far > 2 * far;
}

/* Whether passing the gate is not enough (wide_check.c). */
static ALWAYS_INLINE bool is_looked_at(const hr_gate *gate)
{
	return gate->watch || !gate->defined;
}

/* An affine function that does not wrap is greatest and least at the corners of the tile. */
static ALWAYS_INLINE bool corners_pass(const hr_batch *batch, const wide_gate_at *at, const wide_affine *a)
{
	const hr_gate *gate = *at->gate;
	const uint64_t span = gate->span;
	const uint64_t base = a->base - gate->base - (at->variables & gate->framed);
	const uint64_t along = a->stride[0] - (batch->memory_stride & gate->framed);
	const uint64_t right = base + (batch->columns - 1) * along;
	uint64_t odd = (a->base | a->stride[0]) & gate->align, across, down;

	if (odd || is_far(along) || base >= span || right >= span)
		return false;
	if (batch->rows == 1)
		return true;
	across = a->stride[1] - (batch->memory_stride * batch->columns & gate->framed);
	down = (batch->rows - 1) * across;
	return !(a->stride[1] & gate->align) && !is_far(across) && base + down < span &&
	       right + down < span;
}

/* What lanes that do not run would load, when the corners of the tile have passed, lies in the same
 * object: it may be loaded, for nobody reads it. */
static inline bool is_all_open(const hr_batch *batch, const wide_gate_at *at)
{
	return batch->valid == batch->lanes && (*at->gate)->span != UINT64_MAX;
}

static ALWAYS_INLINE bool is_watched(hr_batch *batch, uint32_t gate, const wide_affine *a,
				     uint32_t size, written what)
{
	return !is_looked_at(*batch->gates[gate].gate) ||
	       hr_wide_watch(batch, gate, a, size, what.value, what.step);
}

/* Each lane by itself; the first may have the checker open the gate for all of them. */
static bool admit_each(hr_batch *batch, uint32_t gate, const wide_affine *a, uint32_t size,
		       written what)
{
	bool first = true;

	WIDE_FOR_LANES(batch, lane) {
		if (!hr_wide_admit(batch, gate, (uint32_t)lane, wide_of_lane(batch, a, (unsigned)lane),
				   size, what.value ? what.value + lane * what.step : NULL))
			return false;
		if (first && corners_pass(batch, &batch->gates[gate], a))
			return is_watched(batch, gate, a, size, what);
		first = false;
	}
	return true;
}

static ALWAYS_INLINE bool admit(hr_batch *batch, uint32_t gate, const wide_affine *a, uint32_t size,
			 written what)
{
	return corners_pass(batch, &batch->gates[gate], a)
		       ? is_watched(batch, gate, a, size, what)
		       : admit_each(batch, gate, a, size, what);
}

#ifdef __AVX512F__
/* BASE + INDEX * SCALE of 8 lanes. */
static ALWAYS_INLINE __m512i eight(const uint64_t *index, uint64_t base, uint64_t scale)
{
	__m512i from = _mm512_loadu_si512(index);

	if ((scale & (scale - 1)) == 0)
		from = _mm512_sll_epi64(from, _mm_cvtsi64_si128(__builtin_ctzll(scale)));
	else
		from = _mm512_mullo_epi64(from, _mm512_set1_epi64((int64_t)scale));
	return _mm512_add_epi64(from, _mm512_set1_epi64((int64_t)base));
}

/* Those of 8 lanes that do not pass: from BEGIN on, ALONG from one another, SPAN bytes are open. */
static ALWAYS_INLINE unsigned outside(__m512i address, uint64_t begin, uint64_t along, uint64_t span,
				      uint64_t align)
{
	const __m512i lanes = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
	const __m512i step = _mm512_mullo_epi64(lanes, _mm512_set1_epi64((int64_t)along));
	const __m512i low = _mm512_add_epi64(_mm512_set1_epi64((int64_t)begin), step);

	return _mm512_cmpge_epu64_mask(_mm512_sub_epi64(address, low),
				       _mm512_set1_epi64((int64_t)span)) |
	       _mm512_test_epi64_mask(address, _mm512_set1_epi64((int64_t)align));
}

/* Of 16 lanes. */
static ALWAYS_INLINE unsigned outsiders(const uint64_t *index, uint64_t base, uint64_t scale,
					uint64_t begin, uint64_t along, uint64_t span,
					uint64_t align)
{
	return outside(eight(index, base, scale), begin, along, span, align) |
	       outside(eight(index + 8, base, scale), begin + 8 * along, along, span, align) << 8;
}
#else
static ALWAYS_INLINE unsigned outsiders(const uint64_t *index, uint64_t base, uint64_t scale,
					uint64_t begin, uint64_t along, uint64_t span,
					uint64_t align)
{
	uint64_t any = 0;
	unsigned found = 0;

	LANES_LOOP for (unsigned i = 0; i < WIDE_GROUP; i++) {
		const uint64_t address = base + index[i] * scale;

		any |= (address - begin - i * along >= span) | ((address & align) != 0);
	}
	for (unsigned i = 0; any && i < WIDE_GROUP; i++) {
		const uint64_t address = base + index[i] * scale;

		if (address - begin - i * along >= span || address & align)
			found |= 1u << i;
	}
	return found;
}
#endif

/* Addresses BASE + INDEX[lane] * SCALE of all lanes that run. */
static bool array_passes(const hr_batch *batch, const wide_gate_at *at, const uint64_t *index,
			 uint64_t base, uint64_t scale)
{
	const hr_gate *gate = *at->gate;
	const uint64_t span = gate->span, align = gate->align;
	const uint64_t along = batch->memory_stride & gate->framed;
	const uint64_t low = gate->base + (at->variables & gate->framed);
	unsigned bad = 0;

	if (batch->packing && gate->framed)
		return false;
	for (unsigned g = batch->first_group; g < batch->end_group; g++)
		bad |= wide_group_mask(batch, g) &
		       outsiders(index + g * WIDE_GROUP, base, scale, low + g * WIDE_GROUP * along,
				 along, span, align);
	return !bad;
}

static inline bool is_watched_array(hr_batch *batch, uint32_t gate, const uint64_t *index,
				    uint64_t base, uint64_t scale, uint32_t size, written what)
{
	return !is_looked_at(*batch->gates[gate].gate) ||
	       hr_wide_watch_array(batch, gate, index, base, scale, size, what.value, what.step);
}

static inline bool admit_array(hr_batch *batch, uint32_t gate, const uint64_t *index, uint64_t base,
			       uint64_t scale, uint32_t size, written what)
{
	bool first = true;

	if (array_passes(batch, &batch->gates[gate], index, base, scale))
		return is_watched_array(batch, gate, index, base, scale, size, what);
	WIDE_FOR_LANES(batch, lane) {
		if (!hr_wide_admit(batch, gate, (uint32_t)lane, base + index[lane] * scale, size,
				   what.value ? what.value + lane * what.step : NULL))
			return false;
		if (first && array_passes(batch, &batch->gates[gate], index, base, scale))
			return is_watched_array(batch, gate, index, base, scale, size, what);
		first = false;
	}
	return true;
}

/* --- loads ------------------------------------------------------------------------------------ */

HR_PROGRAM_MEMORY static void load_long(uint8_t *d, uint64_t address)
{
	memset(d, 0, LONG_ROOM);
	memcpy(d, (const void *)address, LONG_BYTES);
}

HR_PROGRAM_MEMORY HANDLER(load_uniform)
{
	uint64_t address = ONE(I64, 5) + (uint64_t)(int64_t)(int32_t)pc[8];
	wide_affine a = {0};

	if (pc[6] != WIDE_NONE)
		address += ONE(I64, 6) * pc[7];
	a.base = address;
	publish(batch, pc);
	if (!admit(batch, pc[3], &a, pc[4], nothing))
		return NULL;
#define LOAD(T) ONE(T, 2) = PEEK(T, address)
	if (pc[4] == LONG_BYTES)
		load_long(batch->frame + pc[2], address);
	else
		BY_SIZE(pc[4], LOAD)
#undef LOAD
	return pc + 9;
}

enum { PAGE = 4096, LINE = 64 };

/* Rows of a matrix lie too far from one another for the processor to guess where the next is. */
static inline void look_ahead(hr_batch *batch, uint32_t gate, uint64_t from, uint64_t bytes)
{
	const uint64_t step = from - batch->last[gate];

	batch->last[gate] = from;
	if (step == bytes || step - PAGE / 2 >= PAGE * PAGE / 8)
		return;
	for (uint64_t at = 0; at < bytes; at += LINE)
		__builtin_prefetch((const void *)(from + step + at), 0, 2);
}

#ifdef __AVX512F__
/* 8 lanes, of which those of MASK run. */
HR_PROGRAM_MEMORY static ALWAYS_INLINE void gather_eight(uint8_t *d, uint32_t size, unsigned mask,
							 __m512i address)
{
	if (size == 4)
		_mm256_storeu_si256((__m256i *)(void *)d,
				    _mm512_mask_i64gather_epi32(_mm256_setzero_si256(),
								(__mmask8)mask, address, NULL, 1));
	else
		_mm512_storeu_si512(d, _mm512_mask_i64gather_epi64(_mm512_setzero_si512(),
								   (__mmask8)mask, address, NULL,
								   1));
}

/* The processor scatters in the order of lanes. */
HR_PROGRAM_MEMORY static ALWAYS_INLINE void scatter_eight(const uint8_t *v, uint32_t size,
							  unsigned mask, __m512i address)
{
	if (size == 4)
		_mm512_mask_i64scatter_epi32(NULL, (__mmask8)mask, address,
					     _mm256_loadu_si256((const __m256i *)(const void *)v), 1);
	else
		_mm512_mask_i64scatter_epi64(NULL, (__mmask8)mask, address, _mm512_loadu_si512(v), 1);
}

/* Addresses of 8 lanes STRIDE bytes from one another. */
static ALWAYS_INLINE __m512i strided(uint64_t from, uint64_t stride)
{
	const __m512i lanes = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);

	return _mm512_add_epi64(_mm512_mullo_epi64(lanes, _mm512_set1_epi64((int64_t)stride)),
				_mm512_set1_epi64((int64_t)from));
}

/* COUNT lanes; gives how many it has done, the rest is left. */
HR_PROGRAM_MEMORY static unsigned gather_run(uint8_t *d, uint32_t size, unsigned count,
					     uint64_t from, uint64_t stride)
{
	const __m512i step = _mm512_set1_epi64((int64_t)(8 * stride));
	__m512i address = strided(from, stride);
	unsigned i = 0;

	if (size != 4 && size != 8)
		return 0;
	for (; i + 8 <= count; i += 8, address = _mm512_add_epi64(address, step))
		gather_eight(d + (size_t)i * size, size, 0xFF, address);
	return i;
}

HR_PROGRAM_MEMORY static unsigned scatter_run(const uint8_t *v, uint32_t size, unsigned count,
					      uint64_t to, uint64_t stride)
{
	const __m512i step = _mm512_set1_epi64((int64_t)(8 * stride));
	__m512i address = strided(to, stride);
	unsigned i = 0;

	if (size != 4 && size != 8)
		return 0;
	for (; i + 8 <= count; i += 8, address = _mm512_add_epi64(address, step))
		scatter_eight(v + (size_t)i * size, size, 0xFF, address);
	return i;
}
#else
#define gather_run(d, size, count, from, stride) 0
#define scatter_run(v, size, count, to, stride)  0
#endif

/* COUNT lanes from lane FIRST on, STRIDE bytes from one another. */
HR_PROGRAM_MEMORY static ALWAYS_INLINE void load_run(uint8_t *array, uint32_t size, unsigned first,
						     unsigned count, uint64_t from, uint64_t stride)
{
	if (stride == size) {
		memcpy(array + (size_t)first * size, (const void *)from, (size_t)count * size);
		return;
	}
#define RUN(T)                                                                                     \
	hr_c_##T *const d = (hr_c_##T *)(void *)array + first;                                     \
	if (stride == 0) {                                                                  \
		const hr_c_##T value = PEEK(T, from);                                              \
		EACH_LANE(i) d[i] = value;                                                         \
	} else {                                                                                   \
		for (unsigned i = gather_run((uint8_t *)d, size, count, from, stride); i < count; i++) \
			d[i] = PEEK(T, from + i * stride);                                         \
	}
	BY_SIZE(size, RUN)
#undef RUN
}

#ifdef __AVX512BW__
/* Lanes of MASK among 16 that lie side by side; the processor does not touch the others. */
HR_PROGRAM_MEMORY static ALWAYS_INLINE void load_beside(uint8_t *d, uint32_t size, unsigned mask,
							uint64_t from)
{
	const uint8_t *at = (const uint8_t *)from;

	if (size == 4) {
		_mm512_storeu_si512(d, _mm512_maskz_loadu_epi32((__mmask16)mask, at));
	} else if (size == 8) {
		_mm512_storeu_si512(d, _mm512_maskz_loadu_epi64((__mmask8)mask, at));
		_mm512_storeu_si512(d + 64, _mm512_maskz_loadu_epi64((__mmask8)(mask >> 8), at + 64));
	} else if (size == 2) {
		_mm256_storeu_si256((__m256i *)(void *)d,
				    _mm256_maskz_loadu_epi16((__mmask16)mask, at));
	} else {
		_mm_storeu_si128((__m128i *)(void *)d, _mm_maskz_loadu_epi8((__mmask16)mask, at));
	}
}

HR_PROGRAM_MEMORY static ALWAYS_INLINE void store_beside(const uint8_t *v, uint32_t size,
							 unsigned mask, uint64_t to)
{
	uint8_t *at = (uint8_t *)to;

	if (size == 4) {
		_mm512_mask_storeu_epi32(at, (__mmask16)mask, _mm512_loadu_si512(v));
	} else if (size == 8) {
		_mm512_mask_storeu_epi64(at, (__mmask8)mask, _mm512_loadu_si512(v));
		_mm512_mask_storeu_epi64(at + 64, (__mmask8)(mask >> 8), _mm512_loadu_si512(v + 64));
	} else if (size == 2) {
		_mm256_mask_storeu_epi16(at, (__mmask16)mask,
					 _mm256_loadu_si256((const __m256i *)(const void *)v));
	} else {
		_mm_mask_storeu_epi8(at, (__mmask16)mask,
				     _mm_loadu_si128((const __m128i *)(const void *)v));
	}
}

enum { BESIDE = 8 }; /* elements up to this size */

/* Bit i of MASK as bit 2 * i. */
static ALWAYS_INLINE __mmask16 every_other(unsigned mask)
{
	return (__mmask16)_pdep_u32(mask & 0xFF, 0x5555);
}

/* Lanes of MASK among 16 whose elements of 4 bytes are 8 bytes from one another. */
HR_PROGRAM_MEMORY static ALWAYS_INLINE void load_alternate(uint8_t *d, unsigned mask, uint64_t from)
{
	const __m512i even = _mm512_set_epi32(30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0);
	const uint8_t *at = (const uint8_t *)from;

	_mm512_storeu_si512(
		d, _mm512_permutex2var_epi32(
			   _mm512_maskz_loadu_epi32(every_other(mask), at), even,
			   _mm512_maskz_loadu_epi32(every_other(mask >> 8), at + 64)));
}

HR_PROGRAM_MEMORY static ALWAYS_INLINE void store_alternate(const uint8_t *v, unsigned mask, uint64_t to)
{
	const __m512i low = _mm512_set_epi32(7, 7, 6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1, 0, 0);
	const __m512i high = _mm512_add_epi32(low, _mm512_set1_epi32(8));
	const __m512i value = _mm512_loadu_si512(v);
	uint8_t *at = (uint8_t *)to;

	_mm512_mask_storeu_epi32(at, every_other(mask), _mm512_permutexvar_epi32(low, value));
	_mm512_mask_storeu_epi32(at + 64, every_other(mask >> 8),
				 _mm512_permutexvar_epi32(high, value));
}
#else
#define load_beside(d, size, mask, from)
#define store_beside(v, size, mask, to)

enum { BESIDE = 0 };
#endif

/* Lanes of one group that run. */
HR_PROGRAM_MEMORY static inline void load_group(const hr_batch *batch, uint8_t *array, uint32_t size,
						unsigned group, const wide_affine *a)
{
#define GROUP(T)                                                                                   \
	hr_c_##T *const d = (hr_c_##T *)(void *)array;                                             \
	for (unsigned m = wide_group_mask(batch, group); m; m &= m - 1) {                          \
		const unsigned lane = group * WIDE_GROUP + (unsigned)__builtin_ctz(m);             \
		d[lane] = PEEK(T, wide_of_lane(batch, a, lane));                                        \
	}
	BY_SIZE(size, GROUP)
#undef GROUP
}

/* Whether the 16 lanes from LANE on lie in one row. */
static inline bool is_whole(const hr_batch *batch, unsigned lane)
{
	return batch->columns - batch->column_of[lane] >= WIDE_GROUP;
}

/* Then group by group is faster than row by row. */
static inline bool in_short_rows(const hr_batch *batch, const wide_affine *a)
{
	return batch->columns <= 4 * WIDE_GROUP && batch->columns % WIDE_GROUP == 0 &&
	       !wide_is_one_row(batch, a);
}

/* Runs of lanes in one row: CALL(first, count, address of the first). */
#define EACH_RUN(batch, a, CALL)                                                                   \
	for (unsigned lane_ = (batch)->first_group * WIDE_GROUP,                                   \
		      end_ = (batch)->end_group * WIDE_GROUP, run_; lane_ < end_; lane_ += run_) { \
		run_ = (batch)->columns - (batch)->column_of[lane_];                               \
		run_ = run_ < end_ - lane_ ? run_ : end_ - lane_;                                  \
		CALL(lane_, run_, wide_of_lane(batch, a, lane_));                                       \
	}

HR_PROGRAM_MEMORY static ALWAYS_INLINE void load_all(hr_batch *batch, const uint32_t *pc, const wide_affine *a)
{
	const unsigned first = batch->first_group * WIDE_GROUP;
	uint8_t *const array = batch->frame + pc[2];
	const uint32_t size = pc[4];
	const uint64_t from = a->base + first * a->stride[0], stride = a->stride[0];
	WINDOW;

	if (wide_is_one_row(batch, a)) {
		if (stride == size)
			look_ahead(batch, pc[3], from, count * size);
		load_run(array, size, first, count, from, stride);
		return;
	}
#define CALL(lane, run, address) load_run(array, size, lane, run, address, stride)
	EACH_RUN(batch, a, CALL)
#undef CALL
}

HR_PROGRAM_MEMORY static void load_some(hr_batch *batch, const uint32_t *pc, const wide_affine *a)
{
	uint8_t *const array = batch->frame + pc[2];
	const uint32_t size = pc[4];
	const bool one_row = wide_is_one_row(batch, a);

	if (size == LONG_BYTES) {
		WIDE_FOR_LANES(batch, lane)
			load_long(array + lane * LONG_ROOM, wide_of_lane(batch, a, (unsigned)lane));
		return;
	}
	for (unsigned g = batch->first_group; g < batch->end_group; g++) {
		const unsigned lane = g * WIDE_GROUP;
		const unsigned mask = wide_group_mask(batch, g);
		const bool in_row = one_row || is_whole(batch, lane);

		if (in_row && size <= BESIDE && a->stride[0] == size)
			load_beside(array + (size_t)lane * size, size, mask,
				    wide_of_lane(batch, a, lane));
		else if (in_row && mask == 0xFFFF)
			load_run(array, size, lane, WIDE_GROUP, wide_of_lane(batch, a, lane),
				 a->stride[0]);
		else
			load_group(batch, array, size, g, a);
	}
}

/* COUNT groups of elements of SIZE bytes, at most 8. */
HR_PROGRAM_MEMORY static ALWAYS_INLINE void copy_groups(uint8_t *to, const uint8_t *from,
							unsigned count, uint32_t size)
{
	enum { CHUNK = 64 };
	const size_t bytes = (size_t)count * WIDE_GROUP * size;
	size_t i = 0;

	for (; i + CHUNK <= bytes; i += CHUNK)
		memcpy(to + i, from + i, CHUNK);
	for (; i < bytes; i += WIDE_GROUP)
		memcpy(to + i, from + i, WIDE_GROUP);
}

/* Rows of one group each, STEP bytes from one another: all lanes of a row load the same. */
HR_PROGRAM_MEMORY static ALWAYS_INLINE void load_one_each(uint8_t *array, uint32_t size, unsigned rows,
							  uint64_t from, uint64_t step)
{
#define EACH(T)                                                                                    \
	hr_c_##T *d = (hr_c_##T *)(void *)array;                                                   \
	for (unsigned r = 0; r < rows; r++, d += WIDE_GROUP, from += step) {                       \
		const hr_c_##T value = PEEK(T, from);                                              \
		LANES_LOOP for (unsigned i = 0; i < WIDE_GROUP; i++) d[i] = value;                 \
	}
	BY_SIZE(size, EACH)
#undef EACH
}

/* Rows of one group each, STEP bytes from one another: the lanes of a row lie side by side. */
HR_PROGRAM_MEMORY static ALWAYS_INLINE void load_row_each(uint8_t *array, uint32_t size, unsigned rows,
							  uint64_t from, uint64_t step)
{
#define EACH(T)                                                                                    \
	hr_c_##T *d = (hr_c_##T *)(void *)array, row[WIDE_GROUP] __attribute__((aligned(64)));     \
	memcpy(row, (const void *)from, sizeof(row));                                              \
	for (unsigned r = 0; r < rows; r++, d += WIDE_GROUP) {                                     \
		if (step)                                                                          \
			memcpy(d, (const void *)(from + r * step), sizeof(row));                   \
		else                                                                               \
			memcpy(d, row, sizeof(row));                                               \
	}
	BY_SIZE(size, EACH)
#undef EACH
}

/* Rows of a few whole groups, whose lanes lie side by side or load the same. */
HR_PROGRAM_MEMORY static __attribute__((noinline)) void
load_groups(const hr_batch *batch, uint8_t *array, uint32_t size, const wide_affine *a)
{
	const unsigned across = batch->columns / WIDE_GROUP;
	const unsigned end = batch->end_group;

	for (unsigned g = batch->first_group, count; g < end; g += count) {
		const uint64_t from = wide_of_lane(batch, a, g * WIDE_GROUP);
		uint8_t *const to = array + (size_t)g * WIDE_GROUP * size;

		count = across == 1 ? end - g : across - g % across;
		count = count < end - g ? count : end - g;
		if (across > 1)
			load_run(to, size, 0, count * WIDE_GROUP, from, a->stride[0]);
		else if (a->stride[0] == 0)
			load_one_each(to, size, count, from, a->stride[1]);
		else
			load_row_each(to, size, count, from, a->stride[1]);
	}
}

/* Lane 0 of what is loaded is at ARRAY. */
static ALWAYS_INLINE void set_slot(const hr_batch *batch, const uint32_t *pc, uint8_t *array)
{
	if (pc[9])
		*(uint8_t **)(void *)(batch->frame + pc[9]) = array;
}

/* PASSED: the corners of the tile have. */
HR_PROGRAM_MEMORY static __attribute__((noinline)) const uint32_t *
load_otherwise(hr_batch *batch, const uint32_t *pc, const wide_affine *a, bool passed)
{
	bool all = batch->full || (passed && is_all_open(batch, &batch->gates[pc[3]]));

	if (!(passed ? is_watched(batch, pc[3], a, pc[4], nothing)
		     : admit_each(batch, pc[3], a, pc[4], nothing)))
		return NULL;
	set_slot(batch, pc, batch->frame + pc[2]);
	if (all && pc[4] != LONG_BYTES && !in_short_rows(batch, a))
		load_all(batch, pc, a);
	else if (all && pc[4] != LONG_BYTES && (a->stride[0] == 0 || a->stride[0] == pc[4]))
		load_groups(batch, batch->frame + pc[2], pc[4], a);
	else
		load_some(batch, pc, a);
	return pc + 10;
}

/* What is most common goes first: all lanes lie side by side. */
HR_PROGRAM_MEMORY HANDLER(load_affine)
{
	const wide_affine a = address_at(batch, pc + 5);
	const wide_gate_at *gate = &batch->gates[pc[3]];
	const uint32_t size = pc[4];
	const uint64_t first = (uint64_t)batch->first_group * WIDE_GROUP * size;
	const bool passed = corners_pass(batch, gate, &a);

	publish(batch, pc);
	if (!passed || is_looked_at(*gate->gate) || a.stride[0] != size || !wide_is_one_row(batch, &a) || size > sizeof(uint64_t) ||
	    !(batch->full || is_all_open(batch, gate)))
		return load_otherwise(batch, pc, &a, passed);
	look_ahead(batch, pc[3], a.base + first, batch->end_group * WIDE_GROUP * size - first);
	if (pc[9] && is_all_open(batch, gate)) {
		set_slot(batch, pc, (uint8_t *)a.base);
		return pc + 10;
	}
	set_slot(batch, pc, batch->frame + pc[2]);
	copy_groups(batch->frame + pc[2] + first, (const uint8_t *)(a.base + first),
		    batch->end_group - batch->first_group, size);
	return pc + 10;
}

#ifdef __AVX512F__
/* The addresses of 16 lanes; false: some of those of MASK do not pass a gate that is not framed. */
static ALWAYS_INLINE bool group_passes(const hr_gate *gate, unsigned mask, const uint64_t *index,
				       uint64_t base, uint64_t scale, __m512i *first,
				       __m512i *second)
{
	*first = eight(index, base, scale);
	*second = eight(index + 8, base, scale);
	return !(mask & (outside(*first, gate->base, 0, gate->span, gate->align) |
			 outside(*second, gate->base, 0, gate->span, gate->align) << 8));
}

/* The distance between neighbours among 16 lanes, as the first two have it; 0: some of MASK keep
 * another. */
static ALWAYS_INLINE uint64_t distance(unsigned mask, const uint64_t *index, uint64_t scale,
				       __m512i first, __m512i second)
{
	const uint64_t step = (index[1] - index[0]) * scale;
	const __m512i low = strided((uint64_t)_mm_cvtsi128_si64(_mm512_castsi512_si128(first)), step);
	const __m512i high = _mm512_add_epi64(low, _mm512_set1_epi64((int64_t)(8 * step)));

	return mask & (_mm512_cmpneq_epu64_mask(first, low) |
		       _mm512_cmpneq_epu64_mask(second, high) << 8) ? 0 : step;
}

static ALWAYS_INLINE uint64_t first_of(__m512i addresses)
{
	return (uint64_t)_mm_cvtsi128_si64(_mm512_castsi512_si128(addresses));
}

/* Looks at the addresses of 16 lanes at a time and loads. Lanes that lie side by side after all, or
 * with gaps of one element (parts of complex numbers), are loaded so, until there is a group whose lanes
 * do not. False: some do not pass, or they are
 * watched, or are not of a size that the processor gathers. */
HR_PROGRAM_MEMORY static bool gather(hr_batch *batch, const uint32_t *pc, const uint64_t *index,
				     uint64_t base, uint64_t scale)
{
	const uint32_t size = pc[4];
	const wide_gate_at *at = &batch->gates[pc[3]];
	const hr_gate *gate = *at->gate;
	uint8_t *const array = batch->frame + pc[2];
	uint64_t step = 1;

	if ((size != 4 && size != 8) || is_looked_at(gate) || gate->framed)
		return false;
	for (unsigned g = batch->first_group; g < batch->end_group; g++) {
		const unsigned mask = wide_group_mask(batch, g), lane = g * WIDE_GROUP;
		__m512i first, second;

		if (!group_passes(gate, mask, index + lane, base, scale, &first, &second))
			return false;
		step = step ? distance(mask, index + lane, scale, first, second) : 0;
		if (step == size) {
			load_beside(array + (size_t)lane * size, size, mask, first_of(first));
			continue;
		}
		if (size == 4 && step == 8) {
			load_alternate(array + (size_t)lane * size, mask, first_of(first));
			continue;
		}
		gather_eight(array + (size_t)lane * size, size, mask, first);
		gather_eight(array + (size_t)(lane + 8) * size, size, mask >> 8, second);
	}
	return true;
}
#else
static inline bool gather(hr_batch *batch, const uint32_t *pc, const uint64_t *index, uint64_t base,
			  uint64_t scale)
{
	(void)batch, (void)pc, (void)index, (void)base, (void)scale;
	return false;
}
#endif

HR_PROGRAM_MEMORY static inline bool load_from(hr_batch *batch, const uint32_t *pc,
					       const uint64_t *index, uint64_t base, uint64_t scale)
{
	const uint32_t size = pc[4];
	uint8_t *const array = batch->frame + pc[2];

	publish(batch, pc);
	if (gather(batch, pc, index, base, scale))
		return true;
	if (!admit_array(batch, pc[3], index, base, scale, size, nothing))
		return false;
	if (size == LONG_BYTES) {
		WIDE_FOR_LANES(batch, lane)
			load_long(array + lane * LONG_ROOM, base + index[lane] * scale);
		return true;
	}
#define LOAD(T)                                                                                    \
	hr_c_##T *const d = (hr_c_##T *)(void *)array;                                             \
	WIDE_FOR_LANES(batch, lane) d[lane] = PEEK(T, base + index[lane] * scale);
	BY_SIZE(size, LOAD)
#undef LOAD
	return true;
}

HR_PROGRAM_MEMORY HANDLER(load_indexed)
{
	const uint64_t *index = (const uint64_t *)(const void *)(batch->frame + pc[6]);
	uint64_t base = ONE(I64, 5) + (uint64_t)(int64_t)(int32_t)pc[8];

	return load_from(batch, pc, index, base, pc[7]) ? pc + 9 : NULL;
}

HR_PROGRAM_MEMORY HANDLER(load_gather)
{
	const uint64_t *addresses = (const uint64_t *)(const void *)(batch->frame + pc[5]);

	return load_from(batch, pc, addresses, (uint64_t)(int64_t)(int32_t)pc[6], 1) ? pc + 7
										     : NULL;
}

/* --- stores ----------------------------------------------------------------------------------- */

/* In the order of lanes, for they may overlap. */
HR_PROGRAM_MEMORY static ALWAYS_INLINE void store_run(written what, uint32_t size, unsigned first,
					       unsigned count, uint64_t to, uint64_t stride)
{
	if (stride == size && what.step) {
		memcpy((void *)to, what.value + (size_t)first * size, (size_t)count * size);
		return;
	}
#define RUN(T)                                                                                     \
	const hr_c_##T *from = (const hr_c_##T *)(const void *)what.value;                         \
	unsigned i = what.step ? scatter_run((const uint8_t *)(from + first), size, count, to, stride) : 0; \
	for (; i < count; i++)                                                                     \
		POKE(T, to + i * stride) = from[what.step ? first + i : 0];
	BY_SIZE(size, RUN)
#undef RUN
}

HR_PROGRAM_MEMORY static void store_some(const hr_batch *batch, written what, uint32_t size,
					 const wide_affine *a)
{
	const bool one_row = wide_is_one_row(batch, a);

	for (unsigned g = batch->first_group; g < batch->end_group; g++) {
		const unsigned lane = g * WIDE_GROUP, mask = wide_group_mask(batch, g);
		const bool in_row = size != LONG_BYTES && (one_row || is_whole(batch, lane));

		if (in_row && size <= BESIDE && what.step && a->stride[0] == size) {
			store_beside(what.value + (size_t)lane * size, size, mask,
				     wide_of_lane(batch, a, lane));
			continue;
		}
		if (in_row && mask == 0xFFFF) {
			store_run(what, size, lane, WIDE_GROUP, wide_of_lane(batch, a, lane),
				  a->stride[0]);
			continue;
		}
		for (unsigned m = mask; m; m &= m - 1) {
			const unsigned i = lane + (unsigned)__builtin_ctz(m);

			memcpy((void *)wide_of_lane(batch, a, i), what.value + (size_t)i * what.step, size);
		}
	}
}

HR_PROGRAM_MEMORY HANDLER(store_affine)
{
	const wide_affine a = address_at(batch, pc + 6);
	const uint32_t size = pc[5];
	const written what = written_at(batch, pc, size);

	publish(batch, pc);
	if (!admit(batch, pc[4], &a, size, what))
		return NULL;
	if (!batch->full || size == LONG_BYTES || in_short_rows(batch, &a)) {
		store_some(batch, what, size, &a);
	} else if (wide_is_one_row(batch, &a)) {
		const unsigned first = batch->first_group * WIDE_GROUP;
		WINDOW;

		store_run(what, size, first, count, a.base + first * a.stride[0], a.stride[0]);
	} else {
#define CALL(lane, run, address) store_run(what, size, lane, run, address, a.stride[0])
		EACH_RUN(batch, &a, CALL)
#undef CALL
	}
	__asm__ volatile("" ::: "memory");
	return pc + 10;
}

#ifdef __AVX512F__
/* As gather(). Lanes before one that does not pass have stored already, as they would alone. */
HR_PROGRAM_MEMORY static bool scatter(hr_batch *batch, uint32_t number, written what, uint32_t size,
				      const uint64_t *index, uint64_t base, uint64_t scale)
{
	const hr_gate *gate = *batch->gates[number].gate;
	uint64_t step = 1;

	if ((size != 4 && size != 8) || !what.step || is_looked_at(gate) || gate->framed)
		return false;
	for (unsigned g = batch->first_group; g < batch->end_group; g++) {
		const unsigned mask = wide_group_mask(batch, g), lane = g * WIDE_GROUP;
		__m512i first, second;

		if (!group_passes(gate, mask, index + lane, base, scale, &first, &second))
			return false;
		step = step ? distance(mask, index + lane, scale, first, second) : 0;
		if (step == size) {
			store_beside(what.value + (size_t)lane * size, size, mask, first_of(first));
			continue;
		}
		if (size == 4 && step == 8) {
			store_alternate(what.value + (size_t)lane * size, mask, first_of(first));
			continue;
		}
		scatter_eight(what.value + (size_t)lane * size, size, mask, first);
		scatter_eight(what.value + (size_t)(lane + 8) * size, size, mask >> 8, second);
	}
	return true;
}
#else
#define scatter(batch, number, what, size, index, base, scale) false
#endif

HR_PROGRAM_MEMORY static inline bool store_to(hr_batch *batch, const uint32_t *pc,
					      const uint64_t *index, uint64_t base, uint64_t scale)
{
	const uint32_t size = pc[5];
	const written what = written_at(batch, pc, size);

	publish(batch, pc);
	if (scatter(batch, pc[4], what, size, index, base, scale)) {
		__asm__ volatile("" ::: "memory");
		return true;
	}
	if (!admit_array(batch, pc[4], index, base, scale, size, what))
		return false;
	if (size == LONG_BYTES) {
		WIDE_FOR_LANES(batch, lane)
			memcpy((void *)(base + index[lane] * scale), what.value + lane * what.step,
			       LONG_BYTES);
	} else {
#define STORE(T)                                                                                   \
	const hr_c_##T *const from = (const hr_c_##T *)(const void *)what.value;                   \
	WIDE_FOR_LANES(batch, lane)                                                                \
		POKE(T, base + index[lane] * scale) = from[what.step ? lane : 0];
		BY_SIZE(size, STORE)
#undef STORE
	}
	__asm__ volatile("" ::: "memory");
	return true;
}

HR_PROGRAM_MEMORY HANDLER(store_indexed)
{
	const uint64_t *index = (const uint64_t *)(const void *)(batch->frame + pc[7]);
	uint64_t base = ONE(I64, 6) + (uint64_t)(int64_t)(int32_t)pc[9];

	return store_to(batch, pc, index, base, pc[8]) ? pc + 10 : NULL;
}

HR_PROGRAM_MEMORY HANDLER(store_scatter)
{
	const uint64_t *addresses = (const uint64_t *)(const void *)(batch->frame + pc[6]);

	return store_to(batch, pc, addresses, (uint64_t)(int64_t)(int32_t)pc[7], 1) ? pc + 8
										    : NULL;
}

/* --- atomics ---------------------------------------------------------------------------------- */

/* Lane after lane, as the handler of width 1 does (engine_rare.c). */
#define ATOMIC(ident, T, W)                                                                        \
	case HR_OP_##ident:                                                                        \
		WIDE_FOR_LANES(batch, lane) {                                                      \
			W *const at = (W *)address[lane], seen = __atomic_load_n(at, __ATOMIC_SEQ_CST), next; \
			hr_c_##T old, desired, b;                                                  \
			memcpy(&b, value + (array ? lane * sizeof(b) : 0), sizeof(b));             \
			do {                                                                       \
				memcpy(&old, &seen, sizeof(old));                                  \
				desired = hr_a_##ident(old, b);                                    \
				memcpy(&next, &desired, sizeof(next));                             \
			} while (!__atomic_compare_exchange_n(at, &seen, next, false,              \
							      __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)); \
			memcpy(result + lane * sizeof(old), &old, sizeof(old));                    \
		}                                                                                  \
		return;
HR_PROGRAM_MEMORY static void modify(const hr_batch *batch, uint32_t op, uint8_t *result,
				     const uint64_t *address, const uint8_t *value, bool array)
{
	switch (op) {
		WIDE_ATOMICS(ATOMIC)
	}
}

/* What does not pass at once, or is not aligned, goes the way of operations that have no handler. */
HANDLER(atomic)
{
	const uint64_t *address = (const uint64_t *)(const void *)(batch->frame + pc[7]);
	uint64_t odd = 0;

	WIDE_FOR_LANES(batch, lane) odd |= address[lane];
	if (odd & (pc[8] - 1) || is_looked_at(*batch->gates[pc[3]].gate) ||
	    !array_passes(batch, &batch->gates[pc[3]], address, 0, 1))
		return hr_wide_lanes(batch, pc) ? pc + 9 : NULL;
	publish(batch, pc);
	modify(batch, pc[4], batch->frame + pc[2], address, batch->frame + pc[5], pc[6]);
	return pc + 9;
}
