// A read after the end of a constant table.
//: expect out-of-bounds
KERNEL
{
	ENTER;
	q[ID] = table[p[ID] % 5];
	LEAVE;
}
