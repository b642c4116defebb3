//: out 7 x 2.5 -9000000000
//: out sum 10.5
//: out twice 3 3
//: out 3.25 0.125
#include <stdarg.h>
#include <stdio.h>
static void say(const char *format, ...)
{
	char text[100];
	va_list args;
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	puts(text);
}
static double sum(int count, ...)
{
	double total = 0;
	va_list args;
	va_start(args, count);
	for (int i = 0; i < count; i++)
		total += i % 2 ? va_arg(args, double) : va_arg(args, int);
	va_end(args);
	return total;
}
static void twice(int first, ...)
{
	va_list args, copy;
	va_start(args, first);
	va_copy(copy, args);
	int a = va_arg(args, int), b = va_arg(copy, int);
	va_end(copy);
	va_end(args);
	printf("twice %d %d\n", a, b);
}
int main(void)
{
	say("%d %c %.1f %lld", 7, 'x', 2.5, -9000000000LL);
	printf("sum %.1f\n", sum(4, 1, 2.5, 3, 4.0));
	twice(0, 3);
	printf("%.2Lf %.3Lf\n", 3.25L, 0.125L);
	return 0;
}
