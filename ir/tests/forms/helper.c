/* helper.c -- node functions whose helper functions contain HPVM calls (G10), small enough that a
 * compiler inlines them where it may. */
#include <hpvm.h>

static inline long index_of(void)
{
	return __hpvm__getNodeInstanceID_x(__hpvm__getNode());
}

__attribute__((always_inline)) static inline void count(int *p)
{
	__hpvm__atomic_add(p, 1);
}

#ifdef __cplusplus
extern "C" {
#endif
void Leaf(int *p, size_t bytes)
{
#ifdef HELPER_query
	p[1 + index_of()] = 1;
#else
	count(p);
#endif
}

void Root(int *p, size_t bytes)
{
	void *node = __hpvm__createNodeND(1, Leaf, (size_t)4);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindIn(node, 1, 1, 0);
}
#ifdef __cplusplus
}
#endif

int main(void)
{
	static int data[5];
	struct { int *p; size_t bytes; } arguments = {data, sizeof(data)};

	__hpvm__init();
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	__hpvm__cleanup();
	return 0;
}
