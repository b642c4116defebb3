/* progress.cu -- work-items that wait for each other in loops (M8): each kernel ends on a device where all blocks are
 * resident, but for those of the last part. OUT is what the test prints. */

__device__ int device_lock;

__device__ __noinline__ void take(int *lock)
{
	while (atomicCAS(lock, 0, 1) != 0)
		;
	__threadfence();
}

__device__ __noinline__ void leave(int *lock)
{
	__threadfence();
	atomicExch(lock, 0);
}

__global__ void spin(int *state, int *out)
{
	take(&device_lock);
	out[0] += 1;
	leave(&device_lock);
}

/* the loop that lockstep needs, with a pause that grows */
__global__ void backoff(int *state, int *out)
{
	bool done = false;
	unsigned pause = 8;

	while (!done) {
		if (atomicExch(state, 1) == 0) {
			__threadfence();
			out[0] += 1;
			__threadfence();
			atomicExch(state, 0);
			done = true;
		} else {
			__nanosleep(pause);
			pause = pause < 256 ? pause * 2 : pause;
		}
	}
}

__global__ void ticket(int *state, int *out)
{
	const int mine = atomicAdd(&state[0], 1);

	while (atomicAdd(&state[1], 0) != mine)
		;
	__threadfence();
	out[mine & 7] = mine;
	__threadfence();
	atomicAdd(&state[1], 1);
}

/* block b waits for block b + 1 */
__global__ void backwards(int *state, int *out)
{
	volatile int *flag = state;
	const int b = blockIdx.x, last = gridDim.x - 1;

	if (threadIdx.x == 0) {
		while (b < last && flag[b + 1] == 0)
			;
		__threadfence();
		out[b] = b == last ? 1 : out[b + 1] + 1;
		__threadfence();
		flag[b] = 1;
	}
}

/* all blocks meet three times */
__global__ void meet(int *state, int *out)
{
	__shared__ int sum;

	for (int round = 1; round <= 3; round++) {
		if (threadIdx.x == 0)
			sum = 0;
		__syncthreads();
		atomicAdd(&sum, 1);
		__syncthreads();
		if (threadIdx.x == 0) {
			atomicAdd(&out[blockIdx.x], sum);
			__threadfence();
			atomicAdd(&state[0], 1);
			while (atomicAdd(&state[0], 0) < round * (int)gridDim.x)
				;
			__threadfence();
		}
		__syncthreads();
		if (atomicAdd(&out[(blockIdx.x + 1) % gridDim.x], 0) < round * (int)blockDim.x)
			__trap();
	}
}

/* two lanes of one warp hand a number to and fro */
__global__ void lanes(int *state, int *out)
{
	volatile __shared__ int turn;
	const int other = threadIdx.x ^ 1;

	turn = 0;
	__syncwarp();
	for (int i = 0; i < 4; i++) {
		while (turn != (int)threadIdx.x)
			;
		__threadfence_block();
		atomicAdd(out, 1);
		__threadfence_block();
		turn = (other + 2 * (turn / 2)) % 2;
	}
}

/* a scan with look-back: X is empty, A the sum of a block, P the sum up to it */
enum { X, A, P };
__device__ void publish(int *state, int block, int what, int sum)
{
	__threadfence();
	atomicExch(&state[block], sum * 4 + what);
}
__global__ void scan(int *state, int *out)
{
	const int b = gridDim.x - 1 - blockIdx.x; /* the last block begins first */
	int before = 0;

	publish(state, b, b ? A : P, b + 1);
	for (int at = b - 1; at >= 0;) {
		const int seen = *(volatile int *)&state[at];

		if (seen % 4 == X)
			continue;
		before += seen / 4;
		if (seen % 4 == P)
			break;
		at--;
	}
	publish(state, b, P, before + b + 1);
	out[b] = before;
}

/* a collective of lanes that the lane that waits lets go on */
__global__ void active(int *state, int *out)
{
	if (threadIdx.x == 0) {
		while (atomicAdd(state, 0) == 0)
			;
	} else {
		out[threadIdx.x] = __popc(__ballot_sync(__activemask(), 1)) > 0;
		atomicExch(state, 1);
	}
}

/* --- these do not wait ------------------------------------------------------------------------ */

/* compare-and-exchange until it succeeds */
__global__ void retry(int *state, int *out)
{
	int seen, old = *(volatile int *)out;

	do {
		seen = old;
		old = atomicCAS(out, seen, seen + 2);
	} while (old != seen);
}

/* a queue */
__global__ void queue(int *state, int *out)
{
	int i;

	while ((i = atomicAdd(state, 1)) < 8)
		out[i] = i;
}

/* numbers that an atomic operation gives */
__global__ void compact(int *state, int *out)
{
	for (int i = threadIdx.x; i < 64; i += blockDim.x) {
		const int at = atomicAdd(state, 1);

		if (at < 8)
			out[at] = 1;
	}
}

/* counts in memory what its registers do not show */
__device__ __attribute__((noinline)) void step(int *out, int *flag)
{
	if (++*out == 5000000)
		*flag = 1;
}

__global__ void count(int *state, int *out)
{
	while (!*(volatile int *)state)
		step(out, state);
}

/* --- these never end -------------------------------------------------------------------------- */

__global__ void forgotten(int *state, int *out)
{
	take(&state[1]);
	out[0] += 1;
}

/* each of two holds what the other waits for */
__global__ void crossed(int *state, int *out)
{
	const int first = blockIdx.x & 1;

	take(&state[first]);
	atomicAdd(out, 1);
	while (atomicAdd(out, 0) < 2)
		;
	take(&state[1 - first]);
}

/* the others wait at a barrier */
__global__ void barrier(int *state, int *out)
{
	if (threadIdx.x == 0)
		while (*(volatile int *)state == 0)
			;
	__syncthreads();
	state[0] = 1;
}

/* a device holds only so many blocks */
__global__ void many(int *state, int *out)
{
	atomicAdd(state, 1);
	while (atomicAdd(state, 0) < (int)gridDim.x)
		;
}
