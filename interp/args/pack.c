/* interp/args/pack.c -- from the file's arguments to the packed structure of a launch.
 *
 * An argument is found by its position in a list, or in a map by its name or its position as a
 * number. A size (an i64 after a pointer) may be omitted.
 *
 * Invariant: every byte of the inputs is written exactly once.
 * Clauses:   H2, G9.
 * Not here:  arrays (array.c), launches (direct.c). */
#include <stdlib.h>
#include <string.h>

#include "interp/args/direct_args.h"
#include "interp/host/launch.h"

/* The part of the file that has the arguments of one launch. */
typedef struct pack_state {
	hr_direct *direct;
	const hr_function *root;
	const hr_yaml *node, *at;
	const hr_arguments *base;
	const char *prefix;
	size_t next;  /* list: item of the next input */
	unsigned own; /* the buffer of the next pointer within an input */
	hr_arguments *out;
} pack_state;

static const char *name_of(pack_state *pack, unsigned input)
{
	const char *name = pack->root->inputs[input].name;

	if (name && *name)
		return hr_arena_printf(&pack->direct->arena, "%sargument '%s'", pack->prefix, name);
	return hr_arena_printf(&pack->direct->arena, "%sargument %u", pack->prefix, input);
}

static bool is_pointer(const hr_function *root, unsigned input)
{
	return root->inputs[input].type->kind == HR_T_PTR;
}

/* Return true if INPUT is the size of the pointer before it (G9). */
static bool is_size(const pack_state *pack, unsigned input)
{
	const hr_function *root = pack->root;

	return input > 0 && hr_port_has_size(root->inputs, root->input_count, input - 1);
}

/* Return the name of the root, or of the kernel that it was made of. */
static const char *root_name(const pack_state *pack)
{
	const hr_graph *graph = hr_program_graph(pack->direct->run->program, pack->root->id);

	return graph->root->kernel ? graph->root->kernel : pack->root->name;
}

/* --- finding an argument ---------------------------------------------------------------------- */

/* Return the input that KEY names, or input_count. */
static unsigned input_of_key(const hr_function *root, const char *key)
{
	unsigned long place;
	char *end;

	for (unsigned i = 0; i < root->input_count; i++)
		if (root->inputs[i].name && strcmp(root->inputs[i].name, key) == 0 && *key)
			return i;
	if (*key < '0' || *key > '9')
		return root->input_count;
	place = strtoul(key, &end, 10);
	return *end || place > root->input_count ? root->input_count : (unsigned)place;
}

static hr_status check_names(pack_state *pack)
{
	bool *seen =
		hr_arena_array(&pack->direct->arena, pack->root->input_count + 1, sizeof(*seen));

	for (size_t i = 0; i < pack->node->count; i++) {
		const hr_yaml *key = pack->node->keys[i];
		unsigned input = input_of_key(pack->root, key->text);

		if (input == pack->root->input_count)
			return hr_direct_bad(pack->direct, key, "'%s' has no parameter '%.60s'",
					     root_name(pack), key->text);
		if (seen[input])
			return hr_direct_bad(pack->direct, key, "parameter %u is given twice",
					     input);
		seen[input] = true;
	}
	return HR_OK;
}

/* Return the size in the buffer's spec, or NULL. */
static const hr_yaml *bytes_of_buffer(const hr_yaml *spec)
{
	return hr_yaml_get(spec, "bytes");
}

/* Return the spec of INPUT in the file, or NULL. BEFORE is the spec of the previous input. */
static const hr_yaml *find(pack_state *pack, unsigned input, const hr_yaml *before)
{
	const hr_yaml *node = pack->node;

	if (!node)
		return NULL;
	if (node->kind == HR_YAML_LIST) {
		if (is_size(pack, input) && bytes_of_buffer(before))
			return NULL;
		return pack->next < node->count ? node->items[pack->next++] : NULL;
	}
	for (size_t i = 0; i < node->count; i++)
		if (input_of_key(pack->root, node->keys[i]->text) == input)
			return node->items[i];
	return NULL;
}

/* --- values ----------------------------------------------------------------------------------- */

