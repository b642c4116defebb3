/* traces/export/trace_html_memory.c -- turn events into marks, and into objects with their accesses
 * and places. */
#include <stdio.h>

#include "src/base/alloc.h"
#include "traces/export/trace_html.h"

enum {
	MOST_MARKS = 10000,
	MOST_OBJECTS = 2000,
	MOST_ACCESSES = 500, /* most accesses of one object */
};

void trace_page_mark(trace_page *page, const hr_trace_event *event, uint64_t now, uint64_t number)
{
	trace_mark it = {
		.kind = event->kind,
		.number = number,
		.at = now,
		.execution = event->execution,
		.parent = event->parent,
		.nanoseconds = event->nanoseconds,
		.thread = event->thread,
		.node = hr_trace_has(event->kind, 'n') ? event->node : HR_TRACE_NO_NODE,
		.detail_count = event->detail_count,
	};

	if (page->marks.count == MOST_MARKS) {
		page->more_marks++;
		return;
	}
	it.by = hr_strdup(event->by);
	it.word = hr_strdup(event->word);
	it.text = hr_strdup(event->text);
	it.details = hr_alloc_array(2 * (size_t)event->detail_count + 1, sizeof(char *));
	for (unsigned i = 0; i < event->detail_count; i++) {
		it.details[2 * i] = hr_strdup(event->details[i].key);
		it.details[2 * i + 1] = hr_strdup(event->details[i].value);
	}
	HR_PUSH(&page->marks, it);
}

/* Return an object, or NULL. Objects are sorted, since their numbers only grow. */
static trace_object *find_object(trace_page *page, uint64_t object)
{
	size_t low = 0, high = page->objects.count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (page->objects.data[middle].object < object)
			low = middle + 1;
		else
			high = middle;
	}
	return low < page->objects.count && page->objects.data[low].object == object
		       ? &page->objects.data[low]
		       : NULL;
}

static void track(trace_page *page, const hr_trace_event *event, uint64_t now, uint64_t number)
{
	if (page->objects.count == MOST_OBJECTS ||
	    (page->objects.count && HR_LAST(&page->objects).object >= event->object))
		page->more_objects++;
	else
		HR_PUSH(&page->objects, (trace_object){.object = event->object,
						       .number = number,
						       .bytes = event->bytes,
						       .begin = now,
						       .text = hr_strdup(event->text)});
}

static void end_place(trace_object *it, uint64_t now, uint64_t last)
{
	it->place.end = now;
	it->place.last = last;
	if (it->places)
		trace_lane_add(it->places, &it->place, NULL);
}

/* Record a move. Before its first move an object is on the host. */
static void move(trace_page *page, trace_object *it, const hr_trace_event *event, uint64_t now,
		 uint64_t number)
{
	if (!it->places) {
		it->places = trace_page_lane(page, TRACE_LANE_PLACE,
					     (uint32_t)(it - page->objects.data), 0, 0);
		it->place = (trace_slice){.begin = it->begin,
					  .ready = it->begin,
					  .number = it->number,
					  .text = trace_page_text(page, "host")};
	}
	end_place(it, now, number);
	it->moves++;
	it->place = (trace_slice){.begin = now,
				  .ready = now,
				  .number = number,
				  .text = trace_page_text(page, event->by),
				  .chain = trace_page_text(page, event->text)};
	it->place.count = it->place.text;
}

static void note_access(trace_page *page, trace_object *it, const hr_trace_event *event,
			uint64_t now, uint64_t number)
{
	char words[HR_TRACE_TEXT] = "";

	if (event->kind == HR_TRACE_COPY)
		snprintf(words, sizeof(words), "copy %.60s: %.60s", event->word, event->by);
	it->requests += event->kind == HR_TRACE_REQUEST;
	it->copies += event->kind == HR_TRACE_COPY;
	it->copied += event->kind == HR_TRACE_COPY ? event->bytes : 0;
	if (it->accesses.count < MOST_ACCESSES)
		HR_PUSH(&it->accesses, (trace_access){number, now, event->first, event->bytes,
						      trace_page_text(page, words)});
}

void trace_page_memory(trace_page *page, const hr_trace_event *event, uint64_t now, uint64_t number)
{
	trace_object *it;

	if (event->kind == HR_TRACE_TRACK) {
		track(page, event, now, number);
		return;
	}
	it = find_object(page, event->object);
	if (!it || it->ended)
		return;
	if (event->kind == HR_TRACE_UNTRACK) {
		end_place(it, now, number);
		it->end = now;
		it->last_number = number;
		it->ended = true;
	} else if (event->kind == HR_TRACE_MOVE) {
		move(page, it, event, now, number);
	} else {
		note_access(page, it, event, now, number);
	}
}

void trace_page_end_memory(trace_page *page, uint64_t now)
{
	for (size_t i = 0; i < page->objects.count; i++)
		if (!page->objects.data[i].ended)
			end_place(&page->objects.data[i], now, 0);
}
