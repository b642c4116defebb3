// Each kernel stores a row of results for each thread; warps.py computes the same.
#define ALL 0xffffffffu

extern "C" __global__ void shuffles(int *out)
{
	int t = threadIdx.x, *o = out + t * 12;

	o[0] = __shfl_sync(ALL, t * 3, 5);
	o[1] = __shfl_sync(ALL, t * 3, t + 7, 8);
	o[2] = __shfl_up_sync(ALL, t * 3, 2);
	o[3] = __shfl_up_sync(ALL, t * 3, 3, 16);
	o[4] = __shfl_down_sync(ALL, t * 3, 4);
	o[5] = __shfl_down_sync(ALL, t * 3, 4, 8);
	o[6] = __shfl_xor_sync(ALL, t * 3, 5);
	o[7] = __shfl_xor_sync(ALL, t * 3, 9, 8);
	o[8] = (int)(__shfl_sync(ALL, (long long)t << 33, 3) >> 32);
	o[9] = (int)(__shfl_xor_sync(ALL, t * 0.5, 1) * 2);
	o[10] = (int)(__shfl_down_sync(ALL, t * 0.5f, 1) * 2);
	if (t % 2) // each branch has its own lanes
		o[11] = __shfl_xor_sync(0xaaaaaaaau, t, 2);
	else
		o[11] = __shfl_xor_sync(0x55555555u, t * 100, 4);
}

extern "C" __global__ void votes(int *out)
{
	int t = threadIdx.x, *o = out + t * 11, same;

	o[0] = __ballot_sync(ALL, t % 3 == 0);
	o[1] = __any_sync(ALL, t == 40);
	o[2] = __all_sync(ALL, t >= 32);
	o[3] = __uni_sync(ALL, t / 32 == 1);
	o[4] = __match_any_sync(ALL, t % 5);
	o[5] = __match_all_sync(ALL, t / 32, &same);
	o[6] = __match_all_sync(ALL, t / 16, &same);
	__match_all_sync(ALL, t / 32 ? 7ll : t / 16, &same);
	o[7] = same;
	if (t % 32 < 10)
		o[8] = __ballot_sync(0x3ff, t & 1);
	o[9] = __match_any_sync(ALL, (long long)(t % 3));
	// the same call, with a mask for each of four parts
	o[10] = __ballot_sync(0x11111111u << t % 4, 1);
}

extern "C" __global__ void registers(int *out)
{
	int t = threadIdx.x, *o = out + t * 9;

	o[0] = __nvvm_read_ptx_sreg_laneid();
	o[1] = __nvvm_read_ptx_sreg_warpid();
	o[2] = __nvvm_read_ptx_sreg_nwarpid();
	o[3] = warpSize;
	o[4] = __nvvm_read_ptx_sreg_lanemask_eq();
	o[5] = __nvvm_read_ptx_sreg_lanemask_lt();
	o[6] = __nvvm_read_ptx_sreg_lanemask_le();
	o[7] = __nvvm_read_ptx_sreg_lanemask_gt();
	o[8] = __nvvm_read_ptx_sreg_lanemask_ge();
}

extern "C" __global__ void reductions(int *out)
{
	int t = threadIdx.x, *o = out + t * 9, v = 7 * t % 13 - 6;

	o[0] = __reduce_add_sync(ALL, v);
	o[1] = __reduce_min_sync(ALL, v);
	o[2] = __reduce_max_sync(ALL, v);
	o[3] = __reduce_and_sync(ALL, (unsigned)(t * t % 256));
	o[4] = __reduce_or_sync(ALL, (unsigned)(t * t % 256));
	o[5] = __reduce_xor_sync(ALL, (unsigned)(t * t % 256));
	if (t % 32 < 16)
		o[6] = __reduce_add_sync(0xffff, v);
	o[7] = __reduce_min_sync(ALL, (unsigned)(t * 9 % 31));
	o[8] = __reduce_max_sync(ALL, (unsigned)(t * 9 % 31));
}

extern "C" __global__ void partial(int *out)
{
	int t = threadIdx.x, *o = out + t * 4;
	int lanes = __popc(__ballot_sync(ALL, 1)), v = __shfl_down_sync(ALL, t, 1);

	o[0] = __ballot_sync(ALL, 1);
	o[1] = t % 32 == 31 || t % 32 + 1 < lanes ? v : -1;
	o[2] = __all_sync(ALL, t >= 32);
	o[3] = lanes;
}

