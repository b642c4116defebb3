/* ir/lift/lift.h -- what lifting knows of node functions; private to lift, validate and graph.
 *
 * Lifting goes: hr_lift_scan finds the functions that HPVM calls stand in; hr_lift_internal runs
 * the straight line of every internal node function on abstract values and gives its *shape*;
 * hr_lift_ports finds hints, attributes and outputs; hr_validate checks; hr_graph_expand makes one
 * tree of nodes for each root. Everything lies in the program's arena. */
#ifndef HR_LIFT_H
#define HR_LIFT_H

#include "ir/graph/expr.h"
#include "ir/program/hpvm_names.h"
#include "ir/program/lookup.h"
#include "ir/program/types.h"

/* A createNode. */
typedef struct hr_child {
	hr_function *function;
	const char *label; /* its part of the path: "Leaf", "Leaf#2" */
	unsigned dims;
	const hr_expr *extent[3];
	void *instruction;
} hr_child;

/* The child graph of an internal node function: what every node that runs it shares. Edges and
 * binds may still name ports that do not exist; children exist. */
typedef struct hr_graph_shape {
	hr_child *children;
	hr_edge *edges;
	hr_bind *input_binds, *output_binds;
	unsigned child_count, edge_count, input_bind_count, output_bind_count;
	void **edge_calls, **input_bind_calls, **output_bind_calls; /* their instructions */
	unsigned *order; /* children, topologically; NULL if there is a cycle */
	bool broken;     /* calls were not understood: what is missing is no news */
} hr_graph_shape;

/* What lifting notes beside hr_function; index: function id. */
typedef struct hr_facts {
	hr_graph_shape *shape; /* of an internal node function */
	unsigned classes;      /* bit 1 << hr_hpvm_class: such calls stand in it */
	bool launched;         /* is the root of a launch that can be seen */
	bool created;          /* is the function of some createNode */
	bool called;           /* some call has it as its callee */
	bool has_malloc;       /* calls the malloc of HPVM */
	bool typed;            /* its return type says what its outputs are */
	bool outputs_known;    /* outputs are set; internal ones get them from children */
	bool returns_like_c;   /* has no outputs, yet the C function returns a value */
	uint64_t nodes;        /* of the tree below a node that runs it, itself included */
	void *creator;         /* first createNode of it: LLVMValueRef */
	hr_function *creator_function;
	const char *label; /* of that child */
} hr_facts;

typedef struct hr_lift {
	hr_program *program;
	hr_facts *facts;
	HR_VEC(void *) host_calls; /* launches */
	hr_status status;          /* worst outcome so far */
} hr_lift;

/* INSTRUCTION (or NULL) in FUNCTION (or NULL), and the path of the first node that runs
 * FUNCTION. */
hr_where hr_lift_where(hr_lift *lift, const hr_function *function, void *instruction);
/* Remembers the worst outcome. */
void hr_lift_failed(hr_lift *lift, hr_status outcome);

/* Reports a diagnostic at such a place and remembers its outcome. */
void hr_lift_report(hr_lift *lift, const hr_function *function, void *instruction, hr_diag_id id,
		    ...);

hr_facts *hr_facts_of(hr_lift *lift, const hr_function *function);

/* Stages; each reports everything it finds and leaves the worst outcome in lift->status. */
void hr_lift_scan(hr_lift *lift);
void hr_lift_internal(hr_lift *lift, hr_function *function);
/* Inputs, attributes and hint of any node function; of a leaf the outputs and flags too. */
void hr_lift_ports(hr_lift *lift, hr_function *function);
/* VALUE (LLVMValueRef), or what it is loaded from a variable as, where that is given a value once,
 * at the beginning. */
void *hr_stored_value(void *value);
/* pass_through of a leaf's outputs, which are known. */
void hr_lift_pass_through(hr_lift *lift, hr_function *function);
void hr_lift_hint_metadata(hr_lift *lift);
void hr_validate(hr_lift *lift);
void hr_graph_expand(hr_lift *lift);

/* All of it, for a program whose tables are made. */
hr_status hr_lift_program(hr_program *program) HR_MUST_CHECK;

/* "Leaf" for "Leaf", "_Z4LeafPfm", "_ZN3app4LeafEPf". Arena of the program. */
const char *hr_plain_name(hr_program *program, const char *name);

/* Is NAME an intrinsic that computes nothing: debug information, lifetimes, assumptions? */
bool hr_is_remark(const char *name);

#endif
