/* interp/engine/test_engine.c -- the engine on hand-assembled code: loops, calls, limits, traps, C
 * functions. */
#define _GNU_SOURCE
#include <check.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "interp/engine/engine.h"
#include "interp/host/host.h"
#include "interp/memory/image.h"
#include "interp/run/thread.h"

#define OP(ident) HR_OP_##ident

/* --- building a program by hand
 * ----------------------------------------------------------------- */

static const hr_type void_type = {.kind = HR_T_VOID, .text = "void"};
static const hr_type i32_type = {.kind = HR_T_INT,
				 .bits = 32,
				 .con = HR_C_I32,
				 .store_size = 4,
				 .size = 4,
				 .align = 4,
				 .text = "i32"};
static const hr_type i64_type = {.kind = HR_T_INT,
				 .bits = 64,
				 .con = HR_C_I64,
				 .store_size = 8,
				 .size = 8,
				 .align = 8,
				 .text = "i64"};
static const hr_type ptr_type = {.kind = HR_T_PTR,
				 .bits = 64,
				 .con = HR_C_I64,
				 .store_size = 8,
				 .size = 8,
				 .align = 8,
				 .text = "ptr"};
static const hr_type f32_type = {.kind = HR_T_FLOAT,
				 .con = HR_C_F32,
				 .store_size = 4,
				 .size = 4,
				 .align = 4,
				 .text = "float"};
static const hr_type f64_type = {.kind = HR_T_FLOAT,
				 .con = HR_C_F64,
				 .store_size = 8,
				 .size = 8,
				 .align = 8,
				 .text = "double"};
static const hr_type f80_type = {.kind = HR_T_FLOAT,
				 .con = HR_C_F80,
				 .store_size = 10,
				 .size = 16,
				 .align = 16,
				 .text = "x86_fp80"};
static const hr_type *const two_i64[] = {&i64_type, &i64_type};
static const uint64_t two_offsets[] = {0, 8};
static const hr_type pair_type = {.kind = HR_T_STRUCT,
				  .count = 2,
				  .fields = two_i64,
				  .offsets = two_offsets,
				  .store_size = 16,
				  .size = 16,
				  .align = 8,
				  .text = "{ i64, i64 }"};

enum { FRAME = 1024, MAX_SCALARS = 24 };

/* A function with its code and everything that they point to. Tests declare routines static,
 * because the end of the run accesses the program again. */
typedef struct routine {
	hr_function function;
	hr_code code;
	hr_scalar params[MAX_SCALARS], result_scalars[2], returned[2];
	hr_param param_info[MAX_SCALARS];
	hr_return results, returns[1];
} routine;

typedef struct site {
	hr_call call;
	hr_scalar args[MAX_SCALARS], results[2];
	hr_param params[MAX_SCALARS];
} site;

typedef struct engine_fixture {
	hr_diags *diags;
	FILE *stream;
	char *text;
	size_t bytes;
	hr_program program;
	hr_function *functions[8];
	hr_run *run;
	hr_thread *thread;
	hr_options options;
} engine_fixture;

static engine_fixture f;

static hr_scalar scalar(const hr_type *type, uint32_t reg)
{
	return (hr_scalar){.reg = reg,
			   .con = type->con,
			   .bits = (uint16_t)(type->kind == HR_T_FLOAT && type->con == HR_C_F80
						      ? 80
						      : 8 * hr_con_size(type->con)),
			   .is_ptr = type->kind == HR_T_PTR};
}

/* Define a function of WORDS. Its parameters (types, ended by NULL) are in registers 64, 80, 96
 * ...; `ret 0` returns the register RETURNED. */
static void define(routine *r, const char *name, uint32_t *words, const hr_type *result,
		   uint32_t returned, ...)
{
	uint32_t count = 0;
	const hr_type *type;
	va_list list;

	memset(r, 0, sizeof(*r));
	va_start(list, returned);
	while ((type = va_arg(list, const hr_type *)) != NULL) {
		r->params[count] = scalar(type, 64 + 16 * count);
		r->param_info[count] = (hr_param){.type = type, .first = count, .count = 1};
		count++;
	}
	va_end(list);
	r->function = (hr_function){.name = name,
				    .defined = true,
				    .result = result,
				    .id = f.program.function_count,
				    .code = &r->code,
				    .param_count = count};
	r->returned[0] = r->result_scalars[0] = scalar(result, returned);
	r->results = (hr_return){r->result_scalars, result->kind == HR_T_VOID ? 0 : 1};
	r->returns[0] = (hr_return){r->returned, result->kind == HR_T_VOID ? 0 : 1};
	r->code = (hr_code){.program = &f.program,
			    .function = &r->function,
			    .words = words,
			    .frame_bytes = FRAME,
			    .register_bytes = FRAME,
			    .frame_align = 16,
			    .params = r->params,
			    .param_count = count,
			    .param_info = r->param_info,
			    .param_info_count = count,
			    .returns = r->returns,
			    .return_count = 1,
			    .results = &r->results};
	f.functions[f.program.function_count++] = &r->function;
}

static void declare(routine *r, const char *name)
{
	memset(r, 0, sizeof(*r));
	r->function = (hr_function){.name = name, .id = f.program.function_count};
	f.functions[f.program.function_count++] = &r->function;
}

