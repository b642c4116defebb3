// H1: `init` once: `runtime-order`.
//: negative
//: exit trap
//: diagnostic runtime-order error
#include "suite.h"

int main(void)
{
	__hpvm__init();
	__hpvm__init();
	__hpvm__cleanup();
	return 0;
}
