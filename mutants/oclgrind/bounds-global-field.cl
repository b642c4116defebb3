// A struct at the end of which one field is outside.
//: expect out-of-bounds
KERNEL
{
	ENTER;
	q[ID] = ((PTR(struct pair))(p + ID))->second;
	LEAVE;
}
