/* src/diag/suppress.c -- rules that match findings which the user intends (K9).
 *
 * Owns:      nothing; the rules are those of the diagnostics (diag.c).
 * Not here:  where rules come from (tools/session/suppressions.c, ir/load/annotations.c), what is done with findings
 *            (interp/check/find.c). */
#include "src/diag/suppress.h"

#include <fnmatch.h>
#include <string.h>

static const hr_diag_id may_suppress[] = {
	HR_D_data_race,        HR_D_data_race_benign, HR_D_uninitialised, HR_D_poison_used,
	HR_D_write_through_in, HR_D_read_through_out, HR_D_partial_out};

bool hr_may_suppress(const char *name)
{
	for (size_t i = 0; i < sizeof(may_suppress) / sizeof(*may_suppress); i++)
		if (fnmatch(name, hr_diag_name(may_suppress[i]), 0) == 0)
			return true;
	return false;
}

static bool may(hr_diag_id id)
{
	for (size_t i = 0; i < sizeof(may_suppress) / sizeof(*may_suppress); i++)
		if (may_suppress[i] == id)
			return true;
	return false;
}

/* Return true if NAME matches, or NAME without the number of a launch, as in "sum.2". */
static bool matches_function(const char *glob, const char *name)
{
	const char *dot = name ? strrchr(name, '.') : NULL;
	char plain[256];

	if (!name)
		return false;
	if (fnmatch(glob, name, 0) == 0)
		return true;
	if (!dot || !dot[1] || dot[1 + strspn(dot + 1, "0123456789")] ||
	    (size_t)(dot - name) >= sizeof(plain))
		return false;
	memcpy(plain, name, (size_t)(dot - name));
	plain[dot - name] = '\0';
	return fnmatch(glob, plain, 0) == 0;
}

bool hr_suppression_names(const hr_suppression *rule, const char *name)
{
	return rule->function && matches_function(rule->function, name);
}

static bool matches_file(const char *glob, const char *file)
{
	for (const char *at = file; at; at = strchr(at, '/'), at = at ? at + 1 : NULL)
		if (fnmatch(glob, at, 0) == 0)
			return true;
	return false;
}

bool hr_suppression_is_in(const hr_suppression *rule, const char *file)
{
	return matches_file(rule->file, file);
}

/* Return true if OBJECT, the text of what is accessed, has 'NAME' in quotation marks. */
static bool is_object(const char *object, const char *name)
{
	const size_t length = strlen(name);

	for (const char *at = object; at && (at = strchr(at, '\'')); at++)
		if (!strncmp(at + 1, name, length) && at[1 + length] == '\'')
			return true;
	return false;
}

static bool matches_place(const hr_suppression *rule, const hr_where *where, const char *node)
{
	if (rule->function && !matches_function(rule->function, where->function) &&
	    !matches_function(rule->function, node))
		return false;
	if (rule->file && !matches_file(rule->file, where->file))
		return false;
	return !rule->first || (where->line >= rule->first && where->line <= rule->last);
}

bool hr_suppression_matches(const hr_suppression *rule, hr_diag_id id, const hr_where *where,
			    const char *node)
{
	if (!may(id) || (rule->finding && fnmatch(rule->finding, hr_diag_name(id), 0) != 0))
		return false;
	if (rule->object && !is_object(where->facts.object, rule->object))
		return false;
	return matches_place(rule, where, node) ||
	       (where->also && matches_place(rule, where->also, node));
}
