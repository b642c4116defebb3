/* interp/check/format.c -- formats of the printf family.
 *
 * Owns:      nothing.
 * Clauses:   M6.
 * Not here:  checks of what is printed (access/c_function.c, uninit/host.c). */
#include "interp/check/format.h"

#include <string.h>

#include "interp/check/check_state.h"

/* The format is the last text that the function reads. */
int hr_check_format_of(const hr_cfunction *facts)
{
	int format = -1;

	for (unsigned i = 0; i < HR_CFUNCTION_ACCESSES; i++)
		if (facts->access[i].kind == HR_ACCESSES_READS)
			format = facts->access[i].pointer;
	return strstr(facts->name, "printf") ? format : -1;
}

bool hr_check_only_prints(const char *format)
{
	for (const char *at = strchr(format, '%'); at; at = strchr(at + 1, '%')) {
		at += 1 + strspn(at + 1, "-+ #0123456789.*'hlqjztL$");
		if (*at == 'n' || !*at)
			return *at != 'n';
	}
	return true;
}

/* Parse the flags, width and precision at *AT. */
static void options(hr_printed_text *text, const char **at, const hr_call *call,
		    const uint8_t *frame)
{
	text->limit = UINT64_MAX;
	for (; **at && strchr("-+ #0123456789'*", **at); ++*at)
		text->next += **at == '*';
	if (**at != '.')
		return;
	++*at;
	text->limit = 0;
	if (**at == '*' && text->next < (int)call->arg_count)
		text->limit = hr_check_register(frame, &call->args[text->next]);
	for (; **at && strchr("0123456789*", **at); ++*at) {
		text->next += **at == '*';
		if (**at != '*')
			text->limit = text->limit * 10 + (uint64_t)(**at - '0');
	}
	if (text->limit > INT32_MAX)
		text->limit = UINT64_MAX;
}

bool hr_next_conversion(hr_printed_text *text, const hr_call *call, const hr_cfunction *facts,
			const uint8_t *frame)
{
	const char *at = text->rest;

	if (!at) {
		const int format = hr_check_format_of(facts);

		if (!call->variadic || format < 0 || format >= (int)call->arg_count)
			return false;
		at = (const char *)(uintptr_t)hr_check_register(frame, &call->args[format]);
		text->next = (int)call->fixed_params;
	}
	while (at && (at = strchr(at, '%'))) {
		at++;
		options(text, &at, call, frame);
		text->length = *at && strchr("lqLjzt", *at) ? *at : 0;
		at += strspn(at, "hlqjztL");
		if (!*at || !strchr("%diouxXbBcCsSaAeEfFgGpnm", *at))
			return false; /* a numbered argument, or no conversion of C */
		text->letter = *at++;
		text->rest = at;
		if (text->letter == '%' || text->letter == 'm')
			continue;
		text->argument = text->next++;
		return true;
	}
	return false;
}

bool hr_next_printed_text(hr_printed_text *text, const hr_call *call, const hr_cfunction *facts,
			  const uint8_t *frame)
{
	while (hr_next_conversion(text, call, facts, frame)) {
		if (text->argument >= (int)call->arg_count)
			return false;
		if (text->letter == 's' && text->length != 'l' &&
		    hr_check_register(frame, &call->args[text->argument]))
			return true;
	}
	return false;
}

const char *hr_conversion_lacks(const hr_printed_text *text, const hr_call *call)
{
	hr_con con;

	if (text->argument >= (int)call->arg_count)
		return "no argument";
	con = call->args[text->argument].con;
	if (strchr("aAeEfFgG", text->letter))
		return con >= HR_C_F16 ? NULL : "an integer";
	if (con >= HR_C_F16)
		return "a floating-point number";
	return strchr("sp", text->letter) && con < HR_C_I64 ? "an integer" : NULL;
}
