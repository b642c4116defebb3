// The first instance reads before the beginning.
//: expect out-of-bounds
KERNEL
{
	ENTER;
	q[ID] = p[ID - 1];
	LEAVE;
}
