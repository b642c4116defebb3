//: out before
//: exit 121
//: stderr what():  nobody wants it
//: stderr [uncaught-exception]
//: stderr std::runtime_error
//: last trap or failed check (exit 121)
#include <cstdio>
#include <stdexcept>
int main()
{
	std::puts("before");
	throw std::runtime_error("nobody wants it");
}
