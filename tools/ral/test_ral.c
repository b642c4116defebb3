/* tools/ral/test_ral.c -- tests of libhpvm-ral: executions written by hand, without kernels. */
#include <stdint.h>
#include <string.h>

#include "src/base/test.h"
#include "src/ral.h"

static const ral_program sum_of_two = {
	.size = sizeof(ral_program),
	.name = "sum",
	.needs = "input x: f32 (s0, 3)\ninput y: f32 (s1, 3)\nneed Add_1: s0 = s1\n",
	.input_count = 2,
	.output_count = 1,
	.site_count = 8,
	.processor = ""};

static const float numbers[6] = {1, 2, 3, 4, 5, 6};

static ral_tensor *rows(ral *r, int64_t count)
{
	return ral_tensor_new(r, RAL_F32, 2, (const int64_t[]){count, 3}, numbers);
}

static int run_sum(ral *r, ral_tensor *x, ral_tensor *y, ral_tensor **out)
{
	ral_tensor *inputs[] = {x, y}, *sum;
	ral_run *run = ral_begin(r, &sum_of_two, inputs);

	if (!run)
		return -1;
	ral_at(run, "Add_1");
	sum = ral_apply(run, 0, "add", 2, x, y);
	return ral_end(run, &sum, out);
}

static void check_sum(ral *r, const ral_tensor *out, int64_t count)
{
	float got[6];

	ck_assert_int_eq(ral_rank(out), 2);
	ck_assert_int_eq(ral_extent(out, 0), count);
	ck_assert_int_eq(ral_extent(out, 1), 3);
	ck_assert_int_eq(ral_type_of(out), RAL_F32);
	ck_assert_int_eq(ral_read(r, out, got, ral_bytes(out)), 0);
	for (int64_t i = 0; i < 3 * count; i++)
		ck_assert_float_eq(got[i], 2 * numbers[i]);
}

START_TEST(shapes_differ_from_run_to_run)
{
	ral *r = ral_open(NULL);
	ral_tensor *out;

	for (int64_t count = 0; count <= 2; count++) {
		ral_tensor *x = rows(r, count), *y = rows(r, count);

		ck_assert_int_eq(run_sum(r, x, y, &out), 0);
		check_sum(r, out, count);
		ral_drop(r, x);
		ral_drop(r, y);
		ral_drop(r, out);
	}
	ral_close(r);
}
END_TEST

START_TEST(inputs_are_checked)
{
	ral *r = ral_open(NULL);
	ral_tensor *out = NULL,
		   *of_integers = ral_tensor_new(r, RAL_I32, 2, (const int64_t[]){1, 3}, numbers);

	ck_assert_int_ne(run_sum(r, rows(r, 1), rows(r, 2), &out), 0);
	ck_assert_str_eq(ral_error(r),
			 "Add_1 needs s0 = s1; s0 is 1 (axis 0 of x); s1 is 2 (axis 0 of y)");
	ck_assert_int_ne(run_sum(r, rows(r, 1), of_integers, &out), 0);
	ck_assert_str_eq(ral_error(r), "input 'y' is i32, but must be f32");
	ck_assert_int_ne(run_sum(r, NULL, rows(r, 1), &out), 0);
	ck_assert_str_eq(ral_error(r), "input 'x' is no tensor of this context");
	ck_assert_ptr_null(out);
	ck_assert_int_ne(ral_read(r, of_integers, &out, 8), 0);
	ck_assert_str_eq(ral_error(r), "the tensor has 12 bytes, not 8");
	ck_assert_ptr_null(ral_tensor_new(r, RAL_F32, 1, (const int64_t[]){-1}, numbers));
	ck_assert_ptr_null(ral_tensor_new(r, (ral_type)99, 0, NULL, numbers));
	ral_close(r);
}
END_TEST

