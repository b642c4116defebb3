//: stderr warning: nothing was pushed to 'Root', which was launched as a stream: it has run nothing [stream-unpushed] (S1)
//: stderr help: call __hpvm__push, or launch it without streaming
#include "stream.h"

int main(void)
{
	struct item item = {3};

	__hpvm__init();
	__hpvm__wait(__hpvm__launch(1, Root, &item));
	__hpvm__cleanup();
	(void)push;
	(void)pop;
	return 0;
}
