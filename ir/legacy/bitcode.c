/* ir/legacy/bitcode.c -- rewrites HPVM 1.0's bitcode: its attribute kinds become strings.
 *
 * HPVM 1.0 is an LLVM 9 that has three more attribute kinds, after the last of LLVM 9, which is 64.
 * Later LLVMs gave these numbers to other attributes. In modules whose identification says LLVM 9,
 * the block of attribute groups is therefore rewritten with "in", "out", "inout". This makes it
 * longer and moves what follows by whole words: the places of functions in the module's symbol
 * table, the place of that table, and the lengths of enclosing blocks are corrected. Nothing else
 * in a module refers to places outside its own block.
 *
 * Invariant: a module that uses none of these kinds is unchanged, and so is a corrupted one.
 * Owns:      nothing after return; the new bitcode is the caller's.
 * Not here:  typed pointers and other features of LLVM 9, which LLVM's reader upgrades; the version
 *            that wrote a file (ir/bitcode/writer.c). */
#include <string.h>

#include "ir/bitcode/bits.h"
#include "ir/bitcode/writer.h"

/* Names in LLVM's documentation of the format. */
enum {
	BLOCK_INFO = 0,
	BLOCK_MODULE = 8,
	BLOCK_GROUPS = 10,
	BLOCK_IDENTIFICATION = 13,
	BLOCK_SYMBOLS = 14
};
enum { RECORD_SET_BLOCK = 1, RECORD_GROUP = 3, RECORD_FUNCTION = 3, RECORD_SYMBOLS = 13 };
enum {
	ATTRIBUTE_ENUM = 0,
	ATTRIBUTE_NUMBER = 1,
	ATTRIBUTE_TEXT = 3,
	ATTRIBUTE_TEXTS = 4,
	ATTRIBUTE_NO_TYPE = 5,
	ATTRIBUTE_TYPE = 6
};
enum { KIND_IN = 65, KIND_OUT, KIND_INOUT };

/* Bytes that replace other bytes. */
typedef struct replacement {
	size_t start, end; /* range in the file */
	hr_bytes bytes;    /* owns */
} replacement;

typedef struct upgrading {
	hr_bits bits;              /* the file; the memory is writable, for patches */
	hr_bytes file;             /* owns; a copy */
	HR_VEC(replacement) edits; /* in the order of their places in the file */
	bool nine;                 /* the identification is that of LLVM 9 */
} upgrading;

/* The relevant parts of a module. */
typedef struct found_module {
	hr_bit_block block, groups, symbols;      /* start 0: missing */
	hr_abbrevs group_abbrevs, symbol_abbrevs; /* owned; from BLOCK_INFO */
	size_t symbols_place; /* position of the word with the place of SYMBOLS; 0: there is none */
	size_t groups_more, symbols_more; /* number of bytes by which the new blocks are longer */
} found_module;

/* --- words of the file ------------------------------------------------------------------------ */

static uint32_t read_word(const upgrading *upgrade, size_t bit)
{
	hr_bits bits = upgrade->bits;

	bits.at = bit;
	return (uint32_t)hr_bits_fixed(&bits, 32);
}

static void patch_word(upgrading *upgrade, size_t bit, uint32_t word)
{
	for (unsigned i = 0; i < 32; i++, bit++) {
		unsigned char *byte = (unsigned char *)upgrade->file.data + bit / 8;
		unsigned mask = 1u << bit % 8;

		*byte = (unsigned char)(word >> i & 1 ? *byte | mask : *byte & ~mask);
	}
}

/* --- attribute groups ------------------------------------------------------------------------- */

static const char *direction(uint64_t kind)
{
	return kind == KIND_IN      ? "in"
	       : kind == KIND_OUT   ? "out"
	       : kind == KIND_INOUT ? "inout"
				    : NULL;
}

