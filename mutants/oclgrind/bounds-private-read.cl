// A read after the end of a private array.
//: expect out-of-bounds
KERNEL
{
	ENTER;
	volatile int own[4] = {1, 2, 3, 4};

	q[ID] = own[p[ID] % 5];
	LEAVE;
}