/* Return the number of pointers in a value of TYPE. */
static uint64_t pointers_in(const hr_type *type)
{
	uint64_t count = 0;

	switch (type->kind) {
	case HR_T_PTR: return 1;
	case HR_T_VECTOR:
	case HR_T_ARRAY: return type->count * pointers_in(type->element);
	case HR_T_STRUCT:
		for (uint64_t i = 0; i < type->count; i++)
			count += pointers_in(type->fields[i]);
		return count;
	default: return 0;
	}
}

static hr_status read_value(pack_state *pack, const hr_yaml *node, const hr_type *type,
			    const char *what, uint8_t *out);

static hr_status read_items(pack_state *pack, const hr_yaml *node, const hr_type *type,
			    const char *what, uint8_t *out)
{
	if (node->kind != HR_YAML_LIST || node->count != type->count)
		return hr_direct_bad(pack->direct, node, "%s is expected: a list of %llu values",
				     type->text, (unsigned long long)type->count);
	for (uint64_t i = 0; i < type->count; i++) {
		const hr_type *item = type->kind == HR_T_STRUCT ? type->fields[i] : type->element;
		uint64_t offset = type->kind == HR_T_STRUCT ? type->offsets[i] : i * item->size;
		const char *name = pointers_in(item)
					   ? hr_arena_printf(&pack->direct->arena, "%s[%llu]", what,
							     (unsigned long long)i)
					   : what;

		HR_TRY(read_value(pack, node->items[i], item, name, out + offset));
	}
	return HR_OK;
}

/* Return the type of the image or sampler that the buffer NUMBER is of; else NULL. */
static const char *opaque_of(const pack_state *pack, unsigned number)
{
	return number < pack->root->input_count ? pack->root->inputs[number].opaque : NULL;
}

/* Return how many buffers INPUT has beside the one with its number. */
static uint64_t own_buffers(const hr_function *root, unsigned input)
{
	if (root->inputs[input].opaque)
		return 1;
	return is_pointer(root, input) ? 0 : pointers_in(root->inputs[input].type);
}

static uint8_t *place_of(const pack_state *pack, unsigned input)
{
	size_t offset = 0;

	for (unsigned i = 0; i < input; i++)
		offset += hr_packed_size(pack->root->inputs[i].type);
	return pack->out->packed + offset;
}

const hr_named_buffer *hr_direct_buffer(const hr_direct *direct, const char *name)
{
	for (size_t i = 0; i < direct->buffers.count; i++)
		if (strcmp(direct->buffers.data[i].name, name) == 0)
			return &direct->buffers.data[i];
	return NULL;
}

/* Use the memory of the buffer that `of` names, or of an argument, which must precede BUFFER. */
static hr_status read_shared(pack_state *pack, unsigned buffer, const hr_yaml *spec)
{
	static const char *const keys[] = {"of", "at", "bytes", NULL}, *const image_keys[] = {
									       "of", "image", NULL};
	const hr_yaml *of = hr_yaml_get(spec, "of");
	unsigned other = of->kind == HR_YAML_SCALAR ? input_of_key(pack->root, of->text) : buffer;
	const hr_named_buffer *named =
		of->kind == HR_YAML_SCALAR ? hr_direct_buffer(pack->direct, of->text) : NULL;

	HR_TRY(hr_direct_check_keys(pack->direct, spec,
				    opaque_of(pack, buffer) ? image_keys : keys));
	if (named) {
		pack->out->buffers[buffer] = named->elements;
		return HR_OK;
	}
	if (other >= buffer || other >= pack->root->input_count || !is_pointer(pack->root, other) ||
	    !pack->out->buffers[other].array.data)
		return hr_direct_bad(
			pack->direct, of,
			pack->direct->has_buffers
				? "'of' must name a buffer or an earlier pointer argument that is not null"
				: "'of' must name an earlier pointer argument that is not null");
	pack->out->buffers[buffer] = pack->out->buffers[other];
	return HR_OK;
}

/* Read the offset of the pointer in its memory. */
static hr_status read_into(pack_state *pack, unsigned buffer, const hr_yaml *at)
{
	static const hr_element u64 = {HR_C_I64, 64, HR_SIGN_UNSIGNED};
	const hr_npy *array = &pack->out->buffers[buffer].array;
	uint64_t *into = &pack->out->into[buffer];

	if (!at)
		return HR_OK;
	HR_TRY(hr_element_read(pack->direct, at, u64, (uint8_t *)into));
	if (*into > array->count * array->bytes)
		return hr_direct_bad(pack->direct, at,
				     "'at' lies beyond the end of the memory, which has %llu bytes",
				     (unsigned long long)(array->count * array->bytes));
	return HR_OK;
}

