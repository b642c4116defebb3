//: exit 121
//: jit-stderr Assertion `argc > 5' failed
//: last trap or failed check (exit 121)
#undef NDEBUG
#include <assert.h>
int main(int argc, char **argv)
{
	(void)argv;
	assert(argc > 5);
	return 0;
}
