//: hosts interp
//: args longer-than-it
//: exit 121
//: stderr out-of-bounds write of 15 bytes
//: stderr [out-of-bounds]
//: stderr across the end of memory from malloc (14 bytes, allocated in 'main')
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv)
{
	char *copy = malloc(strlen(argv[1]));

	strcpy(copy, argv[1]); /* without room for the 0 */
	return copy[0] == 'x';
}
