/* Operations of immintrin.h, SSE to AVX2 and beside them. Each instance does all of them on its own
 * bytes; main() does the same on this processor, says what differs, and prints hashes. */
#include <immintrin.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hpvm.h"

enum { INSTANCES = 70, IN = 160, OUT = 2224 };

#define TARGET                                                                                     \
	__attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt,aes,pclmul,fma,f16c,sse4.2,adx")))

#define FOR_ALL(X)                                                                                 \
	X(_mm_max_ps(fa, fb)) X(_mm_min_ps(fa, fb)) X(_mm_max_ss(fa, fb)) X(_mm_min_sd(da, db))    \
	X(_mm256_max_ps(Fa, Fb)) X(_mm256_min_pd(Da, Db)) X(_mm_max_epi8(ia, ib))                  \
	X(_mm_min_epu8(ia, ib)) X(_mm256_max_epu16(Ia, Ib)) X(_mm256_min_epi32(Ia, Ib))            \
	X(_mm_sqrt_ps(_mm_and_ps(fa, fb))) X(_mm_cvttps_epi32(fa)) X(_mm_cvtps_epi32(fb))          \
	X(_mm256_cvttps_epi32(Fa)) X(_mm256_cvtps_epi32(Fb)) X(_mm_cvttpd_epi32(da))               \
	X(_mm_cvtpd_epi32(db)) X(_mm_cvttss_si32(fa)) X(_mm_cvtss_si64(fa)) X(_mm_cvtsd_si32(da))  \
	X(_mm_cvttsd_si64(db)) X(_mm_cvtpd_ps(da)) X(_mm_cvtps_pd(fa)) X(_mm_cvtepi32_ps(ia))      \
	X(_mm_shuffle_epi8(ia, ib)) X(_mm256_shuffle_epi8(Ia, Ib)) X(_mm_shuffle_epi32(ia, 0x1b))  \
	X(_mm_shuffle_ps(fa, fb, 0x4e)) X(_mm256_permutevar8x32_epi32(Ia, Ib))                     \
	X(_mm256_permute2x128_si256(Ia, Ib, 0x31)) X(_mm_permutevar_ps(fa, ib))                    \
	X(_mm256_permutevar_pd(Da, Ib)) X(_mm_alignr_epi8(ia, ib, 5))                              \
	X(_mm_unpacklo_epi8(ia, ib)) X(_mm_packs_epi16(ia, ib)) X(_mm_packus_epi16(ia, ib))        \
	X(_mm_packs_epi32(ia, ib)) X(_mm_packus_epi32(ia, ib)) X(_mm256_packs_epi32(Ia, Ib))       \
	X(_mm_madd_epi16(ia, ib)) X(_mm_maddubs_epi16(ia, ib)) X(_mm256_madd_epi16(Ia, Ib))        \
	X(_mm_mulhi_epi16(ia, ib)) X(_mm_mulhi_epu16(ia, ib)) X(_mm_mulhrs_epi16(ia, ib))          \
	X(_mm_mul_epu32(ia, ib)) X(_mm_mullo_epi32(ia, ib)) X(_mm_sad_epu8(ia, ib))                \
	X(_mm_avg_epu8(ia, ib)) X(_mm_adds_epi16(ia, ib)) X(_mm_subs_epu8(ia, ib))                 \
	X(_mm_abs_epi8(ia)) X(_mm_sign_epi16(ia, ib)) X(_mm_hadd_epi16(ia, ib))                    \
	X(_mm_hadds_epi16(ia, ib)) X(_mm_hsub_epi32(ia, ib)) X(_mm256_hadd_epi32(Ia, Ib))          \
	X(_mm_hadd_ps(fa, fb)) X(_mm_hsub_pd(da, db)) X(_mm256_hadd_ps(Fa, Fb))                    \
	X(_mm_addsub_ps(fa, fb)) X(_mm_dp_ps(fa, fb, 0xf1)) X(_mm_mpsadbw_epu8(ia, ib, 3))         \
	X(_mm_minpos_epu16(ia)) X(_mm_round_ps(fa, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)) \
	X(_mm_floor_pd(da)) X(_mm_ceil_ss(fa, fb)) X(_mm_cmp_ps(fa, fb, _CMP_NGE_UQ))              \
	X(_mm256_cmp_pd(Da, Db, _CMP_EQ_OQ)) X(_mm_cmplt_ss(fa, fb)) X(_mm_cmpunord_pd(da, db))    \
	X(_mm_comilt_ss(fa, fb)) X(_mm_ucomieq_sd(da, db)) X(_mm_cmpgt_epi8(ia, ib))               \
	X(_mm_cmpeq_epi64(ia, ib)) X(_mm_blendv_epi8(ia, ib, ic)) X(_mm_blendv_ps(fa, fb, fc))     \
	X(_mm256_blendv_epi8(Ia, Ib, Ic)) X(_mm_blend_epi16(ia, ib, 0x5a))                         \
	X(_mm_insert_ps(fa, fb, 0x9c)) X(_mm_extract_epi16(ia, 3)) X(_mm_movemask_epi8(ia))        \
	X(_mm_movemask_ps(fa)) X(_mm256_movemask_epi8(Ia)) X(_mm256_movemask_pd(Da))               \
	X(_mm_testz_si128(ia, ib)) X(_mm_testc_si128(ia, ib)) X(_mm256_testnzc_ps(Fa, Fb))         \
	X(_mm_sll_epi16(ia, _mm_and_si128(ib, _mm_set1_epi64x(31))))                               \
	X(_mm_sra_epi32(ia, _mm_set1_epi64x(u & 63))) X(_mm_srli_epi64(ia, 7))                     \
	X(_mm_slli_epi16(ia, 3)) X(_mm_srai_epi32(ia, 40)) X(_mm_slli_si128(ia, 5))                \
	X(_mm256_sllv_epi32(Ia, _mm256_and_si256(Ib, _mm256_set1_epi32(63))))                      \
	X(_mm256_srav_epi32(Ia, _mm256_and_si256(Ib, _mm256_set1_epi32(63))))                      \
	X(_mm_fmadd_ps(fa, fb, fc)) X(_mm256_fmaddsub_pd(Da, Db, Dc)) X(_mm_fnmsub_sd(da, db, dc)) \
	X(_mm256_i32gather_epi32((const int *)in, _mm256_and_si256(Ia, _mm256_set1_epi32(31)), 4)) \
	X(_mm256_i64gather_pd((const double *)in, _mm256_and_si256(Ia, _mm256_set1_epi64x(15)),    \
			      8))                                                                  \
	X(_mm_mask_i32gather_ps(fa, (const float *)in, _mm_and_si128(ia, _mm_set1_epi32(31)), fb,  \
				4))                                                                \
	X(_mm_maskload_epi32((const int *)in, ia)) X(_mm256_maskload_pd((const double *)in, Ib))   \
	X(_mm256_lddqu_si256((const __m256i *)(in + 3))) X(_mm_cvtps_ph(fa, 0))                    \
	X(_mm256_cvtph_ps(ia)) X(_mm_aesenc_si128(ia, ib)) X(_mm_aesenclast_si128(ia, ib))         \
	X(_mm_aesdec_si128(ia, ib)) X(_mm_aesdeclast_si128(ia, ib)) X(_mm_aesimc_si128(ia))        \
	X(_mm_aeskeygenassist_si128(ia, 0x1b)) X(_mm_clmulepi64_si128(ia, ib, 0x10))               \
	X(_mm_crc32_u8(u, (uint8_t)v)) X(_mm_crc32_u16(u, (uint16_t)v)) X(_mm_crc32_u32(u, v))     \
	X(_mm_crc32_u64(u, w)) X(_pdep_u32(u, v)) X(_pdep_u64(w, ~w >> 3)) X(_pext_u32(u, v))      \
	X(_pext_u64(w, w * 3)) X(_bzhi_u32(u, v & 63)) X(_bextr_u32(u, v & 31, v >> 27))           \
	X(_andn_u32(u, v)) X(_blsi_u64(w)) X(_blsmsk_u32(u)) X(_blsr_u32(v)) X(_lzcnt_u32(u >> 9)) \
	X(_tzcnt_u64(w)) X(_mm_popcnt_u64(w)) X(carry(u, v, w)) X(borrow(u, v, w))                 \
	X(_mm_cmpistri(ia, ib, _SIDD_UBYTE_OPS | _SIDD_CMP_EQUAL_ANY))                             \
	X(_mm_cmpistrm(ia, ic, _SIDD_UBYTE_OPS | _SIDD_CMP_RANGES | _SIDD_UNIT_MASK))              \
	X(_mm_cmpestri(ia, (int)(u & 15), ib, (int)(v & 15), _SIDD_CMP_EQUAL_ORDERED))             \
	X(_mm_cmpestrc(ia, 9, ib, (int)(v & 15), _SIDD_SWORD_OPS | _SIDD_CMP_EQUAL_EACH))          \
	X(_mm_cmpistrz(ia, ib, _SIDD_NEGATIVE_POLARITY)) X(slots(in)) X(csr())

