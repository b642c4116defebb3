/* tools/ral/apply.c -- a call of a row: the shape of its result, then a library, a kernel, or the reference.
 *
 * Owns:      nothing.
 * Clauses:   X1, X2.
 * Not here:  kernels (ir/rowkernel/), the reference (interp/row/). */
#include <stdlib.h>
#include <string.h>

#include "tools/ral/ral_private.h"

/* One call. */
typedef struct row_work {
	ral_run *run;
	ral *r;
	ral_site *site;
	const char *text;
	unsigned count;
	ral_tensor *const *operands;
	hr_tensor_data *data; /* of the operands */
	hr_row_job job;
	hr_tensor_data made; /* the result */
	char why[HR_ROW_WHY];
} row_work;

static const char *row_name(const row_work *c)
{
	return hr_row_of(c->site->attributes.row)->name;
}

/* --- reports ----------------------------------------------------------------------------------- */

/* "f32 (1, 3) and i64 (4)" */
static const char *operands_text(const row_work *c)
{
	const char *text = "";
	char one[HR_DIMS_TEXT];

	for (unsigned i = 0; i < c->count; i++)
		text = hr_arena_printf(&c->run->arena, "%s%s%s %s", text,
				       !i                  ? ""
				       : i + 1 == c->count ? " and "
							   : ", ",
				       c->operands[i] ? hr_elem_name(c->operands[i]->elem) : "none",
				       c->operands[i] ? hr_dims_text(&c->operands[i]->shape, one)
						      : "");
	return c->count ? text : "no operands";
}

static ral_tensor *fail_call(const row_work *c)
{
	/* what an operator requires of its operands says the reason itself */
	if (c->site->attributes.row == HR_R_require)
		(void)ral_fail(c->r, "'%s' cannot be computed: %s", c->run->where, c->why);
	else
		(void)ral_fail(c->r, "'%s' of %s in '%s' cannot be computed: %s", row_name(c),
			       operands_text(c), c->run->where, c->why);
	return NULL;
}

/* --- operands ---------------------------------------------------------------------------------- */

/* Return true if the shape of the result may hang on the elements of operand I: it is small, or all are
 * looked through. */
static bool shape_reads(const row_work *c, unsigned i)
{
	enum { SMALL = 1 << 16 };
	const hr_row row = c->site->attributes.row;

	return c->operands[i]->bytes <= SMALL || row == HR_R_nonzero || row == HR_R_unique ||
	       row == HR_R_non_max_suppression;
}

/* Set the job's operands. ALL: with their elements; else only those that a shape may hang on. */
static bool read_operands(row_work *c, bool all)
{
	const hr_tensor_data **pointers =
		hr_arena_array(&c->run->arena, c->count + 1, sizeof(*pointers));

	c->data = hr_arena_array(&c->run->arena, c->count + 1, sizeof(*c->data));
	for (unsigned i = 0; i < c->count; i++) {
		if (!c->operands[i])
			continue;
		if (!c->operands[i]->values) {
			(void)ral_fail(c->r, "operand %u of '%s' in '%s' was released before", i,
				       row_name(c), c->run->where);
			return false;
		}
		if (!ral_tensor_data(c->operands[i], &c->run->arena, all || shape_reads(c, i),
				     &c->data[i])) {
			(void)ral_fail_device(c->r, c->run->where);
			return false;
		}
		pointers[i] = &c->data[i];
	}
	c->job = (hr_row_job){.attributes = &c->site->attributes,
			      .operand_count = c->count,
			      .operands = pointers,
			      .threads = 1};
	return true;
}

/* --- the site ---------------------------------------------------------------------------------- */

static bool read_site(row_work *c)
{
	const char *why = NULL;

	if (c->site->read)
		return true;
	if (!hr_attributes_read(&c->r->arena, c->text, &c->site->attributes, &why)) {
		(void)ral_fail(c->r, "%s: %s", c->run->where, why);
		return false;
	}
	c->site->read = true;
	return true;
}

static hr_rowkernel_type type_of(const hr_tensor_data *data)
{
	return data ? (hr_rowkernel_type){data->elem, data->wide, data->shape.rank}
		    : (hr_rowkernel_type){0};
}

static bool same_type(hr_rowkernel_type one, hr_rowkernel_type other)
{
	return one.elem == other.elem && one.wide == other.wide && one.rank == other.rank;
}

static bool site_fits(const row_work *c)
{
	const ral_site *site = c->site;

	if (!site->types || site->count != c->count || !same_type(site->result, type_of(&c->made)))
		return false;
	for (unsigned i = 0; i < c->count; i++)
		if (!same_type(site->types[i], type_of(c->job.operands[i])))
			return false;
	return true;
}

static int by_name(const void *name, const void *kernel)
{
	return strcmp(name, ((const ral_kernel *)kernel)->name);
}

/* Set the site's kernel to that for these operands. */
static void find_kernel(row_work *c)
{
	const ral_program *program = c->run->loaded->program;
	ral_site *site = c->site;

	if (site_fits(c))
		return;
	site->count = c->count;
	site->types = hr_arena_array(&c->r->arena, c->count + 1, sizeof(*site->types));
	site->result = type_of(&c->made);
	for (unsigned i = 0; i < c->count; i++)
		site->types[i] = type_of(c->job.operands[i]);
	hr_rowkernel_make(&c->r->arena, &site->attributes, site->types, c->count, &site->result,
			  &site->kernel);
	site->code = site->kernel.how == HR_ROWKERNEL_KERNEL && program->kernel_count
			     ? bsearch(site->kernel.name, program->kernels, program->kernel_count,
				       sizeof(*program->kernels), by_name)
			     : NULL;
}

