/* interp/native.c -- calls of C functions from interpreted code.
 *
 * A call is made with every argument register loaded and the stack arguments as one struct passed by
 * value, which the convention copies to where stack arguments lie; so a handful of C function types,
 * by size of that struct and kind of result, serve all signatures. They are variadic types, because
 * such a call says in al how many vector registers count. Plain signatures take shorter ways.
 *
 * Owns:     nothing; sites live in the image's arena.
 * Clauses:  H4 for functions that end the process inside a node.
 * Not here: which C function a name is (host_symbols.c), where arguments go (abi.c). */
#include <string.h>

#include "frame.h"
#include "image.h"

#ifndef __x86_64__
#error "calls to C are done for x86-64 (System V) only"
#endif

typedef double vector __attribute__((vector_size(16)));
typedef struct int_int {
	uint64_t rax, rdx;
} int_int;
typedef struct floats {
	double xmm0, xmm1;
} floats;
typedef struct mixed {
	uint64_t rax;
	double xmm0;
} mixed;

#define REGISTERS                                                                                  \
	uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, vector, vector, vector, vector, \
		vector, vector, vector, vector
#define LOADED(gp, fp)                                                                             \
	gp[0], gp[1], gp[2], gp[3], gp[4], gp[5], fp[0], fp[1], fp[2], fp[3], fp[4], fp[5], fp[6],  \
		fp[7]

/* call_<bytes>(): one function for each size of the stack arguments. */
#define CALLER(name, STACK_TYPE, STACK_VALUE)                                                      \
	static void name(void *address, const uint8_t *image, hr_abi_result kind, uint8_t *result) \
	{                                                                                          \
		const uint64_t *gp = (const uint64_t *)(const void *)(image + HR_ABI_GP);          \
		const vector *fp = (const vector *)(const void *)(image + HR_ABI_FP);              \
		union {                                                                            \
			void *address;                                                             \
			void (*nothing)(REGISTERS STACK_TYPE, ...);                                \
			uint64_t (*integer)(REGISTERS STACK_TYPE, ...);                            \
			int_int (*integers)(REGISTERS STACK_TYPE, ...);                            \
			vector (*floating)(REGISTERS STACK_TYPE, ...);                             \
			floats (*floats)(REGISTERS STACK_TYPE, ...);                               \
			mixed (*mixed)(REGISTERS STACK_TYPE, ...);                                 \
			long double (*x87)(REGISTERS STACK_TYPE, ...);                             \
			_Complex long double (*x87s)(REGISTERS STACK_TYPE, ...);                   \
		} f = {address};                                                                   \
		switch (kind) {                                                                    \
		case HR_ABI_NOTHING:                                                               \
			f.nothing(LOADED(gp, fp) STACK_VALUE);                                     \
			break;                                                                     \
		case HR_ABI_INT:                                                                   \
			store_int(result, f.integer(LOADED(gp, fp) STACK_VALUE));                  \
			break;                                                                     \
		case HR_ABI_INT_INT:                                                               \
			store_ints(result, f.integers(LOADED(gp, fp) STACK_VALUE));                \
			break;                                                                     \
		case HR_ABI_FLOAT:                                                                 \
			store_float(result, f.floating(LOADED(gp, fp) STACK_VALUE));               \
			break;                                                                     \
		case HR_ABI_FLOATS:                                                                \
			store_floats(result, f.floats(LOADED(gp, fp) STACK_VALUE));                \
			break;                                                                     \
		case HR_ABI_MIXED:                                                                 \
			store_mixed(result, f.mixed(LOADED(gp, fp) STACK_VALUE));                  \
			break;                                                                     \
		case HR_ABI_X87:                                                                   \
			store_x87(result, f.x87(LOADED(gp, fp) STACK_VALUE));                      \
			break;                                                                     \
		case HR_ABI_X87_X87:                                                               \
			store_x87s(result, f.x87s(LOADED(gp, fp) STACK_VALUE));                    \
			break;                                                                     \
		}                                                                                  \
	}

static void store_int(uint8_t *result, uint64_t value)
{
	memcpy(result + HR_ABI_RAX, &value, 8);
}

