// A plain write beside atomics.
//: expect data-race
KERNEL
{
	ENTER;
	if (ID == 3)
		p[0] = 7;
	else
		ATOMIC_ADD(p, 1);
	LEAVE;
}
