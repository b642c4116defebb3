/* interp/args/image.c -- arguments that are images and samplers of OpenCL C, as docs/args.md describes them.
 *
 * The texels are ordinary memory; the kernel gets a pointer to a descriptor of them (src/arith/image_descriptor.h), which is an
 * object of its own.
 *
 * Invariant: an image fits its memory, and its order fits its data type, before anything runs.
 * Clauses:   K6.
 * Not here:  the memory of the texels (array.c); what reads and writes them (ir/kernel/library/opencl/image.cl). */
#include <ctype.h>
#include <string.h>

#include "interp/args/direct_args.h"
#include "src/arith/image_descriptor.h"

/* --- tables ----------------------------------------------------------------------------------- */

/* Which data types an order goes with (OpenCL, table of image formats). */
enum { ANY, NORMAL, PACKED, BYTES, UNORM8, GREY };

typedef struct image_order {
	const char *name;
	unsigned channels, fits;
} image_order;

/* From CLK_R on. */
static const image_order orders[] = {
	{"R", 1, ANY},
	{"A", 1, ANY},
	{"RG", 2, ANY},
	{"RA", 2, ANY},
	{"RGB", 3, PACKED},
	{"RGBA", 4, ANY},
	{"BGRA", 4, BYTES},
	{"ARGB", 4, BYTES},
	{"INTENSITY", 1, NORMAL},
	{"LUMINANCE", 1, NORMAL},
	{"Rx", 1, ANY},
	{"RGx", 2, ANY},
	{"RGBx", 3, PACKED},
	{"DEPTH", 1, GREY},
	{NULL, 0, 0},
	{"sRGB", 3, UNORM8},
	{"sRGBx", 3, UNORM8},
	{"sRGBA", 4, UNORM8},
	{"sBGRA", 4, UNORM8},
	{"ABGR", 4, BYTES},
};
enum { FIRST_ORDER = 0x10B0, ORDER_R = 0, ORDER_RG = 2, ORDER_RGBA = 5, ORDER_DEPTH = 13 };

typedef struct image_type {
	const char *name;
	unsigned bytes;
	bool packed;      /* a texel is one number */
	unsigned fits;    /* 1 << the kinds of orders that it goes with, beside ANY */
	hr_npy_kind kind; /* of the elements that hold a channel */
} image_type;

/* From CLK_SNORM_INT8 on. */
static const image_type types[] = {
	{"SNORM_INT8", 1, false, 1 << NORMAL | 1 << BYTES, HR_NPY_INT},
	{"SNORM_INT16", 2, false, 1 << NORMAL, HR_NPY_INT},
	{"UNORM_INT8", 1, false, 1 << NORMAL | 1 << BYTES | 1 << UNORM8, HR_NPY_UINT},
	{"UNORM_INT16", 2, false, 1 << NORMAL | 1 << GREY, HR_NPY_UINT},
	{"UNORM_SHORT_565", 2, true, 1 << PACKED, HR_NPY_UINT},
	{"UNORM_SHORT_555", 2, true, 1 << PACKED, HR_NPY_UINT},
	{"UNORM_INT_101010", 4, true, 1 << PACKED, HR_NPY_UINT},
	{"SIGNED_INT8", 1, false, 1 << BYTES, HR_NPY_INT},
	{"SIGNED_INT16", 2, false, 0, HR_NPY_INT},
	{"SIGNED_INT32", 4, false, 0, HR_NPY_INT},
	{"UNSIGNED_INT8", 1, false, 1 << BYTES, HR_NPY_UINT},
	{"UNSIGNED_INT16", 2, false, 0, HR_NPY_UINT},
	{"UNSIGNED_INT32", 4, false, 0, HR_NPY_UINT},
	{"HALF_FLOAT", 2, false, 1 << NORMAL, HR_NPY_FLOAT},
	{"FLOAT", 4, false, 1 << NORMAL | 1 << GREY, HR_NPY_FLOAT},
	{NULL, 0, false, 0, HR_NPY_UINT}, /* UNORM_INT24 is for depth and stencil alone */
	{"UNORM_INT_101010_2", 4, true, 0, HR_NPY_UINT},
};
enum { FIRST_TYPE = 0x10D0, LAST_PACKED = 16 };

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* What the type of a parameter says. */
typedef struct image_kind {
	const char *name;
	unsigned dims; /* without layers */
	bool array, depth;
} image_kind;

static const image_kind kinds[] = {
	{"image1d_t", 1, false, false},      {"image1d_buffer_t", 1, false, false},
	{"image1d_array_t", 1, true, false}, {"image2d_t", 2, false, false},
	{"image2d_array_t", 2, true, false}, {"image2d_depth_t", 2, false, true},
	{"image3d_t", 3, false, false},      {"image2d_array_depth_t", 2, true, true},
};

