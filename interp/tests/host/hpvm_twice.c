//: exit 121
//: stderr [runtime-order]
//: stderr in function 'main'
//: last trap or failed check (exit 121)
#include <hpvm.h>
int main(void)
{
	__hpvm__init();
	__hpvm__init();
	__hpvm__cleanup();
	return 0;
}
