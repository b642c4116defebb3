/* chains.cu -- what order passes on: from lane to lane by barriers of warps, by fences before barriers, along a chain of
 * atomic operations (M8, W3). STATE begins with zeros. */

/* lane 5 writes, lane 0 releases; they meet in between, or only before */
__device__ void release_by_first(int *state, int *out, bool meet)
{
	__syncwarp();
	if (threadIdx.x == 5)
		out[0] = 1;
	if (meet)
		__syncwarp();
	if (threadIdx.x == 0) {
		__threadfence();
		atomicExch(state, 1);
	}
}
__device__ bool is_released(int *state)
{
	const bool released = atomicAdd(state, 0) == 1;

	__threadfence();
	return released;
}
__global__ void met(int *state, int *out)
{
	if (blockIdx.x == 0)
		release_by_first(state, out, true);
	else if (threadIdx.x == 0 && is_released(state))
		out[1] = out[0];
}
__global__ void unmet(int *state, int *out)
{
	if (blockIdx.x == 0)
		release_by_first(state, out, false);
	else if (threadIdx.x == 0 && is_released(state))
		out[1] = out[0];
}

/* lanes 4 to 7 meet; lane 31 releases */
__global__ void partly(int *state, int *out)
{
	if (blockIdx.x == 0) {
		if (threadIdx.x == 5)
			out[0] = 1;
		if (threadIdx.x >= 4 && threadIdx.x < 8)
			__syncwarp(0xf0);
		if (threadIdx.x == 31) {
			__threadfence();
			atomicExch(state, 1);
		}
	} else if (threadIdx.x == 0 && is_released(state)) {
		out[1] = out[0];
	}
}

/* lane 0 acquires, lane 5 reads after both have met, or lane 6 without it */
__device__ void acquire_by_first(int *state, int *out, int reader)
{
	volatile __shared__ int released;

	if (threadIdx.x == 0)
		released = is_released(state);
	if (threadIdx.x < 6)
		__syncwarp(0x3f);
	if (threadIdx.x == reader && (reader == 6 || released))
		out[1] = out[0];
}
__global__ void passed(int *state, int *out)
{
	if (blockIdx.x == 0)
		release_by_first(state, out, true);
	else
		acquire_by_first(state, out, 5);
}
__global__ void kept(int *state, int *out)
{
	if (blockIdx.x == 0)
		release_by_first(state, out, true);
	else
		acquire_by_first(state, out, 6);
}

/* a compare-and-exchange that fails reads */
__global__ void fails(int *state, int *out)
{
	if (blockIdx.x == 0)
		atomicCAS(state, 7, 1);
	else
		out[threadIdx.x] = state[0];
}
__global__ void succeeds(int *state, int *out)
{
	if (blockIdx.x == 0)
		atomicCAS(state, 0, 1);
	else
		out[threadIdx.x] = state[0];
}

/* the last block sums up, and resets the counter; FENCE: by all threads before the barrier, or by one after it */
template <bool BEFORE, bool FENCE> __device__ void last_block(int *state, int *out)
{
	__shared__ bool last;

	out[2 + blockIdx.x * blockDim.x + threadIdx.x] = 1;
	if (BEFORE && FENCE)
		__threadfence();
	__syncthreads();
	if (threadIdx.x == 0) {
		if (!BEFORE && FENCE)
			__threadfence();
		last = atomicAdd(state, 1) == (int)gridDim.x - 1;
	}
	__syncthreads();
	if (last && threadIdx.x == 0) {
		int sum = 0;

		__threadfence();
		for (int i = 0; i < (int)(gridDim.x * blockDim.x); i++)
			sum += out[2 + i];
		out[0] = sum;
		state[0] = 0;
	}
}
__global__ void last_after(int *state, int *out) { last_block<false, true>(state, out); }
__global__ void last_before(int *state, int *out) { last_block<true, true>(state, out); }
__global__ void last_unfenced(int *state, int *out) { last_block<false, false>(state, out); }

/* the fence of one thread releases nothing that the others write */
__global__ void last_one(int *state, int *out)
{
	__shared__ bool last;

	out[2 + blockIdx.x * blockDim.x + threadIdx.x] = 1;
	if (threadIdx.x == 1)
		__threadfence();
	__syncthreads();
	if (threadIdx.x == 0)
		last = atomicAdd(state, 1) == (int)gridDim.x - 1;
	__syncthreads();
	if (last && threadIdx.x == 0)
		for (int i = 0; i < (int)(gridDim.x * blockDim.x); i++)
			out[0] += out[2 + i];
}
