/* crash.c -- host code that faults in line FAULT, in a function of its own, in memset() or by a
 * call of abort(). */
#include <stdlib.h>
#include <string.h>

static volatile size_t nowhere;

static __attribute__((noinline)) void store(int *p)
{
	*p = 1; /* line 10 */
}

int main(int argc, char **argv)
{
	char *p = (char *)nowhere;

	(void)argv;
	if (argc == 1)
		store((int *)p);
	if (argc == 2)
		memset(p, 0, (size_t)argc * 100000); /* line 21 */
	if (argc == 3)
		abort(); /* line 23 */
	return *p;       /* line 24 */
}
