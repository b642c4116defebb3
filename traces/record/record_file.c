/* traces/record/record_file.c -- pack blocks of events and write them.
 *
 * Owns:      the file, the index.
 * Not here:  the contents of a block (record_blocks.c). */
#include "traces/record/record_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include "src/base/alloc.h"
#include "src/base/vec.h"

enum { LEVEL = -1 }; /* of zstd: as good as level 1 for these blocks, and faster */

struct record_file {
	FILE *file;
	/* errno of the first write that failed; nothing is written afterwards */
	atomic_int error;
	uint8_t *packed; /* owns */
	size_t packed_room;
	ZSTD_CCtx *packer; /* owns */
	HR_VEC(hr_trace_index) index;
	uint64_t events;
};

/* --- bytes ------------------------------------------------------------------------------------ */

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

void record_file_block(record_file *self, const hr_trace_block *block, const uint8_t *events)
{
	hr_trace_index entry = {(uint64_t)ftello(self->file), *block};
	size_t packed;

	if (record_file_failed(self))
		return;
	packed =
		ZSTD_compress2(self->packer, self->packed, self->packed_room, events, block->bytes);
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
	hr_trace_block block = {.mark = HR_TRACE_INDEX_MARK,
				.bytes = bytes,
				.packed = bytes,
				.first = self->events};
	uint64_t offset = (uint64_t)ftello(self->file);

	put_bytes(self, &block, sizeof(block));
	put_bytes(self, self->index.data, bytes);
	put_bytes(self, &offset, sizeof(offset));
	put_bytes(self, HR_TRACE_END_MAGIC, HR_TRACE_MAGIC_BYTES);
}

/* --- life ------------------------------------------------------------------------------------- */

static void release(record_file *self)
{
	HR_VEC_FREE(&self->index);
	hr_free(self->packed);
	ZSTD_freeCCtx(self->packer);
	hr_free(self);
}

/* Open the file, empty. While another run writes to it, fail with EBUSY. */
static FILE *open_alone(const char *path)
{
	int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666), error = 0;
	struct stat status;
	FILE *stream = NULL;

	if (file < 0)
		return NULL;
	if (fstat(file, &status) == 0 && S_ISREG(status.st_mode)) {
		if (flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
			error = EBUSY;
		else if (ftruncate(file, 0) != 0)
			error = errno;
	}
	if (!error)
		stream = fdopen(file, "wb");
	if (!stream)
		close(file);
	if (error)
		errno = error;
	return stream;
}

record_file *record_file_new(const char *path, int *error)
{
	record_file *self = hr_alloc_zero(sizeof(*self));

	self->packer = ZSTD_createCCtx();
	self->packed_room = ZSTD_compressBound(HR_TRACE_MOST_BLOCK);
	self->packed = hr_alloc(self->packed_room);
	self->file = open_alone(path);
	*error = !self->file ? errno : !self->packer ? ENOMEM : 0;
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

int record_file_close(record_file *self)
{
	int error;

	if (!record_file_failed(self))
		write_index(self);
	if (fclose(self->file) != 0)
		note_error(self, errno);
	error = atomic_load(&self->error);
	release(self);
	return error;
}
