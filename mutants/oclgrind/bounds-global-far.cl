// A stride that is too wide.
//: expect out-of-bounds
KERNEL
{
	ENTER;
	q[ID] = p[2 * ID];
	LEAVE;
}