/* Return the number of values of the attribute at AT; 0 if the record is corrupted. */
static size_t attribute_length(const hr_bit_record *record, size_t at)
{
	size_t left = record->values.count - at, end;
	unsigned texts;

	switch (record->values.data[at]) {
	case ATTRIBUTE_ENUM:
	case ATTRIBUTE_NO_TYPE: return left < 2 ? 0 : 2;
	case ATTRIBUTE_NUMBER:
	case ATTRIBUTE_TYPE: return left < 3 ? 0 : 3;
	case ATTRIBUTE_TEXT:
	case ATTRIBUTE_TEXTS:
		texts = record->values.data[at] == ATTRIBUTE_TEXT ? 1 : 2;
		for (end = at + 1; end < record->values.count; end++)
			if (!record->values.data[end] && !--texts)
				return end + 1 - at;
		return 0;
	default: return 0;
	}
}

/* Write the record. Return false if it is corrupted. Set *found if it has a kind of HPVM 1.0. */
static bool put_group(hr_bits_out *out, unsigned width, const hr_bit_record *record, bool *found)
{
	HR_VEC(uint64_t) values = {0};
	size_t length, count = record->values.count, at = 0;

	/* The code, the group, the parameter. */
	for (; at < count && at < 3; at++)
		HR_PUSH(&values, record->values.data[at]);
	for (; at < count; at += length) {
		const uint64_t *attribute = &record->values.data[at];
		const char *text = NULL;

		length = attribute_length(record, at);
		if (!length)
			break;
		if (attribute[0] == ATTRIBUTE_ENUM)
			text = direction(attribute[1]);
		for (size_t i = 0; !text && i < length; i++)
			HR_PUSH(&values, attribute[i]);
		if (!text)
			continue;
		*found = true;
		HR_PUSH(&values, ATTRIBUTE_TEXT);
		do
			HR_PUSH(&values, (uint64_t)(unsigned char)*text);
		while (*text++);
	}
	hr_bits_put_record(out, width, values.data, values.count);
	HR_VEC_FREE(&values);
	return at == count;
}

/* --- rewritten blocks ------------------------------------------------------------------------- */

typedef bool put_record(hr_bits_out *out, unsigned width, hr_bit_record *record, void *data);

/* Write the records of BLOCK to OUT through PUT. Return false if the block is corrupted. */
static bool rewrite_block(const upgrading *upgrade, const hr_bit_block *block,
			  const hr_abbrevs *known, put_record *put, void *data, hr_bits_out *out)
{
	hr_bits bits = {upgrade->bits.data, block->end, block->start, false};
	hr_bit_record record = {0};
	hr_abbrevs abbrevs = {0};
	bool ended = false;

	hr_abbrevs_copy(&abbrevs, known);
	while (!ended && !bits.failed) {
		unsigned id = (unsigned)hr_bits_fixed(&bits, block->width);

		if (bits.failed || id == HR_BITS_ENTER_BLOCK) {
			bits.failed = true;
		} else if (id == HR_BITS_END_BLOCK) {
			ended = true;
		} else if (id == HR_BITS_DEFINE) {
			hr_bits_define(&bits, &abbrevs);
		} else {
			hr_bits_record(&bits, id, &abbrevs, &record);
			if (!bits.failed && !put(out, block->width, &record, data))
				bits.failed = true;
		}
	}
	hr_bits_put(out, HR_BITS_END_BLOCK, block->width);
	hr_bits_put_align(out);
	hr_abbrevs_free(&abbrevs);
	HR_VEC_FREE(&record.values);
	return !bits.failed;
}

static bool put_any_group(hr_bits_out *out, unsigned width, hr_bit_record *record, void *data)
{
	if (record->values.data[0] == RECORD_GROUP)
		return put_group(out, width, record, data);
	hr_bits_put_record(out, width, record->values.data, record->values.count);
	return true;
}

/* Write the place of a function, in words, which has moved. */
static bool put_symbol(hr_bits_out *out, unsigned width, hr_bit_record *record, void *data)
{
	const found_module *module = data;

	if (record->values.data[0] == RECORD_FUNCTION) {
		if (record->values.count < 3)
			return false;
		record->values.data[2] += module->groups_more / 4;
	}
	hr_bits_put_record(out, width, record->values.data, record->values.count);
	return true;
}

/* Replace the body of BLOCK. Return by how many bytes the new one is longer. */
static size_t replace(upgrading *upgrade, const hr_bit_block *block, hr_bits_out *out)
{
	replacement edit = {block->start / 8, block->end / 8, out->bytes};

	HR_PUSH(&upgrade->edits, edit);
	patch_word(upgrade, block->start - 32, (uint32_t)(out->bytes.count / 4));
	return out->bytes.count - (edit.end - edit.start);
}

