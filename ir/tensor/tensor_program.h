/* ir/tensor/tensor_program.h -- a tensor program: operators on values with symbolic shapes (X1).
 *
 * An operator is what the imported model names ("LayerNormalization_7"); it is made of calls of rows of
 * the table (tensor.def), and becomes one leaf. A value is an input, a constant, the result of a call, or
 * the result of a control operator.
 *
 * How a front end builds one: hr_t_operator() begins an operator; the calls that follow belong to
 * it. Each call infers the type and shape of its result (shape.c). An error is recorded in the program,
 * once for each operator, and gives value 0; calls with an operand 0 that is not allowed to be omitted give
 * 0 without a further error. */
#ifndef HR_TENSOR_PROGRAM_H
#define HR_TENSOR_PROGRAM_H

#include <stdio.h>

#include "ir/symbol/symbol.h"
#include "ir/tensor/tensor_row.h"
#include "src/base/map.h"
#include "src/base/status.h"
#include "src/base/vec.h"

typedef unsigned hr_tv; /* index of a value in a program; 0: none, an omitted operand */
typedef struct hr_tprogram hr_tprogram;

typedef enum hr_tv_kind {
	HR_TV_NONE,
	HR_TV_INPUT,    /* of the program */
	HR_TV_CONSTANT, /* has data */
	HR_TV_RESULT,   /* of a call */
	HR_TV_CONTROL,  /* of a control operator */
} hr_tv_kind;

typedef struct hr_tvalue {
	hr_tv_kind kind;
	const char *name; /* in the model, or "" */
	hr_elem elem;
	bool wide; /* binary64 with the rounding unit of ELEM */
	unsigned rank;
	hr_sym extent[HR_RANK_MOST];
	/* Of a small tensor of integers or bool whose elements are known at import, as far as they are:
	 * KNOWN_COUNT expressions in row-major order, some unknown. NULL: none is. */
	const hr_sym *known;
	size_t known_count;
	const void *data;   /* of a constant: its elements; borrowed */
	unsigned operator_; /* index of the operator that has it as a result */
	unsigned result;    /* of a control operator: which */
} hr_tvalue;

typedef struct hr_tcall {
	hr_row row;
	const char *text; /* "sum axes=1 keep=0" */
	hr_attributes attributes;
	const hr_tv *operands;
	unsigned operand_count;
	hr_tv result;
} hr_tcall;

typedef enum hr_tcontrol { HR_T_CALLS, HR_T_IF, HR_T_LOOP } hr_tcontrol;

typedef struct hr_toperator {
	const char *label; /* unique in the program: "Conv_3", or the node's name */
	const char *type;  /* in the model: "Conv" */
	hr_tcontrol control;
	unsigned first_call, call_count; /* of HR_T_CALLS */
	/* HR_T_IF: condition; then what both bodies capture. Bodies: then, else; their inputs are the captured
	 * values, their outputs the results.
	 * HR_T_LOOP: trip count (i64 scalar, or 0: no limit), first condition (bool, or 0: true), STATES
	 * initial states, then captured values. Body: inputs are the iteration (i64 scalar), the condition,
	 * states, captured values; outputs are the next condition, next states, then scanned values, which are
	 * stacked along a new axis 0. Results: last states, stacked values. */
	const hr_tv *operands;
	unsigned operand_count, states;
	hr_tprogram *bodies[2];
	unsigned result_count;
	hr_tv first_result; /* of a control operator: results are consecutive values */
	bool failed;
} hr_toperator;

typedef struct hr_terror {
	unsigned operator_; /* whose label and type say where */
	const char *text;
	bool limit;      /* the operands fit, but something is missing here */
	const char *row; /* of the call that failed; "": none did */
} hr_terror;

struct hr_tprogram {
	hr_arena *arena;     /* borrowed; shared with bodies */
	hr_symbols *symbols; /* borrowed; shared with bodies */
	const char *name;
	hr_sym_scope scope;       /* of a body: from before it was begun */
	HR_VEC(hr_tvalue) values; /* value 0 is none */
	HR_VEC(hr_tcall) calls;
	HR_VEC(hr_toperator) operators;
	hr_strmap labels; /* to the operator, and the number of the next that wants the label */
	HR_VEC(hr_tv) inputs;
	HR_VEC(hr_tv) outputs;
	HR_VEC(const char *) output_names;
	HR_VEC(hr_terror) errors;
};

/* --- program.c -------------------------------------------------------------------------------- */

hr_tprogram *hr_tprogram_new(hr_arena *arena, hr_symbols *symbols, const char *name);
void hr_tprogram_free(hr_tprogram *program); /* and its bodies */

