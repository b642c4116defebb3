// Two instances write one byte.
//: expect data-race
KERNEL
{
	ENTER;
	((PTR(char))p)[ID / 2] = (char)ID;
	LEAVE;
}
