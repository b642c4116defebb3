//: options --check=uninit
//: runs -O0:interp -O0:jit
//: exit 121
//: stderr the value comes from byte 392 of argument 0 ('p') of 'Root/Leaf'
//: stderr check_uninit_copier.c:19:2 by 'Root/Leaf' (3), read at
//: no-stderr 'Root/Leaf' (0)
#include "graph.h"

struct words {
	int word[32];
};

/* All instances copy one word of theirs, which the host has not written; one instance uses it. */
void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	struct words mine;

	memcpy(&mine, p + 32 * i, sizeof mine);
	if (i == 3 && mine.word[2] > 3)
		p[0] = 1;
}
ROOT_OF(Leaf)

int main(void)
{
	size_t bytes = 5 * sizeof(struct words);
	struct arguments arguments = {malloc(bytes), bytes, 5, {0}};

	for (int i = 0; i < 5 * 32; i++)
		if (i % 32 != 2)
			arguments.p[i] = i;
	__hpvm__init();
	llvm_hpvm_track_mem(arguments.p, bytes);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(arguments.p, bytes);
	llvm_hpvm_untrack_mem(arguments.p);
	__hpvm__cleanup();
	free(arguments.p);
	return 0;
}
