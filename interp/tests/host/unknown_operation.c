//: exit 123
//: stderr call of '__hpvm__trackMem' is not supported: HPVM has no such operation; did you mean '__hpvm__trackMemory'? [unsupported-call]
//: last unsupported (exit 123)
#include <hpvm.h>

void __hpvm__trackMem(void *, size_t);

int main(void)
{
	static int values[4];

	__hpvm__init();
	__hpvm__trackMem(values, sizeof(values));
	__hpvm__cleanup();
	return 0;
}
