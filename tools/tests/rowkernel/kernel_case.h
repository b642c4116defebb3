/* tools/tests/rowkernel/kernel_case.h -- for tests of kernels of rows: calls, their kernels, and one module of all.
 *
 * Each call is computed by the reference and by its kernel, on the same operands; each element has to be
 * within the reference's bound. Kernels run all in one module, on the interpreter with all checks, or on the
 * backend that the environment variable ROWKERNEL_BACKEND names. */
#ifndef HR_KERNEL_CASE_H
#define HR_KERNEL_CASE_H

#include "src/hpvm_run.h"
#include "interp/row/test_row_case.h"
#include "ir/rowkernel/rowkernel.h"
#include "src/base/vec.h"

enum { CALL_OPERANDS = HR_ROWKERNEL_OPERANDS };

typedef struct operand {
	hr_elem elem;
	bool wide;
	unsigned rank;
	uint64_t dim[HR_RANK_MOST];
	const int64_t *list; /* its elements; NULL: any */
	bool omitted;
} operand;

/* A call of a row, its result by the reference, and that of its kernel. */
typedef struct kernel_call {
	const char *text;
	hr_attributes attributes;
	unsigned count;
	hr_tensor_data operand[CALL_OPERANDS], result;
	const hr_tensor_data *operands[CALL_OPERANDS];
	void *stored[CALL_OPERANDS], *out; /* as kernels see them; own */
	hr_rowkernel_type types[CALL_OPERANDS], type;
	hr_rowkernel kernel;
	unsigned slot; /* number of its kernel in the module */
} kernel_call;

typedef HR_VEC(kernel_call *) kernel_calls;

/* Kernels of one module; more are costly, as their inputs are those of one root. */
enum { MODULE_KERNELS = 64 };

static hr_arena call_arena;
static kernel_calls calls; /* whose kernels run */

/* --- operands --------------------------------------------------------------------------------- */

/* Numbers that matter to some rows, and others. */
static int64_t any_integer(void)
{
	static const int64_t numbers[] = {0, 1, -1, 2, 3, -2, 7, 8, 31, 63, -128, INT32_MIN, INT64_MIN};

	if (random_below(3) == 0)
		return (int64_t)((uint64_t)random_below(UINT32_MAX) << 33 ^
				 random_below(UINT32_MAX));
	return numbers[random_below(13)];
}

static double any_real(const hr_tensor_data *t)
{
	double x = random_below(3) ? random_real(ANY, t) : (double)any_integer();

	if (hr_elem_bytes(t->elem) == 2 || (t->wide && t->elem != HR_E_F64) || t->elem == HR_E_F32)
		x = (double)(float)x;
	return x;
}

static void fill_any(hr_tensor_data *t)
{
	for (uint64_t i = 0; i < t->count; i++)
		if (hr_elem_is_real(t->elem))
			set_real(t, i, any_real(t));
		else
			hr_elem_set_integer(t->elem, t->data, i, any_integer());
}

static uint64_t stored_bytes(const hr_tensor_data *t)
{
	return t->count * hr_elem_bytes(hr_rowkernel_storage(t->elem, t->wide));
}

/* Return the elements as a kernel sees them. */
static void *stored_of(const hr_tensor_data *t)
{
	hr_elem elem = hr_rowkernel_storage(t->elem, t->wide);
	void *to = hr_alloc_zero(stored_bytes(t) + 1);

	if (!t->wide || t->count == 0)
		memcpy(to, t->data, stored_bytes(t));
	else
		for (uint64_t i = 0; i < t->count; i++)
			hr_elem_set_real(elem, to, i, real_at(t, i));
	return to;
}

/* --- calls ------------------------------------------------------------------------------------ */

static kernel_call *begin_call(const char *text)
{
	kernel_call *c = hr_alloc_zero(sizeof(*c));
	const char *why;

	c->text = hr_arena_strdup(&call_arena, text);
	ck_assert_msg(hr_attributes_read(&call_arena, c->text, &c->attributes, &why), "%s", why);
	return c;
}

