// An int and half of another instance's overlap.
//: expect data-race
KERNEL
{
	ENTER;
	if (ID % 2)
		p[ID] = 1;
	else
		((PTR(short))p)[2 * ID + 3] = 2;
	LEAVE;
}
