/* channel.h -- implements pipes for code that clang compiles for this machine: packets from one
 * thread to another. The including file must define blocked(), which is called while a packet
 * cannot be moved. */
#ifndef CHANNEL_H
#define CHANNEL_H

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct channel {
	unsigned char *packets;      /* owned */
	/* Size of a packet, which both ends declare equally; capacity in packets. */
	uint32_t bytes, room;
	unsigned long read, written;
	pthread_mutex_t lock;
} channel;

static void blocked(void);

/* BYTES 0: the size is set by the first end, at most 8. Return false if memory is exhausted. */
static int channel_make(channel *self, uint32_t bytes, uint32_t room)
{
	*self = (channel){.packets = calloc(room, bytes ? bytes : 8), .bytes = bytes, .room = room};
	return self->packets && pthread_mutex_init(&self->lock, NULL) == 0;
}

static int channel_move(channel *self, void *packet, uint32_t bytes, int writes)
{
	int moved;

	pthread_mutex_lock(&self->lock);
	if (!self->bytes && bytes <= 8)
		self->bytes = bytes;
	if (self->bytes != bytes)
		abort();
	moved = writes ? self->written - self->read < self->room : self->written > self->read;
	if (moved && writes)
		memcpy(self->packets + self->written++ % self->room * bytes, packet, bytes);
	else if (moved)
		memcpy(packet, self->packets + self->read++ % self->room * bytes, bytes);
	pthread_mutex_unlock(&self->lock);
	if (!moved)
		blocked();
	return moved ? 0 : -1;
}

/* The functions that clang calls for read_pipe() and write_pipe(). */
int __read_pipe_2(channel *from, void *packet, uint32_t bytes, uint32_t alignment);
int __read_pipe_2(channel *from, void *packet, uint32_t bytes, uint32_t alignment)
{
	(void)alignment;
	return channel_move(from, packet, bytes, 0);
}

int __write_pipe_2(channel *to, void *packet, uint32_t bytes, uint32_t alignment);
int __write_pipe_2(channel *to, void *packet, uint32_t bytes, uint32_t alignment)
{
	(void)alignment;
	return channel_move(to, packet, bytes, 1);
}

uint64_t popcount64(uint64_t x) __asm__("_Z8popcountm");
uint64_t popcount64(uint64_t x)
{
	return (uint64_t)__builtin_popcountll(x);
}

#endif