/* Add an operand whose elements are 0. */
static hr_tensor_data *add_operand(kernel_call *c, const operand *o)
{
	hr_tensor_data *t = &c->operand[c->count];

	*t = (hr_tensor_data){.elem = o->elem, .wide = o->wide, .shape.rank = o->rank};
	memcpy(t->shape.dim, o->dim, sizeof(o->dim));
	if (o->elem == HR_E_NONE) {
		c->operands[c->count++] = NULL;
		return t;
	}
	t->count = hr_dims_count(&t->shape);
	t->data = hr_alloc_zero(t->count * sizeof(double) + 1);
	c->operands[c->count++] = t;
	return t;
}

static void free_call(kernel_call *c)
{
	for (unsigned i = 0; i < c->count; i++) {
		hr_free(c->operand[i].data);
		hr_free(c->stored[i]);
	}
	hr_free(c->result.data);
	hr_free(c->result.bound);
	hr_free(c->out);
	hr_free(c);
}

static unsigned slot_of(const kernel_call *c)
{
	unsigned count = 0;

	for (size_t i = 0; i < calls.count; i++) {
		if (strcmp(calls.data[i]->kernel.name, c->kernel.name) == 0)
			return calls.data[i]->slot;
		count += calls.data[i]->slot == count;
	}
	return count;
}

static void run_calls(void);

/* Compute the result of C and make its kernel. Return false if the row refuses the operands. C is freed
 * where it has no kernel. */
static bool end_call(kernel_call *c)
{
	hr_row_job job = {&c->attributes, c->count, c->operands, 1};
	hr_tensor_data *r = &c->result;
	char why[HR_ROW_WHY];

	if (!hr_row_shape(&job, r, why)) {
		free_call(c);
		return false;
	}
	r->data = hr_alloc_zero(r->count * sizeof(double) + 1);
	r->bound = hr_alloc_array(r->count + 1, sizeof(float));
	ck_assert_msg(r->count == 0 || hr_row_run(&job, r, why), "%s: %s", c->text, why);
	for (unsigned i = 0; i < c->count; i++)
		c->types[i] = (hr_rowkernel_type){c->operand[i].elem, c->operand[i].wide,
						  c->operand[i].shape.rank};
	c->type = (hr_rowkernel_type){r->elem, r->wide, r->shape.rank};
	hr_rowkernel_make(&call_arena, &c->attributes, c->types, c->count, &c->type, &c->kernel);
	if (c->kernel.how != HR_ROWKERNEL_KERNEL) {
		if (c->kernel.how == HR_ROWKERNEL_COPY)
			ck_assert_uint_eq(stored_bytes(r), stored_bytes(c->operands[0]));
		free_call(c);
		return true;
	}
	for (unsigned i = 0; i < c->count; i++)
		c->stored[i] = stored_of(&c->operand[i]);
	c->out = hr_alloc_zero(stored_bytes(r) + 1);
	memset(c->out, 0xa5, stored_bytes(r));
	c->slot = slot_of(c);
	if (c->slot == MODULE_KERNELS) {
		run_calls();
		c->slot = 0;
	}
	HR_PUSH(&calls, c);
	return true;
}

/* --- running ---------------------------------------------------------------------------------- */

/* Count what a backend refuses in DATA. */
static void say_diagnostic(void *data, const hpvm_run_diagnostic *d)
{
	bool refuses = strcmp(d->id, "backend-refuses") == 0;

	*(unsigned *)data += refuses;
	if (d->severity == HPVM_RUN_ERROR || refuses)
		printf("%s [%s] %s %s\n", d->text, d->id, d->node ? d->node : "",
		       d->instruction ? d->instruction : "");
}

#define RUN(call) ck_assert_msg((call) == HPVM_RUN_OK, "%s: %s", #call, hpvm_run_error())

