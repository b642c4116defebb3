// H2: `launch(root, args, isStream)`: a root without arguments and results needs no struct.
//: positive
//: out done
#include "suite.h"

void Leaf(void)
{
	NODE();
}
void Root(void)
{
	NODE();
	__hpvm__createNodeND(1, Leaf, 3);
}

int main(void)
{
	RUN(Root, NULL);
	puts("done");
	return 0;
}
