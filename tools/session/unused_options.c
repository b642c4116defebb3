/* tools/session/unused_options.c -- warn about options for a backend that does not take part in the
 * run.
 *
 * Not here: what the backend makes of them. */
#include "tools/session/unused_options.h"

#include <stdio.h>
#include <string.h>

#include "backends/registry/registry.h"

static bool is_among(const char *name, const char *const *asked, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (asked[i] && strcmp(asked[i], name) == 0)
			return true;
	return false;
}

/* Return true if the backend is unavailable, with the reason in TEXT. Uses a separate registry,
 * since the run may have none. */
static bool is_out(const tool_options *options, const char *name, char text[2 * HR_BACKEND_TEXT])
{
	const hr_backend_policy *policy = &options->backends;
	hr_registry *registry = hr_registry_new(&policy->search, &policy->host);
	const char *why = hr_registry_out(registry, name);

	if (why)
		snprintf(text, 2 * HR_BACKEND_TEXT, "backend '%s' is unavailable: %s", name, why);
	hr_registry_free(registry);
	return why != NULL;
}

/* Return whether the option does something, or may; if not, WHY says why. */
static bool is_used(const tool_options *options, const char *backend, const char *const *asked,
		    size_t count, char why[2 * HR_BACKEND_TEXT])
{
	if (is_among(backend, asked, count))
		return true;
	if (is_out(options, backend, why))
		return false;
	if (is_among("hint", asked, count) || is_among("auto", asked, count))
		return true;
	snprintf(why, 2 * HR_BACKEND_TEXT, "no leaf runs on backend '%s'", backend);
	return false;
}

static bool is_told(const hr_backend_search *search, size_t number)
{
	const hr_backend_setting *of = &search->settings[number];

	for (size_t i = 0; i < number; i++)
		if (search->settings[i].backend &&
		    strcmp(search->settings[i].backend, of->backend) == 0 &&
		    strcmp(search->settings[i].name, of->name) == 0)
			return true;
	return false;
}

hr_status tool_report_unused(hr_diags *diags, const tool_options *options, const char *const *asked,
			     size_t count)
{
	const hr_backend_search *search = &options->backends.search;
	char why[2 * HR_BACKEND_TEXT], name[HR_BACKEND_TEXT];
	hr_status status = HR_OK;

	for (size_t i = 0; i < search->setting_count; i++) {
		const hr_backend_setting *setting = &search->settings[i];
		hr_status reported;

		if (!setting->backend || is_told(search, i) ||
		    is_used(options, setting->backend, asked, count, why))
			continue;
		snprintf(name, sizeof(name), "--backend-option %s.%s", setting->backend,
			 setting->name);
		reported = hr_report(diags, HR_D_option_unserved, NULL,
				     setting->spelling ? setting->spelling : name, why);
		status = status == HR_OK ? reported : status;
	}
	return status;
}
