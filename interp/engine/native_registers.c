/* interp/engine/native_registers.c -- calls of C functions that load all argument registers.
 *
 * This is used for types that libffi does not support: vectors of 16 bytes, i128, half, bfloat,
 * fp128. The stack arguments are one struct passed by value, which the convention copies to the
 * place of stack arguments. So a few C function types, one for each size of that struct and kind of
 * result, serve all signatures. They are variadic types, because such a call passes the number of
 * vector registers in al. Simple signatures take faster paths.
 *
 * Owns:      nothing.
 * Not here:  the location of arguments (interp/run/abi.c), the choice of the method (native.c). */
#include <string.h>

#include "interp/engine/native.h"

#if HR_ABI_KNOWN

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
	uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, vector, vector, vector,        \
		vector, vector, vector, vector, vector
#define LOADED(gp, fp)                                                                             \
	gp[0], gp[1], gp[2], gp[3], gp[4], gp[5], fp[0], fp[1], fp[2], fp[3], fp[4], fp[5], fp[6], \
		fp[7]

/* Defines call_<bytes>(), one function for each size of the stack arguments. */
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
		case HR_ABI_NOTHING: f.nothing(LOADED(gp, fp) STACK_VALUE); break;                 \
		case HR_ABI_INT: store_int(result, f.integer(LOADED(gp, fp) STACK_VALUE)); break;  \
		case HR_ABI_INT_INT:                                                               \
			store_ints(result, f.integers(LOADED(gp, fp) STACK_VALUE));                \
			break;                                                                     \
		case HR_ABI_FLOAT:                                                                 \
			store_float(result, f.floating(LOADED(gp, fp) STACK_VALUE));               \
			break;                                                                     \
		case HR_ABI_FLOATS:                                                                \
			store_floats(result, f.floats(LOADED(gp, fp) STACK_VALUE));                \
			break;                                                                     \
		case HR_ABI_MIXED: store_mixed(result, f.mixed(LOADED(gp, fp) STACK_VALUE));       \
			break;                                                                     \
		case HR_ABI_X87: store_x87(result, f.x87(LOADED(gp, fp) STACK_VALUE)); break;      \
		case HR_ABI_X87_X87: store_x87s(result, f.x87s(LOADED(gp, fp) STACK_VALUE));       \
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
#define COMMA           ,
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

/* --- fast paths
 * -------------------------------------------------------------------------------------- */

static bool general_only(const hr_abi *abi)
{
	return abi->fp == 0 && abi->stack_bytes == 0 &&
	       (abi->result == HR_ABI_INT || abi->result == HR_ABI_NOTHING);
}

/* At most six integers; the result is an integer or nothing. Loading unused registers is
 * harmless. */
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
	return abi->gp == 0 && abi->fp <= 2 && abi->stack_bytes == 0 && abi->result == HR_ABI_FLOAT;
}

/* One or two values in vector registers and one result, as for the functions of libm. */
static void call_floating(void *address, const uint8_t *image, uint8_t *result)
{
	const vector *fp = (const vector *)(const void *)(image + HR_ABI_FP);
	union {
		void *address;
		vector (*call)(vector, vector);
	} f = {address};

	store_float(result, f.call(fp[0], fp[1]));
}

void hr_registers_call(const hr_abi *abi, bool variadic, void *address, uint8_t *frame)
{
	_Alignas(16) uint8_t result[HR_ABI_RESULT_BYTES];
	const sized_caller *sized = callers;

	while (sized->bytes < abi->stack_bytes)
		sized++;
	_Alignas(16) uint8_t image[HR_ABI_STACK + sized->bytes];

	memset(image, 0, HR_ABI_STACK);
	memset(result + HR_ABI_ST0, 0, 32);
	hr_abi_store(abi, frame, image);
	if (general_only(abi) && !variadic)
		call_general(address, image, result);
	else if (floating_only(abi) && !variadic)
		call_floating(address, image, result);
	else
		sized->call(address, image, abi->result, result);
	hr_abi_take(abi->results, abi->result_count, result, frame);
}

#else

void hr_registers_call(const hr_abi *abi, bool variadic, void *address, uint8_t *frame)
{
	(void)abi, (void)variadic, (void)address, (void)frame;
	hr_bug("a call was planned for a convention that is not done");
}

#endif
