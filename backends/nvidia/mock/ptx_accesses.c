/* backends/nvidia/mock/ptx_accesses.c -- finds from a kernel's PTX how it accesses memory through
 * its parameters.
 *
 * An address in a register that was computed from a parameter is attributed to that parameter. The
 * first register of an instruction is its result, except for stores and the like; loaded values are
 * attributed to no parameter. If an address is passed to a call or stored, the access is unknown.
 * Source of the syntax: NVIDIA, PTX ISA ("Instruction Set").
 * Not here:  entries and the sizes of parameters (modules.c). */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "backends/nvidia/mock/mock.h"
#include "backends/nvidia/mock/mock_cuda.h"

enum { MOST_NAME = 24, MOST_STATEMENT = 512 };

typedef struct registers {
	/* From: bit set of the parameters that it was computed from. */
	struct {
		char name[MOST_NAME];
		uint64_t from;
	} *all;
	size_t count, room;
	bool changed;
} registers;

static uint64_t *from_of(registers *in, const char *at, size_t length)
{
	if (length >= MOST_NAME)
		length = MOST_NAME - 1;
	for (size_t i = 0; i < in->count; i++)
		if (strncmp(in->all[i].name, at, length) == 0 && !in->all[i].name[length])
			return &in->all[i].from;
	if (in->count == in->room) {
		in->room = 2 * in->room + 64;
		in->all = realloc(in->all, in->room * sizeof(*in->all));
		MOCK_RULE(in->all, "memory", "the mock itself has no memory left");
	}
	memset(&in->all[in->count], 0, sizeof(in->all[0]));
	memcpy(in->all[in->count].name, at, length);
	return &in->all[in->count++].from;
}

/* Return the parameters that the registers in [AT, END) were computed from, and those in FIRST_TOO.
 * If FIRST is not NULL, the first register is skipped and its index is stored in *FIRST. */
static uint64_t froms(registers *in, const char *at, const char *end, uint64_t first_too,
		      size_t *first)
{
	uint64_t all = 0;

	while (at < end) {
		size_t length = 1;
		uint64_t *found;

		if (*at != '%') {
			at++;
			continue;
		}
		while (isalnum((unsigned char)at[length]) || at[length] == '_')
			length++;
		found = from_of(in, at, length);
		if (first && *first == SIZE_MAX)
			*first = (size_t)((char *)found - (char *)in->all);
		else
			all |= *found;
		at += length;
	}
	return all | first_too;
}

static void add_from(registers *in, size_t offset, uint64_t from)
{
	uint64_t *to = (uint64_t *)((char *)in->all + offset);

	in->changed |= (*to | from) != *to;
	*to |= from;
}

static void note_access(mock_kernel *kernel, uint64_t which, mock_access how)
{
	for (uint32_t i = 0; i < kernel->parameter_count && i < 64; i++) {
		if (!(which >> i & 1))
			continue;
		if (kernel->accesses[i] == MOCK_LEAVES || how == MOCK_WRITES ||
		    (how == MOCK_USES && kernel->accesses[i] != MOCK_WRITES))
			kernel->accesses[i] = (uint8_t)how;
	}
}

static uint64_t parameter_in(const char *at)
{
	const char *number = strstr(at, "_param_");

	return number ? UINT64_C(1) << (strtoul(number + 7, NULL, 10) & 63) : 0;
}

static void load_parameter(registers *in, const char *statement, const char *open)
{
	uint64_t from = parameter_in(open);

	for (const char *at = statement; (at = memchr(at, '%', (size_t)(open - at))); at++) {
		size_t first = SIZE_MAX;
		const char *end = at + 1;

		while (isalnum((unsigned char)*end) || *end == '_')
			end++;
		(void)froms(in, at, end, 0, &first);
		add_from(in, first, from);
	}
}

static void read_statement(registers *in, mock_kernel *kernel, const char *statement)
{
	const char *open, *close, *end = statement + strlen(statement);
	size_t first = SIZE_MAX;
	uint64_t from;

	if (*statement == '@') {
		statement += strcspn(statement, " \t");
		statement += strspn(statement, " \t");
	}
	if (*statement == '.' || !*statement)
		return;
	open = strchr(statement, '[');
	close = open ? strchr(open, ']') : NULL;
	if (strncmp(statement, "ld.param", 8) == 0 && close) {
		load_parameter(in, statement, open);
		return;
	}
	if (strncmp(statement, "st.", 3) == 0 && close) {
		note_access(kernel, froms(in, open, close, 0, NULL), MOCK_WRITES);
		note_access(kernel, froms(in, close, end, 0, NULL), MOCK_USES);
		return;
	}
	if (open && close) {
		bool writes =
			strncmp(statement, "atom", 4) == 0 || strncmp(statement, "red", 3) == 0;

		note_access(kernel, froms(in, open, close, 0, NULL),
			    writes ? MOCK_WRITES : MOCK_READS);
		return;
	}
	from = froms(in, statement, end, 0, &first);
	if (first != SIZE_MAX)
		add_from(in, first, from);
}

/* A statement ends with ';'. Labels, braces and comments before it are skipped. */
static const char *next_statement(const char *at, char text[MOST_STATEMENT], const char *end)
{
	size_t length = 0;

	for (; at < end && *at != ';'; at++) {
		if (strncmp(at, "//", 2) == 0)
			at += strcspn(at, "\n");
		if (*at == ':' ||
		    (length == 0 && (isspace((unsigned char)*at) || *at == '}' || *at == '{')))
			length = 0;
		else if (length < MOST_STATEMENT - 1)
			text[length++] = *at == '\n' || *at == '\t' ? ' ' : *at;
	}
	text[length] = '\0';
	return at < end ? at + 1 : end;
}

static const char *end_of_body(const char *at)
{
	int depth = 0;

	for (; *at; at++) {
		depth += *at == '{';
		depth -= *at == '}';
		if (*at == '}' && !depth)
			break;
	}
	return at;
}

void mock_read_accesses(const char *body, mock_kernel *kernel)
{
	const char *end = end_of_body(body);
	registers in = {0};
	char text[MOST_STATEMENT];

	memset(kernel->accesses, MOCK_LEAVES, sizeof(kernel->accesses));
	do {
		in.changed = false;
		for (const char *at = body; at < end;) {
			at = next_statement(at, text, end);
			read_statement(&in, kernel, text);
		}
	} while (in.changed);
	free(in.all);
}
