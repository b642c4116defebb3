// Half of a group waits.
//: expect barrier-divergence
KERNEL
{
	ENTER;
	if (LID < 4)
		BARRIER();
	q[ID] = p[ID];
	LEAVE;
}
