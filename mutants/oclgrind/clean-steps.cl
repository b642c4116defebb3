// A sum in steps with its barriers.
//: expect nothing
KERNEL
{
	ENTER;
	tile[LID] = p[ID];
	BARRIER();
	for (long s = 4; s > 0; s /= 2) {
		if (LID < s)
			tile[LID] += tile[LID + s];
		BARRIER();
	}
	if (LID == 0)
		q[GROUP] = tile[0];
	LEAVE;
}