static void store_ints(uint8_t *result, int_int value)
{
	memcpy(result + HR_ABI_RAX, &value, 16);
}

static void store_float(uint8_t *result, vector value)
{
	memcpy(result + HR_ABI_XMM0, &value, 16);
}

static void store_floats(uint8_t *result, floats value)
{
	memcpy(result + HR_ABI_XMM0, &value.xmm0, 8);
	memcpy(result + HR_ABI_XMM1, &value.xmm1, 8);
}

static void store_mixed(uint8_t *result, mixed value)
{
	memcpy(result + HR_ABI_RAX, &value.rax, 8);
	memcpy(result + HR_ABI_XMM0, &value.xmm0, 8);
}

static void store_x87(uint8_t *result, long double value)
{
	memcpy(result + HR_ABI_ST0, &value, 10);
}

static void store_x87s(uint8_t *result, _Complex long double value)
{
	long double real = __real__ value, imaginary = __imag__ value;

	memcpy(result + HR_ABI_ST0, &real, 10);
	memcpy(result + HR_ABI_ST1, &imaginary, 10);
}

#define STACK_STRUCT(bytes)                                                                        \
	typedef struct stack_##bytes {                                                             \
		_Alignas(16) uint8_t byte[bytes];                                                  \
	} stack_##bytes;
#define STACK_OF(bytes) (*(const stack_##bytes *)(const void *)(image + HR_ABI_STACK))
#define COMMA ,
STACK_STRUCT(64)
STACK_STRUCT(512)
STACK_STRUCT(4096)
STACK_STRUCT(65536)
CALLER(call_0, , )
CALLER(call_64, COMMA stack_64, COMMA STACK_OF(64))
CALLER(call_512, COMMA stack_512, COMMA STACK_OF(512))
CALLER(call_4096, COMMA stack_4096, COMMA STACK_OF(4096))
CALLER(call_65536, COMMA stack_65536, COMMA STACK_OF(65536))

typedef void caller(void *, const uint8_t *, hr_abi_result, uint8_t *);
typedef struct sized_caller {
	uint32_t bytes;
	caller *call;
} sized_caller;

static const sized_caller callers[] = {
	{0, call_0}, {64, call_64}, {512, call_512}, {4096, call_4096}, {65536, call_65536},
};

/* --- results ------------------------------------------------------------------------------------------------ */

static void take_results(const hr_abi *abi, const uint8_t *result, uint8_t *frame)
{
	for (uint32_t i = 0; i < abi->result_count; i++) {
		const hr_abi_place *place = &abi->results[i];
		uint64_t word;

		if (place->bytes > 8) {
			memcpy(frame + place->reg, result + place->at, place->bytes);
			continue;
		}
		memcpy(&word, result + place->at, sizeof(word));
		word &= place->mask;
		memcpy(frame + place->reg, &word, place->bytes);
	}
}

/* --- the short ways -------------------------------------------------------------------------------------- */

static bool general_only(const hr_abi *abi)
{
	return abi->fp == 0 && abi->stack_bytes == 0 &&
	       (abi->result == HR_ABI_INT || abi->result == HR_ABI_NOTHING);
}

/* Six integers or fewer; the result is an integer or nothing. Registers too many do no harm. */
static void call_general(void *address, const uint8_t *image, uint8_t *result)
{
	const uint64_t *gp = (const uint64_t *)(const void *)image;
	union {
		void *address;
		uint64_t (*call)(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);
	} f = {address};

	store_int(result, f.call(gp[0], gp[1], gp[2], gp[3], gp[4], gp[5]));
}

static bool floating_only(const hr_abi *abi)
{
	return abi->gp == 0 && abi->fp <= 2 && abi->stack_bytes == 0 &&
	       abi->result == HR_ABI_FLOAT;
}

/* One or two values in vector registers, one back: the functions of libm. */
static void call_floating(void *address, const uint8_t *image, uint8_t *result)
{
	const vector *fp = (const vector *)(const void *)(image + HR_ABI_FP);
	union {
		void *address;
		vector (*call)(vector, vector);
	} f = {address};

	store_float(result, f.call(fp[0], fp[1]));
}

