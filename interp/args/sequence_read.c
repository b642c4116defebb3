/* interp/args/sequence_read.c -- reads a list of launches: its steps before the program is loaded, the rest when
 * the run begins.
 *
 * Owns:      the sequence.
 * Not here:  the arguments of a launch (pack.c), running (sequence.c). */
#include <stdio.h>
#include <string.h>

#include "interp/args/sequence_private.h"

static const hr_element u64 = {HR_C_I64, 64, HR_SIGN_UNSIGNED};

/* --- launches of kernels ---------------------------------------------------------------------- */

static hr_status read_number(hr_direct *direct, const hr_yaml *node, uint64_t least, uint64_t most,
			     uint64_t *number)
{
	HR_TRY(hr_element_read(direct, node, u64, (uint8_t *)number));
	if (*number >= least && *number <= most)
		return HR_OK;
	return hr_direct_bad(direct, node, "a number from %llu to %llu is expected",
			     (unsigned long long)least, (unsigned long long)most);
}

/* Read X, or [X, Y, Z], of KEY; what is not given is LEAST. Set *COUNT to how many were given. */
static hr_status read_sizes(hr_direct *direct, const hr_yaml *map, const char *key, uint64_t least,
			    uint64_t sizes[3], unsigned *count)
{
	const hr_yaml *node = hr_yaml_get(map, key);

	*count = 0;
	if (!node)
		return HR_OK;
	for (unsigned i = 0; i < 3; i++)
		sizes[i] = least;
	if (node->kind == HR_YAML_LIST && node->count >= 1 && node->count <= 3) {
		for (size_t i = 0; i < node->count; i++)
			HR_TRY(read_number(direct, node->items[i], least, INT64_MAX, &sizes[i]));
		*count = (unsigned)node->count;
		return HR_OK;
	}
	if (node->kind != HR_YAML_SCALAR)
		return hr_direct_bad(direct, node,
				     "'%s' is a number, or a list of up to three: [X, Y, Z]", key);
	*count = 1;
	return read_number(direct, node, least, INT64_MAX, &sizes[0]);
}

static hr_status read_launch(hr_direct *direct, const hr_yaml *map, hr_kernel_launch *launch)
{
	const hr_yaml *kernel = hr_yaml_get(map, "kernel"), *shared = hr_yaml_get(map, "shared");
	const hr_yaml *warp = hr_yaml_get(map, "warp");
	unsigned grid, global, block, offset;
	uint64_t lanes = 0;

	if (kernel->kind != HR_YAML_SCALAR || !*kernel->text)
		return hr_direct_bad(direct, kernel, "the name of a kernel is expected");
	launch->kernel = kernel->text;
	HR_TRY(read_sizes(direct, map, "grid", 1, launch->groups, &grid));
	HR_TRY(read_sizes(direct, map, "global", 1, launch->items, &global));
	HR_TRY(read_sizes(direct, map, "block", 1, launch->block, &block));
	HR_TRY(read_sizes(direct, map, "offset", 0, launch->offset, &offset));
	if (!grid == !global)
		return hr_direct_bad(
			direct, map,
			"a launch needs 'grid', the number of groups, or 'global', the number of work-items%s",
			grid ? ", and not both" : "");
	if (shared)
		HR_TRY(read_number(direct, shared, 0, (uint64_t)1 << 40, &launch->shared));
	launch->shared_given = shared != NULL;
	if (warp)
		HR_TRY(read_number(direct, warp, 1, 64, &lanes));
	launch->warp = (unsigned)lanes;
	launch->dims = grid > global ? grid : global;
	if (launch->dims < block)
		launch->dims = block;
	return HR_OK;
}

static bool same_sizes(const uint64_t a[3], const uint64_t b[3])
{
	return memcmp(a, b, 3 * sizeof(*a)) == 0;
}

static bool same_launch(const hr_kernel_launch *a, const hr_kernel_launch *b)
{
	return strcmp(a->kernel, b->kernel) == 0 && a->dims == b->dims &&
	       same_sizes(a->items, b->items) && same_sizes(a->groups, b->groups) &&
	       same_sizes(a->block, b->block) && same_sizes(a->offset, b->offset) &&
	       a->shared == b->shared && a->shared_given == b->shared_given && a->warp == b->warp;
}

