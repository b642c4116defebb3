//: options --width 64
//: out 64 64 0
// Variables of every instance have their declared alignment; relying on it is not reported.
#include "graph.h"

typedef float eight __attribute__((ext_vector_type(8)));
struct __attribute__((aligned(128))) line { int a[7]; };
struct mixed { int a; eight v; char c; long double l; };

static struct line first = {{1, 2, 3}};

__attribute__((noinline)) static struct mixed give(int k)
{
	struct mixed b = {k, {1, 2, 3, (float)k}, 'c', (long double)k};

	return b;
}

__attribute__((noinline)) static long fill(eight *v, struct line *o, struct mixed b, int depth)
{
	eight twice = *v + b.v;
	struct line own = *o;

	own.a[depth] += depth + (int)b.l;
	if (depth > 0)
		return fill(&twice, &own, b, depth - 1) | ((uintptr_t)&twice & 31) | ((uintptr_t)&own & 127);
	*v = twice;
	*o = own;
	return ((uintptr_t)&twice & 31) | ((uintptr_t)&own & 127);
}

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	char before = (char)i;
	eight v = {(float)i};
	char between = (char)(i + 1);
	struct line o = first;
	volatile char *q = &before, *r = &between;
	long odd = fill(&v, &o, give((int)i), (int)(i % 5)) | ((uintptr_t)&v & 31) | ((uintptr_t)&o & 127);

	p[i] = odd == 0 && *q == (char)i && *r == (char)(i + 1) && v[0] >= (float)i && o.a[1] == 2;
}
ROOT_OF(Leaf)
int main(void)
{
	struct arguments arguments = {data, sizeof data, 64, {0}};
	int right = 0, turn = 0;

	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	for (; turn < 64; turn++)
		__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(data, sizeof data);
	llvm_hpvm_untrack_mem(data);
	__hpvm__cleanup();
	for (int i = 0; i < 64; i++)
		right += data[i];
	printf("%d %d %d\n", right, turn, 64 - right);
	return 0;
}
