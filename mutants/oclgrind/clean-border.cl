// Guarded neighbours.
//: expect nothing
KERNEL
{
	ENTER;
	int v = p[ID];

	if (ID > 0)
		v += p[ID - 1];
	if (ID < 15)
		v += p[ID + 1];
	q[ID] = v;
	LEAVE;
}
