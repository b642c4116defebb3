/* src/diag.c -- the table of diagnostics and how one is printed.
 *
 * Form:  file:line:column: error: text [name] (clause)
 *          in function 'f': instruction
 *          at node Root/Leaf, instance (1, 2), execution 0
 * Owns:  severities and counts. */
#include "diag.h"

#include <pthread.h>
#include <string.h>

#include "alloc.h"

struct row {
	const char *name, *clause, *format;
	hr_severity severity;
	hr_status outcome;
};

static const struct row rows[HR_D_COUNT] = {
#define SEV_ERROR   HR_SEV_ERROR
#define SEV_WARNING HR_SEV_WARNING
#define SEV_OFF     HR_SEV_OFF
#define X(ident, name_, severity_, outcome_, clause_, format_)                                     \
	[HR_D_##ident] = {name_, clause_, format_, SEV_##severity_, HR_##outcome_},
#include "diag.def"
#undef X
};

struct hr_diags {
	FILE *stream; /* borrowed */
	pthread_mutex_t lock;
	hr_severity severity[HR_D_COUNT];
	uint64_t count[HR_D_COUNT];
	uint64_t errors;
	void (*before)(void), (*after)(void);
};

hr_diags *hr_diags_new(FILE *stream)
{
	hr_diags *diags = hr_alloc_zero(sizeof(*diags));

	diags->stream = stream;
	pthread_mutex_init(&diags->lock, NULL);
	for (int id = 0; id < HR_D_COUNT; id++)
		diags->severity[id] = rows[id].severity;
	return diags;
}

void hr_diags_free(hr_diags *diags)
{
	if (!diags)
		return;
	pthread_mutex_destroy(&diags->lock);
	hr_free(diags);
}

static void print_place(FILE *stream, const hr_where *where)
{
	if (!where || !where->file || !where->line) {
		fputs("hpvm-run: ", stream);
		return;
	}
	fprintf(stream, "%s:%u:", where->file, where->line);
	if (where->column)
		fprintf(stream, "%u:", where->column);
	fputc(' ', stream);
}

static void print_context(FILE *stream, const hr_where *where)
{
	if (where->function) {
		fprintf(stream, "  in function '%s'", where->function);
		if (where->instruction)
			fprintf(stream, ":%s%s", where->instruction[0] == ' ' ? "" : " ",
				where->instruction);
		fputc('\n', stream);
	}
	if (!where->node)
		return;
	fprintf(stream, "  at node %s", where->node);
	if (where->has_instance) {
		fputs(", instance (", stream);
		for (unsigned d = 0; d < where->dims; d++)
			fprintf(stream, "%s%lld", d ? ", " : "", (long long)where->instance[d]);
		fputc(')', stream);
	}
	if (where->ancestors)
		fprintf(stream, " in %s", where->ancestors);
	if (where->has_execution)
		fprintf(stream, ", execution %llu", (unsigned long long)where->execution);
	fputc('\n', stream);
}

static void print(hr_diags *diags, hr_diag_id id, const hr_where *where, va_list args)
{
	const struct row *row = &rows[id];

	if (diags->before)
		diags->before();
	print_place(diags->stream, where);
	fputs(diags->severity[id] == HR_SEV_ERROR ? "error: " : "warning: ", diags->stream);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
	vfprintf(diags->stream, row->format, args);
#pragma GCC diagnostic pop
	fprintf(diags->stream, " [%s]", row->name);
	if (row->clause[0] != '-')
		fprintf(diags->stream, " (%s)", row->clause);
	fputc('\n', diags->stream);
	if (where)
		print_context(diags->stream, where);
	fflush(diags->stream);
	if (diags->after)
		diags->after();
}

hr_status hr_vreport(hr_diags *diags, hr_diag_id id, const hr_where *where, va_list args)
{
	hr_severity severity;

	pthread_mutex_lock(&diags->lock);
	severity = diags->severity[id];
	if (severity != HR_SEV_OFF) {
		diags->count[id]++;
		diags->errors += severity == HR_SEV_ERROR;
		print(diags, id, where, args);
	}
	pthread_mutex_unlock(&diags->lock);
	return severity == HR_SEV_ERROR ? rows[id].outcome : HR_OK;
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

bool hr_diags_option(hr_diags *diags, const char *option)
{
	hr_severity severity = HR_SEV_WARNING;
	hr_diag_id id;

	if (strncmp(option, "-W", 2) != 0)
		return false;
	option += 2;
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
	if (!hr_diag_find(option, &id))
		return false;
	diags->severity[id] = severity;
	return true;
}

void hr_diags_set_severity(hr_diags *diags, hr_diag_id id, hr_severity severity)
{
	diags->severity[id] = severity;
}

hr_severity hr_diags_severity(const hr_diags *diags, hr_diag_id id)
{
	return diags->severity[id];
}

uint64_t hr_diags_count(const hr_diags *diags, hr_diag_id id)
{
	return diags->count[id];
}

uint64_t hr_diags_errors(const hr_diags *diags)
{
	return diags->errors;
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

const char *hr_diag_clause(hr_diag_id id)
{
	return rows[id].clause;
}

hr_status hr_diag_outcome(hr_diag_id id)
{
	return rows[id].outcome;
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
