/* interp/check/access/sandbox_call.c -- calls of C functions by a program in the sandbox.
 *
 * A function may be called if its row allows it (src/arith/cfunction.def), with arguments of the row's
 * types. Everything that it is going to access must lie in objects of the program before the call: the
 * row says what that is, and for a format all arguments are read as the C library reads them.
 *
 * Invariant: a function that is called reads and writes objects of the program alone.
 * Owns:      the list of streams that the program has opened.
 * Not here:  memory (sandbox.c), blocks of memory (heap.c), entry points of the runtime, which check
 *            their arguments themselves. */
#define _GNU_SOURCE 1
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "interp/check/check_sandbox.h"
#include "interp/check/check_state.h"
#include "interp/check/format.h"
#include "interp/memory/image.h"
#include "interp/run/abi.h"
#include "src/arith/cfunction.h"

enum {
	GUARD = 8,             /* bytes of the guard of a static variable in C++ */
	CHARACTERS = 128,      /* entries below 0 of a table of characters */
	ENTRIES = 384,         /* of such a table */
	MOST_WIDTH = 16 << 20, /* of a printed field */
};

typedef struct sandbox_call {
	hr_checker *checker;
	hr_thread *thread;
	uint8_t *frame;
	const uint32_t *pc;
	const hr_call *call;
	const hr_site *site;
	const hr_cfunction *row;
} sandbox_call;

static uint64_t argument(const sandbox_call *self, unsigned i)
{
	return hr_check_register(self->frame, &self->call->args[i]);
}

static hr_trap refuse(const sandbox_call *self, const char *why)
{
	return hr_sandbox_refuse(self->thread, "calling '%s' %s", self->site->name, why);
}

/* --- types ------------------------------------------------------------------------------------ */

static bool has_type(char letter, hr_con con)
{
	switch (letter) {
	case 'p':
	case 'z':
	case 'l':
	case 'q': return con == HR_C_I64;
	case 'i': return con == HR_C_I32;
	default: return con >= HR_C_F16; /* an integer would take the place of a pointer */
	}
}

static bool has_types(const sandbox_call *self)
{
	const unsigned count = hr_cfunction_parameters(self->row);
	const char *types = strchr(self->row->signature, '(') + 1;

	if (strpbrk(self->row->signature, "cr"))
		return true; /* such a function has no pointers; a structure is several arguments */
	if (self->call->arg_count < count)
		return false;
	for (unsigned i = 0; i < self->call->param_count;
	     i++) /* a vector goes into a register of its own */
		if (self->call->params[i].byval_bytes || self->call->params[i].count != 1)
			return false;
	for (unsigned i = 0; i < count; i++)
		if (!has_type(types[i], self->call->args[i].con))
			return false;
	return true;
}

/* --- texts ------------------------------------------------------------------------------------ */

/* Find the length of the text at ADDRESS, without its 0, at most LIMIT. Return false if it does not end
 * in its object. */
static bool text_length(const sandbox_call *self, uint64_t address, uint64_t limit,
			uint64_t *length)
{
	hr_extent extent;
	uint64_t room;

	if (!limit) {
		*length = 0;
		return true;
	}
	if (!hr_sandbox_find(self->checker, self->thread, self->frame, address, false, &extent))
		return false;
	room = extent.end - address;
	if (room > limit)
		room = limit;
	*length = strnlen((const char *)(uintptr_t)address, room);
	return *length < room || *length == limit;
}

static hr_trap check_text(const sandbox_call *self, uint64_t address, uint64_t limit,
			  uint64_t *length)
{
	char text[96];

	if (text_length(self, address, limit, length))
		return 0;
	snprintf(text, sizeof(text), "with a text at %p that does not end in an object of it",
		 (const void *)(uintptr_t)address);
	return refuse(self, text);
}

static hr_trap check_bytes(const sandbox_call *self, uint64_t address, uint64_t bytes, bool write)
{
	return hr_sandbox_check(self->thread, self->frame, address, bytes, write,
				write ? "a write by a C function" : "a read by a C function");
}

