/* patterns.c -- networks for passes: all patterns of fuse-tensor-nodes, and networks that match
 * none.
 *
 * Prints results to the last bit, which passes must not change. */
#include <stdio.h>
#include <string.h>
#include <tensorUtils.h>

struct __attribute__((packed)) arguments {
	void *x;
	size_t x_bytes;
	void *w;
	size_t w_bytes;
	void *b;
	size_t b_bytes;
	void *result;
	size_t result_bytes;
};

#define UNARY(name, target, operation)                                                             \
	void name(void *x, size_t x_bytes)                                                         \
	{                                                                                          \
		__hpvm__hint(target);                                                              \
		__hpvm__attributes(1, x, 0);                                                       \
		void *result = operation;                                                          \
		__hpvm__return(2, result, (size_t)0);                                              \
	}
#define BINARY(name, operation)                                                                    \
	void name(void *x, size_t x_bytes, void *w, size_t w_bytes)                                \
	{                                                                                          \
		__hpvm__hint(TENSOR_TARGET);                                                       \
		__hpvm__attributes(2, x, w, 0);                                                    \
		int stride = 1;                                                                    \
		void *result = operation;                                                          \
		__hpvm__return(2, result, (size_t)0);                                              \
	}
BINARY(Conv, __hpvm__tensor_convolution(x, w, 1, 1, stride, 1))
BINARY(Group, __hpvm__tensor_group_convolution(x, w, 1, 1, stride, 1, 1, 2))
BINARY(Mul, __hpvm__tensor_mul(x, w))
BINARY(Add, __hpvm__tensor_add(x, w))
UNARY(Relu, TENSOR_TARGET, __hpvm__tensor_relu(x))
UNARY(Clip, TENSOR_TARGET, __hpvm__tensor_clipped_relu(x))
UNARY(Tanh, TENSOR_TARGET, __hpvm__tensor_tanh(x))
UNARY(Sigmoid, TENSOR_TARGET, __hpvm__tensor_sigmoid(x))
UNARY(Max, TENSOR_TARGET, __hpvm__tensor_pool_max(x, 2, 2, 0, 0, 2, 2))
UNARY(Min, TENSOR_TARGET, __hpvm__tensor_pool_min(x, 2, 2, 1, 1, 2, 2))
UNARY(Mean, TENSOR_TARGET, __hpvm__tensor_pool_mean(x, 3, 2, 1, 0, 2, 1))
UNARY(Soft, TENSOR_TARGET, __hpvm__tensor_softmax(x))
UNARY(Elsewhere, CUDNN_TARGET, __hpvm__tensor_relu(x))

/* The second input is the result of the chain. */
void Turned(void *w, size_t w_bytes, void *x, size_t x_bytes)
{
	__hpvm__hint(TENSOR_TARGET);
	__hpvm__attributes(2, x, w, 0);
	void *result = __hpvm__tensor_add(w, x);

	__hpvm__return(2, result, (size_t)0);
}

void Marked(void *x, size_t x_bytes, void *w, size_t w_bytes)
{
	__hpvm__hint(TENSOR_TARGET);
	__hpvm__attributes(2, x, w, 0);
	__hpvm__node_id(7);
	void *result = __hpvm__tensor_convolution(x, w, 1, 1, 1, 1);

	__hpvm__return(2, result, (size_t)0);
}

#define INPUTS void *x, size_t x_bytes, void *w, size_t w_bytes, void *b, size_t b_bytes
#define NODE(function) __hpvm__createNodeND(0, (void *)function)
#define IN(node, from, to) __hpvm__bindIn(node, from, to, 0), __hpvm__bindIn(node, from + 1, to + 1, 0)
#define THEN(source, node) __hpvm__edge(source, node, 1, 0, 0, 0), __hpvm__edge(source, node, 1, 1, 1, 0)
#define OUT(node) __hpvm__bindOut(node, 0, 0, 0), __hpvm__bindOut(node, 1, 1, 0)
#define ROOT(name, body)                                                                           \
	void name(INPUTS)                                                                          \
	{                                                                                          \
		__hpvm__hint(CPU_TARGET);                                                          \
		__hpvm__attributes(3, x, w, b, 0);                                                 \
		body                                                                               \
	}

/* The six patterns. */
ROOT(Pattern1, void *c = NODE(Conv); void *a = NODE(Add); void *r = NODE(Tanh); void *p = NODE(Max);
     IN(c, 0, 0); IN(c, 2, 2); IN(a, 4, 2); THEN(c, a); THEN(a, r); THEN(r, p); OUT(p);)
ROOT(Pattern2, void *c = NODE(Conv); void *a = NODE(Add); void *r = NODE(Clip);
     IN(c, 0, 0); IN(c, 2, 2); IN(a, 4, 2); THEN(c, a); THEN(a, r); OUT(r);)
ROOT(Pattern3, void *p = NODE(Mean); void *a = NODE(Add); void *c = NODE(Conv); /* the last one first */
     IN(c, 0, 0); IN(c, 2, 2); IN(a, 4, 2); THEN(c, a); THEN(a, p); OUT(p);)
ROOT(Pattern4, void *c = NODE(Conv); void *a = NODE(Add);
     IN(c, 0, 0); IN(c, 2, 2); IN(a, 4, 2); THEN(c, a); OUT(a);)
ROOT(Pattern5, void *c = NODE(Mul); void *a = NODE(Add); void *r = NODE(Relu);
     IN(c, 0, 0); IN(c, 2, 2); IN(a, 4, 2); THEN(c, a); THEN(a, r); OUT(r);)
ROOT(Pattern6, void *c = NODE(Mul); void *a = NODE(Add);
     IN(c, 0, 0); IN(c, 2, 2); IN(a, 4, 2); THEN(c, a); OUT(a);)
