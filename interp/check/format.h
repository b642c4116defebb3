/* interp/check/format.h -- formats of the printf family. */
#ifndef HR_FORMAT_H
#define HR_FORMAT_H

#include "interp/run/frame.h"
#include "src/arith/cfunction.h"

/* Return which argument of a function is a printf format, or -1. */
int hr_check_format_of(const hr_cfunction *facts);
/* Return true if FORMAT has no conversion that writes to memory (%n). */
bool hr_check_only_prints(const char *format);

/* A conversion of a format, and the argument that it prints. */
typedef struct hr_printed_text {
	int argument;
	char letter;    /* of the conversion */
	char length;    /* the first letter of l, q, L, j, z, t; or 0 */
	uint64_t limit; /* bytes of a text that are printed at most */
	/* private: the rest of the format, and the next argument */
	const char *rest;
	int next;
} hr_printed_text;

/* Find the next conversion of the format of CALL, of the variadic function of the row FACTS in FRAME; *TEXT is all 0 at
 * first. Its argument may be missing. Return false if there is no other, and for numbered arguments. */
bool hr_next_conversion(hr_printed_text *text, const hr_call *call, const hr_cfunction *facts,
			const uint8_t *frame);
/* The same for the next text, of "%s", that is not null. */
bool hr_next_printed_text(hr_printed_text *text, const hr_call *call, const hr_cfunction *facts,
			  const uint8_t *frame);
/* Return what the conversion TEXT has instead of what it prints; NULL if it is of the right kind. An integer of
 * another width is. */
const char *hr_conversion_lacks(const hr_printed_text *text, const hr_call *call);

#endif
