//: hosts interp
//: options -lpthread
//: exit 121
//: stderr use after free: read of 4 bytes
//: stderr freed in 'frees'
// Another thread frees a block that the same place has accessed many times before.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int *numbers;
static volatile int stage;

__attribute__((noinline)) static int second(int *from)
{
	return from[1];
}

static void *frees(void *unused)
{
	(void)unused;
	free(numbers);
	stage = 1;
	while (stage != 2)
		;
	return NULL;
}

int main(void)
{
	pthread_t thread;
	int sum = 0;

	numbers = calloc(4, sizeof(int));
	for (int i = 0; i < 9; i++)
		sum += second(numbers);
	if (pthread_create(&thread, NULL, frees, NULL))
		return 1;
	while (stage != 1)
		;
	sum += second(numbers);
	stage = 2;
	pthread_join(thread, NULL);
	printf("%d\n", sum);
	return 0;
}
