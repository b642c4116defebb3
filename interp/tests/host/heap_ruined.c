//: hosts interp
//: exit 121
//: last trap or failed check (exit 121)
//: ruins-heap
/* A heap in ruins: whatever else can be said, the process ends, and soon. */
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
