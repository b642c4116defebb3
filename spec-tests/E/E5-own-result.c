// E5: All values an instance receives are read before any of its outputs is committed.
//: negative
//: exit trap
//: diagnostic uninitialised error function Leaf node Root/Leaf
//: needs --check=uninit
#include "suite.h"

/* p points to where the graph's own result goes: nothing is there before Leaf has returned. */
void Leaf(long *p, size_t bytes)
{
	NODE_INOUT(p);
	long before = *p;

	__hpvm__return(1, before + 1);
}

void Root(long *p, size_t bytes)
{
	NODE_INOUT(p);
	void *leaf = __hpvm__createNodeND(0, Leaf);

	BIND_IN(leaf, 2);
	__hpvm__bindOut(leaf, 0, 0, 0);
}

int main(void)
{
	struct PACKED arguments { long *p; size_t bytes; long result; } *arguments = malloc(sizeof *arguments);

	__hpvm__init();
	llvm_hpvm_track_mem(arguments, sizeof *arguments);
	arguments->p = &arguments->result;
	arguments->bytes = sizeof arguments->result;
	__hpvm__wait(__hpvm__launch(0, Root, arguments));
	llvm_hpvm_request_mem(arguments, sizeof *arguments);
	printf("%ld\n", arguments->result);
	__hpvm__cleanup();
	free(arguments);
	return 0;
}
