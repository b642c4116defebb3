/* chains.c -- each lane follows a chain: a load yields the address of the next load, so the array
 * of loaded values becomes the array of addresses or indices.
 *
 * Nodes are in one object, where chains come near its end, or in two. Prints a checksum for each
 * leaf. */
#include <hpvm.h>
#include <stdio.h>
#include <stdlib.h>

enum { LANES = 700, NODES = 1000 };

typedef struct node {
	struct node *next;
	long index; /* of the next node */
	unsigned value;
} node;

#define BIND(leaf, i) __hpvm__bindIn(leaf, i, i, 0)
#define ATTRIBUTES                                                                                 \
	__hpvm__hint(CPU_TARGET);                                                                  \
	__hpvm__attributes(3, nodes, others, index, 1, out);
#define PARAMETERS                                                                                 \
	node *nodes, size_t nodes_bytes, node *others, size_t others_bytes, long *index,           \
		size_t index_bytes, unsigned *out, size_t out_bytes
#define LEAF(name, ...)                                                                            \
	void name(PARAMETERS)                                                                      \
	{                                                                                          \
		ATTRIBUTES                                                                         \
		long lane = __hpvm__getNodeInstanceID_x(__hpvm__getNode()), k = (lane + 600) % NODES; \
		node *p = &nodes[k];                                                               \
		__VA_ARGS__;                                                                       \
		out[lane] = p->value * 3 + (unsigned)k;                                            \
	}                                                                                          \
	void name##_root(PARAMETERS)                                                               \
	{                                                                                          \
		ATTRIBUTES                                                                         \
		void *leaf = __hpvm__createNodeND(1, name, (size_t)LANES);                         \
		BIND(leaf, 0), BIND(leaf, 1), BIND(leaf, 2), BIND(leaf, 3);                        \
		BIND(leaf, 4), BIND(leaf, 5), BIND(leaf, 6), BIND(leaf, 7);                        \
	}

#define LOOP _Pragma("clang loop unroll(disable)")

LEAF(pointers, LOOP for (int i = 0; i < 7; i++) p = p->next)
LEAF(indices, LOOP for (int i = 0; i < 7; i++) k = index[k])
LEAF(fields, LOOP for (int i = 0; i < 7; i++) k = nodes[k].index)
/* chains of different lengths: lanes that have left keep their values */
LEAF(lengths, LOOP for (long i = 0; i < lane % 9; i++) p = p->next)
/* each lane continues as long as values increase */
LEAF(ascents, LOOP while (p->next->value > p->value) p = p->next)
/* some of the lanes in each iteration */
LEAF(turns, LOOP for (int i = 0; i < 12; i++) if ((p->value ^ (unsigned)i) & 1) p = p->next; else k = index[k])

static void run(const char *name, void *root, node *nodes, node *others, long *index)
{
	static unsigned out[LANES];
	struct __attribute__((packed)) {
		node *nodes;
		size_t nodes_bytes;
		node *others;
		size_t others_bytes;
		long *index;
		size_t index_bytes;
		unsigned *out;
		size_t out_bytes;
	} arguments = {nodes, NODES * sizeof(node), others, NODES * sizeof(node),
		       index, NODES * sizeof(long), out,    sizeof(out)};
	unsigned sum = 0;

	llvm_hpvm_track_mem(out, sizeof(out));
	__hpvm__wait(__hpvm__launch(0, root, &arguments));
	llvm_hpvm_request_mem(out, sizeof(out));
	llvm_hpvm_untrack_mem(out);
	for (int i = 0; i < LANES; i++)
		sum = sum * 31 + out[i];
	printf("%s %08x\n", name, sum);
}

/* The successor of every EACH-th node of NODES is in OTHERS, from where chains return. */
static void link(node *nodes, node *others, long *index, long each)
{
	for (long i = 0; i < NODES; i++) {
		nodes[i] = (node){&nodes[(i * 7 + 1) % NODES], (i * 7 + 1) % NODES, (unsigned)i};
		others[i] = (node){&nodes[(i * 3 + 1) % NODES], (i * 3 + 1) % NODES, (unsigned)i + 5000};
		index[i] = (i * 7 + 1) % NODES;
		if (each && i % each == each - 1)
			nodes[i].next = &others[i];
	}
}

int main(void)
{
	node *nodes = malloc(NODES * sizeof(node)), *others = malloc(NODES * sizeof(node));
	long *index = malloc(NODES * sizeof(long));

	__hpvm__init();
	llvm_hpvm_track_mem(nodes, NODES * sizeof(node));
	llvm_hpvm_track_mem(others, NODES * sizeof(node));
	llvm_hpvm_track_mem(index, NODES * sizeof(long));
	for (long each = 0; each <= 100; each += 50) {
		link(nodes, others, index, each);
		run("pointers", pointers_root, nodes, others, index);
		run("indices", indices_root, nodes, others, index);
		run("fields", fields_root, nodes, others, index);
		run("lengths", lengths_root, nodes, others, index);
		run("ascents", ascents_root, nodes, others, index);
		run("turns", turns_root, nodes, others, index);
	}
	llvm_hpvm_untrack_mem(index);
	llvm_hpvm_untrack_mem(others);
	llvm_hpvm_untrack_mem(nodes);
	__hpvm__cleanup();
	free(index), free(others), free(nodes);
	return 0;
}
