// A call with variadic arguments lies where an earlier call had memory from alloca().
#include <hpvm.h>
#include <stdarg.h>
#include <stdio.h>

enum { N = 9 };

__attribute__((noinline)) static double sum(int count, ...)
{
	double all = 0;
	va_list list;

	va_start(list, count);
	for (int k = 0; k < count; k++)
		all += k % 2 ? va_arg(list, double) : (double)va_arg(list, long);
	va_end(list);
	return all;
}

__attribute__((noinline)) static int unit(int i, int bytes)
{
	double all = sum(14, 1L, 2.0, (long)i, 4.0, 5L, 6.0, 7L, 8.0, 9L, 10.0, 11L, 12.0, 13L, 14.0);

	if (i % 2 == 0) {
		volatile char *space = __builtin_alloca((size_t)bytes);

		space[bytes - 1] = (char)i;
		return (int)all + space[bytes - 1];
	}
	return (int)all;
}

static void leaf(int *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());

	for (int bytes = 1; bytes < 700; bytes++)
		p[i] += unit(0, bytes) + unit((int)i | 1, 0);
	__hpvm__return(0);
}

void root(int *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *node = __hpvm__createNodeND(1, leaf, (size_t)N);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindIn(node, 1, 1, 0);
}

int main(void)
{
	static int p[N];
	struct __attribute__((packed)) {
		int *p;
		size_t bytes;
	} arguments = {p, sizeof(p)};

	__hpvm__init();
	llvm_hpvm_track_mem(p, sizeof(p));
	__hpvm__wait(__hpvm__launch(0, root, &arguments));
	llvm_hpvm_request_mem(p, sizeof(p));
	printf("%d %d\n", p[1], p[N - 1]);
	__hpvm__cleanup();
	return 0;
}
