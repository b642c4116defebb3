//: out 1.500000 x c  2.25 3 4 44 (nil)
//: out 9
//: out 1 2.5 s 3.5 4 5 6 7 8
//: out 1 2.5 s 3.5 4 5 6 7 8
//: out 1 2 3 4 5 6 7 1 2 3 4 5 6 7 8 9
//: out 45
//: out 1.5 2.5 3.5 word
//: out 1
//: stderr to stderr
#include <stdio.h>
#include <stdarg.h>
#include <string.h>
#include <stdlib.h>
#include <errno.h>
#include <wchar.h>
static void say(const char *f, ...)
{
	va_list l, m;
	va_start(l, f);
	va_copy(m, l);
	vprintf(f, l);
	va_end(l);
	vfprintf(stdout, f, m);
	va_end(m);
}
static int add(int n, ...) { va_list l; int s = 0; va_start(l, n); while (n--) s += va_arg(l, int); va_end(l); return s; }
int main(void)
{
	int n = 0; char b[100]; long double x; float f; double d; int i; char w[20];
	printf("%Lf %n%s %c %5.2f %ld %lld %hhd %p\n", 1.5L, &n, "x", 'c', 2.25, 3L, 4LL, 300, (void *)0);
	printf("%d\n", n);
	say("%d %Lg %s %g %d %d %d %d %d\n", 1, 2.5L, "s", 3.5, 4, 5, 6, 7, 8);
	snprintf(b, sizeof b, "%d %d %d %d %d %d %d %g %g %g %g %g %g %g %g %g", 1,2,3,4,5,6,7,1.,2.,3.,4.,5.,6.,7.,8.,9.);
	puts(b);
	printf("%d\n", add(9, 1, 2, 3, 4, 5, 6, 7, 8, 9));
	i = sscanf("1.5 2.5 3.5 7 word", "%Lf %lf %f %d %19s", &x, &d, &f, &i, w);
	printf("%Lg %g %g %s\n", x, d, f, w);
	errno = 0; strtol("99999999999999999999999", NULL, 10); printf("%d\n", errno == ERANGE);
	fprintf(stderr, "to stderr\n");
	return 0;
}