START_TEST(a_failed_call_ends_the_execution)
{
	ral *r = ral_open(NULL);
	ral_tensor *inputs[] = {rows(r, 1), rows(r, 1)}, *out = NULL, *bad;
	ral_run *run = ral_begin(r, &sum_of_two, inputs);

	ral_at(run, "MatMul_2");
	bad = ral_apply(run, 1, "dot", 2, inputs[0], inputs[1]);
	ck_assert_ptr_null(bad);
	ck_assert_int_eq(ral_failed(run), 1);
	ck_assert_ptr_null(ral_apply(run, 2, "add", 2, bad, bad));
	ck_assert_int_eq(ral_integer(run, bad), 0);
	ral_done(run, bad);
	ck_assert_int_ne(ral_end(run, &bad, &out), 0);
	ck_assert_ptr_nonnull(strstr(ral_error(r),
				     "'dot' of f32 (1, 3) and f32 (1, 3) in 'MatMul_2' "
				     "cannot be computed"));
	ral_close(r);
}
END_TEST

/* --- libraries --------------------------------------------------------------------------------- */

static int asked, declines;

static int add_by_hand(void *data, ral *r, const ral_call *call)
{
	const float *a = ral_buffer(call->operands[0]), *b = ral_buffer(call->operands[1]);
	float *to = ral_buffer(call->result);

	(void)r;
	ck_assert_str_eq(call->where, "Add_1");
	ck_assert_str_eq(call->row, "add");
	*(int *)data += 1;
	if (declines)
		return 1;
	for (int64_t i = 0; i < ral_count(call->result); i++)
		to[i] = a[i] + b[i] + 1000;
	return 0;
}

START_TEST(libraries_are_asked_first)
{
	ral *r = ral_open(NULL);
	ral_tensor *out;
	float got[3];

	ck_assert_int_ne(ral_provide(r, "gemm", add_by_hand, &asked), 0);
	ck_assert_str_eq(ral_error(r), "there is no row 'gemm'");
	ck_assert_int_eq(ral_provide(r, "add", add_by_hand, &asked), 0);
	ck_assert_int_eq(run_sum(r, rows(r, 1), rows(r, 1), &out), 0);
	ck_assert_int_eq(ral_read(r, out, got, sizeof(got)), 0);
	ck_assert_float_eq(got[2], 1006);
	declines = 1;
	ck_assert_int_eq(run_sum(r, rows(r, 2), rows(r, 2), &out), 0);
	check_sum(r, out, 2);
	ck_assert_int_eq(asked, 2);
	ral_close(r);
}
END_TEST

/* --- devices ----------------------------------------------------------------------------------- */

/* A device whose buffers the host cannot address: their addresses are off by one byte. */
typedef struct card {
	size_t allocated;
	int fails, closed;
} card;

static void *card_allocate(void *state, size_t bytes)
{
	card *self = state;
	char *memory = self->fails ? NULL : malloc(bytes + 1);

	if (!memory) {
		(void)ral_device_failed("the card has no %zu bytes", bytes);
		return NULL;
	}
	self->allocated++;
	return memory + 1;
}

static void card_release(void *state, void *buffer, size_t bytes)
{
	(void)bytes;
	((card *)state)->allocated--;
	free((char *)buffer - 1);
}

static int card_write(void *state, void *buffer, const void *from, size_t bytes)
{
	(void)state;
	memcpy(buffer, from, bytes);
	return 0;
}

static int card_read(void *state, const void *buffer, void *to, size_t bytes)
{
	(void)state;
	memcpy(to, buffer, bytes);
	return 0;
}

static int card_launch(void *state, const ral_launch *launch)
{
	(void)state;
	return ral_device_failed("no kernel '%s'", launch->kernel->name);
}

static void card_close(void *state)
{
	((card *)state)->closed = 1;
}

static ral_device device_of(card *self, int checks)
{
	return (ral_device){.size = sizeof(ral_device),
			    .name = "card",
			    .state = self,
			    .checks = checks,
			    .allocate = card_allocate,
			    .release = card_release,
			    .write = card_write,
			    .read = card_read,
			    .launch = card_launch,
			    .close = card_close};
}

