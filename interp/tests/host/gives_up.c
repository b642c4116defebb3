//: out cannot open the input
//: exit 3
/* A program that exits with an error before it cleans up its graphs keeps its exit status (H1). */
#include <stdio.h>
#include <stdlib.h>
#include "hpvm.h"

int main(void)
{
	__hpvm__init();
	puts("cannot open the input");
	exit(3);
}
