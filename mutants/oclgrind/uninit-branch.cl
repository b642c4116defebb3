// An uninitialised value decides a branch.
//: expect uninitialised
KERNEL
{
	ENTER;
	int own[2];

	own[0] = 1;
	if (own[p[ID] & 1] == 77)
		q[ID] = 1;
	LEAVE;
}
