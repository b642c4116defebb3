/* backends/tests/emits.c -- a module that runs nothing: it prints the names of units, for the tests of --emit. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backends/backend.h"

enum { FAIL, ARCH, OPTIONS };
enum { NAMES, LIST };

typedef struct emission {
	hr_backend_output output;
	char names[1024];
} emission;

static void print(const emission *self, const char *text)
{
	self->output.write(self->output.to, text, strlen(text));
}

static int begin(const hr_backend_output *output, void **made, char text[HR_BACKEND_TEXT])
{
	emission *self;

	if (strcmp(output->options[FAIL], "begin") == 0) {
		strcpy(text, "it does not begin");
		return 1;
	}
	self = calloc(1, sizeof(*self));
	if (!self)
		abort();
	self->output = *output;
	*made = self;
	return 0;
}

static hr_unit_refusal emit_unit(void *made, const hr_unit *unit, const char *path, const char *unstaged, char text[HR_BACKEND_TEXT])
{
	emission *self = made;
	char line[256];

	(void)unstaged;
	if (strcmp(self->output.options[FAIL], "unit") == 0) {
		strcpy(text, "it was told to");
		return HR_REFUSES_BACKEND;
	}
	snprintf(line, sizeof(line), "%s of %s\n", unit->name, path);
	if (self->output.form == NAMES)
		print(self, line);
	else
		strncat(self->names, line, sizeof(self->names) - strlen(self->names) - 1);
	return HR_TAKEN;
}

static int end(void *made, int complete, char text[HR_BACKEND_TEXT])
{
	emission *self = made;
	int failed = complete && strcmp(self->output.options[FAIL], "end") == 0;

	if (failed)
		strcpy(text, "it does not end");
	else if (complete && self->output.form == LIST) {
		print(self, self->output.options[ARCH]);
		print(self, ":\n");
		print(self, self->names);
	}
	free(self);
	return failed;
}

static const hr_backend_option options[OPTIONS] = {
	[FAIL] = {.name = "fail", .kind = HR_OPTION_CHOICE, .argument = "never|begin|unit|end", .preset = "never", .help = "where it fails"},
	[ARCH] = {.name = "arch", .argument = "NAME", .preset = "any", .help = "a heading"},
};

static const hr_backend_form forms[] = {
	[NAMES] = {"names", "the names of units", "# ", NULL, HR_EMITS_EACH | HR_EMITS_GROUPS | HR_EMITS_CHAINS},
	[LIST] = {"list", "the same, at the end", NULL, NULL, HR_EMITS_RUNS | HR_EMITS_GROUPS | HR_EMITS_CHAINS | HR_EMITS_ARCH},
};

static const hr_backend_emitter emitter = {
	.forms = forms,
	.form_count = sizeof(forms) / sizeof(forms[0]),
	.begin = begin,
	.unit = emit_unit,
	.end = end,
};

const hr_backend hr_backend_module = {
	.version = HR_BACKEND_VERSION,
	.bytes = sizeof(hr_backend),
	.name = "emits",
	.summary = "prints names",
	.options = options,
	.option_count = OPTIONS,
	.emitter = &emitter,
};
