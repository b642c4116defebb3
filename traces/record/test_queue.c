/* traces/record/test_queue.c -- all blocks arrive in the file, in order, whichever thread fills
 * them. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

#include "src/base/test.h"
#include "traces/record/record_queue.h"

enum { BLOCKS = 50, BYTES = 1000, HEAD = 4, PATIENCE = 20 };

typedef struct queue_filler {
	record_queue *queue;
	uint8_t *events;
	uint64_t count; /* number of filled blocks */
	pthread_mutex_t lock;
	pthread_cond_t done;
} queue_filler;

/* Queue blocks of BYTES bytes, each with the number of the block. */
static void fill(queue_filler *self)
{
	hr_trace_block block = {
		.mark = HR_TRACE_BLOCK_MARK, .bytes = BYTES, .events = 1, .first = self->count};

	memset(self->events, (int)self->count++, BYTES);
	self->events = record_queue_put(self->queue, self->events, &block);
}

/* Check the blocks in STREAM after the head. */
static void expect_blocks(FILE *stream, uint64_t count)
{
	static uint8_t packed[2 * BYTES], events[BYTES];
	hr_trace_block block;

	ck_assert_int_eq(
		fseek(stream, HR_TRACE_MAGIC_BYTES + 2 * sizeof(uint32_t) + HEAD, SEEK_SET), 0);
	for (uint64_t i = 0; i < count; i++) {
		ck_assert_uint_eq(fread(&block, sizeof(block), 1, stream), 1);
		ck_assert_uint_eq(block.mark, HR_TRACE_BLOCK_MARK);
		ck_assert_uint_eq(block.first, i);
		ck_assert_uint_le(block.packed, sizeof(packed));
		ck_assert_uint_eq(fread(packed, 1, block.packed, stream), block.packed);
		ck_assert_uint_eq(ZSTD_decompress(events, sizeof(events), packed, block.packed),
				  BYTES);
		ck_assert_uint_eq(events[0], i);
		ck_assert_uint_eq(events[BYTES - 1], i);
	}
	ck_assert_uint_eq(fread(&block, sizeof(block), 1, stream), 1);
	ck_assert_uint_eq(block.mark, HR_TRACE_INDEX_MARK);
}

static void begin(queue_filler *self, char path[])
{
	int error = -1;

	memset(self, 0, sizeof(*self));
	close(mkstemp(path));
	self->queue = record_queue_new(path, "head", HEAD, &error);
	ck_assert_int_eq(error, 0);
	ck_assert_ptr_nonnull(self->queue);
	self->events = record_queue_room(self->queue);
}

static void end(queue_filler *self, const char *path)
{
	FILE *stream;

	ck_assert_int_eq(record_queue_close(self->queue), 0);
	stream = fopen(path, "rb");
	ck_assert_ptr_nonnull(stream);
	expect_blocks(stream, self->count);
	fclose(stream);
	unlink(path);
}

START_TEST(all_blocks_come_in_order)
{
	char path[] = "queue-XXXXXX";
	queue_filler self;

	begin(&self, path);
	while (self.count < BLOCKS)
		fill(&self);
	end(&self, path);
}
END_TEST

static void fill_all(void *data)
{
	queue_filler *self = data;

	pthread_mutex_lock(&self->lock);
	while (self->count < BLOCKS)
		fill(self);
	pthread_cond_signal(&self->done);
	pthread_mutex_unlock(&self->lock);
}

/* After a pause the writing thread fills blocks itself; there may be no room except what it
 * makes. */
START_TEST(the_writer_fills_more_than_there_is_room_for)
{
	char path[] = "queue-XXXXXX";
	queue_filler self;

	begin(&self, path);
	pthread_mutex_init(&self.lock, NULL);
	pthread_cond_init(&self.done, NULL);
	alarm(PATIENCE);
	pthread_mutex_lock(&self.lock);
	record_queue_when_idle(self.queue, fill_all, &self);
	while (self.count < BLOCKS)
		pthread_cond_wait(&self.done, &self.lock);
	pthread_mutex_unlock(&self.lock);
	alarm(0);
	end(&self, path);
	ck_assert_uint_eq(self.count, BLOCKS);
	pthread_cond_destroy(&self.done);
	pthread_mutex_destroy(&self.lock);
}
END_TEST

HR_TEST_MAIN("queue of a trace", all_blocks_come_in_order,
	     the_writer_fills_more_than_there_is_room_for)