/* --- modules ---------------------------------------------------------------------------------- */

/* Read abbreviations for the two blocks of interest. */
static void read_block_info(upgrading *upgrade, const hr_bit_block *block, found_module *module)
{
	hr_bits *bits = &upgrade->bits;
	hr_bit_record record = {0};
	hr_abbrevs others = {0}, *current = &others;

	while (!bits->failed) {
		unsigned id = (unsigned)hr_bits_fixed(bits, block->width);

		if (id == HR_BITS_END_BLOCK)
			break;
		if (id == HR_BITS_ENTER_BLOCK) {
			bits->failed = true;
		} else if (id == HR_BITS_DEFINE) {
			hr_bits_define(bits, current);
		} else {
			hr_bits_record(bits, id, &(hr_abbrevs){0}, &record);
			if (bits->failed || record.values.count < 2 ||
			    record.values.data[0] != RECORD_SET_BLOCK)
				continue;
			current = record.values.data[1] == BLOCK_GROUPS    ? &module->group_abbrevs
				  : record.values.data[1] == BLOCK_SYMBOLS ? &module->symbol_abbrevs
									   : &others;
		}
	}
	hr_abbrevs_free(&others);
	HR_VEC_FREE(&record.values);
}

/* Record the place of a block, which a module has only once. */
static void note_block(upgrading *upgrade, hr_bit_block *place, const hr_bit_block *block)
{
	upgrade->bits.failed |= place->start != 0;
	*place = *block;
}

static void scan_block(upgrading *upgrade, found_module *module)
{
	hr_bit_block block = hr_bits_enter(&upgrade->bits);

	if (upgrade->bits.failed)
		return;
	if (block.id == BLOCK_INFO)
		read_block_info(upgrade, &block, module);
	else if (block.id == BLOCK_GROUPS)
		note_block(upgrade, &module->groups, &block);
	else if (block.id == BLOCK_SYMBOLS)
		note_block(upgrade, &module->symbols, &block);
	upgrade->bits.at = block.end;
}

/* Find the blocks of a module and the word with the place of its symbol table. */
static void scan_module(upgrading *upgrade, found_module *module)
{
	hr_bits *bits = &upgrade->bits;
	hr_bit_record record = {0};
	hr_abbrevs abbrevs = {0};

	while (!bits->failed) {
		unsigned id = (unsigned)hr_bits_fixed(bits, module->block.width);

		if (id == HR_BITS_END_BLOCK)
			break;
		if (id == HR_BITS_ENTER_BLOCK) {
			scan_block(upgrade, module);
		} else if (id == HR_BITS_DEFINE) {
			hr_bits_define(bits, &abbrevs);
		} else {
			hr_bits_record(bits, id, &abbrevs, &record);
			if (bits->failed || record.values.data[0] != RECORD_SYMBOLS)
				continue;
			/* LLVM sets it at the end, so it has a fixed width. */
			bits->failed = record.values.count != 2 || !record.last_is_word;
			module->symbols_place = record.last;
		}
	}
	hr_abbrevs_free(&abbrevs);
	HR_VEC_FREE(&record.values);
}

static void upgrade_symbols(upgrading *upgrade, found_module *module)
{
	hr_bits_out out = {0};

	if (module->symbols.start < module->groups.start ||
	    !rewrite_block(upgrade, &module->symbols, &module->symbol_abbrevs, put_symbol, module,
			   &out)) {
		upgrade->bits.failed = true;
		HR_VEC_FREE(&out.bytes);
		return;
	}
	module->symbols_more = replace(upgrade, &module->symbols, &out);
	patch_word(upgrade, module->symbols_place,
		   read_word(upgrade, module->symbols_place) + (uint32_t)(module->groups_more / 4));
}

