//: exit 121
//: interp-stderr write at an impossible address: the address is not canonical [bad-access]
//: jit-stderr access to an impossible address: the address is not canonical [program-died]
//: last trap or failed check (exit 121)
int main(void)
{
	*(volatile int *)0x8000000000000000 = 1;
	return 0;
}
