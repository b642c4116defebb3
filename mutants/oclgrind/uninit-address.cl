// An uninitialised value decides an address.
//: expect uninitialised
//: also data-race data-race-benign
KERNEL
{
	ENTER;
	int own[2];

	own[0] = 1;
	q[(own[p[ID] & 1] & 7) + 8 * GROUP] = 1;
	LEAVE;
}
