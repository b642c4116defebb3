/* interp/check/object.c -- finds objects that leaves have allocated, and local variables of code.
 *
 * Not here:  allocating and freeing them (interp/check/access/allocated.c). */
#include "interp/check/check_state.h"

const check_object *hr_check_object_at(const hr_checker *checker, uint64_t address)
{
	const check_object *object = hr_spans_up_to(&checker->objects, address);

	return object && address < object->end + HR_CHECK_GAP ? object : NULL;
}

bool hr_check_holds_freed_object(const hr_checker *checker, uint64_t base, uint64_t end)
{
	const check_object *object = hr_spans_over(&checker->objects, base, base);

	if (!object)
		object = hr_spans_from(&checker->objects, base);
	for (; object && object->base < end; object = hr_spans_next(&checker->objects, object))
		if (object->freed)
			return true;
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
