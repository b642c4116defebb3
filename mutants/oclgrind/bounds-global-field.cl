// The second field of the last instance's struct is outside of the buffer.
//: expect out-of-bounds
KERNEL
{
	ENTER;
	q[ID] = ((PTR(struct pair))(p + ID))->second;
	LEAVE;
}
