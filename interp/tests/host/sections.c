//: hosts jit
//: out one
//: out two
//: out jumped
#include <stdio.h>
typedef void function(void);
#define REGISTER(name)                                                                             \
	static void name(void);                                                                    \
	static function *pointer_##name __attribute__((section("registered"), used)) = name;      \
	static void name(void) { puts(#name); }
REGISTER(one)
REGISTER(two)
extern function *__start_registered[], *__stop_registered[];
int main(int argc, char **argv)
{
	static void *const targets[] = {&&even, &&odd};
	(void)argv;
	for (function **f = __start_registered; f < __stop_registered; f++)
		(*f)();
	goto *targets[argc & 1];
even:
	return 1;
odd:
	puts("jumped");
	return 0;
}
