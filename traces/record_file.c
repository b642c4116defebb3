/* traces/record_file.c -- packs blocks of events and writes them, in a thread of its own.
 *
 * Blocks go round: one is being filled, the others wait to be packed or are free. The thread has no signals,
 * and a process that the program forks has no such thread: there nothing is written.
 *
 * Owns:     the file, the blocks, the index.
 * Not here: what is in a block (record.c). */
#include "record_file.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

#include "alloc.h"
#include "vec.h"

enum {
	LEVEL = -1,            /* of zstd: as small as level 1 makes these, and faster */
	BLOCKS = 4,
};

typedef struct filled {
	uint8_t *events;
	hr_trace_block block;
} filled;

struct record_file {
	FILE *file;
	pid_t owner;
	pthread_t writer;
	pthread_mutex_t lock;         /* all below, but for what is the writer's */
	pthread_cond_t come, gone;    /* a block to be written; one that has been */
	filled queue[BLOCKS];         /* ring: [written, filled) */
	uint64_t written, filled;
	uint8_t *blocks[BLOCKS];      /* owns; */
	uint8_t *spare[BLOCKS];       /* those that are free */
	unsigned spare_count;
	bool ends;
	atomic_int error;             /* errno of the first write that failed; nothing is written after it */
	/* The writer's, and of whoever has joined it: */
	uint8_t *packed;              /* owns */
	size_t packed_room;
	ZSTD_CCtx *packer;            /* owns */
	HR_VEC(hr_trace_index) index;
	uint64_t events;
};

/* --- bytes ---------------------------------------------------------------------------------------- */

static void note_error(record_file *self, int error)
{
	int none = 0;

	atomic_compare_exchange_strong(&self->error, &none, error ? error : EIO);
}

bool record_file_failed(const record_file *self)
{
	return atomic_load_explicit(&self->error, memory_order_relaxed) != 0;
}

static void put_bytes(record_file *self, const void *bytes, size_t count)
{
	if (!record_file_failed(self) && fwrite(bytes, 1, count, self->file) != count)
		note_error(self, errno);
}

static void flush(record_file *self)
{
	if (!record_file_failed(self) && fflush(self->file) != 0)
		note_error(self, errno);
}

static void write_block(record_file *self, const filled *it)
{
	hr_trace_index entry = {(uint64_t)ftello(self->file), it->block};
	size_t packed;

	if (record_file_failed(self))
		return;
	packed = ZSTD_compress2(self->packer, self->packed, self->packed_room, it->events, it->block.bytes);
	if (ZSTD_isError(packed)) {
		note_error(self, ENOMEM);
		return;
	}
	entry.block.packed = (uint32_t)packed;
	put_bytes(self, &entry.block, sizeof(entry.block));
	put_bytes(self, self->packed, packed);
	flush(self);
	HR_PUSH(&self->index, entry);
	self->events = entry.block.first + entry.block.events;
}

static void write_index(record_file *self)
{
	uint32_t bytes = (uint32_t)(self->index.count * sizeof(hr_trace_index));
	hr_trace_block block = {.mark = HR_TRACE_INDEX_MARK, .bytes = bytes, .packed = bytes,
				.first = self->events};
	uint64_t offset = (uint64_t)ftello(self->file);

	put_bytes(self, &block, sizeof(block));
	put_bytes(self, self->index.data, bytes);
	put_bytes(self, &offset, sizeof(offset));
	put_bytes(self, HR_TRACE_END_MAGIC, HR_TRACE_MAGIC_BYTES);
}

/* --- the thread ----------------------------------------------------------------------------------- */

static void *write_all(void *data)
{
	record_file *self = data;

	pthread_mutex_lock(&self->lock);
	for (;;) {
		filled it;

		while (self->written == self->filled && !self->ends)
			pthread_cond_wait(&self->come, &self->lock);
		if (self->written == self->filled)
			break;
		it = self->queue[self->written % BLOCKS];
		pthread_mutex_unlock(&self->lock);
		write_block(self, &it);
		pthread_mutex_lock(&self->lock);
		self->spare[self->spare_count++] = it.events;
		self->written++;
		pthread_cond_signal(&self->gone);
	}
	pthread_mutex_unlock(&self->lock);
	return NULL;
}

