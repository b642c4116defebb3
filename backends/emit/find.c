/* backends/emit/find.c -- the module that prints a form.
 *
 * Owns:     the registry of an hr_emit.
 * Not here: printing (emit.c). */
#include <string.h>

#include "backends/emit/emit.h"
#include "src/base/alloc.h"
#include "src/base/vec.h"
#include "src/diag/near.h"

typedef HR_VEC(const char *) form_names;

/* Return the form NAME of MODULE; NULL: it has none of that name. All its forms are added to
 * NAMES. */
static const hr_backend_form *find_form(const hr_backend *module, const char *name,
					form_names *names)
{
	const hr_backend_form *found = NULL;

	for (uint32_t i = 0; module->emitter && i < module->emitter->form_count; i++) {
		const hr_backend_form *form = &module->emitter->forms[i];

		HR_PUSH(names, form->name);
		if (strcmp(form->name, name) == 0)
			found = form;
	}
	return found;
}

/* Return whether MODULE prints the form. What keeps it from being read goes to TEXT. */
static bool take(hr_emit *emit, const char *module, form_names *names, char text[HR_SETTING_TEXT])
{
	const char *why = NULL;
	const hr_backend_entry *entry = hr_registry_table(emit->registry, module, &why);

	if (!entry) {
		if (strcmp(module, emit->form) == 0)
			snprintf(text, HR_SETTING_TEXT,
				 "--emit %s: backend '%s' is unavailable: %s", emit->form, module,
				 why);
		return false;
	}
	emit->of = find_form(entry->table, emit->form, names);
	emit->entry = entry;
	return emit->of != NULL;
}

static void say_none(const hr_emit *emit, const form_names *names, char text[HR_SETTING_TEXT])
{
	char all[HR_OPTION_TEXT], near[HR_NEAR_TEXT];

	snprintf(text, HR_SETTING_TEXT, "--emit takes %s, not '%.60s'%s",
		 hr_join(names->data, names->count, all, sizeof(all)), emit->form,
		 hr_did_you_mean(emit->form, names->data, names->count, near));
}

/* A form is most often looked for in the module of its own name, so that one comes first. */
static bool find_module(hr_emit *emit, char text[HR_SETTING_TEXT])
{
	form_names names = {0};
	const char *name;
	bool found;

	HR_PUSH(&names, "header"); /* no module prints that one */
	text[0] = '\0';
	found = hr_registry_has(emit->registry, emit->form) && take(emit, emit->form, &names, text);
	for (size_t i = 0; !found && !text[0] && (name = hr_registry_name(emit->registry, i)); i++)
		if (strcmp(name, emit->form) != 0)
			found = take(emit, name, &names, text);
	if (!found && !text[0])
		say_none(emit, &names, text);
	HR_VEC_FREE(&names);
	return found;
}

bool hr_emit_find(hr_emit *emit, const hr_backend_search *search, const hr_backend_host *host,
		  char text[HR_SETTING_TEXT])
{
	emit->registry = hr_registry_new(search, host);
	if (!find_module(emit, text))
		return false;
	if (emit->arch && !(emit->of->flags & HR_EMITS_ARCH))
		snprintf(text, HR_SETTING_TEXT,
			 "--emit-arch is for --emit of code for an architecture, and '%s' is none",
			 emit->form);
	else if (emit->arches && !(emit->of->flags & HR_EMITS_ARCHES))
		snprintf(text, HR_SETTING_TEXT, "--emit %s takes one architecture, not several",
			 emit->form);
	if (text[0])
		return false;
	emit->values = hr_alloc_array(emit->entry->table->option_count + 1, sizeof(*emit->values));
	return hr_settings_fill(emit->entry->table, search->settings, search->setting_count,
				emit->values, text);
}

void hr_emit_end(hr_emit *emit)
{
	hr_free(emit->values);
	hr_registry_free(emit->registry);
	emit->registry = NULL;
}
