/* pipes_host.c -- runs the kernels that --emit=fpga:Chain makes of pipes.c, compiled for this machine, a thread each, and
 * prints what pipes.c prints. The argument: how many packets a pipe has room for. */
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 7, COLUMNS = 9, COUNT = ROWS * COLUMNS, PIPES = 6 };

typedef struct pipe {
	unsigned char packets[COUNT][8];
	uint32_t bytes;              /* of a packet: both ends say the same */
	unsigned long read, written;
	pthread_mutex_t lock;
} pipe;

static pipe pipes[PIPES];
static unsigned long room;

static int move(pipe *self, void *packet, uint32_t bytes, int writes)
{
	int moved;

	pthread_mutex_lock(&self->lock);
	if (self->bytes && self->bytes != bytes)
		abort();
	self->bytes = bytes;
	moved = writes ? self->written - self->read < room : self->written > self->read;
	if (moved && writes)
		memcpy(self->packets[self->written++ % room], packet, bytes);
	else if (moved)
		memcpy(packet, self->packets[self->read++ % room], bytes);
	pthread_mutex_unlock(&self->lock);
	if (!moved)
		sched_yield();
	return moved ? 0 : -1;
}

/* What clang makes of read_pipe() and write_pipe(). */
int __read_pipe_2(pipe *from, void *packet, uint32_t bytes, uint32_t alignment)
{
	(void)alignment;
	return move(from, packet, bytes, 0);
}

int __write_pipe_2(pipe *to, void *packet, uint32_t bytes, uint32_t alignment)
{
	(void)alignment;
	return move(to, packet, bytes, 1);
}

uint64_t popcount64(uint64_t x) __asm__("_Z8popcountm");
uint64_t popcount64(uint64_t x)
{
	return (uint64_t)__builtin_popcountll(x);
}

void Read(const float *from, uint64_t at, uint32_t by, pipe *half, pipe *apart, pipe *half_too, pipe *weight,
	  uint64_t x_begin, uint64_t x_end, uint64_t y_begin, uint64_t y_end);
void Middle(uint32_t by, pipe *half, pipe *apart, pipe *sum, pipe *more, uint64_t ny, uint64_t x_begin, uint64_t x_end,
	    uint64_t y_begin, uint64_t y_end);
void Write(long *to, uint64_t at, pipe *sum, pipe *more, pipe *half, pipe *weight, uint64_t x_begin, uint64_t x_end,
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

	room = count > 1 ? strtoul(arguments[1], NULL, 10) : 1;
	if (room < 1 || room > COUNT)
		return 2;
	for (int i = 0; i < COUNT; i++)
		from[i] = (float)(i * i % 31) / 3;
	for (int i = 0; i < PIPES; i++)
		pthread_mutex_init(&pipes[i].lock, NULL);
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
