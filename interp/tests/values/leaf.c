/* A graph with one leaf, which calls t(); the argument is the number of instances. */
#include <hpvm.h>
#include <stdlib.h>

extern void t(void);

void leaf(int *o, size_t ob)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, o, 1, o);
	t();
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
	static int o[4];
	struct __attribute__((packed)) {
		int *o;
		size_t ob, n;
	} a = {o, sizeof(o), argc > 1 ? (size_t)atoi(argv[1]) : 64};

	__hpvm__init();
	llvm_hpvm_track_mem(o, sizeof(o));
	__hpvm__wait(__hpvm__launch(0, root, &a));
	llvm_hpvm_request_mem(o, sizeof(o));
	__hpvm__cleanup();
	return 0;
}
