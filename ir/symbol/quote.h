/* ir/symbol/quote.h -- names from a model, which are any bytes, in text that is read again. */
#ifndef HR_QUOTE_H
#define HR_QUOTE_H

#include <stdio.h>

/* Write NAME to OUT: as it is if it is a letter or _ and then letters, digits, _ . and characters of
 * PLAIN; else in single quotes, in which quotes, backslashes and bytes below 32 are written as \xx. */
void hr_quote_write(const char *name, const char *plain, FILE *out);
/* Read such a name at TEXT to NAME, which has room for as many bytes as TEXT. Return what follows it, or
 * NULL if there is none. */
const char *hr_quote_read(const char *text, const char *plain, char *name);

#endif
