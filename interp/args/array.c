/* interp/args/array.c -- arrays from files, literals and generators, as docs/args.md describes
 * them.
 *
 * Invariant: a returned array is complete and aligned to 64 bytes, and the bytes around it are the
 *            same in each run.
 * Owns:      the bytes, through hr_direct.memory.
 * Not here:  the use of an array (direct.c, check.c). */
#include <math.h>
#include <string.h>

#include "interp/args/direct_args.h"
#include "src/base/mix.h"
#include "src/file/file.h"

enum {
	ALIGN = 64,
	MARGIN = 4096, /* unused bytes before and after an array, filled with */
	/* a constant, so that a stray access has the same result in each run */
	MARGIN_FILL = 0xA5,
};

/* Keys that a source accepts besides its own. */
enum { TYPE = 1, SHAPE = 2, LIMITS = 4 };

typedef struct array_source {
	const char *key;
	unsigned modifiers;
	bool needs_type;
	hr_status (*make)(hr_direct *direct, const hr_yaml *map, const hr_yaml *value,
			  hr_elements *elements);
} array_source;

const char *const hr_direct_array_keys[] = {"npy",   "raw",  "values", "zeros", "range", "random",
					    "alloc", "type", "shape",  "min",   "max",   NULL};

/* --- memory, types, shapes -------------------------------------------------------------------- */

uint8_t *hr_direct_memory(hr_direct *direct, uint64_t bytes)
{
	const size_t around = 2 * MARGIN + ALIGN;
	uint8_t *memory = hr_alloc(bytes > SIZE_MAX - around ? SIZE_MAX : bytes + around), *array;

	HR_PUSH(&direct->memory, memory);
	array = memory + MARGIN + (ALIGN - (uintptr_t)memory % ALIGN) % ALIGN;
	memset(memory, MARGIN_FILL, (size_t)(array - memory));
	memset(array + bytes, MARGIN_FILL, around - (size_t)(array - memory));
	return array;
}

/* Complete the type and allocate room for COUNT elements. */
static hr_status make_room(hr_direct *direct, const hr_yaml *at, hr_elements *elements)
{
	if (!hr_npy_measure(&elements->array))
		return hr_direct_bad(direct, at, "the array is too large");
	elements->array.data =
		hr_direct_memory(direct, elements->array.count * elements->array.bytes);
	return HR_OK;
}

static const struct {
	const char *name;
	hr_npy_kind kind;
	unsigned bytes;
} types[] = {
	{"bool", HR_NPY_BOOL, 1}, {"i1", HR_NPY_BOOL, 1},   {"i8", HR_NPY_INT, 1},
	{"u8", HR_NPY_UINT, 1},   {"i16", HR_NPY_INT, 2},   {"u16", HR_NPY_UINT, 2},
	{"i32", HR_NPY_INT, 4},   {"u32", HR_NPY_UINT, 4},  {"i64", HR_NPY_INT, 8},
	{"u64", HR_NPY_UINT, 8},  {"f16", HR_NPY_FLOAT, 2}, {"f32", HR_NPY_FLOAT, 4},
	{"f64", HR_NPY_FLOAT, 8}, {"bf16", HR_NPY_BF16, 2},
};

hr_status hr_direct_type(hr_direct *direct, const hr_yaml *node, hr_npy *array)
{
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		if (hr_yaml_is(node, types[i].name)) {
			array->kind = types[i].kind;
			array->bytes = types[i].bytes;
			return HR_OK;
		}
	}
	return hr_direct_bad(direct, node,
			     "a type is expected: bool, i8 to i64, u8 to u64, f16, bf16, f32, f64");
}

const char *hr_direct_type_name(const hr_npy *array)
{
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		if (types[i].kind == array->kind && types[i].bytes == array->bytes)
			return types[i].name;
	hr_bug("an array has elements of kind %d", (int)array->kind);
}

static hr_status read_count(hr_direct *direct, const hr_yaml *node, uint64_t *count)
{
	static const hr_element i64 = {HR_C_I64, 64, HR_SIGN_SIGNED};
	int64_t number;

	HR_TRY(hr_element_read(direct, node, i64, (uint8_t *)&number));
	if (number < 0)
		return hr_direct_bad(direct, node, "'%.40s' is negative", node->text);
	*count = (uint64_t)number;
	return HR_OK;
}

