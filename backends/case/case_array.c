/* backends/case/case_array.c -- memory of a case as a NumPy file, so that people can read its
 * elements.
 *
 * Invariant: hr_case_read_array() restores type and bytes that hr_case_write_array() has written.
 * Owns:      nothing; bytes are in the case's arena.
 * Not here:  tensors (case_tensor.c), memory of no type, which is a raw file (write.c). */
#include "backends/case/case_array.h"

#include <string.h>

#include "src/file/npy.h"

static const struct {
	const char *name;
	hr_npy_kind kind;
	unsigned bytes;
} types[] = {
	{"i8", HR_NPY_INT, 1},  {"i16", HR_NPY_INT, 2},     {"i32", HR_NPY_INT, 4},
	{"i64", HR_NPY_INT, 8}, {"float", HR_NPY_FLOAT, 4}, {"double", HR_NPY_FLOAT, 8},
};

enum { TYPES = sizeof(types) / sizeof(*types) };

/* Return the index of the memory's type; TYPES if its elements have none. */
static unsigned type_of(const hr_case_memory *memory)
{
	unsigned i = 0;

	while (i < TYPES && (!memory->type || strcmp(types[i].name, memory->type) != 0))
		i++;
	return i;
}

bool hr_case_is_array(const hr_case_memory *memory)
{
	const unsigned type = type_of(memory);

	return !memory->rank && type < TYPES && memory->bytes &&
	       memory->bytes % types[type].bytes == 0;
}

bool hr_case_write_array(const hr_case_memory *memory, const char *path, const char **why)
{
	const unsigned type = type_of(memory);
	hr_npy array = {.kind = types[type].kind,
			.bytes = types[type].bytes,
			.dims = 1,
			.shape = {memory->bytes / types[type].bytes},
			.data = memory->data};

	*why = "too large";
	return hr_npy_measure(&array) && hr_npy_write(path, &array, why);
}

bool hr_case_read_array(hr_case *self, const char *path, hr_case_memory *memory, const char **why)
{
	hr_npy array;

	if (!hr_npy_read(path, &array, why))
		return false;
	*memory = (hr_case_memory){.bytes = array.count * array.bytes};
	for (unsigned i = 0; i < TYPES; i++)
		if (types[i].kind == array.kind && types[i].bytes == array.bytes)
			memory->type = types[i].name;
	memory->data = hr_arena_alloc(&self->arena, memory->bytes + 1);
	memcpy(memory->data, array.data, memory->bytes);
	hr_free(array.data);
	return true;
}