/* Read the memory that SPEC describes, or names by another argument. */
static hr_status read_memory(pack_state *pack, unsigned number, const hr_yaml *spec,
			     const char *what)
{
	static const char *const keys[] = {
		"npy", "raw", "values", "zeros", "range",  "random",    "alloc", "type", "shape",
		"min", "max", "bytes",  "save",  "expect", "tolerance", "print", "at",   NULL};
	static const char *const image_keys[] = {
		"npy", "raw", "values", "zeros",  "range",     "random", "alloc", "type", "shape",
		"min", "max", "save",   "expect", "tolerance", "print",  "image", NULL};
	const bool image = opaque_of(pack, number) != NULL;
	hr_elements *buffer = &pack->out->buffers[number], channels = {0};

	if (spec->kind == HR_YAML_SCALAR && hr_direct_buffer(pack->direct, spec->text)) {
		*buffer = hr_direct_buffer(pack->direct, spec->text)->elements;
		return HR_OK;
	}
	if (spec->kind == HR_YAML_SCALAR && pack->direct->has_buffers)
		return hr_direct_bad(pack->direct, spec, "there is no buffer '%.60s'", spec->text);
	if (spec->kind != HR_YAML_MAP)
		return hr_direct_bad(
			pack->direct, spec,
			"%s is a pointer: a map that describes its memory, or null, is expected",
			what);
	if (hr_yaml_get(spec, "of"))
		return read_shared(pack, number, spec);
	HR_TRY(hr_direct_check_keys(pack->direct, spec, image ? image_keys : keys));
	HR_TRY(hr_direct_array(
		pack->direct, spec,
		image && hr_direct_image_elements(spec, &channels) ? &channels : NULL, buffer));
	HR_TRY(hr_check_read(pack->direct, spec, buffer, what, &pack->out->checks[number]));
	pack->out->checked[number] = true;
	return HR_OK;
}

/* Read an image or a sampler, which reports call WHAT: its own buffer is what the kernel gets a pointer to, OUT. */
static hr_status read_opaque(pack_state *pack, unsigned input, const hr_yaml *spec,
			     const char *what, uint8_t *out)
{
	const char *type = opaque_of(pack, input);
	const unsigned number = pack->own++;
	hr_elements *handle = &pack->out->buffers[number];
	uint64_t address;

	if (!strcmp(type, "sampler_t")) {
		HR_TRY(hr_direct_sampler(pack->direct, spec, what, handle));
	} else if (spec->kind != HR_YAML_MAP) {
		return hr_direct_bad(pack->direct, spec,
				     "%s is an image: a map that describes its texels is expected",
				     what);
	} else {
		HR_TRY(read_memory(pack, input, spec, what));
		HR_TRY(hr_direct_image(pack->direct, spec, type, &pack->out->buffers[input],
				       handle));
	}
	pack->out->checks[number] = (hr_check){.what = what, .at = spec};
	pack->out->checked[number] = true;
	address = (uint64_t)(uintptr_t)handle->array.data;
	memcpy(out, &address, sizeof(address));
	return HR_OK;
}

/* Read a pointer, which reports call WHAT, into its memory image: a buffer with NUMBER, and its check. */
static hr_status read_pointer(pack_state *pack, unsigned number, const hr_yaml *spec,
			      const char *what, uint8_t *out)
{
	hr_elements *buffer = &pack->out->buffers[number];
	uint64_t address;

	if (hr_yaml_is_null(spec)) {
		buffer->null = true;
		address = 0;
	} else if (hr_yaml_get(spec, "tensor")) {
		void *handle;

		HR_TRY(hr_direct_tensor(pack->direct, spec, what, &handle));
		buffer->null = true;
		address = (uint64_t)(uintptr_t)handle;
	} else {
		HR_TRY(read_memory(pack, number, spec, what));
		HR_TRY(read_into(pack, number, hr_yaml_get(spec, "at")));
		address = (uint64_t)(uintptr_t)buffer->array.data + pack->out->into[number];
	}
	if (bytes_of_buffer(spec) &&
	    (number + 1 >= pack->root->input_count || !is_size(pack, number + 1)))
		return hr_direct_bad(pack->direct, bytes_of_buffer(spec),
				     "%s is not followed by its size (i64)", what);
	memcpy(out, &address, sizeof(address));
	return HR_OK;
}

