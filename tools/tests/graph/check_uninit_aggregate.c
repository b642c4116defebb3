//: options --check=all
//: runs -O0:interp -O0:jit -O1:interp -O1:jit -O2:jit -O3:jit
//: out 0 0
#include "graph.h"

/* Aggregates that are copied whole, which an optimiser does field by field: bytes outside of
 * fields, padding, and unused bytes of a union were never written, and are no result. */
struct padded { long a; int b; };
struct tagged { int tag; union { int i; double d; } u; };
struct wide { long a; union { int i; int v[4]; } u; };
struct all { struct padded padded; struct tagged tagged; struct wide wide; };

#define USE(s)                                                                                     \
	do {                                                                                       \
		(s).padded.b += 1;                                                                 \
		if ((s).tagged.tag)                                                                \
			(s).tagged.u.i++;                                                          \
		else                                                                               \
			(s).tagged.u.d++;                                                          \
		(s).wide.u.i++;                                                                    \
	} while (0)

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	struct all *from = (struct all *)(void *)p, *to = from + 4;
	struct all *object = __hpvm__malloc(sizeof(struct all)), a = from[i], b = from[(i + 1) % 4];
	struct all chosen = i & 1 ? a : b;

	USE(chosen);
	to[i] = chosen;
	*object = from[i];
	USE(*object);
	to[4 + i] = *object;
	struct padded own;
	own.a = i;
	own.b = 2;
	to[8 + i].padded = own;
	struct tagged other;
	other.tag = 1;
	other.u.i = (int)i;
	to[8 + i].tagged = other;
}
ROOT_OF(Leaf)
int main(void)
{
	const size_t bytes = 16 * sizeof(struct all);
	struct all *block = malloc(bytes);
	struct arguments arguments = {(int *)(void *)block, bytes, 4, {0}};

	for (int k = 0; k < 4; k++) {
		block[k].padded.a = block[k].padded.b = k;
		block[k].tagged.tag = k & 1;
		if (k & 1)
			block[k].tagged.u.i = k;
		else
			block[k].tagged.u.d = k;
		block[k].wide.a = block[k].wide.u.i = k;
	}
	__hpvm__init();
	llvm_hpvm_track_mem(block, bytes);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(block, bytes);
	llvm_hpvm_untrack_mem(block);
	__hpvm__cleanup();
	printf("%d %ld\n", 0, arguments.result[0]);
	return 0;
}