/* --- formats ---------------------------------------------------------------------------------- */

/* Arguments of a format: of the call from NEXT on, or those of a va_list. */
typedef struct format_arguments {
	const sandbox_call *self;
	bool listed;
	unsigned next;
	hr_va_list list;
	hr_extent written; /* where the function prints to: it must read nothing there meanwhile */
} format_arguments;

static bool is_written(const format_arguments *of, uint64_t address, uint64_t bytes)
{
	return address < of->written.end && of->written.base < address + bytes;
}

/* Set *SLOT to the place of the next argument in the list. */
static hr_trap next_listed(format_arguments *of, bool vector, unsigned bytes, uint64_t *slot)
{
	hr_va_list *list = &of->list;
	uint32_t *offset = vector ? &list->fp_offset : &list->gp_offset;
	const uint32_t step = vector ? 16 : 8, end = vector ? HR_ABI_STACK : HR_ABI_FP;

	if (bytes == 8 && *offset <= end - step) {
		*slot = hr_map_key(list->save) + *offset;
		*offset += step;
	} else {
		*slot = (hr_map_key(list->overflow) + bytes - 1) & ~(uint64_t)(bytes - 1);
		list->overflow = (void *)(uintptr_t)(*slot + bytes);
	}
	if (is_written(of, *slot, bytes))
		return refuse(of->self, "with arguments that it overwrites");
	return check_bytes(of->self, *slot, bytes, false);
}

static hr_trap next_argument(format_arguments *of, char type, uint64_t *value)
{
	const hr_call *call = of->self->call;
	const bool real = type == 'D' || type == 'L';
	uint64_t slot;
	hr_con con;

	*value = 0;
	if (of->listed) {
		hr_trap trap = next_listed(of, type == 'D', type == 'L' ? 16 : 8, &slot);

		if (!trap && !real)
			memcpy(value, (const void *)(uintptr_t)slot, type == 'i' ? 4 : 8);
		return trap;
	}
	if (of->next >= call->arg_count)
		return refuse(of->self, "with fewer arguments than its format names");
	con = call->args[of->next].con;
	if (type == 'D'   ? con != HR_C_F64
	    : type == 'L' ? con != HR_C_F80
	    : type == 'i' ? con != HR_C_I32 && con != HR_C_I64
			  : con != HR_C_I64)
		return refuse(of->self, "with an argument of another type than its format names");
	if (!real)
		*value = argument(of->self, of->next);
	of->next++;
	return 0;
}

/* Read a width or precision at *AT; that of an argument may be negative. */
static hr_trap read_width(format_arguments *of, const char **at, uint64_t *width, bool *negative)
{
	hr_trap trap = 0;

	*width = 0;
	*negative = false;
	if (**at == '*') {
		trap = next_argument(of, 'i', width);
		*negative = (int32_t)*width < 0;
		*width = (uint64_t)llabs((int32_t)*width);
		(*at)++;
	} else {
		for (; **at >= '0' && **at <= '9'; (*at)++)
			if (*width <= MOST_WIDTH)
				*width = *width * 10 + (uint64_t)(**at - '0');
	}
	if (!trap && *width > MOST_WIDTH)
		trap = HR_REPORTED(
			of->self->thread, output_limit,
			(unsigned long long)of->self->checker->run->options.sandbox.output);
	return trap;
}

/* Read one length modifier at *AT: 'H' is hh, 'w' is one of 64 bits for integers alone, 0 is none. What the
 * C library does with two in a row, such as hl, is its own. */
static char read_modifier(const char **at)
{
	const char modifier = **at;

	if (!modifier || !strchr("hlqjztL", modifier))
		return 0;
	(*at)++;
	if (**at == modifier && (modifier == 'h' || modifier == 'l')) {
		(*at)++;
		return modifier == 'h' ? 'H' : 'w';
	}
	return strchr("qjzt", modifier) ? 'w' : modifier;
}

