/* Loops that wait with a collective or a barrier in them, that try only when they may succeed, or that count down in
 * memory (run-kernel-progress.sh). */
__global__ void readers(int *lock, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i == 0) {
		while (atomicCAS(lock, 0, -1) != 0)
			;
		while (atomicAdd(&lock[1], 0) < 3)
			;
		out[0] = 7;
		__threadfence();
		atomicExch(lock, 0);
		return;
	}
	atomicAdd(&lock[1], 1);
	while (true) {
		int v = *(volatile int *)lock;

		if (v >= 0 && atomicCAS(lock, v, v + 1) == v)
			break;
	}
	__threadfence();
	out[i] = out[0];
	atomicSub(lock, 1);
}

/* Block B waits for block B + 1. */
__device__ void tell(int *state, int *out)
{
	__syncthreads();
	if (threadIdx.x == 0) {
		out[blockIdx.x] = gridDim.x - blockIdx.x;
		__threadfence();
		atomicExch(&state[blockIdx.x], 1);
	}
}
__global__ void voted(int *state, int *out)
{
	int v = 1;

	if (blockIdx.x + 1 < gridDim.x)
		do
			v = atomicAdd(&state[blockIdx.x + 1], 0);
		while (__any_sync(0xffffffffu, v == 0));
	tell(state, out);
}
__global__ void shuffled(int *state, int *out)
{
	int v = 1;

	if (blockIdx.x + 1 < gridDim.x)
		do {
			if (threadIdx.x == 0)
				v = atomicAdd(&state[blockIdx.x + 1], 0);
			v = __shfl_sync(0xffffffffu, v, 0);
		} while (v == 0);
	tell(state, out);
}
__global__ void shared(int *state, int *out)
{
	__shared__ int s;
	int v = 1;

	if (blockIdx.x + 1 < gridDim.x)
		do {
			if (threadIdx.x == 0)
				s = atomicAdd(&state[blockIdx.x + 1], 0);
			__syncthreads();
			v = s;
			__syncthreads();
		} while (v == 0);
	tell(state, out);
}
__global__ void counted(int *state, int *out)
{
	if (blockIdx.x + 1 < gridDim.x)
		while (!__syncthreads_or(threadIdx.x == 0 ? atomicAdd(&state[blockIdx.x + 1], 0) : 0))
			;
	tell(state, out);
}

__device__ __noinline__ bool expired(int *budget)
{
	return --*budget <= 0;
}
__global__ void gives_up(int *state, int *out)
{
	__shared__ int budget[32];

	budget[threadIdx.x] = 1000;
	while (atomicAdd(state, 0) == 0)
		if (expired(&budget[threadIdx.x])) {
			out[threadIdx.x] = -1;
			return;
		}
	out[threadIdx.x] = 1;
}
