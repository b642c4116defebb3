//: exit 120
//: stderr but is not a node function
//: stderr the compiler inlined it into 'Leaf'
//: stderr [intrinsic-outside-node] (G10)
//: runs -O1:jit -O2:interp -O3:jit
/* From a header that lets the compiler inline them; debug information identifies the callers. */
#define INLINE __attribute__((always_inline)) inline
typedef unsigned long size_t;
void *__hpvm__getNode(void);
long __hpvm__getNodeInstanceID_x(void *);
void *__hpvm__createNodeND(unsigned, ...);
void __hpvm__bindIn(void *, unsigned, unsigned, unsigned);
void __hpvm__init(void);
void __hpvm__cleanup(void);
void *__hpvm__launch(unsigned, ...);
void __hpvm__wait(void *);
void llvm_hpvm_track_mem(void *, size_t);
void llvm_hpvm_untrack_mem(void *);

static INLINE int index_of(long above)
{
	if (above >= 0) {
		long index = __hpvm__getNodeInstanceID_x(__hpvm__getNode());

		return (int)(index + above);
	}
	return 0;
}

/* In a block, and through another function. */
static INLINE int twice(long above)
{
	return 2 * index_of(above);
}

void Leaf(int *p, size_t bytes)
{
	int i = twice((long)bytes);

	p[i] = i;
}

void Root(int *p, size_t bytes)
{
	void *node = __hpvm__createNodeND(1, Leaf, (size_t)8);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindIn(node, 1, 1, 0);
}

int main(void)
{
	static int data[8];
	struct __attribute__((packed)) { int *p; size_t bytes; } arguments = {data, sizeof data};
	void *graph;

	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	graph = __hpvm__launch(0, Root, &arguments);
	__hpvm__wait(graph);
	llvm_hpvm_untrack_mem(data);
	__hpvm__cleanup();
	return 0;
}
