/* ir/graph/graph.h -- a checked dataflow graph: nodes, edges, binds. No LLVM type, no machine
 * state.
 *
 * A graph is a tree of nodes below its root; every createNode in an internal node function is one
 * child of each node that runs that function. The graph is in the program's arena and immutable
 * once validated. Clauses: G, E4. */
#ifndef HR_GRAPH_H
#define HR_GRAPH_H

#include <string.h>

#include "ir/graph/type.h"
#include "src/arith/expression.h"
#include "src/diag/diag.h"

typedef enum hr_target {
	HR_TARGET_NONE,
	HR_TARGET_CPU,
	HR_TARGET_GPU,
	HR_TARGET_CUDNN,
	HR_TARGET_TENSOR,
	HR_TARGET_CPU_OR_GPU,
	HR_TARGET_FPGA,
	HR_TARGET_COUNT,
} hr_target;

/* Return true if the hint names a device other than the CPU. */
static inline bool hr_is_device(hr_target hint)
{
	return hint != HR_TARGET_NONE && hint != HR_TARGET_CPU;
}

/* Integer expression over the inputs of the parent node (G2, G7), which computes an extent. Widths
 * are 1..64; values are zero-extended in a uint64_t. */
typedef struct hr_expr hr_expr;
struct hr_expr {
	hr_expr_op op;
	unsigned bits;  /* width of the result */
	uint64_t value; /* HR_X_CONST, HR_X_INPUT */
	const hr_expr *operand[3];
};

typedef struct hr_port {
	const char *name; /* parameter name, or "" */
	const hr_type *type;
	bool in, out;    /* attributes of pointer inputs */
	uint32_t offset; /* in the node's image of inputs or outputs, in bytes; a multiple of 16 */
	bool demoted;    /* output passed through varargs of HPVM-C: see below */
	/* of a leaf's output: 1 + the input that every instance that returns passes through
	 * unchanged; 0: none is known */
	unsigned pass_through;
	bool local; /* an input of a kernel: the size in bytes of local memory, at least 1 */
	const char
		*opaque; /* an input of a kernel: its type, as image2d_t or sampler_t; else NULL */
	bool unsized;  /* an input of a kernel, where an integer after a pointer is not its size */
	bool optional; /* a pointer that a kernel does not use: null if it is not given */
} hr_port;

/* Return true if input I of COUNT is a pointer that is followed by its size in bytes (G9). */
static inline bool hr_port_has_size(const hr_port *inputs, unsigned count, unsigned i)
{
	return i + 1 < count && inputs[i].type->kind == HR_T_PTR && !inputs[i].unsized &&
	       inputs[i + 1].type->kind == HR_T_INT && inputs[i + 1].type->bits == 64;
}

/* A value that HPVM-C passes to __hpvm__return goes through C's varargs, which promote a float to
 * double and any narrower integer to i32. Such an output has the promoted type (f64 or i32) and is
 * marked `demoted`; an edge or bind may connect it to a sink of type f32, or of an integer type
 * narrower than 32 bits. The copy compares the two port types and, if they differ,
 *
 *	f64 to f32   converts, rounding to nearest even (exact for what was a float)
 *	i32 to iN    keeps the N lowest bits (i1, C's bool, is 0 or 1)
 *
 * and otherwise copies store_size bytes. No other types differ in a checked graph. Outputs of an
 * internal node that are bound to such an output are demoted too, and keep the promoted type: the
 * result struct of such a root (H2) has a double or an i32. */

typedef struct hr_node hr_node;

typedef struct hr_edge {
	unsigned source, source_port; /* indices among the parent's children */
	unsigned sink, sink_port;
	bool all_to_all; /* otherwise one-to-one */
	bool streaming;
	hr_where where;
} hr_edge;

typedef struct hr_bind {
	unsigned child, child_port;
	unsigned port; /* port of the parent */
	bool streaming;
	hr_where where;
} hr_bind;

struct hr_node {
	const char *name;  /* name of the node function */
	const char *path;  /* "Root/Group/Leaf"; a second "Leaf" is "Leaf#2" */
	const char *shown; /* the path as readable text, for people */
	/* K1: the name of the kernel that the graph was made from, and of the shared variable that an
	 * allocation node stands for; NULL: none */
	const char *kernel, *variable;
	hr_instance_kind kind; /* what its instances are in the kernel's language */
	uint32_t function;     /* id in the program */
	hr_node *parent;       /* NULL: root */
	unsigned index;        /* position among the parent's children, in creation order */
	unsigned depth;        /* root: 0 */
	unsigned number;       /* in the graph, depth first, root 0 */
	bool internal;
	bool allocation;  /* M1: a leaf that only calls malloc and returns pointer and size */
	bool has_barrier; /* a leaf whose code calls barrier */
	hr_target hint;
	unsigned dims;            /* 0..3 */
	const hr_expr *extent[3]; /* x, y, z; over the parent's inputs */
	hr_port *inputs, *outputs;
	unsigned input_count, output_count;
	uint32_t inputs_bytes, outputs_bytes; /* sizes of the images */
	hr_node **children;
	unsigned child_count;
	hr_edge *edges;
	unsigned edge_count;
	hr_bind *input_binds, *output_binds;
	unsigned input_bind_count, output_bind_count;
	unsigned *order; /* children in topological order, creation order first */
	hr_where where;  /* place of the createNode, or of the function for a root */
};

typedef struct hr_graph {
	hr_node *root;
	unsigned node_count; /* all nodes, root included */
	hr_node **nodes;     /* by number */
} hr_graph;

/* Return what people call NODE: its path, or the name of its kernel. */
const char *hr_node_title(const hr_node *node);

/* Return NOTE: " ('name')" for a diagnostic, or "" if the port has no name. */
enum { HR_PORT_NOTE = 64 };
const char *hr_port_note(const hr_port *port, char note[HR_PORT_NOTE]);

/* Return true if instances of one grid of NODE may get different values: the input has a one-to-one
 * edge, also through leaves that pass it through. */
bool hr_input_varies(const hr_node *node, unsigned port);
/* Return why the leaves of NODE, all its children, do not form a chain, in which one-to-one edges
 * connect all of them, so that each instance of one leaf may be followed by the same instance of
 * the next. Static text; NULL if they form one. */
const char *hr_why_no_chain(const hr_node *node);

const char *hr_target_name(hr_target target); /* "cpu", "gpu", "none" ... */

/* Compute the value of an expression for one instance of the parent, whose inputs are in IMAGE at
 * the offsets of PORTS. Return false and set *why (static text) if it has none: division by zero,
 * shift too far. */
bool hr_expr_value(const hr_expr *expr, const hr_port *ports, const uint8_t *image, uint64_t *value,
		   const char **why) HR_MUST_CHECK;
/* Print the expression as C-like text: "(n + 15) / 16". */
void hr_expr_print(const hr_expr *expr, const hr_port *ports, FILE *stream);

/* Return the last part of the node's path, which may contain slashes of its own. */
static inline const char *hr_node_label(const hr_node *node)
{
	return node->path + (node->parent ? strlen(node->parent->path) + 1 : 0);
}

/* --print-graph, in the forms text, dot and yaml. */
void hr_graph_print_text(const hr_graph *graph, FILE *stream);
void hr_graph_print_dot(const hr_graph *graph, FILE *stream);
void hr_graph_print_yaml(const hr_graph *graph, FILE *stream);

#endif
