/* Operations of AVX-512 that clang's headers leave to the processor. Each instance does all of them
 * on its own bytes; main() computes the same with loops over elements, so no processor with AVX-512
 * is needed. */
#include <immintrin.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "hpvm.h"

enum { INSTANCES = 40, OPERATIONS = 40, LANE = 16 };

typedef union {
	int8_t b[64];
	uint8_t ub[64];
	int16_t w[32];
	uint16_t uw[32];
	int32_t d[16];
	uint32_t ud[16];
	int64_t q[8];
	uint64_t uq[8];
	float f[16];
	double g[8];
} vector;

typedef struct {
	vector a, b, c;
	vector x, y; /* floats */
	uint64_t mask;
} input;

#define TARGET                                                                                     \
	__attribute__((target(                                                                     \
		"avx512f,avx512bw,avx512dq,avx512vl,avx512cd,avx512vbmi,avx512ifma,avx512vnni")))
#define NEAREST (_MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)
#define I(m)    _mm512_castps_si512(m)
#define D(m)    _mm512_castpd_si512(m)
#define LOW(m)  _mm512_zextsi128_si512(m)

/* Each operation, and the loop that is its meaning: on a, b, c, x, y and mask, with the result in
 * r, which is 0 before. */
#define FOR(type, n)   for (int i = 0; i < (n); i++)
#define OPERATION_LIST(X)                                                                          \
	X(_mm512_packs_epi32(a, b), FOR(, 32) r.w[i] = clamp((i % 8 < 4 ? A.d : B.d)[i / 8 * 4 + i % 4], -32768, 32767)) \
	X(_mm512_packus_epi16(a, b), FOR(, 64) r.ub[i] = (uint8_t)clamp((i % 16 < 8 ? A.w : B.w)[i / 16 * 8 + i % 8], 0, 255)) \
	X(_mm512_shuffle_epi8(a, b), FOR(, 64) r.b[i] = B.b[i] < 0 ? 0 : A.b[i / LANE * LANE + (B.b[i] & 15)]) \
	X(_mm512_permutexvar_epi16(b, a), FOR(, 32) r.w[i] = A.w[B.w[i] & 31])                      \
	X(_mm512_permutex2var_epi32(a, b, c), FOR(, 16) r.d[i] = (B.d[i] & 16 ? C.d : A.d)[B.d[i] & 15]) \
	X(_mm512_permutex2var_epi8(a, b, c), FOR(, 64) r.b[i] = (B.b[i] & 64 ? C.b : A.b)[B.b[i] & 63]) \
	X(_mm512_ternarylogic_epi32(a, b, c, 0xca), FOR(, 16) r.d[i] = (A.d[i] & B.d[i]) | (~A.d[i] & C.d[i])) \
	X(_mm512_ternarylogic_epi64(a, b, c, 0x96), FOR(, 8) r.q[i] = A.q[i] ^ B.q[i] ^ C.q[i])     \
	X(_mm512_sllv_epi16(a, b), FOR(, 32) r.uw[i] = B.uw[i] > 15 ? 0 : (uint16_t)(A.uw[i] << B.uw[i])) \
	X(_mm512_srav_epi64(a, b), FOR(, 8) r.q[i] = A.q[i] >> (B.uq[i] > 63 ? 63 : B.q[i]))        \
	X(_mm512_srl_epi32(a, _mm_cvtsi32_si128(9)), FOR(, 16) r.ud[i] = A.ud[i] >> 9)              \
	X(_mm512_srai_epi64(a, 70), FOR(, 8) r.q[i] = A.q[i] >> 63)                                 \
	X(_mm512_madd52lo_epu64(a, b, c), FOR(, 8) r.uq[i] = A.uq[i] + (uint64_t)(product52(B.uq[i], C.uq[i]) & LOW52)) \
	X(_mm512_madd52hi_epu64(a, b, c), FOR(, 8) r.uq[i] = A.uq[i] + (uint64_t)(product52(B.uq[i], C.uq[i]) >> 52)) \
	X(_mm512_dpbusd_epi32(a, b, c), FOR(, 16) r.ud[i] = A.ud[i] + (uint32_t)dot8(&B.ub[4 * i], &C.b[4 * i])) \
	X(_mm512_dpwssds_epi32(a, b, c), FOR(, 16) r.d[i] = (int32_t)clamp(A.d[i] + (int64_t)B.w[2 * i] * C.w[2 * i] + (int64_t)B.w[2 * i + 1] * C.w[2 * i + 1], INT32_MIN, INT32_MAX)) \
	X(_mm512_maddubs_epi16(a, b), FOR(, 32) r.w[i] = (int16_t)clamp(A.ub[2 * i] * B.b[2 * i] + A.ub[2 * i + 1] * B.b[2 * i + 1], -32768, 32767)) \
	X(LOW(_mm512_mask_cvtsepi32_epi8(_mm512_castsi512_si128(b), k16, a)), FOR(, 16) r.b[i] = K(i) ? (int8_t)clamp(A.d[i], -128, 127) : B.b[i]) \
	X(LOW(_mm512_maskz_cvtusepi64_epi16(k8, a)), FOR(, 8) r.uw[i] = K(i) ? (uint16_t)(A.uq[i] > 65535 ? 65535 : A.uq[i]) : 0) \
	X(LOW(_mm512_cvtepi64_epi8(a)), FOR(, 8) r.b[i] = A.b[8 * i])                               \
	X(_mm512_mask_compress_epi32(b, k16, a), r = B; int n = 0; FOR(, 16) if (K(i)) r.d[n++] = A.d[i]) \
	X(_mm512_maskz_expand_epi64(k8, a), int n = 0; FOR(, 8) r.q[i] = K(i) ? A.q[n++] : 0)       \
	X(_mm512_conflict_epi32(_mm512_and_si512(a, _mm512_set1_epi32(3))), FOR(, 16) for (int n = 0; n < i; n++) r.ud[i] |= (uint32_t)((A.d[n] & 3) == (A.d[i] & 3)) << n) \
	X(_mm512_multishift_epi64_epi8(a, b), FOR(, 64) { uint64_t v = B.uq[i / 8]; unsigned s = A.ub[i] & 63; r.ub[i] = (uint8_t)(s ? v >> s | v << (64 - s) : v); }) \
	X(_mm512_dbsad_epu8(a, b, 0x1b), FOR(, 32) for (int n = 0; n < 4; n++) { int p = i / 4 * 8 + (i % 4 < 2 ? 0 : 4) + n, t = i / 4 * 8 + i % 4 + n; r.uw[i] += (uint16_t)distance(A.ub[p], B.ub[t / 16 * 16 + 4 * (0x1b >> 2 * (t % 16 / 4) & 3) + t % 4]); }) \
	X(_mm512_sad_epu8(a, b), FOR(, 64) r.uq[i / 8] += (uint64_t)distance(A.ub[i], B.ub[i]))     \
	X(_mm512_set1_epi64(_mm512_cmp_ps_mask(x, y, _CMP_LT_OQ)), FOR(, 16) r.uq[0] |= (uint64_t)(Xv.f[i] < Yv.f[i]) << i; FOR(, 7) r.q[i + 1] = r.q[0]) \
	X(_mm512_set1_epi64(_mm512_mask_cmp_pd_mask(k8, p, q, _CMP_UNORD_Q)), FOR(, 8) r.uq[0] |= (uint64_t)(K(i) && (Xv.f[i] != Xv.f[i] || Yv.f[i] != Yv.f[i])) << i; FOR(, 7) r.q[i + 1] = r.q[0]) \
	X(I(_mm512_max_ps(x, y)), FOR(, 16) r.f[i] = Xv.f[i] > Yv.f[i] ? Xv.f[i] : Yv.f[i])         \
	X(I(_mm512_mask_min_ps(x, k16, y, x)), FOR(, 16) r.f[i] = !K(i) ? Xv.f[i] : Yv.f[i] < Xv.f[i] ? Yv.f[i] : Xv.f[i]) \
	X(D(_mm512_mul_round_pd(q, q, NEAREST)), FOR(, 8) r.g[i] = (double)Yv.f[i] * Yv.f[i])       \
	X(I(_mm512_fmadd_round_ps(x, y, x, NEAREST)), FOR(, 16) r.f[i] = fmaf(Xv.f[i], Yv.f[i], Xv.f[i])) \
	X(_mm512_cvtps_epu32(y), FOR(, 16) r.ud[i] = unsigned_of(rintf(Yv.f[i])))                   \
	X(_mm512_cvttpd_epi64(p), FOR(, 8) r.q[i] = Xv.f[i] >= -0x1p63f && Xv.f[i] < 0x1p63f ? (int64_t)Xv.f[i] : INT64_MIN) \
	X(I(_mm512_getexp_ps(y)), FOR(, 16) r.f[i] = exponent(Yv.f[i]))                             \
	X(D(_mm512_scalef_pd(p, q)), FOR(, 8) r.g[i] = scaled(Xv.f[i], Yv.f[i]))                    \
	X(I(_mm512_roundscale_ps(y, 0x21)), FOR(, 16) r.f[i] = fabsf(Yv.f[i]) >= 0x1p23f || isnan(Yv.f[i]) ? Yv.f[i] : floorf(Yv.f[i] * 4) / 4) \
	X(_mm512_set1_epi64(_mm512_fpclass_ps_mask(x, 0x1e)), FOR(, 16) r.uq[0] |= (uint64_t)(Xv.f[i] == 0 || isinf(Xv.f[i])) << i; FOR(, 7) r.q[i + 1] = r.q[0]) \
	X(_mm512_mask_i32gather_epi32(b, k16, _mm512_and_si512(c, _mm512_set1_epi32(15)), in, 4), FOR(, 16) r.d[i] = K(i) ? A.d[C.d[i] & 15] : B.d[i]) \
	X(scattered(in), r = B; FOR(, 8) r.q[A.q[i] & 7] = C.q[i]; if (mask & 1) r.b[40] = (int8_t)clamp(A.w[0], -128, 127))