hr_status hr_direct_shape(hr_direct *direct, const hr_yaml *node, hr_npy *array)
{
	if (node->kind == HR_YAML_SCALAR) {
		array->dims = 1;
		return read_count(direct, node, &array->shape[0]);
	}
	if (node->kind != HR_YAML_LIST || node->count > HR_NPY_DIMS)
		return hr_direct_bad(direct, node,
				     "a shape must be a number or a list of up to 32 numbers");
	array->dims = (unsigned)node->count;
	for (size_t i = 0; i < node->count; i++)
		HR_TRY(read_count(direct, node->items[i], &array->shape[i]));
	return HR_OK;
}

/* --- files ------------------------------------------------------------------------------------ */

static hr_status from_npy(hr_direct *direct, const hr_yaml *map, const hr_yaml *value,
			  hr_elements *elements)
{
	const char *path, *why;
	hr_npy read;

	(void)map;
	HR_TRY(hr_direct_file_name(direct, value, &path));
	if (!hr_npy_read(path, &read, &why))
		return hr_direct_bad(direct, value, "'%.80s': %s", path, why);
	elements->array = read;
	elements->array.data = hr_direct_memory(direct, read.count * read.bytes);
	memcpy(elements->array.data, read.data, read.count * read.bytes);
	hr_free(read.data);
	elements->typed = true;
	return HR_OK;
}

static hr_status from_raw(hr_direct *direct, const hr_yaml *map, const hr_yaml *value,
			  hr_elements *elements)
{
	const char *path;
	uint8_t *bytes;
	size_t size;
	int error;

	(void)map;
	HR_TRY(hr_direct_file_name(direct, value, &path));
	error = hr_file_read(path, &bytes, &size);
	if (error)
		return hr_direct_bad(direct, value, "'%.80s': %s", path, strerror(error));
	if (size % elements->array.bytes != 0) {
		hr_free(bytes);
		return hr_direct_bad(direct, value, "'%.80s': %zu bytes are not a multiple of %u",
				     path, size, elements->array.bytes);
	}
	elements->array.dims = 1;
	elements->array.shape[0] = elements->array.count = size / elements->array.bytes;
	elements->array.data = hr_direct_memory(direct, size);
	memcpy(elements->array.data, bytes, size);
	hr_free(bytes);
	return HR_OK;
}

/* --- literals --------------------------------------------------------------------------------- */

/* Set the shape to that of the first item at every depth; fill_values() reports items that
 * differ. */
static hr_status shape_of_values(hr_direct *direct, const hr_yaml *node, hr_npy *array)
{
	array->dims = 0;
	for (; node->kind == HR_YAML_LIST; node = node->items[0]) {
		if (array->dims == HR_NPY_DIMS)
			return hr_direct_bad(direct, node, "there are more than 32 dimensions");
		array->shape[array->dims++] = node->count;
		if (node->count == 0)
			break;
	}
	return HR_OK;
}

static hr_status fill_values(hr_direct *direct, const hr_yaml *node, const hr_elements *elements,
			     unsigned depth, uint8_t **at)
{
	if (depth == elements->array.dims) {
		HR_TRY(hr_element_read(direct, node, elements->element, *at));
		*at += elements->array.bytes;
		return HR_OK;
	}
	if (node->kind != HR_YAML_LIST || node->count != elements->array.shape[depth])
		return hr_direct_bad(direct, node,
				     "a list of %llu values is expected here, as before",
				     (unsigned long long)elements->array.shape[depth]);
	for (size_t i = 0; i < node->count; i++)
		HR_TRY(fill_values(direct, node->items[i], elements, depth + 1, at));
	return HR_OK;
}

static hr_status from_values(hr_direct *direct, const hr_yaml *map, const hr_yaml *value,
			     hr_elements *elements)
{
	uint8_t *at;

	(void)map;
	HR_TRY(shape_of_values(direct, value, &elements->array));
	HR_TRY(make_room(direct, value, elements));
	at = elements->array.data;
	return fill_values(direct, value, elements, 0, &at);
}

