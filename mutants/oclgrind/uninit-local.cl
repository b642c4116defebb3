// An uninitialised element of a tile.
//: expect uninitialised
KERNEL
{
	ENTER;
	if (LID != 3)
		tile[LID] = p[ID];
	BARRIER();
	if (tile[7 - LID] == 77)
		q[ID] = 1;
	LEAVE;
}
