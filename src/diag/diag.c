/* src/diag/diag.c -- the table of diagnostics, their severities and counts; passes reports to the
 * outputs.
 *
 * Invariant: reporting allocates nothing. A report that interrupts another one of the same thread
 *            (in a signal handler) is dropped; it never waits.
 * Owns:      severities, counts, outputs.
 * Not here:  output forms (text.c, json.c, sarif.c); explanations (explain.c). */
#include "config.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "src/base/alloc.h"
#include "src/base/arena.h"
#include "src/base/vec.h"
#include "src/diag/launch_line.h"
#include "src/diag/render.h"
#include "src/diag/suppress.h"

struct diag_row {
	const char *name, *clause, *format;
	hr_severity severity;
	hr_status outcome;
};

static const struct diag_row rows[HR_D_COUNT] = {
#define SEV_ERROR   HR_SEV_ERROR
#define SEV_WARNING HR_SEV_WARNING
#define SEV_OFF     HR_SEV_OFF
#define X(ident, name_, severity_, outcome_, clause_, format_)                                     \
	[HR_D_##ident] = {name_, clause_, format_, SEV_##severity_, HR_##outcome_},
#include "src/diag/diag.def"
#undef X
};

enum { MESSAGE_BYTES = 64 * 1024, SOURCE_BYTES = 16 * 1024, LISTENERS = 2 };

enum { ENDED = 0x656e6465 };

struct hr_diags {
	pthread_mutex_t lock; /* detects a second lock by its owner */
	pid_t owner;          /* forked processes report only as text */
	hr_diag_output stream, file;
	bool has_file;
	const char *path; /* of the file, borrowed */
	bool output_lost;
	atomic_uint ended; /* 0 or ENDED; any other value means that it has been overwritten */
	hr_severity severity[HR_D_COUNT];
	bool hides_sources;
	uint64_t count[HR_D_COUNT];
	uint64_t errors, warnings;
	void (*before)(void), (*after)(void);
	struct {
		hr_diags_heard *heard; /* NULL: unused */
		void *data;
	} listeners[LISTENERS];
	const char *advice; /* see hr_diags_advise(); NULL: none, or it has been given */
	const char *launch; /* see hr_diags_set_launch(); NULL: none */
	HR_VEC(hr_suppression) suppressions;
	hr_arena texts; /* of suppressions */
	char message[MESSAGE_BYTES], source[SOURCE_BYTES], also_source[SOURCE_BYTES];
};

hr_diags *hr_diags_new(FILE *stream)
{
	hr_diags *diags = hr_alloc_zero(sizeof(*diags));
	pthread_mutexattr_t attributes;

	hr_arena_init(&diags->texts);
	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
	pthread_mutex_init(&diags->lock, &attributes);
	pthread_mutexattr_destroy(&attributes);
	diags->owner = getpid();
	atomic_init(&diags->ended, 0);
	hr_output_to_stream(&diags->stream, stream, HR_DIAG_TEXT, false);
	for (int id = 0; id < HR_D_COUNT; id++)
		diags->severity[id] = rows[id].severity;
	return diags;
}

void hr_diags_free(hr_diags *diags)
{
	if (!diags)
		return;
	hr_output_close(&diags->stream);
	if (diags->has_file)
		hr_output_close(&diags->file);
	pthread_mutex_destroy(&diags->lock);
	HR_VEC_FREE(&diags->suppressions);
	hr_arena_free(&diags->texts);
	hr_free(diags);
}

void hr_diags_set_form(hr_diags *diags, hr_diag_form form, bool colour)
{
	FILE *stream = diags->stream.stream;

	hr_output_close(&diags->stream);
	hr_output_to_stream(&diags->stream, stream, form, colour);
}

bool hr_diags_set_file(hr_diags *diags, hr_diag_form form, const char *path)
{
	if (diags->has_file)
		hr_output_close(&diags->file);
	diags->has_file = hr_output_to_file(&diags->file, path, form);
	diags->path = path;
	return diags->has_file;
}

/* A process that the program forked shares the files: it must not write into a log. */
static bool is_forked(const hr_diags *diags)
{
	return getpid() != diags->owner;
}

static void print_forked(const hr_diags *diags, const hr_diag_record *record,
			 const hr_diag_end *end)
{
	hr_diag_output words = {.form = HR_DIAG_TEXT, .stream = diags->stream.stream, .file = -1};

	if (record)
		hr_output_report(&words, record);
	else
		hr_output_end(&words, end);
}

static void print(hr_diags *diags, const hr_diag_record *record)
{
	if (diags->before)
		diags->before();
	if (is_forked(diags)) {
		print_forked(diags, record, NULL);
	} else {
		hr_output_report(&diags->stream, record);
		if (diags->has_file)
			hr_output_report(&diags->file, record);
		for (size_t i = 0; i < LISTENERS; i++)
			if (diags->listeners[i].heard)
				diags->listeners[i].heard(diags->listeners[i].data, record);
	}
	if (diags->after)
		diags->after();
}

/* A message that is being written; what does not fit is counted in LENGTH only. */
typedef struct written_message {
	char *text;
	size_t size, length;
} written_message;

static void put(written_message *to, char c)
{
	if (to->length + 1 < to->size)
		to->text[to->length] = c;
	to->length++;
}

/* IS_NAME: line ends become escapes, because each further line of a message is a note. Other
 * characters are left to the form of the output. */
static void put_text(written_message *to, const char *text, bool is_name)
{
	for (; *text; text++) {
		const bool escaped = is_name && *text == '\n';

		if (escaped)
			put(to, '\\');
		put(to, escaped ? 'n' : *text);
	}
}

/* Put the value of a conversion of diag.def other than %s. Return the length of the conversion. */
static size_t put_value(written_message *to, const char *conversion, va_list *args)
{
	char text[32];
	size_t length = 1;

	switch (*conversion) {
	case 'c': snprintf(text, sizeof(text), "%c", va_arg(*args, int)); break;
	case 'd': snprintf(text, sizeof(text), "%d", va_arg(*args, int)); break;
	case 'g': snprintf(text, sizeof(text), "%g", va_arg(*args, double)); break;
	case 'p': snprintf(text, sizeof(text), "%p", va_arg(*args, void *)); break;
	case 'u': snprintf(text, sizeof(text), "%u", va_arg(*args, unsigned)); break;
	case 'z':
		snprintf(text, sizeof(text), "%zu", va_arg(*args, size_t));
		length = 2;
		break;
	case 'l':
		snprintf(text, sizeof(text), "%llu", va_arg(*args, unsigned long long));
		length = 3;
		break;
	default: hr_bug("diag.def has the conversion '%%%c'", *conversion);
	}
	put_text(to, text, false);
	return length;
}

/* A name is what diag.def has in single quotation marks. */
void hr_diag_message(hr_diag_id id, char *message, size_t size, va_list args)
{
	written_message to = {message, size, 0};
	bool quoted = false; /* the character before is a quotation mark */
	va_list values;

	va_copy(values, args);
	for (const char *at = rows[id].format; *at; at++) {
		const bool is_name = quoted && at[1] == 's' && at[2] == '\'';

		quoted = *at == '\'';
		if (*at != '%')
			put(&to, *at);
		else if (*++at == 's')
			put_text(&to, va_arg(values, const char *), is_name);
		else
			at += put_value(&to, at, &values) - 1;
	}
	va_end(values);
	message[to.length < size ? to.length : size - 1] = '\0';
	if (to.length >= size)
		memcpy(message + size - 4, "...", 4);
}

/* Return MESSAGE, in diags->message with LINE as a further line, if there is room. */
static const char *with_line(hr_diags *diags, const char *message, const char *line)
{
	size_t length = strlen(message);

	if (length + strlen(line) + 2 > MESSAGE_BYTES)
		return message;
	memmove(diags->message, message, length);
	snprintf(diags->message + length, MESSAGE_BYTES - length, "\n%s", line);
	return diags->message;
}

/* Return MESSAGE with further lines for WHERE: who launched its graph, and advice. */
static const char *advised(hr_diags *diags, const hr_where *where, const char *message)
{
	if (diags->launch && where && where->node)
		message = with_line(diags, message, diags->launch);
	if (diags->advice && where && where->function && !where->file) {
		message = with_line(diags, message, diags->advice);
		diags->advice = NULL;
	}
	return message;
}

static void report(hr_diags *diags, hr_diag_id id, const hr_where *where, const char *message)
{
	static const hr_where nowhere;
	hr_severity severity = diags->severity[id];
	bool error = severity == HR_SEV_ERROR;
	hr_diag_record record = {id,
				 severity,
				 error ? rows[id].outcome : HR_OK,
				 advised(diags, where, message),
				 where ? where : &nowhere,
				 NULL,
				 NULL};
	const hr_where *also = record.where->also;
	hr_source_line line, also_line;

	/* The thread that ends the process reads these without the lock. */
	__atomic_add_fetch(&diags->count[id], 1, __ATOMIC_RELAXED);
	__atomic_add_fetch(error ? &diags->errors : &diags->warnings, 1, __ATOMIC_RELAXED);
	if (!diags->hides_sources &&
	    hr_source_read(record.where, diags->source, SOURCE_BYTES, &line))
		record.source = &line;
	if (also && !diags->hides_sources &&
	    hr_source_read(also, diags->also_source, SOURCE_BYTES, &also_line))
		record.also_source = &also_line;
	print(diags, &record);
}

hr_status hr_vreport(hr_diags *diags, hr_diag_id id, const hr_where *where, va_list args)
{
	hr_severity severity = diags->severity[id];

	if (severity == HR_SEV_OFF)
		return HR_OK;
	if (pthread_mutex_lock(&diags->lock) == 0) {
		hr_diag_message(id, diags->message, MESSAGE_BYTES, args);
		report(diags, id, where, diags->message);
		pthread_mutex_unlock(&diags->lock);
	}
	return severity == HR_SEV_ERROR ? rows[id].outcome : HR_OK;
}

hr_status hr_report_message(hr_diags *diags, hr_diag_id id, const hr_where *where,
			    const char *message)
{
	hr_severity severity = diags->severity[id];

	if (severity == HR_SEV_OFF)
		return HR_OK;
	if (pthread_mutex_lock(&diags->lock) == 0) {
		report(diags, id, where, message);
		pthread_mutex_unlock(&diags->lock);
	}
	return severity == HR_SEV_ERROR ? rows[id].outcome : HR_OK;
}

bool hr_diags_end(hr_diags *diags, hr_status outcome, int exit_status)
{
	hr_diag_end end = {outcome, exit_status, __atomic_load_n(&diags->errors, __ATOMIC_RELAXED),
			   __atomic_load_n(&diags->warnings, __ATOMIC_RELAXED)};
	unsigned before = atomic_exchange(&diags->ended, ENDED);

	if (before)
		return before == ENDED;
	if (is_forked(diags)) {
		print_forked(diags, NULL, &end);
		return true;
	}
	hr_output_end(&diags->stream, &end);
	if (diags->has_file)
		hr_output_end(&diags->file, &end);
	return true;
}

void hr_diags_lose_output(hr_diags *diags)
{
	diags->output_lost = true;
}

bool hr_diags_output_lost(const hr_diags *diags)
{
	return diags->output_lost;
}

int hr_diags_file_error(const hr_diags *diags, const char **path)
{
	*path = diags->path;
	return diags->has_file ? diags->file.error : 0;
}

bool hr_diags_ended(hr_diags *diags)
{
	return atomic_load(&diags->ended) == ENDED;
}

hr_status hr_report(hr_diags *diags, hr_diag_id id, const hr_where *where, ...)
{
	hr_status status;
	va_list args;

	va_start(args, where);
	status = hr_vreport(diags, id, where, args);
	va_end(args);
	return status;
}

/* Set the severity of all rows called NAME: some have one for errors and one for warnings. */
static bool set_named(hr_diags *diags, const char *name, hr_severity severity)
{
	bool found = false;

	for (int i = 0; i < HR_D_COUNT; i++)
		if (strcmp(rows[i].name, name) == 0) {
			diags->severity[i] = severity;
			found = true;
		}
	return found;
}

bool hr_diags_option(hr_diags *diags, const char *option)
{
	hr_severity severity = HR_SEV_WARNING;

	if (strncmp(option, "-W", 2) != 0)
		return false;
	option += 2;
	/* The name of a diagnostic may begin with "no-". */
	if (set_named(diags, option, severity))
		return true;
	if (strcmp(option, "error") == 0) {
		for (int i = 0; i < HR_D_COUNT; i++)
			if (diags->severity[i] == HR_SEV_WARNING)
				diags->severity[i] = HR_SEV_ERROR;
		return true;
	}
	if (strncmp(option, "error=", 6) == 0) {
		severity = HR_SEV_ERROR;
		option += 6;
	} else if (strncmp(option, "no-", 3) == 0) {
		severity = HR_SEV_OFF;
		option += 3;
	}
	return set_named(diags, option, severity);
}

void hr_diags_set_severity(hr_diags *diags, hr_diag_id id, hr_severity severity)
{
	diags->severity[id] = severity;
}

void hr_diags_hide_sources(hr_diags *diags)
{
	diags->hides_sources = true;
}

hr_severity hr_diags_severity(const hr_diags *diags, hr_diag_id id)
{
	return diags->severity[id];
}

uint64_t hr_diags_count(const hr_diags *diags, hr_diag_id id)
{
	return __atomic_load_n(&diags->count[id], __ATOMIC_RELAXED);
}

uint64_t hr_diags_errors(const hr_diags *diags)
{
	return __atomic_load_n(&diags->errors, __ATOMIC_RELAXED);
}

void hr_diags_listen(hr_diags *diags, hr_diags_heard *heard, void *data)
{
	for (size_t i = 0; i < LISTENERS; i++)
		if (!diags->listeners[i].heard) {
			diags->listeners[i].data = data;
			diags->listeners[i].heard = heard;
			return;
		}
	hr_bug("too many listeners");
}

void hr_diags_listen_no_more(hr_diags *diags, hr_diags_heard *heard)
{
	for (size_t i = 0; i < LISTENERS; i++)
		if (diags->listeners[i].heard == heard)
			diags->listeners[i].heard = NULL;
}

void hr_diags_advise(hr_diags *diags, const char *advice)
{
	diags->advice = advice;
}

void hr_diags_suppress(hr_diags *diags, const hr_suppression *rule)
{
	hr_suppression own = *rule;
	const char **texts[] = {&own.finding, &own.function, &own.file, &own.object, &own.from};

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		if (*texts[i])
			*texts[i] = hr_arena_strdup(&diags->texts, *texts[i]);
	HR_PUSH(&diags->suppressions, own);
}

int hr_diags_suppresses(hr_diags *diags, hr_diag_id id, const hr_where *where, const char *node)
{
	for (size_t i = 0; i < diags->suppressions.count; i++)
		if (hr_suppression_matches(&diags->suppressions.data[i], id, where, node))
			return diags->suppressions.data[i].part_of
				       ? diags->suppressions.data[i].part_of - 1
				       : (int)i;
	return -1;
}

void hr_diags_suppressed(hr_diags *diags, int number, uint64_t count)
{
	__atomic_add_fetch(&diags->suppressions.data[number].count, count, __ATOMIC_RELAXED);
}

const hr_suppression *hr_diags_suppressions(const hr_diags *diags, size_t *count)
{
	*count = diags->suppressions.count;
	return diags->suppressions.data;
}

void hr_diags_set_launch(hr_diags *diags, const char *launch)
{
	diags->launch = launch;
}

const char *hr_diags_launch(const hr_diags *diags)
{
	return diags->launch;
}

void hr_diags_set_hooks(hr_diags *diags, void (*before)(void), void (*after)(void))
{
	diags->before = before;
	diags->after = after;
}

const char *hr_diag_name(hr_diag_id id)
{
	return rows[id].name;
}

size_t hr_diag_headline(const char *message)
{
	return strcspn(message, "\n");
}

const char *hr_diag_words(hr_diag_id id)
{
	return rows[id].format;
}

const char *hr_diag_record_clause(const hr_diag_record *record)
{
	const char *clause = record->where->facts.clause;

	return clause ? clause : hr_diag_clause(record->id);
}

const char *hr_diag_clause(hr_diag_id id)
{
	return rows[id].clause;
}

hr_status hr_diag_outcome(hr_diag_id id)
{
	return rows[id].outcome;
}

hr_severity hr_diag_severity(hr_diag_id id)
{
	return rows[id].severity;
}

bool hr_diag_is_second(hr_diag_id id)
{
	hr_diag_id first;

	return hr_diag_find(rows[id].name, &first) && first != id;
}

bool hr_diag_find(const char *name, hr_diag_id *id)
{
	for (int i = 0; i < HR_D_COUNT; i++) {
		if (strcmp(rows[i].name, name) == 0) {
			*id = (hr_diag_id)i;
			return true;
		}
	}
	return false;
}