#define LOW52 (((unsigned __int128)1 << 52) - 1)
#define K(i)  (mask >> (i) & 1)

static unsigned __int128 product52(uint64_t p, uint64_t q)
{
	return (unsigned __int128)(p & LOW52) * (q & LOW52);
}

static int64_t clamp(int64_t v, int64_t least, int64_t most)
{
	return v < least ? least : v > most ? most : v;
}

static int dot8(const uint8_t *p, const int8_t *q)
{
	return p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3];
}

static int distance(int p, int q)
{
	return p > q ? p - q : q - p;
}

static uint32_t unsigned_of(float v)
{
	return v >= 0 && v < 0x1p32f ? (uint32_t)v : UINT32_MAX;
}

static float exponent(float v)
{
	int e;

	if (v == 0)
		return -INFINITY;
	if (isnan(v) || isinf(v))
		return v * v;
	frexpf(v, &e);
	return (float)(e - 1);
}

static double scaled(double v, double by)
{
	if (isnan(by))
		return by;
	if (isinf(by))
		return by > 0 ? v * INFINITY : v * 0;
	return ldexp(v, by > 5000 ? 5000 : by < -5000 ? -5000 : (int)floor(by));
}

TARGET static __m512i scattered(const input *in)
{
	vector to = in->b;

	_mm512_i64scatter_epi64(to.q, _mm512_and_si512(_mm512_loadu_si512(&in->a), _mm512_set1_epi64(7)),
				_mm512_loadu_si512(&in->c), 8);
	_mm512_mask_cvtsepi16_storeu_epi8(to.b + 40, (__mmask32)(in->mask & 1),
					  _mm512_loadu_si512(&in->a));
	return _mm512_loadu_si512(&to);
}

