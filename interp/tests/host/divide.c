//: exit 121
//: jit-stderr SIGFPE: integer division by zero
//: interp-stderr [div-by-zero]
//: last trap or failed check (exit 121)
int main(int argc, char **argv)
{
	volatile int zero = 0;
	(void)argv;
	return argc / zero;
}
