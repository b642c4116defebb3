/* Blur: made by hpvm-run. */
#pragma OPENCL FP_CONTRACT OFF

__constant float weights[3] __attribute__((aligned(16))) = {0.25f, 0.5f, 3.0f};

__kernel void Blur(__global float *to, ulong to_at,
		__global float *from, ulong from_at,
		uint rounds,
		ulong ny,
		ulong y_end,
		ulong x_end)
{
	uint k;
	float sum;
	float result;
	const ulong y = get_global_id(0);
	const ulong x = get_global_id(1);
#ifdef HPVM_PART
	if (x >= x_end || y >= y_end)
		return;
#else
	ny = get_global_size(0);
#endif
#ifdef HPVM_OFFSETS
	to = (__global float *)((__global uchar *)to + to_at);
	from = (__global float *)((__global uchar *)from + from_at);
#endif

	const ulong at = (x * ny) + y;
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

__kernel void Count(__global uint *count, ulong count_at,
		__global hpvm_any_ushort *data, ulong data_at,
		uint least_2,
		ulong x_end)
{
	uint weight;
	const ulong x = get_global_id(0);
#ifdef HPVM_PART
	if (x >= x_end)
		return;
#endif
#ifdef HPVM_OFFSETS
	count = (__global uint *)((__global uchar *)count + count_at);
	data = (__global hpvm_any_ushort *)((__global uchar *)data + data_at);
#endif

	__global hpvm_any_ushort *place = data + x * 2;
	const uint word = *(__global hpvm_any_uint *)place;
	const ushort low = *place;
	const uint wide = (uint)(char)((char)((uchar)(((uchar)((uchar)low & 0x7fu) + 1) & 0x7fu) << 1) >> 1);
	const uint mixed = word ^ wide;
	weight = weigh(mixed, least_2);
	atomic_add((volatile __global uint *)count, weight);
}

/* Steps: made by hpvm-run. */
#pragma OPENCL FP_CONTRACT OFF

__kernel void Steps(__global float *to, ulong to_at,
		__global float *from, ulong from_at,
		uint columns,
		ulong x_end)
{
	const ulong x = get_global_id(0);
#ifdef HPVM_PART
	if (x >= x_end)
		return;
#endif
#ifdef HPVM_OFFSETS
	to = (__global float *)((__global uchar *)to + to_at);
	from = (__global float *)((__global uchar *)from + from_at);
#endif

	const ulong t = (x * 4ul) + (ulong)(int)columns;
	const float one = from[t];
	const float other = from[t - 1ul];
	to[(x * 2ul) + 1ul] = one - other;
}

/* Root/Wide: not translated: unsupported type: x86_fp80: %a = load x86_fp80, ptr %0, align 16 */
