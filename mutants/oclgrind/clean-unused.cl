// Uninitialised memory is copied and decides nothing.
//: expect nothing
KERNEL
{
	ENTER;
	int own[2], copy[2];

	own[0] = p[ID];
	copy[0] = own[0];
	copy[1] = own[1];
	q[ID] = copy[0];
	LEAVE;
}
