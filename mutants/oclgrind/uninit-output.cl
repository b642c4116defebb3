// An uninitialised value is written to the result.
//: expect uninitialised
KERNEL
{
	ENTER;
	int value;

	if (p[ID] != 3)
		value = 1;
	q[ID] = value;
	LEAVE;
}