/* Define a call of function CALLEE (-1: through register 8). Arguments are pairs (type, register),
 * ended by NULL; the result is stored in register RESULT_REG. */
static void call_site(site *s, int64_t callee, uint32_t fixed, const hr_type *result,
		      uint32_t result_reg, ...)
{
	uint32_t count = 0;
	const hr_type *type;
	va_list list;

	memset(s, 0, sizeof(*s));
	va_start(list, result_reg);
	while ((type = va_arg(list, const hr_type *)) != NULL) {
		s->args[count] = scalar(type, va_arg(list, uint32_t));
		s->params[count] = (hr_param){.type = type, .first = count, .count = 1};
		count++;
	}
	va_end(list);
	s->results[0] = scalar(result, result_reg);
	s->call = (hr_call){.callee = callee,
			    .target = 8,
			    .fixed_params = fixed ? fixed : count,
			    .variadic = fixed != 0,
			    .params = s->params,
			    .param_count = count,
			    .args = s->args,
			    .arg_count = count,
			    .result = result,
			    .results = s->results,
			    .result_count = result->kind == HR_T_VOID ? 0 : 1};
}

static void give_calls(routine *r, hr_call *calls, uint32_t count)
{
	r->code.calls = calls;
	r->code.call_count = count;
}

static void give_constants(routine *r, void *constants, uint32_t bytes)
{
	r->code.constants = constants;
	r->code.constant_bytes = bytes;
}

static void setup(void)
{
	memset(&f, 0, sizeof(f));
	f.stream = open_memstream(&f.text, &f.bytes);
	f.diags = hr_diags_new(f.stream);
	hr_sem_init(&f.program.sem);
	f.program.diags = f.diags;
	f.program.functions = f.functions;
}

/* Call after all functions are defined. */
static void begin(void)
{
	ck_assert_int_eq(hr_run_new(&f.program, &f.options, f.diags, &f.run), HR_OK);
	f.thread = hr_thread_self(f.run);
}

static void teardown(void)
{
	if (f.run)
		hr_run_free(f.run);
	hr_diags_free(f.diags);
	fclose(f.stream);
	free(f.text);
}

static hr_status invoke(routine *r, const void *inputs, void *outputs)
{
	uint8_t *top = f.thread->top;
	hr_status status = hr_engine_invoke(f.thread, &r->function, inputs, outputs);

	ck_assert_ptr_eq(f.thread->top, top);
	ck_assert_ptr_null((void *)f.thread->recover);
	return status;
}

static void expect(hr_diag_id id, const char *text)
{
	fflush(f.stream);
	ck_assert_msg(hr_diags_count(f.diags, id) == 1, "no %s: %s", hr_diag_name(id), f.text);
	ck_assert_msg(strstr(f.text, text) != NULL, "no '%s' in: %s", text, f.text);
}

typedef struct inputs {
	_Alignas(16) uint64_t value[2 * MAX_SCALARS]; /* parameter p is value[2 * p] */
} inputs;

/* --- loops and jumps -------------------------------------------------------------------------- */

START_TEST(a_loop_adds)
{
	/* sum = i = 0; do sum += i; while (++i != n) */
	static uint64_t constants[] = {0, 1};
	static uint32_t words[] = {OP(mov_i64), 32, 0,  OP(mov_i64),    40, 0,  OP(add_i64),
				   32,          32, 40, OP(addjne_i64), 40, 40, 8,
				   64,          6,  17, OP(ret),        0};
	static routine r;
	inputs in = {{1000}};
	uint64_t out = 0;

	define(&r, "sum", words, &i64_type, 32, &i64_type, NULL);
	give_constants(&r, constants, sizeof(constants));
	begin();
	ck_assert_int_eq(invoke(&r, &in, &out), HR_OK);
	ck_assert_uint_eq(out, 999 * 1000 / 2);
	ck_assert_uint_eq(f.thread->steps, (6 + 1000 * 11 + 2) * 4 / HR_STEP_BYTES);
	ck_assert_uint_eq(hr_thread_operations(f.run), f.thread->steps);
}
END_TEST

START_TEST(switches)
{
	static const unsigned __int128 sparse[] = {3, 70, 4000000000u}, dense[] = {5, 6, 7};
	static const uint32_t targets[] = {3, 8, 13};
	static uint64_t constants[] = {100, 200, 300, 400};
	static uint32_t words[] = {
		OP(switch),
		64,
		0,
		OP(mov_i64),
		32,
		0,
		OP(ret),
		0,
		OP(mov_i64),
		32,
		8,
		OP(ret),
		0,
		OP(mov_i64),
		32,
		16,
		OP(ret),
		0,
		OP(mov_i64),
		32,
		24,
		OP(ret),
		0
	};
	static hr_switch sw = {
		.con = HR_C_I32, .count = 3, .values = sparse, .targets = targets, .otherwise = 18};
	const uint64_t asked[] = {3, 70, 4000000000u, 4, 0}, dense_asked[] = {5, 6, 7, 8, 4};
	const uint64_t expected[] = {100, 200, 300, 400, 400};
	static routine r;

	define(&r, "choose", words, &i64_type, 32, &i32_type, NULL);
	give_constants(&r, constants, sizeof(constants));
	r.code.switches = &sw;
	r.code.switch_count = 1;
	begin();
	for (int i = 0; i < 10; i++) {
		inputs in = {{i < 5 ? asked[i] : dense_asked[i - 5]}};
		uint64_t out = 0;

		if (i == 5) {
			sw.values = dense;
			sw.dense = true;
		}
		ck_assert_int_eq(invoke(&r, &in, &out), HR_OK);
		ck_assert_uint_eq(out, expected[i % 5]);
	}
}
END_TEST

