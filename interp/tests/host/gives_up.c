//: out cannot open the input
//: exit 3
/* A program that ends on an error of its own, its graphs not cleaned up, keeps its status (H1). */
#include <stdio.h>
#include <stdlib.h>
#include "hpvm.h"

int main(void)
{
	__hpvm__init();
	puts("cannot open the input");
	exit(3);
}
