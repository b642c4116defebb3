/* tools/session/help.c -- information about the tools themselves: version, backends, diagnostics.
 *
 * Not here:  --help (tools/shared/command_line.c), texts that explain diagnostics
 *            (src/diag/explain.c). */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <llvm-c/Core.h>

#include "backends/registry/registry.h"
#include "src/diag/explain.h"
#include "tools/session/options.h"

void tool_print_version(FILE *stream)
{
	unsigned major = 0, minor = 0, patch = 0;

	LLVMGetVersion(&major, &minor, &patch);
	fprintf(stream, "%s %s (built with LLVM %s, runs with LLVM %u.%u.%u)\n", hr_command,
		PACKAGE_VERSION, HR_LLVM_VERSION, major, minor, patch);
}

void tool_list_backends(const tool_options *options)
{
	const hr_backend_policy *policy = &options->backends;
	hr_registry *registry = hr_registry_new(&policy->search, &policy->host);

	hr_registry_print(registry, stdout);
	hr_registry_free(registry);
}

bool tool_wants_colour(const tool_options *options, FILE *stream)
{
	const char *none = getenv("NO_COLOR"), *terminal = getenv("TERM");

	if (options->given.color != TOOL_COLOUR_AUTO)
		return options->given.color == TOOL_COLOUR_ALWAYS;
	return isatty(fileno(stream)) && !(none && *none) && terminal &&
	       strcmp(terminal, "dumb") != 0;
}

/* A name may be given with the brackets in which it is printed. */
bool tool_explain(const char *asked, bool colour, FILE *stream)
{
	const char *whole = asked, *near;
	size_t length = strlen(asked);
	char name[64];
	hr_diag_id id;

	if (strcmp(asked, "list") == 0) {
		hr_explain_list(stream);
		return true;
	}
	if (length > 2 && asked[0] == '[' && asked[length - 1] == ']') {
		asked++;
		length -= 2;
	}
	snprintf(name, sizeof(name), "%.*s", (int)(length < sizeof(name) ? length : 0), asked);
	if (hr_explain_print_clause(name, stream, colour))
		return true;
	if (hr_diag_find(name, &id)) {
		hr_explain_print(id, stream, colour);
		return true;
	}
	near = hr_diag_near(name);
	return tool_wrong("unknown diagnostic or clause '%s'%s%s%s; list them with --explain list",
			  whole, near ? "; did you mean '" : "", near ? near : "",
			  near ? "'?" : "");
}

void tool_list_diagnostics(const hr_diags *diags, FILE *stream)
{
	static const char *const severities[] = {"off", "warning", "error"};

	for (int i = 0; i < HR_D_COUNT; i++) {
		hr_diag_id id = (hr_diag_id)i;

		if (hr_diag_is_second(id))
			continue;
		fprintf(stream, "%-24s %-8s %-4s %s\n", hr_diag_name(id),
			severities[hr_diags_severity(diags, id)], hr_diag_clause(id),
			hr_status_text(hr_diag_outcome(id)));
	}
}
