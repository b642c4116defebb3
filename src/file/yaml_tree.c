/* src/file/yaml_tree.c -- builds a tree from libyaml's events.
 *
 * Invariant: a returned tree is complete; its depth is limited, so that recursion over it is safe.
 * Owns:      the parser while it reads; the tree is the arena's.
 * Not here:  the meaning of a file (interp/args/). */
#include "src/file/yaml_tree.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "src/base/map.h"
#include "src/base/vec.h"
#include "src/file/file.h"

enum { DEPTH_LIMIT = 64 };

typedef struct yaml_reader {
	yaml_parser_t parser;
	hr_arena *arena;
	hr_yaml_error *error;
} yaml_reader;

static bool fail(hr_yaml_error *error, size_t line, const char *format, ...) HR_PRINTF(3, 4);
static bool fail(hr_yaml_error *error, size_t line, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(error->text, sizeof(error->text), format, args);
	va_end(args);
	error->line = (unsigned)line;
	return false;
}

static bool next_event(yaml_reader *reader, yaml_event_t *event)
{
	yaml_parser_t *parser = &reader->parser;

	if (yaml_parser_parse(parser, event))
		return true;
	if (parser->error == YAML_MEMORY_ERROR)
		return fail(reader->error, 0, "out of memory");
	return fail(reader->error, parser->problem_mark.line + 1, "%s",
		    parser->problem ? parser->problem : "this is not valid YAML");
}

static hr_yaml *new_node(yaml_reader *reader, hr_yaml_kind kind, const yaml_event_t *event)
{
	hr_yaml *node = HR_ARENA_NEW(reader->arena, hr_yaml);

	node->kind = kind;
	node->line = (unsigned)event->start_mark.line + 1;
	return node;
}

static bool read_node(yaml_reader *reader, const yaml_event_t *event, unsigned depth,
		      hr_yaml **node);

static bool read_scalar(yaml_reader *reader, const yaml_event_t *event, hr_yaml **out)
{
	const char *value = (const char *)event->data.scalar.value;
	size_t length = event->data.scalar.length, line = event->start_mark.line + 1;
	hr_yaml *node;

	if (memchr(value, 0, length))
		return fail(reader->error, line, "a string contains a zero byte");
	if (event->data.scalar.anchor || event->data.scalar.tag)
		return fail(reader->error, line, "anchors and tags are not supported");
	node = new_node(reader, HR_YAML_SCALAR, event);
	node->text = hr_arena_strndup(reader->arena, value, length);
	node->plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
	*out = node;
	return true;
}

typedef HR_VEC(hr_yaml *) node_list;

static hr_yaml **keep(yaml_reader *reader, const node_list *nodes)
{
	hr_yaml **kept = hr_arena_array(reader->arena, nodes->count, sizeof(*kept));

	if (nodes->count)
		memcpy(kept, nodes->data, nodes->count * sizeof(*kept));
	return kept;
}

/* Read one item of a collection; set *end if the collection ends instead. */
static bool read_item(yaml_reader *reader, unsigned depth, bool *end, hr_yaml **item)
{
	yaml_event_t event;
	bool ok;

	if (!next_event(reader, &event))
		return false;
	*end = event.type == YAML_SEQUENCE_END_EVENT || event.type == YAML_MAPPING_END_EVENT;
	ok = *end || read_node(reader, &event, depth, item);
	yaml_event_delete(&event);
	return ok;
}

static bool read_list(yaml_reader *reader, hr_yaml *node, unsigned depth)
{
	node_list items = {0};
	hr_yaml *item = NULL;
	bool end = false, ok;

	while ((ok = read_item(reader, depth, &end, &item)) && !end)
		HR_PUSH(&items, item);
	if (ok) {
		node->count = items.count;
		node->items = keep(reader, &items);
	}
	HR_VEC_FREE(&items);
	return ok;
}

static bool check_key(yaml_reader *reader, hr_strmap *seen, const hr_yaml *key)
{
	if (key->kind != HR_YAML_SCALAR)
		return fail(reader->error, key->line, "a key must not be a list or a map");
	if (hr_strmap_get(seen, key->text, NULL))
		return fail(reader->error, key->line, "key '%.60s' occurs twice", key->text);
	hr_strmap_put(seen, key->text, 1);
	return true;
}

