// An access through a null pointer.
//: expect bad-access
KERNEL
{
	ENTER;
	PTR(int) none = p[ID] > 100 ? p : 0;

	q[ID] = none[ID];
	LEAVE;
}
