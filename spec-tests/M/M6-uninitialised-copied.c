// M6: Reading bytes nobody wrote and letting them decide a branch, an address or an output: `uninitialised`, with its origin. Here an aggregate, copied whole.
//: negative
//: needs --check=uninit
//: exit trap
//: diagnostic uninitialised error node Root/Copy
#include "suite.h"

struct number {
	long tag;
	int value;
};

void Copy(struct number *p, size_t bytes)
{
	NODE_INOUT(p);
	p[2] = p[1];
}

void Root(struct number *p, size_t bytes)
{
	NODE_INOUT(p);
	void *copy = __hpvm__createNodeND(0, Copy);

	__hpvm__bindIn(copy, 0, 0, 0);
	__hpvm__bindIn(copy, 1, 1, 0);
}

int main(void)
{
	struct number *p = malloc(3 * sizeof *p);
	struct PACKED { struct number *p; size_t bytes; } arguments = {p, 3 * sizeof *p};

	p[0].tag = p[0].value = 1;
	__hpvm__init();
	llvm_hpvm_track_mem(p, 3 * sizeof *p);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(p, 3 * sizeof *p);
	printf("%d\n", p[2].value);
	llvm_hpvm_untrack_mem(p);
	__hpvm__cleanup();
	return 0;
}
