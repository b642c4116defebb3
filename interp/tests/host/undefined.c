//: exit 120
//: stderr undefined symbol 'missing_function'
//: stderr undefined symbol 'missing_variable'
//: last rejected graph or file (exit 120)
#include <stdio.h>
extern int missing_variable;
int missing_function(int n);
int main(int argc, char **argv)
{
	puts("never printed");
	return argv[argc] ? missing_function(missing_variable) : 0;
}
