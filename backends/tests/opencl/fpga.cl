/* Blur: made by hpvm-run. */
#pragma OPENCL FP_CONTRACT OFF

__constant float weights[3] __attribute__((aligned(16))) = {0.25f, 0.5f, 3.0f};

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void Blur(__global float *to, ulong to_at,
		__global float *from, ulong from_at,
		uint rounds,
		ulong ny,
		ulong x_begin,
		ulong x_end,
		ulong y_begin,
		ulong y_end)
{
	ulong x;
	ulong y;
	uint k;
	float sum;
	float result;
	ulong at;
#ifdef HPVM_OFFSETS
	to = (__global float *)((__global uchar *)to + to_at);
	from = (__global float *)((__global uchar *)from + from_at);
#endif

	x = x_begin;
	while (x < x_end) {
		y = y_begin;
		while (y < y_end) {
			at = (x * ny) + y;
			if ((int)rounds > 0) {
				k = 0u;
				sum = 0.0f;
				do {
					const float weight = weights[(ulong)(k % 3u)];
					const float value = from[at];
					sum = sum + (weight * value);
					k = k + 1u;
				} while ((int)k < (int)rounds);
				result = sum;
			} else {
				result = 0.0f;
			}
			to[at] = result;
			y = y + 1ul;
		}
		x = x + 1ul;
	}
}

/* Count: made by hpvm-run. */
#pragma OPENCL FP_CONTRACT OFF

ulong hpvm_ctpop(ulong a, uint bits)
{
	return popcount(a);
}

typedef ushort __attribute__((may_alias)) hpvm_any_ushort;
typedef uint __attribute__((may_alias)) hpvm_any_uint;

uint weigh(uint bits, uint least);

uint weigh(uint bits, uint least)
{
	return (uint)max((int)(uint)hpvm_ctpop(bits, 32), (int)least);
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void Count(__global uint *count, ulong count_at,
		__global hpvm_any_ushort *data, ulong data_at,
		uint least_2,
		ulong x_begin,
		ulong x_end)
{
	ulong x;
	uint weight;
#ifdef HPVM_OFFSETS
	count = (__global uint *)((__global uchar *)count + count_at);
	data = (__global hpvm_any_ushort *)((__global uchar *)data + data_at);
#endif

	x = x_begin;
	while (x < x_end) {
		__global hpvm_any_ushort *place = data + x * 2;
		const uint word = *(__global hpvm_any_uint *)place;
		const ushort low = *place;
		const uint wide = (uint)(char)((char)((uchar)(((uchar)((uchar)low & 0x7fu) + 1) & 0x7fu) << 1) >> 1);
		const uint mixed = word ^ wide;
		weight = weigh(mixed, least_2);
		atomic_add((volatile __global uint *)count, weight);
		x = x + 1ul;
	}
}

/* Steps: made by hpvm-run. */
#pragma OPENCL FP_CONTRACT OFF

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void Steps(__global float *to, ulong to_at,
		__global float *from, ulong from_at,
		uint columns,
		ulong x_begin,
		ulong x_end)
{
	ulong x;
#ifdef HPVM_OFFSETS
	to = (__global float *)((__global uchar *)to + to_at);
	from = (__global float *)((__global uchar *)from + from_at);
#endif

	x = x_begin;
	while (x < x_end) {
		const ulong t = (x * 4ul) + (ulong)(int)columns;
		const float one = from[t];
		const float other = from[t - 1ul];
		to[(x * 2ul) + 1ul] = one - other;
		x = x + 1ul;
	}
}

/* Root/Wide: not translated: unsupported type: x86_fp80: %a = load x86_fp80, ptr %0, align 16 */
