// A tile is filled again while others read it.
//: expect data-race
KERNEL
{
	ENTER;
	for (int k = 0; k < 2; k++) {
		tile[LID] = p[ID] + k;
		BARRIER();
		q[ID] += tile[7 - LID];
	}
	LEAVE;
}
