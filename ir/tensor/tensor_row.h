/* ir/tensor/tensor_row.h -- rows of the table of tensor operations, and their attributes as text.
 *
 * A call is written as a text, "convolution group=1 strides=2,2 pads=0,0,1,1": the name of the row,
 * then attributes. It is what operations of nodes have as their constant operand. */
#ifndef HR_TENSOR_ROW_H
#define HR_TENSOR_ROW_H

#include "ir/tensor/element.h"
#include "src/base/arena.h"

typedef enum hr_row {
	HR_R_NONE,
#define R(ident, kind, least, most, types, attributes) HR_R_##ident,
#include "ir/tensor/tensor.def"
#undef R
	HR_R_COUNT,
} hr_row;

typedef enum hr_row_kind {
	HR_ROW_MAP,
	HR_ROW_REDUCE,
	HR_ROW_MOVE,
	HR_ROW_INDEX,
	HR_ROW_PRODUCT,
	HR_ROW_WINDOW,
	HR_ROW_SHAPE,
	HR_ROW_SOURCE,
} hr_row_kind;

typedef enum hr_row_types {
	HR_TYPES_SAME,
	HR_TYPES_REAL,
	HR_TYPES_BITS,
	HR_TYPES_TEST,
	HR_TYPES_FIRST,
	HR_TYPES_INDEX,
	HR_TYPES_OTHER,
} hr_row_types;

enum { HR_ROW_ANY = 0xffff };

typedef struct hr_row_about {
	const char *name; /* "convolution" */
	hr_row_kind kind;
	unsigned least, most; /* operands */
	hr_row_types types;
	const char *attributes; /* as in the table */
} hr_row_about;

const hr_row_about *hr_row_of(hr_row row);
/* Return the row named by the LENGTH bytes at NAME, or HR_R_NONE. */
hr_row hr_row_named(const char *name, size_t length);

/* One attribute: a text, which is also read as a list of numbers if it is one. */
typedef struct hr_attribute {
	const char *name, *text;
	size_t count;            /* of numbers; 0 if the text is empty, or no list of numbers */
	const int64_t *integers; /* COUNT numbers, truncated */
	const double *reals;     /* the same */
} hr_attribute;

typedef struct hr_attributes {
	hr_row row;
	unsigned count;
	const hr_attribute *list;
} hr_attributes;

/* Read TEXT into *OUT; memory is from ARENA. Return false, with the reason in *WHY (in the arena), if
 * it names no row, or an attribute that the row lacks. */
bool hr_attributes_read(hr_arena *arena, const char *text, hr_attributes *out, const char **why);

/* Return an attribute, or its default in the table, or NULL if there is neither. */
const hr_attribute *hr_attribute_of(const hr_attributes *of, const char *name);
/* Return the first number of an attribute, else OTHERWISE. */
int64_t hr_attribute_integer(const hr_attributes *of, const char *name, int64_t otherwise);
double hr_attribute_real(const hr_attributes *of, const char *name, double otherwise);
/* Return number I of a list, else OTHERWISE. */
int64_t hr_attribute_at(const hr_attributes *of, const char *name, unsigned i, int64_t otherwise);
/* Return true if the attribute, or its default, is TEXT. */
bool hr_attribute_is(const hr_attributes *of, const char *name, const char *text);

#endif
