/* bench/kernels/leaf.cu -- a kernel's body as a CUDA kernel, as one is written by hand: a thread for each instance, x innermost,
 * and a guard where the grid is no multiple of the block. */
#define BENCH_CU_BUFFER(type, name) type *__restrict__ name,
#define BENCH_CU_VALUE(type, name)  size_t name,

extern "C" __global__ void leaf(KERNEL_PARAMETERS(BENCH_CU_BUFFER, BENCH_CU_VALUE) size_t n, size_t nz, size_t ny,
				size_t nx)
{
#ifdef KERNEL_TILE
	__shared__ float local_floats[KERNEL_LOCAL];

	body(blockIdx.y, blockIdx.x, threadIdx.y, threadIdx.x, local_floats, BENCH_ACTUAL n);
#else
	size_t x = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
	size_t y = (size_t)blockIdx.y * blockDim.y + threadIdx.y;
	size_t z = (size_t)blockIdx.z * blockDim.z + threadIdx.z;

	if (x < nx && y < ny && z < nz)
		body(z, y, x, nz, ny, nx, BENCH_ACTUAL n);
#endif
}
