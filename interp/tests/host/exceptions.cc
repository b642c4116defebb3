//: out caught boom
//: out unwound 2
//: out caught 7
//: out rethrown out of range
//: exit 4
#include <cstdio>
#include <stdexcept>
#include <vector>
static int unwound;
struct Count { ~Count() { unwound++; } };
static void thrower(int depth)
{
	Count count;
	if (!depth)
		throw std::runtime_error("boom");
	thrower(depth - 1);
}
int main()
{
	try { thrower(1); } catch (const std::exception &e) { std::printf("caught %s\n", e.what()); }
	std::printf("unwound %d\n", unwound);
	try { throw 7; } catch (int n) { std::printf("caught %d\n", n); }
	try {
		try { std::vector<int>().at(3); } catch (...) { throw; }
	} catch (const std::out_of_range &) { std::puts("rethrown out of range"); }
	return 4;
}
