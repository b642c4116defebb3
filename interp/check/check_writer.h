/* interp/check/check_writer.h -- the last instance that wrote a byte, also of graphs that have
 * ended. */
#ifndef HR_CHECK_WRITER_H
#define HR_CHECK_WRITER_H

#include "interp/check/checker.h"
#include "interp/memory/device_copies.h"

/* Find the last writer of the BYTES at ADDRESS. Return false if it is unknown: races are not
 * checked (CHECKER may be NULL), or no leaf has written the bytes since the host last ran alone. */
bool hr_check_writer(hr_checker *checker, uint64_t address, uint64_t bytes, hr_copy_writer *writer);
/* Return the place in the program that wrote the bytes, as a number or an address; 0 if unknown. */
uint64_t hr_check_writing_place(hr_checker *checker, uint64_t address, uint64_t bytes);

#endif
