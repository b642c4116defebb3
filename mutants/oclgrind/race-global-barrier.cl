// A barrier orders one group, not two.
//: expect data-race
KERNEL
{
	ENTER;
	p[ID] = (int)ID;
	BARRIER();
	q[ID] = p[15 - ID];
	LEAVE;
}
