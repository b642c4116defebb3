/* traces/export/trace_html.c -- hpvm-trace export --format=html: a single page that needs only a
 * browser.
 *
 * The page is traces/viewer/page.html with the other files of that folder, the head and the slices
 * inserted at the marked places. The files are part of the program (traces/export/viewer_files.h).
 * The page stays below 30 MB however long the trace is; if necessary, the shortest slices are
 * omitted.
 *
 * Owns:      the page's contents while it is made.
 * Not here:  slices (trace_html_events.c), the head (trace_html_head.c). */
#include <stdlib.h>
#include <string.h>

#include "src/base/alloc.h"
#include "traces/export/trace.h"
#include "traces/export/trace_html_events.h"
#include "traces/export/viewer_files.h"

enum {
	BUDGET = 21500000, /* bytes of slices, which grow by a third in base64 */
	MOST_TEXTS = 4096,
};

trace_lane *trace_page_lane(trace_page *page, trace_lane_kind kind, uint32_t node, uint32_t row,
			    uint32_t text)
{
	trace_lane *lane = trace_lane_new(page->lanes);

	HR_PUSH(&page->about, (trace_lane_about){lane, kind, node, row, text});
	return lane;
}

uint32_t trace_page_text(trace_page *page, const char *text)
{
	if (!*text)
		return 0;
	for (uint32_t i = 0; i < page->texts.count; i++)
		if (strcmp(page->texts.data[i], text) == 0)
			return i + 1;
	if (page->texts.count == MOST_TEXTS)
		return 0;
	HR_PUSH(&page->texts, hr_strdup(text));
	return (uint32_t)page->texts.count;
}

static void free_mark(trace_mark *mark)
{
	for (unsigned i = 0; i < 2 * mark->detail_count; i++)
		hr_free(mark->details[i]);
	hr_free(mark->details);
	hr_free(mark->by);
	hr_free(mark->word);
	hr_free(mark->text);
}

static void free_page(trace_page *page)
{
	trace_totals_free(&page->totals);
	trace_layout_free(&page->layout);
	trace_lanes_free(page->lanes);
	for (size_t i = 0; i < page->texts.count; i++)
		hr_free(page->texts.data[i]);
	for (size_t i = 0; i < page->marks.count; i++)
		free_mark(&page->marks.data[i]);
	for (size_t i = 0; i < page->objects.count; i++) {
		hr_free(page->objects.data[i].text);
		HR_VEC_FREE(&page->objects.data[i].accesses);
	}
	HR_VEC_FREE(&page->open_lanes);
	HR_VEC_FREE(&page->about);
	HR_VEC_FREE(&page->texts);
	HR_VEC_FREE(&page->chain_nodes);
	HR_VEC_FREE(&page->chains);
	HR_VEC_FREE(&page->marks);
	HR_VEC_FREE(&page->objects);
}

/* Print the head as JSON in a script, which "</script" would end. */
static void print_head(const trace_page *page, size_t index, FILE *stream)
{
	char *text = NULL;
	size_t bytes = 0;
	FILE *memory = open_memstream(&text, &bytes);

	if (!memory) {
		fputs("null", stream);
		return;
	}
	trace_html_head(page, index, memory);
	fclose(memory);
	for (size_t begin = 0, end; begin < bytes; begin = end + 1) {
		const char *found = memchr(text + begin, '<', bytes - begin);

		end = found ? (size_t)(found - text) : bytes;
		fwrite(text + begin, 1, end - begin, stream);
		if (found)
			fputs("\\u003c", stream);
	}
	free(text);
}

static void print_file(const char *name, FILE *stream)
{
	for (const viewer_file *file = viewer_files; file->name; file++)
		if (strcmp(file->name, name) == 0)
			for (const char *const *line = file->lines; *line; line++)
				fputs(*line, stream);
}

/* Print page.html. A line "<!-- insert NAME -->" is replaced by that contents. */
static void print_page(const trace_page *page, size_t index, FILE *stream)
{
	static const char mark[] = "<!-- insert ";
	const viewer_file *template = viewer_files;

	while (strcmp(template->name, "page.html") != 0)
		template ++;
	for (const char *const *line = template->lines; *line; line++) {
		char name[64] = "";

		if (strncmp(*line, mark, sizeof(mark) - 1) != 0 ||
		    sscanf(*line + sizeof(mark) - 1, "%63s", name) != 1)
			fputs(*line, stream);
		else if (strcmp(name, "head") == 0)
			print_head(page, index, stream);
		else if (strcmp(name, "slices") == 0)
			trace_lanes_print(page->lanes, stream);
		else
			print_file(name, stream);
	}
}

int trace_html(const hr_trace *trace, FILE *stream)
{
	hr_trace_cursor *cursor = hr_trace_cursor_new(trace);
	trace_page page = {.trace = trace, .totals = trace_totals_new(trace)};
	trace_events *events;
	hr_trace_event event;
	int status;

	page.lanes = trace_lanes_new(BUDGET);
	trace_layout_make(trace, &page.layout);
	events = trace_events_new(&page);
	while (hr_trace_next(cursor, &event))
		trace_events_note(events, &event, hr_trace_number(cursor));
	trace_events_end(events);
	page.damage = hr_trace_wrong(cursor);
	print_page(&page, trace_lanes_finish(page.lanes), stream);
	trace_events_free(events);
	status = trace_end(trace, cursor);
	free_page(&page);
	hr_trace_cursor_free(cursor);
	return status;
}
