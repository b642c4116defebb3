//: hosts interp
//: exit 121
//: out 12 7
//: stderr [out-of-bounds]
//: last trap or failed check (exit 121)
/* Containers throw again what a constructor has thrown: a program that catches nothing is interpreted, and checked, all the same. */
#include <cstdio>
#include <string>
#include <unordered_map>
#include <vector>

int main(int argc, char **)
{
	std::unordered_map<int, std::string> names;
	std::vector<std::vector<int>> rows(3, std::vector<int>(4, argc));
	int sum = 0;

	for (int i = 0; i < 7; i++)
		names[i * 37] = "name";
	for (const auto &row : rows)
		for (int value : row)
			sum += value;
	std::printf("%d %zu\n", sum, names.size());
	std::fflush(stdout);
	return rows[2].data()[3 + argc];
}
