//: out early 3
//: out late
//: out main 3 one two
//: out atexit second
//: out atexit first
//: out destructor
//: out destructor of priority
//: args one two
//: exit 5
#include <stdio.h>
#include <stdlib.h>
static int argument_count;
__attribute__((constructor(200))) static void early(int argc)
{
	argument_count = argc;
	printf("early %d\n", argc);
}
__attribute__((constructor)) static void late(void) { puts("late"); }
__attribute__((destructor)) static void destroy(void) { puts("destructor"); }
__attribute__((destructor(200))) static void destroy_late(void) { puts("destructor of priority"); }
static void first(void) { puts("atexit first"); }
static void second(void) { puts("atexit second"); }
int main(int argc, char **argv)
{
	atexit(first);
	atexit(second);
	printf("main %d %s %s\n", argument_count, argv[1], argv[argc - 1]);
	return 5;
}
