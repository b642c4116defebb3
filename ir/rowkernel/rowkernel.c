/* ir/rowkernel/rowkernel.c -- from a call of a row to its kernel, and the numbers of a launch.
 *
 * Not here:  the kernels' texts (map.c and others), the language (code.c), modules (module.c). */
#include "ir/rowkernel/rowkernel.h"

#include <stdlib.h>
#include <string.h>

#include "ir/rowkernel/rowkernel_private.h"
#include "src/base/hash.h"

/* --- the rows --------------------------------------------------------------------------------- */

typedef struct row {
	hr_rk_write *write;
	hr_rk_measure *measure; /* NULL of one without a kernel */
} row;

/* Rows that have kernels, or are copies; maps are not listed. */
static const row rows[HR_R_COUNT] = {
	[HR_R_reshape] = {hr_rk_copy, NULL},
	[HR_R_squeeze] = {hr_rk_copy, NULL},
	[HR_R_unsqueeze] = {hr_rk_copy, NULL},
	[HR_R_transpose] = {hr_rk_write_shifted, hr_rk_measure_transpose},
	[HR_R_broadcast] = {hr_rk_write_shifted, hr_rk_measure_broadcast},
	[HR_R_slice] = {hr_rk_write_shifted, hr_rk_measure_slice},
	[HR_R_concat] = {hr_rk_write_concat, hr_rk_measure_concat},
	[HR_R_pad] = {hr_rk_write_pad, hr_rk_measure_pad},
	[HR_R_reverse_sequence] = {hr_rk_write_reverse_sequence, hr_rk_measure_reverse_sequence},
	[HR_R_sum] = {hr_rk_write_reduce, hr_rk_measure_reduce},
	[HR_R_product] = {hr_rk_write_reduce, hr_rk_measure_reduce},
	[HR_R_maximum] = {hr_rk_write_reduce, hr_rk_measure_reduce},
	[HR_R_minimum] = {hr_rk_write_reduce, hr_rk_measure_reduce},
	[HR_R_arg_max] = {hr_rk_write_position, hr_rk_measure_scan},
	[HR_R_arg_min] = {hr_rk_write_position, hr_rk_measure_scan},
	[HR_R_cumulative_sum] = {hr_rk_write_scan, hr_rk_measure_scan},
	[HR_R_cumulative_product] = {hr_rk_write_scan, hr_rk_measure_scan},
	[HR_R_gather] = {hr_rk_write_gather, hr_rk_measure_gather},
	[HR_R_gather_elements] = {hr_rk_write_gather_elements, hr_rk_measure_gather_elements},
	[HR_R_gather_nd] = {hr_rk_write_gather_nd, hr_rk_measure_gather_nd},
	[HR_R_scatter_elements] = {hr_rk_write_scatter_elements, hr_rk_measure_scatter_elements},
	[HR_R_scatter_nd] = {hr_rk_write_scatter_nd, hr_rk_measure_scatter_nd},
	[HR_R_dot] = {hr_rk_write_dot, hr_rk_measure_dot},
	[HR_R_convolution] = {hr_rk_write_convolution, hr_rk_measure_convolution},
	[HR_R_convolution_transpose] = {hr_rk_write_convolution_transpose,
					hr_rk_measure_convolution_transpose},
	[HR_R_pool] = {hr_rk_write_pool, hr_rk_measure_pool},
	[HR_R_resize] = {hr_rk_write_resize, hr_rk_measure_resize},
};

static row row_of(hr_row which)
{
	if (hr_row_of(which)->kind == HR_ROW_MAP)
		return (row){hr_rk_write_map, hr_rk_measure_map};
	return rows[which].write ? rows[which] : (row){hr_rk_host, NULL};
}

/* --- making ----------------------------------------------------------------------------------- */

