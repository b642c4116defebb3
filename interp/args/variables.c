/* interp/args/variables.c -- variables of a kernel's program in global or constant memory that the arguments' file sets or
 * checks, as cudaMemcpyToSymbol() does.
 *
 * A variable is a named buffer in the program's memory. It gets its values when the file is read.
 *
 * Owns:      nothing.
 * Clauses:   K6.
 * Not here:  other buffers (sequence_read.c), what is done with checks (check.c). */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <llvm-c/Core.h>

#include "interp/args/direct_args.h"
#include "interp/check/checker.h"
#include "interp/memory/image.h"

/* Return true if NAME is that of the variable SOURCE, which is static or in no namespace, in C++: "_ZL1a" of 'a'. */
static bool is_mangled(const char *name, const char *source)
{
	char *after;

	if (strncmp(name, "_ZL", 3) != 0 || !isdigit((unsigned char)name[3]))
		return false;
	return strtoul(name + 3, &after, 10) == strlen(source) && strcmp(after, source) == 0;
}

static const hr_global *find(const hr_program *program, const char *name)
{
	const hr_global *found = NULL;

	for (uint32_t i = 0; i < program->global_count; i++) {
		const hr_global *global = program->globals[i];

		if (global->defined && strcmp(global->name, name) == 0)
			return global;
		if (global->defined && is_mangled(global->name, name))
			found = global;
	}
	return found;
}

static bool has_source(const hr_yaml *map)
{
	static const char *const sources[] = {"npy",   "raw",    "values", "zeros",
					      "range", "random", "alloc"};

	for (size_t i = 0; i < sizeof(sources) / sizeof(*sources); i++)
		if (hr_yaml_get(map, sources[i]))
			return true;
	return false;
}

/* Set ELEMENTS to all of the variable: it keeps its value. */
static hr_status take_whole(hr_direct *direct, const hr_yaml *map, const hr_global *global,
			    hr_elements *elements)
{
	const hr_yaml *type = hr_yaml_get(map, "type");
	hr_npy *array = &elements->array;

	if (!type)
		return hr_direct_bad(direct, map,
				     "a 'type' is missing, or what the variable is set to");
	HR_TRY(hr_direct_type(direct, type, array));
	*elements = (hr_elements){.array = *array,
				  .element = hr_element_of_npy(array->kind, array->bytes),
				  .typed = true};
	array->dims = 1;
	array->shape[0] = array->count = global->bytes / array->bytes;
	return HR_OK;
}

void hr_buffer_open(const hr_named_buffer *buffer, bool open)
{
	const hr_npy *array = &buffer->elements.array;
	const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), begin = (uintptr_t)array->data;
	const uintptr_t first = begin / page * page;

	if (buffer->constant && mprotect((void *)first, begin + array->count * array->bytes - first,
					 open ? PROT_READ | PROT_WRITE : PROT_READ))
		hr_bug("mprotect() of a constant: %s", strerror(errno));
}

static hr_status read_variable(hr_direct *direct, const char *name, const hr_yaml *map)
{
	hr_named_buffer variable = {.name = name, .at = map, .variable = true};
	const hr_global *global = find(direct->run->program, name);
	hr_npy *array = &variable.elements.array;
	const uint8_t *from;
	uint64_t address;

	if (map->kind != HR_YAML_MAP)
		return hr_direct_bad(direct, map, "a map with the values of '%.60s' is expected",
				     name);
	if (!global)
		return hr_direct_bad(direct, map,
				     "the program has no variable '%.60s', or does not use it",
				     name);
	if (global->constant && !LLVMIsExternallyInitialized(global->llvm))
		return hr_direct_bad(direct, map,
				     "the program itself has the values of '%.60s', a constant",
				     name);
	variable.constant = global->constant;
	HR_TRY(hr_direct_check_keys(direct, map, hr_buffer_keys));
	HR_TRY(hr_image_global_address(direct->run->image, global->id, &address));
	if (!has_source(map)) {
		HR_TRY(take_whole(direct, map, global, &variable.elements));
	} else {
		HR_TRY(hr_direct_array(direct, map, NULL, &variable.elements));
		if (array->count * array->bytes > global->bytes)
			return hr_direct_bad(direct, map,
					     "variable '%.60s' has %llu bytes, not %llu", name,
					     (unsigned long long)global->bytes,
					     (unsigned long long)(array->count * array->bytes));
		from = array->data;
		array->data = (uint8_t *)(uintptr_t)address;
		hr_buffer_open(&variable, true);
		memcpy(array->data, from, array->count * array->bytes);
		hr_buffer_open(&variable, false);
		hr_check_host_sets(direct->run->checker, (const void *)(uintptr_t)address,
				   array->count * array->bytes);
	}
	array->data = (uint8_t *)(uintptr_t)address;
	HR_TRY(hr_check_read(direct, map, &variable.elements,
			     hr_arena_printf(&direct->arena, "variable '%s'", name),
			     &variable.check));
	HR_PUSH(&direct->buffers, variable);
	return HR_OK;
}

hr_status hr_variables_read(hr_direct *direct, const hr_yaml *file)
{
	const hr_yaml *all = hr_yaml_get(file, "variables");

	if (!all || hr_yaml_is_null(all))
		return HR_OK;
	if (all->kind != HR_YAML_MAP)
		return hr_direct_bad(direct, all, "'variables' must be a map of names to values");
	for (size_t i = 0; i < all->count; i++) {
		if (hr_direct_buffer(direct, all->keys[i]->text))
			return hr_direct_bad(direct, all->items[i], "a buffer has the same name");
		HR_TRY(read_variable(direct, all->keys[i]->text, all->items[i]));
	}
	return HR_OK;
}

hr_status hr_buffers_check(hr_direct *direct)
{
	hr_status checked = HR_OK;

	for (size_t i = 0; i < direct->buffers.count; i++) {
		const hr_named_buffer *buffer = &direct->buffers.data[i];
		hr_status status = hr_check_do(direct, &buffer->check, &buffer->elements);

		checked = checked == HR_OK ? status : checked;
	}
	return checked;
}
