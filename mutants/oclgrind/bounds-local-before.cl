// The first instance reads before the beginning of a tile.
//: expect out-of-bounds
KERNEL
{
	ENTER;
	tile[LID] = p[ID];
	BARRIER();
	q[ID] = tile[LID - 1];
	LEAVE;
}
