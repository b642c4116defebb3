/* ir/bitcode/writer.c -- the version of LLVM that wrote a file: bitcode has it in its first block,
 * assembly in !llvm.ident.
 *
 * Invariant: nothing outside the file is read, however corrupted it is.
 * Owns:      nothing after return; names are the caller's.
 * Not here:  whether the LLVM in use can read it (ir/load/read.c). */
#include "ir/bitcode/writer.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_IDENTIFICATION = 13, RECORD_STRING = 1, NAME_LIMIT = 64 };

/* --- bitcode ---------------------------------------------------------------------------------- */

static uint32_t word_at(const char *data)
{
	const unsigned char *bytes = (const unsigned char *)data;

	return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

bool hr_bitcode_unwrap(const char *data, size_t size, bool *wrapped, size_t *start, size_t *end)
{
	*wrapped = size >= 20 && word_at(data) == 0x0b17c0de;
	*start = *wrapped ? word_at(data + 8) : 0;
	*end = size;
	if (*start % 4 || *start > size || size - *start < 4)
		return false;
	if (*wrapped) {
		size_t length = word_at(data + 12);

		if (length > size - *start || length < 4)
			return false;
		*end = *start + length;
	}
	return !memcmp(data + *start, "BC\xc0\xde", 4);
}

/* Append the characters of a record; the first one that no version contains ends the name. */
static void append_name(hr_bytes *name, const hr_bit_record *record)
{
	for (size_t i = 1; i < record->values.count && i < NAME_LIMIT; i++) {
		uint64_t character = record->values.data[i];

		if (character < ' ' || character > '~')
			break;
		HR_PUSH(name, (char)character);
	}
}

void hr_bitcode_identification(hr_bits *bits, const hr_bit_block *block, hr_bytes *name)
{
	hr_bit_record record = {0};
	hr_abbrevs abbrevs = {0};

	while (!bits->failed) {
		unsigned id = (unsigned)hr_bits_fixed(bits, block->width);

		if (id == HR_BITS_END_BLOCK || id == HR_BITS_ENTER_BLOCK)
			break;
		if (id == HR_BITS_DEFINE) {
			hr_bits_define(bits, &abbrevs);
			continue;
		}
		hr_bits_record(bits, id, &abbrevs, &record);
		if (!bits->failed && !name->count && record.values.data[0] == RECORD_STRING)
			append_name(name, &record);
	}
	hr_abbrevs_free(&abbrevs);
	HR_VEC_FREE(&record.values);
}

/* The identification is the first block of a file. */
static void bitcode_writer(const char *data, size_t size, hr_bytes *name)
{
	hr_bits bits = {.data = (const unsigned char *)data};
	hr_bit_block block;
	size_t start, end;
	bool wrapped;

	if (!hr_bitcode_unwrap(data, size, &wrapped, &start, &end) || size > SIZE_MAX / 16)
		return;
	bits.end = end / 4 * 32;
	bits.at = (start + 4) * 8;
	if (hr_bits_fixed(&bits, 2) != HR_BITS_ENTER_BLOCK)
		return;
	block = hr_bits_enter(&bits);
	if (!bits.failed && block.id == BLOCK_IDENTIFICATION)
		hr_bitcode_identification(&bits, &block, name);
}

/* --- assembly --------------------------------------------------------------------------------- */

/* Append the string that !llvm.ident refers to. Linked files may have several; the first one is
 * used. */
static void assembly_writer(const char *text, hr_bytes *name)
{
	static const char mark[] = "clang version ";
	const char *line = strstr(text, "\n!llvm.ident = !{!");
	char entry[32] = "\n!";
	size_t digits;

	if (!line)
		return;
	line = strchr(line, '{') + 2;
	digits = strspn(line, "0123456789");
	if (digits > 20)
		return;
	memcpy(entry + 2, line, digits);
	strcpy(entry + 2 + digits, " = ");
	line = strstr(text, entry);
	line = line ? strchr(line + 1, '"') : NULL;
	line = line ? strstr(line, mark) : NULL;
	if (!line)
		return;
	digits = strspn(line + sizeof(mark) - 1, "0123456789.") + sizeof(mark) - 1;
	for (size_t i = 0; i < digits && i < NAME_LIMIT; i++)
		HR_PUSH(name, line[i]);
}

/* --- either form ------------------------------------------------------------------------------ */

unsigned hr_file_writer(const char *data, size_t size, hr_bytes *name)
{
	static const char *const marks[] = {"LLVM", "clang version "};

	if (size && (memchr("B\xde", data[0], 2)))
		bitcode_writer(data, size, name);
	else
		assembly_writer(data, name);
	HR_PUSH(name, 0);
	for (size_t i = 0; i < sizeof(marks) / sizeof(*marks); i++)
		if (!strncmp(name->data, marks[i], strlen(marks[i])))
			return (unsigned)strtoul(name->data + strlen(marks[i]), NULL, 10);
	return 0;
}
