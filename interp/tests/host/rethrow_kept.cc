//: out caught
/* What a container throws again is caught here. */
#include <cstdio>
#include <stdexcept>
#include <vector>

int main(int argc, char **)
{
	try {
		std::vector<std::vector<int>> rows(3, std::vector<int>(4, argc));
		return rows.at(2).at((std::size_t)argc + 4);
	} catch (const std::out_of_range &) {
		std::puts("caught");
	}
	return 0;
}
