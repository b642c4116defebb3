/* Host code of many functions, as in C++ programs without inlining: starting it takes a second, not
 * minutes, because the linker does not follow every function's unwind entry to all others. */
//: out 8390656
//: hosts jit
#include <stdio.h>

#define F(n)                                                                                       \
	__attribute__((noinline)) static int f##n(int x)                                           \
	{                                                                                          \
		return x + 0x##n;                                                                  \
	}
#define P(n) f##n,
#define X16(m, n)                                                                                  \
	m(n##0) m(n##1) m(n##2) m(n##3) m(n##4) m(n##5) m(n##6) m(n##7) m(n##8) m(n##9) m(n##a)    \
		m(n##b) m(n##c) m(n##d) m(n##e) m(n##f)
#define X256(m, n)                                                                                 \
	X16(m, n##0)                                                                               \
	X16(m, n##1) X16(m, n##2) X16(m, n##3) X16(m, n##4) X16(m, n##5) X16(m, n##6) X16(m, n##7) \
		X16(m, n##8) X16(m, n##9) X16(m, n##a) X16(m, n##b) X16(m, n##c) X16(m, n##d)      \
			X16(m, n##e) X16(m, n##f)
#define X4096(m)                                                                                   \
	X256(m, 0)                                                                                 \
	X256(m, 1) X256(m, 2) X256(m, 3) X256(m, 4) X256(m, 5) X256(m, 6) X256(m, 7) X256(m, 8)    \
		X256(m, 9) X256(m, a) X256(m, b) X256(m, c) X256(m, d) X256(m, e) X256(m, f)

X4096(F)
static int (*volatile functions[])(int) = {X4096(P)};

int main(void)
{
	int sum = 0;

	for (unsigned i = 0; i < sizeof(functions) / sizeof(*functions); i++)
		sum += functions[i](1);
	printf("%d\n", sum);
	return 0;
}
