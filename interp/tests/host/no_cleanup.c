//: exit 121
//: stderr the program ended without cleanup [runtime-order] (H1)
//: last trap or failed check (exit 121)
#include "hpvm.h"

int main(void)
{
	__hpvm__init();
	return 0;
}
