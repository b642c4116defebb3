// The last instance writes after the end.
//: expect out-of-bounds
KERNEL
{
	ENTER;
	q[ID + 1] = p[ID];
	LEAVE;
}
