//: options --check=all
//: in a line
//: out a line 12 34 abcd xyz 10 1 7
/* Memory of C, memory that C functions write, and unusual pointers: nothing is reported. */
#define _GNU_SOURCE 1
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
typedef struct { char c; long l; } padded;
static const char word[4] = {'a', 'b', 'c', 'd'};
static int ascending(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static __attribute__((noinline)) padded twice(padded p) { p.l *= 2; return p; }
int main(int argc, char **argv)
{
	char *line = NULL, text[16], *end, *copy = strdup("xyz"), *all;
	int numbers[3] = {3, 1, 2}, *grown = malloc(4), sum = 0;
	size_t room = 0;
	struct timespec now;
	padded p;

	if (getline(&line, &room, stdin) < 0 || line[0] != 'a')
		return 1;
	line[strcspn(line, "\n")] = '\0';
	snprintf(text, 100, "%ld %s", strtol("12", &end, 10), "34"); /* more than there is, but not used */
	qsort(numbers, 3, sizeof(int), ascending);
	for (int i = 0; i < 100; i++) {
		grown = realloc(grown, (i + 1) * sizeof(int));
		grown[i] = i;
	}
	for (const int *at = grown + 100; at-- > grown;)
		sum += *at == 10 ? 10 : 0;
	p.c = 1;
	p.l = 3;
	p = twice(p);
	clock_gettime(CLOCK_REALTIME, &now);
	if (getenv("PATH") && !getenv("PATH")[0])
		return 2;
	if (now.tv_sec < 0 || asprintf(&all, "%d", numbers[0]) < 0)
		return 3;
	printf("%s %s %.4s %s %d %s %ld\n", line, text, word, copy, sum, all, p.l + p.c);
	free(all);
	free(copy);
	free(line);
	free(grown);
	return argv[0] == NULL || argc > 1;
}