hr_status hr_direct_values(hr_direct *direct, const hr_yaml *node, const hr_elements *type,
			   hr_elements *elements)
{
	hr_elements made = {.array = {.kind = type->array.kind, .bytes = type->array.bytes},
			    .element = type->element,
			    .typed = type->typed};

	HR_TRY(from_values(direct, NULL, node, &made));
	*elements = made;
	return HR_OK;
}

/* --- generators ------------------------------------------------------------------------------- */

static hr_status from_zeros(hr_direct *direct, const hr_yaml *map, const hr_yaml *value,
			    hr_elements *elements)
{
	(void)map;
	HR_TRY(hr_direct_shape(direct, value, &elements->array));
	HR_TRY(make_room(direct, value, elements));
	memset(elements->array.data, 0, elements->array.count * elements->array.bytes);
	return HR_OK;
}

/* Create uninitialised memory: filled with 0xA5, so that a read shows. */
static hr_status from_alloc(hr_direct *direct, const hr_yaml *map, const hr_yaml *value,
			    hr_elements *elements)
{
	uint64_t bytes = 0;

	(void)map;
	HR_TRY(read_count(direct, value, &bytes));
	if (bytes % elements->array.bytes != 0)
		return hr_direct_bad(direct, value, "%llu bytes are not a multiple of %u",
				     (unsigned long long)bytes, elements->array.bytes);
	elements->array.dims = 1;
	elements->array.shape[0] = bytes / elements->array.bytes;
	HR_TRY(make_room(direct, value, elements));
	memset(elements->array.data, 0xA5, bytes);
	elements->fresh = true;
	return HR_OK;
}

static void store_integer(const hr_elements *elements, uint64_t index, uint64_t value)
{
	memcpy(elements->array.data + index * elements->array.bytes, &value, elements->array.bytes);
}

/* Store VALUE rounded once to the element's type. */
static void store_float(const hr_elements *elements, uint64_t index, double value)
{
	uint8_t *at = elements->array.data + index * elements->array.bytes;

	hr_element_store(value, elements->element, at);
}

/* A range of numbers; `from` and `step` are integers or floats, depending on the type. */
typedef struct array_range {
	__int128 from, to, step;
	double float_from, float_to, float_step;
} array_range;

static hr_status read_bound(hr_direct *direct, const hr_yaml *node, bool is_float,
			    __int128 *integer, double *number)
{
	static const hr_element i64 = {HR_C_I64, 64, HR_SIGN_SIGNED};
	static const hr_element f64 = {HR_C_F64, 64, HR_SIGN_SIGNED};
	int64_t value;

	if (is_float) {
		HR_TRY(hr_element_read(direct, node, f64, (uint8_t *)number));
		return isfinite(*number)
			       ? HR_OK
			       : hr_direct_bad(direct, node, "'%.40s' is not finite", node->text);
	}
	HR_TRY(hr_element_read(direct, node, i64, (uint8_t *)&value));
	*integer = value;
	return HR_OK;
}

static hr_status read_range(hr_direct *direct, const hr_yaml *node, bool is_float,
			    array_range *range)
{
	const hr_yaml *single[] = {node};
	const hr_yaml *const *items = single;
	size_t count = 1, at = 0;

	*range = (array_range){.step = 1, .float_step = 1};
	if (node->kind == HR_YAML_LIST) {
		items = (const hr_yaml *const *)node->items;
		count = node->count;
	}
	if (count < 1 || count > 3 || node->kind == HR_YAML_MAP)
		return hr_direct_bad(direct, node,
				     "a range must be TO, [FROM, TO] or [FROM, TO, STEP]");
	if (count > 1)
		HR_TRY(read_bound(direct, items[at++], is_float, &range->from, &range->float_from));
	HR_TRY(read_bound(direct, items[at++], is_float, &range->to, &range->float_to));
	if (count > 2)
		HR_TRY(read_bound(direct, items[at], is_float, &range->step, &range->float_step));
	if (is_float ? range->float_step == 0 : range->step == 0)
		return hr_direct_bad(direct, node, "the range's step is 0");
	return HR_OK;
}

