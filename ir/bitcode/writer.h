/* ir/bitcode/writer.h -- which LLVM wrote a file. */
#ifndef HR_WRITER_H
#define HR_WRITER_H

#include "ir/bitcode/bits.h"

/* Bitcode within a wrapper, whose second and third words after the magic say where; if there is no
 * wrapper, all. Returns false if that is not within the file, or is no bitcode. */
bool hr_bitcode_unwrap(const char *data, size_t size, bool *wrapped, size_t *start, size_t *end);

/* With BITS at the start of the identification block BLOCK: appends the writer's name to NAME,
 * which the caller owns, without a 0 after it. */
void hr_bitcode_identification(hr_bits *bits, const hr_bit_block *block, hr_bytes *name);

/* Appends to NAME, which the caller owns, what the file says of its writer, like "LLVM22.1.8" in
 * bitcode, "clang version 22.1.8" in assembly, and a 0. Returns its major version; 0: the file does
 * not say. Behind the SIZE bytes of DATA is a 0. */
unsigned hr_file_writer(const char *data, size_t size, hr_bytes *name);

#endif
