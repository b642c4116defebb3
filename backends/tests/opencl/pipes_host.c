/* pipes_host.c -- runs the kernels that --emit=fpga:Chain makes of pipes.c, compiled for this
 * machine, each in a thread, and prints what pipes.c prints. The argument is the capacity of a pipe
 * in packets. */
#include "channel.h"

#include <sched.h>
#include <stdio.h>

enum { ROWS = 7, COLUMNS = 9, COUNT = ROWS * COLUMNS, PIPES = 6 };

static channel pipes[PIPES];

static void blocked(void)
{
	sched_yield();
}

void Read(const float *from, uint64_t at, uint32_t by, channel *half, channel *apart, channel *half_too, channel *weight,
	  uint64_t x_begin, uint64_t x_end, uint64_t y_begin, uint64_t y_end);
void Middle(uint32_t by, channel *half, channel *apart, channel *sum, channel *more, uint64_t ny, uint64_t x_begin, uint64_t x_end,
	    uint64_t y_begin, uint64_t y_end);
void Write(long *to, uint64_t at, channel *sum, channel *more, channel *half, channel *weight, uint64_t x_begin, uint64_t x_end,
	   uint64_t y_begin, uint64_t y_end);

static float from[COUNT];
static long to[COUNT];

static void *run(void *which)
{
	if (*(int *)which == 0)
		Write(to, 0, &pipes[4], &pipes[5], &pipes[2], &pipes[3], 0, ROWS, 0, COLUMNS);
	else if (*(int *)which == 1)
		Middle(2, &pipes[0], &pipes[1], &pipes[4], &pipes[5], COLUMNS, 0, ROWS, 0, COLUMNS);
	else
		Read(from, 0, 2, &pipes[0], &pipes[1], &pipes[2], &pipes[3], 0, ROWS, 0, COLUMNS);
	return NULL;
}

int main(int count, char **arguments)
{
	pthread_t threads[3];
	int numbers[3] = {0, 1, 2};
	unsigned long room = count > 1 ? strtoul(arguments[1], NULL, 10) : 1;

	if (room < 1 || room > COUNT)
		return 2;
	for (int i = 0; i < COUNT; i++)
		from[i] = (float)(i * i % 31) / 3;
	for (int i = 0; i < PIPES; i++)
		if (!channel_make(&pipes[i], 0, (uint32_t)room))
			return 4;
	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, run, &numbers[i]);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	for (int i = 0; i < PIPES; i++)
		if (pipes[i].read != COUNT || pipes[i].written != COUNT)
			return 3;
	for (int i = 0; i < COUNT; i++)
		printf("%ld\n", to[i]);
	return 0;
}
