/* traces/read/test_damaged.c -- a program that damages a trace in many ways and reads the rest.
 *
 *	test-damaged TRACE COUNT SEED FOLDER
 *
 * Half of the damage is to the file as it is. The other half is to the events of its first block,
 * which are packed again, so that no checksum detects it. Every event that can be read must name
 * existing nodes. A case that kills the process is left in FOLDER/case.hrt.
 *
 * Exit status 0: all traces were read or refused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "src/base/alloc.h"
#include "src/file/file.h"
#include "tools/trace/trace_commands.h"
#include "traces/export/trace_follow.h"
#include "traces/read/trace_read.h"

static uint64_t state;

static uint64_t next_random(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

static void damage(uint8_t *bytes, size_t count)
{
	uint64_t times = 1 + next_random() % 4;

	while (count && times--) {
		size_t at = next_random() % count;

		switch (next_random() % 3) {
		case 0: bytes[at] ^= (uint8_t)(1u << next_random() % 8); break;
		case 1: bytes[at] = (uint8_t)next_random(); break;
		default: bytes[at] = 0xFF;
		}
	}
}

static bool is_sound(const hr_trace *trace, const hr_trace_event *event)
{
	size_t texts = strlen(event->text) + strlen(event->by) + strlen(event->word);

	for (unsigned i = 0; i < event->detail_count; i++)
		texts += strlen(event->details[i].key) + strlen(event->details[i].value);
	return event->kind < HR_TRACE_KINDS && texts < HR_TRACE_MOST_BLOCK &&
	       (!trace->node_count ||
		(event->node < trace->node_count && event->from < trace->node_count));
}

/* Read all events. Return false if an event is invalid. */
static bool read_all(const char *path, uint64_t *events)
{
	char error[HR_TRACE_TEXT];
	hr_trace_cursor *cursor;
	trace_follow *follow;
	hr_trace_event event;
	hr_trace trace;
	bool sound = true;

	if (!hr_trace_open(path, &trace, error))
		return true;
	cursor = hr_trace_cursor_new(&trace);
	follow = trace_follow_new(&trace);
	while (sound && hr_trace_next(cursor, &event)) {
		sound = is_sound(&trace, &event);
		trace_follow_event(follow, &event);
		++*events;
	}
	trace_follow_free(follow);
	hr_trace_cursor_free(cursor);
	hr_trace_close(&trace);
	return sound;
}

/* Run all commands and formats of hpvm-trace on PATH and discard the output. WHOLE is the undamaged
 * trace. */
static void show_all(const char *path, const hr_trace *whole, FILE *nowhere)
{
	const trace_filter filter = {.to_ns = UINT64_MAX, .last = UINT64_MAX};
	char error[HR_TRACE_TEXT];
	hr_trace trace;

	if (!hr_trace_open(path, &trace, error))
		return;
	trace_info(&trace, nowhere);
	trace_stat(&trace, nowhere);
	trace_dot(&trace, nowhere);
	trace_query(&trace, &filter, TRACE_JSON, nowhere);
	trace_query(&trace, &filter, TRACE_CSV, nowhere);
	trace_diff(whole, &trace, true, nowhere);
	if (next_random() % 4 == 0) { /* also a part */
		trace.from = next_random() % 2000000;
		trace.to = trace.from + next_random() % 2000000;
	}
	trace_chrome(&trace, nowhere);
	trace_html(&trace, nowhere);
	hr_trace_close(&trace);
}

/* Write the file with other events in its first block, and nothing after it. */
static size_t repack(const uint8_t *bytes, size_t size, uint8_t *to, size_t room)
{
	uint32_t head;
	size_t begins, packed;
	hr_trace_block block;
	uint8_t *events;

	memcpy(&head, bytes + HR_TRACE_MAGIC_BYTES + 4, sizeof(head));
	begins = HR_TRACE_MAGIC_BYTES + 8 + head;
	memcpy(&block, bytes + begins, sizeof(block));
	events = hr_alloc(block.bytes);
	if (begins + sizeof(block) + block.packed > size ||
	    ZSTD_decompress(events, block.bytes, bytes + begins + sizeof(block), block.packed) !=
		    block.bytes)
		hr_bug("the trace is damaged before it has been");
	damage(events, block.bytes);
	memcpy(to, bytes, begins);
	packed = ZSTD_compress(to + begins + sizeof(block), room - begins - sizeof(block), events,
			       block.bytes, 1);
	block.packed = (uint32_t)packed;
	memcpy(to + begins, &block, sizeof(block));
	hr_free(events);
	return begins + sizeof(block) + packed;
}

int main(int argc, char **argv)
{
	uint64_t count, events = 0;
	uint8_t *bytes, *changed;
	char path[4096];
	FILE *nowhere = fopen("/dev/null", "w");
	char error[HR_TRACE_TEXT];
	size_t size, room;
	hr_trace whole;

	if (argc != 5 || !nowhere || hr_file_read(argv[1], &bytes, &size) != 0 ||
	    !hr_trace_open(argv[1], &whole, error))
		return 2;
	count = strtoull(argv[2], NULL, 10);
	state = strtoull(argv[3], NULL, 10) * 2654435761u + 1;
	snprintf(path, sizeof(path), "%s/case.hrt", argv[4]);
	room = 2 * size + 4096 + ZSTD_compressBound(HR_TRACE_MOST_BLOCK);
	changed = hr_alloc(room);
	for (uint64_t i = 0; i < count; i++) {
		size_t length = size;

		if (i % 2) {
			length = repack(bytes, size, changed, room);
		} else {
			memcpy(changed, bytes, size);
			if (i % 4 == 0)
				length = next_random() % (size + 1);
			if (i % 8)
				damage(changed, length);
		}
		if (hr_file_write(path, changed, length, NULL, 0) != 0)
			return 2;
		if (!read_all(path, &events)) {
			printf("case %llu gives an event that cannot be\n", (unsigned long long)i);
			return 1;
		}
		show_all(path, &whole, nowhere);
	}
	fclose(nowhere);
	hr_trace_close(&whole);
	printf("%llu damaged traces, %llu events read from them\n", (unsigned long long)count,
	       (unsigned long long)events);
	remove(path);
	hr_free(bytes);
	hr_free(changed);
	return 0;
}
