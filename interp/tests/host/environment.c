//: args a "b" --help
//: environment HR_TEST_VALUE=seen
//: out 4 a b --help
//: out seen seen
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv, char **envp)
{
	const char *found = "missing";
	printf("%d", argc);
	for (int i = 1; i < argc; i++)
		printf(" %s", argv[i]);
	for (; *envp; envp++)
		if (strncmp(*envp, "HR_TEST_VALUE=", 14) == 0)
			found = *envp + 14;
	printf("\n%s %s\n", found, getenv("HR_TEST_VALUE"));
	return argv[argc] != NULL;
}
