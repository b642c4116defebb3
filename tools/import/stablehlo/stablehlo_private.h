/* tools/import/stablehlo/stablehlo_private.h -- a StableHLO module while it becomes a tensor program.
 * Private to this folder.
 *
 * Functions are expanded where they are called. Each operation is translated by its handler (the table is
 * stablehlo.def), which makes calls of rows of tensor.def. What is not supported is reported for all
 * operations. */
#ifndef HR_STABLEHLO_PRIVATE_H
#define HR_STABLEHLO_PRIVATE_H

#include "tools/import/stablehlo/mlir.h"
#include "tools/import/stablehlo/stablehlo.h"

enum {
	HLO_MOST_DEPTH = 64,   /* of functions and regions in one another */
	HLO_MOST_OPS = 1 << 20 /* that are translated; functions may call one another many times */
};

typedef struct hlo_model {
	const hlo_source *source;
	hr_arena *arena;
	hr_symbols *symbols;
	mlir_module module;
	hr_status status; /* of the worst error */
	size_t errors, ops;
} hlo_model;

/* Where operations are translated. */
typedef struct hlo_scope {
	hlo_model *model;
	hr_tprogram *program;
	const struct hlo_scope *outer; /* whose names are seen too; of the same program */
	unsigned depth;
	bool elements;    /* a region of scalars, on tensors: see element.c */
	hr_strmap values; /* names, to values; 0: an error was reported */
} hlo_scope;

/* An operation during its translation. */
typedef struct hlo_op {
	hlo_scope *scope;
	hlo_model *model;
	hr_tprogram *program;
	const mlir_op *op;
	const char *label; /* "add_12": name and line */
	int argument;      /* of the handler */
	unsigned in_count, out_count;
	const hr_tv *in; /* none is 0 */
	hr_tv *out;
} hlo_op;

/* --- table.c ------------------------------------------------------------------------------------ */

/* A handler makes the calls of one operation. It returns result 0 and sets out[1] and so on; 0 after an
 * error, which it has reported. */
typedef hr_tv hlo_handler(hlo_op *o);

typedef struct hlo_operation {
	const char *name;
	unsigned least, most; /* operands */
	hlo_handler *handler;
	int argument; /* what several operations with one handler differ in */
	bool control; /* it begins its own operators, or none */
	bool element; /* computed element by element */
} hlo_operation;

#define OPERATION(name, least, most, handler, argument) hlo_handler hlo_op_##handler;
#define ELEMENT(name, least, most, handler, argument)   hlo_handler hlo_op_##handler;
#define CONTROL(name, least, most, handler, argument)   hlo_handler hlo_op_##handler;
#define LACKS(names, reason)
#include "tools/import/stablehlo/stablehlo.def"
#undef OPERATION
#undef ELEMENT
#undef CONTROL
#undef LACKS

/* Return the operation NAME, or NULL. */
const hlo_operation *hlo_operation_named(const char *name);
/* Return why the operation NAME is not supported. */
const char *hlo_operation_lacks(const char *name);

/* --- translate.c -------------------------------------------------------------------------------- */

/* Report what is not supported; what is wrong. Return 0. */
hr_tv hlo_refuse(const hlo_op *o, const char *format, ...) HR_PRINTF(2, 3);
hr_tv hlo_invalid(const hlo_op *o, const char *format, ...) HR_PRINTF(2, 3);

void hlo_put(hlo_scope *scope, const char *name, hr_tv value);
/* Return true and set *VALUE if SCOPE knows NAME. */
bool hlo_find(const hlo_scope *scope, const char *name, hr_tv *value);
/* Translate REGION with the values ARGUMENTS, of which there are COUNT. Set *RESULTS and *RESULT_COUNT to
 * what it returns; return false after an error, which OWNER has reported. */
bool hlo_region(const hlo_op *owner, hlo_scope *scope, const mlir_region *region,
		const hr_tv *arguments, size_t count, hr_tv **results, size_t *result_count);
/* Report the errors that PROGRAM has recorded. */
void hlo_report_calls(const hlo_op *o, hr_tprogram *program);

/* --- attributes.c ---------------------------------------------------------------------- */

/* Return the attribute NAME of the operation (or of the dictionary in its attribute DICT), an integer. */
int64_t hlo_int(const hlo_op *o, const char *name, int64_t otherwise);
/* Set *OUT to the list of integers NAME (else OTHER), or to an empty one. Return false after an error:
 * it has more than MOST items. */