static hr_status add_launch(hr_sequence *sequence, const hr_yaml *map, size_t *number)
{
	hr_kernel_launch launch = {0};

	HR_TRY(read_launch(&sequence->direct, map, &launch));
	for (*number = 0; *number < sequence->launches.count; ++*number)
		if (same_launch(&sequence->launches.data[*number], &launch))
			return HR_OK;
	HR_PUSH(&sequence->launches, launch);
	HR_PUSH(&sequence->places, map);
	return HR_OK;
}

/* --- steps ------------------------------------------------------------------------------------ */

static const struct {
	const char *key;
	const char *const keys[10];
} kinds[] = {
	[STEP_KERNEL] = {"kernel",
			 {"kernel", "grid", "global", "block", "offset", "shared", "warp", "args"}},
	[STEP_ROOT] = {"root", {"root", "args", "results"}},
	[STEP_COPY] = {"copy", {"copy", "to", "bytes"}},
	[STEP_FILL] = {"fill", {"fill", "value", "type", "bytes"}},
	[STEP_CHECK] = {"check",
			{"check", "type", "bytes", "expect", "tolerance", "print", "save"}},
	[STEP_REPEAT] = {"repeat", {"repeat", "launches"}},
};

enum { KINDS = sizeof(kinds) / sizeof(*kinds), DEEPEST = 16 };

static hr_status kind_of(hr_direct *direct, const hr_yaml *node, step_kind *kind)
{
	const char *found = NULL;

	for (unsigned i = 0; node->kind == HR_YAML_MAP && i < KINDS; i++) {
		if (!hr_yaml_get(node, kinds[i].key))
			continue;
		if (found)
			return hr_direct_bad(direct, hr_yaml_get(node, kinds[i].key),
					     "a step has one of '%s' and '%s'", found,
					     kinds[i].key);
		found = kinds[i].key;
		*kind = (step_kind)i;
	}
	if (!found)
		return hr_direct_bad(
			direct, node,
			"a step is a map with 'kernel', 'root', 'copy', 'fill', 'check' or 'repeat'");
	return hr_direct_check_keys(direct, node, kinds[*kind].keys);
}

static hr_status read_steps(hr_sequence *sequence, const hr_yaml *list, unsigned depth)
{
	hr_direct *direct = &sequence->direct;

	if (!list || list->kind != HR_YAML_LIST || !list->count)
		return hr_direct_bad(direct, list ? list : sequence->file,
				     "'launches' must be a list that is not empty");
	if (depth == DEEPEST)
		return hr_direct_bad(direct, list, "more than %u repetitions are nested", DEEPEST);
	for (size_t i = 0; i < list->count; i++) {
		launch_step s = {.at = list->items[i]};
		size_t place = sequence->steps.count;

		HR_TRY(kind_of(direct, s.at, &s.kind));
		if (s.kind == STEP_KERNEL)
			HR_TRY(add_launch(sequence, s.at, &s.launch));
		if (s.kind == STEP_REPEAT)
			HR_TRY(read_number(direct, hr_yaml_get(s.at, "repeat"), 0, INT64_MAX,
					   &s.times));
		HR_PUSH(&sequence->steps, s);
		if (s.kind == STEP_REPEAT)
			HR_TRY(read_steps(sequence, hr_yaml_get(s.at, "launches"), depth + 1));
		sequence->steps.data[place].body = sequence->steps.count - place - 1;
	}
	return HR_OK;
}

/* Return the first step of KIND, or NULL. */
static const launch_step *first_of(const hr_sequence *sequence, step_kind kind)
{
	for (size_t i = 0; i < sequence->steps.count; i++)
		if (sequence->steps.data[i].kind == kind)
			return &sequence->steps.data[i];
	return NULL;
}

static hr_status read_file(hr_sequence *sequence)
{
	static const char *const keys[] = {"buffers", "variables", "launches", NULL};
	hr_direct *direct = &sequence->direct;
	hr_yaml_error error;

	sequence->file = hr_yaml_read(direct->file, &direct->arena, &error);
	if (!sequence->file)
		return hr_report(direct->diags, HR_D_bad_args_file, NULL, direct->file, error.line,
				 error.text);
	if (sequence->file->kind != HR_YAML_MAP || !hr_yaml_get(sequence->file, "launches"))
		return hr_direct_bad(direct, sequence->file,
				     "a list of 'launches' is expected where neither --root nor "
				     "--kernel is given");
	HR_TRY(hr_direct_check_keys(direct, sequence->file, keys));
	HR_TRY(read_steps(sequence, hr_yaml_get(sequence->file, "launches"), 0));
	if (first_of(sequence, STEP_KERNEL) && first_of(sequence, STEP_ROOT))
		return hr_direct_bad(direct, first_of(sequence, STEP_ROOT)->at,
				     "a list has kernels or roots of HPVM, and not both");
	if (!first_of(sequence, STEP_KERNEL) && !first_of(sequence, STEP_ROOT))
		return hr_direct_bad(direct, hr_yaml_get(sequence->file, "launches"),
				     "the list launches no kernel and no root");
	return HR_OK;
}