static bool read_map(yaml_reader *reader, hr_yaml *node, unsigned depth)
{
	node_list keys = {0}, items = {0};
	hr_strmap seen = {0};
	hr_yaml *key = NULL, *item = NULL;
	bool end = false, ok;

	while ((ok = read_item(reader, depth, &end, &key)) && !end) {
		ok = check_key(reader, &seen, key) && read_item(reader, depth, &end, &item);
		if (!ok)
			break;
		HR_PUSH(&keys, key);
		HR_PUSH(&items, item);
	}
	if (ok) {
		node->count = items.count;
		node->keys = keep(reader, &keys);
		node->items = keep(reader, &items);
	}
	hr_strmap_free(&seen);
	HR_VEC_FREE(&keys);
	HR_VEC_FREE(&items);
	return ok;
}

static bool read_node(yaml_reader *reader, const yaml_event_t *event, unsigned depth,
		      hr_yaml **node)
{
	size_t line = event->start_mark.line + 1;

	if (depth == 0)
		return fail(reader->error, line, "lists and maps are nested too deeply");
	switch (event->type) {
	case YAML_SCALAR_EVENT: return read_scalar(reader, event, node);
	case YAML_SEQUENCE_START_EVENT:
		if (event->data.sequence_start.anchor || event->data.sequence_start.tag)
			return fail(reader->error, line, "anchors and tags are not supported");
		*node = new_node(reader, HR_YAML_LIST, event);
		return read_list(reader, *node, depth - 1);
	case YAML_MAPPING_START_EVENT:
		if (event->data.mapping_start.anchor || event->data.mapping_start.tag)
			return fail(reader->error, line, "anchors and tags are not supported");
		*node = new_node(reader, HR_YAML_MAP, event);
		return read_map(reader, *node, depth - 1);
	case YAML_ALIAS_EVENT: return fail(reader->error, line, "aliases are not supported");
	default: return fail(reader->error, line, "this is not valid YAML");
	}
}

/* Read the events up to the end of the stream; they must be those at the end of a single
 * document. */
static bool read_end(yaml_reader *reader)
{
	bool end = false;

	while (!end) {
		yaml_event_t event;
		yaml_event_type_t type;
		size_t line;

		if (!next_event(reader, &event))
			return false;
		type = event.type;
		line = event.start_mark.line + 1;
		yaml_event_delete(&event);
		end = type == YAML_STREAM_END_EVENT;
		if (type == YAML_DOCUMENT_START_EVENT)
			return fail(reader->error, line, "there is more than one document");
	}
	return true;
}

static bool read_document(yaml_reader *reader, hr_yaml **root)
{
	for (;;) {
		yaml_event_t event;
		bool ok = true, done = false;

		if (!next_event(reader, &event))
			return false;
		if (event.type == YAML_STREAM_END_EVENT) {
			*root = new_node(reader, HR_YAML_MAP, &event);
			done = true;
		} else if (event.type != YAML_STREAM_START_EVENT &&
			   event.type != YAML_DOCUMENT_START_EVENT) {
			ok = read_node(reader, &event, DEPTH_LIMIT, root) && read_end(reader);
			done = true;
		}
		yaml_event_delete(&event);
		if (done || !ok)
			return ok;
	}
}

/* Read from STREAM, or from the BYTES at TEXT. */
static hr_yaml *read_from(FILE *stream, const char *text, size_t bytes, hr_arena *arena,
			  hr_yaml_error *error)
{
	yaml_reader reader = {.arena = arena, .error = error};
	hr_yaml *root = NULL;

	if (!yaml_parser_initialize(&reader.parser)) {
		fail(error, 0, "out of memory");
		return NULL;
	}
	if (stream)
		yaml_parser_set_input_file(&reader.parser, stream);
	else
		yaml_parser_set_input_string(&reader.parser, (const unsigned char *)text, bytes);
	if (!read_document(&reader, &root))
		root = NULL;
	yaml_parser_delete(&reader.parser);
	return root;
}

hr_yaml *hr_yaml_read(const char *path, hr_arena *arena, hr_yaml_error *error)
{
	int file = hr_file_open(path);
	FILE *stream = file >= 0 ? fdopen(file, "rb") : NULL;
	hr_yaml *root;

	if (!stream) {
		fail(error, 0, "%s", strerror(errno));
		return NULL;
	}
	root = read_from(stream, NULL, 0, arena, error);
	fclose(stream);
	return root;
}