/* --- reading ---------------------------------------------------------------------------------- */

/* Return true if TEXT is NAME in upper or lower case, with - or _, perhaps after CL_ or CLK_ and GROUP. */
static bool is_name(const char *text, const char *group, const char *name)
{
	size_t length = strlen(group);

	text += !strncasecmp(text, "CL_", 3) ? 3 : !strncasecmp(text, "CLK_", 4) ? 4 : 0;
	text += strncasecmp(text, group, length) ? 0 : length;
	for (; *text && *name; text++, name++)
		if (toupper((unsigned char)(*text == '-' ? '_' : *text)) !=
		    toupper((unsigned char)*name))
			return false;
	return !*text && !*name;
}

static hr_status read_size(hr_direct *direct, const hr_yaml *node, uint32_t *size)
{
	static const hr_element i32 = {HR_C_I32, 32, HR_SIGN_SIGNED};
	int32_t number;

	HR_TRY(hr_element_read(direct, node, i32, (uint8_t *)&number));
	if (number < 1)
		return hr_direct_bad(direct, node, "an image needs at least 1 texel");
	*size = (uint32_t)number;
	return HR_OK;
}

/* The image that is described. */
typedef struct image_reader {
	hr_direct *direct;
	const hr_yaml *at;  /* the argument */
	const hr_yaml *map; /* its key image, or NULL */
	const image_kind *kind;
	hr_image_descriptor *image;
	uint64_t
		in_shape; /* channels that the last dimension of the memory's shape has; 0: that is not known */
} image_reader;

/* Set the sizes from the shape of the memory: layers, depth, height, width, channels. */
static hr_status sizes_of_shape(image_reader *r, const hr_npy *array)
{
	unsigned count = r->kind->dims + r->kind->array;

	if (array->dims != count && array->dims != count + 1)
		return hr_direct_bad(
			r->direct, r->at,
			"the memory of an %s needs a shape of %u dimensions, and one for the channels; or give "
			"the image's sizes",
			r->kind->name, count);
	for (unsigned i = 0; i < count; i++) {
		uint64_t size = array->shape[count - 1 - i];

		if (size < 1 || size > INT32_MAX)
			return hr_direct_bad(
				r->direct, r->at,
				"an image needs 1 to 2147483647 texels in each dimension");
		r->image->sizes[i] = (uint32_t)size;
	}
	r->in_shape = array->dims == count ? 1 : array->shape[count];
	return HR_OK;
}

/* Set the sizes that are given; *GIVEN: whether any is. */
static hr_status read_sizes(image_reader *r, bool *given)
{
	static const char *const names[] = {"width", "height", "depth"};
	const hr_yaml *layers = hr_yaml_get(r->map, "array");
	unsigned dims = r->kind->dims, count = layers ? 1 : 0;

	for (unsigned i = 0; i < LENGTH(names); i++) {
		const hr_yaml *node = hr_yaml_get(r->map, names[i]);

		if (node && i >= dims)
			return hr_direct_bad(r->direct, node, "an %s has no '%s'", r->kind->name,
					     names[i]);
		if (node)
			HR_TRY(read_size(r->direct, node, &r->image->sizes[i]));
		count += node != NULL;
	}
	if (layers && !r->kind->array)
		return hr_direct_bad(r->direct, layers, "an %s has no 'array'", r->kind->name);
	if (layers)
		HR_TRY(read_size(r->direct, layers, &r->image->sizes[dims]));
	*given = count > 0;
	if (count && count < dims + r->kind->array)
		return hr_direct_bad(r->direct, r->map, "an %s needs %s%s%s%s", r->kind->name,
				     "'width'", dims > 1 ? ", 'height'" : "",
				     dims > 2 ? ", 'depth'" : "",
				     r->kind->array ? ", 'array'" : "");
	return HR_OK;
}

static hr_status read_order(image_reader *r)
{
	const hr_yaml *node = hr_yaml_get(r->map, "order");
	unsigned order = r->kind->depth     ? ORDER_DEPTH
			 : r->in_shape == 1 ? ORDER_R
			 : r->in_shape == 2 ? ORDER_RG
			 : r->in_shape == 4 ? ORDER_RGBA
					    : LENGTH(orders);

	if (node && node->kind == HR_YAML_SCALAR)
		for (order = 0; order < LENGTH(orders); order++)
			if (orders[order].name && is_name(node->text, "", orders[order].name))
				break;
	if (order == LENGTH(orders))
		return hr_direct_bad(
			r->direct, node ? node : r->at,
			"an image needs an 'order': R, A, RG, RA, RGB, RGBA, BGRA, ARGB, ABGR, INTENSITY, "
			"LUMINANCE, Rx, RGx, RGBx, DEPTH, sRGB, sRGBx, sRGBA or sBGRA");
	if (r->kind->depth != (order == ORDER_DEPTH))
		return hr_direct_bad(r->direct, node ? node : r->at, "an %s %s the order DEPTH",
				     r->kind->name, r->kind->depth ? "needs" : "cannot have");
	r->image->order = FIRST_ORDER + order;
	return HR_OK;
}

