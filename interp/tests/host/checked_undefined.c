//: hosts interp
//: options --check=uninit
//: exit 121
//: stderr [uninitialised]
//: stderr byte 12 of memory from malloc
#include <stdio.h>
#include <stdlib.h>
__attribute__((noinline)) static void fill(int *p, int n)
{
	for (int i = 0; i < n; i++)
		p[i] = i;
}
__attribute__((noinline)) static void look(const int *p, int n)
{
	if (p[n] == 7)
		puts("seven");
}
int main(int argc, char **argv)
{
	int *p = malloc(16);

	fill(p, 2 + argc);
	look(p, 2);
	look(p, 2 + argc);
	free(p);
	return 0;
}