START_TEST(indirect_jumps)
{
	static uint64_t constants[] = {0, 77};
	static uint32_t words[] = {OP(jmp_indirect), 0, OP(trap), HR_D_unreachable, OP(ret), 0};
	static uint32_t blocks[] = {HR_NO_LABEL, 2, 4};
	static hr_reloc reloc = {.kind = HR_RELOC_BLOCK, .bytes = 8, .index = 2};
	static routine r;
	uint64_t out = 0;

	define(&r, "jump", words, &i64_type, 8, NULL);
	give_constants(&r, constants, sizeof(constants));
	r.code.relocs = &reloc;
	r.code.reloc_count = 1;
	r.code.label_words = blocks;
	r.code.block_count = 3;
	begin();
	ck_assert_int_eq(invoke(&r, NULL, &out), HR_OK);
	ck_assert_uint_eq(out, 77);
	constants[0] = 0x1234;
	ck_assert_int_eq(invoke(&r, NULL, &out), HR_TRAP);
	expect(HR_D_bad_indirect_jump, "0x1234");
	/* a label token plus an offset */
	constants[0] = (UINT64_C(1) << 32) + (3 << HR_LABEL_SHIFT);
	ck_assert_int_eq(invoke(&r, NULL, &out), HR_OK);
	constants[0]++;
	ck_assert_int_eq(invoke(&r, NULL, &out), HR_TRAP);
	/* a block that is not a label */
	constants[0] = (UINT64_C(1) << 32) + (1 << HR_LABEL_SHIFT);
	ck_assert_int_eq(invoke(&r, NULL, &out), HR_TRAP);
}
END_TEST

/* --- calls, stack, limits --------------------------------------------------------------------- */

START_TEST(recursion)
{
	/* fib(n) = n < 2 ? n : fib(n - 1) + fib(n - 2) */
	static uint64_t constants[] = {2, (uint64_t)-1, (uint64_t)-2};
	static uint32_t words[] = {OP(jult_i64), 64, 0,        5, 10,          OP(mov_i64),
				   32,           64, OP(ret),  0, OP(add_i64), 40,
				   64,           8,  OP(call), 0, OP(add_i64), 40,
				   64,           16, OP(call), 1, OP(add_i64), 32,
				   48,           56, OP(ret),  0};
	static routine r;
	static site a, b;
	static hr_call calls[2];
	inputs in = {{15}};
	uint64_t out = 0;

	define(&r, "fib", words, &i64_type, 32, &i64_type, NULL);
	give_constants(&r, constants, sizeof(constants));
	call_site(&a, 0, 0, &i64_type, 48, &i64_type, 40, NULL);
	call_site(&b, 0, 0, &i64_type, 56, &i64_type, 40, NULL);
	calls[0] = a.call;
	calls[1] = b.call;
	give_calls(&r, calls, 2);
	begin();
	ck_assert_int_eq(invoke(&r, &in, &out), HR_OK);
	ck_assert_uint_eq(out, 610);
}
END_TEST

START_TEST(endless_recursion)
{
	static uint32_t words[] = {OP(call), 0, OP(ret), 0};
	static routine r;
	static site s;

	define(&r, "deep", words, &void_type, 0, NULL);
	call_site(&s, 0, 0, &void_type, 0, NULL);
	give_calls(&r, &s.call, 1);
	begin();
	ck_assert_int_eq(invoke(&r, NULL, NULL), HR_LIMIT);
	expect(HR_D_stack_overflow, "'deep'");
}
END_TEST

START_TEST(step_limit)
{
	static uint32_t words[] = {OP(jmp), 0};
	static routine r;

	f.options.step_limit = 100000;
	define(&r, "endless", words, &void_type, 0, NULL);
	begin();
	ck_assert_int_eq(invoke(&r, NULL, NULL), HR_LIMIT);
	expect(HR_D_step_limit, "'endless'");
	ck_assert_uint_eq(f.thread->steps, 100000);
}
END_TEST

START_TEST(interrupt)
{
	static uint32_t words[] = {OP(jmp), 0};
	static routine r;

	define(&r, "endless", words, &void_type, 0, NULL);
	begin();
	f.run->interrupted = 1;
	ck_assert_int_eq(invoke(&r, NULL, NULL), HR_LIMIT);
	expect(HR_D_interrupted, "'endless'");
}
END_TEST

/* An interrupt stops every thread, and is reported once. */
START_TEST(an_interrupt_is_reported_once)
{
	static uint32_t words[] = {OP(jmp), 0};
	static routine r;

	define(&r, "endless", words, &void_type, 0, NULL);
	begin();
	f.run->interrupted = 1;
	ck_assert_int_eq(invoke(&r, NULL, NULL), HR_LIMIT);
	ck_assert_int_eq(invoke(&r, NULL, NULL), HR_LIMIT);
	ck_assert_int_eq(hr_report_level(f.run, NULL, NULL, 0, HR_D_interrupted), HR_LIMIT);
	ck_assert_uint_eq(hr_diags_count(f.diags, HR_D_interrupted), 1);
}
END_TEST

