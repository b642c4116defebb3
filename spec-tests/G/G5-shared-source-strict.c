// G5: Two edges from one source output: `strict` reports `edge-source-shared`.
//: negative
//: options --sem strict
//: exit reject
//: diagnostic edge-source-shared error
//: stderr reference, hpvm-1.0-cpu, hpvm-1.0-gpu: every sink receives the value; strict: this error
#include "suite.h"

void Source(long n)
{
	NODE();
	__hpvm__return(1, n + 1);
}
void Sum(long a, long b)
{
	NODE();
	__hpvm__return(1, a + b);
}

void Root(long n)
{
	NODE();
	void *source = __hpvm__createNodeND(0, Source);
	void *sum = __hpvm__createNodeND(0, Sum);

	__hpvm__bindIn(source, 0, 0, 0);
	__hpvm__edge(source, sum, 0, 0, 0, 0);
	__hpvm__edge(source, sum, 0, 0, 1, 0);
	__hpvm__bindOut(sum, 0, 0, 0);
}

int main(void)
{
	struct PACKED { long n, result; } arguments = {2, 0};

	RUN(Root, &arguments);
	return 0;
}
