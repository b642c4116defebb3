// A plain read beside atomics.
//: expect data-race
KERNEL
{
	ENTER;
	ATOMIC_ADD(p, 1);
	q[ID] = p[0];
	LEAVE;
}
