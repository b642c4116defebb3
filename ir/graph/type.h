/* ir/graph/type.h -- types without LLVM, for graphs, code and the tools.
 *
 * A type is interned in its table: equal types are equal pointers. Sizes and alignments are in
 * bytes and follow the module's data layout. A type flattens into scalars, each in one register of
 * a container. */
#ifndef HR_TYPE_H
#define HR_TYPE_H

#include "src/base/status.h"

typedef enum hr_kind {
	HR_T_VOID,
	HR_T_INT,   /* bits: 1..128 */
	HR_T_FLOAT, /* format */
	HR_T_PTR,
	HR_T_VECTOR, /* element, count */
	HR_T_ARRAY,  /* element, count */
	HR_T_STRUCT, /* fields, count */
} hr_kind;

/* The container of a register, which determines its bytes. Integers of other widths are
 * zero-extended in the next larger container (i1 in an i8 that is 0 or 1, i24 in an i32). */
typedef enum hr_con {
	HR_C_I8,
	HR_C_I16,
	HR_C_I32,
	HR_C_I64,
	HR_C_I128,
	HR_C_F16,
	HR_C_B16,
	HR_C_F32,
	HR_C_F64,
	HR_C_F80,
	HR_C_F128,
	HR_C_COUNT,
} hr_con;

typedef struct hr_type hr_type;
struct hr_type {
	hr_kind kind;
	unsigned bits;                /* HR_T_INT: width; HR_T_PTR: 64 */
	hr_con con;                   /* HR_T_INT, HR_T_FLOAT, HR_T_PTR: container */
	uint64_t count;               /* elements or fields */
	const hr_type *element;       /* vector, array */
	const hr_type *const *fields; /* struct */
	const uint64_t *offsets;      /* struct: byte offset of each field */
	uint64_t store_size;          /* bytes a store writes */
	uint64_t size;                /* bytes from one array element to the next */
	uint64_t align;               /* ABI alignment */
	const char *text;             /* as LLVM writes it: "i32", "<4 x float>" */
};

/* One scalar of a flattened type. */
typedef struct hr_scalar {
	uint32_t reg; /* byte offset in the frame (ir/code/code.h); unset in type-level lists */
	hr_con con;
	uint16_t bits; /* width of the value: 24 for an i24 in an HR_C_I32 */
	bool is_ptr;
	uint32_t offset; /* in the memory image of the whole type, bytes */
} hr_scalar;

/* Return the size of a container in bytes. */
static inline uint32_t hr_con_size(hr_con con)
{
	static const uint8_t sizes[HR_C_COUNT] = {1, 2, 4, 8, 16, 2, 2, 4, 8, 16, 16};

	return sizes[con];
}

/* "i32", "f64" */
static inline const char *hr_con_name(hr_con con)
{
	static const char *const names[HR_C_COUNT] = {"i8",  "i16", "i32", "i64", "i128", "f16",
						      "b16", "f32", "f64", "f80", "f128"};

	return names[con];
}

#endif
