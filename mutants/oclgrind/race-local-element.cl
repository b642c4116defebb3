// All instances write one element of a tile.
//: expect data-race
KERNEL
{
	ENTER;
	tile[0] = (int)LID;
	BARRIER();
	q[ID] = tile[0];
	LEAVE;
}
