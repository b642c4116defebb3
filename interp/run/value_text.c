/* interp/run/value_text.c -- formats values for diagnostics.
 *
 * A floating-point number is printed such that reading it back gives the same number.
 *
 * Owns:     nothing.
 * Not here: which values a diagnostic shows. */
#include "interp/run/value_text.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "src/base/c_locale.h"

static const char *digits(const uint8_t *bytes, size_t count, char text[HR_VALUE_TEXT])
{
	size_t most = (HR_VALUE_TEXT - 8) / 2, shown = count < most ? count : most;
	size_t used = (size_t)snprintf(text, HR_VALUE_TEXT, "0x");

	for (size_t i = 0; i < shown; i++)
		used += (size_t)snprintf(text + used, HR_VALUE_TEXT - used, "%02x", bytes[i]);
	if (shown < count)
		snprintf(text + used, HR_VALUE_TEXT - used, "...");
	return text;
}

static const char *number(double value, int precision, char text[HR_VALUE_TEXT])
{
	locale_t programs = hr_c_locale_enter();

	/* the sign of a NaN has no meaning */
	snprintf(text, HR_VALUE_TEXT, "%.*g", precision, value != value ? fabs(value) : value);
	hr_c_locale_leave(programs);
	return text;
}

const char *hr_bytes_text(const void *bytes, size_t count, bool floating, char text[HR_VALUE_TEXT])
{
	int64_t whole = 0;
	double wide;
	float narrow;

	if (count != 1 && count != 2 && count != 4 && count != 8)
		return digits(bytes, count, text);
	memcpy(&whole, bytes, count);
	memcpy(&wide, &whole, sizeof(wide));
	memcpy(&narrow, bytes, count < sizeof(narrow) ? count : sizeof(narrow));
	if (floating && count == 8)
		return number(wide, 17, text);
	if (floating && count == 4)
		return number((double)narrow, 9, text);
	whole = (int64_t)((uint64_t)whole << (64 - 8 * count)) >> (64 - 8 * count);
	snprintf(text, HR_VALUE_TEXT, "%" PRId64, whole);
	return text;
}

const char *hr_value_text(const hr_type *type, const void *image, char text[HR_VALUE_TEXT])
{
	const void *pointer;

	if (type->kind == HR_T_PTR) {
		memcpy(&pointer, image, sizeof(pointer));
		snprintf(text, HR_VALUE_TEXT, "%p", pointer);
		return text;
	}
	if (type->kind != HR_T_INT && type->kind != HR_T_FLOAT)
		return digits(image, (size_t)type->store_size, text);
	return hr_bytes_text(image, (size_t)type->store_size, type->kind == HR_T_FLOAT, text);
}

const char *hr_index_text(unsigned dims, const int64_t id[3], char text[HR_VALUE_TEXT])
{
	size_t used = 0;

	*text = 0;
	for (unsigned d = 0; d < dims; d++)
		used += (size_t)snprintf(text + used, HR_VALUE_TEXT - used, "%s%" PRId64,
					 d ? ", " : " (", id[d]);
	if (dims)
		snprintf(text + used, HR_VALUE_TEXT - used, ")");
	return text;
}

size_t hr_instance_print(char *text, size_t room, const char *path, hr_instance_kind kind,
			 unsigned dims, const int64_t id[3])
{
	const bool is_node = kind == HR_INSTANCE;
	size_t used = (size_t)snprintf(text, room, is_node ? "'%s'" : "%s",
				       is_node ? path : hr_instance_noun(kind));

	for (unsigned d = 0; d < dims; d++)
		used += (size_t)snprintf(used < room ? text + used : NULL,
					 used < room ? room - used : 0, "%s%" PRId64 "%s",
					 d ? ", " : " (", id[hr_instance_element(kind, dims, d)],
					 d + 1 == dims ? ")" : "");
	return used;
}

const char *hr_instance_text(hr_arena *arena, const char *path, hr_instance_kind kind,
			     unsigned dims, const int64_t id[3])
{
	size_t room = hr_instance_print(NULL, 0, path, kind, dims, id) + 1;
	char *text = hr_arena_array(arena, room, 1);

	hr_instance_print(text, room, path, kind, dims, id);
	return text;
}
