/* src/file/line_table.h -- the line of an instruction in an ELF object, from its .debug_line. */
#ifndef HR_LINE_TABLE_H
#define HR_LINE_TABLE_H

#include <stddef.h>
#include <stdint.h>

/* Return the line of the instruction OFFSET bytes behind the beginning of FUNCTION in the
 * relocatable ELF64 OBJECT, of SIZE bytes, in this machine's byte order; 0 if it is not known.
 * Allocates nothing; safe in a signal handler. */
uint32_t hr_line_at(const uint8_t *object, size_t size, const char *function, uint64_t offset);

#endif
