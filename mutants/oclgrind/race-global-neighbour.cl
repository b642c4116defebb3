// Each instance reads what its neighbour writes.
//: expect data-race
KERNEL
{
	ENTER;
	p[ID] = p[(ID + 1) % 16] + 1;
	LEAVE;
}
