//: out absent 7 8
#include <stdio.h>
extern int perhaps(void) __attribute__((weak));
__attribute__((weak)) int value = 7;
int tentative;
static int hidden(void) { return 8; }
int other(void) __attribute__((alias("same")));
int same(void) { return hidden(); }
int main(void)
{
	printf("%s %d %d\n", perhaps ? "present" : "absent", value + tentative, other());
	return 0;
}
