// No barrier between filling a tile and reading it.
//: expect data-race
KERNEL
{
	ENTER;
	tile[LID] = p[ID];
	q[ID] = tile[7 - LID];
	LEAVE;
}
