//: stderr warning: 
//: stderr [zero-extent] (G7)
//: stderr grid of 'Root/Leaf' is empty: (0)
//: stderr by profile (--sem zero-extent): reference: no instance runs; strict: an error; hpvm-1.0-cpu: the grid is (1); hpvm-1.0-gpu: no instance runs
//: out 0 0
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = 1;
}
ROOT_OF(Leaf)
MAIN(0)
