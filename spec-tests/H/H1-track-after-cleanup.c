// H1: `cleanup` around everything else: tracking memory after it is `runtime-order`.
//: negative
//: exit trap
//: diagnostic runtime-order error
#include "suite.h"

static long data[2];

int main(void)
{
	__hpvm__init();
	__hpvm__cleanup();
	llvm_hpvm_track_mem(data, sizeof data);
	return 0;
}