hr_status hr_sequence_read(const char *file, hr_diags *diags, hr_sequence **out)
{
	hr_sequence *sequence = hr_alloc_zero(sizeof(*sequence));
	hr_status status;

	sequence->direct.diags = diags;
	sequence->direct.file = file;
	sequence->direct.has_buffers = true;
	hr_arena_init(&sequence->direct.arena);
	status = read_file(sequence);
	if (status != HR_OK) {
		hr_sequence_free(sequence);
		return status;
	}
	*out = sequence;
	return HR_OK;
}

hr_kernel_launch *hr_sequence_kernels(hr_sequence *sequence, size_t *count)
{
	*count = sequence->launches.count;
	return sequence->launches.data;
}

hr_status hr_sequence_loaded(hr_sequence *sequence, hr_status status)
{
	for (size_t i = 0; status != HR_OK && i < sequence->launches.count; i++) {
		const char *wrong = sequence->launches.data[i].wrong;

		if (*wrong) /* names an option of the command line */
			return hr_direct_bad(&sequence->direct, sequence->places.data[i], "%s",
					     wrong + strspn(wrong, "-"));
	}
	return status;
}

/* --- buffers ---------------------------------------------------------------------------------- */

static const char *what_of(hr_sequence *sequence, const char *name, const hr_yaml *at)
{
	return at ? hr_arena_printf(&sequence->direct.arena, "buffer '%s' in line %u", name,
				    at->line)
		  : hr_arena_printf(&sequence->direct.arena, "buffer '%s'", name);
}

const char *const hr_buffer_keys[] = {"npy",    "raw",       "values", "zeros", "range", "random",
				      "alloc",  "type",      "shape",  "min",   "max",   "save",
				      "expect", "tolerance", "print",  NULL};

hr_status hr_sequence_read_buffers(hr_sequence *sequence)
{
	const hr_yaml *all = hr_yaml_get(sequence->file, "buffers");
	hr_direct *direct = &sequence->direct;

	if (!all || hr_yaml_is_null(all))
		return hr_variables_read(direct, sequence->file);
	if (all->kind != HR_YAML_MAP)
		return hr_direct_bad(direct, all, "'buffers' must be a map of names to buffers");
	for (size_t i = 0; i < all->count; i++) {
		hr_named_buffer buffer = {.name = all->keys[i]->text, .at = all->items[i]};

		if (buffer.at->kind != HR_YAML_MAP)
			return hr_direct_bad(
				direct, buffer.at,
				"a map that describes the memory of '%.60s' is expected",
				buffer.name);
		HR_TRY(hr_direct_check_keys(direct, buffer.at, hr_buffer_keys));
		HR_TRY(hr_direct_array(direct, buffer.at, NULL, &buffer.elements));
		HR_TRY(hr_check_read(direct, buffer.at, &buffer.elements,
				     what_of(sequence, buffer.name, NULL), &buffer.check));
		HR_PUSH(&direct->buffers, buffer);
	}
	return hr_variables_read(direct, sequence->file);
}

/* Read NODE, the name of a buffer or a map with `of` and `at`. The place reaches to the end of the buffer. */
static hr_status read_place(hr_sequence *sequence, const hr_yaml *map, const char *key,
			    step_place *place)
{
	static const char *const keys[] = {"of", "at", NULL};
	const hr_yaml *node = hr_yaml_get(map, key), *name = node, *at = NULL;
	hr_direct *direct = &sequence->direct;

	if (!node)
		return hr_direct_bad(direct, map, "'%s' is missing: a buffer", key);
	if (node->kind == HR_YAML_MAP) {
		HR_TRY(hr_direct_check_keys(direct, node, keys));
		name = hr_yaml_get(node, "of");
		at = hr_yaml_get(node, "at");
	}
	if (!name || name->kind != HR_YAML_SCALAR)
		return hr_direct_bad(
			direct, node,
			"'%s' is the name of a buffer, or a map: {of: NAME, at: BYTES}", key);
	place->buffer = hr_direct_buffer(direct, name->text);
	if (!place->buffer)
		return hr_direct_bad(direct, name, "there is no buffer '%.60s'", name->text);
	place->bytes = place->buffer->elements.array.count * place->buffer->elements.array.bytes;
	if (at)
		HR_TRY(read_number(direct, at, 0, place->bytes, &place->at));
	place->bytes -= place->at;
	return HR_OK;
}

