// A write of a short overlaps another instance's int.
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
