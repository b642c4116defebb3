/* tools/import/onnx/onnx_private.h -- an ONNX model while it becomes a tensor program. Private to this
 * folder.
 *
 * The model's graph, the bodies of its functions and the subgraphs of control operators are blocks:
 * lists of nodes. A block is checked (check.c), then its live nodes are translated in order (block.c);
 * each node by the handler of its operator (handlers.def), which makes calls of rows of tensor.def.
 *
 * A model that breaks ONNX's rules is invalid, one that uses what is missing here is refused. Both are
 * reported for all nodes. */
#ifndef HR_ONNX_PRIVATE_H
#define HR_ONNX_PRIVATE_H

#include "tools/import/file/onnx.pb-c.h"
#include "tools/import/file/onnx_report.h"
#include "tools/import/onnx/onnx.h"

enum {
	ONNX_NEWEST_OPSET = 28,
	ONNX_NEWEST_IR = 14,
	ONNX_MOST_DEPTH = 64, /* of subgraphs in subgraphs, and of functions that call functions */
	ONNX_MOST_NODES =
		1 << 20 /* that are translated; functions may call one another many times */
};

typedef struct onnx_model {
	onnx_source *source;
	onnx_report report;
	hr_arena *arena;
	hr_symbols *symbols;
	const Onnx__ModelProto *proto;
	hr_map graphs;        /* attributes, to their subgraphs as pointers */
	hr_strmap dimensions; /* names of dimensions, to their symbols */
	hr_strmap
		sequences; /* names with the prefixes of their scopes, to sequences as pointers (sequence.c) */
	size_t nodes; /* that were translated */
} onnx_model;

/* A list of nodes. */
typedef struct onnx_block {
	Onnx__NodeProto *const *nodes;
	size_t node_count;
	const char *const *inputs, *const *outputs;
	size_t input_count, output_count;
	Onnx__TensorProto *const *initializers;
	size_t initializer_count;
	const Onnx__GraphProto *graph; /* NULL: of a function */
} onnx_block;

typedef struct onnx_operator onnx_operator;
typedef struct onnx_node onnx_node;

typedef struct onnx_attribute {
	const char *name;
	const Onnx__AttributeProto *value;
} onnx_attribute;

/* Where a block is translated. */
typedef struct onnx_scope {
	onnx_model *model;
	hr_tprogram *program;
	int64_t opset;
	const char *prefix;                  /* of labels: "LayerNorm_3/", or "" */
	unsigned depth;                      /* of blocks in blocks */
	const Onnx__FunctionProto *function; /* NULL: the block is in none */
	const onnx_node *caller;             /* of the function */
	hr_strmap values; /* names, to values; 0: an error was reported, or it is a sequence */
} onnx_scope;

/* A node during its translation. */
struct onnx_node {
	onnx_scope *scope;
	onnx_model *model;
	hr_tprogram *program;
	const Onnx__NodeProto *proto;
	const onnx_operator *op; /* NULL: a function of the model */
	const char *label;
	const char *name, *what; /* for messages: "conv1", "Conv, opset 13" */
	int64_t opset;
	int argument;       /* of the handler */
	unsigned in_count;  /* up to the last operand that is given */
	unsigned out_count; /* at least 1 */
	const hr_tv *in;    /* 0: omitted */
	hr_tv *out;
	const onnx_attribute *attributes;
	size_t attribute_count;
};

/* --- operator.c: the tables ------------------------------------------------------------------- */

/* A handler makes the calls of one node, whose attributes, and numbers of operands and outputs, are
 * right. It returns output 0, and sets out[1] and so on; 0 after an error, which it has reported. */
typedef hr_tv onnx_handler(onnx_node *o);

struct onnx_operator {
	const char *name;
	onnx_handler *handler;
	int argument; /* what several operators with one handler differ in */
};

#define OPERATOR(name, handler, argument) onnx_handler op_##handler;
#include "tools/import/onnx/handlers.def"
#undef OPERATOR

