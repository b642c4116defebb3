/* traces/read/trace_read.c -- open a trace: map the file, and find its blocks by the index or by
 * scanning.
 *
 * Invariant: every number of the file is checked before it is used.
 * Owns:      the mapping.
 * Not here:  the head (trace_read_head.c), events (trace_read_events.c, trace_read_cursor.c). */
#include "traces/read/trace_read.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/vec.h"
#include "src/file/file.h"
#include "traces/read/trace_read_head.h"

static const char *const words[HR_TRACE_KINDS] = {
#define X(name, word, fields) word,
	HR_TRACE_EVENTS(X)
#undef X
};

const char *hr_trace_kind_word(hr_trace_kind kind)
{
	return words[kind];
}

const hr_trace_place *hr_trace_place_of(const hr_trace_node *node)
{
	return node->defined.file ? &node->defined : &node->created;
}

const hr_trace_port *hr_trace_port_of(const hr_trace *trace, const hr_trace_event *event)
{
	if (event->kind == HR_TRACE_BIND_OUT)
		return &trace->nodes[event->from].outputs[event->input];
	return &trace->nodes[event->node].inputs[event->input];
}

/* --- blocks ----------------------------------------------------------------------------------- */

/* Return true if a block begins at OFFSET and is completely in the file. */
static bool block_at(const hr_trace *trace, uint64_t offset, hr_trace_block *block)
{
	if (offset > trace->bytes || trace->bytes - offset < sizeof(*block))
		return false;
	memcpy(block, trace->file + offset, sizeof(*block));
	return trace->bytes - offset - sizeof(*block) >= block->packed;
}

static bool is_block(const hr_trace_block *block)
{
	return block->mark == HR_TRACE_BLOCK_MARK && block->bytes && block->events &&
	       block->bytes <= HR_TRACE_MOST_BLOCK && block->events <= block->bytes;
}

typedef HR_VEC(hr_trace_index) blocks;

static void take_blocks(hr_trace *trace, blocks *found)
{
	trace->block_count = found->count;
	trace->blocks = hr_arena_array(&trace->arena, found->count + 1, sizeof(hr_trace_index));
	if (found->count)
		memcpy(trace->blocks, found->data, found->count * sizeof(hr_trace_index));
	trace->event_count = 0;
	if (found->count) {
		const hr_trace_block *last = &trace->blocks[found->count - 1].block;

		trace->event_count = last->first + last->events;
	}
	HR_VEC_FREE(found);
}

/* Find the blocks in sequence, as far as they are complete. */
static void scan(hr_trace *trace)
{
	uint64_t offset = trace->begins, first = 0;
	hr_trace_block block;
	blocks found = {0};

	while (block_at(trace, offset, &block) && is_block(&block) && block.first == first) {
		HR_PUSH(&found, (hr_trace_index){offset, block});
		offset += sizeof(block) + block.packed;
		first += block.events;
	}
	if (!block_at(trace, offset, &block) || block.mark != HR_TRACE_INDEX_MARK)
		snprintf(trace->damage, sizeof(trace->damage),
			 offset == trace->bytes ? "it has no end: the run crashed"
						: "it is truncated or damaged at byte %llu",
			 (unsigned long long)offset);
	take_blocks(trace, &found);
}

/* Return true if ENTRY is plausible. The block itself is checked when it is loaded; until then it
 * need not be read. */
static bool is_entry(const hr_trace *trace, const hr_trace_index *entry, uint64_t end,
		     uint64_t first)
{
	return entry->offset >= trace->begins && entry->offset <= end &&
	       end - entry->offset >= sizeof(entry->block) + entry->block.packed &&
	       is_block(&entry->block) && entry->block.first == first;
}

/* Read the blocks from the index. Return false if there is none, or if it is invalid. */
static bool read_index(hr_trace *trace)
{
	enum { TAIL = 8 + HR_TRACE_MAGIC_BYTES };
	uint64_t offset, first = 0;
	hr_trace_block block;
	blocks found = {0};

	if (trace->bytes < trace->begins + TAIL ||
	    memcmp(trace->file + trace->bytes - HR_TRACE_MAGIC_BYTES, HR_TRACE_END_MAGIC,
		   HR_TRACE_MAGIC_BYTES) != 0)
		return false;
	memcpy(&offset, trace->file + trace->bytes - TAIL, sizeof(offset));
	if (offset < trace->begins || !block_at(trace, offset, &block) ||
	    block.mark != HR_TRACE_INDEX_MARK || block.packed % sizeof(hr_trace_index))
		return false;
	for (uint64_t i = 0; i < block.packed / sizeof(hr_trace_index); i++) {
		hr_trace_index entry;

		memcpy(&entry, trace->file + offset + sizeof(block) + i * sizeof(entry),
		       sizeof(entry));
		if (!is_entry(trace, &entry, offset, first)) {
			HR_VEC_FREE(&found);
			return false;
		}
		first += entry.block.events;
		HR_PUSH(&found, entry);
	}
	take_blocks(trace, &found);
	return true;
}

