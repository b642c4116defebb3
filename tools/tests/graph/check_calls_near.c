//: options --width 64
//: runs -O1:interp -O0:interp
//: out 600
// Lanes call a function lane by lane, and an argument is close to the stack that it runs on:
// interpreted host code has its variables on the same stack.
#include <hpvm.h>
#include <stdio.h>

enum { N = 600 };

typedef struct words {
	long word[5];
} words;

__attribute__((noinline)) static int changed(words all, int k)
{
	words copy = all;

	all.word[(k + 1) % 5] ^= copy.word[k % 5];
	return (int)(all.word[(k + 2) % 5] + all.word[(k + 1) % 5]);
}

__attribute__((noinline)) static int sum(const int *from, int k)
{
	int own[2] = {from[0], k};

	return k ? own[0] + sum(&own[1], k - 1) : own[0];
}

static void Leaf(int *p, size_t p_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());
	words all = {{i, 1, 2, 3, p[i]}};

	p[i] = changed(all, (int)i) + sum(&p[i], 3) >= 0;
}

void Root(int *p, size_t p_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *node = __hpvm__createNodeND(1, Leaf, (size_t)N);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindIn(node, 1, 1, 0);
}

int main(void)
{
	int p[N], total = 0;
	struct __attribute__((packed)) {
		int *p;
		size_t p_bytes;
	} arguments = {p, sizeof(p)};

	for (int i = 0; i < N; i++)
		p[i] = i;
	__hpvm__init();
	llvm_hpvm_track_mem(p, sizeof(p));
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(p, sizeof(p));
	for (int i = 0; i < N; i++)
		total += p[i];
	printf("%d\n", total);
	llvm_hpvm_untrack_mem(p);
	__hpvm__cleanup();
	return 0;
}
