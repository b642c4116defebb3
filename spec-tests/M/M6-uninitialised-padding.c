// M6: Reading bytes nobody wrote is nothing as long as they decide no branch, address or output. Here padding and unused parts of unions.
//: positive
//: needs --check=uninit
//: out 3
#include "suite.h"

struct number {
	long tag;
	union {
		int i;
		double all[2];
	} value;
	short small;
};

void Copy(struct number *p, size_t bytes)
{
	NODE_INOUT(p);
	struct number one = p[0];

	one.value.i++;
	p[1] = one;
	__hpvm__return(1, (long)p[1].value.i);
}

void Root(struct number *p, size_t bytes)
{
	NODE_INOUT(p);
	void *copy = __hpvm__createNodeND(0, Copy);

	__hpvm__bindIn(copy, 0, 0, 0);
	__hpvm__bindIn(copy, 1, 1, 0);
	__hpvm__bindOut(copy, 0, 0, 0);
}

int main(void)
{
	struct number *p = malloc(2 * sizeof *p);
	struct PACKED { struct number *p; size_t bytes; long result; } arguments = {p, 2 * sizeof *p, 0};

	p[0].tag = 1;
	p[0].value.i = 2;
	p[0].small = 3;
	__hpvm__init();
	llvm_hpvm_track_mem(p, 2 * sizeof *p);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(p, 2 * sizeof *p);
	print_longs(&arguments.result, 1);
	llvm_hpvm_untrack_mem(p);
	__hpvm__cleanup();
	return 0;
}
