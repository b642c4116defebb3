//: out 1 2 3 5 8
//: out found 5
//: out nftw-like 15
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int apply(int (*step)(int, int), int n)
{
	int sum = 0;
	for (int i = 1; i <= n; i++)
		sum = step(sum, i);
	return sum;
}
static int add(int a, int b) { return a + b; }
int main(void)
{
	int values[] = {5, 3, 8, 1, 2}, key = 5;
	qsort(values, 5, sizeof(int), compare);
	for (int i = 0; i < 5; i++)
		printf("%d%c", values[i], i == 4 ? '\n' : ' ');
	int *found = bsearch(&key, values, 5, sizeof(int), compare);
	printf("found %d\n", found ? *found : -1);
	printf("nftw-like %d\n", apply(add, 5));
	return 0;
}