extern "C" __global__ void counts(int *out)
{
	int t = threadIdx.x, *o = out + t * 3;

	o[0] = __syncthreads_count(t % 3 == 0);
	o[1] = __syncthreads_or(t == 40);
	o[2] = __syncthreads_and(t < 40);
}

// A tile's sum by shared memory, ordered by barriers of the warp alone.
extern "C" __global__ void ordered(int *a)
{
	__shared__ int s[64];
	int t = threadIdx.x, sum = 0;

	s[t] = a[t];
	for (int n = 16; n; n /= 2) {
		__syncwarp();
		if (t % 32 < n)
			sum = s[t] + s[t + n];
		__syncwarp();
		if (t % 32 < n)
			s[t] = sum;
	}
	__syncwarp();
	a[t] = s[t / 32 * 32];
}

// The second barrier is missing.
extern "C" __global__ void unordered(int *a)
{
	__shared__ int s[64];
	int t = threadIdx.x;

	s[t] = a[t];
	__syncwarp();
	a[t] = s[t ^ 1];
	s[t] = 0;
}

// Barriers of warps do not order two warps.
extern "C" __global__ void crossed(int *a)
{
	__shared__ int s[64];
	int t = threadIdx.x;

	s[t] = a[t];
	__syncwarp();
	a[t] = s[t ^ 32];
}

// Shuffles order nothing.
extern "C" __global__ void shuffled(int *a)
{
	__shared__ int s[64];
	int t = threadIdx.x;

	s[t] = a[t];
	a[t] = __shfl_xor_sync(ALL, t, 1);
	a[t] = s[t ^ 1];
}

// Tiles of 16 lanes order themselves.
extern "C" __global__ void tiles(int *a)
{
	__shared__ int s[64];
	int t = threadIdx.x;
	unsigned mask = t % 32 < 16 ? 0xffff : 0xffff0000;

	for (int i = 0; i < 3; i++) {
		s[t] = a[t] + i;
		__syncwarp(mask);
		a[t] = s[t / 16 * 16] + s[t ^ 1]; // all lanes of the tile read one word
		__syncwarp(mask);
	}
}

extern "C" __global__ void ended(int *a)
{
	if (threadIdx.x == 3)
		return;
	a[threadIdx.x] = __shfl_sync(ALL, 1, 0);
}

extern "C" __global__ void elsewhere(int *a)
{
	if (threadIdx.x & 1)
		a[threadIdx.x] = __ballot_sync(ALL, 1);
	else
		a[threadIdx.x] = __any_sync(ALL, 1);
}

extern "C" __global__ void not_in_mask(int *a)
{
	a[threadIdx.x] = __ballot_sync(0xfffffffeu, 1);
}

extern "C" __global__ void other_mask(int *a)
{
	a[threadIdx.x] = __ballot_sync(threadIdx.x == 2 ? 0xfu : ALL, 1);
}

extern "C" __global__ void at_barrier(int *a)
{
	if (threadIdx.x == 5)
		__syncthreads();
	else
		__syncwarp();
	a[threadIdx.x] = 1;
}

// Lane 8 and those after it are not in the mask, and what is read there decides.
extern "C" __global__ void missed(int *a)
{
	if (threadIdx.x < 8) {
		int v = __shfl_down_sync(0xff, (int)threadIdx.x, 4);

		if (v > 5)
			a[threadIdx.x] = 1;
	}
}

// It is not used.
extern "C" __global__ void dropped(int *a)
{
	if (threadIdx.x < 8) {
		int v = threadIdx.x;

		for (int n = 4; n; n /= 2)
			v += __shfl_down_sync(0xff, v, n);
		if (threadIdx.x == 0)
			a[0] = v;
	}
}

extern "C" __global__ void active(int *a)
{
	a[threadIdx.x] = __popc(__activemask());
}

extern "C" __global__ void sizes(int *a)
{
	a[threadIdx.x] = 100 * __nvvm_read_ptx_sreg_laneid() + __popc(__ballot_sync(ALL, 1));
}