/* --- how a result is computed ------------------------------------------------------------------- */

/* Ask the application's libraries. Return 1 if none takes it. */
static int ask_libraries(const row_work *c, ral_tensor *result)
{
	const ral_call what = {.size = sizeof(what),
			       .row = row_name(c),
			       .text = c->text,
			       .where = c->run->where,
			       .count = c->count,
			       .operands = (const ral_tensor *const *)c->operands,
			       .result = result};
	int code = 1;

	for (size_t i = c->r->provided.count; i-- > 0 && code == 1;)
		if (strcmp(c->r->provided.data[i].row, what.row) == 0)
			code = c->r->provided.data[i].function(c->r->provided.data[i].data, c->r,
							       &what);
	if (code < 0)
		(void)ral_fail_device(c->r, c->run->where);
	return code;
}

/* Return the elements of operand I as integers. */
static const int64_t *integers_of(const row_work *c, unsigned i)
{
	const hr_tensor_data *data = &c->data[i];
	int64_t *values = hr_arena_array(&c->run->arena, data->count + 1, sizeof(*values));

	for (uint64_t k = 0; k < data->count; k++)
		values[k] = hr_elem_is_real(data->elem)
				    ? (int64_t)hr_elem_real(data->elem, data->data, k)
				    : hr_elem_integer(data->elem, data->data, k);
	return values;
}

static int launch(const row_work *c, ral_tensor *result)
{
	const hr_rowkernel *kernel = &c->site->kernel;
	hr_arena *arena = &c->run->arena;
	hr_rowkernel_operand *operands = hr_arena_array(arena, c->count + 1, sizeof(*operands));
	int64_t *numbers = hr_arena_array(arena, kernel->number_count + 1, sizeof(*numbers)),
		*bytes = hr_arena_array(arena, c->count + 1, sizeof(*bytes));
	void **buffers = hr_arena_array(arena, c->count + 1, sizeof(*buffers));
	uint64_t grid[3] = {1, 1, 1};
	ral_launch what = {.size = sizeof(what),
			   .kernel = c->site->code,
			   .module = c->run->loaded->module,
			   .where = c->run->where,
			   .dims = kernel->dims,
			   .buffer_count = 1,
			   .number_count = kernel->number_count,
			   .buffers = buffers,
			   .bytes = bytes,
			   .numbers = numbers};

	buffers[0] = ral_buffer(result);
	bytes[0] = (int64_t)result->bytes;
	for (unsigned i = 0; i < c->count; i++) {
		if (!c->operands[i])
			continue;
		operands[i].shape = c->operands[i]->shape;
		if (kernel->use[i] == HR_ROWKERNEL_VALUES) {
			operands[i].values = integers_of(c, i);
			operands[i].value_count = c->operands[i]->count;
		} else if (kernel->use[i] == HR_ROWKERNEL_DATA) {
			buffers[what.buffer_count] = ral_buffer(c->operands[i]);
			bytes[what.buffer_count++] = (int64_t)c->operands[i]->bytes;
		}
	}
	hr_rowkernel_numbers(kernel, operands, &result->shape, numbers, grid);
	for (unsigned i = 0; i < 3; i++)
		what.grid[i] = i < kernel->dims ? (int64_t)grid[i] : 1;
	return c->r->device.launch(c->r->device.state, &what) ? ral_fail_device(c->r, c->run->where)
							      : 0;
}

/* Compute RESULT by the reference, on the host. */
static int run_reference(row_work *c, ral_tensor *result)
{
	const hr_elem storage = hr_rowkernel_storage(result->elem, result->wide);
	hr_arena *arena = &c->run->arena;
	void *values;

	if (!read_operands(c, true))
		return -1;
	c->made.data = hr_arena_array(arena, c->made.count + 1, sizeof(double));
	c->made.bound = hr_arena_array(arena, c->made.count + 1, sizeof(float));
	if (!hr_row_run(&c->job, &c->made, c->why)) {
		(void)fail_call(c);
		return -1;
	}
	values = c->made.data;
	if (c->made.wide && storage != HR_E_F64) {
		values = hr_arena_array(arena, c->made.count + 1, sizeof(float));
		for (uint64_t i = 0; i < c->made.count; i++)
			hr_elem_set_real(storage, values, i, ((double *)c->made.data)[i]);
	}
	return result->bytes && c->r->device.write(c->r->device.state, ral_buffer(result), values,
						   result->bytes)
		       ? ral_fail_device(c->r, c->run->where)
		       : 0;
}

static int compute(row_work *c, ral_tensor *result)
{
	int code = result->bytes ? ask_libraries(c, result) : 1;

	if (code != 1)
		return code;
	if (!c->site->code)
		return run_reference(c, result);
	return result->bytes ? launch(c, result) : 0;
}

ral_tensor *ral_apply_site(ral_run *run, ral_site *site, const char *text, unsigned count,
			   ral_tensor *const *operands)
{
	row_work c = {.run = run,
		      .r = run->context,
		      .site = site,
		      .text = text,
		      .count = count,
		      .operands = operands};
	ral_tensor *result;

	if (!read_site(&c) || !read_operands(&c, false))
		return NULL;
	if (!hr_row_shape(&c.job, &c.made, c.why))
		return fail_call(&c);
	find_kernel(&c);
	if (site->kernel.how == HR_ROWKERNEL_COPY && count)
		return ral_tensor_view(operands[0], run, c.made.elem, &c.made.shape);
	result = ral_tensor_make(c.r, run, c.made.elem, c.made.wide, &c.made.shape);
	if (!result || !compute(&c, result))
		return result;
	ral_tensor_free(result);
	return NULL;
}
