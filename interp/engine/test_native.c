/* interp/engine/test_native.c -- both methods to call C functions agree with the callee and with
 * each other.
 *
 * Every callee prints its arguments to a text; the text and the results must be the same for both
 * methods. */
#include <complex.h>
#include <stdarg.h>
#include <string.h>

#include "interp/engine/native.h"
#include "src/base/test.h"

/* The C library defines these for gcc only. */
#ifndef CMPLX
#define CMPLX(x, y) __builtin_complex((double)(x), (double)(y))
#endif
#ifndef CMPLXF
#define CMPLXF(x, y) __builtin_complex((float)(x), (float)(y))
#endif
#ifndef CMPLXL
#define CMPLXL(x, y) __builtin_complex((long double)(x), (long double)(y))
#endif

/* --- types ------------------------------------------------------------------------------------ */

#define INT(name, width, container, bytes)                                                         \
	static const hr_type name = {.kind = HR_T_INT,                                             \
				     .bits = width,                                                \
				     .con = container,                                             \
				     .store_size = bytes,                                          \
				     .size = bytes,                                                \
				     .align = bytes}
#define FLOATING(name, container, bytes)                                                           \
	static const hr_type name = {.kind = HR_T_FLOAT,                                           \
				     .con = container,                                             \
				     .store_size = bytes,                                          \
				     .size = bytes,                                                \
				     .align = bytes}
#define VECTOR(name, of, number)                                                                   \
	static const hr_type name = {.kind = HR_T_VECTOR, .element = &of, .count = number}