TARGET static void operations(const input *in, vector *out)
{
	__m512i a = _mm512_loadu_si512(&in->a), b = _mm512_loadu_si512(&in->b);
	__m512i c = _mm512_loadu_si512(&in->c);
	__m512 x = _mm512_loadu_ps(&in->x), y = _mm512_loadu_ps(&in->y);
	__m512d p = _mm512_cvtps_pd(_mm512_castps512_ps256(x));
	__m512d q = _mm512_cvtps_pd(_mm512_castps512_ps256(y));
	__mmask16 k16 = (__mmask16)in->mask;
	__mmask8 k8 = (__mmask8)in->mask;
	int at = 0;

#define DO(operation, ...) _mm512_storeu_si512(&out[at++], operation);
	OPERATION_LIST(DO)
}

static const char *const names[] = {
#define NAME(operation, ...) #operation,
	OPERATION_LIST(NAME)};

static void loops(const input *in, vector *out)
{
	vector A = in->a, B = in->b, C = in->c, Xv = in->x, Yv = in->y, r;
	uint64_t mask = in->mask;
	int at = 0;

#define LOOP(operation, ...)                                                                       \
	{                                                                                          \
		memset(&r, 0, sizeof(r));                                                          \
		__VA_ARGS__;                                                                       \
		out[at++] = r;                                                                     \
	}
	OPERATION_LIST(LOOP)
}

