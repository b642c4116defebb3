//: options -Wfmuladd-rounding
//: out 0 0
//: stderr warning: fmuladd depends on rounding: 0 with two roundings, 6.9388939039072284e-18 with one
//: stderr (4 times) [fmuladd-rounding] (H4)
//: stderr instance (0)
//: no-stderr instance (1)
/* Reported once for each place; the run continues with the result of reference. */
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	volatile double third = 1 + 0x1p-28;
	double a = third * 0.5;

	p[i] = (a * third + (-0.5 - 0x1p-28)) != 0;
}
ROOT_OF(Leaf)
MAIN(4)