/* Return how many numbers the range has from FROM to before TO. */
static uint64_t range_count(const array_range *range, bool is_float)
{
	__int128 span = range->to - range->from, step = range->step;
	double steps;

	if (is_float) {
		steps = ceil((range->float_to - range->float_from) / range->float_step);
		return steps > 0 ? (steps < 0x1p62 ? (uint64_t)steps : UINT64_MAX) : 0;
	}
	if (step < 0) {
		span = -span;
		step = -step;
	}
	return span <= 0 ? 0 : (uint64_t)((span + step - 1) / step);
}

static hr_status check_ends(hr_direct *direct, const hr_yaml *node, const array_range *range,
			    const hr_elements *elements)
{
	__int128 last = range->from + range->step * (__int128)(elements->array.count - 1);
	__int128 low = 0, high = 1;
	unsigned bits = elements->element.bits;

	if (hr_element_is_float(elements->element) || elements->array.count == 0)
		return HR_OK;
	if (elements->element.sign == HR_SIGN_SIGNED) {
		low = -((__int128)1 << (bits - 1));
		high = ((__int128)1 << (bits - 1)) - 1;
	} else {
		high = ((__int128)1 << bits) - 1;
	}
	if (range->from < low || range->from > high || last < low || last > high)
		return hr_direct_bad(direct, node, "the range exceeds its type");
	return HR_OK;
}

static hr_status from_range(hr_direct *direct, const hr_yaml *map, const hr_yaml *value,
			    hr_elements *elements)
{
	const hr_yaml *shape = hr_yaml_get(map, "shape");
	bool is_float = hr_element_is_float(elements->element);
	array_range range;
	uint64_t count;

	HR_TRY(read_range(direct, value, is_float, &range));
	count = range_count(&range, is_float);
	elements->array.dims = 1;
	elements->array.shape[0] = count;
	if (shape)
		HR_TRY(hr_direct_shape(direct, shape, &elements->array));
	if (!hr_npy_measure(&elements->array) || elements->array.count != count)
		return hr_direct_bad(direct, shape ? shape : value,
				     shape ? "the shape does not hold the range's %llu elements"
					   : "the range has %llu elements: too many",
				     (unsigned long long)count);
	HR_TRY(check_ends(direct, value, &range, elements));
	HR_TRY(make_room(direct, value, elements));
	for (uint64_t i = 0; i < count; i++) {
		if (is_float)
			store_float(elements, i, range.float_from + (double)i * range.float_step);
		else
			store_integer(elements, i,
				      (uint64_t)(range.from + range.step * (__int128)i));
	}
	return HR_OK;
}

/* splitmix64: element i is the i-th number of this generator for the seed. */
static uint64_t next_random(uint64_t *state)
{
	return hr_mix(*state += HR_MIX_STEP);
}

static hr_status random_floats(hr_direct *direct, const hr_yaml *map, uint64_t seed,
			       hr_elements *elements)
{
	const hr_yaml *min = hr_yaml_get(map, "min"), *max = hr_yaml_get(map, "max");
	double low = 0, high = 1;
	__int128 unused;

	if (min)
		HR_TRY(read_bound(direct, min, true, &unused, &low));
	if (max)
		HR_TRY(read_bound(direct, max, true, &unused, &high));
	if (low > high || !isfinite(high - low))
		return hr_direct_bad(direct, max ? max : min,
				     "max is less than min, or the difference is too large");
	for (uint64_t i = 0; i < elements->array.count; i++) {
		double unit = (double)(next_random(&seed) >> 11) * 0x1p-53;

		store_float(elements, i, low + unit * (high - low));
	}
	return HR_OK;
}

static hr_status random_integers(hr_direct *direct, const hr_yaml *map, uint64_t seed,
				 hr_elements *elements)
{
	const hr_yaml *min = hr_yaml_get(map, "min"), *max = hr_yaml_get(map, "max");
	unsigned bits = elements->element.bits;
	bool is_signed = elements->element.sign == HR_SIGN_SIGNED;
	uint64_t all = bits == 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
	uint64_t low = is_signed ? -((uint64_t)1 << (bits - 1)) : 0;
	uint64_t high = is_signed ? all >> 1 : all, span;
	hr_element element = elements->element;

	element.con = HR_C_I64;
	if (min)
		HR_TRY(hr_element_read(direct, min, element, (uint8_t *)&low));
	if (max)
		HR_TRY(hr_element_read(direct, max, element, (uint8_t *)&high));
	span = (high - low) & all;
	if (is_signed ? (int64_t)(low << (64 - bits)) > (int64_t)(high << (64 - bits)) : low > high)
		return hr_direct_bad(direct, max ? max : min, "max is less than min");
	for (uint64_t i = 0; i < elements->array.count; i++) {
		uint64_t number = next_random(&seed);

		store_integer(elements, i,
			      low + (span == UINT64_MAX ? number : number % (span + 1)));
	}
	return HR_OK;
}

