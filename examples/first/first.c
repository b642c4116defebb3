/* examples/first -- the smallest HPVM program: a leaf that squares numbers, one instance for each
 * number.
 *
 * Compiled with -DFAULT, every instance writes one element too far, and hpvm-run reports it. */
#include <hpvm.h>
#include <stdio.h>

#ifdef FAULT
enum { SHIFT = 1 };
#else
enum { SHIFT = 0 };
#endif

/* The leaf: LLVM IR that every instance runs. Instance i squares element i of the array. */
void Square(int *numbers, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, numbers, 1, numbers);

	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());

	numbers[i + SHIFT] = (int)(i * i);
	__hpvm__return(1, bytes);
}

/* The root: describes the graph, here N instances of Square, and binds its own inputs to theirs. */
void Root(int *numbers, size_t bytes, size_t n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, numbers, 1, numbers);

	void *square = __hpvm__createNodeND(1, Square, n);

	__hpvm__bindIn(square, 0, 0, 0);
	__hpvm__bindIn(square, 1, 1, 0);
	__hpvm__bindOut(square, 0, 0, 0);
}

/* The arguments of Root, then room for its output. */
struct __attribute__((packed)) arguments {
	int *numbers;
	size_t bytes, n, result;
};

int main(void)
{
	static int numbers[8];
	struct arguments arguments = {numbers, sizeof(numbers), 8, 0};
	void *graph;

	__hpvm__init();
	llvm_hpvm_track_mem(numbers, sizeof(numbers));
	graph = __hpvm__launch(0, Root, (void *)&arguments);
	__hpvm__wait(graph);
	llvm_hpvm_request_mem(numbers, sizeof(numbers));
	for (int i = 0; i < 8; i++)
		printf("%d%c", numbers[i], i < 7 ? ' ' : '\n');
	llvm_hpvm_untrack_mem(numbers);
	__hpvm__cleanup();
	return 0;
}
