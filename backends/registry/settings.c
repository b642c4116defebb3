/* backends/registry/settings.c -- the values of a module's options.
 *
 * Invariant: a module gets no value that its table does not accept.
 * Owns:      nothing. */
#include "backends/registry/settings.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/alloc.h"
#include "src/diag/near.h"

enum { MOST_WORDS = 16, WORD_TEXT = 32, SOURCE_TEXT = 128 };

/* --- values ----------------------------------------------------------------------------------- */

/* The accepted values that an option lists, separated by "|". */
typedef struct choices {
	char text[MOST_WORDS][WORD_TEXT];
	const char *all[MOST_WORDS];
	size_t count;
} choices;

static void split(const char *argument, choices *to)
{
	for (to->count = 0; *argument && to->count < MOST_WORDS; to->count++) {
		size_t length = strcspn(argument, "|");

		snprintf(to->text[to->count], WORD_TEXT, "%.*s", (int)length, argument);
		to->all[to->count] = to->text[to->count];
		argument += length + (argument[length] == '|');
	}
}

static bool is_number(const hr_backend_option *option, const char *value)
{
	unsigned long long number;
	char *end;

	errno = 0;
	number = strtoull(value, &end, 10);
	return *value >= '0' && *value <= '9' && !*end && !errno && number >= option->least &&
	       number <= option->most;
}

/* "short, always, never; did you mean 'short'?" goes around what was given: BEFORE is the list,
 * AFTER the rest. */
static bool is_choice(const hr_backend_option *option, const char *value,
		      char before[HR_OPTION_TEXT], char after[HR_NEAR_TEXT])
{
	choices names;

	split(option->argument, &names);
	for (size_t i = 0; i < names.count; i++)
		if (strcmp(names.all[i], value) == 0)
			return true;
	hr_join(names.all, names.count, before, HR_OPTION_TEXT);
	hr_did_you_mean(value, names.all, names.count, after);
	return false;
}

/* Return whether VALUE is one for OPTION; if not, TEXT says so of SOURCE, which has given it. */
static bool accepts(const hr_backend_option *option, const char *value, const char *source,
		    char text[HR_SETTING_TEXT])
{
	char what[HR_OPTION_TEXT] = "another value", near[HR_NEAR_TEXT] = "";
	bool good = true;

	if (option->kind == HR_OPTION_CHOICE) {
		good = is_choice(option, value, what, near);
	} else if (option->kind == HR_OPTION_NUMBER) {
		good = is_number(option, value);
		snprintf(what, sizeof(what), "a number from %llu to %llu",
			 (unsigned long long)option->least, (unsigned long long)option->most);
	}
	if (good && option->accepts)
		good = option->accepts(value, what) == 0;
	what[sizeof(what) - 1] = '\0';
	if (!good)
		snprintf(text, HR_SETTING_TEXT, "%s takes %s, not '%.60s'%s", source, what, value,
			 near);
	return good;
}

/* --- settings --------------------------------------------------------------------------------- */

/* The three parts are in one block, which begins with the first. */
bool hr_setting_read(const char *text, hr_backend_setting *setting)
{
	const char *point = strchr(text, '.'), *equals = point ? strchr(point, '=') : NULL;
	char *copy;

	if (!equals || point == text || equals == point + 1)
		return false;
	copy = hr_strdup(text);
	copy[point - text] = '\0';
	copy[equals - text] = '\0';
	*setting = (hr_backend_setting){.backend = copy,
					.name = copy + (point + 1 - text),
					.value = copy + (equals + 1 - text)};
	return true;
}

void hr_setting_free(hr_backend_setting *setting)
{
	hr_free((void *)(uintptr_t)setting->backend);
	setting->backend = NULL;
}

/* --- where they come from --------------------------------------------------------------------- */

static const char *spelling_of(const hr_backend_setting *setting, char text[SOURCE_TEXT])
{
	if (setting->spelling)
		return setting->spelling;
	snprintf(text, SOURCE_TEXT, "--backend-option %s.%s", setting->backend, setting->name);
	return text;
}

/* The value of the first of OPTION's variables that is set and not empty; NULL: none is. NAME is
 * that variable's. */
static const char *from_environment(const hr_backend_option *option, char name[SOURCE_TEXT])
{
	const char *at = option->variable, *value;

	while (at && *at) {
		size_t length = strcspn(at, " ");

		snprintf(name, SOURCE_TEXT, "%.*s", (int)length, at);
		value = getenv(name);
		if (value && *value)
			return value;
		at += length + (at[length] == ' ');
	}
	return NULL;
}

bool hr_settings_fill(const hr_backend *module, const hr_backend_setting *given, size_t count,
		      const char **values, char text[HR_SETTING_TEXT])
{
	for (uint32_t i = 0; i < module->option_count; i++) {
		const hr_backend_option *option = &module->options[i];
		const hr_backend_setting *last = NULL;
		char name[SOURCE_TEXT];

		for (size_t k = 0; k < count; k++)
			if ((!given[k].backend || strcmp(given[k].backend, module->name) == 0) &&
			    strcmp(given[k].name, option->name) == 0)
				last = &given[k];
		values[i] = last ? last->value : from_environment(option, name);
		if (values[i] &&
		    !accepts(option, values[i], last ? spelling_of(last, name) : name, text))
			return false;
		if (!values[i])
			values[i] = option->preset;
	}
	return true;
}

bool hr_settings_accepts(const hr_backend *module, const hr_backend_setting *setting,
			 char text[HR_SETTING_TEXT])
{
	const char **names = hr_alloc_array(module->option_count + 1, sizeof(*names));
	char source[SOURCE_TEXT], near[HR_NEAR_TEXT], list[HR_OPTION_TEXT] = "none";
	size_t used = 0;

	for (uint32_t i = 0; i < module->option_count; i++) {
		if (strcmp(module->options[i].name, setting->name) == 0) {
			hr_free(names);
			return accepts(&module->options[i], setting->value,
				       spelling_of(setting, source), text);
		}
		names[i] = module->options[i].name;
		if (used < sizeof(list))
			used += (size_t)snprintf(list + used, sizeof(list) - used, "%s%s",
						 i ? ", " : "", names[i]);
	}
	snprintf(text, HR_SETTING_TEXT,
		 "--backend-option: backend '%s' has no option '%.60s'; its options are: %s%s",
		 setting->backend, setting->name, list,
		 hr_did_you_mean(setting->name, names, module->option_count, near));
	hr_free(names);
	return false;
}

void hr_settings_print(const hr_backend *module, FILE *stream)
{
	for (uint32_t i = 0; i < module->option_count; i++) {
		const hr_backend_option *option = &module->options[i];

		fprintf(stream, "           option: %s=%s", option->name, option->argument);
		if (option->preset)
			fprintf(stream, " (default %s)", option->preset);
		fprintf(stream, ": %s", option->help);
		if (option->variable)
			fprintf(stream, " [%s]", option->variable);
		fputc('\n', stream);
	}
}
