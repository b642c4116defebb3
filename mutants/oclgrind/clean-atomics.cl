// Counts with atomics only.
//: expect nothing
KERNEL
{
	ENTER;
	ATOMIC_ADD(q + p[ID] % 3, 1);
	LEAVE;
}
