//: out constructor: errno 0, exceptions 0, rounding 0
//: out main: errno 0, exceptions 0, rounding 0
// A program starts in the state of a new process: loading and compiling leave no traces.
#include <errno.h>
#include <fenv.h>
#include <stdio.h>

static int first_errno, first_exceptions, first_rounding;

__attribute__((constructor)) static void first(void)
{
	first_errno = errno;
	first_exceptions = fetestexcept(FE_ALL_EXCEPT);
	first_rounding = fegetround();
}

int main(void)
{
	int here_errno = errno, here_exceptions = fetestexcept(FE_ALL_EXCEPT);

	printf("constructor: errno %d, exceptions %x, rounding %d\n", first_errno, first_exceptions,
	       first_rounding);
	printf("main: errno %d, exceptions %x, rounding %d\n", here_errno, here_exceptions,
	       fegetround());
	return 0;
}
