/* src/diag/escape.h -- text of programs, such as names, in output formats: one function for each
 * format. TEXT may contain any bytes.
 *
 * Readable: see src/base/readable.h. */
#ifndef HR_ESCAPE_H
#define HR_ESCAPE_H

#include <stddef.h>
#include <stdio.h>

#include "src/base/readable.h"

typedef struct hr_diag_writer hr_diag_writer;

/* For people, in one line: terminals, tables. */
void hr_write_readable(hr_diag_writer *writer, const char *text, size_t length);
void hr_print_readable(const char *text, FILE *stream);

/* A JSON string with quotes, which is also one of YAML; invalid UTF-8 becomes U+FFFD. */
void hr_write_json(hr_diag_writer *writer, const char *text, size_t length);
void hr_print_json(const char *text, FILE *stream);
/* without quotes */
void hr_write_json_part(hr_diag_writer *writer, const char *text, size_t length);

/* Readable text, for the inside of: */
void hr_print_dot(const char *text, FILE *stream);     /* a quoted string or label of Graphviz */
void hr_print_xml(const char *text, FILE *stream);     /* an element or attribute of XML */
void hr_print_comment(const char *text, FILE *stream); /* a comment of C, OpenCL C or assembly */

#endif
