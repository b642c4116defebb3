// One instance has returned before the barrier.
//: expect barrier-divergence
KERNEL
{
	ENTER;
	if (LID == 2)
		return;
	BARRIER();
	q[ID] = p[ID];
	LEAVE;
}
