//: hosts jit
//: exit 121
//: stderr [program-died]
//: stderr in function 'outer'
#include <stdio.h>
#include <string.h>
__attribute__((noinline)) static int outer(const char *text)
{
	return (int)strlen(text) + printf("%d", 1);
}
int main(int argc, char **argv) { return outer(argv[argc]); }