hr_yaml *hr_yaml_parse(const char *text, size_t bytes, hr_arena *arena, hr_yaml_error *error)
{
	return read_from(NULL, text, bytes, arena, error);
}

/* --- look-up in a tree ------------------------------------------------------------------------ */

hr_yaml *hr_yaml_get(const hr_yaml *node, const char *key)
{
	if (!node || node->kind != HR_YAML_MAP)
		return NULL;
	for (size_t i = 0; i < node->count; i++)
		if (strcmp(node->keys[i]->text, key) == 0)
			return node->items[i];
	return NULL;
}

bool hr_yaml_is(const hr_yaml *node, const char *text)
{
	return node && node->kind == HR_YAML_SCALAR && strcmp(node->text, text) == 0;
}

static bool is_plain(const hr_yaml *node)
{
	return node && node->kind == HR_YAML_SCALAR && node->plain;
}

bool hr_yaml_is_null(const hr_yaml *node)
{
	return is_plain(node) &&
	       (!*node->text || hr_yaml_is(node, "~") || hr_yaml_is(node, "null") ||
		hr_yaml_is(node, "Null") || hr_yaml_is(node, "NULL"));
}

bool hr_yaml_bool(const hr_yaml *node, bool *value)
{
	static const char *const words[] = {"false", "False", "FALSE", "true", "True", "TRUE"};

	if (!is_plain(node))
		return false;
	for (int i = 0; i < 6; i++) {
		if (strcmp(node->text, words[i]) == 0) {
			*value = i >= 3;
			return true;
		}
	}
	return false;
}

static unsigned digit_value(char c)
{
	if (c >= '0' && c <= '9')
		return (unsigned)(c - '0');
	if (c >= 'a' && c <= 'f')
		return (unsigned)(c - 'a') + 10;
	if (c >= 'A' && c <= 'F')
		return (unsigned)(c - 'A') + 10;
	return 99;
}

bool hr_yaml_int(const hr_yaml *node, bool *negative, unsigned __int128 *magnitude, bool *overflow)
{
	unsigned __int128 sum = 0;
	unsigned base = 10;
	bool minus, over = false;
	const char *text;

	if (!is_plain(node))
		return false;
	text = node->text;
	minus = *text == '-';
	text += *text == '-' || *text == '+';
	if (text[0] == '0' && text[1]) {
		base = text[1] == 'x' ? 16 : text[1] == 'o' ? 8 : text[1] == 'b' ? 2 : 10;
		text += base == 10 ? 0 : 2;
	}
	if (!*text)
		return false;
	for (; *text; text++) {
		unsigned digit = digit_value(*text);

		if (digit >= base)
			return false;
		over |= __builtin_mul_overflow(sum, (unsigned __int128)base, &sum);
		over |= __builtin_add_overflow(sum, (unsigned __int128)digit, &sum);
	}
	*negative = minus && sum != 0;
	*magnitude = sum;
	*overflow = over;
	return true;
}

/* Return true for [sign] [.] inf or nan. */
static bool is_special(const char *text, const char **digits)
{
	static const char *const words[] = {"inf", "Inf", "INF", "nan", "NaN", "NAN"};
	static const char *const plus[] = {"inf", "inf", "inf", "nan", "nan", "nan"};
	static const char *const minus[] = {"-inf", "-inf", "-inf", "-nan", "-nan", "-nan"};
	bool negative = *text == '-';

	text += *text == '-' || *text == '+';
	text += *text == '.';
	for (int i = 0; i < 6; i++) {
		if (strcmp(text, words[i]) == 0) {
			*digits = negative ? minus[i] : plus[i];
			return true;
		}
	}
	return false;
}

bool hr_yaml_float(const hr_yaml *node, const char **digits)
{
	const char *text;
	char *end;

	if (!is_plain(node))
		return false;
	if (is_special(node->text, digits))
		return true;
	text = node->text + (*node->text == '-' || *node->text == '+');
	if (*text == '.' ? text[1] < '0' || text[1] > '9' : *text < '0' || *text > '9')
		return false;
	strtod(node->text, &end);
	if (*end)
		return false;
	*digits = node->text;
	return true;
}
