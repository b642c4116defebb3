/* tools/fuzz/target_trace.c -- the fuzz target for traces (traces/trace_format.h): all commands and exports of
 * hpvm-trace.
 *
 * Invariant: every event that is read names existing nodes.
 * Mutation: of the bytes; of the head; or of the events of the first block, which are packed again, so that no checksum
 * detects it. */
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "src/base/alloc.h"
#include "src/file/file.h"
#include "tools/fuzz/fuzz.h"
#include "tools/trace/trace_commands.h"
#include "traces/export/trace_follow.h"
#include "traces/read/trace_read.h"

/* --- reading ------------------------------------------------------------------------------------ */

static bool is_sound(const hr_trace *trace, const hr_trace_event *event)
{
	size_t texts = strlen(event->text) + strlen(event->by) + strlen(event->word);

	for (unsigned i = 0; i < event->detail_count; i++)
		texts += strlen(event->details[i].key) + strlen(event->details[i].value);
	return event->kind < HR_TRACE_KINDS && texts < HR_TRACE_MOST_BLOCK &&
	       (!trace->node_count ||
		(event->node < trace->node_count && event->from < trace->node_count));
}

static void read_all(const hr_trace *trace)
{
	hr_trace_cursor *cursor = hr_trace_cursor_new(trace);
	trace_follow *follow = trace_follow_new(trace);
	hr_trace_event event;

	while (hr_trace_next(cursor, &event)) {
		if (!is_sound(trace, &event))
			hr_bug("a trace has an event that cannot be");
		trace_follow_event(follow, &event);
	}
	trace_follow_free(follow);
	hr_trace_cursor_free(cursor);
}

/* A part of the trace is shown if a number made of its contents says so. */
static void show_all(hr_trace *trace)
{
	const trace_filter filter = {.to_ns = UINT64_MAX, .last = UINT64_MAX};
	FILE *nowhere = fuzz_nowhere();

	trace_info(trace, nowhere);
	trace_stat(trace, nowhere);
	trace_dot(trace, nowhere);
	trace_query(trace, &filter, TRACE_JSON, nowhere);
	trace_query(trace, &filter, TRACE_CSV, nowhere);
	trace_diff(trace, trace, true, nowhere);
	if (trace->bytes % 4 == 0) {
		trace->from = trace->bytes * 97 % 2000000;
		trace->to = trace->from + trace->bytes * 31 % 2000000;
	}
	trace_chrome(trace, nowhere);
	trace_html(trace, nowhere);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char error[HR_TRACE_TEXT];
	hr_trace trace;

	fuzz_write("input.hrt", data, size);
	if (hr_trace_open(fuzz_path("input.hrt"), &trace, error)) {
		read_all(&trace);
		show_all(&trace);
		hr_trace_close(&trace);
	}
	return 0;
}

/* --- mutation ----------------------------------------------------------------------------------- */

enum { HEAD_AT = HR_TRACE_MAGIC_BYTES + 8 };

/* Return the size of the head, or SIZE if DATA is no trace. */
static uint32_t head_size(const uint8_t *data, size_t size)
{
	uint32_t head;

	if (size < HEAD_AT)
		return (uint32_t)size;
	memcpy(&head, data + HEAD_AT - sizeof(head), sizeof(head));
	return head <= size - HEAD_AT ? head : (uint32_t)size;
}

static size_t change_head(uint8_t *data, size_t size, size_t most)
{
	const uint32_t head = head_size(data, size);
	size_t rest = size - HEAD_AT - head;
	uint8_t *kept = hr_alloc(rest + 1);
	uint32_t made;

	memcpy(kept, data + HEAD_AT + head, rest);
	made = (uint32_t)LLVMFuzzerMutate(data + HEAD_AT, head, most - HEAD_AT - rest);
	memcpy(data + HEAD_AT - sizeof(made), &made, sizeof(made));
	memcpy(data + HEAD_AT + made, kept, rest);
	hr_free(kept);
	return HEAD_AT + made + rest;
}

/* Return the size of the file with other events in its first block, and nothing after it. */
static size_t repack(uint8_t *data, size_t size, size_t most, uint8_t *events,
		     const hr_trace_block *found)
{
	const size_t begins = HEAD_AT + head_size(data, size);
	uint8_t *to = data + begins + sizeof(*found);
	hr_trace_block block = *found;
	size_t packed;

	block.bytes = (uint32_t)LLVMFuzzerMutate(events, block.bytes, HR_TRACE_MOST_BLOCK);
	packed = ZSTD_compress(to, most - (size_t)(to - data), events, block.bytes, 1);
	if (ZSTD_isError(packed))
		return size;
	block.packed = (uint32_t)packed;
	memcpy(data + begins, &block, sizeof(block));
	return begins + sizeof(block) + packed;
}

static size_t change_events(uint8_t *data, size_t size, size_t most)
{
	const size_t begins = HEAD_AT + head_size(data, size);
	hr_trace_block block;
	uint8_t *events;

	if (size - begins < sizeof(block))
		return LLVMFuzzerMutate(data, size, most);
	memcpy(&block, data + begins, sizeof(block));
	events = hr_alloc(HR_TRACE_MOST_BLOCK);
	if (block.bytes <= HR_TRACE_MOST_BLOCK && block.packed <= size - begins - sizeof(block) &&
	    ZSTD_decompress(events, HR_TRACE_MOST_BLOCK, data + begins + sizeof(block),
			    block.packed) == block.bytes)
		size = repack(data, size, most, events, &block);
	hr_free(events);
	return size;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
	fuzz_random random = fuzz_random_new(seed);

	if (size < HEAD_AT || head_size(data, size) == size)
		return LLVMFuzzerMutate(data, size, most);
	switch (fuzz_below(&random, 4)) {
	case 0: return LLVMFuzzerMutate(data, size, most);
	case 1: return change_head(data, size, most);
	default: return change_events(data, size, most);
	}
}
