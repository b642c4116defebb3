/* tools/session/suppressions.c -- the file of --suppressions, and the list of what was suppressed (K9).
 *
 * Owns:      nothing; the rules are the diagnostics'.
 * Not here:  which findings a rule is about (src/diag/suppress.c), annotations (ir/load/annotations.c). */
#include "tools/session/suppressions.h"

#include <string.h>

#include "src/base/arena.h"
#include "src/diag/suppress.h"
#include "src/file/yaml_tree.h"

/* --- reading ---------------------------------------------------------------------------------- */

static hr_status bad(hr_diags *diags, const char *file, unsigned line, const char *why)
{
	char text[300];

	snprintf(text, sizeof(text), "line %u: %.250s", line, why);
	return hr_report(diags, HR_D_malformed_file, NULL, file, text);
}

static bool read_line(const hr_yaml *node, unsigned *line)
{
	unsigned __int128 number;
	bool negative, overflow;

	if (!hr_yaml_int(node, &negative, &number, &overflow) || negative || overflow || !number ||
	    number > UINT32_MAX)
		return false;
	*line = (unsigned)number;
	return true;
}

/* Read a line, or [FIRST, LAST]. */
static bool read_lines(const hr_yaml *node, hr_suppression *rule)
{
	if (node->kind == HR_YAML_LIST)
		return node->count == 2 && read_line(node->items[0], &rule->first) &&
		       read_line(node->items[1], &rule->last) && rule->first <= rule->last;
	if (!read_line(node, &rule->first))
		return false;
	rule->last = rule->first;
	return true;
}

static hr_status read_key(hr_diags *diags, const char *file, const hr_yaml *key,
			  const hr_yaml *value, hr_suppression *rule)
{
	const struct {
		const char *name;
		const char **text;
	} texts[] = {{"finding", &rule->finding},
		     {"function", &rule->function},
		     {"file", &rule->file},
		     {"variable", &rule->object}};
	char why[200];

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		if (strcmp(key->text, texts[i].name) != 0)
			continue;
		if (value->kind != HR_YAML_SCALAR || !*value->text)
			return bad(diags, file, value->line, "a text is expected here");
		*texts[i].text = value->text;
		return HR_OK;
	}
	if (strcmp(key->text, "line") == 0)
		return read_lines(value, rule) ? HR_OK
					       : bad(diags, file, value->line,
						     "'line' is a number, or [FIRST, LAST]");
	snprintf(why, sizeof(why),
		 "unknown key '%.60s'; known are finding, function, file, line and variable",
		 key->text);
	return bad(diags, file, key->line, why);
}

static hr_status read_rule(hr_diags *diags, const char *file, const hr_yaml *node, hr_arena *arena)
{
	hr_suppression rule = {.from = hr_arena_printf(arena, "%s:%u", file, node->line)};
	char why[200];

	if (node->kind != HR_YAML_MAP)
		return bad(diags, file, node->line,
			   "a suppression is a map with finding, function, file, line or variable");
	for (size_t i = 0; i < node->count; i++)
		HR_TRY(read_key(diags, file, node->keys[i], node->items[i], &rule));
	if (!rule.finding)
		return bad(diags, file, node->line, "'finding' is missing, such as data-race");
	if (!hr_may_suppress(rule.finding)) {
		snprintf(
			why, sizeof(why),
			"no finding '%.60s' can be suppressed; docs/kernels.md lists those that can",
			rule.finding);
		return bad(diags, file, node->line, why);
	}
	if (rule.first && !rule.file)
		return bad(diags, file, node->line, "'line' needs 'file'");
	hr_diags_suppress(diags, &rule);
	return HR_OK;
}

static hr_status read_rules(hr_diags *diags, const char *file, hr_arena *arena)
{
	hr_yaml_error error;
	const hr_yaml *root = hr_yaml_read(file, arena, &error), *list;

	if (!root)
		return error.line ? bad(diags, file, error.line, error.text)
				  : hr_report(diags, HR_D_unreadable_file, NULL, file, error.text);
	list = hr_yaml_get(root, "suppressions");
	if (root->kind != HR_YAML_MAP || root->count != 1 || !list || list->kind != HR_YAML_LIST)
		return bad(diags, file, root->line,
			   "a map with a list of 'suppressions' alone is expected");
	for (size_t i = 0; i < list->count; i++)
		HR_TRY(read_rule(diags, file, list->items[i], arena));
	return HR_OK;
}

hr_status tool_suppressions_read(const char *file, hr_diags *diags)
{
	hr_arena arena;
	hr_status status;

	hr_arena_init(&arena);
	status = read_rules(diags, file, &arena);
	hr_arena_free(&arena);
	return status;
}

/* --- the end ---------------------------------------------------------------------------------- */

void tool_suppressions_end(const char *file, hr_diags *diags, FILE *stream)
{
	size_t count;
	const hr_suppression *rules = hr_diags_suppressions(diags, &count);

	for (size_t i = 0; i < count; i++) {
		const bool of_file = file && !strncmp(rules[i].from, file, strlen(file));

		if (rules[i].count && stream)
			fprintf(stream, "%s: suppressed: %s, %llu times (%s)\n", hr_command,
				rules[i].finding, (unsigned long long)rules[i].count,
				rules[i].from);
		else if (!rules[i].count && of_file && !rules[i].part_of)
			(void)hr_report(diags, HR_D_unused_suppression, NULL, rules[i].finding,
					rules[i].from);
	}
}
