//: hosts jit
//: in 20 22 text
//: out sum 42 text
//: out 1.500 0x2a
//: exit 9
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <sstream>
static void leave() { std::exit(9); }
int main()
{
	int a, b;
	std::string word;
	std::ios_base::sync_with_stdio(false);   // output stays in std::cout until the end
	std::cin >> a >> b >> word;
	std::cout << "sum " << a + b << ' ' << word << '\n';
	std::ostringstream text;
	text << std::fixed << std::setprecision(3) << 1.5 << ' ' << std::hex << std::showbase << 42;
	std::cout << text.str() << '\n';
	leave();
}
