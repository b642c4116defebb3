/* ir/bitcode/bits.c -- LLVM's bitstream: numbers, abbreviations, records, blocks.
 *
 * Invariant: no bit outside the stream is read, however corrupted the stream is, and the time is
 *            linear in its size.
 * Owns:      nothing.
 * Not here:  the meaning of blocks and records (ir/legacy/bitcode.c). */
#include "ir/bitcode/bits.h"

/* --- reading ---------------------------------------------------------------------------------- */

uint64_t hr_bits_fixed(hr_bits *bits, unsigned width)
{
	uint64_t value = 0;

	if (width > 64 || bits->end - bits->at < width)
		bits->failed = true;
	if (bits->failed)
		return 0;
	for (unsigned i = 0; i < width;) {
		unsigned shift = bits->at % 8, take = 8 - shift;
		uint64_t part = bits->data[bits->at / 8] >> shift;

		if (take > width - i)
			take = width - i;
		value |= (part & ((1u << take) - 1)) << i;
		i += take;
		bits->at += take;
	}
	return value;
}

uint64_t hr_bits_vbr(hr_bits *bits, unsigned width)
{
	uint64_t value = 0, more;

	if (width < 2 || width > 32) {
		bits->failed = true;
		return 0;
	}
	more = (uint64_t)1 << (width - 1);
	for (unsigned shift = 0; shift < 64; shift += width - 1) {
		uint64_t chunk = hr_bits_fixed(bits, width);

		value |= (chunk & (more - 1)) << shift;
		if (!(chunk & more))
			return value;
	}
	bits->failed = true;
	return 0;
}

static void align(hr_bits *bits)
{
	size_t at = (bits->at + 31) / 32 * 32;

	if (at > bits->end)
		bits->failed = true;
	else
		bits->at = at;
}

hr_bit_block hr_bits_enter(hr_bits *bits)
{
	hr_bit_block block = {0};
	uint64_t words;

	block.id = (unsigned)hr_bits_vbr(bits, 8);
	block.width = (unsigned)hr_bits_vbr(bits, 4);
	align(bits);
	words = hr_bits_fixed(bits, 32);
	block.start = bits->at;
	if (block.width < 2 || block.width > 32 || words > (bits->end - bits->at) / 32)
		bits->failed = true;
	block.end = bits->failed ? block.start : block.start + (size_t)words * 32;
	return block;
}

static hr_abbrev_operand read_operand(hr_bits *bits)
{
	hr_abbrev_operand operand = {.encoding = HR_BITS_LITERAL};

	if (hr_bits_fixed(bits, 1)) {
		operand.value = hr_bits_vbr(bits, 8);
		return operand;
	}
	operand.encoding = (int)hr_bits_fixed(bits, 3);
	if (operand.encoding == HR_BITS_LITERAL || operand.encoding > HR_BITS_BLOB)
		bits->failed = true;
	if (operand.encoding == HR_BITS_FIXED || operand.encoding == HR_BITS_VBR) {
		operand.value = hr_bits_vbr(bits, 5);
		/* LLVM writes and reads a field without bits as a literal 0. */
		if (!operand.value)
			operand.encoding = HR_BITS_LITERAL;
		else if (operand.value > 64 ||
			 (operand.encoding == HR_BITS_VBR && operand.value < 2))
			bits->failed = true;
	}
	return operand;
}

void hr_bits_define(hr_bits *bits, hr_abbrevs *abbrevs)
{
	uint64_t count = hr_bits_vbr(bits, 5);
	hr_abbrev abbrev = {0};

	for (uint64_t i = 0; i < count && !bits->failed; i++)
		HR_PUSH(&abbrev, read_operand(bits));
	/* An array is the last but one operand, a blob the last one. */
	for (size_t i = 0; i < abbrev.count; i++)
		if ((abbrev.data[i].encoding == HR_BITS_ARRAY &&
		     (i + 2 != abbrev.count || abbrev.data[i + 1].encoding >= HR_BITS_BLOB ||
		      abbrev.data[i + 1].encoding == HR_BITS_ARRAY)) ||
		    (abbrev.data[i].encoding == HR_BITS_BLOB && i + 1 != abbrev.count))
			bits->failed = true;
	HR_PUSH(abbrevs, abbrev);
}

void hr_abbrevs_copy(hr_abbrevs *to, const hr_abbrevs *from)
{
	for (size_t i = 0; i < from->count; i++) {
		hr_abbrev abbrev = {0};

		for (size_t j = 0; j < from->data[i].count; j++)
			HR_PUSH(&abbrev, from->data[i].data[j]);
		HR_PUSH(to, abbrev);
	}
}

