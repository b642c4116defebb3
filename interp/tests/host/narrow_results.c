//: hosts interp
//: library
//: out -3 -300 253
#ifdef LIBRARY
/* The callee's result as a whole word, as a caller sees it that relies on its extension. */
int call(void *function, int n) { return ((int (*)(int))function)(n); }
#else
#include <stdio.h>
int call(void *function, int n);
static signed char narrow(signed char n) { return n; }
static short half(short n) { return n; }
static unsigned char byte(unsigned char n) { return n; }
int main(void)
{
	printf("%d %d %d\n", call(narrow, -3), call(half, -300), call(byte, 253));
	return 0;
}
#endif
