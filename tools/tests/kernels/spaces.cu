// Pointers into other spaces of memory than they say, and questions where a pointer points.
__constant__ int numbers[4] = {1, 2, 3, 4};

extern "C" __global__ void questions(int *out)
{
	__shared__ int s[64];
	int t = threadIdx.x, own = t, *p = t % 3 == 0 ? &out[t] : t % 3 == 1 ? &s[t] : &own;

	s[t] = t;
	out[t] = __isGlobal(p) + 2 * __isShared(p) + 4 * __isLocal(p) + 8 * __isConstant(p) + 16 * __isConstant(numbers) +
		 32 * __isShared(numbers);
}

extern "C" __global__ void constant_written(int *a)
{
	*(volatile int *)&numbers[threadIdx.x & 3] = a[0]; // clang removes an ordinary access
}

extern "C" __global__ void shared_as_global(int *a)
{
	__shared__ int s[64];
	int t = threadIdx.x, *p = &s[t];

	asm volatile("st.global.u32 [%0], %1;" ::"l"(p), "r"(t) : "memory");
	a[t] = s[t];
}

extern "C" __global__ void global_as_shared(int *a)
{
	int t = threadIdx.x, v;

	asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v) : "l"(&a[t]));
	a[t] = v + 1;
}

extern "C" __global__ void right(int *a)
{
	__shared__ int s[64];
	int t = threadIdx.x, v;

	asm volatile("st.shared.u32 [%0], %1;" ::"l"(__cvta_generic_to_shared(&s[t])), "r"(t) : "memory");
	asm volatile("ld.global.u32 %0, [%1];" : "=r"(v) : "l"(__cvta_generic_to_global(&a[t])));
	a[t] = v + s[t] + numbers[t & 3];
}

// Addresses of shared memory in 32 bits, as most inline assembly has them.
extern "C" __global__ void narrow(int *a)
{
	__shared__ int s[64];
	int t = threadIdx.x, v;
	unsigned at = (unsigned)__cvta_generic_to_shared(&s[t]);

	asm volatile("st.shared.u32 [%0], %1;" ::"r"(at), "r"(t) : "memory");
	__syncthreads();
	at = (unsigned)__cvta_generic_to_shared(s) + 4 * (63 - t);
	asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v) : "r"(at) : "memory");
	a[t] = v;
}

extern "C" __global__ void narrow_outside(int *a)
{
	__shared__ int s[64];
	unsigned at = (unsigned)__cvta_generic_to_shared(s) + 4 * threadIdx.x + 4;

	asm volatile("st.shared.u32 [%0], %1;" ::"r"(at), "r"(1) : "memory");
	a[threadIdx.x] = s[0];
}
