/* launches.c -- 10,000 launches of a small graph: the process must not grow. Arguments: the number
 * of launches, the number of bytes. */
#include <hpvm.h>
#include <stdio.h>
#include <string.h>

void Leaf(int *p, long bytes, int by)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	p[__hpvm__getNodeInstanceID_x(__hpvm__getNode())] += by;
	__hpvm__return(1, bytes);
}

void Root(int *p, long bytes, int by)
{
	void *leaf = __hpvm__createNodeND(1, Leaf, (long)64);

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
	__hpvm__bindIn(leaf, 2, 2, 0);
	__hpvm__bindOut(leaf, 0, 0, 0);
}

static long pages(void)
{
	FILE *file = fopen("/proc/self/statm", "r");
	long all = 0, resident = 0;

	if (file && fscanf(file, "%ld %ld", &all, &resident) != 2)
		resident = 0;
	if (file)
		fclose(file);
	return resident;
}

int main(int argc, char **argv)
{
	static int memory[64 * 1024];
	int launches = 10000;
	long before = 0, after, bytes = 256;
	struct __attribute__((packed)) { int *p; long bytes; int by; long out; } args = {memory, 0, 1, 0};

	if (argc > 1)
		sscanf(argv[1], "%d", &launches);
	if (argc > 2)
		sscanf(argv[2], "%ld", &bytes);
	if (bytes < 256 || bytes > (long)sizeof memory)
		return 2;
	args.bytes = bytes;
	__hpvm__init();
	llvm_hpvm_track_mem(memory, bytes);
	for (int i = 0; i < launches; i++) {
		void *graph = __hpvm__launch(0, Root, &args);

		__hpvm__wait(graph);
		if (i == launches / 2)
			before = pages();
	}
	llvm_hpvm_request_mem(memory, bytes);
	after = pages();
	llvm_hpvm_untrack_mem(memory);
	__hpvm__cleanup();
	printf("%d\n", memory[5]);
	if (after > before + 64)
		printf("%ld pages more\n", after - before);
	return memory[5] != launches;
}
