/* tools/session/unused_options.c -- warn about options for a backend that does not take part in the
 * run.
 *
 * Not here:  the use of these options in the backend (backends/cudnn/card.c). */
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
	hr_backend_host host = policy->host;
	hr_registry *registry;
	const char *why;

	host.bytes = sizeof(host);
	registry = hr_registry_new(policy->paths, policy->path_count, &host);
	why = hr_registry_out(registry, name);
	if (why)
		snprintf(text, 2 * HR_BACKEND_TEXT, "backend '%s' is unavailable: %s", name, why);
	hr_registry_free(registry);
	return why != NULL;
}

hr_status tool_report_unused(hr_diags *diags, const tool_options *options, const char *const *asked,
			     size_t count)
{
	const char *const given[] = {options->given.has[OPT_cudnn_math] ? "--cudnn-math" : NULL,
				     options->given.tune ? "--tune" : NULL};
	char why[2 * HR_BACKEND_TEXT];
	hr_status status = HR_OK;

	if ((!given[0] && !given[1]) || is_among("cudnn", asked, count))
		return HR_OK;
	if (!is_out(options, "cudnn", why)) {
		if (is_among("hint", asked, count) || is_among("auto", asked, count))
			return HR_OK;
		snprintf(why, sizeof(why), "no leaf runs on backend 'cudnn'");
	}
	for (size_t i = 0; i < sizeof(given) / sizeof(given[0]); i++) {
		hr_status reported =
			given[i] ? hr_report(diags, HR_D_option_unserved, NULL, given[i], why)
				 : HR_OK;

		status = status == HR_OK ? reported : status;
	}
	return status;
}
