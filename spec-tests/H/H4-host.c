// H4: Undefined behaviour of the program is a diagnostic, in host code that is interpreted as in a node.
//: negative
//: hosts interp
//: args 0
//: exit trap
//: diagnostic div-by-zero error function main
#include "suite.h"

int main(int argc, char **argv)
{
	int zero = argv[1][0] - '0';

	printf("%d\n", 7 / zero);
	return 0;
}