/* Return the operator NAME of the default domain, or NULL. */
const onnx_operator *onnx_operator_named(const char *name);
/* Return why the operator NAME is not supported. */
const char *onnx_operator_lacks(const char *name);
/* Report all attributes, and numbers of operands and outputs, that O's operator does not have in this
 * operator set. */
hr_status onnx_check_node(const onnx_node *o) HR_MUST_CHECK;

/* --- check.c: the rules of a block ------------------------------------------------------------ */

/* What is known of a node before it is translated: set of these. */
enum {
	ONNX_LIVE = 1, /* an output of the block depends on it */
	ONNX_BAD = 2,  /* has been reported */
};

/* Return true if DOMAIN is the default domain, "" or "ai.onnx". */
bool onnx_is_default_domain(const char *domain);
/* Return true if NODE's domain is that in which ONNX has the operator. */
bool onnx_is_own_domain(const Onnx__NodeProto *node);
/* Check the names of BLOCK, of which those in SCOPE are given outside, the order of its nodes, and
 * each node. Set NODES[i] for each node, and add the names of all values that outputs depend on to LIVE.
 * Return false if nodes cannot be translated at all. */
bool onnx_check_block(onnx_scope *scope, const onnx_block *block, unsigned char *nodes,
		      hr_strmap *live) HR_MUST_CHECK;
typedef HR_VEC(const char *) onnx_names;
/* Add to NAMES those of values that NODE uses: its operands, and what its subgraphs take from outside.
 * Each is added once. */
void onnx_used_names(const onnx_model *model, const Onnx__NodeProto *node, onnx_names *names);

/* --- block.c: blocks of nodes ----------------------------------------------------------------- */

onnx_block onnx_block_of_graph(const onnx_model *model, const Onnx__GraphProto *graph);
/* Translate BLOCK, whose inputs SCOPE has (if it is not the model's graph). Set OUTPUTS to the values of
 * its outputs, which are 0 where an error was reported. */
void onnx_translate_block(onnx_scope *scope, const onnx_block *block, hr_tv *outputs);
/* Let SCOPE name VALUE NAME, which is also the value's name if it has none. */
void onnx_scope_put(onnx_scope *scope, const char *name, hr_tv value);
/* Return the value NAME; 0 if it has been reported, or there is none. */
hr_tv onnx_scope_get(const onnx_scope *scope, const char *name);
/* Return true if NAME is a sequence in SCOPE (sequence.c). */
bool onnx_is_sequence(const onnx_scope *scope, const char *name);
/* Report the errors that PROGRAM has recorded, as O's. */
void onnx_report_calls(const onnx_node *o, hr_tprogram *program);

/* --- node.c: nodes ---------------------------------------------------------------------------- */

/* Return PROTO for messages and for its attributes. The texts are in the arena. */
onnx_node onnx_node_of(onnx_scope *scope, const Onnx__NodeProto *proto);
/* Return the function of the model that NODE calls, or NULL. */
const Onnx__FunctionProto *onnx_function_of(const onnx_model *model, const Onnx__NodeProto *node);

/* --- read.c: the file ------------------------------------------------------------------------- */

/* Return the subgraph in the attribute A. */
const Onnx__GraphProto *onnx_graph_of(const onnx_model *model, const Onnx__AttributeProto *a);
/* Add the inputs of the model's graph that are LIVE to SCOPE. */
void onnx_add_inputs(onnx_scope *scope, const onnx_block *block, const hr_strmap *live);

/* --- tensor.c: tensors of the file ------------------------------------------------------------ */

/* Return "FLOAT", or "type 99". */
const char *onnx_type_name(const onnx_model *model, int32_t type);
/* Return the type with ONNX's number TYPE, or HR_E_NONE if there is none of X1. */
hr_elem onnx_elem(int32_t type);
/* Add the constant TENSOR to PROGRAM and return it, or 0 after an error. NAME and WHAT are for
 * messages. */
hr_tv onnx_tensor(onnx_model *model, hr_tprogram *program, const char *name, const char *what,
		  const Onnx__TensorProto *tensor);

/* --- node.c: errors, attributes and operands of a node ---------------------------------------- */

