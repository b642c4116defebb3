//: args -a word -b 3 -x
//: out a -
//: out b 3
//: out ? -
//: out optind 5 word
//: stderr invalid option -- 'x'
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	int option;

	while ((option = getopt(argc, argv, "ab:")) != -1)
		printf("%c %s\n", option, option == 'b' ? optarg : "-");
	printf("optind %d %s\n", optind, argv[optind]);
	return 0;
}
