// A plain read of a counter in local memory beside atomics.
//: expect data-race
KERNEL
{
	ENTER;
	if (LID == 0)
		tile[0] = 0;
	BARRIER();
	ATOMIC_ADD_LOCAL(tile, 1);
	q[ID] = tile[0];
	LEAVE;
}