/* Bind the inputs of a call from INPUT on; return the input after them. */
static unsigned bind_call(hpvm_run_launch_handle *launch, unsigned input, kernel_call *c)
{
	const hr_rowkernel *k = &c->kernel;
	hr_rowkernel_operand operands[CALL_OPERANDS] = {0};
	int64_t *values[CALL_OPERANDS] = {0},
		*numbers = hr_alloc_array(k->number_count + 1, sizeof(*numbers));
	uint64_t grid[3];

	for (unsigned i = 0; i < c->count; i++) {
		const hr_tensor_data *t = &c->operand[i];

		operands[i].shape = t->shape;
		values[i] = hr_alloc_array(t->count + 1, sizeof(int64_t));
		for (uint64_t n = 0; k->use[i] == HR_ROWKERNEL_VALUES && n < t->count; n++)
			values[i][n] = hr_elem_integer(t->elem, t->data, n);
		operands[i].values = values[i];
		operands[i].value_count = t->count;
	}
	hr_rowkernel_numbers(k, operands, &c->result.shape, numbers, grid);
	for (unsigned d = 0; d < k->dims; d++)
		RUN(hpvm_run_bind_integer(launch, input++, (int64_t)grid[d]));
	RUN(hpvm_run_bind_buffer(launch, input, c->out, stored_bytes(&c->result), HPVM_RUN_OUT));
	input += 2;
	for (unsigned i = 0; i < c->count; i++)
		if (k->use[i] == HR_ROWKERNEL_DATA) {
			RUN(hpvm_run_bind_buffer(launch, input, c->stored[i],
						 stored_bytes(&c->operand[i]), HPVM_RUN_IN));
			input += 2;
		}
	for (unsigned i = 0; i < k->number_count; i++)
		RUN(hpvm_run_bind_integer(launch, input++, numbers[i]));
	for (unsigned i = 0; i < c->count; i++)
		hr_free(values[i]);
	hr_free(numbers);
	return input;
}

static void check_element(const kernel_call *c, uint64_t i)
{
	const hr_tensor_data *r = &c->result;
	hr_elem elem = hr_rowkernel_storage(r->elem, r->wide);
	double got, wanted, bound = (double)r->bound[i];

	if (isinf(bound))
		return;
	if (!hr_elem_is_real(r->elem)) {
		ck_assert_msg(hr_elem_integer(elem, c->out, i) ==
				      hr_elem_integer(elem, r->data, i),
			      "%s (%s of %s): element %d is %lld, not %lld", c->text,
			      hr_elem_name(r->elem), hr_elem_name(c->operand[0].elem), (int)i,
			      (long long)hr_elem_integer(elem, c->out, i),
			      (long long)hr_elem_integer(elem, r->data, i));
		return;
	}
	got = hr_elem_real(elem, c->out, i);
	wanted = real_at(r, i);
	ck_assert_msg(got == wanted || fabs(got - wanted) <= bound ||
			      (isnan(got) && isnan(wanted)),
		      "%s (%s of %s%s): element %d is %.9g, not %.9g within %g; first operand %g",
		      c->text, hr_elem_name(r->elem), hr_elem_name(c->operand[0].elem),
		      c->operand[0].wide ? ", wide" : "", (int)i, got, wanted, bound,
		      c->operand[0].count == r->count && hr_elem_is_real(c->operand[0].elem)
			      ? real_at(&c->operand[0], i)
			      : 0);
}

/* The grids of one launch: for each kernel, its call number ROUND, or its last one. */
static bool choose(unsigned round, unsigned slots, kernel_call **chosen)
{
	bool any = false;
	unsigned *seen = hr_alloc_array(slots, sizeof(*seen));

	for (size_t i = 0; i < calls.count; i++) {
		unsigned slot = calls.data[i]->slot;

		if (seen[slot]++ <= round)
			chosen[slot] = calls.data[i];
		any |= seen[slot] == round + 1;
	}
	hr_free(seen);
	return any;
}