static void *speculates(void *data)
{
	f.run->speculation.thread = pthread_self();
	f.run->speculation.on = true;
	*(bool *)data = hr_speculation_fail(f.run) && hr_speculation_failed(f.run);
	return NULL;
}

/* The failure of a speculative run does not concern other threads. */
START_TEST(a_speculative_run_belongs_to_its_thread)
{
	pthread_t thread;
	bool failed;

	begin();
	ck_assert_int_eq(pthread_create(&thread, NULL, speculates, &failed), 0);
	pthread_join(thread, NULL);
	ck_assert(failed);
	ck_assert(!hr_speculation_failed(f.run));
	ck_assert(!hr_speculation_fail(f.run));
}
END_TEST

/* The reported place is in the callee, and the engine can be used again afterwards. */
START_TEST(traps_name_their_place)
{
	static uint64_t constants[] = {0};
	static uint32_t outer_words[] = {OP(call), 0, OP(ret), 0};
	static uint32_t inner_words[] = {OP(nop), OP(udiv_i64), 32, 64, 0, OP(ret), 0};
	static routine outer, inner;
	static site s;
	inputs in = {{5}};
	uint64_t out = 0;

	define(&outer, "outer", outer_words, &i64_type, 32, &i64_type, NULL);
	define(&inner, "inner", inner_words, &i64_type, 32, &i64_type, NULL);
	give_constants(&inner, constants, sizeof(constants));
	call_site(&s, 1, 0, &i64_type, 32, &i64_type, 64, NULL);
	give_calls(&outer, &s.call, 1);
	begin();
	ck_assert_int_eq(invoke(&outer, &in, &out), HR_TRAP);
	expect(HR_D_div_by_zero, "'inner'");
	hr_diags_set_severity(f.diags, HR_D_div_by_zero, HR_SEV_OFF);
	/* still a trap when the diagnostic is off */
	ck_assert_int_eq(invoke(&outer, &in, &out), HR_TRAP);
}
END_TEST

START_TEST(a_fault_is_a_trap)
{
	static uint32_t words[] = {OP(load_i32), 32, 64, 0, OP(ret), 0};
	static routine r;
	inputs in = {{16}};
	uint32_t out = 0;

	define(&r, "peek", words, &i32_type, 32, &ptr_type, NULL);
	begin();
	hr_crash_install(f.run);
	for (int i = 0; i < 2; i++)
		ck_assert_int_eq(invoke(&r, &in, &out), HR_TRAP);
	fflush(f.stream);
	ck_assert_uint_eq(hr_diags_count(f.diags, HR_D_bad_access), 2);
	ck_assert_ptr_nonnull(strstr(f.text, "read at 0x10"));
}
END_TEST

START_TEST(byval_is_copied)
{
	static uint64_t constants[] = {99};
	static uint32_t outer_words[] = {OP(call), 0, OP(ret), 0};
	static uint32_t inner_words[] = {OP(load_i64), 32, 64,      8, OP(store_i64), 0,
					 64,           8,  OP(ret), 0};
	static routine outer, inner;
	static site s;
	uint64_t object[] = {1, 2};
	inputs in = {{(uint64_t)(uintptr_t)object}};
	uint64_t out = 0;

	define(&outer, "outer", outer_words, &i64_type, 32, &ptr_type, NULL);
	define(&inner, "inner", inner_words, &i64_type, 32, &ptr_type, NULL);
	give_constants(&inner, constants, sizeof(constants));
	call_site(&s, 1, 0, &i64_type, 32, &ptr_type, 64, NULL);
	s.params[0].byval_bytes = inner.param_info[0].byval_bytes = 16;
	s.params[0].byval_align = inner.param_info[0].byval_align = 8;
	give_calls(&outer, &s.call, 1);
	begin();
	ck_assert_int_eq(invoke(&outer, &in, &out), HR_OK);
	ck_assert_uint_eq(out, 2);
	ck_assert_uint_eq(object[1], 2);
	ck_assert_int_eq(invoke(&inner, &in, &out), HR_OK);
	ck_assert_uint_eq(object[1], 2);
}
END_TEST

/* --- barriers and queries --------------------------------------------------------------------- */

