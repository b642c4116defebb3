/* boxed.cpp -- the structure that launch gets belongs to a class of C++'s library. KIND says to which,
 * STRUCT which structure it is. */
#include <hpvm.h>
#include <memory>
#include <vector>

extern "C" {
void Leaf(int *p, size_t bytes, double k)
{
	__hpvm__hint(hpvm::CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	p[0] += (int)k;
	__hpvm__return(1, k);
}

void Root(int *p, size_t bytes, double k)
{
	__hpvm__hint(hpvm::CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *node = __hpvm__createNodeND(0, Leaf);

	for (unsigned i = 0; i < 3; i++)
		__hpvm__bindIn(node, i, i, 0);
	__hpvm__bindOut(node, 0, 0, 0);
}
}

struct __attribute__((packed)) Fits { int *p; size_t bytes; double k, out; };
struct __attribute__((packed)) Small { int *p; size_t bytes; double k; };

static int data[64];

static STRUCT filled()
{
	STRUCT made = {};

	made.p = data;
	made.bytes = sizeof(data);
	made.k = 2;
	return made;
}

int main()
{
#if KIND == 0
	std::unique_ptr<STRUCT> owner(new STRUCT(filled()));
	void *arguments = owner.get();
#elif KIND == 1
	auto owner = std::make_unique<STRUCT>(filled());
	void *arguments = owner.get();
#elif KIND == 2
	std::vector<STRUCT> owner(1, filled());
	void *arguments = owner.data();
#else
	std::vector<char> owner(sizeof(STRUCT));
	void *arguments = owner.data();
	*(STRUCT *)arguments = filled();
#endif

	__hpvm__init();
	__hpvm__trackMemory(data, sizeof(data));
	__hpvm__wait(__hpvm__launch(0, Root, arguments));
	__hpvm__untrackMemory(data);
	__hpvm__cleanup();
	return data[0] == 2 ? 0 : 1;
}