/* Return the index of the data type that NODE names, or LENGTH(types). */
static unsigned type_named(const hr_yaml *node)
{
	unsigned type = 0;

	while (type < LENGTH(types) && !(node->kind == HR_YAML_SCALAR && types[type].name &&
					 is_name(node->text, "", types[type].name)))
		type++;
	return type;
}

/* Return the data type of elements of which only one is likely, or LENGTH(types). */
static unsigned type_of(const hr_elements *texels)
{
	unsigned type = LENGTH(types);

	for (unsigned i = 0; texels->typed && i < LENGTH(types); i++)
		if (types[i].name && !types[i].packed && types[i].kind == texels->array.kind &&
		    types[i].bytes == texels->array.bytes) {
			if (type < LENGTH(types))
				return LENGTH(types);
			type = i;
		}
	return type;
}

static hr_status read_type(image_reader *r, const hr_elements *texels)
{
	const hr_yaml *node = hr_yaml_get(r->map, "type");
	unsigned type = node ? type_named(node) : type_of(texels);

	if (type == LENGTH(types))
		return hr_direct_bad(
			r->direct, node ? node : r->at,
			"an image needs a 'type': SNORM_INT8 or 16, UNORM_INT8 or 16, UNORM_SHORT_565 or 555, "
			"UNORM_INT_101010 or 101010_2, SIGNED_INT8, 16 or 32, UNSIGNED_INT8, 16 or 32, "
			"HALF_FLOAT or FLOAT");
	r->image->type = FIRST_TYPE + type;
	return HR_OK;
}

/* Check the order and the data type, and set what follows from them. */
static hr_status check_format(image_reader *r, const hr_elements *texels)
{
	const image_order *order = &orders[r->image->order - FIRST_ORDER];
	const image_type *type = &types[r->image->type - FIRST_TYPE];
	bool both = order->fits == ANY
			    ? !type->packed || (type == &types[LAST_PACKED] && order->channels == 4)
			    : (type->fits >> order->fits & 1) != 0;

	if (!both)
		return hr_direct_bad(r->direct, r->map ? r->map : r->at,
				     "the order %s does not go with the type %s", order->name,
				     type->name);
	r->image->bytes = type->bytes;
	r->image->channels = type->packed ? 1 : order->channels;
	if (texels->typed && texels->array.bytes != type->bytes)
		return hr_direct_bad(
			r->direct, r->at,
			"the elements of the memory have %u bytes, those of the type %s %u",
			texels->array.bytes, type->name, type->bytes);
	if (r->in_shape && r->in_shape != r->image->channels)
		return hr_direct_bad(
			r->direct, r->at,
			"the memory has %llu channels, and the order %s with the type %s has %u",
			(unsigned long long)r->in_shape, order->name, type->name,
			r->image->channels);
	return HR_OK;
}

static hr_status check_memory(image_reader *r, const hr_elements *texels)
{
	hr_image_descriptor *image = r->image;
	uint64_t have = texels->array.count * texels->array.bytes, bytes;
	bool shared = hr_yaml_get(r->at, "of") != NULL, large = false;

	bytes = image->pitch[0] = image->channels * image->bytes;
	for (unsigned i = 0; i < 3; i++) {
		image->pitch[i] = bytes;
		large |= __builtin_mul_overflow(bytes, image->sizes[i], &bytes);
	}
	if (large || bytes > have || (bytes < have && !shared))
		return hr_direct_bad(r->direct, r->map ? r->map : r->at,
				     "the image has %llu bytes, and the memory %llu",
				     (unsigned long long)(large ? UINT64_MAX : bytes),
				     (unsigned long long)have);
	image->texels = texels->array.data;
	return HR_OK;
}

/* Make an object of BYTES for what the kernel gets a pointer to. */
static void *new_handle(hr_direct *direct, size_t bytes, hr_elements *handle)
{
	*handle = (hr_elements){.array = {.kind = HR_NPY_UINT,
					  .bytes = 1,
					  .dims = 1,
					  .shape = {bytes},
					  .count = bytes,
					  .data = hr_direct_memory(direct, bytes)},
				.element = {HR_C_I8, 8, HR_SIGN_UNSIGNED}};
	memset(handle->array.data, 0, bytes);
	return handle->array.data;
}