START_TEST(barriers_stop_and_go_on)
{
	/* out = id.x; barrier (also in a called function); out += 1 */
	static uint64_t constants[] = {1};
	static uint32_t words[] = {OP(hpvm_id_up), 32, 0,  0, OP(call),        0, OP(hpvm_barrier),
				   OP(add_i64),    32, 32, 0, OP(hpvm_return), 0};
	static uint32_t called[] = {OP(hpvm_barrier), OP(ret), 0};
	hr_node node = {.path = "Root/Leaf", .dims = 1};
	hr_level levels[2] = {{.node = &node, .dims = 1, .id = {7}, .extent = {9, 1, 1}},
			      {.node = &node, .dims = 1, .id = {8}, .extent = {9, 1, 1}}};
	hr_activation activation[2];
	uint64_t out[2] = {0};
	static routine r, inner;
	static site s;
	bool at_barrier;

	define(&r, "leaf", words, &i64_type, 32, NULL);
	give_constants(&r, constants, sizeof(constants));
	define(&inner, "inner", called, &void_type, 0, NULL);
	call_site(&s, 1, 0, &void_type, 0, NULL);
	give_calls(&r, &s.call, 1);
	begin();
	for (int i = 0; i < 2; i++) {
		hr_activation_init(&activation[i], &r.code, malloc(65536), 65536);
		hr_activation_begin(&activation[i], &levels[i], NULL, (uint8_t *)&out[i]);
	}
	for (int stop = 0; stop < 3; stop++)
		for (int i = 0; i < 2; i++) {
			at_barrier = false;
			ck_assert_int_eq(hr_activation_run(f.thread, &activation[i], &at_barrier),
					 HR_OK);
			ck_assert_int_eq(at_barrier, stop < 2);
			ck_assert_ptr_null(f.thread->level);
			if (stop < 2)
				ck_assert_uint_eq(activation[i].pc[-1], OP(hpvm_barrier));
			else
				ck_assert_uint_eq(*activation[i].pc, OP(hpvm_return));
		}
	ck_assert_uint_eq(out[0], 8);
	ck_assert_uint_eq(out[1], 9);
	for (int i = 0; i < 2; i++)
		free(activation[i].stack);
}
END_TEST

static hr_status query(uint32_t *words, const hr_level *level, uint64_t *out)
{
	hr_activation activation;
	uint8_t *stack = malloc(65536);
	bool at_barrier;
	hr_status status;
	static routine r;

	define(&r, "query", words, &i64_type, 32, NULL);
	hr_activation_init(&activation, &r.code, stack, 65536);
	hr_activation_begin(&activation, level, NULL, (uint8_t *)out);
	status = hr_activation_run(f.thread, &activation, &at_barrier);
	free(stack);
	return status;
}

START_TEST(queries)
{
	static uint32_t handle[] = {
		OP(hpvm_node),   40, OP(hpvm_parent), 40, 40, OP(hpvm_extent), 32, 40, 1,
		OP(hpvm_return), 0};
	static uint32_t bad[] = {
		OP(leax), 40, 40,          40, 0,  0, OP(hpvm_node),   40, OP(lea), 40, 40,
		8,        0,  OP(hpvm_id), 32, 40, 0, OP(hpvm_return), 0};
	static uint32_t missing[] = {OP(hpvm_id_up), 32, 0, 1, OP(hpvm_return), 0};
	hr_node root = {.path = "Root", .dims = 2}, leaf = {.path = "Root/Leaf", .dims = 1};
	hr_level up = {.node = &root, .dims = 2, .id = {1, 2, 0}, .extent = {3, 4, 1}};
	hr_level level = {
		.node = &leaf, .parent = &up, .dims = 1, .id = {5, 0, 0}, .extent = {6, 1, 1}};
	uint64_t out = 0;

	begin();
	ck_assert_int_eq(query(handle, &level, &out), HR_OK);
	ck_assert_uint_eq(out, 4);
	ck_assert_int_eq(query(bad, &level, &out), HR_TRAP);
	expect(HR_D_query_bad_handle, "Root/Leaf");
	ck_assert_int_eq(query(missing, &level, &out), HR_TRAP);
	expect(HR_D_query_dimension, "dimension y of 'Root/Leaf'");
	f.program.sem.value[HR_SEM_query_dimension] = HR_SEM_query_dimension_fill;
	ck_assert_int_eq(query(missing, &level, &out), HR_OK);
	ck_assert_uint_eq(out, 0);
}
END_TEST

/* --- C functions
 * ---------------------------------------------------------------------------------- */

/* More integers and floats than registers, in the order of the format. */
START_TEST(snprintf_with_many_arguments)
{
	static const char format[] = "%d %g %ld %g %d %g %Lg %d %g %d %g %g %g %g %g %s";
	static struct {
		uint64_t buffer, size, format, text;
		int64_t minus, big;
		double half;
		uint64_t align;
		long double third;
	} constants;
	static uint32_t words[] = {OP(call), 0, OP(ret), 0};
	char buffer[200], expected[200];
	static routine r, callee;
	static site s;
	uint32_t out = 0;

	constants.buffer = (uint64_t)(uintptr_t)buffer;
	constants.size = sizeof(buffer);
	constants.format = (uint64_t)(uintptr_t)format;
	constants.text = (uint64_t)(uintptr_t)"end";
	constants.minus = -3;
	constants.big = 1L << 40;
	constants.half = 0.5;
	constants.third = 1.0L / 3;
	define(&r, "print", words, &i32_type, 128, NULL);
	declare(&callee, "snprintf");
	give_constants(&r, &constants, sizeof(constants));
	call_site(&s, 1, 3, &i32_type, 128, &ptr_type, 0, &i64_type, 8, &ptr_type, 16, &i32_type,
		  32, &f64_type, 48, &i64_type, 40, &f64_type, 48, &i32_type, 32, &f64_type, 48,
		  &f80_type, 64, &i32_type, 32, &f64_type, 48, &i32_type, 32, &f64_type, 48,
		  &f64_type, 48, &f64_type, 48, &f64_type, 48, &f64_type, 48, &ptr_type, 24, NULL);
	give_calls(&r, &s.call, 1);
	begin();
	ck_assert_int_eq(invoke(&r, NULL, &out), HR_OK);
	snprintf(expected, sizeof(expected), format, -3, 0.5, 1L << 40, 0.5, -3, 0.5, 1.0L / 3, -3,
		 0.5, -3, 0.5, 0.5, 0.5, 0.5, 0.5, "end");
	ck_assert_str_eq(buffer, expected);
	ck_assert_uint_eq(out, strlen(expected));
}
END_TEST