/* Report what is missing here, or what the model does wrong; the node's calls fail from now on. Return
 * 0. */
hr_tv onnx_node_refuse(const onnx_node *o, const char *format, ...) HR_PRINTF(2, 3);
hr_tv onnx_node_invalid(const onnx_node *o, const char *format, ...) HR_PRINTF(2, 3);

/* Return the attribute NAME, or NULL if it is omitted. */
const Onnx__AttributeProto *onnx_attr(const onnx_node *o, const char *name);
int64_t onnx_int(const onnx_node *o, const char *name, int64_t otherwise);
double onnx_real(const onnx_node *o, const char *name, double otherwise);
const char *onnx_text(const onnx_node *o, const char *name, const char *otherwise);
/* Return true if the attribute, or OTHERWISE, is TEXT. */
bool onnx_is(const onnx_node *o, const char *name, const char *otherwise, const char *text);
/* Return which of the words of CHOICES, separated by spaces, the attribute NAME is, whose default is
 * the first of them; -1 after an error. Case counts. */
int onnx_choice(const onnx_node *o, const char *name, const char *choices);

/* A list of integers. */
typedef struct onnx_list {
	bool given;
	size_t count;
	const int64_t *data;
} onnx_list;

onnx_list onnx_ints(const onnx_node *o, const char *name);
/* The elements of VALUE, which must be known at import, for WHY ("the axes"); GIVEN is false if VALUE
 * is 0, and after an error, which is reported. */
onnx_list onnx_known(const onnx_node *o, hr_tv value, const char *why);
/* The attribute NAME, or operand I if the node has no such attribute. */
onnx_list onnx_ints_or_operand(const onnx_node *o, const char *name, unsigned i);

/* Return operand I, or 0. */
hr_tv onnx_in(const onnx_node *o, unsigned i);
unsigned onnx_rank(const onnx_node *o, hr_tv value);
hr_elem onnx_type(const onnx_node *o, hr_tv value);
/* Need that axis I of A has EXTENT elements, or as many as axis K of B; report it if that can never be. */
bool onnx_extent_is(const onnx_node *o, hr_tv a, unsigned i, int64_t extent) HR_MUST_CHECK;
bool onnx_same_extent(const onnx_node *o, hr_tv a, unsigned i, hr_tv b, unsigned k) HR_MUST_CHECK;
/* Set *AXIS to the axis AT of RANK axes, where -1 is the last. Return false after an error. */
bool onnx_axis(const onnx_node *o, int64_t at, unsigned rank, unsigned *axis) HR_MUST_CHECK;
/* Return true if VALUE is a vector of a known length, not 0, whose elements are known when the program
 * runs. */
bool onnx_is_later(const onnx_node *o, hr_tv value);
/* Return LIST as the text of an attribute, "1,2"; as axes of RANK axes, sorted. NULL after an error. */
const char *onnx_list_text(const onnx_node *o, const int64_t *list, size_t count);
const char *onnx_axes_text(const onnx_node *o, onnx_list list, unsigned rank);

/* --- calls.c: calls that operators have in common --------------------------------------------- */