/* Read a value of TYPE, which reports call WHAT, into its memory image. */
static hr_status read_value(pack_state *pack, const hr_yaml *node, const hr_type *type,
			    const char *what, uint8_t *out)
{
	hr_element element = {type->con, type->bits, HR_SIGN_EITHER};

	switch (type->kind) {
	case HR_T_INT:
	case HR_T_FLOAT: return hr_element_read(pack->direct, node, element, out);
	case HR_T_PTR: return read_pointer(pack, pack->own++, node, what, out);
	case HR_T_VECTOR:
		if (type->element->kind == HR_T_INT && type->element->bits % 8 != 0)
			break; /* packed bits */
		return read_items(pack, node, type, what, out);
	case HR_T_ARRAY:
	case HR_T_STRUCT: return read_items(pack, node, type, what, out);
	default: break;
	}
	return hr_direct_bad(pack->direct, node, "an argument of type %s cannot be given in a file",
			     type->text);
}

/* Set a size that was omitted, or given with the buffer. */
static hr_status read_size(pack_state *pack, unsigned input, const hr_yaml *bytes)
{
	static const hr_element i64 = {HR_C_I64, 64, HR_SIGN_EITHER};
	const hr_npy *array = &pack->out->buffers[input - 1].array;
	uint64_t size = array->count * array->bytes - pack->out->into[input - 1];

	if (bytes && !hr_yaml_is(bytes, "auto"))
		HR_TRY(hr_element_read(pack->direct, bytes, i64, (uint8_t *)&size));
	memcpy(place_of(pack, input), &size, sizeof(size));
	return HR_OK;
}

static void inherit_buffer(pack_state *pack, unsigned number)
{
	pack->out->buffers[number] = pack->base->buffers[number];
	pack->out->into[number] = pack->base->into[number];
}

/* Copy BASE's argument INPUT. */
static void inherit(pack_state *pack, unsigned input)
{
	const uint8_t *base = pack->base->packed + (place_of(pack, input) - pack->out->packed);

	memcpy(place_of(pack, input), base, hr_packed_size(pack->root->inputs[input].type));
	inherit_buffer(pack, input);
	for (uint64_t n = own_buffers(pack->root, input); n; n--)
		inherit_buffer(pack, pack->own++);
}

/* K3: the size of local memory is at least one byte. */
static hr_status check_local(pack_state *pack, unsigned input, const hr_yaml *spec)
{
	int64_t bytes;

	if (!pack->root->inputs[input].local)
		return HR_OK;
	memcpy(&bytes, place_of(pack, input), sizeof(bytes));
	if (bytes > 0)
		return HR_OK;
	return hr_direct_bad(pack->direct, spec,
			     "%s is local memory, and its size must be at least 1 byte, not %lld",
			     name_of(pack, input), (long long)bytes);
}

static hr_status read_argument(pack_state *pack, unsigned input, const hr_yaml *spec,
			       const hr_yaml *before)
{
	const hr_type *type = pack->root->inputs[input].type;
	const hr_yaml *bytes = is_size(pack, input) ? bytes_of_buffer(before) : NULL;

	if (spec && bytes)
		return hr_direct_bad(pack->direct, spec,
				     "the size is given twice, here and with 'bytes'");
	if (!spec && pack->base && !before && !bytes) {
		inherit(pack, input);
		return HR_OK;
	}
	if (is_size(pack, input)) {
		const hr_yaml *of_map = hr_yaml_get(spec, "bytes");
		bool automatic = hr_yaml_is(spec, "auto") ||
				 (hr_yaml_is(of_map, "auto") && spec->count == 1);

		if (automatic ||
		    (!spec && (bytes || (pack->node && pack->node->kind == HR_YAML_MAP))))
			return read_size(pack, input, bytes);
	}
	if (!spec && pack->base) {
		inherit(pack, input);
		return HR_OK;
	}
	if (!spec && pack->root->inputs[input].optional)
		return HR_OK; /* the packed values are zeros */
	if (!spec)
		return hr_direct_bad(pack->direct, pack->at, "%s (%s) is missing",
				     name_of(pack, input), type->text);
	if (opaque_of(pack, input))
		return read_opaque(pack, input, spec, name_of(pack, input), place_of(pack, input));
	if (type->kind == HR_T_PTR)
		return read_pointer(pack, input, spec, name_of(pack, input), place_of(pack, input));
	HR_TRY(read_value(pack, spec, type, name_of(pack, input), place_of(pack, input)));
	return check_local(pack, input, spec);
}