static hr_trap check_conversion(format_arguments *of, const char **at)
{
	const char *start = *at;
	uint64_t width, precision = UINT64_MAX, value, length;
	char text[64], modifier;
	bool negative;
	hr_trap trap;

	*at += strspn(*at, "-+ #0'I");
	trap = read_width(of, at, &width, &negative);
	if (!trap && **at == '.') {
		(*at)++;
		trap = read_width(of, at, &precision, &negative);
		if (negative)
			precision = UINT64_MAX; /* there is none */
	}
	if (trap)
		return trap;
	modifier = read_modifier(at);
	switch (*(*at)++) {
	case 'd':
	case 'i':
	case 'o':
	case 'u':
	case 'x':
	case 'X':
		return next_argument(
			of, !modifier || modifier == 'h' || modifier == 'H' ? 'i' : 'q', &value);
	case 'p':
		if (!modifier)
			return next_argument(of, 'q', &value);
		break;
	case 'e':
	case 'E':
	case 'f':
	case 'F':
	case 'g':
	case 'G':
	case 'a':
	case 'A':
		if (!modifier || modifier == 'l' || modifier == 'L')
			return next_argument(of, modifier == 'L' ? 'L' : 'D', &value);
		break;
	case 'm':
	case '%':
		if (!modifier)
			return 0;
		break;
	case 'c':
		if (!modifier)
			return next_argument(of, 'i', &value);
		break;
	case 's':
		if (modifier)
			break;
		trap = next_argument(of, 'q', &value);
		if (!trap && value)
			trap = check_text(of->self, value, precision, &length);
		if (!trap && value && is_written(of, value, length + 1))
			trap = refuse(of->self, "with a text that it overwrites");
		return trap;
	default: break;
	}
	snprintf(text, sizeof(text), "with the conversion '%%%.*s'",
		 (int)(*at - start < 20 ? *at - start : 20), start);
	return refuse(of->self, text);
}

/* Check the format at ADDRESS, whose arguments are OF. */
static hr_trap check_format(format_arguments *of, uint64_t address)
{
	const char *at = (const char *)(uintptr_t)address;
	uint64_t length;
	hr_trap trap = check_text(of->self, address, UINT64_MAX, &length);

	if (!trap && is_written(of, address, length + 1))
		trap = refuse(of->self, "with a format that it overwrites");
	while (!trap && (at = strchr(at, '%')) != NULL) {
		at++;
		trap = check_conversion(of, &at);
		if (!trap && !at[-1])
			break;
	}
	return trap;
}

/* Check the call of a function of the printf family that prints to WRITTEN. */
static hr_trap check_printing(const sandbox_call *self, unsigned format, hr_extent written)
{
	format_arguments of = {.self = self, .next = self->call->fixed_params, .written = written};
	uint64_t list;
	hr_trap trap;

	if (!strchr(self->row->signature, '.')) {
		list = argument(self, hr_cfunction_parameters(self->row) - 1);
		trap = check_bytes(self, list, sizeof(of.list), false);
		if (trap)
			return trap;
		if (is_written(&of, list, sizeof(of.list)))
			return refuse(self, "with arguments that it overwrites");
		memcpy(&of.list, (const void *)(uintptr_t)list, sizeof(of.list));
		of.listed = true;
	} else if (of.next != hr_cfunction_parameters(self->row)) {
		return refuse(self, "as a function of another type");
	}
	return check_format(&of, argument(self, format));
}

/* --- accesses --------------------------------------------------------------------------------- */

