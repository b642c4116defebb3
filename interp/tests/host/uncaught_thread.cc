//: out before
//: exit 121
//: stderr exception of type int [uncaught-exception]
//: last trap or failed check (exit 121)
#include <cstdio>
#include <thread>
int main()
{
	std::puts("before");
	std::thread([] { throw 42; }).join();
}
