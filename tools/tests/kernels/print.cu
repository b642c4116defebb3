#include <stdio.h>

__device__ void say(const char *format, int x) { printf(format, x); }
struct pair { int first; double second; };

extern "C" __global__ void all(int *a, pair p)
{
	int i = threadIdx.x, n;

	n = printf("from %d of %u: %f %c %lu %lld %s %5.2f\n", i, blockIdx.x, 1.5f, 'A' + i, 3ul, -4ll, "text", p.second);
	n += 100 * printf("%d%%\n", p.first);
	n += 10000 * printf("plain\n");
	say("say %d\n", i);
	say("and %x\n", i + 10);
	a[blockIdx.x * blockDim.x + i] = n;
}
extern "C" __global__ void wrong(int *a) { printf("%d\n", 1.5); }
extern "C" __global__ void vectors(int *a) { printf("%v4f\n", 1.5); }
extern "C" __global__ void opaque(int *a, const char *format) { printf(format, 1); }
extern "C" __global__ void quiet(int *a) { a[threadIdx.x] = threadIdx.x; }
