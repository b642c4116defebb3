// A tile with its barrier.
//: expect nothing
KERNEL
{
	ENTER;
	tile[LID] = p[ID];
	BARRIER();
	q[ID] = tile[7 - LID];
	LEAVE;
}