#define STRUCT(name, ...)                                                                          \
	static const hr_type *const name##_fields[] = {__VA_ARGS__};                               \
	static const hr_type name = {.kind = HR_T_STRUCT,                                          \
				     .fields = name##_fields,                                      \
				     .count = sizeof(name##_fields) / sizeof(name##_fields[0])}
INT(i1, 1, HR_C_I8, 1);
INT(i8, 8, HR_C_I8, 1);
INT(i16, 16, HR_C_I16, 2);
INT(i24, 24, HR_C_I32, 4);
INT(i32, 32, HR_C_I32, 4);
INT(i64, 64, HR_C_I64, 8);
INT(i128, 128, HR_C_I128, 16);
FLOATING(f16, HR_C_F16, 2);
FLOATING(f32, HR_C_F32, 4);
FLOATING(f64, HR_C_F64, 8);
FLOATING(f80, HR_C_F80, 16);
FLOATING(f128, HR_C_F128, 16);
VECTOR(v2f32, f32, 2);
VECTOR(v4f32, f32, 4);
VECTOR(v8i8, i8, 8);
VECTOR(v1i64, i64, 1);
VECTOR(v8i1, i1, 8);
VECTOR(v2i24, i24, 2);
STRUCT(i64_i64, &i64, &i64);
STRUCT(i64_f64, &i64, &f64);
STRUCT(f64_i64, &f64, &i64);
STRUCT(f64_f64, &f64, &f64);
STRUCT(v2f32_f32, &v2f32, &f32);
STRUCT(i64_f32, &i64, &f32);
STRUCT(i32_i32, &i32, &i32);
STRUCT(f80_f80, &f80, &f80);
STRUCT(three, &i64, &i64, &i64);

/* --- building a call by hand
 * --------------------------------------------------------------------- */

enum { SIGNED = 1, MAX = 40, FRAME = 16 * MAX * 2 };
enum { FFI = 1, REGISTERS = 2, BOTH = 3 };

static struct {
	_Alignas(16) uint8_t frame[FRAME];
	hr_call call;
	hr_param params[MAX];
	hr_scalar args[MAX], results[MAX];
	char text[600];
} c;

static void say(const char *format, ...)
{
	size_t used = strlen(c.text);
	va_list list;

	va_start(list, format);
	vsnprintf(c.text + used, sizeof(c.text) - used, format, list);
	va_end(list);
}

static hr_scalar scalar(const hr_type *type, uint32_t number)
{
	return (hr_scalar){.reg = 16 * number,
			   .con = type->con,
			   .bits = (uint16_t)(type->kind == HR_T_INT ? type->bits : 128)};
}

static void place(const hr_type *type, const void *value)
{
	uint32_t number = c.call.arg_count++;

	c.args[number] = scalar(type, number);
	memcpy(c.frame + 16 * number, value, hr_con_size(type->con));
}

static hr_param *param(const hr_type *type, uint32_t count, unsigned flags)
{
	hr_param *p = &c.params[c.call.param_count++];

	*p = (hr_param){
		.type = type, .first = c.call.arg_count, .count = count, .sext = flags & SIGNED};
	return p;
}

static void integer(const hr_type *type, uint64_t value, unsigned flags)
{
	unsigned __int128 wide = value;

	param(type, 1, flags);
	place(type, &wide);
}

static void real(double value)
{
	param(&f64, 1, 0);
	place(&f64, &value);
}

static void single(float value)
{
	param(&f32, 1, 0);
	place(&f32, &value);
}

static void extended(long double value)
{
	_Alignas(16) uint8_t bytes[16] = {0};

	memcpy(bytes, &value, 10);
	param(&f80, 1, 0);
	place(&f80, bytes);
}

/* Add a vector or a structure of scalars of one size, with values at VALUES. */
static void several(const hr_type *type, const hr_type *of, uint32_t count, const void *values)
{
	param(type, count, 0);
	for (uint32_t i = 0; i < count; i++)
		place(of, (const uint8_t *)values + i * hr_con_size(of->con));
}

static void byval(const void *address, uint32_t bytes, uint32_t align)
{
	hr_param *p = param(&i64, 1, 0);

	p->byval_bytes = bytes;
	p->byval_align = align;
	place(&i64, &address);
}

static void begin(void)
{
	memset(&c, 0, sizeof(c));
	c.call.params = c.params;
	c.call.args = c.args;
	c.call.results = c.results;
}

static void add_results(const hr_type *type)
{
	if (type->kind == HR_T_STRUCT) {
		for (uint64_t i = 0; i < type->count; i++)
			add_results(type->fields[i]);
	} else if (type->kind == HR_T_VECTOR) {
		for (uint64_t i = 0; i < type->count; i++)
			add_results(type->element);
	} else {
		c.results[c.call.result_count] = scalar(type, MAX + c.call.result_count);
		c.call.result_count++;
	}
}

/* Half floats and similar types are printed as bits. */
static void say_results(void)
{
	for (uint32_t i = 0; i < c.call.result_count; i++) {
		const uint8_t *at = c.frame + c.results[i].reg;
		long double x87 = 0;
		uint64_t word = 0;
		double twice;
		float once;

		memcpy(&x87, at, 10);
		memcpy(&word, at, hr_con_size(c.results[i].con) & 15);
		memcpy(&twice, at, 8);
		memcpy(&once, at, 4);
		if (c.results[i].con == HR_C_F32)
			say(" =%g", (double)once);
		else if (c.results[i].con == HR_C_F64)
			say(" =%g", twice);
		else if (c.results[i].con == HR_C_F80)
			say(" =%Lg", x87);
		else
			say(" =%llx", (unsigned long long)word);
	}
}

typedef void any_function(void);

/* Call CALLEE by each method in WAYS, and check that the other methods refuse; the printed text and
 * results must be EXPECTED. */
static void calls(any_function *callee, const hr_type *result, unsigned ways, const char *expected)
{
	hr_arena arena = {0};
	const char *why = "";
	hr_ffi_plan *ffi;
	hr_abi *abi;

	c.call.result = result;
	if (result)
		add_results(result);
	ffi = hr_ffi_plan_new(&arena, &c.call);
	abi = hr_abi_plan(&arena, c.params, c.call.param_count, c.call.fixed_params, c.args, result,
			  c.results, c.call.result_count, &why);
	ck_assert_int_eq(ffi != NULL, (ways & FFI) != 0);
	ck_assert_int_eq(abi != NULL, (ways & REGISTERS) != 0);
	for (unsigned way = FFI; way <= REGISTERS; way *= 2) {
		if (!(ways & way))
			continue;
		c.text[0] = '\0';
		memset(c.frame + 16 * MAX, 0xee, 16 * MAX);
		if (way == FFI)
			hr_ffi_call(ffi, (void *)callee, c.frame);
		else
			hr_registers_call(abi, c.call.variadic, (void *)callee, c.frame);
		say_results();
		ck_assert_str_eq(c.text, expected);
	}
	if (!ways)
		ck_assert_str_eq(why, expected);
	hr_arena_free(&arena);
}

#define CALLS(callee, ...) calls((any_function *)(callee), __VA_ARGS__)

/* --- callees ---------------------------------------------------------------------------------- */

static long long take_narrow(signed char a, unsigned char b, short e, unsigned short d, int x,
			     unsigned y)
{
	say("%d %d %d %d %d %u", a, b, e, d, x, y);
	return -1;
}

/* The whole registers: what a callee sees that relies on its caller's extension. */
static void take_words(long long a, long long b, long long e, long long d)
{
	say("%lld %lld %lld %lld", a, b, e, d);
}

static double take_many(long a, double b, int e, float d, long g, double h, long i, double j,
			long k, double l, long m, double n, long o, double p, long q, double r,
			long s, double t, float u, signed char v)
{
	say("%ld %g %d %g %ld %g %ld %g %ld %g", a, b, e, (double)d, g, h, i, j, k, l);
	say(" %ld %g %ld %g %ld %g %ld %g %g %d", m, n, o, p, q, r, s, t, (double)u, v);
	return 0.5;
}

static long double take_x87(long double a, int b, long double e)
{
	say("%Lg %d %Lg", a, b, e);
	return a * e;
}

static _Complex long double give_x87s(void)
{
	return CMPLXL(1.5L, -2.5L);
}

static float give_float(float a)
{
	return a / 2;
}

static void take_any(const char *types, ...)
{
	va_list list;

	va_start(list, types);
	for (; *types; types++) {
		if (*types == 'i')
			say("%d ", va_arg(list, int));
		else if (*types == 'l')
			say("%ld ", va_arg(list, long));
		else if (*types == 'd')
			say("%g ", va_arg(list, double));
		else
			say("%Lg ", va_arg(list, long double));
	}
	va_end(list);
}

typedef struct {
	char bytes[40];
} large;
typedef struct {
	long a, b;
} longs;
typedef struct {
	long a;
	double b;
} long_double_pair;
typedef struct {
	double a;
	long b;
} double_long_pair;
typedef struct {
	double a, b;
} doubles;
typedef struct {
	float a, b, e;
} float_triple;
typedef struct {
	long a;
	float b;
} long_float;
typedef struct {
	long double a;
} boxed;
typedef struct __attribute__((packed)) {
	char a;
	int b;
} packed;

static void take_large(int a, large b, int e, boxed d, double f, packed g)
{
	say("%d %s %d %Lg %g %d %d", a, b.bytes, e, d.a, f, g.a, g.b);
}

/* When registers are exhausted, a pair lies in memory: LLVM splits an aggregate, a C compiler does
 * not and uses byval. */
static void take_late_pair(long a, long b, long e, long d, long f, longs g, long h)
{
	say("%ld %ld %ld %ld %ld %ld %ld %ld", a, b, e, d, f, g.a, g.b, h);
}

static longs take_pair(longs a)
{
	return (longs){a.b, a.a};
}

static long_double_pair give_mixed(long_double_pair a)
{
	return (long_double_pair){a.a + 1, a.b + 1};
}

static double_long_pair give_other_mixed(double_long_pair a)
{
	return (double_long_pair){a.a + 1, a.b + 1};
}

static doubles give_doubles(doubles a)
{
	return (doubles){a.b, a.a};
}

static float_triple give_floats(float_triple a)
{
	return (float_triple){a.e, a.b, a.a};
}

static long_float give_long_float(long_float a)
{
	return (long_float){a.a * 2, a.b * 2};
}

typedef float two_floats __attribute__((vector_size(8)));
typedef float four_floats __attribute__((vector_size(16)));
typedef char eight_chars __attribute__((vector_size(8)));

static two_floats take_two(two_floats a, eight_chars b, double e)
{
	say("%g %g %d %d %g", (double)a[0], (double)a[1], b[0], b[7], e);
	return (two_floats){a[1], a[0]};
}

static four_floats take_four(four_floats a, __int128 b)
{
	say("%g %g %llx %llx", (double)a[0], (double)a[3], (unsigned long long)(b >> 64),
	    (unsigned long long)b);
	return a + a;
}

/* --- tests ------------------------------------------------------------------------------------ */

START_TEST(narrow_integers_are_extended)
{
	begin();
	integer(&i8, 0x80, SIGNED);
	integer(&i8, 0x80, 0);
	integer(&i16, 0x8000, SIGNED);
	integer(&i16, 0x8000, 0);
	integer(&i32, 0x80000000, SIGNED);
	integer(&i32, 0x80000000, 0);
	CALLS(take_narrow, &i64, BOTH,
	      "-128 128 -32768 32768 -2147483648 2147483648 =ffffffffffffffff");
	begin();
	integer(&i8, 0xff, SIGNED);
	integer(&i1, 1, 0);
	integer(&i16, 0xfffe, SIGNED);
	integer(&i16, 0xffff, 0);
	CALLS(take_words, NULL, BOTH, "-1 1 -2 65535");
	begin();
	integer(&i1, 1, SIGNED);
	integer(&i24, 0xffffff, SIGNED);
	integer(&i24, 0xffffff, 0);
	integer(&i32, 0xfffffffd, SIGNED);
	CALLS(take_words, NULL, BOTH, "-1 -1 16777215 -3");
}
END_TEST

/* The bits above the width of a result are undefined. */
START_TEST(results_are_cut_to_their_bits)
{
	static const struct {
		const hr_type *type;
		const char *text;
	} rows[] = {
		{&i1, "=1"}, {&i8, "=ff"}, {&i16, "=ffff"}, {&i24, "=ffffff"}, {&i32, "=ffffffff"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char text[40];

		begin();
		for (int k = 0; k < 6; k++)
			integer(&i32, 7, 0);
		snprintf(text, sizeof(text), "7 7 7 7 7 7 %s", rows[i].text);
		CALLS(take_narrow, rows[i].type, BOTH, text);
	}
}
END_TEST

START_TEST(arguments_beyond_the_registers)
{
	begin();
	for (int i = 1; i <= 18; i++) {
		if (i == 3)
			integer(&i32, 3, 0);
		else if (i == 4)
			single(4.5f);
		else if (i % 2)
			integer(&i64, (uint64_t)i, 0);
		else
			real(i + 0.5);
	}
	single(19.5f);
	integer(&i8, 0xff, SIGNED);
	CALLS(take_many, &f64, BOTH,
	      "1 2.5 3 4.5 5 6.5 7 8.5 9 10.5 11 12.5 13 14.5 15 16.5 17 18.5 19.5 -1 =0.5");
}
END_TEST

START_TEST(floating_results)
{
	begin();
	extended(3);
	integer(&i32, 5, 0);
	extended(0.5L);
	CALLS(take_x87, &f80, BOTH, "3 5 0.5 =1.5");
	begin();
	CALLS(give_x87s, &f80_f80, BOTH, " =1.5 =-2.5");
	begin();
	single(3);
	CALLS(give_float, &f32, BOTH, " =1.5");
}
END_TEST

START_TEST(variadic_arguments)
{
	static const char types[] = "idLliiiiiddddddddddL";

	begin();
	c.call.variadic = true;
	c.call.fixed_params = 1;
	integer(&i64, (uint64_t)(uintptr_t)types, 0);
	for (const char *t = types; *t; t++) {
		if (*t == 'i')
			integer(&i32, (uint64_t)(t - types), 0);
		else if (*t == 'l')
			integer(&i64, (uint64_t)(t - types), 0);
		else if (*t == 'd')
			real((double)(t - types) + 0.5);
		else
			extended((long double)(t - types) + 0.25L);
	}
	CALLS(take_any, NULL, BOTH,
	      "0 1.5 2.25 3 4 5 6 7 8 9.5 10.5 11.5 12.5 13.5 14.5 15.5 16.5 17.5 18.5 19.25 ");
	begin();
	c.call.variadic = true;
	c.call.fixed_params = 1;
	integer(&i64, (uint64_t)(uintptr_t)"iii", 0);
	integer(&i8, 0x80, SIGNED);
	integer(&i16, 0x8000, 0);
	integer(&i1, 1, 0);
	CALLS(take_any, NULL, BOTH, "-128 32768 1 ");
	begin(); /* no prototype, no fixed parameter */
	c.call.variadic = true;
	integer(&i64, 1, 0);
	integer(&i64, 2, 0);
	integer(&i64, 3, 0);
	integer(&i64, 4, 0);
	CALLS(take_words, NULL, BOTH, "1 2 3 4");
}
END_TEST

START_TEST(structures_in_memory)
{
	static const large b = {"forty bytes"};
	static const boxed d = {2.5L};
	static const packed g = {3, 70000};
	static const longs pair = {6, 7};

	begin();
	integer(&i32, 1, 0);
	byval(&b, sizeof(b), 8);
	integer(&i32, 2, 0);
	byval(&d, sizeof(d), 16);
	real(4.5);
	byval(&g, sizeof(g), 8);
	CALLS(take_large, NULL, BOTH, "1 forty bytes 2 2.5 4.5 3 70000");
	begin();
	for (uint64_t i = 1; i <= 5; i++)
		integer(&i64, i, 0);
	byval(&pair, sizeof(pair), 8);
	integer(&i64, 8, 0);
	CALLS(take_late_pair, NULL, BOTH, "1 2 3 4 5 6 7 8");
	begin();
	byval(&b, sizeof(b), 32);
	CALLS(take_large, NULL, 0, "it takes a struct aligned to more than 16 bytes by value");
}
END_TEST

START_TEST(structures_in_registers)
{
	static const struct {
		long a;
		double b;
	} mixed = {41, 0.5};
	static const struct {
		double a;
		long b;
	} other = {0.5, 41};
	static const double two[] = {1.5, 2.5};
	static const float three_floats[] = {1, 2, 3};

	begin();
	several(&i64_i64, &i64, 2, (const long[]){1, 2});
	CALLS(take_pair, &i64_i64, BOTH, " =2 =1");
	begin();
	param(&i64_f64, 2, 0);
	place(&i64, &mixed.a);
	place(&f64, &mixed.b);
	CALLS(give_mixed, &i64_f64, BOTH, " =2a =1.5");
	begin();
	param(&f64_i64, 2, 0);
	place(&f64, &other.a);
	place(&i64, &other.b);
	CALLS(give_other_mixed, &f64_i64, BOTH, " =1.5 =2a");
	begin();
	several(&f64_f64, &f64, 2, two);
	CALLS(give_doubles, &f64_f64, BOTH, " =2.5 =1.5");
	begin(); /* as clang passes three floats */
	several(&v2f32, &f32, 2, three_floats);
	single(3);
	CALLS(give_floats, &v2f32_f32, BOTH, " =3 =2 =1");
	begin();
	integer(&i64, 4, 0);
	single(2.5f);
	CALLS(give_long_float, &i64_f32, BOTH, " =8 =5");
	begin(); /* each scalar is in a separate register, unlike in a C structure */
	several(&i64_i64, &i64, 2, (const long[]){0x500000001, 0x600000002});
	CALLS(take_pair, &i32_i32, BOTH, " =2 =1");
}
END_TEST

START_TEST(vectors)
{
	static const float four[] = {1, 2, 3, 4};
	static const char eight[] = {1, 2, 3, 4, 5, 6, 7, 8};

	begin();
	several(&v2f32, &f32, 2, four);
	several(&v8i8, &i8, 8, eight);
	real(0.5);
	CALLS(take_two, &v2f32, BOTH, "1 2 1 8 0.5 =2 =1");
	begin();
	several(&v4f32, &f32, 4, four);
	integer(&i128, 5, 0);
	CALLS(take_four, &v4f32, REGISTERS, "1 4 0 5 =2 =4 =6 =8");
	begin();
	several(&v1i64, &i64, 1, (const long[]){9});
	for (uint64_t i = 0; i < 3; i++)
		integer(&i64, i, 0);
	CALLS(take_words, NULL, REGISTERS, "9 0 1 2");
}
END_TEST

START_TEST(what_libffi_has_no_type_for)
{
	static const hr_type *const types[] = {&f16, &f128, &i128, &v4f32};

	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		hr_arena arena = {0};

		begin();
		param(types[i], types[i]->kind == HR_T_VECTOR ? 4 : 1, 0);
		for (uint32_t k = 0; k < c.params[0].count; k++)
			place(types[i] == &v4f32 ? &f32 : types[i], c.frame + FRAME / 2);
		ck_assert_ptr_null(hr_ffi_plan_new(&arena, &c.call));
		begin();
		c.call.result = types[i];
		add_results(types[i]);
		ck_assert_ptr_null(hr_ffi_plan_new(&arena, &c.call));
		hr_arena_free(&arena);
	}
	begin();
	CALLS(take_words, &three, 0,
	      "it returns more values than the C calling convention has registers for");
}
END_TEST

START_TEST(vectors_of_odd_integers_are_refused)
{
	static const uint32_t bits[8] = {0};

	begin();
	several(&v8i1, &i1, 8, bits);
	CALLS(take_words, NULL, 0, "it takes a vector whose elements are not whole bytes");
	begin();
	several(&v2i24, &i24, 2, bits);
	CALLS(take_words, NULL, 0, "it takes a vector whose elements are not whole bytes");
	begin();
	CALLS(take_words, &v8i1, 0, "it returns a vector whose elements are not whole bytes");
}
END_TEST

HR_TEST_MAIN("native", narrow_integers_are_extended, results_are_cut_to_their_bits,
	     arguments_beyond_the_registers, floating_results, variadic_arguments,
	     structures_in_memory, structures_in_registers, vectors, what_libffi_has_no_type_for,
	     vectors_of_odd_integers_are_refused)
