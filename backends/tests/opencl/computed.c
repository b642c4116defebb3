/* computed.c [N] -- groups of N instances that share two memories, whose sizes are computed by
 * allocation nodes and passed to the instances. */
#include <hpvm.h>
#include <stdio.h>
#include <stdlib.h>

enum { GROUPS = 5, MOST = 128 };

void Line(long n, int halo)
{
	__hpvm__hint(GPU_TARGET);

	long bytes = (n + 2 * (long)halo) * (long)sizeof(int);
	void *line = __hpvm__malloc(bytes);

	__hpvm__return(2, line, bytes);
}

void Flags(long n)
{
	__hpvm__hint(GPU_TARGET);

	long bytes = (n << 3) - n;
	void *flags = __hpvm__malloc(bytes);

	__hpvm__return(2, flags, bytes);
}

void Smooth(int *line, long line_bytes, unsigned char *flags, long flag_bytes, int *p, long bytes)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(3, line, flags, p, 3, line, flags, p);
	void *node = __hpvm__getNode();
	long x = __hpvm__getNodeInstanceID_x(node), n = __hpvm__getNumNodeInstances_x(node);
	int *own = p + __hpvm__getNodeInstanceID_x(__hpvm__getParentNode(node)) * n;
	long entries = line_bytes / (long)sizeof(int), halo = (entries - n) / 2;

	for (long i = x; i < entries; i += n)
		line[i] = i < halo || i >= n + halo ? -1 : own[i - halo];
	for (long i = 0; i < 7; i++)
		flags[7 * x + i] = (unsigned char)(x + i);
	__hpvm__barrier();
	own[x] = line[x] + 2 * line[x + halo] + line[x + 2 * halo] + flags[7 * ((x + 1) % n) + 6] + (int)flag_bytes;
	__hpvm__return(1, bytes);
}

void Group(int *p, long bytes, long n, int halo)
{
	void *line = __hpvm__createNodeND(0, Line), *flags = __hpvm__createNodeND(0, Flags);
	void *smooth = __hpvm__createNodeND(1, Smooth, n);

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	__hpvm__bindIn(line, 2, 0, 0);
	__hpvm__bindIn(line, 3, 1, 0);
	__hpvm__bindIn(flags, 2, 0, 0);
	__hpvm__edge(line, smooth, 1, 0, 0, 0);
	__hpvm__edge(line, smooth, 1, 1, 1, 0);
	__hpvm__edge(flags, smooth, 1, 0, 2, 0);
	__hpvm__edge(flags, smooth, 1, 1, 3, 0);
	__hpvm__bindIn(smooth, 0, 4, 0);
	__hpvm__bindIn(smooth, 1, 5, 0);
	__hpvm__bindOut(smooth, 0, 0, 0);
}

void Root(int *p, long bytes, long n, int halo)
{
	void *group = __hpvm__createNodeND(1, Group, (long)GROUPS);

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	__hpvm__bindIn(group, 0, 0, 0);
	__hpvm__bindIn(group, 1, 1, 0);
	__hpvm__bindIn(group, 2, 2, 0);
	__hpvm__bindIn(group, 3, 3, 0);
	__hpvm__bindOut(group, 0, 0, 0);
}

int main(int argc, char **argv)
{
	static int p[GROUPS * MOST];
	struct __attribute__((packed)) {
		int *p;
		long bytes, n;
		int halo;
		long out;
	} args = {p, sizeof p, argc > 1 ? atol(argv[1]) : 48, 3, 0};
	unsigned sum = 0;

	for (int i = 0; i < GROUPS * MOST; i++)
		p[i] = i * 7 % 31;
	__hpvm__init();
	llvm_hpvm_track_mem(p, sizeof p);
	__hpvm__wait(__hpvm__launch(0, Root, &args));
	llvm_hpvm_request_mem(p, sizeof p);
	for (int i = 0; i < GROUPS * MOST; i++)
		sum = sum * 31 + (unsigned)p[i];
	llvm_hpvm_untrack_mem(p);
	__hpvm__cleanup();
	printf("%u\n", sum);
	return 0;
}
