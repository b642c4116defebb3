//: hosts jit
//: exit 122
//: stderr [host-stack-overflow]
//: last limit reached (exit 122)
#include <thread>
static volatile int counter;
__attribute__((noinline)) static int forever(int depth)
{
	volatile int here[64];
	here[depth & 63] = ++counter;
	return forever(depth + 1) + here[depth & 63];
}
int main()
{
	std::thread([] { forever(0); }).join();
}