/* Read `bytes`, which PLACE has to have. */
static hr_status read_bytes(hr_sequence *sequence, const hr_yaml *map, step_place *place)
{
	const hr_yaml *bytes = hr_yaml_get(map, "bytes");

	return bytes ? read_number(&sequence->direct, bytes, 0, place->bytes, &place->bytes)
		     : HR_OK;
}

/* --- copies, fills, checks -------------------------------------------------------------------- */

static hr_status read_copy(hr_sequence *sequence, launch_step *s)
{
	HR_TRY(read_place(sequence, s->at, "copy", &s->from));
	HR_TRY(read_bytes(sequence, s->at, &s->from));
	HR_TRY(read_place(sequence, s->at, "to", &s->to));
	if (s->from.bytes > s->to.bytes)
		return hr_direct_bad(&sequence->direct, s->at,
				     "%llu bytes are copied to a place of %llu bytes: give 'bytes'",
				     (unsigned long long)s->from.bytes,
				     (unsigned long long)s->to.bytes);
	s->to.bytes = s->from.bytes;
	return HR_OK;
}

/* Set the type of ELEMENTS to `type` of the step, or to that of the buffer at PLACE. */
static hr_status read_type(hr_sequence *sequence, const launch_step *s, hr_elements *elements)
{
	const hr_yaml *type = hr_yaml_get(s->at, "type");

	*elements = s->to.buffer->elements;
	if (type) {
		HR_TRY(hr_direct_type(&sequence->direct, type, &elements->array));
		elements->element = hr_element_of_npy(elements->array.kind, elements->array.bytes);
		elements->typed = true;
	}
	if (s->to.bytes % elements->array.bytes)
		return hr_direct_bad(&sequence->direct, s->at,
				     "%llu bytes are not a multiple of %u, the size of an element",
				     (unsigned long long)s->to.bytes, elements->array.bytes);
	return HR_OK;
}

static hr_status read_fill(hr_sequence *sequence, launch_step *s)
{
	const hr_yaml *value = hr_yaml_get(s->at, "value");
	hr_direct *direct = &sequence->direct;

	HR_TRY(read_place(sequence, s->at, "fill", &s->to));
	HR_TRY(read_bytes(sequence, s->at, &s->to));
	HR_TRY(read_type(sequence, s, &s->value));
	if (!s->value.typed)
		return hr_direct_bad(direct, s->at, "'type' is missing: the buffer has none");
	if (!value)
		return hr_direct_bad(direct, s->at, "'value' is missing");
	s->value.array.data = hr_arena_alloc(&direct->arena, s->value.array.bytes);
	return hr_element_read(direct, value, s->value.element, s->value.array.data);
}

static hr_status read_check(hr_sequence *sequence, launch_step *s)
{
	hr_npy *array = &s->checked.array;

	HR_TRY(read_place(sequence, s->at, "check", &s->to));
	HR_TRY(read_bytes(sequence, s->at, &s->to));
	HR_TRY(read_type(sequence, s, &s->checked));
	array->data = s->to.buffer->elements.array.data + s->to.at;
	if (s->to.bytes != array->count * s->to.buffer->elements.array.bytes ||
	    hr_yaml_get(s->at, "type")) {
		array->dims = 1;
		array->count = array->shape[0] = s->to.bytes / array->bytes;
	}
	return hr_check_read(&sequence->direct, s->at, &s->checked,
			     what_of(sequence, s->to.buffer->name, s->at), &s->check);
}

hr_status hr_sequence_read_step(hr_sequence *sequence, launch_step *s)
{
	switch (s->kind) {
	case STEP_COPY: return read_copy(sequence, s);
	case STEP_FILL: return read_fill(sequence, s);
	case STEP_CHECK: return read_check(sequence, s);
	default: return HR_OK;
	}
}
