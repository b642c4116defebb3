/* backends/dispatch/choose.c -- finds the backend chosen for a leaf by --backend, --map or the
 * leaf's hint, and loads all backends that may be needed.
 *
 * Owns:      nothing.
 * Clauses:   M3.
 * Not here:  whether that backend runs the leaf (ask.c), loading (built.c). */
#include <string.h>

#include "backends/dispatch/dispatch_parts.h"
#include "ir/program/near_names.h"

/* --- the choice for a leaf ----------------------------------------------------------------- */

static bool is_backend(const char *name)
{
	return name && strcmp(name, "interp") != 0 && strcmp(name, "hint") != 0 &&
	       strcmp(name, "auto") != 0;
}

/* Return the backends that can run a leaf with this hint, best first. */
static const char *const *names_for_hint(hr_target hint)
{
	static const char *const none[] = {NULL}, *const cpu[] = {"cpu", NULL};
	static const char *const gpu[] = {"cuda", "opencl", NULL};
	static const char *const either[] = {"cuda", "opencl", "cpu", NULL};
	static const char *const fpga[] = {"fpga", NULL}, *const tensor[] = {"cudnn", "onednn",
									     NULL};

	switch (hint) {
	case HR_TARGET_CPU: return cpu;
	case HR_TARGET_GPU: return gpu;
	case HR_TARGET_CPU_OR_GPU: return either;
	case HR_TARGET_FPGA: return fpga;
	case HR_TARGET_CUDNN:
	case HR_TARGET_TENSOR: return tensor;
	default: return none;
	}
}

const char *hr_dispatch_chosen(const hr_dispatch *self, const hr_node *leaf)
{
	const char *backend = self->policy->backend ? self->policy->backend : "interp";

	for (size_t i = 0; i < self->policy->choice_count; i++) {
		const hr_backend_choice *choice = &self->policy->choices[i];

		for (const hr_node *node = leaf; node; node = node->parent)
			if (strcmp(choice->node, node->path) == 0 ||
			    strcmp(choice->node, node->name) == 0)
				backend = choice->backend;
	}
	return backend;
}

/* Return the best backend for a hint that can be used. *WHY names the better ones that cannot be
 * used, in the form "cuda is out: ...", or is NULL. */
static const hr_backend_entry *backend_for_hint(hr_dispatch *self, hr_target hint, const char **why)
{
	const hr_backend_entry *entry = NULL;
	char text[3 * HR_BACKEND_TEXT] = "";
	const char *out;

	for (const char *const *names = names_for_hint(hint); *names && !entry; names++) {
		size_t used = strlen(text);

		entry = hr_built_load(self->built, *names, &out);
		if (!entry)
			snprintf(text + used, sizeof(text) - used, "%s%s is unavailable: %s",
				 used ? "; " : "", *names, out);
	}
	*why = *text ? hr_dispatch_keep_text(self, text) : NULL;
	return entry;
}

const hr_backend_entry *hr_dispatch_backend_for(hr_dispatch *self, const hr_node *leaf,
						const char *name, const char **why)
{
	*why = NULL;
	if (is_backend(name))
		return hr_built_load(self->built, name, why);
	return strcmp(name, "hint") == 0 ? backend_for_hint(self, leaf->hint, why) : NULL;
}

/* --- loading all backends that may be needed ----------------------------------------------- */

static hr_status load(hr_dispatch *self, const char *name)
{
	const char *why;

	if (!is_backend(name) || hr_built_load(self->built, name, &why))
		return HR_OK;
	for (size_t i = 0; i < self->out.count; i++)
		if (strcmp(self->out.data[i], name) == 0)
			return HR_OK;
	HR_PUSH(&self->out, name);
	return hr_built_report_out(self->built, name, why, &self->outcome);
}

static bool is_node(const hr_program *program, const char *name)
{
	for (uint32_t g = 0; g < program->graph_count; g++)
		for (unsigned i = 0; i < program->graphs[g]->node_count; i++) {
			const hr_node *node = program->graphs[g]->nodes[i];

			if (strcmp(node->path, name) == 0 || strcmp(node->name, name) == 0)
				return true;
		}
	return false;
}

static bool asks_for(const hr_backend_policy *policy, const char *name)
{
	for (size_t i = 0; i < policy->choice_count; i++)
		if (strcmp(policy->choices[i].backend, name) == 0)
			return true;
	return policy->backend && strcmp(policy->backend, name) == 0;
}

static void try_one(hr_dispatch *self, const char *name)
{
	hr_built_try(self->built, name);
}

static void load_one(hr_dispatch *self, const char *name)
{
	const char *why;

	(void)hr_built_load(self->built, name, &why);
}

/* Call ACT for all backends that are not named, but may be needed for `hint` and `auto`. */
static void each_possible(hr_dispatch *self, void (*act)(hr_dispatch *, const char *))
{
	const hr_program *program = self->run->program;
	const char *all;

	for (uint32_t g = 0; asks_for(self->policy, "hint") && g < program->graph_count; g++)
		for (unsigned i = 0; i < program->graphs[g]->node_count; i++)
			for (const char *const *name =
				     names_for_hint(program->graphs[g]->nodes[i]->hint);
			     *name; name++)
				act(self, *name);
	if (asks_for(self->policy, "hint"))
		act(self, "cpu");
	for (size_t i = 0; asks_for(self->policy, "auto") && (all = hr_built_name(self->built, i));
	     i++)
		act(self, all);
}

static void try_all(hr_dispatch *self)
{
	const hr_backend_policy *policy = self->policy;

	each_possible(self, try_one);
	if (is_backend(policy->backend))
		try_one(self, policy->backend);
	for (size_t i = 0; i < policy->choice_count; i++)
		if (is_backend(policy->choices[i].backend))
			try_one(self, policy->choices[i].backend);
}

/* Called before the program runs, because testing a backend takes a fork, and all tests must come
 * before the first load (hr_built_try). */
hr_status hr_dispatch_load_all(hr_dispatch *self)
{
	const hr_backend_policy *policy = self->policy;

	try_all(self);
	each_possible(self, load_one);
	HR_TRY(load(self, policy->backend));
	for (size_t i = 0; i < policy->choice_count; i++) {
		if (!is_node(self->run->program, policy->choices[i].node))
			HR_TRY(hr_program_no_node(self->run->program, self->run->diags,
						  policy->choices[i].node));
		HR_TRY(load(self, policy->choices[i].backend));
	}
	return HR_OK;
}