bool hr_direct_image_elements(const hr_yaml *spec, hr_elements *elements)
{
	const hr_yaml *node = hr_yaml_get(hr_yaml_get(spec, "image"), "type");
	unsigned type = node ? type_named(node) : LENGTH(types);

	if (type == LENGTH(types))
		return false;
	elements->typed = true;
	elements->array.kind = types[type].kind;
	elements->array.bytes = types[type].bytes;
	return true;
}

hr_status hr_direct_image(hr_direct *direct, const hr_yaml *spec, const char *type,
			  const hr_elements *texels, hr_elements *handle)
{
	static const char *const keys[] = {"width", "height", "depth", "array",
					   "order", "type",   NULL};
	image_reader r = {.direct = direct, .at = spec, .map = hr_yaml_get(spec, "image")};
	bool given;

	for (size_t i = 0; i < LENGTH(kinds); i++)
		if (!strcmp(kinds[i].name, type))
			r.kind = &kinds[i];
	if (!r.kind)
		return hr_direct_bad(direct, spec, "an %s cannot be given in a file", type);
	if (r.map && r.map->kind != HR_YAML_MAP)
		return hr_direct_bad(direct, r.map, "'image' must be a map");
	if (r.map)
		HR_TRY(hr_direct_check_keys(direct, r.map, keys));
	r.image = new_handle(direct, sizeof(*r.image), handle);
	for (unsigned i = 0; i < 3; i++)
		r.image->sizes[i] = 1;
	HR_TRY(read_sizes(&r, &given));
	if (!given)
		HR_TRY(sizes_of_shape(&r, &texels->array));
	HR_TRY(read_order(&r));
	HR_TRY(read_type(&r, texels));
	HR_TRY(check_format(&r, texels));
	return check_memory(&r, texels);
}

/* --- samplers --------------------------------------------------------------------------------- */

typedef struct sampler_word {
	const char *name;
	uint32_t bits; /* CLK_* of OpenCL C */
} sampler_word;

/* Add the bits of the word that NODE is to BITS. */
static hr_status read_word(hr_direct *direct, const hr_yaml *node, const char *group,
			   const sampler_word *words, const char *expected, uint32_t *bits)
{
	for (; node->kind == HR_YAML_SCALAR && words->name; words++)
		if (is_name(node->text, group, words->name)) {
			*bits |= words->bits;
			return HR_OK;
		}
	return hr_direct_bad(direct, node, "%s is expected here", expected);
}

hr_status hr_direct_sampler(hr_direct *direct, const hr_yaml *spec, const char *what,
			    hr_elements *handle)
{
	static const char *const outer[] = {"sampler", NULL}, *const keys[] = {"normalized",
									       "address", "filter",
									       NULL};
	static const sampler_word addresses[] = {{"NONE", 0},
						 {"CLAMP_TO_EDGE", 2},
						 {"CLAMP", 4},
						 {"REPEAT", 6},
						 {"MIRRORED_REPEAT", 8},
						 {NULL, 0}},
				  filters[] = {{"NEAREST", 0x10}, {"LINEAR", 0x20}, {NULL, 0}};
	const hr_yaml *map = hr_yaml_get(spec, "sampler"), *normalized, *address, *filter;
	bool is_normalized = true;
	uint32_t bits = 0;

	if (!map || map->kind != HR_YAML_MAP)
		return hr_direct_bad(
			direct, spec,
			"%s is a sampler: {sampler: {normalized: , address: , filter: }} is expected",
			what);
	HR_TRY(hr_direct_check_keys(direct, spec, outer));
	HR_TRY(hr_direct_check_keys(direct, map, keys));
	normalized = hr_yaml_get(map, "normalized");
	address = hr_yaml_get(map, "address");
	filter = hr_yaml_get(map, "filter");
	if (!normalized || !address || !filter)
		return hr_direct_bad(direct, map,
				     "a sampler needs 'normalized', 'address' and 'filter'");
	if (!hr_yaml_bool(normalized, &is_normalized))
		return hr_direct_bad(direct, normalized, "'normalized' must be true or false");
	bits = is_normalized;
	HR_TRY(read_word(direct, address, "ADDRESS_", addresses,
			 "none, clamp, clamp-to-edge, repeat or mirrored-repeat", &bits));
	HR_TRY(read_word(direct, filter, "FILTER_", filters, "nearest or linear", &bits));
	memcpy(new_handle(direct, sizeof(bits), handle), &bits, sizeof(bits));
	return HR_OK;
}
