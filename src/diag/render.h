/* src/diag/render.h -- between diag.c, which knows what is to be said, and the forms it is said in.
 *
 * Nothing behind this header allocates memory or takes a lock: a diagnostic may be about a heap
 * that the program has ruined, and is then made in a signal handler. */
#ifndef HR_RENDER_H
#define HR_RENDER_H

#include <sys/types.h>

#include "src/diag/diag.h"

/* The line of the source that a diagnostic points to; not terminated. */
typedef struct hr_source_line {
	const char *text;
	size_t length; /* bytes, without the end of the line */
} hr_source_line;

/* One diagnostic, complete. Borrows everything. */
typedef struct hr_diag_record {
	hr_diag_id id;
	hr_severity severity; /* HR_SEV_WARNING or HR_SEV_ERROR */
	hr_status outcome;    /* what hr_report() returns */
	const char *message;
	const hr_where *where;             /* never NULL */
	const hr_source_line *source;      /* NULL: the file is not at hand */
	const hr_source_line *also_source; /* of the second place */
} hr_diag_record;

/* "T3", or "-": of what was used, or of the diagnostic. */
const char *hr_diag_record_clause(const hr_diag_record *record);

/* How a run ended. */
typedef struct hr_diag_end {
	hr_status outcome;
	int exit_status;
	uint64_t errors, warnings;
} hr_diag_end;

/* --- write.c: bytes on their way out ----------------------------------------------------- */

typedef struct hr_diag_writer {
	FILE *stream; /* used when FILE is negative */
	int file;
	off_t offset; /* where the next byte goes; negative: where the descriptor stands */
	size_t used;
	char buffer[4096];
} hr_diag_writer;

void hr_diag_writer_init(hr_diag_writer *writer, FILE *stream, int file, off_t offset);
void hr_write(hr_diag_writer *writer, const char *bytes, size_t count);
void hr_write_text(hr_diag_writer *writer, const char *text);
/* 256 bytes */
void hr_write_format(hr_diag_writer *writer, const char *format, ...) HR_PRINTF(2, 3);
void hr_write_flush(hr_diag_writer *writer);

/* TEXT as a JSON string with its quotes; what is not UTF-8 becomes U+FFFD. */
void hr_write_json(hr_diag_writer *writer, const char *text, size_t length);
/* without quotes */
void hr_write_json_part(hr_diag_writer *writer, const char *text, size_t length);
void hr_print_json(const char *text, FILE *stream); /* with quotes; also a string of YAML */
/* ,"KEY":"TEXT" -- nothing when TEXT is NULL. */
void hr_write_json_member(hr_diag_writer *writer, const char *key, const char *text);
/* The texts of FACTS, each with a comma before it. */
void hr_write_facts(hr_diag_writer *writer, const hr_diag_facts *facts);
/* The first DIMS of INSTANCE: [1,2] or, with SEPARATOR ", " and brackets "()", (1, 2). */
void hr_write_instance(hr_diag_writer *writer, unsigned dims, const int64_t instance[3],
		       const char brackets[2], const char *separator);
/* Length of the UTF-8 sequence at TEXT, 1 to 4; 0: there is none. */
size_t hr_utf8_length(const char *text, size_t left);

/* --- source.c ---------------------------------------------------------------------------- */

/* Reads the line that WHERE names into BUFFER. False: the file is not there (relative to the
 * directory it was compiled in, or to the working one), has no such line, or it is too long. */
bool hr_source_read(const hr_where *where, char *buffer, size_t size, hr_source_line *line);
/* The column of WHERE in characters, from 1, where debug info counts bytes; 0: unknown. */
unsigned hr_source_column(const hr_where *where, const hr_source_line *line);

/* --- the forms -------------------------------------------------------------------------------- */

/* COLUMNS: of the terminal, for the source line. */
void hr_diag_text(hr_diag_writer *writer, const hr_diag_record *record, bool colour,
		  unsigned columns);
void hr_diag_text_end(hr_diag_writer *writer, const hr_diag_end *end);
void hr_diag_json(hr_diag_writer *writer, const hr_diag_record *record);
void hr_diag_json_end(hr_diag_writer *writer, const hr_diag_end *end);

/* A SARIF log is the head, results with commas between them, and the tail. */
void hr_diag_sarif_head(hr_diag_writer *writer);
void hr_diag_sarif(hr_diag_writer *writer, const hr_diag_record *record);
void hr_diag_sarif_tail(hr_diag_writer *writer, const hr_diag_end *end); /* NULL: not yet known */

/* --- output.c ---------------------------------------------------------------------------- */

/* Where diagnostics go, and in which form. */
typedef struct hr_diag_output {
	hr_diag_form form;
	bool colour;
	FILE *stream; /* borrowed; NULL: a file of our own */
	int file;     /* owned; of a SARIF log to a stream: where it is collected; -1: none */
	off_t tail;   /* where the tail of a SARIF log begins */
	bool any;     /* a result is in it */
} hr_diag_output;

void hr_output_to_stream(hr_diag_output *output, FILE *stream, hr_diag_form form, bool colour);
bool hr_output_to_file(hr_diag_output *output, const char *path, hr_diag_form form) HR_MUST_CHECK;
void hr_output_report(hr_diag_output *output, const hr_diag_record *record);
void hr_output_end(hr_diag_output *output, const hr_diag_end *end);
void hr_output_close(hr_diag_output *output);

#endif