static hr_status from_random(hr_direct *direct, const hr_yaml *map, const hr_yaml *value,
			     hr_elements *elements)
{
	static const hr_element u64 = {HR_C_I64, 64, HR_SIGN_UNSIGNED};
	const hr_yaml *shape = hr_yaml_get(map, "shape");
	uint64_t seed;

	HR_TRY(hr_element_read(direct, value, u64, (uint8_t *)&seed));
	if (!shape)
		return hr_direct_bad(direct, map, "'random' needs a 'shape'");
	HR_TRY(hr_direct_shape(direct, shape, &elements->array));
	HR_TRY(make_room(direct, shape, elements));
	return hr_element_is_float(elements->element)
		       ? random_floats(direct, map, seed, elements)
		       : random_integers(direct, map, seed, elements);
}

/* --- an array from any source ----------------------------------------------------------------- */

static const array_source sources[] = {
	{"npy", 0, false, from_npy},
	{"raw", TYPE, false, from_raw},
	{"values", TYPE, true, from_values},
	{"zeros", TYPE, true, from_zeros},
	{"range", TYPE | SHAPE, true, from_range},
	{"random", TYPE | SHAPE | LIMITS, true, from_random},
	{"alloc", TYPE, false, from_alloc},
};

static hr_status find_source(hr_direct *direct, const hr_yaml *map, const array_source **found)
{
	*found = NULL;
	for (size_t i = 0; i < sizeof(sources) / sizeof(sources[0]); i++) {
		if (!hr_yaml_get(map, sources[i].key))
			continue;
		if (*found)
			return hr_direct_bad(direct, hr_yaml_get(map, sources[i].key),
					     "'%s' and '%s' both name a source of the data",
					     (*found)->key, sources[i].key);
		*found = &sources[i];
	}
	if (!*found)
		return hr_direct_bad(
			direct, map,
			"no source of the data is given (npy, raw, values, zeros, range, random or alloc)");
	return HR_OK;
}

static hr_status check_modifiers(hr_direct *direct, const hr_yaml *map, const array_source *source)
{
	static const struct {
		const char *key;
		unsigned modifier;
	} modifiers[] = {{"type", TYPE}, {"shape", SHAPE}, {"min", LIMITS}, {"max", LIMITS}};

	for (size_t i = 0; i < 4; i++) {
		const hr_yaml *node = hr_yaml_get(map, modifiers[i].key);

		if (node && !(source->modifiers & modifiers[i].modifier))
			return hr_direct_bad(direct, node, "'%s' takes no '%s'", source->key,
					     modifiers[i].key);
	}
	return HR_OK;
}

hr_status hr_direct_array(hr_direct *direct, const hr_yaml *map, const hr_elements *default_type,
			  hr_elements *elements)
{
	const hr_yaml *type = hr_yaml_get(map, "type");
	hr_elements made = {.array = {.kind = HR_NPY_UINT, .bytes = 1}};
	const array_source *source;

	HR_TRY(find_source(direct, map, &source));
	HR_TRY(check_modifiers(direct, map, source));
	if (type) {
		HR_TRY(hr_direct_type(direct, type, &made.array));
		made.typed = true;
	} else if (default_type && default_type->typed) {
		made.array.kind = default_type->array.kind;
		made.array.bytes = default_type->array.bytes;
		made.typed = true;
	} else if (source->needs_type) {
		return hr_direct_bad(direct, map, "'%s' needs a 'type'", source->key);
	}
	made.element = hr_element_of_npy(made.array.kind, made.array.bytes);
	HR_TRY(source->make(direct, map, hr_yaml_get(map, source->key), &made));
	made.element = hr_element_of_npy(made.array.kind, made.array.bytes);
	*elements = made;
	return HR_OK;
}