static hpvm_run_context *open_module(const char *text, unsigned *refused)
{
	const char *backend = getenv("ROWKERNEL_BACKEND");
	hpvm_run_context *context;

	RUN(hpvm_run_open(&context));
	RUN(hpvm_run_set_diagnostics(context, say_diagnostic, refused));
	if (backend) {
		RUN(hpvm_run_set(context, "backend-path", getenv("ROWKERNEL_PATH")));
		RUN(hpvm_run_set(context, "backend", backend));
	} else {
		RUN(hpvm_run_set(context, "check", "all"));
	}
	RUN(hpvm_run_add_memory(context, "kernels.ll", text, strlen(text)));
	RUN(hpvm_run_load(context));
	return context;
}

/* Call a row. Operands without a type have ELEM. The elements of those without a list are ordinary numbers, or
 * any numbers if ANY. Return false if the row refuses them. */
static bool call_row(const char *text, hr_elem elem, bool wide, bool any, unsigned count,
		     const operand *operands)
{
	kernel_call *c = begin_call(text);

	for (unsigned i = 0; i < count; i++) {
		operand o = operands[i];
		hr_tensor_data *t;

		if (o.omitted) {
			add_operand(c, &(operand){.elem = HR_E_NONE});
			continue;
		}
		o.wide = wide && o.elem == HR_E_NONE && hr_elem_is_real(elem);
		o.elem = o.elem == HR_E_NONE ? elem : o.elem;
		t = add_operand(c, &o);
		for (uint64_t k = 0; o.list && k < t->count; k++)
			hr_elem_set_integer(o.elem, t->data, k, o.list[k]);
		if (!o.list && any)
			fill_any(t);
		else if (!o.list)
			fill_random(t, ORDINARY, false);
		if (t->wide)
			for (uint64_t k = 0; k < t->count; k++)
				set_real(t, k,
					 o.elem == HR_E_F64 ? real_at(t, k)
							    : (double)(float)real_at(t, k));
	}
	return end_call(c);
}

/* Run all calls and check their results; then forget them. */
static void run_calls(void)
{
	unsigned slots = 0, refused = 0;
	const hr_rowkernel **kernels = hr_alloc_array(calls.count + 1, sizeof(*kernels));
	kernel_call **chosen = hr_alloc_array(calls.count + 1, sizeof(*chosen));
	hpvm_run_context *context;
	hpvm_run_launch_handle *launch;
	const char *dump = getenv("ROWKERNEL_MODULE"), *text;

	for (size_t i = 0; i < calls.count; i++)
		if (calls.data[i]->slot == slots)
			kernels[slots++] = &calls.data[i]->kernel;
	text = hr_rowkernel_module(&call_arena, "Root", kernels, slots);
	if (dump) {
		FILE *file = fopen(dump, "w");

		ck_assert_ptr_nonnull(file);
		fputs(text, file);
		fclose(file);
	}
	context = open_module(text, &refused);
	RUN(hpvm_run_launch_new(context, hpvm_run_find_root(context, "Root"), 0, &launch));
	for (unsigned round = 0; choose(round, slots, chosen); round++) {
		unsigned input = 0;

		for (unsigned i = 0; i < slots; i++)
			input = bind_call(launch, input, chosen[i]);
		RUN(hpvm_run_launch(launch));
		RUN(hpvm_run_wait(launch));
	}
	RUN(hpvm_run_launch_free(launch));
	RUN(hpvm_run_close(context));
	ck_assert_uint_eq(refused, 0);
	for (size_t i = 0; i < calls.count; i++)
		for (uint64_t n = 0; n < calls.data[i]->result.count; n++)
			check_element(calls.data[i], n);
	for (size_t i = 0; i < calls.count; i++)
		free_call(calls.data[i]);
	printf("%u kernels, %zu calls\n", slots, calls.count);
	HR_VEC_FREE(&calls);
	hr_free(kernels);
	hr_free(chosen);
}

#endif