/* --- all arguments ---------------------------------------------------------------------------- */

/* Return the number of buffers that launches of ROOT have. */
static unsigned buffers_of(const hr_function *root)
{
	uint64_t count = root->input_count;

	for (unsigned i = 0; i < root->input_count; i++)
		count += own_buffers(root, i);
	return (unsigned)count;
}

hr_status hr_arguments_read(hr_direct *direct, const hr_function *root, const hr_yaml *node,
			    const hr_yaml *at, const hr_arguments *base, const char *prefix,
			    hr_arguments *arguments)
{
	hr_arguments read = {.inputs_bytes = hr_packed_inputs(root), .count = buffers_of(root)};
	pack_state pack = {.direct = direct,
			   .root = root,
			   .node = node,
			   .at = node ? node : at,
			   .base = base,
			   .prefix = prefix,
			   .own = root->input_count,
			   .out = &read};
	const hr_yaml *before = NULL;
	const size_t count = read.count;

	direct->any_tensors = hr_said_of(root, "hpvm.tensor.program") != NULL;
	if (hr_yaml_is_null(node))
		pack.node = NULL;
	else if (node && node->kind == HR_YAML_SCALAR)
		return hr_direct_bad(direct, node, "arguments must be a list or a map");
	read.packed =
		hr_arena_alloc(&direct->arena, read.inputs_bytes + hr_packed_outputs(root) + 1);
	read.buffers = hr_arena_array(&direct->arena, count + 1, sizeof(*read.buffers));
	read.into = hr_arena_array(&direct->arena, count + 1, sizeof(*read.into));
	read.checks = hr_arena_array(&direct->arena, count + 1, sizeof(*read.checks));
	read.checked = hr_arena_array(&direct->arena, count + 1, sizeof(*read.checked));
	if (pack.node && pack.node->kind == HR_YAML_MAP)
		HR_TRY(check_names(&pack));
	for (unsigned input = 0; input < root->input_count; input++) {
		const hr_yaml *spec = find(&pack, input, before);

		HR_TRY(read_argument(&pack, input, spec, before));
		before = spec;
	}
	if (pack.node && pack.node->kind == HR_YAML_LIST && pack.next < pack.node->count)
		return hr_direct_bad(direct, pack.node->items[pack.next],
				     "there are more arguments than parameters of '%s' (%u)",
				     root_name(&pack), root->input_count);
	*arguments = read;
	return HR_OK;
}

hr_elements hr_elements_of_type(const hr_type *type, uint8_t *data)
{
	hr_elements elements = {.array = {.kind = HR_NPY_UINT, .bytes = 1, .dims = 1, .data = data},
				.element = {HR_C_I8, 8, HR_SIGN_UNSIGNED}};
	bool many = type->kind == HR_T_VECTOR || type->kind == HR_T_ARRAY;
	const hr_type *item = many ? type->element : type;

	if ((item->kind == HR_T_INT || item->kind == HR_T_FLOAT) &&
	    item->size == hr_con_size(item->con) &&
	    (type->kind != HR_T_VECTOR || type->store_size == type->count * item->size)) {
		elements.typed = true;
		elements.element = (hr_element){item->con, item->bits, HR_SIGN_EITHER};
		elements.array.bytes = (unsigned)item->size;
		elements.array.kind = item->kind == HR_T_FLOAT ? HR_NPY_FLOAT
				      : item->bits == 1        ? HR_NPY_BOOL
							       : HR_NPY_INT;
		elements.array.dims = many ? 1 : 0;
	}
	elements.array.count = many && elements.typed ? type->count
			       : elements.typed       ? 1
						      : hr_packed_size(type);
	elements.array.shape[0] = elements.array.count;
	return elements;
}
