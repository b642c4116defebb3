/* src/file/npy.c -- reads and writes NumPy's file format.
 *
 * A file is "\x93NUMPY", a version, the header's length, the header, the data. The header is a
 * literal of a Python dictionary with the keys descr, fortran_order and shape. It is untrusted
 * input, so every step checks the bounds of the bytes, and every product is checked for overflow.
 * Invariant: a returned array has exactly count * bytes bytes of data.
 * Owns:      nothing. */
#include "src/file/npy.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "src/base/alloc.h"
#include "src/file/file.h"

static const char magic[6] = {'\x93', 'N', 'U', 'M', 'P', 'Y'};

/* The rest of the header. */
typedef struct npy_header {
	const char *at, *end;
} npy_header;

static void skip_space(npy_header *cursor)
{
	while (cursor->at < cursor->end && (*cursor->at == ' ' || *cursor->at == '\n' ||
					    *cursor->at == '\t' || *cursor->at == '\r'))
		cursor->at++;
}

static bool take(npy_header *cursor, char wanted)
{
	skip_space(cursor);
	if (cursor->at == cursor->end || *cursor->at != wanted)
		return false;
	cursor->at++;
	return true;
}

static bool take_word(npy_header *cursor, const char *word)
{
	size_t length = strlen(word);

	skip_space(cursor);
	if ((size_t)(cursor->end - cursor->at) < length || memcmp(cursor->at, word, length) != 0)
		return false;
	cursor->at += length;
	return true;
}

/* Read a string in either kind of quotes, without escapes, truncated to ROOM - 1 bytes: a longer
 * one is never valid. */
static bool take_text(npy_header *cursor, char *text, size_t room)
{
	size_t used = 0;
	char quote;

	skip_space(cursor);
	if (cursor->at == cursor->end || (*cursor->at != '\'' && *cursor->at != '"'))
		return false;
	quote = *cursor->at++;
	for (; cursor->at < cursor->end && *cursor->at && *cursor->at != quote; cursor->at++)
		if (used < room - 1)
			text[used++] = *cursor->at;
	text[used] = '\0';
	return take(cursor, quote);
}

static bool take_number(npy_header *cursor, uint64_t *number, bool *overflow)
{
	uint64_t sum = 0;

	skip_space(cursor);
	if (cursor->at == cursor->end || *cursor->at < '0' || *cursor->at > '9')
		return false;
	for (; cursor->at < cursor->end && *cursor->at >= '0' && *cursor->at <= '9'; cursor->at++) {
		*overflow |= __builtin_mul_overflow(sum, (uint64_t)10, &sum);
		*overflow |= __builtin_add_overflow(sum, (uint64_t)(*cursor->at - '0'), &sum);
	}
	if (cursor->at < cursor->end && *cursor->at == 'L') /* as Python 2 wrote it */
		cursor->at++;
	*number = sum;
	return true;
}

static const char *parse_shape(npy_header *cursor, hr_npy *array)
{
	bool overflow = false;

	array->dims = 0;
	if (!take(cursor, '('))
		return "its shape is not a tuple";
	while (!take(cursor, ')')) {
		if (array->dims == HR_NPY_DIMS)
			return "it has more than 32 dimensions";
		if (!take_number(cursor, &array->shape[array->dims], &overflow))
			return "its shape is not a tuple of numbers";
		if (overflow)
			return "its shape is too large";
		array->dims++;
		if (take(cursor, ','))
			continue;
		if (!take(cursor, ')'))
			return "its shape is not a tuple of numbers";
		if (array->dims == 1)
			/* (3) is a number in Python, not a tuple */
			return "its shape is not a tuple";
		break;
	}
	return NULL;
}

static const char *parse_descr(npy_header *cursor, hr_npy *array)
{
	char text[16], order, kind;
	unsigned bytes;

	if (!take_text(cursor, text, sizeof(text)))
		return "its element type is not a scalar type";
	if (strlen(text) != 3 || text[2] < '1' || text[2] > '8')
		return "its element type is not supported (bool, i1 to i8, u1 to u8, f2, f4, f8 are)";
	order = text[0];
	kind = text[1];
	bytes = (unsigned)(text[2] - '0');
	if (order == '>' && bytes > 1)
		return "it is big-endian";
	if (order != '<' && order != '|' && order != '=' && order != '>')
		return "its byte order is unknown";
	array->bytes = bytes;
	array->kind = kind == 'b'   ? HR_NPY_BOOL
		      : kind == 'i' ? HR_NPY_INT
		      : kind == 'u' ? HR_NPY_UINT
		      : kind == 'V' ? HR_NPY_BF16
				    : HR_NPY_FLOAT;
	if ((kind == 'b' && bytes == 1) || (kind == 'V' && bytes == 2) ||
	    (kind == 'f' && (bytes == 2 || bytes == 4 || bytes == 8)) ||
	    ((kind == 'i' || kind == 'u') && (bytes & (bytes - 1)) == 0))
		return NULL;
	return "its element type is not supported (bool, i1 to i8, u1 to u8, f2, f4, f8 are)";
}

static const char *parse_order(npy_header *cursor)
{
	if (take_word(cursor, "False"))
		return NULL;
	return take_word(cursor, "True") ? "it is in Fortran order"
					 : "its order is neither C nor Fortran";
}

