// E4: `__hpvm__bindOut(N, oc, op, isStream)`: child output first; the other way round names a port that is not there.
//: negative
//: exit reject
//: diagnostic no-such-port error
#include "suite.h"

void One(long n)
{
	NODE();
	__hpvm__return(1, n);
}

/* Second's only output is 0; what is meant is output 1 of Root. */
void Root(long n)
{
	NODE();
	void *first = __hpvm__createNodeND(0, One);
	void *second = __hpvm__createNodeND(0, One);

	__hpvm__bindIn(first, 0, 0, 0);
	__hpvm__bindIn(second, 0, 0, 0);
	__hpvm__bindOut(first, 0, 1, 0);
	__hpvm__bindOut(second, 1, 0, 0);
}

int main(void)
{
	struct PACKED { long n, result[2]; } arguments = {1, {0}};

	RUN(Root, &arguments);
	return 0;
}
