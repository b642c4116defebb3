//: hosts interp
//: exit 121
//: last trap or failed check (exit 121)
//: ruins-heap
/* The heap is damaged: whatever can be reported, the process ends soon. */
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *volatile p = malloc(16), *volatile q = malloc(16);

	memset(p, 0xff, 400);
	free(p);
	free(q);
	free(q + 8);
	return 0;
}
