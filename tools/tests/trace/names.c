/* Names that have quotes, backslashes, and what ends comments, fields and scripts. */
#include <hpvm.h>

#define NAME "a\"b\\c</script>*/\n,{}<>|%s'd\t"

void Leaf(int *p, size_t n) __asm__(NAME);
void Middle(int *p, size_t n) __asm__("m" NAME);

void Leaf(int *p, size_t n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	p[__hpvm__getNodeInstanceID_x(__hpvm__getNode())] = 1;
	__hpvm__return(1, n);
}

void Middle(int *p, size_t n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *leaf = __hpvm__createNodeND(1, Leaf, (size_t)8);

	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
	__hpvm__bindOut(leaf, 0, 0, 0);
}

void Root(int *p, size_t n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *node = __hpvm__createNodeND(0, Middle);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindIn(node, 1, 1, 0);
	__hpvm__bindOut(node, 0, 0, 0);
}

struct __attribute__((packed)) arguments {
	int *p;
	size_t n, result;
};

int main(void)
{
	static int values[8];
	struct arguments arguments = {values, sizeof(values), 0};

	__hpvm__init();
	llvm_hpvm_track_mem(values, sizeof(values));
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_untrack_mem(values);
	__hpvm__cleanup();
	return 0;
}
