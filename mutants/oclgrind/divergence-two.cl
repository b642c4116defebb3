// Two barriers, each for one half.
//: expect barrier-divergence
KERNEL
{
	ENTER;
	if (LID < 4) {
		q[ID] = 1;
		BARRIER();
	} else {
		BARRIER();
		q[ID] = p[ID];
	}
	LEAVE;
}
