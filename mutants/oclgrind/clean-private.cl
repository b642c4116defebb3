// A private array, filled before it is read.
//: expect nothing
KERNEL
{
	ENTER;
	int own[4];

	for (int k = 0; k < 4; k++)
		own[k] = p[ID] + k;
	q[ID] = own[p[ID] % 4];
	LEAVE;
}