static int start(record_file *self)
{
	sigset_t all, before;
	int error;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	error = pthread_create(&self->writer, NULL, write_all, self);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return error;
}

/* --- life ----------------------------------------------------------------------------------------- */

static void release(record_file *self)
{
	for (unsigned i = 0; i < BLOCKS; i++)
		hr_free(self->blocks[i]);
	HR_VEC_FREE(&self->index);
	hr_free(self->packed);
	ZSTD_freeCCtx(self->packer);
	pthread_cond_destroy(&self->come);
	pthread_cond_destroy(&self->gone);
	pthread_mutex_destroy(&self->lock);
	hr_free(self);
}

record_file *record_file_new(const char *path, int *error)
{
	record_file *self = hr_alloc_zero(sizeof(*self));

	pthread_mutex_init(&self->lock, NULL);
	pthread_cond_init(&self->come, NULL);
	pthread_cond_init(&self->gone, NULL);
	self->owner = getpid();
	self->packer = ZSTD_createCCtx();
	self->packed_room = ZSTD_compressBound(HR_RECORD_ROOM);
	self->packed = hr_alloc(self->packed_room);
	for (unsigned i = 0; i < BLOCKS; i++)
		self->blocks[i] = self->spare[self->spare_count++] = hr_alloc(HR_RECORD_ROOM);
	self->file = fopen(path, "wbe");
	*error = !self->file ? errno : !self->packer ? ENOMEM : start(self);
	if (!*error) {
		ZSTD_CCtx_setParameter(self->packer, ZSTD_c_compressionLevel, LEVEL);
		ZSTD_CCtx_setParameter(self->packer, ZSTD_c_checksumFlag, 1);
		return self;
	}
	if (self->file)
		fclose(self->file);
	release(self);
	return NULL;
}

void record_file_head(record_file *self, const char *text, size_t bytes)
{
	uint32_t numbers[2] = {HR_TRACE_VERSION, (uint32_t)bytes};

	put_bytes(self, HR_TRACE_MAGIC, HR_TRACE_MAGIC_BYTES);
	put_bytes(self, numbers, sizeof(numbers));
	put_bytes(self, text, bytes);
	flush(self);
}

static bool is_forked(const record_file *self)
{
	return getpid() != self->owner;
}

uint8_t *record_file_room(record_file *self)
{
	uint8_t *events;

	pthread_mutex_lock(&self->lock);
	while (!self->spare_count)
		pthread_cond_wait(&self->gone, &self->lock);
	events = self->spare[--self->spare_count];
	pthread_mutex_unlock(&self->lock);
	return events;
}

uint8_t *record_file_put(record_file *self, uint8_t *events, const hr_trace_block *block)
{
	if (is_forked(self) || record_file_failed(self))
		return events;
	pthread_mutex_lock(&self->lock);
	self->queue[self->filled++ % BLOCKS] = (filled){events, *block};
	pthread_cond_signal(&self->come);
	pthread_mutex_unlock(&self->lock);
	return record_file_room(self);
}

int record_file_close(record_file *self, uint8_t *events, const hr_trace_block *last)
{
	int error;

	if (is_forked(self))
		return 0;
	pthread_mutex_lock(&self->lock);
	if (last->events)
		self->queue[self->filled++ % BLOCKS] = (filled){events, *last};
	self->ends = true;
	pthread_cond_signal(&self->come);
	pthread_mutex_unlock(&self->lock);
	pthread_join(self->writer, NULL);
	if (!record_file_failed(self))
		write_index(self);
	if (fclose(self->file) != 0)
		note_error(self, errno);
	error = atomic_load(&self->error);
	release(self);
	return error;
}
