#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_runtime.h>
extern "C" __global__ void all(const unsigned short *a, const unsigned short *b, const unsigned short *c, unsigned short *o, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x; if (i >= n) return;
  __half x = __ushort_as_half(a[i]), y = __ushort_as_half(b[i]), z = __ushort_as_half(c[i]);
  unsigned short *to = o + i * 24;
  to[0] = __half_as_ushort(x + y); to[1] = __half_as_ushort(__hsub(x, y)); to[2] = __half_as_ushort(__hmul(x, y)); to[3] = __half_as_ushort(x / y);
  to[4] = __half_as_ushort(__hfma(x, y, z)); to[5] = __half_as_ushort(hsqrt(x)); to[6] = __half_as_ushort(hexp(x)); to[7] = x < y; to[8] = __hequ(x, y);
  to[9] = __half_as_ushort(__hmax(x, y)); to[10] = __half_as_ushort(__hmin_nan(x, y)); to[11] = __half_as_ushort(__float2half_rz(__half2float(x) * 1.0001f));
  __nv_bfloat16 p = __ushort_as_bfloat16(a[i]), q = __ushort_as_bfloat16(b[i]), r = __ushort_as_bfloat16(c[i]);
  to[12] = __bfloat16_as_ushort(p + q); to[13] = __bfloat16_as_ushort(__hsub(p, q)); to[14] = __bfloat16_as_ushort(p * q); to[15] = __bfloat16_as_ushort(p / q);
  to[16] = __bfloat16_as_ushort(__hfma(p, q, r)); to[17] = __bfloat16_as_ushort(hsqrt(p)); to[18] = p < q; to[19] = __bfloat16_as_ushort(__float2bfloat16(__bfloat162float(p) * 1.01f));
  to[20] = (unsigned short)__half2int_rz(x); to[21] = __half_as_ushort(__ll2half_rn(a[i] * 7ll - 30000)); to[22] = __half_as_ushort(__float2half_ru(__half2float(x) * 1.0001f)); to[23] = __half_as_ushort(__float2half_rd(__half2float(x) * 1.0001f));
}
extern "C" __global__ void axpy(half2 *y, const half2 *x, float a, half *sum, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x; if (i >= n) return;
  half2 aa = __float2half2_rn(a); y[i] = __hfma2(aa, __ldg(&x[i]), y[i]); y[i] += x[i] * __halves2half2(half(1), __float2half(0.5f));
  float2 f = __half22float2(y[i]); half h = f.x; h += (half)f.y; if (__hgt(h, 0.f)) atomicAdd(sum, h);
  half k = 2; if (k == half(2) && k > __float2half(1.f)) h = -h;
}