static void upgrade_module(upgrading *upgrade, found_module *module)
{
	hr_bits_out out = {0};
	bool found = false;

	if (!module->groups.start)
		return;
	if (!rewrite_block(upgrade, &module->groups, &module->group_abbrevs, put_any_group, &found,
			   &out))
		upgrade->bits.failed = true;
	if (!found || upgrade->bits.failed) {
		HR_VEC_FREE(&out.bytes);
		return;
	}
	module->groups_more = replace(upgrade, &module->groups, &out);
	/* Without such a word there are no places of functions. */
	if (module->symbols.start && module->symbols_place)
		upgrade_symbols(upgrade, module);
	patch_word(upgrade, module->block.start - 32,
		   (uint32_t)((module->block.end - module->block.start) / 32 +
			      (module->groups_more + module->symbols_more) / 4));
}

/* --- the file --------------------------------------------------------------------------------- */

static void upgrade_block(upgrading *upgrade)
{
	hr_bit_block block = hr_bits_enter(&upgrade->bits);

	if (upgrade->bits.failed)
		return;
	if (block.id == BLOCK_IDENTIFICATION) {
		hr_bytes writer = {0};

		hr_bitcode_identification(&upgrade->bits, &block, &writer);
		upgrade->nine = writer.count > 6 && !memcmp(writer.data, "LLVM9.", 6);
		HR_VEC_FREE(&writer);
	} else if (block.id == BLOCK_MODULE && upgrade->nine) {
		found_module module = {.block = block};

		scan_module(upgrade, &module);
		if (!upgrade->bits.failed)
			upgrade_module(upgrade, &module);
		hr_abbrevs_free(&module.group_abbrevs);
		hr_abbrevs_free(&module.symbol_abbrevs);
	}
	upgrade->bits.at = block.end;
}

static void splice(const upgrading *upgrade, hr_bytes *out)
{
	size_t at = 0;

	HR_RESERVE(out, upgrade->file.count + 1);
	for (size_t i = 0; i <= upgrade->edits.count; i++) {
		bool last = i == upgrade->edits.count;
		size_t length = (last ? upgrade->file.count : upgrade->edits.data[i].start) - at;

		HR_RESERVE(out, length + 1);
		memcpy(out->data + out->count, upgrade->file.data + at, length);
		out->count += length;
		if (last)
			break;
		length = upgrade->edits.data[i].bytes.count;
		HR_RESERVE(out, length);
		memcpy(out->data + out->count, upgrade->edits.data[i].bytes.data, length);
		out->count += length;
		at = upgrade->edits.data[i].end;
	}
	out->data[out->count] = 0;
}

static void rewrap(upgrading *upgrade)
{
	size_t more = 0;

	for (size_t i = 0; i < upgrade->edits.count; i++)
		more += upgrade->edits.data[i].bytes.count -
			(upgrade->edits.data[i].end - upgrade->edits.data[i].start);
	patch_word(upgrade, 96, read_word(upgrade, 96) + (uint32_t)more);
}

void hr_legacy_bitcode(const char *data, size_t size, hr_bytes *out, bool *changed)
{
	upgrading upgrade = {0};
	size_t start, end;
	bool wrapped;

	*changed = false;
	if (!hr_bitcode_unwrap(data, size, &wrapped, &start, &end) || size > SIZE_MAX / 16)
		return;
	HR_RESERVE(&upgrade.file, size + 1);
	memcpy(upgrade.file.data, data, size);
	upgrade.file.count = size;
	upgrade.bits.data = (const unsigned char *)upgrade.file.data;
	upgrade.bits.end = end / 4 * 32;
	upgrade.bits.at = (start + 4) * 8;
	while (!upgrade.bits.failed && upgrade.bits.end - upgrade.bits.at >= 64) {
		if (hr_bits_fixed(&upgrade.bits, 2) != HR_BITS_ENTER_BLOCK)
			upgrade.bits.failed = true;
		else
			upgrade_block(&upgrade);
	}
	if (!upgrade.bits.failed && upgrade.edits.count) {
		if (wrapped)
			rewrap(&upgrade);
		splice(&upgrade, out);
		*changed = true;
	}
	for (size_t i = 0; i < upgrade.edits.count; i++)
		HR_VEC_FREE(&upgrade.edits.data[i].bytes);
	HR_VEC_FREE(&upgrade.edits);
	HR_VEC_FREE(&upgrade.file);
}
