//: library
//: out 5 3.5 1 2.5
//: out 12 7 6
#ifdef LIBRARY
#include <stdarg.h>
struct mixed { long a; double b; };
int counter = 7;
int add(int a, int b) { return a + b; }
double half(double x) { return x / 2; }
struct mixed swap(struct mixed m) { return (struct mixed){(long)m.b, (double)m.a + 0.5}; }
int apply(int (*step)(int), int n) { return step(step(n)); }
int sum(int n, ...)
{
	int total = 0;
	va_list list;
	va_start(list, n);
	while (n-- > 0)
		total += va_arg(list, int);
	va_end(list);
	return total;
}
#else
#include <stdio.h>
struct mixed { long a; double b; };
extern int counter;
int add(int, int), apply(int (*)(int), int), sum(int, ...);
double half(double);
struct mixed swap(struct mixed);
static int twice(int n) { return 2 * n; }
int main(void)
{
	struct mixed m = swap((struct mixed){2, 1});
	printf("%d %g %ld %g\n", add(2, 3), half(7), m.a, m.b);
	printf("%d %d %d\n", apply(twice, 3), counter, sum(3, 1, 2, 3));
	return 0;
}
#endif