void Leaf(input *in, size_t in_bytes, vector *out, size_t out_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, in, 1, out);
	size_t i = (size_t)__hpvm__getNodeInstanceID_x(__hpvm__getNode());

	operations(in + i, out + i * OPERATIONS);
}

void Root(input *in, size_t in_bytes, vector *out, size_t out_bytes)
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
	input *in;
	size_t in_bytes;
	vector *out;
	size_t out_bytes;
} arguments;

static input in[INSTANCES];
static vector out[INSTANCES * OPERATIONS], wanted[OPERATIONS];

int main(void)
{
	static const float edges[] = {0.0f, -0.0f, 1.5f, -2.5f, 1e-40f, 3e9f, 1e19f, INFINITY, -INFINITY};
	uint64_t state = 1, hash = 0;
	arguments args = {in, sizeof(in), out, sizeof(out)};
	int failed = 0;

	for (size_t i = 0; i < sizeof(in); i++) {
		state = state * 6364136223846793005u + 1442695040888963407u;
		((unsigned char *)in)[i] = (unsigned char)(state >> 56);
	}
	for (int i = 0; i < INSTANCES; i++)
		for (int k = 0; k < 16; k++) {
			in[i].x.f[k] = i % 3 ? (float)in[i].x.b[4 * k] * 0.75f
					     : edges[in[i].x.ub[4 * k] % 9];
			in[i].y.f[k] = i % 4 ? (float)in[i].y.b[4 * k] * 0.625f
					     : edges[in[i].y.ub[4 * k] % 9];
			if (i % 7 == 6) {
				in[i].b.q[k / 2] &= 0x3f0000000000001f;
				in[i].a.q[k / 2] &= 0x0000ffff00000001;
			}
			if (i % 10 == 9 && k < 3)
				in[i].y.f[k] = NAN;
		}
	__hpvm__init();
	llvm_hpvm_track_mem(in, sizeof(in));
	llvm_hpvm_track_mem(out, sizeof(out));
	void *graph = __hpvm__launch(0, Root, (void *)&args);
	__hpvm__wait(graph);
	llvm_hpvm_request_mem(out, sizeof(out));
	for (int i = 0; i < INSTANCES; i++) {
		loops(&in[i], wanted);
		for (int k = 0; k < (int)(sizeof(names) / sizeof(*names)); k++) {
			const vector *have = &out[i * OPERATIONS + k];

			for (int n = 0; n < 64; n++)
				hash = hash * 31 + have->ub[n];
			if (memcmp(have, &wanted[k], 64) && failed++ < 20) {
				printf("instance %d: %s\n", i, names[k]);
				for (int n = 0; n < 8; n++)
					printf(" %016llx %016llx\n", (unsigned long long)have->uq[n],
					       (unsigned long long)wanted[k].uq[n]);
			}
		}
	}
	printf("%zu operations, %016llx\n", sizeof(names) / sizeof(*names), (unsigned long long)hash);
	llvm_hpvm_untrack_mem(in);
	llvm_hpvm_untrack_mem(out);
	__hpvm__cleanup();
	return failed != 0;
}