static const char *parse_dictionary(npy_header *cursor, hr_npy *array)
{
	enum { DESCR = 1, ORDER = 2, SHAPE = 4 };
	unsigned seen = 0;

	if (!take(cursor, '{'))
		return "its header is not a dictionary";
	while (!take(cursor, '}')) {
		const char *why = NULL;
		char key[16];
		unsigned bit;

		if (!take_text(cursor, key, sizeof(key)) || !take(cursor, ':'))
			return "its header is malformed";
		bit = strcmp(key, "descr") == 0           ? DESCR
		      : strcmp(key, "fortran_order") == 0 ? ORDER
		      : strcmp(key, "shape") == 0         ? SHAPE
							  : 0;
		if (!bit || (seen & bit))
			return "its header has a key that is unknown or occurs twice";
		seen |= bit;
		why = bit == DESCR   ? parse_descr(cursor, array)
		      : bit == ORDER ? parse_order(cursor)
				     : parse_shape(cursor, array);
		if (why)
			return why;
		if (!take(cursor, ',') && (cursor->at == cursor->end || *cursor->at != '}'))
			return "its header is malformed";
	}
	skip_space(cursor);
	if (cursor->at != cursor->end)
		return "its header is malformed";
	return seen == (DESCR | ORDER | SHAPE) ? NULL : "its header lacks a key";
}

bool hr_npy_measure(hr_npy *array)
{
	uint64_t bytes;
	bool empty = false;

	array->count = 1;
	for (unsigned d = 0; d < array->dims; d++)
		empty |= array->shape[d] == 0;
	for (unsigned d = 0; d < array->dims && !empty; d++)
		if (__builtin_mul_overflow(array->count, array->shape[d], &array->count))
			return false;
	if (empty)
		array->count = 0;
	return !__builtin_mul_overflow(array->count, (uint64_t)array->bytes, &bytes) &&
	       bytes <= INT64_MAX;
}

bool hr_npy_header(const uint8_t *file, size_t size, hr_npy *array, size_t *offset,
		   const char **why)
{
	hr_npy parsed = {0};
	size_t length, start;
	npy_header cursor;

	*why = NULL;
	if (size < 10 || memcmp(file, magic, sizeof(magic)) != 0)
		*why = "it is not an NPY file";
	else if (file[6] < 1 || file[6] > 3 || file[7] != 0)
		*why = "its NPY version is unknown";
	else if (file[6] > 1 && size < 12)
		*why = "it is truncated";
	if (*why)
		return false;
	start = file[6] == 1 ? 10 : 12;
	length = (size_t)file[8] | (size_t)file[9] << 8;
	if (file[6] > 1)
		length |= (size_t)file[10] << 16 | (size_t)file[11] << 24;
	if (length > size - start) {
		*why = "it is truncated";
		return false;
	}
	cursor.at = (const char *)file + start;
	cursor.end = cursor.at + length;
	*why = parse_dictionary(&cursor, &parsed);
	if (!*why && !hr_npy_measure(&parsed))
		*why = "its shape is too large";
	if (*why)
		return false;
	parsed.data = array->data;
	*array = parsed;
	*offset = start + length;
	return true;
}

static const char *check_data(const hr_npy *array, const uint8_t *data, size_t size)
{
	if (size < array->count * array->bytes)
		return "it is truncated";
	if (size > array->count * array->bytes)
		return "it has bytes after its data";
	for (uint64_t i = 0; array->kind == HR_NPY_BOOL && i < array->count; i++)
		if (data[i] > 1)
			return "it contains a boolean that is neither 0 nor 1";
	return NULL;
}

bool hr_npy_take(uint8_t *file, size_t size, hr_npy *array, const char **why)
{
	hr_npy parsed = {0};
	size_t offset;

	if (hr_npy_header(file, size, &parsed, &offset, why))
		*why = check_data(&parsed, file + offset, size - offset);
	if (*why) {
		hr_free(file);
		return false;
	}
	memmove(file, file + offset, size - offset);
	parsed.data = hr_resize(file, size - offset);
	*array = parsed;
	return true;
}

bool hr_npy_read(const char *path, hr_npy *array, const char **why)
{
	uint8_t *file;
	size_t size;
	int error = hr_file_read(path, &file, &size);

	if (!error)
		return hr_npy_take(file, size, array, why);
	*why = strerror(error);
	return false;
}

/* Version 1: 10 bytes, the dictionary, spaces and a newline up to a multiple of 64. */
size_t hr_npy_make_header(const hr_npy *array, char head[HR_NPY_HEADER])
{
	static const char kinds[] = {'b', 'i', 'u', 'f', 'V'};
	size_t used = 10, end;

	used += (size_t)snprintf(head + used, HR_NPY_HEADER - used,
				 "{'descr': '%c%c%u', 'fortran_order': False, 'shape': (",
				 array->bytes == 1 ? '|' : '<', kinds[array->kind], array->bytes);
	for (unsigned d = 0; d < array->dims; d++)
		used += (size_t)snprintf(head + used, HR_NPY_HEADER - used, "%s%" PRIu64 "%s",
					 d ? " " : "", array->shape[d],
					 d + 1 < array->dims || d == 0 ? "," : "");
	used += (size_t)snprintf(head + used, HR_NPY_HEADER - used, "), }");
	end = (used + 64) / 64 * 64;
	memset(head + used, ' ', end - used);
	head[end - 1] = '\n';
	memcpy(head, magic, sizeof(magic));
	head[6] = 1;
	head[7] = 0;
	head[8] = (char)((end - 10) & 0xff);
	head[9] = (char)((end - 10) >> 8);
	return end;
}

bool hr_npy_write(const char *path, const hr_npy *array, const char **why)
{
	char head[HR_NPY_HEADER];
	size_t size = hr_npy_make_header(array, head);
	int error = hr_file_write(path, head, size, array->data, array->count * array->bytes);

	if (error)
		*why = strerror(error);
	return error == 0;
}
