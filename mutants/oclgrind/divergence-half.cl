// Half of a group waits at a barrier.
//: expect barrier-divergence
KERNEL
{
	ENTER;
	if (LID < 4)
		BARRIER();
	q[ID] = p[ID];
	LEAVE;
}