static uint64_t times(uint64_t a, uint64_t b)
{
	uint64_t product;

	return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

/* Set *BYTES to the most that the access can touch. */
static hr_trap find_bytes(const sandbox_call *self, const hr_cfunction_access *one, uint64_t *bytes)
{
	const uint64_t limit =
		one->times == HR_TIMES_ONCE ? UINT64_MAX : argument(self, (unsigned)one->times);
	uint64_t more = 0;
	hr_trap trap;

	switch (one->how) {
	case HR_HOW_COPIES:
		trap = check_text(self, argument(self, (unsigned)one->source), UINT64_MAX, bytes);
		*bytes += 1;
		return trap;
	case HR_HOW_APPENDS:
		trap = check_text(self, argument(self, (unsigned)one->source), limit, &more);
		if (!trap)
			trap = check_text(self, argument(self, (unsigned)one->pointer), UINT64_MAX,
					  bytes);
		*bytes += more + 1;
		return trap;
	case HR_HOW_PRINTS:
		*bytes = hr_check_printed_bytes(self->thread, self->frame, self->pc, self->site,
						one->source);
		*bytes = *bytes > limit ? limit : *bytes;
		return 0;
	case HR_HOW_AFTER: *bytes = UINT64_MAX; return 0;
	default: break;
	}
	if (one->length >= 0)
		*bytes = argument(self, (unsigned)one->length);
	else if (one->length == HR_LENGTH_TEXT) {
		trap = check_text(self, argument(self, (unsigned)one->pointer), limit, bytes);
		*bytes += *bytes < limit;
		return trap;
	} else if (one->length == HR_LENGTH_ANY) {
		*bytes = self->row->sync ? GUARD : 0; /* otherwise those of a format */
		return 0;
	} else
		*bytes = hr_cfunction_bytes(one, (hr_cfunction_form)self->site->form);
	if (one->times != HR_TIMES_ONCE)
		*bytes = times(*bytes, limit);
	return 0;
}

/* Return where the function prints to; nothing for a stream. */
static hr_extent printed_to(const sandbox_call *self)
{
	for (unsigned i = 0; i < HR_CFUNCTION_ACCESSES; i++) {
		const hr_cfunction_access *one = &self->row->access[i];
		uint64_t address, bytes;

		if (one->how != HR_HOW_PRINTS || find_bytes(self, one, &bytes))
			continue;
		address = argument(self, (unsigned)one->pointer);
		return (hr_extent){address, address + bytes};
	}
	return (hr_extent){0, 0};
}

/* Check the accesses of the row; add what is read to *READS. */
static hr_trap check_accesses(const sandbox_call *self, uint64_t *reads)
{
	hr_trap trap = 0;
	uint64_t bytes;

	for (unsigned i = 0; i < HR_CFUNCTION_ACCESSES && !trap; i++) {
		const hr_cfunction_access *one = &self->row->access[i];
		uint64_t address;

		if (one->kind == HR_ACCESSES_NONE)
			continue;
		address = argument(self, (unsigned)one->pointer);
		if (!address && one->kind == HR_ACCESSES_WRITES && one->length == HR_LENGTH_BYTES)
			continue; /* strtol() needs no end; others fault */
		trap = find_bytes(self, one, &bytes);
		if (trap || !bytes)
			continue;
		trap = check_bytes(self, address, bytes, one->kind == HR_ACCESSES_WRITES);
		if (one->kind == HR_ACCESSES_READS)
			*reads += bytes;
	}
	return trap;
}

static bool is_accessed(const hr_cfunction *row, unsigned parameter)
{
	for (unsigned i = 0; i < HR_CFUNCTION_ACCESSES; i++)
		if (row->access[i].kind != HR_ACCESSES_NONE &&
		    (unsigned)row->access[i].pointer == parameter)
			return true;
	return false;
}

/* Return true if the row says of each pointer what is done with it. */
static bool covers_pointers(const hr_cfunction *row)
{
	const char *types = strchr(row->signature, '(') + 1;

	if (row->sandbox == HR_SANDBOX_OPAQUE || row->sandbox == HR_SANDBOX_CALLING || row->heap)
		return true;
	for (unsigned i = 0; i < hr_cfunction_parameters(row); i++) {
		const bool last = !types[i + 1] || types[i + 1] == ')';

		if (types[i] != 'p' || is_accessed(row, i) ||
		    (row->sandbox == HR_SANDBOX_STREAM && i == row->sandbox_argument) ||
		    (last && hr_check_format_of(row) >= 0)) /* a va_list */
			continue;
		return false;
	}
	return true;
}

/* --- streams, files, functions ------------------------------------------------------------------ */

static uint64_t stream_of(const sandbox_call *self, unsigned i)
{
	const uint64_t cell = hr_sandbox_stream(self->checker, i);
	uint64_t stream = 0;

	if (cell)
		memcpy(&stream, (const void *)(uintptr_t)cell, sizeof(stream));
	return stream;
}

static hr_trap check_stream(const sandbox_call *self)
{
	const uint64_t stream = argument(self, self->row->sandbox_argument);
	const bool flushes = strcmp(self->row->name, "fflush") == 0;
	const bool closes = strcmp(self->row->name, "fclose") == 0;

	for (unsigned i = 0; i < 2 && !closes; i++)
		if ((stream && stream == stream_of(self, i)) || (flushes && !stream))
			return 0;
	for (size_t i = 0; i < self->checker->files.count; i++)
		if (stream == self->checker->files.data[i]) {
			if (closes) {
				self->checker->files.data[i] = HR_LAST(&self->checker->files);
				self->checker->files.count--;
			}
			return 0;
		}
	return refuse(self, "with a stream that is none of the program");
}

/* Return true if the file is one of the command line, or below a folder of it. */
static bool is_readable(const hr_run *run, const char *path)
{
	char *real = realpath(path, NULL);
	bool found = false;

	for (size_t i = 0; real && !found && i < run->options.sandbox.readable_count; i++) {
		char *base = realpath(run->options.sandbox.readable[i], NULL);
		const size_t length = base ? strlen(base) : 0;

		found = length > 1 && strncmp(real, base, length) == 0 &&
			(real[length] == '/' || !real[length]);
		free(base);
	}
	free(real);
	return found;
}

static hr_trap check_opening(const sandbox_call *self)
{
	const char *path = (const char *)(uintptr_t)argument(self, 0);
	const char *mode = (const char *)(uintptr_t)argument(self, 1);
	char text[160];

	if (mode[0] != 'r' || strpbrk(mode, "+,"))
		return refuse(self, "for writing");
	if (is_readable(self->checker->run, path))
		return 0;
	snprintf(text, sizeof(text), "for '%.80s', which is not below an argument of the program",
		 path);
	return refuse(self, text);
}

/* The function gets two pointers from C, or fewer, so it must have no more parameters. */
static hr_trap check_function(const sandbox_call *self)
{
	const hr_function *function = hr_image_function_at(
		self->checker->run->image, argument(self, self->row->sandbox_argument));
	const unsigned most = self->row->calls_back ? 2 : strcmp(self->row->name, "atexit") != 0;
	const hr_cfunction *row =
		function && !function->defined ? hr_cfunction_find(function->name) : NULL;
	bool fits = function && function->defined && !function->variadic && !function->leaf_node &&
		    !function->internal_node && function->param_count <= most;

	if (row && row->sandbox == HR_SANDBOX_OPAQUE)
		return 0;
	for (uint32_t i = 0; fits && i < function->param_count; i++)
		fits = function->params[i]->kind == HR_T_PTR;
	return fits ? 0
		    : refuse(self,
			     "with a function pointer that is no such function of the program");
}

/* --- calls ------------------------------------------------------------------------------------ */

static hr_trap count_output(const sandbox_call *self, uint64_t bytes)
{
	const uint64_t most = self->checker->run->options.sandbox.output;

	self->checker->printed += bytes + 1;
	return self->checker->printed <= most &&
			       bytes <= most /* UINT64_MAX: more than an int counts */
		       ? 0
		       : HR_REPORTED(self->thread, output_limit, (unsigned long long)most);
}

static hr_trap check_rule(const sandbox_call *self)
{
	int64_t character;

	switch (self->row->sandbox) {
	case HR_SANDBOX_STREAM: return check_stream(self);
	case HR_SANDBOX_CALLING: return check_function(self);
	case HR_SANDBOX_OPENING: return check_opening(self);
	case HR_SANDBOX_CHARACTER:
		character = (int32_t)argument(self, 0);
		return character < -CHARACTERS || character >= ENTRIES - CHARACTERS
			       ? refuse(self, "with what is no character")
			       : 0;
	default: return 0;
	}
}

bool hr_sandbox_knows(const char *name)
{
	const hr_cfunction *row = hr_cfunction_find(name);

	return row && row->sandbox != HR_SANDBOX_REFUSED;
}

static bool frees(const hr_cfunction *row)
{
	return row->heap == HR_HEAP_FREE || row->heap == HR_HEAP_REALLOC ||
	       row->heap == HR_HEAP_REALLOC_MANY || row->heap == HR_HEAP_UNKNOWN;
}

hr_trap hr_sandbox_call(hr_thread *thread, uint8_t *frame, const uint32_t *pc, const hr_site *site)
{
	const sandbox_call self = {.checker = thread->run->checker,
				   .thread = thread,
				   .frame = frame,
				   .pc = pc,
				   .call = &hr_frame_of(frame)->code->calls[pc[1]],
				   .site = site,
				   .row = site->facts};
	const hr_cfunction *row = site->facts;
	uint64_t bytes = 0;
	hr_trap trap;
	int format;

	if (site->entry) /* some free tensors */
		return self.checker->calling_back ? refuse(&self, "in a function that C calls") : 0;
	if (!row || row->sandbox == HR_SANDBOX_REFUSED || !covers_pointers(row))
		return hr_sandbox_refuse(thread, "calling '%s'", site->name);
	if (!has_types(&self) || (row->heap && (!site->heap || site->heap->heap != row->heap)))
		return refuse(&self, "as a function of another type");
	if (self.checker->calling_back && frees(row))
		return refuse(&self, "in a function that C calls");
	format = hr_check_format_of(row);
	trap = format >= 0 ? check_printing(&self, (unsigned)format, (hr_extent){0, 0}) : 0;
	if (!trap)
		trap = check_accesses(&self, &bytes);
	if (!trap && format >= 0)
		trap = check_printing(&self, (unsigned)format, printed_to(&self));
	if (!trap)
		trap = check_rule(&self);
	if (trap)
		return trap;
	if (format >= 0)
		bytes = hr_check_printed_bytes(thread, frame, pc, site, format);
	if (row->state == HR_STATE_OUTSIDE &&
	    (row->sandbox == HR_SANDBOX_ALLOWED || row->sandbox == HR_SANDBOX_STREAM))
		trap = count_output(&self, bytes);
	self.checker->calling_back += !trap && row->calls_back;
	return trap;
}

static uint64_t result_of(const sandbox_call *self)
{
	uint64_t value = 0;

	if (self->call->result_count == 1 && self->call->results[0].con == HR_C_I64)
		memcpy(&value, self->frame + self->call->results[0].reg, sizeof(value));
	return value;
}

/* The C library has such tables for each locale; the program stays in one. */
static void grant_table(const sandbox_call *self, uint64_t cell)
{
	const size_t entry = self->row->sandbox_argument;
	uint64_t table;

	if (!entry) {
		hr_sandbox_grant(self->checker, (const void *)(uintptr_t)cell, sizeof(int), true);
		return;
	}
	memcpy(&table, (const void *)(uintptr_t)cell, sizeof(table));
	hr_sandbox_grant(self->checker, (const void *)(uintptr_t)cell, sizeof(table), false);
	hr_sandbox_grant(self->checker, (const void *)(uintptr_t)(table - CHARACTERS * entry),
			 ENTRIES * entry, false);
}

void hr_sandbox_called(hr_thread *thread, uint8_t *frame, const uint32_t *pc, const hr_site *site)
{
	const sandbox_call self = {.checker = thread->run->checker,
				   .thread = thread,
				   .frame = frame,
				   .call = &hr_frame_of(frame)->code->calls[pc[1]],
				   .row = site->facts};
	const uint64_t result = site->facts ? result_of(&self) : 0;

	if (!site->facts || site->entry)
		return;
	self.checker->calling_back -= site->facts->calls_back;
	if (site->facts->sandbox == HR_SANDBOX_OPENING && result)
		HR_PUSH(&self.checker->files, result);
	if (site->facts->sandbox == HR_SANDBOX_TABLE && result)
		grant_table(&self, result);
}
