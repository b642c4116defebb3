/* interp/check/check_writer.h -- which instance wrote a byte last, of graphs that have ended,
 * too. */
#ifndef HR_CHECK_WRITER_H
#define HR_CHECK_WRITER_H

#include "interp/check/checker.h"
#include "interp/memory/device_copies.h"

/* Of the BYTES at ADDRESS. False: nobody knows, for races are not looked for (CHECKER may be NULL),
 * or nobody wrote them since the host had all to itself. */
bool hr_check_writer(hr_checker *checker, uint64_t address, uint64_t bytes, hr_copy_writer *writer);
/* The place in the program that wrote them, as a number or address; 0: nobody knows. */
uint64_t hr_check_writing_place(hr_checker *checker, uint64_t address, uint64_t bytes);

#endif
