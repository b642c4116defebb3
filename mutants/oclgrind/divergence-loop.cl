// Loops of different length.
//: expect barrier-divergence
KERNEL
{
	ENTER;
	for (long k = 0; k <= LID; k++)
		BARRIER();
	q[ID] = p[ID];
	LEAVE;
}
