// A loop has one iteration too many.
//: expect out-of-bounds
KERNEL
{
	ENTER;
	int sum = 0;

	for (int k = 0; k <= 16; k++)
		sum += p[k];
	q[ID] = sum;
	LEAVE;
}