/* An interpreted variadic function passes its va_list to vsnprintf. */
START_TEST(varargs_reach_c)
{
	static char buffer[200];
	static struct {
		uint64_t format, word;
		double half;
		uint64_t size;
	} constants;
	static uint64_t inner_constants[2];
	static uint32_t outer_words[] = {OP(call), 0, OP(ret), 0};
	static uint32_t inner_words[] = {OP(alloca), 32,      512, OP(va_start), 32, OP(call),
					 0,          OP(ret), 0};
	static routine outer, inner, callee;
	static site s, t;
	uint32_t out = 0;

	constants.format = (uint64_t)(uintptr_t)"%ld %g %ld %ld %ld %ld %ld %g";
	constants.word = 42;
	constants.half = 0.5;
	inner_constants[0] = (uint64_t)(uintptr_t)buffer;
	inner_constants[1] = sizeof(buffer);
	define(&outer, "outer", outer_words, &i32_type, 128, NULL);
	define(&inner, "inner", inner_words, &i32_type, 128, &ptr_type, NULL);
	inner.function.variadic = true;
	declare(&callee, "vsnprintf");
	give_constants(&outer, &constants, sizeof(constants));
	give_constants(&inner, inner_constants, sizeof(inner_constants));
	call_site(&s, 1, 1, &i32_type, 128, &ptr_type, 0, &i64_type, 8, &f64_type, 16, &i64_type, 8,
		  &i64_type, 8, &i64_type, 8, &i64_type, 8, &i64_type, 8, &f64_type, 16, NULL);
	call_site(&t, 2, 0, &i32_type, 128, &ptr_type, 0, &i64_type, 8, &ptr_type, 64, &ptr_type,
		  32, NULL);
	give_calls(&outer, &s.call, 1);
	give_calls(&inner, &t.call, 1);
	begin();
	ck_assert_int_eq(invoke(&outer, NULL, &out), HR_OK);
	ck_assert_str_eq(buffer, "42 0.5 42 42 42 42 42 0.5");
}
END_TEST

START_TEST(qsort_calls_back)
{
	/* compare(a, b): *a < *b ? -1 : *a > *b */
	static uint64_t constants[] = {0, 4, 0};
	static uint32_t sort_words[] = {OP(call), 0, OP(ret), 0};
	static uint32_t compare_words[] = {OP(load_i32),
					   32,
					   64,
					   0,
					   OP(load_i32),
					   36,
					   80,
					   0,
					   OP(sgt_i32),
					   40,
					   32,
					   36,
					   OP(slt_i32),
					   41,
					   32,
					   36,
					   OP(sub_i8),
					   40,
					   40,
					   41,
					   OP(sext_i8_i32),
					   32,
					   40,
					   OP(ret),
					   0};
	static routine sort, compare, callee;
	static site s;
	static hr_reloc reloc = {.kind = HR_RELOC_FUNCTION, .bytes = 8, .index = 1, .offset = 0};
	int32_t numbers[] = {5, -3, 99, 0, 7, -8};
	const int32_t sorted[] = {-8, -3, 0, 5, 7, 99};
	inputs in = {{(uint64_t)(uintptr_t)numbers, 0, 6}};

	define(&sort, "sort", sort_words, &void_type, 0, &ptr_type, &i64_type, NULL);
	define(&compare, "compare", compare_words, &i32_type, 32, &ptr_type, &ptr_type, NULL);
	declare(&callee, "qsort");
	give_constants(&sort, constants, sizeof(constants));
	sort.code.relocs = &reloc;
	sort.code.reloc_count = 1;
	call_site(&s, 2, 0, &void_type, 0, &ptr_type, 64, &i64_type, 80, &i64_type, 8, &ptr_type, 0,
		  NULL);
	give_calls(&sort, &s.call, 1);
	begin();
	ck_assert_int_eq(invoke(&sort, &in, NULL), HR_OK);
	ck_assert_mem_eq(numbers, sorted, sizeof(sorted));
	hr_run_free(f.run); /* relocations are undone for the next run */
	f.run = NULL;
	ck_assert_uint_eq(constants[0], 0);
}
END_TEST

