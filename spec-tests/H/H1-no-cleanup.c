// H1: `cleanup` once: a program that ends without it is `runtime-order`.
//: negative
//: exit trap
//: diagnostic runtime-order error
#include "suite.h"

int main(void)
{
	__hpvm__init();
	puts("done");
	return 0;
}
