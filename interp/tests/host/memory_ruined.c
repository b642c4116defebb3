//: hosts interp
//: exit 121
//: last trap or failed check (exit 121)
//: ruins-heap
/* All of the interpreter's own memory is damaged: the process still ends, and reports why. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char maps[1 << 16];

int main(void)
{
	char *volatile p = malloc(16);
	int file = open("/proc/self/maps", O_RDONLY);
	size_t count = 0;
	ssize_t got;

	while ((got = read(file, maps + count, sizeof(maps) - 1 - count)) > 0)
		count += (size_t)got;
	for (char *line = strtok(maps, "\n"); line; line = strtok(NULL, "\n")) {
		char *end;
		char *low = (char *)strtoul(line, &end, 16);

		if (strstr(line, "[heap]"))
			memset(low, 0xff, (size_t)((char *)strtoul(end + 1, NULL, 16) - low));
	}
	free(p);
	free(p); /* if the heap is elsewhere */
	return 0;
}
