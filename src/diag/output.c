/* src/diag/output.c -- writes diagnostics to the stream and the file, in the form chosen for each.
 *
 * A SARIF log is one document, so each result is inserted before the tail: a log in a file is
 * complete after each result, however the process ends. A log for a stream is collected in memory
 * and written as one line at the end, because the program writes to that stream as well.
 * Invariant: hr_output_report() and hr_output_end() allocate nothing and wait for no lock.
 * Owns:      the files of outputs. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "src/diag/render.h"

enum { HIGH_FILE = 200, COLUMNS_UNKNOWN = 120, COLUMNS_LIMIT = 240 };

/* Programs expect the descriptors from 3 on to be free. */
static int move_up(int file)
{
	int high = file < 0 ? -1 : fcntl(file, F_DUPFD_CLOEXEC, HIGH_FILE);

	if (high >= 0)
		close(file);
	return high >= 0 ? high : file;
}

static void note_error(hr_diag_output *output, const hr_diag_writer *writer)
{
	if (!__atomic_load_n(&output->error, __ATOMIC_RELAXED))
		__atomic_store_n(&output->error, writer->error, __ATOMIC_RELAXED);
}

static void begin_log(hr_diag_output *output)
{
	hr_diag_writer writer;

	hr_diag_writer_init(&writer, output->stream, output->file, 0);
	hr_diag_sarif_head(&writer);
	output->tail = writer.offset;
	hr_diag_sarif_tail(&writer, NULL);
	note_error(output, &writer);
}

void hr_output_to_stream(hr_diag_output *output, FILE *stream, hr_diag_form form, bool colour)
{
	*output = (hr_diag_output){.form = form, .colour = colour, .stream = stream, .file = -1};
	if (form != HR_DIAG_SARIF)
		return;
	output->file = move_up(memfd_create("hpvm-run-sarif", MFD_CLOEXEC));
	if (output->file >= 0)
		begin_log(output);
	else
		output->form = HR_DIAG_TEXT; /* the system does not support it: use text instead */
}

bool hr_output_to_file(hr_diag_output *output, const char *path, hr_diag_form form)
{
	int file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);

	if (file < 0)
		return false;
	*output = (hr_diag_output){.form = form, .file = move_up(file)};
	if (form == HR_DIAG_SARIF && lseek(output->file, 0, SEEK_SET) < 0) {
		close(output->file);
		errno = ESPIPE; /* a log requires a seekable file */
		return false;
	}
	if (form == HR_DIAG_SARIF)
		begin_log(output);
	return true;
}

static unsigned columns(int file)
{
	struct winsize size;

	if (file < 0 || ioctl(file, TIOCGWINSZ, &size) != 0 || size.ws_col < 40)
		return COLUMNS_UNKNOWN;
	return size.ws_col < COLUMNS_LIMIT ? size.ws_col : COLUMNS_LIMIT;
}

/* The program's output so far comes first, unless a thread holds the stream permanently. */
static void flush_stream(FILE *stream)
{
	if (ftrylockfile(stream) != 0)
		return;
	fflush(stream);
	funlockfile(stream);
}

static void init_writer(hr_diag_writer *writer, const hr_diag_output *output)
{
	if (output->stream)
		hr_diag_writer_init(writer, output->stream, fileno(output->stream), -1);
	else
		hr_diag_writer_init(writer, NULL, output->file, -1);
}

static void add_to_log(hr_diag_output *output, const hr_diag_record *record)
{
	hr_diag_writer writer;

	hr_diag_writer_init(&writer, NULL, output->file, output->tail);
	if (output->any)
		hr_write_text(&writer, ",\n");
	hr_diag_sarif(&writer, record);
	output->tail = writer.offset;
	output->any = true;
	hr_diag_sarif_tail(&writer, NULL);
	note_error(output, &writer);
}

void hr_output_report(hr_diag_output *output, const hr_diag_record *record)
{
	int saved = errno; /* belongs to the program, whose thread may report */
	hr_diag_writer writer;

	if (!output->stream && output->file < 0)
		return;
	if (output->form == HR_DIAG_SARIF) {
		add_to_log(output, record);
		errno = saved;
		return;
	}
	if (output->stream)
		flush_stream(output->stream);
	init_writer(&writer, output);
	if (output->form == HR_DIAG_JSON)
		hr_diag_json(&writer, record);
	else
		hr_diag_text(&writer, record, output->colour, columns(writer.file));
	if (writer.file < 0)
		fflush(output->stream);
	note_error(output, &writer);
	errno = saved;
}

/* Write the log as one line. */
static void copy_log(const hr_diag_output *output, hr_diag_writer *writer)
{
	char block[4096];
	off_t at = 0;
	ssize_t got;

	while ((got = pread(output->file, block, sizeof(block), at)) > 0) {
		at += got;
		for (ssize_t i = 0; i < got; i++)
			if (block[i] == '\n')
				block[i] = ' ';
		hr_write(writer, block, (size_t)got);
	}
	hr_write_text(writer, "\n");
	hr_write_flush(writer);
}

static void end_log(hr_diag_output *output, const hr_diag_end *end)
{
	hr_diag_writer writer;

	hr_diag_writer_init(&writer, NULL, output->file, output->tail);
	hr_diag_sarif_tail(&writer, end);
	note_error(output, &writer);
	if (ftruncate(output->file, writer.offset) != 0 || !output->stream)
		return;
	init_writer(&writer, output);
	copy_log(output, &writer);
}

void hr_output_end(hr_diag_output *output, const hr_diag_end *end)
{
	hr_diag_writer writer;

	if (!output->stream && output->file < 0)
		return;
	if (output->form == HR_DIAG_SARIF) {
		end_log(output, end);
		return;
	}
	init_writer(&writer, output);
	if (output->form == HR_DIAG_JSON)
		hr_diag_json_end(&writer, end);
	else
		hr_diag_text_end(&writer, end);
	note_error(output, &writer);
}

void hr_output_close(hr_diag_output *output)
{
	if (output->file >= 0)
		close(output->file);
	output->file = -1;
}