TARGET static uint64_t carry(uint32_t u, uint32_t v, uint64_t w)
{
	unsigned low;
	unsigned long long high;
	unsigned char c = _addcarry_u32((unsigned char)(u & 1), u, v, &low);

	c = _addcarryx_u64(c, w, ~w + v, &high);
	return high * 5 + low + c;
}

TARGET static uint64_t borrow(uint32_t u, uint32_t v, uint64_t w)
{
	unsigned low;
	unsigned long long high;
	unsigned char c = _subborrow_u32((unsigned char)(v & 1), u, v, &low);

	c = _subborrow_u64(c, w, w + v, &high);
	return high * 5 + low + c;
}

/* Stores under a mask. */
TARGET static __m256i slots(const unsigned char *in)
{
	unsigned char to[32];
	__m256i a = _mm256_loadu_si256((const __m256i *)in);

	memset(to, 7, sizeof(to));
	_mm256_maskstore_epi32((int *)to, a, _mm256_srli_epi16(a, 1));
	_mm_maskmoveu_si128(_mm256_castsi256_si128(a), _mm256_extracti128_si256(a, 1),
			    (char *)to + 16);
	_mm256_zeroupper();
	return _mm256_loadu_si256((const __m256i *)to);
}

/* The control register of the default environment, set to the same. */
TARGET static unsigned csr(void)
{
	unsigned was = _mm_getcsr() & 0xffc0;

	_mm_setcsr(was);
	_mm_sfence();
	_mm_pause();
	return was;
}

