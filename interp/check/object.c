/* interp/check/object.c -- finds objects that leaves have allocated, and local variables of code.
 *
 * Invariant: objects are in descending order of their bases.
 * Not here:  allocating and freeing them (interp/check/access/allocated.c). */
#include "interp/check/check_state.h"

/* Return the number of objects whose base is above ADDRESS, by binary search: the bases are in
 * descending order. */
size_t hr_check_objects_above(const hr_checker *checker, uint64_t address)
{
	size_t low = 0, high = checker->objects.count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (checker->objects.data[middle].base > address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Return the object that contains ADDRESS, including the gap behind it, or NULL. */
const check_object *hr_check_object_at(const hr_checker *checker, uint64_t address)
{
	size_t at = hr_check_objects_above(checker, address);

	if (at == checker->objects.count || address >= checker->objects.data[at].end + HR_CHECK_GAP)
		return NULL;
	return &checker->objects.data[at];
}

bool hr_check_holds_freed_object(const hr_checker *checker, uint64_t base, uint64_t end)
{
	for (size_t i = hr_check_objects_above(checker, end - 1); i < checker->objects.count; i++) {
		const check_object *object = &checker->objects.data[i];

		if (object->end <= base)
			return false;
		if (object->freed)
			return true;
	}
	return false;
}

const hr_variable *hr_check_variable_at(const hr_code *code, uint64_t place)
{
	uint32_t low = 0, high = code->variable_count;

	while (low < high) {
		const uint32_t middle = low + (high - low) / 2;

		if (code->variables[middle].place <= place)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low || place - code->variables[low - 1].place > code->variables[low - 1].bytes)
		return NULL;
	return &code->variables[low - 1];
}

const hr_variable *hr_check_variable(const hr_code *code, uint32_t place)
{
	const hr_variable *found = hr_check_variable_at(code, place);

	return found && found->place == place ? found : NULL;
}
