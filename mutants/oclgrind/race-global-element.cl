// All write one element, different values.
//: expect data-race
KERNEL
{
	ENTER;
	p[0] = (int)ID;
	LEAVE;
}
