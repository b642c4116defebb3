/* A graph with one leaf, which calls t() with the number of its instance; the argument is the number of
 * instances. See poison_lanes.py. */
#include <hpvm.h>
#include <stdlib.h>

extern int t(long instance);

void leaf(int *o, size_t ob)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, o, 1, o);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());

	o[i] = t(i);
	__hpvm__return(0);
}

void root(int *o, size_t ob, size_t n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, o, 1, o);
	void *c = __hpvm__createNodeND(1, leaf, n);

	__hpvm__bindIn(c, 0, 0, 0);
	__hpvm__bindIn(c, 1, 1, 0);
}

int main(int argc, char **argv)
{
	size_t n = argc > 1 ? (size_t)atoi(argv[1]) : 64;
	int *o = calloc(n, sizeof(*o));
	struct __attribute__((packed)) {
		int *o;
		size_t ob, n;
	} a = {o, n * sizeof(*o), n};

	__hpvm__init();
	llvm_hpvm_track_mem(o, n * sizeof(*o));
	__hpvm__wait(__hpvm__launch(0, root, &a));
	llvm_hpvm_request_mem(o, n * sizeof(*o));
	llvm_hpvm_untrack_mem(o);
	__hpvm__cleanup();
	return 0;
}