/* Calls of one, two and three operands: t_exp(o, x). */
#define ONNX_CALL_1(row)                                                                           \
	static inline hr_tv t_##row(const onnx_node *o, hr_tv a)                                   \
	{                                                                                          \
		return hr_t_1(o->program, HR_R_##row, a);                                          \
	}
#define ONNX_CALL_2(row)                                                                           \
	static inline hr_tv t_##row(const onnx_node *o, hr_tv a, hr_tv b)                          \
	{                                                                                          \
		return hr_t_2(o->program, HR_R_##row, a, b);                                       \
	}
/* VALUE, if all of CONDITION hold when the program runs; else an error with the text WHAT. */
hr_tv t_require(const onnx_node *o, hr_tv value, hr_tv condition, const char *what);
/* VALUE, integers that must be at least LEAST, and less than MOST unless that is 0. */
hr_tv t_within(const onnx_node *o, hr_tv value, int64_t least, hr_tv most, const char *what);
ONNX_CALL_1(neg)
ONNX_CALL_1(abs)
ONNX_CALL_1(sign)
ONNX_CALL_1(floor)
ONNX_CALL_1(ceil)
ONNX_CALL_1(round)
ONNX_CALL_1(sqrt)
ONNX_CALL_1(exp)
ONNX_CALL_1(log)
ONNX_CALL_1(log1p)
ONNX_CALL_1(expm1)
ONNX_CALL_1(sin)
ONNX_CALL_1(cos)
ONNX_CALL_1(tanh)
ONNX_CALL_1(erf)
ONNX_CALL_1(sigmoid)
ONNX_CALL_1(not)
ONNX_CALL_1(narrow)
ONNX_CALL_2(add)
ONNX_CALL_2(sub)
ONNX_CALL_2(mul)
ONNX_CALL_2(div)
ONNX_CALL_2(mod)
ONNX_CALL_2(pow)
ONNX_CALL_2(max)
ONNX_CALL_2(min)
ONNX_CALL_2(and)
ONNX_CALL_2(or)
ONNX_CALL_2(equal)
ONNX_CALL_2(less)
ONNX_CALL_2(less_equal)
ONNX_CALL_2(dot)
ONNX_CALL_2(broadcast)
ONNX_CALL_2(reshape)
#undef ONNX_CALL_1
#undef ONNX_CALL_2

static inline hr_tv t_where(const onnx_node *o, hr_tv condition, hr_tv a, hr_tv b)
{
	return hr_t_3(o->program, HR_R_where, condition, a, b);
}

/* Values in binary64 with the rounding unit of their type, for composites: widen, compute, narrow. */
hr_tv t_widen(const onnx_node *o, hr_tv a);
hr_tv t_widen_to(const onnx_node *o, hr_tv a, hr_elem elem);
/* A for computing: wide, or in f64 if it is of integers; and back, to ELEM, truncated. */
hr_tv t_compute(const onnx_node *o, hr_tv a);
hr_tv t_computed(const onnx_node *o, hr_tv a, hr_elem elem);
/* A constant, exactly, for computing with wide values of LIKE's type. */
hr_tv t_wide(const onnx_node *o, hr_tv like, double value);
/* A constant of LIKE's type; of ELEM. */
hr_tv t_like(const onnx_node *o, hr_tv like, double value);
hr_tv t_scalar(const onnx_node *o, hr_elem elem, double value);
hr_tv t_cast(const onnx_node *o, hr_tv a, hr_elem to);

/* Reduce over AXES ("1,2"; NULL: all). */
hr_tv t_reduce(const onnx_node *o, hr_row row, hr_tv a, const char *axes, bool keep);
/* The mean of a wide A. */
hr_tv t_mean(const onnx_node *o, hr_tv a, const char *axes, bool keep);

/* Shapes: vectors and scalars of i64. */
hr_tv t_shape(const onnx_node *o, hr_tv a);
hr_tv t_shape_part(const onnx_node *o, hr_tv a, unsigned start, unsigned end);
hr_tv t_extent(const onnx_node *o, hr_tv a, unsigned axis);
/* The product of the extents of axes START to END - 1. */
hr_tv t_extents(const onnx_node *o, hr_tv a, unsigned start, unsigned end);
/* A scalar of i64. */
hr_tv t_integer(const onnx_node *o, int64_t value);
/* A vector of COUNT scalars of i64. */
hr_tv t_vector(const onnx_node *o, const hr_tv *scalars, unsigned count);
/* A, of one element, as a scalar. */
hr_tv t_as_scalar(const onnx_node *o, hr_tv a);
/* The scalar that is element I of a vector. */
hr_tv t_element(const onnx_node *o, hr_tv vector, int64_t i);

hr_tv t_concat(const onnx_node *o, unsigned axis, const hr_tv *parts, unsigned count);
hr_tv t_concat_2(const onnx_node *o, unsigned axis, hr_tv a, hr_tv b);
hr_tv t_squeeze(const onnx_node *o, hr_tv a, const char *axes);
hr_tv t_unsqueeze(const onnx_node *o, hr_tv a, const char *axes);
/* A with ones after its dimensions, or before them, to RANK dimensions. */
hr_tv t_ones_after(const onnx_node *o, hr_tv a, unsigned rank);
hr_tv t_ones_before(const onnx_node *o, hr_tv a, unsigned rank);
/* A vector as a tensor of RANK dimensions, of which AXIS has its elements. */
hr_tv t_along(const onnx_node *o, hr_tv a, unsigned axis, unsigned rank);
hr_tv t_transpose(const onnx_node *o, hr_tv a, const unsigned *perm, unsigned count);
/* A with axes I and K exchanged. */
hr_tv t_swap(const onnx_node *o, hr_tv a, unsigned i, unsigned k);
hr_tv t_reshape_to(const onnx_node *o, hr_tv a, const int64_t *shape, unsigned count);
hr_tv t_gather(const onnx_node *o, hr_tv a, hr_tv indices, unsigned axis);
/* Elements START to END - 1 along AXIS; START and END are scalars of i64, clamped. */
hr_tv t_slice(const onnx_node *o, hr_tv a, unsigned axis, hr_tv start, hr_tv end);
hr_tv t_slice_at(const onnx_node *o, hr_tv a, unsigned axis, int64_t start, int64_t end);
/* A in reverse order along AXIS. */
hr_tv t_reverse(const onnx_node *o, hr_tv a, unsigned axis);
/* 0, 1, ... LIMIT - 1, of i64; LIMIT is a scalar. */
hr_tv t_count(const onnx_node *o, hr_tv limit);
/* A full tensor of SHAPE, a vector of i64, with the elements VALUE, a scalar. */
hr_tv t_full(const onnx_node *o, hr_tv value, hr_tv shape);
/* x of the exponential over its sum along AXES, of a wide A. */
hr_tv t_softmax(const onnx_node *o, hr_tv a, const char *axes);
hr_tv t_log_softmax(const onnx_node *o, hr_tv a, const char *axes);

/* --- product.c: products of matrices ----------------------------------------------------------- */

/* The product of A and B; a vector is a row on the left, and a column on the right. */
hr_tv t_mat_mul(const onnx_node *o, hr_tv a, hr_tv b);

/* --- window.c: windows ------------------------------------------------------------------------ */

/* Return the attributes of windows that O has, for SPATIAL axes, "strides=2,2 pads=0,0,1,1 auto=none", or
 * NULL after an error. */
const char *onnx_window_text(const onnx_node *o, unsigned spatial);
/* Report that the attribute kernel_shape is not the shape of the filter W from axis 2 on. */
bool onnx_kernel_fits(const onnx_node *o, hr_tv w) HR_MUST_CHECK;
/* Return the number of spatial axes of operand 0, at least 1; 0 after an error. */
unsigned onnx_spatial(const onnx_node *o);

/* --- control.c: loops that operators are written as ------------------------------------------- */

/* A loop whose body is made call by call: onnx_loop_begin(), calls with BODY's node, onnx_loop_end(). */
typedef struct onnx_loop {
	onnx_node body;      /* for calls in the body */
	hr_tv iteration;     /* in the body: a scalar of i64 */
	const hr_tv *states; /* in the body */
	const hr_tv *captured;
	const hr_tv *initial, *outside; /* in the program around it */
	unsigned state_count, captured_count;
	hr_tv trips;
} onnx_loop;

/* Begin a loop of TRIPS iterations (a scalar of i64). The states keep their shapes. */
void onnx_loop_begin(onnx_node *o, onnx_loop *loop, hr_tv trips, const hr_tv *states,
		     unsigned state_count, const hr_tv *captured, unsigned captured_count);
/* End the body with the next states, and the SCANNED values that are stacked. Return the first result:
 * the last states, then the stacked values, which are consecutive; 0 after an error. Later calls belong
 * to a new operator of the same node. */
hr_tv onnx_loop_end(onnx_node *o, onnx_loop *loop, const hr_tv *next, const hr_tv *scanned,
		    unsigned scanned_count);

#endif