/* --- the file --------------------------------------------------------------------------------- */

/* Return a temporary file with the contents of the pipe FILE, which is closed, or -1 with errno
 * set. */
static int file_of_pipe(int file)
{
	char bytes[1 << 16];
	FILE *copy = tmpfile();
	int made = -1;
	ssize_t got = -1;

	while (copy && (got = read(file, bytes, sizeof(bytes))) > 0)
		if (fwrite(bytes, 1, (size_t)got, copy) != (size_t)got)
			break;
	if (copy && got == 0 && fflush(copy) == 0)
		made = fcntl(fileno(copy), F_DUPFD_CLOEXEC, 0);
	if (copy)
		fclose(copy);
	close(file);
	return made;
}

/* Return a descriptor of PATH; "-" means standard input. A pipe there is read to its end. */
static int open_file(const char *path)
{
	int file = hr_file_open(path);
	struct stat about;

	if (strcmp(path, "-") == 0 && file >= 0 && fstat(file, &about) == 0 &&
	    S_ISFIFO(about.st_mode))
		return file_of_pipe(file);
	return file;
}

static bool map_file(const char *path, hr_trace *trace, char error[HR_TRACE_TEXT])
{
	int file = open_file(path);
	struct stat about;
	void *mapped = MAP_FAILED;

	if (file < 0 || fstat(file, &about) != 0) {
		snprintf(error, HR_TRACE_TEXT, "%s", strerror(errno));
		if (file >= 0)
			close(file);
		return false;
	}
	trace->bytes = (uint64_t)about.st_size;
	if (S_ISREG(about.st_mode) && about.st_size > 0)
		mapped = mmap(NULL, trace->bytes, PROT_READ, MAP_PRIVATE, file, 0);
	close(file);
	if (mapped == MAP_FAILED) {
		snprintf(error, HR_TRACE_TEXT, "%s",
			 S_ISREG(about.st_mode) && !about.st_size ? "it is empty"
								  : "it is not a regular file");
		return false;
	}
	trace->file = mapped;
	return true;
}

static bool read_head(hr_trace *trace, char error[HR_TRACE_TEXT])
{
	enum { FIXED = HR_TRACE_MAGIC_BYTES + 8 };
	uint32_t numbers[2];

	if (trace->bytes < FIXED ||
	    memcmp(trace->file, HR_TRACE_MAGIC, HR_TRACE_MAGIC_BYTES) != 0) {
		snprintf(error, HR_TRACE_TEXT, "it is not a trace of hpvm-run");
		return false;
	}
	memcpy(numbers, trace->file + HR_TRACE_MAGIC_BYTES, sizeof(numbers));
	if (numbers[0] != HR_TRACE_VERSION) {
		snprintf(error, HR_TRACE_TEXT, "its version is %u; this program reads version %d",
			 numbers[0], HR_TRACE_VERSION);
		return false;
	}
	if (numbers[1] > HR_TRACE_MOST_HEAD || numbers[1] > trace->bytes - FIXED) {
		snprintf(error, HR_TRACE_TEXT, "it is truncated in its header");
		return false;
	}
	trace->begins = FIXED + numbers[1];
	return hr_trace_read_head(trace, (const char *)trace->file + FIXED, numbers[1], error);
}

bool hr_trace_open(const char *path, hr_trace *trace, char error[HR_TRACE_TEXT])
{
	*trace = (hr_trace){.path = path, .to = UINT64_MAX, .last = UINT64_MAX};
	if (!map_file(path, trace, error))
		return false;
	if (!read_head(trace, error)) {
		hr_trace_close(trace);
		return false;
	}
	if (!read_index(trace))
		scan(trace);
	return true;
}

void hr_trace_close(hr_trace *trace)
{
	if (trace->file)
		munmap((void *)(uintptr_t)trace->file, trace->bytes);
	trace->file = NULL;
	hr_arena_free(&trace->arena);
}