START_TEST(a_device_has_its_own_memory)
{
	card self = {0};
	ral_device device = device_of(&self, 0);
	ral *r = ral_open(&device);
	ral_tensor *x = rows(r, 2), *out;

	ck_assert_int_eq(run_sum(r, x, x, &out), 0);
	check_sum(r, out, 2);
	ck_assert_uint_eq(self.allocated, 2);
	ral_drop(r, out);
	ck_assert_uint_eq(self.allocated, 1);
	self.fails = 1;
	ck_assert_int_ne(run_sum(r, x, x, &out), 0);
	ck_assert_str_eq(ral_error(r), "no memory for a tensor: the card has no 24 bytes");
	ral_close(r);
	ck_assert_uint_eq(self.allocated, 0);
	ck_assert_int_eq(self.closed, 1);
	device.size--;
	ck_assert_ptr_null(ral_open(&device));
	ck_assert_str_eq(ral_error(NULL), "the device has another version of ral.h");
}
END_TEST

START_TEST(values_that_are_not_released_are_found)
{
	card self = {0};
	ral_device device = device_of(&self, 1);
	ral *r = ral_open(&device);
	ral_tensor *inputs[] = {rows(r, 1), rows(r, 1)}, *out, *one, *two;
	ral_run *run = ral_begin(r, &sum_of_two, inputs);

	one = ral_apply(run, 0, "add", 2, inputs[0], inputs[1]);
	two = ral_apply(run, 1, "neg", 1, one);
	ck_assert_int_ne(ral_end(run, &two, &out), 0);
	ck_assert_str_eq(ral_error(r), "1 values of 'sum' were not released");
	ck_assert_uint_eq(self.allocated, 2);

	run = ral_begin(r, &sum_of_two, inputs);
	one = ral_apply(run, 0, "add", 2, inputs[0], inputs[1]);
	ral_done(run, one);
	ck_assert_ptr_null(ral_apply(run, 1, "neg", 1, one));
	ck_assert_int_ne(ral_end(run, &one, &out), 0);
	ck_assert_str_eq(ral_error(r), "operand 0 of 'neg' in 'sum' was released before");
	ral_close(r);
}
END_TEST

START_TEST(views_share_memory)
{
	card self = {0};
	ral_device device = device_of(&self, 1);
	ral *r = ral_open(&device);
	ral_tensor *inputs[] = {rows(r, 2), rows(r, 2)}, *out, *shape, *flat;
	ral_run *run = ral_begin(r, &sum_of_two, inputs);
	float got[6];

	shape = ral_constant(run, 0, "constant type=i64 shape=1 values=-1");
	flat = ral_apply(run, 1, "reshape", 2, inputs[0], shape);
	ck_assert_ptr_eq(ral_buffer(flat), ral_buffer(inputs[0]));
	ck_assert_int_eq(ral_end(run, &flat, &out), 0);
	ral_drop(r, inputs[0]);
	ck_assert_int_eq(ral_extent(out, 0), 6);
	ck_assert_int_eq(ral_read(r, out, got, sizeof(got)), 0);
	ck_assert_float_eq(got[5], 6);
	ral_close(r);
	ck_assert_uint_eq(self.allocated, 0);
}
END_TEST

START_TEST(constants_stay)
{
	ral *r = ral_open(NULL);
	ral_tensor *inputs[] = {rows(r, 1), rows(r, 1)}, *out, *one, *again;
	ral_run *run = ral_begin(r, &sum_of_two, inputs);

	one = ral_constant(run, 0, "constant type=i64 shape= values=41");
	ral_done(run, one);
	again = ral_constant(run, 0, "constant type=i64 shape= values=41");
	ck_assert_ptr_eq(one, again);
	ck_assert_int_eq(ral_integer(run, again), 41);
	ck_assert_ptr_null(ral_constant(run, 1, "constant type=f32 shape=2 file=none/such"));
	ck_assert_int_ne(ral_end(run, &one, &out), 0);
	ck_assert_ptr_nonnull(strstr(ral_error(r), "the values of a constant are missing: '"));
	ral_close(r);
}
END_TEST

HR_TEST_MAIN("ral", shapes_differ_from_run_to_run, inputs_are_checked,
	     a_failed_call_ends_the_execution, libraries_are_asked_first,
	     a_device_has_its_own_memory, values_that_are_not_released_are_found,
	     views_share_memory, constants_stay)