/* The name is that of the row and the result's type, and a hash of all of the text. */
static void name_kernel(hr_arena *arena, const hr_rk_writer *w, const hr_rk_code *code)
{
	hr_rowkernel *k = w->kernel;
	uint64_t sum = HR_HASH_FIRST;

	sum = hr_hash(sum, code->parameters, strlen(code->parameters));
	sum = hr_hash(sum, code->body, strlen(code->body));
	k->name = hr_arena_printf(arena, "%s_%s_%016llx", w->base,
				  hr_elem_name(hr_rk_storage(k->result)), (unsigned long long)sum);
	k->text = hr_arena_printf(arena, "define void @%s(%s) {\n%s}\n%s", k->name,
				  code->parameters, code->body, code->declarations);
}

static void translate(hr_arena *arena, hr_rk_writer *w)
{
	hr_rk_code code;

	HR_PUSH(&w->text, '\0');
	w->source.text = w->text.data;
	hr_rk_translate(arena, &w->source, &code);
	w->kernel->dims = w->source.dims;
	w->kernel->numbers = code.numbers;
	w->kernel->number_count = code.number_count;
	name_kernel(arena, w, &code);
}

void hr_rowkernel_make(hr_arena *arena, const hr_attributes *attributes,
		       const hr_rowkernel_type *operands, unsigned count,
		       const hr_rowkernel_type *result, hr_rowkernel *out)
{
	hr_rk_writer w = {.kernel = out,
			  .count = count,
			  .base = hr_row_of(attributes->row)->name,
			  .source = {.real = HR_E_F32}};

	*out = (hr_rowkernel){.attributes = attributes,
			      .operands = operands,
			      .result = result,
			      .operand_count = count};
	if (count > HR_ROWKERNEL_OPERANDS)
		hr_rk_host(&w);
	else
		row_of(attributes->row).write(&w);
	if (out->how == HR_ROWKERNEL_KERNEL)
		translate(arena, &w);
	HR_VEC_FREE(&w.text);
}

/* --- numbers ---------------------------------------------------------------------------------- */

/* Set *OPERAND to the number of the operand that the LENGTH bytes at NAME name. */
static bool is_operand(const char *name, size_t length, unsigned *operand)
{
	static const char names[] = "xyzw";
	const char *at = length == 1 ? strchr(names, *name) : NULL;

	*operand = at ? (unsigned)(at - names) : 0;
	return at != NULL;
}

static int64_t attribute(const hr_rk_launch *l, const char *name, size_t length, unsigned k)
{
	char text[32];

	if (length >= sizeof(text))
		hr_bug("the name %s is too long", name);
	memcpy(text, name, length);
	text[length] = '\0';
	/* lists of pads are 0 where they are absent, others 1 */
	return hr_attribute_at(l->kernel->attributes, text, k, strcmp(text, "pads") != 0);
}

static int64_t number(const hr_rk_launch *l, const char *name)
{
	const char *dot = strchr(name, '.');
	size_t length = (size_t)(dot - name);
	bool strides = dot[1] == 's';
	unsigned k = (unsigned)strtoul(dot + 1 + strides, NULL, 10), operand;

	if (strncmp(name, "v.", 2) == 0)
		return l->value[k];
	if (strncmp(name, "n.", 2) == 0)
		return (int64_t)l->grid_shape.dim[k];
	if (strncmp(name, "out.", 4) == 0)
		return (int64_t)l->result->dim[k];
	if (is_operand(name, length, &operand))
		return strides ? l->stride[operand][k] : (int64_t)l->operands[operand].shape.dim[k];
	return attribute(l, name, length, k);
}

void hr_rowkernel_numbers(const hr_rowkernel *kernel, const hr_rowkernel_operand *operands,
			  const hr_dims *result, int64_t *numbers, uint64_t grid[3])
{
	hr_rk_launch l = {.kernel = kernel, .operands = operands, .result = result, .grid = grid};

	grid[0] = grid[1] = grid[2] = 1;
	row_of(kernel->attributes->row).measure(&l);
	for (unsigned i = 0; i < kernel->number_count; i++)
		numbers[i] = number(&l, kernel->numbers[i]);
}