/* Add an input; EXTENTS has RANK expressions. */
hr_tv hr_t_input(hr_tprogram *program, const char *name, hr_elem elem, unsigned rank,
		 const hr_sym *extents);
/* Add a constant; DATA is borrowed and has as many elements as the shape says. */
hr_tv hr_t_constant(hr_tprogram *program, const char *name, hr_elem elem, unsigned rank,
		    const uint64_t *extents, const void *data);
void hr_t_output(hr_tprogram *program, const char *name, hr_tv value);

/* Begin an operator. LABEL is made unique. Return its index. */
unsigned hr_t_operator(hr_tprogram *program, const char *label, const char *type);
/* Add a call to the last operator. FORMAT gives the attributes ("axes=%s keep=1"; "": none). */
hr_tv hr_t_call(hr_tprogram *program, hr_row row, const hr_tv *operands, unsigned count,
		const char *format, ...) HR_PRINTF(5, 6);
hr_tv hr_t_1(hr_tprogram *program, hr_row row, hr_tv a);
hr_tv hr_t_2(hr_tprogram *program, hr_row row, hr_tv a, hr_tv b);
hr_tv hr_t_3(hr_tprogram *program, hr_row row, hr_tv a, hr_tv b, hr_tv c);
/* Constants of operators: a scalar of ELEM; a vector of i64. */
hr_tv hr_t_scalar(hr_tprogram *program, hr_elem elem, double value);
hr_tv hr_t_integers(hr_tprogram *program, const int64_t *values, size_t count);
/* Add to BODY the input through which it gets VALUE of PROGRAM: with its type, extents and known
 * elements. */
hr_tv hr_t_capture(hr_tprogram *body, const hr_tprogram *program, hr_tv value);
/* End BODY, begun with hr_tprogram_new(), before another body is begun: what its operations need holds only
 * if it runs. KEPT false: it is not used, as when it is built again; nothing of it is needed. */
void hr_t_body_end(hr_tprogram *body, bool kept);
/* Build the body of a loop with states whose extents do not change. hr_t_state() adds the input for state
 * I: an extent whose bit is in VARIES[I] is a new symbol. hr_t_states_vary() compares the states, inputs
 * from FIRST_INPUT, with the next states, outputs from FIRST_OUTPUT, before hr_t_body_end(), and sets bits
 * of extents that the body changes: it returns false if there are none. If there are new bits, the body
 * is to be built again; *WHY is set, in the arena, if types or ranks differ. */
hr_tv hr_t_state(hr_tprogram *body, const hr_tprogram *program, hr_tv initial, unsigned varies);
bool hr_t_states_vary(hr_tprogram *body, unsigned count, unsigned first_input,
		      unsigned first_output, unsigned *varies, const char **why);
/* Add a control operator with its bodies, which have ended: types and shapes of the results follow from
 * the bodies' outputs. Extents on which bodies, or iterations, do not agree become new symbols. Results
 * that differ in type or rank are an error. Return its index. */
unsigned hr_t_control(hr_tprogram *program, const char *label, const char *type,
		      hr_tcontrol control, const hr_tv *operands, unsigned count, unsigned states,
		      hr_tprogram *const bodies[2]);

const hr_tvalue *hr_t_value(const hr_tprogram *program, hr_tv value);
/* Record an error of the last operator, unless it has one. Return 0. */
hr_tv hr_t_fail(hr_tprogram *program, const char *format, ...) HR_PRINTF(2, 3);
/* Return true and set *NUMBER if extent AXIS of VALUE, or element I of its known elements, is a
 * number. */
bool hr_t_extent(const hr_tprogram *program, hr_tv value, unsigned axis, int64_t *number);
bool hr_t_known(const hr_tprogram *program, hr_tv value, size_t i, int64_t *number);
/* Return the text of VALUE's type and shape, "f32 (s0, 3, 224)"; in the arena. */
const char *hr_t_text(const hr_tprogram *program, hr_tv value);

/* --- explain.c -------------------------------------------------------------------------------- */

/* Write inputs, each operator's results with types and extents, and what operators need. */
void hr_t_explain(const hr_tprogram *program, FILE *out);
/* Write the whole program: inputs, constants, operators with their calls, outputs. */
void hr_t_print(const hr_tprogram *program, FILE *out);

/* --- shape.c ---------------------------------------------------------------------------------- */

/* Set type, rank, extents and known elements of CALL's result in *OUT, recording in the symbols what
 * LABEL needs. Return false, with the reason in *WHY (in the arena), if the operands do not fit; or
 * if the result's rank is not known or more than tensors have, and set *LIMIT. */
bool hr_t_infer(hr_tprogram *program, const hr_tcall *call, const char *label, hr_tvalue *out,
		const char **why, bool *limit) HR_MUST_CHECK;

#endif
