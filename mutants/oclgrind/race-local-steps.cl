// No barrier between the steps of a sum.
//: expect data-race
KERNEL
{
	ENTER;
	tile[LID] = p[ID];
	BARRIER();
	for (long s = 4; s > 0; s /= 2)
		if (LID < s)
			tile[LID] += tile[LID + s];
	if (LID == 0)
		q[GROUP] = tile[0];
	LEAVE;
}
