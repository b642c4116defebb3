/* traces/export/trace_html_source.c -- source lines around the positions of nodes and findings, and
 * the first lines of functions, if the files are available.
 *
 * Files are searched where they were compiled, and under the names in the trace.
 *
 * Not here:  the rest of the head (trace_html_head.c). */
#include <stdlib.h>
#include <string.h>

#include "src/diag/escape.h"
#include "src/file/file.h"
#include "traces/export/trace_html.h"

enum {
	AROUND = 4,
	OF_FUNCTION = 16, /* as details.js shows */
	MOST_FILES = 64,
	MOST_BYTES = 4 << 20, /* of a file */
	MOST_COLUMNS = 200,
};

typedef struct source_place {
	const char *file;
	unsigned long line, after; /* AFTER: number of lines needed after LINE */
} source_place;

typedef HR_VEC(source_place) places;

static int compare(const void *a, const void *b)
{
	const source_place *x = a, *y = b;
	int order = strcmp(x->file, y->file);

	if (order)
		return order;
	return x->line < y->line ? -1 : x->line > y->line;
}

static void add(places *all, const char *file, unsigned long line, unsigned long after)
{
	if (file && line)
		HR_PUSH(all, (source_place){file, line, after});
}

static void add_node(places *all, const hr_trace_node *node)
{
	add(all, node->created.file, node->created.line, AROUND);
	add(all, node->defined.file, node->defined.line, OF_FUNCTION);
}

static void collect(const trace_page *page, places *all)
{
	for (uint32_t n = 0; n < page->trace->node_count; n++)
		add_node(all, &page->trace->nodes[n]);
	for (size_t i = 0; i < page->marks.count; i++) {
		const trace_mark *mark = &page->marks.data[i];
		const char *file = NULL;
		unsigned long line = 0;

		for (unsigned d = 0; d < mark->detail_count; d++) {
			if (strcmp(mark->details[2 * d], "file") == 0)
				file = mark->details[2 * d + 1];
			if (strcmp(mark->details[2 * d], "line") == 0)
				line = strtoul(mark->details[2 * d + 1], NULL, 10);
		}
		add(all, file, line, AROUND);
	}
	if (all->count)
		qsort(all->data, all->count, sizeof(*all->data), compare);
}

static void print_line(const char *from, size_t length, unsigned long number, bool first,
		       FILE *stream)
{
	char text[MOST_COLUMNS + 1];
	size_t used = 0;

	for (size_t i = 0; i < length && used < MOST_COLUMNS; i++)
		text[used++] = from[i] == 0 ? ' ' : from[i];
	text[used] = 0;
	fprintf(stream, "%s[%lu,", first ? "" : ",", number);
	hr_print_json(text, stream);
	fputc(']', stream);
}

/* Print COUNT places of one file, which are in order. */
static void print_lines(const source_place *wanted, size_t count, const char *text, size_t bytes,
			FILE *stream)
{
	/* until: the last line that places before NEXT need */
	unsigned long number = 1, until = 0;
	bool first = true;
	size_t next = 0;

	for (size_t at = 0; at < bytes && (next < count || number <= until); number++) {
		const char *end = memchr(text + at, '\n', bytes - at);
		size_t length = end ? (size_t)(end - text) - at : bytes - at;

		for (; next < count && wanted[next].line <= number + AROUND; next++)
			if (wanted[next].line + wanted[next].after > until)
				until = wanted[next].line + wanted[next].after;
		if (number <= until) {
			print_line(text + at, length, number, first, stream);
			first = false;
		}
		at += length + 1;
	}
}

/* Return true if FILE is named as a source: a trace of a stranger may name other files, which the page
 * would show to whoever gets it. */
static bool is_source(const char *file)
{
	static const char *const endings[] = {"c",  "cc",  "cpp", "cxx", "c++", "C",   "h",
					      "hh", "hpp", "hxx", "inc", "ipp", "tcc", "tpp",
					      "cu", "cl",  "ll",  "cuh", "def", "m",   "mm"};
	const char *slash = strrchr(file, '/'), *dot = strrchr(slash ? slash : file, '.');

	for (size_t i = 0; dot && i < sizeof(endings) / sizeof(endings[0]); i++)
		if (strcmp(dot + 1, endings[i]) == 0)
			return true;
	return strstr(file, "/c++/") && !strstr(file, "/../") && !dot; /* the C++ library's */
}

/* Read FILE in the directory of IN. Return false if IN is another file, or it is not available. */
static bool read_in(const hr_trace_place *in, const char *file, uint8_t **bytes, size_t *size)
{
	char path[4096];

	return in->directory && in->file && strcmp(in->file, file) == 0 &&
	       snprintf(path, sizeof(path), "%s/%s", in->directory, file) < (int)sizeof(path) &&
	       hr_file_read(path, bytes, size) == 0;
}

/* Read FILE where it was compiled, or else relative to the current directory. */
static int read_source(const hr_trace *trace, const char *file, uint8_t **bytes, size_t *size)
{
	for (uint32_t n = 0; n < trace->node_count; n++)
		if (read_in(&trace->nodes[n].created, file, bytes, size) ||
		    read_in(&trace->nodes[n].defined, file, bytes, size))
			return 0;
	return hr_file_read(file, bytes, size);
}

void trace_html_sources(const trace_page *page, FILE *stream)
{
	places all = {0};
	unsigned files = 0;

	collect(page, &all);
	fputs("\"sources\":[", stream);
	for (size_t i = 0, end; i < all.count && files < MOST_FILES; i = end) {
		uint8_t *bytes = NULL;
		size_t size = 0;

		for (end = i; end < all.count && strcmp(all.data[end].file, all.data[i].file) == 0;)
			end++;
		if (!is_source(all.data[i].file) ||
		    read_source(page->trace, all.data[i].file, &bytes, &size) != 0)
			continue;
		if (size <= MOST_BYTES) {
			fputs(files++ ? ",\n{\"file\":" : "\n{\"file\":", stream);
			hr_print_json(all.data[i].file, stream);
			fputs(",\"lines\":[", stream);
			print_lines(all.data + i, end - i, (const char *)bytes, size, stream);
			fputs("]}", stream);
		}
		hr_free(bytes);
	}
	fputs("],\n", stream);
	HR_VEC_FREE(&all);
}
