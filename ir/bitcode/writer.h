/* ir/bitcode/writer.h -- the version of LLVM that wrote a file. */
#ifndef HR_WRITER_H
#define HR_WRITER_H

#include "ir/bitcode/bits.h"

/* Find the bitcode in a wrapper, whose second and third words after the magic number are its offset
 * and size; without a wrapper, all of DATA. Return false if it is not within the file, or is not
 * bitcode. */
bool hr_bitcode_unwrap(const char *data, size_t size, bool *wrapped, size_t *start, size_t *end);

/* Append the writer's name to NAME, which the caller owns, without a final 0. BITS is at the start
 * of the identification block BLOCK. */
void hr_bitcode_identification(hr_bits *bits, const hr_bit_block *block, hr_bytes *name);

/* Append the writer that the file names and a 0 to NAME, which the caller owns: "LLVM22.1.8" in
 * bitcode, "clang version 22.1.8" in assembly. Return its major version; 0 if the file does not
 * name a writer. The SIZE bytes of DATA must be followed by a 0. */
unsigned hr_file_writer(const char *data, size_t size, hr_bytes *name);

#endif
