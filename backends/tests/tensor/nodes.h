/* nodes.h -- code shared by programs of tensor nodes: a root with one leaf, which returns an
 * operation on up to five tensors. */
#include <tensorUtils.h>

struct __attribute__((packed)) arguments {
	struct {
		void *tensor;
		size_t bytes;
	} in[5], out;
};

typedef void root(void *, size_t, void *, size_t, void *, size_t, void *, size_t, void *, size_t);

#define INPUTS void *x, size_t x_bytes, void *w, size_t w_bytes, void *b, size_t b_bytes, void *m, size_t m_bytes, \
	       void *v, size_t v_bytes

/* A root with one leaf, which returns OPERATION. */
#define NODE(name, operation)                                                                      \
	void name(INPUTS)                                                                          \
	{                                                                                          \
		__hpvm__hint(TENSOR_TARGET);                                                       \
		__hpvm__attributes(5, x, w, b, m, v, 0);                                           \
		void *result = operation;                                                          \
		__hpvm__return(2, result, (size_t)0);                                              \
	}                                                                                          \
	void name##_root(INPUTS)                                                                   \
	{                                                                                          \
		__hpvm__hint(CPU_TARGET);                                                          \
		__hpvm__attributes(5, x, w, b, m, v, 0);                                           \
		void *node = __hpvm__createNodeND(0, (void *)name);                                \
		BIND(node, 0); BIND(node, 2); BIND(node, 4); BIND(node, 6); BIND(node, 8);         \
		__hpvm__bindOut(node, 0, 0, 0);                                                    \
		__hpvm__bindOut(node, 1, 1, 0);                                                    \
	}
#define BIND(node, port) __hpvm__bindIn(node, port, port, 0), __hpvm__bindIn(node, port + 1, port + 1, 0)