/* An activation without a wrapper; then a minimum pool. */
ROOT(Smooth, void *c = NODE(Conv); void *a = NODE(Add); void *r = NODE(Sigmoid); void *p = NODE(Min);
     IN(c, 0, 0); IN(c, 2, 2); IN(a, 4, 2); THEN(c, a); THEN(a, r); THEN(r, p); OUT(p);)
/* The result of the chain is the second operand. */
ROOT(Turn, void *c = NODE(Marked); void *a = NODE(Turned);
     IN(c, 0, 0); IN(c, 2, 2); IN(a, 4, 0);
     __hpvm__edge(c, a, 1, 0, 2, 0); __hpvm__edge(c, a, 1, 1, 3, 0); OUT(a);)

/* Networks that match no pattern: */
ROOT(Grouped, void *c = NODE(Group); void *a = NODE(Add); /* of a group convolution */
     IN(c, 0, 0); IN(c, 2, 2); IN(a, 4, 2); THEN(c, a); OUT(a);)
ROOT(Fan, void *c = NODE(Conv); void *a = NODE(Add); void *r = NODE(Relu); void *e = NODE(Add); /* two consumers */
     IN(c, 0, 0); IN(c, 2, 2); IN(a, 4, 2); THEN(c, a); THEN(a, r); THEN(c, e);
     __hpvm__edge(r, e, 1, 0, 2, 0); __hpvm__edge(r, e, 1, 1, 3, 0); OUT(e);)
ROOT(Twice, void *c = NODE(Conv); void *a = NODE(Add); /* both operands are the same */
     IN(c, 0, 0); IN(c, 2, 2); THEN(c, a); __hpvm__edge(c, a, 1, 0, 2, 0); __hpvm__edge(c, a, 1, 1, 3, 0); OUT(a);)
ROOT(Target, void *c = NODE(Conv); void *a = NODE(Add); void *r = NODE(Elsewhere); /* another target */
     IN(c, 0, 0); IN(c, 2, 2); IN(a, 4, 2); THEN(c, a); THEN(a, r); OUT(r);)
/* no addition */
ROOT(Order, void *r = NODE(Relu); void *c = NODE(Conv); void *s = NODE(Soft); void *p = NODE(Max);
     IN(r, 0, 0); THEN(r, c); IN(c, 2, 2); THEN(c, s); THEN(s, p); OUT(p);)

/* A residual block below another node: the sum of two paths. */
void Block(INPUTS)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(3, x, w, b, 0);
	void *c = NODE(Conv), *a = NODE(Add), *r = NODE(Relu), *d = NODE(Conv), *e = NODE(Add), *s = NODE(Add),
	     *t = NODE(Relu);

	IN(c, 0, 0); IN(c, 2, 2); IN(a, 4, 2); IN(d, 2, 2); IN(e, 4, 2); IN(s, 0, 2);
	THEN(c, a); THEN(a, r); THEN(r, d); THEN(d, e); THEN(e, s); THEN(s, t);
	OUT(t);
}
ROOT(Residual, void *one = NODE(Block); void *other = NODE(Block);
     IN(one, 0, 0); IN(one, 2, 2); IN(one, 4, 4); THEN(one, other); IN(other, 2, 2); IN(other, 4, 4); OUT(other);)

static void *make(size_t n, size_t c, size_t h, size_t w)
{
	static unsigned long state = 1;
	static float values[1 << 12];
	void *tensor = create4DTensor(0, 0, n, c, h, w);

	for (size_t i = 0; i < n * c * h * w; i++) {
		state = state * 6364136223846793005 + 1442695040888963407;
		values[i] = (float)((double)(state >> 40) / (1 << 23) - 1);
	}
	initTensorData(tensor, values, n * c * h * w * sizeof(float));
	return tensor;
}

typedef void root(INPUTS);

static void show(const char *name, root *root, void *x, void *w, void *b)
{
	struct arguments arguments = {x, 0, w, 0, b, 0, 0, 0};
	unsigned long hash = 5381;
	struct Tensor *result;

	__hpvm__wait(__hpvm__launch(0, (void *)root, &arguments));
	result = (struct Tensor *)arguments.result;
	hpvm_request_tensor(result, 0);
	for (size_t i = 0; i < result->num_elems; i++) {
		unsigned bits;

		memcpy(&bits, (float *)result->host_data + i, sizeof(bits));
		hash = hash * 33 + bits;
	}
	printf("%-10s %zu values %016lx\n", name, result->num_elems, hash);
}
#define SHOW(root, x, w, b) show(#root, root, x, w, b)

int main(void)
{
	__hpvm__init();
	void *image = make(2, 4, 6, 6), *filter = make(4, 4, 3, 3), *bias = make(1, 4, 1, 1);
	void *weights = make(1, 1, 144, 5), *row = make(1, 5, 1, 1);

	SHOW(Pattern1, image, filter, bias);
	SHOW(Pattern2, image, filter, bias);
	SHOW(Pattern3, image, filter, bias);
	SHOW(Pattern4, image, filter, bias);
	SHOW(Pattern5, image, weights, row);
	SHOW(Pattern6, image, weights, row);
	SHOW(Smooth, image, filter, bias);
	SHOW(Turn, image, filter, bias);
	SHOW(Grouped, image, make(4, 2, 3, 3), bias);
	SHOW(Fan, image, filter, bias);
	SHOW(Twice, image, filter, bias);
	SHOW(Target, image, filter, bias);
	SHOW(Order, image, filter, bias);
	SHOW(Residual, image, filter, bias);
	__hpvm__cleanup();
	return 0;
}
