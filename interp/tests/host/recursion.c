//: exit 122
//: jit-stderr [host-stack-overflow]
//: interp-stderr [stack-overflow]
//: stderr in function 'forever'
//: last limit reached (exit 122)
__attribute__((noinline)) static int forever(volatile int *counter)
{
	volatile int here[16];
	here[0] = ++*counter;
	return forever(counter) + here[0];
}
int main(void)
{
	volatile int counter = 0;
	return forever(&counter);
}
