// All instances write different values to one element.
//: expect data-race
KERNEL
{
	ENTER;
	p[0] = (int)ID;
	LEAVE;
}