TARGET static size_t operations(const unsigned char *in, unsigned char *out)
{
	__m256i Ia = _mm256_loadu_si256((const __m256i *)in);
	__m256i Ib = _mm256_loadu_si256((const __m256i *)(in + 32));
	__m256i Ic = _mm256_loadu_si256((const __m256i *)(in + 64));
	__m128i ia = _mm256_castsi256_si128(Ia), ib = _mm256_castsi256_si128(Ib);
	__m128i ic = _mm256_castsi256_si128(Ic);
	__m256 Fa = _mm256_loadu_ps((const float *)(in + 96)), Fb = _mm256_shuffle_ps(Fa, Fa, 0x1b);
	__m128 fa = _mm256_castps256_ps128(Fa), fb = _mm256_castps256_ps128(Fb);
	__m128 fc = _mm256_extractf128_ps(Fa, 1);
	__m256d Da = _mm256_cvtps_pd(fa), Db = _mm256_cvtps_pd(fc), Dc = _mm256_cvtps_pd(fb);
	__m128d da = _mm256_castpd256_pd128(Da), db = _mm256_castpd256_pd128(Db);
	__m128d dc = _mm256_castpd256_pd128(Dc);
	uint32_t u = (uint32_t)_mm_extract_epi32(ia, 1), v = (uint32_t)_mm_extract_epi32(ib, 2);
	uint64_t w = (uint64_t)_mm_extract_epi64(ic, 1);
	size_t at = 0;

#define DO(operation)                                                                              \
	do {                                                                                       \
		__typeof__(operation) result = operation;                                          \
		memcpy(out + at, &result, sizeof(result));                                         \
		at += sizeof(result);                                                              \
	} while (0);
	FOR_ALL(DO)
	return at;
}

void Leaf(unsigned char *in, size_t in_bytes, unsigned char *out, size_t out_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, in, 1, out);
	size_t i = (size_t)__hpvm__getNodeInstanceID_x(__hpvm__getNode());

	operations(in + i * IN, out + i * OUT);
}

void Root(unsigned char *in, size_t in_bytes, unsigned char *out, size_t out_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, in, 1, out);
	void *leaf = __hpvm__createNodeND(1, Leaf, (size_t)INSTANCES);

	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
	__hpvm__bindIn(leaf, 2, 2, 0);
	__hpvm__bindIn(leaf, 3, 3, 0);
}

typedef struct __attribute__((packed)) {
	unsigned char *in;
	size_t in_bytes;
	unsigned char *out;
	size_t out_bytes;
} arguments;

static unsigned char in[INSTANCES * IN], out[INSTANCES * OUT], wanted[OUT];

int main(void)
{
	uint64_t state = 1, hash = 0;
	arguments args = {in, sizeof(in), out, sizeof(out)};
	size_t bytes = 0;

	for (size_t i = 0; i < sizeof(in); i++) {
		state = state * 6364136223846793005u + 1442695040888963407u;
		in[i] = (unsigned char)(state >> 56);
		if (i % IN < 96 && i / IN % 4 == 3)
			in[i] &= 3;
	}
	for (size_t i = 0; i < INSTANCES; i++) /* numbers that convert well, and a few others */
		for (size_t k = 0; k < 8; k++) {
			float value = (float)(signed char)in[i * IN + k] * 1.25f;

			if (i % 5)
				memcpy(in + i * IN + 96 + 4 * k, &value, 4);
		}
	__hpvm__init();
	llvm_hpvm_track_mem(in, sizeof(in));
	llvm_hpvm_track_mem(out, sizeof(out));
	void *graph = __hpvm__launch(0, Root, (void *)&args);
	__hpvm__wait(graph);
	llvm_hpvm_request_mem(out, sizeof(out));
	for (size_t i = 0; i < INSTANCES; i++) {
		bytes = operations(in + i * IN, wanted);
		for (size_t k = 0; k < bytes; k++) {
			hash = hash * 31 + out[i * OUT + k];
			if (wanted[k] != out[i * OUT + k]) {
				printf("instance %zu differs at byte %zu\n", i, k);
				return 1;
			}
		}
	}
	printf("%zu bytes, %016llx\n", bytes, (unsigned long long)hash);
	llvm_hpvm_untrack_mem(in);
	llvm_hpvm_untrack_mem(out);
	__hpvm__cleanup();
	return 0;
}
