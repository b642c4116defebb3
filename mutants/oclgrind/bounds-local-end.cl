// The last instance writes after the end of a tile.
//: expect out-of-bounds
KERNEL
{
	ENTER;
	tile[LID + 1] = p[ID];
	BARRIER();
	if (LID)
		q[ID] = tile[LID];
	LEAVE;
}
