// Two groups write the same elements.
//: expect data-race
KERNEL
{
	ENTER;
	p[LID] = (int)ID;
	LEAVE;
}