/* A closure receives arguments of all classes, some on the stack. */
START_TEST(closures_take_what_c_passes)
{
	/* d0 + d1 + f + i0..i6 (i6 is on the stack), all as double */
	static uint32_t words[] = {OP(fpconv_f32_f64),
				   32,
				   96,
				   OP(fadd_f64),
				   32,
				   32,
				   64,
				   OP(fadd_f64),
				   32,
				   32,
				   80,
				   OP(add_i64),
				   40,
				   112,
				   128,
				   OP(add_i64),
				   40,
				   40,
				   144,
				   OP(add_i64),
				   40,
				   40,
				   160,
				   OP(add_i64),
				   40,
				   40,
				   176,
				   OP(add_i64),
				   40,
				   40,
				   192,
				   OP(add_i64),
				   40,
				   40,
				   208,
				   OP(sitofp_i64_f64),
				   48,
				   40,
				   OP(fadd_f64),
				   32,
				   32,
				   48,
				   OP(ret),
				   0};
	static routine r;
	uint64_t address = 0;
	union {
		uint64_t address;
		double (*call)(double, double, float, long, long, long, long, long, long, long);
	} g;

	define(&r, "all", words, &f64_type, 32, &f64_type, &f64_type, &f32_type, &i64_type,
	       &i64_type, &i64_type, &i64_type, &i64_type, &i64_type, &i64_type, NULL);
	begin();
	ck_assert_int_eq(hr_image_function_address(f.run->image, 0, &address), HR_OK);
	ck_assert_ptr_eq(hr_image_function_at(f.run->image, address), &r.function);
	ck_assert_ptr_null(hr_image_function_at(f.run->image, address + 1));
	g.address = address;
	ck_assert_double_eq(g.call(0.5, 0.25, 0.125f, 1, 2, 3, 4, 5, 6, 1000), 1021.875);
}
END_TEST

START_TEST(results_of_all_kinds)
{
	static struct {
		long double two;
		double four;
		uint64_t ten, three;
		float nine;
	} constants = {2, 4, 10, 3, 9};
	static uint32_t words[] = {OP(call), 0, OP(call), 1, OP(call), 2, OP(call), 3, OP(ret), 0};
	static routine r, sqrtl_, sqrt_, sqrtf_, ldiv_;
	static site s[4];
	static hr_call calls[4];
	static hr_scalar returned[5];
	struct {
		_Alignas(16) uint8_t root[16];
		double two;
		float three;
		uint64_t quotient, rest;
	} out = {0};
	long double root;

	define(&r, "all", words, &void_type, 0, NULL);
	declare(&sqrtl_, "sqrtl");
	declare(&sqrt_, "sqrt");
	declare(&sqrtf_, "sqrtf");
	declare(&ldiv_, "ldiv");
	give_constants(&r, &constants, sizeof(constants));
	call_site(&s[0], 1, 0, &f80_type, 128, &f80_type, 0, NULL);
	call_site(&s[1], 2, 0, &f64_type, 144, &f64_type, 16, NULL);
	call_site(&s[2], 3, 0, &f32_type, 152, &f32_type, 40, NULL);
	call_site(&s[3], 4, 0, &i64_type, 160, &i64_type, 24, &i64_type, 32, NULL);
	s[3].call.result = &pair_type;
	s[3].call.result_count = 2;
	s[3].results[1] = scalar(&i64_type, 168);
	for (int i = 0; i < 4; i++)
		calls[i] = s[i].call;
	give_calls(&r, calls, 4);
	for (int i = 0; i < 5; i++)
		returned[i] = (hr_scalar[]){scalar(&f80_type, 128), scalar(&f64_type, 144),
					    scalar(&f32_type, 152), scalar(&i64_type, 160),
					    scalar(&i64_type, 168)}[i];
	returned[1].offset = 16;
	returned[2].offset = 24;
	returned[3].offset = 32;
	returned[4].offset = 40;
	r.returns[0] = r.results = (hr_return){returned, 5};
	begin();
	ck_assert_int_eq(invoke(&r, NULL, &out), HR_OK);
	memcpy(&root, out.root, sizeof(root));
	ck_assert(root == __builtin_sqrtl(2));
	ck_assert_double_eq(out.two, 2);
	ck_assert(out.three == 3);
	ck_assert_uint_eq(out.quotient, 3);
	ck_assert_uint_eq(out.rest, 1);
}
END_TEST

START_TEST(calls_through_registers)
{
	static uint64_t constants[] = {0, 0, 41};
	static uint32_t words[] = {OP(mov_i64), 8, 64, OP(call), 0, OP(ret), 0};
	static uint32_t inner_words[] = {OP(add_i64), 32, 64, 64, OP(ret), 0};
	static routine r, inner;
	static site s;
	uint64_t address = 0, out = 0;
	inputs in = {{0}};

	define(&r, "through", words, &i64_type, 32, &ptr_type, NULL);
	define(&inner, "twice", inner_words, &i64_type, 32, &i64_type, NULL);
	give_constants(&r, constants, sizeof(constants));
	call_site(&s, -1, 0, &i64_type, 32, &i64_type, 16, NULL);
	give_calls(&r, &s.call, 1);
	begin();
	ck_assert_int_eq(hr_image_function_address(f.run->image, 1, &address), HR_OK);
	for (int i = 0; i < 2; i++) {
		in.value[0] = address;
		ck_assert_int_eq(invoke(&r, &in, &out), HR_OK);
		ck_assert_uint_eq(out, 82);
		in.value[0] = (uint64_t)(uintptr_t)&labs;
		ck_assert_int_eq(invoke(&r, &in, &out), HR_OK);
		ck_assert_uint_eq(out, 41);
	}
	in.value[0] = (uint64_t)(uintptr_t)&in;
	ck_assert_int_eq(invoke(&r, &in, &out), HR_TRAP);
	expect(HR_D_bad_call, "'through'");
}
END_TEST

