/* interp/check/check_writer.h -- which instance wrote a byte last, of graphs that have ended, too. */
#ifndef HR_CHECK_WRITER_H
#define HR_CHECK_WRITER_H

#include "interp/check/checker.h"

typedef struct hr_writer {
	uint64_t address;	/* the first that was written */
	hr_where where;		/* the write, with node and instance; borrowed from the checker */
	const char *text;	/* "'Root/Leaf' (3) at f.c:12:4"; likewise */
	bool floating;
} hr_writer;

/* Of the BYTES at ADDRESS. False: nobody knows, for races are not looked for (CHECKER may be NULL), or nobody wrote them since
 * the host had all to itself. */
bool hr_check_writer(hr_checker *checker, uint64_t address, uint64_t bytes, hr_writer *writer);
/* The place in the program that wrote them, as a number or address; 0: nobody knows. */
uint64_t hr_check_writing_place(hr_checker *checker, uint64_t address, uint64_t bytes);

#endif