static void call_any(const hr_site *site, const uint8_t *frame, bool variadic, uint8_t *result)
{
	const sized_caller *sized = callers;
	const hr_abi *abi = site->abi;

	while (sized->bytes < abi->stack_bytes)
		sized++;
	_Alignas(16) uint8_t image[HR_ABI_STACK + sized->bytes];

	memset(image, 0, HR_ABI_STACK);
	hr_abi_store(abi, frame, image);
	if (general_only(abi) && !variadic)
		call_general(site->address, image, result);
	else if (floating_only(abi) && !variadic)
		call_floating(site->address, image, result);
	else
		sized->call(site->address, image, abi->result, result);
}

/* --- functions that end the process ----------------------------------------------------------- */

/* Words of the program for a diagnostic. They are copied here, where a bad pointer is the program's
 * fault, and not while something is being reported. */
enum { WORDS_BYTES = 200 };

static const char *copy_words(uint64_t address, char text[WORDS_BYTES])
{
	snprintf(text, WORDS_BYTES, "%s", address ? (const char *)(uintptr_t)address : "?");
	return text;
}

/* void __assert_fail(const char *assertion, const char *file, unsigned line, const char *function) */
static hr_trap report_assertion(hr_thread *thread, const hr_abi *abi, const uint8_t *frame)
{
	_Alignas(16) uint8_t image[HR_ABI_STACK];
	const uint64_t *gp = (const uint64_t *)(const void *)image;
	char assertion[WORDS_BYTES], file[WORDS_BYTES], function[WORDS_BYTES];

	memset(image, 0, sizeof(image));
	hr_abi_store(abi, frame, image);
	return HR_REPORTED(thread, assertion_failed, copy_words(gp[0], assertion),
			   copy_words(gp[1], file), (unsigned)gp[2], copy_words(gp[3], function));
}

static hr_trap refuse(hr_thread *thread, const hr_site *site, const uint8_t *frame)
{
	const hr_abi *abi = site->abi;

	if (strcmp(site->name, "__assert_fail") == 0 && abi->gp == 4 && !abi->fp &&
	    !abi->stack_bytes)
		return report_assertion(thread, abi, frame);
	return HR_REPORTED(thread, exit_in_node, site->name);
}

hr_trap hr_site_native(hr_thread *thread, uint8_t *frame, const uint32_t *pc, const hr_site *site)
{
	const hr_call *call = &hr_frame_of(frame)->code->calls[pc[1]];
	_Alignas(16) uint8_t result[HR_ABI_RESULT_BYTES];

	if (site->ends_process && thread->level)
		return refuse(thread, site, frame);
	memset(result + HR_ABI_ST0, 0, 32);
	call_any(site, frame, call->variadic, result);
	take_results(site->abi, result, frame);
	return 0;
}

/* --- making a site ------------------------------------------------------------------------------------------- */

static bool listed(const char *name, const char *const *names)
{
	for (; *names; names++)
		if (strcmp(name, *names) == 0)
			return true;
	return false;
}

hr_site *hr_native_site(hr_arena *arena, const hr_call *call, const char *name, void *address,
			const char **why)
{
	static const char *const enders[] = {
		"exit", "_exit", "_Exit", "quick_exit", "abort", "__assert_fail", "__assert",
		"__assert_perror_fail", "err", "errx", "verr", "verrx", "pthread_exit",
		"__stack_chk_fail", "__chk_fail", NULL,
	};
	static const char *const jumps[] = {
		"setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "longjmp", "_longjmp", "siglongjmp",
		"__longjmp_chk", "vfork", "getcontext", "swapcontext", "makecontext", NULL,
	};
	hr_site *site = HR_ARENA_NEW(arena, hr_site);

	if (listed(name, jumps)) {
		*why = "interpreted code cannot be left and entered again by a jump";
		return NULL;
	}
	site->kind = HR_SITE_NATIVE;
	site->name = name;
	site->address = address;
	site->ends_process = listed(name, enders);
	site->abi = hr_abi_plan(arena, call->params, call->param_count, call->fixed_params,
				call->args, call->result, call->results, call->result_count, why);
	return site->abi ? site : NULL;
}
