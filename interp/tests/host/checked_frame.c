//: hosts interp
//: exit 121
//: stderr out-of-bounds write of 64 bytes
//: stderr [out-of-bounds]
//: stderr 64 bytes before a variable of 'main' (16 bytes)
/* A write of host code below its variables would overwrite the frame of the interpreter. */
#include <string.h>
__attribute__((noinline)) static void spoil(char *p, size_t bytes) { memset(p - bytes, 65, bytes); }
int main(int argc, char **argv)
{
	long p[2];

	memset(p, argc, sizeof(p));
	spoil((char *)p, 64 * (size_t)argc);
	return (int)p[0];
}