static hr_status call_named(const char *name, const hr_level *level)
{
	static uint32_t words[] = {OP(call), 0, OP(ret), 0};
	static routine routines[2];
	static site s;
	routine *r = &routines[0], *callee = &routines[1];
	inputs in = {{1}};
	hr_status status;

	f.program.function_count = 0;
	define(r, "caller", words, &void_type, 0, &i32_type, NULL);
	declare(callee, name);
	call_site(&s, 1, 0, &void_type, 0, &i32_type, 64, NULL);
	give_calls(r, &s.call, 1);
	f.thread->level = level;
	status = invoke(r, &in, NULL);
	f.thread->level = NULL;
	return status;
}

START_TEST(refused_calls)
{
	hr_node node = {.path = "Root/Leaf"};
	hr_level level = {.node = &node};

	f.program.function_count = 2; /* room for the addresses */
	begin();
	ck_assert_int_eq(call_named("exit", &level), HR_TRAP);
	expect(HR_D_exit_in_node, "'exit'");
	ck_assert_int_eq(call_named("_setjmp", NULL), HR_UNSUPPORTED);
	expect(HR_D_unsupported_call, "'_setjmp'");
	ck_assert_int_eq(call_named("no_such_function_anywhere", NULL), HR_REJECT);
	expect(HR_D_unresolved_symbol, "no_such_function_anywhere");
}
END_TEST

START_TEST(signatures_must_agree)
{
	static uint32_t words[] = {OP(call), 0, OP(ret), 0}, inner_words[] = {OP(ret), 0};
	static routine r, inner;
	static site s;
	inputs in = {{1}};

	define(&r, "caller", words, &void_type, 0, &i64_type, NULL);
	define(&inner, "callee", inner_words, &void_type, 0, &i32_type, NULL);
	call_site(&s, 1, 0, &void_type, 0, &i64_type, 64, NULL);
	give_calls(&r, &s.call, 1);
	begin();
	ck_assert_int_eq(invoke(&r, &in, NULL), HR_TRAP);
	expect(HR_D_call_mismatch, "'callee'");
}
END_TEST

/* --- atomics ---------------------------------------------------------------------------------- */

START_TEST(atomics)
{
	/* old = fetch_add(p, 5); 16 bytes: old = exchange(q, 5); cmpxchg(p, 5 -> ...) fails */
	static _Alignas(16) uint64_t constants[] = {5, 0, 0, 0};
	static uint32_t words[] = {OP(rmw_add_i64),
				   32,
				   64,
				   0,
				   OP(rmw_xchg_i128),
				   48,
				   80,
				   0,
				   OP(cmpxchg_i64),
				   128,
				   136,
				   64,
				   0,
				   0,
				   OP(rmw_umin_i64),
				   144,
				   64,
				   0,
				   OP(ret),
				   0};
	_Alignas(16) uint64_t p[2] = {10, 0}, q[2] = {7, 8};
	inputs in = {{(uint64_t)(uintptr_t)p, 0, (uint64_t)(uintptr_t)q}};
	static routine r;
	uint64_t out = 0;

	define(&r, "atomics", words, &i64_type, 128, &ptr_type, &ptr_type, NULL);
	give_constants(&r, constants, sizeof(constants));
	begin();
	ck_assert_int_eq(invoke(&r, &in, &out), HR_OK);
	ck_assert_uint_eq(out, 15); /* the value that cmpxchg found */
	ck_assert_uint_eq(p[0], 5); /* umin(15, 5) */
	ck_assert_uint_eq(q[0], 5);
	ck_assert_uint_eq(q[1], 0);
	in.value[2] += 8;
	ck_assert_int_eq(invoke(&r, &in, &out), HR_TRAP);
	expect(HR_D_misaligned, "alignment is 16");
}
END_TEST

static void add_tests(TCase *tests)
{
	tcase_add_test(tests, a_loop_adds);
	tcase_add_test(tests, switches);
	tcase_add_test(tests, indirect_jumps);
	tcase_add_test(tests, recursion);
	tcase_add_test(tests, endless_recursion);
	tcase_add_test(tests, step_limit);
	tcase_add_test(tests, interrupt);
	tcase_add_test(tests, an_interrupt_is_reported_once);
	tcase_add_test(tests, a_speculative_run_belongs_to_its_thread);
	tcase_add_test(tests, traps_name_their_place);
	tcase_add_test(tests, a_fault_is_a_trap);
	tcase_add_test(tests, byval_is_copied);
	tcase_add_test(tests, barriers_stop_and_go_on);
	tcase_add_test(tests, queries);
	tcase_add_test(tests, snprintf_with_many_arguments);
	tcase_add_test(tests, varargs_reach_c);
	tcase_add_test(tests, qsort_calls_back);
	tcase_add_test(tests, closures_take_what_c_passes);
	tcase_add_test(tests, results_of_all_kinds);
	tcase_add_test(tests, calls_through_registers);
	tcase_add_test(tests, refused_calls);
	tcase_add_test(tests, signatures_must_agree);
	tcase_add_test(tests, atomics);
}

int main(void)
{
	Suite *suite = suite_create("engine");
	TCase *tests = tcase_create("by hand");
	SRunner *runner = srunner_create(suite);
	int failed;

	tcase_add_checked_fixture(tests, setup, teardown);
	tcase_set_timeout(tests, 60);
	add_tests(tests);
	suite_add_tcase(suite, tests);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