void hr_abbrevs_free(hr_abbrevs *abbrevs)
{
	for (size_t i = 0; i < abbrevs->count; i++)
		HR_VEC_FREE(&abbrevs->data[i]);
	HR_VEC_FREE(abbrevs);
}

static uint64_t char6(uint64_t value)
{
	return (unsigned char)"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._"
		[value & 63];
}

static void read_value(hr_bits *bits, const hr_abbrev_operand *operand, hr_bit_record *record)
{
	uint64_t value = operand->value;

	record->last = bits->at;
	record->last_is_word = operand->encoding == HR_BITS_FIXED && value == 32;
	if (operand->encoding == HR_BITS_FIXED)
		value = hr_bits_fixed(bits, (unsigned)value);
	else if (operand->encoding == HR_BITS_VBR)
		value = hr_bits_vbr(bits, (unsigned)value);
	else if (operand->encoding == HR_BITS_CHAR6)
		value = char6(hr_bits_fixed(bits, 6));
	HR_PUSH(&record->values, value);
}

static void read_array(hr_bits *bits, const hr_abbrev_operand *element, hr_bit_record *record)
{
	uint64_t count = hr_bits_vbr(bits, 6);

	/* Literals have no bits, so a short stream could define a huge array. LLVM never writes
	 * one. */
	if (element->encoding == HR_BITS_LITERAL)
		bits->failed = true;
	for (uint64_t i = 0; i < count && !bits->failed; i++)
		read_value(bits, element, record);
}

/* Skip a blob: no record of interest has one. */
static void skip_blob(hr_bits *bits)
{
	uint64_t bytes = hr_bits_vbr(bits, 6);

	align(bits);
	if (bytes > (bits->end - bits->at) / 8)
		bits->failed = true;
	if (bits->failed)
		return;
	bits->at += (size_t)bytes * 8;
	align(bits);
}

static void read_plain(hr_bits *bits, hr_bit_record *record)
{
	static const hr_abbrev_operand six = {HR_BITS_VBR, 6};
	uint64_t count;

	read_value(bits, &six, record);
	count = hr_bits_vbr(bits, 6);
	for (uint64_t i = 0; i < count && !bits->failed; i++)
		read_value(bits, &six, record);
}

void hr_bits_record(hr_bits *bits, unsigned id, const hr_abbrevs *abbrevs, hr_bit_record *record)
{
	const hr_abbrev *abbrev;

	record->values.count = 0;
	if (id == HR_BITS_RECORD) {
		read_plain(bits, record);
	} else if (id < HR_BITS_FIRST || id - HR_BITS_FIRST >= abbrevs->count) {
		bits->failed = true;
	} else {
		abbrev = &abbrevs->data[id - HR_BITS_FIRST];
		for (size_t i = 0; i < abbrev->count && !bits->failed; i++) {
			if (abbrev->data[i].encoding == HR_BITS_ARRAY)
				read_array(bits, &abbrev->data[++i], record);
			else if (abbrev->data[i].encoding == HR_BITS_BLOB)
				skip_blob(bits);
			else
				read_value(bits, &abbrev->data[i], record);
		}
	}
	bits->failed |= !record->values.count;
}

/* --- writing ---------------------------------------------------------------------------------- */

void hr_bits_put(hr_bits_out *out, uint64_t value, unsigned width)
{
	for (unsigned i = 0; i < width; i++) {
		out->rest |= (unsigned)(value >> i & 1) << out->count;
		if (++out->count < 8)
			continue;
		HR_PUSH(&out->bytes, (char)out->rest);
		out->rest = out->count = 0;
	}
}

void hr_bits_put_vbr(hr_bits_out *out, uint64_t value, unsigned width)
{
	uint64_t more = (uint64_t)1 << (width - 1);

	for (; value >= more; value >>= width - 1)
		hr_bits_put(out, (value & (more - 1)) | more, width);
	hr_bits_put(out, value, width);
}

void hr_bits_put_align(hr_bits_out *out)
{
	while (out->count || out->bytes.count % 4)
		hr_bits_put(out, 0, 1);
}

void hr_bits_put_record(hr_bits_out *out, unsigned width, const uint64_t *values, size_t count)
{
	hr_bits_put(out, HR_BITS_RECORD, width);
	hr_bits_put_vbr(out, values[0], 6);
	hr_bits_put_vbr(out, count - 1, 6);
	for (size_t i = 1; i < count; i++)
		hr_bits_put_vbr(out, values[i], 6);
}
