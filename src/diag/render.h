/* src/diag/render.h -- the interface between diag.c and the output forms of diagnostics.
 *
 * Nothing declared here allocates memory or takes a lock: a diagnostic may be about a heap that the
 * program has corrupted, and is then formatted in a signal handler. */
#ifndef HR_RENDER_H
#define HR_RENDER_H

#include <sys/types.h>

#include "src/diag/diag.h"
#include "src/diag/escape.h"

/* The source line that a diagnostic points to; not terminated. */
typedef struct hr_source_line {
	const char *text;
	size_t length; /* bytes, without the newline */
} hr_source_line;

/* A complete diagnostic. Borrows everything. */
typedef struct hr_diag_record {
	hr_diag_id id;
	hr_severity severity;              /* HR_SEV_WARNING or HR_SEV_ERROR */
	hr_status outcome;                 /* what hr_report() returns */
	const char *message;               /* headline, then a line for each note */
	const hr_where *where;             /* never NULL */
	const hr_source_line *source;      /* NULL: the file is not available */
	const hr_source_line *also_source; /* of the second place */
} hr_diag_record;

/* Return the length of the first line of MESSAGE. Further lines are notes; one that begins with
 * "help: " says what to do. */
size_t hr_diag_headline(const char *message);
/* Return "T3", or "-": the clause of the operation, or of the diagnostic. */
const char *hr_diag_record_clause(const hr_diag_record *record);

/* The end of a run. */
typedef struct hr_diag_end {
	hr_status outcome;
	int exit_status;
	uint64_t errors, warnings;
} hr_diag_end;

/* --- write.c: a small buffer in front of a descriptor or stream -------------------------- */

struct hr_diag_writer {
	FILE *stream; /* used when FILE is negative */
	int file;
	off_t offset; /* position of the next byte; negative: the descriptor's position */
	size_t used;
	int error; /* errno of the first failure; 0: none */
	char buffer[4096];
};

/* Initialise a writer to the descriptor FILE at OFFSET, or to STREAM if FILE is negative. Output is
 * complete after hr_write_flush(). */
void hr_diag_writer_init(hr_diag_writer *writer, FILE *stream, int file, off_t offset);
void hr_write(hr_diag_writer *writer, const char *bytes, size_t count);
void hr_write_text(hr_diag_writer *writer, const char *text);
/* at most 256 bytes */
void hr_write_format(hr_diag_writer *writer, const char *format, ...) HR_PRINTF(2, 3);
void hr_write_flush(hr_diag_writer *writer);

/* Write ,"KEY":"TEXT"; nothing if TEXT is NULL. */
void hr_write_json_member(hr_diag_writer *writer, const char *key, const char *text);
/* Write the texts of FACTS, each preceded by a comma. */
void hr_write_facts(hr_diag_writer *writer, const hr_diag_facts *facts);
/* Write the first DIMS elements of INSTANCE: [1,2], or (1, 2) with SEPARATOR ", " and brackets
 * "()". */
void hr_write_instance(hr_diag_writer *writer, unsigned dims, const int64_t instance[3],
		       const char brackets[2], const char *separator);
/* The same with the order of the numbers that messages about KIND have. */
void hr_write_numbers(hr_diag_writer *writer, hr_instance_kind kind, unsigned dims,
		      const int64_t instance[3], const char brackets[2], const char *separator);
/* Write the member "kernel" of a JSON object, after a comma, if WHERE is in a kernel. */
void hr_write_json_kernel(hr_diag_writer *writer, const hr_where *where);

/* --- source.c ---------------------------------------------------------------------------- */

/* Read the line that WHERE names into BUFFER. Return false if the file does not exist (relative to
 * the compilation directory or the working directory), has no such line, or the line is too
 * long. */
bool hr_source_read(const hr_where *where, char *buffer, size_t size, hr_source_line *line);
/* Return the column of WHERE in characters, from 1, where debug info counts bytes; 0 if unknown. */
unsigned hr_source_column(const hr_where *where, const hr_source_line *line);

/* --- the forms -------------------------------------------------------------------------------- */

/* COLUMNS is the width of the terminal, for the source line. */
void hr_diag_text(hr_diag_writer *writer, const hr_diag_record *record, bool colour,
		  unsigned columns);
void hr_diag_text_end(hr_diag_writer *writer, const hr_diag_end *end);
void hr_diag_json(hr_diag_writer *writer, const hr_diag_record *record);
void hr_diag_json_end(hr_diag_writer *writer, const hr_diag_end *end);

/* A SARIF log is the head, the results separated by commas, and the tail. */
void hr_diag_sarif_head(hr_diag_writer *writer);
void hr_diag_sarif(hr_diag_writer *writer, const hr_diag_record *record);
/* END may be NULL: not known yet */
void hr_diag_sarif_tail(hr_diag_writer *writer, const hr_diag_end *end);

/* --- output.c ---------------------------------------------------------------------------- */

/* The destination and form of diagnostics. */
typedef struct hr_diag_output {
	hr_diag_form form;
	bool colour;
	FILE *stream; /* borrowed; NULL: the output is FILE */
	int file;     /* owned; for a SARIF log to a stream: the file that collects it; -1: none */
	off_t tail;   /* where the tail of a SARIF log begins */
	int error;    /* errno of the first write that failed; 0: none */
	bool any;     /* the log has a result */
} hr_diag_output;

/* Initialise an output. hr_output_to_file() returns false with errno set if the file cannot be
 * written. */
void hr_output_to_stream(hr_diag_output *output, FILE *stream, hr_diag_form form, bool colour);
bool hr_output_to_file(hr_diag_output *output, const char *path, hr_diag_form form) HR_MUST_CHECK;
void hr_output_report(hr_diag_output *output, const hr_diag_record *record);
void hr_output_end(hr_diag_output *output, const hr_diag_end *end);
void hr_output_close(hr_diag_output *output);

#endif
