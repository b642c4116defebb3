/* only.h -- errors that Oclgrind cannot find: graphs of two leaves on one buffer of 16 ints. */
#include <hpvm.h>
#include <stdio.h>
#include <stdlib.h>

#define X() __hpvm__getNodeInstanceID_x(__hpvm__getNode())
#define LEAF(target, in, out)                                                                      \
	__hpvm__hint(target);                                                                      \
	__hpvm__attributes(in, p, out, p);                                                         \
	long i = X()

static int data[16];

struct __attribute__((packed)) arguments {
	int *p;
	size_t bytes;
};

/* First(p, bytes) returns (bytes, value); Second(p, bytes, value). ORDER is the code that connects
 * them. */
#define ROOT(order)                                                                                \
	void Root(int *p, size_t bytes)                                                            \
	{                                                                                          \
		__hpvm__hint(CPU_TARGET);                                                          \
		__hpvm__attributes(1, p, 1, p);                                                    \
		void *first = __hpvm__createNodeND(1, First, (size_t)8);                           \
		void *second = __hpvm__createNodeND(1, Second, (size_t)8);                         \
                                                                                                   \
		__hpvm__bindIn(first, 0, 0, 0);                                                    \
		__hpvm__bindIn(first, 1, 1, 0);                                                    \
		__hpvm__bindIn(second, 0, 0, 0);                                                   \
		order;                                                                             \
	}
#define EDGE(kind, output, input) __hpvm__edge(first, second, kind, output, input, 0)

#define MAIN(request)                                                                              \
	int main(void)                                                                             \
	{                                                                                          \
		struct arguments arguments = {data, sizeof data};                                  \
                                                                                                   \
		__hpvm__init();                                                                    \
		llvm_hpvm_track_mem(data, sizeof data);                                            \
		__hpvm__wait(__hpvm__launch(0, Root, &arguments));                                 \
		request;                                                                           \
		printf("%d\n", data[0]);                                                           \
		llvm_hpvm_untrack_mem(data);                                                       \
		__hpvm__cleanup();                                                                 \
		return 0;                                                                          \
	}
#define REQUEST llvm_hpvm_request_mem(data, sizeof data)
