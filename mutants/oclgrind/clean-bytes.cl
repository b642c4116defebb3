// Neighbouring bytes.
//: expect nothing
KERNEL
{
	ENTER;
	((PTR(char))q)[ID] = (char)p[ID];
	LEAVE;
}