typedef struct hlo_list {
	bool given;
	unsigned count;
	int64_t at[2 * HR_RANK_MOST];
} hlo_list;
bool hlo_list_of(const hlo_op *o, const mlir_attr *attr, const char *name, hlo_list *out);
bool hlo_ints(const hlo_op *o, const char *name, hlo_list *out);
/* The same, of axes of RANK axes: each once. */
bool hlo_axes(const hlo_op *o, const mlir_attr *attr, const char *name, unsigned rank,
	      hlo_list *out);
/* Return true if AXIS is in LIST; set *AT to where (may be NULL). */
bool hlo_has(const hlo_list *list, int64_t axis, unsigned *at);

/* --- calls.c: calls that handlers have in common -------------------------------------------------- */

#define HLO_CALL_1(row)                                                                            \
	static inline hr_tv h_##row(const hlo_op *o, hr_tv a)                                      \
	{                                                                                          \
		return hr_t_1(o->program, HR_R_##row, a);                                          \
	}
#define HLO_CALL_2(row)                                                                            \
	static inline hr_tv h_##row(const hlo_op *o, hr_tv a, hr_tv b)                             \
	{                                                                                          \
		return hr_t_2(o->program, HR_R_##row, a, b);                                       \
	}
HLO_CALL_1(abs)
HLO_CALL_1(sign)
HLO_CALL_1(trunc)
HLO_CALL_1(sqrt)
HLO_CALL_1(not)
HLO_CALL_1(is_nan)
HLO_CALL_1(is_inf)
HLO_CALL_1(narrow)
HLO_CALL_2(add)
HLO_CALL_2(sub)
HLO_CALL_2(mul)
HLO_CALL_2(div)
HLO_CALL_2(pow)
HLO_CALL_2(max)
HLO_CALL_2(min)
HLO_CALL_2(and)
HLO_CALL_2(or)
HLO_CALL_2(equal)
HLO_CALL_2(less)
HLO_CALL_2(less_equal)
HLO_CALL_2(dot)
HLO_CALL_2(reshape)
HLO_CALL_2(broadcast)
HLO_CALL_2(shift_right)
#undef HLO_CALL_1
#undef HLO_CALL_2

static inline hr_tv h_where(const hlo_op *o, hr_tv condition, hr_tv a, hr_tv b)
{
	return hr_t_3(o->program, HR_R_where, condition, a, b);
}

static inline unsigned hlo_rank(const hlo_op *o, hr_tv value)
{
	return hr_t_value(o->program, value)->rank;
}

static inline hr_elem hlo_elem(const hlo_op *o, hr_tv value)
{
	return hr_t_value(o->program, value)->elem;
}

/* Values in binary64 with the rounding unit of their type: widen, compute, narrow. Of a type that is not
 * real, A. */
hr_tv h_widen(const hlo_op *o, hr_tv a);
hr_tv h_widen_to(const hlo_op *o, hr_tv a, hr_elem elem);
hr_tv h_cast(const hlo_op *o, hr_tv a, hr_elem to);
/* A constant of LIKE's type, wide if LIKE is. */
hr_tv h_like(const hlo_op *o, hr_tv like, double value);
/* A scalar of i64. */
hr_tv h_integer(const hlo_op *o, int64_t value);
/* Extent AXIS, as a scalar of i64. */
hr_tv h_extent(const hlo_op *o, hr_tv a, unsigned axis);
/* The shape, a vector of i64; COUNT scalars of i64 as a vector. */
hr_tv h_shape(const hlo_op *o, hr_tv a);
hr_tv h_vector(const hlo_op *o, const hr_tv *scalars, unsigned count);
/* A vector of integers as i64; its element I, a scalar. */
hr_tv h_i64(const hlo_op *o, hr_tv a);
hr_tv h_element(const hlo_op *o, hr_tv vector, unsigned i);
hr_tv h_concat(const hlo_op *o, unsigned axis, const hr_tv *parts, unsigned count);
hr_tv h_unsqueeze(const hlo_op *o, hr_tv a, const int64_t *axes, unsigned count);
hr_tv h_squeeze(const hlo_op *o, hr_tv a, const int64_t *axes, unsigned count);
hr_tv h_transpose(const hlo_op *o, hr_tv a, const unsigned *perm, unsigned count);
hr_tv h_gather(const hlo_op *o, hr_tv a, hr_tv indices, unsigned axis);
hr_tv h_gather_elements(const hlo_op *o, hr_tv a, hr_tv indices, unsigned axis);
/* 0, 1, ... LIMIT - 1, of i64; LIMIT is a scalar. */
hr_tv h_count(const hlo_op *o, hr_tv limit);
/* A vector as a tensor of RANK dimensions, of which AXIS has its elements. */
hr_tv h_along(const hlo_op *o, hr_tv a, unsigned axis, unsigned rank);
/* Elements from START by STEP to before END along AXIS, for each axis; END beyond the extent: all. */
hr_tv h_slice(const hlo_op *o, hr_tv a, unsigned axis, int64_t start, int64_t end, int64_t step);
/* A in reverse order along AXIS. */
hr_tv h_reverse(const hlo_op *o, hr_tv a, unsigned axis);
/* LOW and HIGH more elements VALUE, or less, along each axis, and INNER between two elements. */
hr_tv h_pad(const hlo_op *o, hr_tv a, hr_tv value, const int64_t *low, const int64_t *high,
	    const int64_t *inner);
/* Return LIST as text, "1,2". */
const char *h_list(const hlo_op *o, const int64_t *list, unsigned count);
/* Return the call whose result VALUE is, or NULL. */
const hr_tcall *hlo_call_of(const hlo_op *o, hr_tv value);

/* --- element.c: regions of scalars, element by element -------------------------------------------- */

/* Translate REGION, of scalars, for all elements of the COUNT tensors ARGUMENTS, which have one shape, in O's
 * program. Set *RESULTS, of that shape; there are as many as WANTED. Return false after an error. */
bool hlo_elements(const hlo_op *o, const mlir_region *region, const hr_tv *arguments, size_t count,
		  hr_tv **results, size_t wanted);

/* --- reduce.c --------------------------------------------------------------------------------------- */

/* Return the row that reduces with ROW, of two operands; HR_R_NONE: there is none for ELEM. */
hr_row hlo_reduction_of(hr_row row, hr_elem elem);
/* Return the row of two operands that reduces as the row REDUCTION does. */
hr_row hlo_pairwise(hr_row reduction, hr_elem elem);
/* Return true if reducing with REDUCTION from VALUE, a scalar, is to begin from nothing. */
bool hlo_is_neutral(const hlo_op *o, hr_row reduction, hr_tv value);

/* --- control.c -------------------------------------------------------------------------------------- */

/* Let the states, at first INITIAL, be what O's region gives for them and, one after the other, the parts of WHOLE
 * along axis 0. Set the results to the last states, COUNT of them. Return the first. */
hr_tv hlo_fold(hlo_op *o, const hr_tv *whole, const hr_tv *initial, unsigned count);

/* --- maps.c ----------------------------------------------------------------------------------------- */

typedef enum hlo_direction { HLO_EQ, HLO_NE, HLO_LT, HLO_LE, HLO_GT, HLO_GE, HLO_NO } hlo_direction;
/* Return the direction of a comparison, from its attributes, and whether it is of the total order. */
hlo_direction hlo_direction_of(const mlir_op *op, bool *total);

/* --- region.c: what small regions mean ---------------------------------------------------------------- */

/* Return the row of two operands that REGION, of two arguments, is; or HR_R_NONE. */
hr_row hlo_region_row(const mlir_region *region);
/* Return true if REGION, of two arguments, returns the second. */
bool hlo_region_is_second(const mlir_region *region);
/* Return HR_R_arg_max or HR_R_arg_min if REGION, of (value, index) twice, chooses the pair that has the
 * greatest or least value, of equal ones that with the lower index, and NaN before all; else HR_R_NONE. */
hr_row hlo_region_choice(const hlo_op *o, const mlir_region *region, hr_elem elem);
/* Set KEYS to the operands by which a comparator REGION sorts COUNT operands, the first most important,
 * with ELEMS their types, and DESCENDING. Return their number; 0: it is no such comparator. */
unsigned hlo_region_keys(const hlo_op *o, const mlir_region *region, unsigned count,
			 const hr_elem *elems, unsigned *keys, bool *descending);

#endif
