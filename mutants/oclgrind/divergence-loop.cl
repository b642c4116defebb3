// Loops with a barrier, with different numbers of iterations.
//: expect barrier-divergence
KERNEL
{
	ENTER;
	for (long k = 0; k <= LID; k++)
		BARRIER();
	q[ID] = p[ID];
	LEAVE;
}
