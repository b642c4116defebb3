/* ir/bitcode/bits.h -- LLVM's bitstream: numbers, abbreviations, records, blocks. */
#ifndef HR_BITS_H
#define HR_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/vec.h"

/* The abbreviation ids that every block has. */
enum { HR_BITS_END_BLOCK, HR_BITS_ENTER_BLOCK, HR_BITS_DEFINE, HR_BITS_RECORD, HR_BITS_FIRST };

/* A cursor. Positions are in bits. A read beyond the end returns 0 and sets FAILED permanently. */
typedef struct hr_bits {
	const unsigned char *data; /* borrows */
	size_t end, at;
	bool failed;
} hr_bits;

/* One operand of an abbreviation; the operand after an array is its element type. */
typedef struct hr_abbrev_operand {
	enum {
		HR_BITS_LITERAL,
		HR_BITS_FIXED,
		HR_BITS_VBR,
		HR_BITS_ARRAY,
		HR_BITS_CHAR6,
		HR_BITS_BLOB
	} encoding;
	uint64_t value; /* of a literal, or the width */
} hr_abbrev_operand;

typedef HR_VEC(hr_abbrev_operand) hr_abbrev;
typedef HR_VEC(hr_abbrev) hr_abbrevs;

typedef struct hr_bit_record {
	HR_VEC(uint64_t) values; /* owns; the code is the first */
	size_t last;             /* position of the last value that is not a blob */
	bool last_is_word;       /* the last value is always 32 bits wide */
} hr_bit_record;

/* A block: its body is from START to END; its length in words is at START - 32. */
typedef struct hr_bit_block {
	unsigned id, width; /* width of its abbreviation ids */
	size_t start, end;
} hr_bit_block;

/* Read a number of WIDTH bits, or one in variable-width encoding with chunks of WIDTH bits. */
uint64_t hr_bits_fixed(hr_bits *bits, unsigned width);
uint64_t hr_bits_vbr(hr_bits *bits, unsigned width);

/* Call after HR_BITS_ENTER_BLOCK. Leaves the cursor at the block's start. */
hr_bit_block hr_bits_enter(hr_bits *bits);
/* Call after HR_BITS_DEFINE. Appends to ABBREVS, which the caller owns. */
void hr_bits_define(hr_bits *bits, hr_abbrevs *abbrevs);
void hr_abbrevs_copy(hr_abbrevs *to, const hr_abbrevs *from);
void hr_abbrevs_free(hr_abbrevs *abbrevs);
/* Call after abbreviation id ID. Overwrites RECORD, reusing its memory. */
void hr_bits_record(hr_bits *bits, unsigned id, const hr_abbrevs *abbrevs, hr_bit_record *record);

/* A stream that is being written. */
typedef struct hr_bits_out {
	hr_bytes bytes;       /* owns; the complete bytes */
	unsigned rest, count; /* bits that do not fill a byte yet */
} hr_bits_out;

/* Append VALUE in WIDTH bits, or in variable-width encoding with chunks of WIDTH bits. */
void hr_bits_put(hr_bits_out *out, uint64_t value, unsigned width);
void hr_bits_put_vbr(hr_bits_out *out, uint64_t value, unsigned width);
void hr_bits_put_align(hr_bits_out *out); /* align to 32 bits */
/* Write an unabbreviated record; VALUES[0] is the code. */
void hr_bits_put_record(hr_bits_out *out, unsigned width, const uint64_t *values, size_t count);

#endif
