/* ir/x86/x86.c -- finds the row of an intrinsic of x86-64; the rows' terms as functions.
 *
 * Owns:      nothing.
 * Not here:  meanings that are no term for one element (whole.c, memory.c). */
#include <string.h>

#include "ir/x86/x86_terms.h"

/* --- meanings --------------------------------------------------------------------------------- */

/* elements at the same place as the result */
#define a A(i)
#define b B(i)
#define c C(i)
#define WHOLE(ident, names, note)
#define REFUSED(names, why)
#define EACH(ident, names, note, ...)                                                              \
	static el each_##ident(hr_x86_call *x, uint32_t i)                                         \
	{                                                                                          \
		(void)i;                                                                           \
		return __VA_ARGS__;                                                                \
	}                                                                                          \
	static void whole_##ident(hr_x86_call *x)                                                  \
	{                                                                                          \
		for (uint32_t i = 0; i < x->count; i++) {                                          \
			el result = each_##ident(x, i);                                            \
                                                                                                   \
			x->results[i].reg = result.reg;                                            \
			x->results[i].poison = result.poison;                                      \
		}                                                                                  \
	}
#include "ir/x86/x86.def"
#undef WHOLE
#undef EACH
#undef REFUSED
#undef a
#undef b
#undef c

const hr_x86_row hr_x86_rows[] = {
#define EACH(ident, names, note, ...) {names, whole_##ident, note},
#define WHOLE(ident, names, note)     {names, hr_x86_w_##ident, note},
#define REFUSED(names, why)           {names, NULL, why},
#include "ir/x86/x86.def"
};
const unsigned hr_x86_row_count = sizeof(hr_x86_rows) / sizeof(*hr_x86_rows);

/* --- names ------------------------------------------------------------------------------------ */

/* Return true if a name of PATTERN, which ends before a space, is all of NAME. */
static bool matches(const char *pattern, const char *name)
{
	for (; *pattern && *pattern != ' '; pattern++, name++) {
		const char *end, *after;

		if (*pattern == '*')
			return true;
		if (*pattern != '{') {
			if (*pattern != *name)
				return false;
			continue;
		}
		after = strchr(pattern, '}') + 1;
		for (pattern++; pattern < after; pattern = end + 1) {
			size_t length;

			end = pattern + strcspn(pattern, ",}");
			length = (size_t)(end - pattern);
			if (!strncmp(pattern, name, length) && matches(after, name + length))
				return true;
		}
		return false;
	}
	return !*name;
}

const hr_x86_row *hr_x86_find(const char *name)
{
	for (unsigned i = 0; i < hr_x86_row_count; i++)
		for (const char *p = hr_x86_rows[i].names; p; p = strchr(p, ' ')) {
			p += strspn(p, " ");
			if (matches(p, name))
				return &hr_x86_rows[i];
		}
	return NULL;
}
