// A write after the end of a private array.
//: expect out-of-bounds
KERNEL
{
	ENTER;
	volatile int own[4] = {0};

	own[p[ID] % 5] = 1;
	q[ID] = own[0];
	LEAVE;
}
