/* ir/lift/lift.h -- what lifting knows of node functions; private to ir/lift and to passes.
 *
 * The stages of lifting: hr_lift_scan finds the functions that contain HPVM calls; hr_lift_internal
 * runs the straight-line code of every internal node function on abstract values, which gives its
 * *shape*; hr_lift_ports finds inputs, hints, attributes and outputs; hr_validate checks;
 * hr_graph_expand makes one tree of nodes for each root. Everything is in the program's arena. */
#ifndef HR_LIFT_H
#define HR_LIFT_H

#include "ir/graph/expr.h"
#include "ir/program/hpvm_names.h"
#include "ir/program/lookup.h"
#include "ir/program/types.h"

/* A child, made by createNode. */
typedef struct hr_child {
	hr_function *function;
	const char *label; /* its part of the path: "Leaf", "Leaf#2" */
	unsigned dims;
	const hr_expr *extent[3];
	void *instruction;
} hr_child;

/* The child graph of an internal node function, which all nodes that run it share. Edges and binds
 * may name ports that do not exist; children exist. */
typedef struct hr_graph_shape {
	hr_child *children;
	hr_edge *edges;
	hr_bind *input_binds, *output_binds;
	unsigned child_count, edge_count, input_bind_count, output_bind_count;
	void **edge_calls, **input_bind_calls, **output_bind_calls; /* their instructions */
	unsigned *order; /* children, topologically; NULL if there is a cycle */
	bool broken;     /* a call was invalid: missing parts are not reported again */
} hr_graph_shape;

/* Facts about a function besides hr_function; index: function id. */
typedef struct hr_facts {
	hr_graph_shape *shape; /* of an internal node function */
	unsigned classes;      /* bit 1 << hr_hpvm_class: it contains calls of that class */
	bool launched;         /* is the root of a launch in the module */
	bool created;          /* is the function of some createNode */
	bool called;           /* some call has it as its callee */
	bool has_malloc;       /* calls the malloc of HPVM */
	bool typed;            /* its return type determines its outputs */
	bool outputs_known;    /* outputs are set; internal functions get them from children */
	bool returns_like_c;   /* has no outputs, but the C function returns a value */
	uint64_t nodes; /* number of nodes in the tree of a node that runs it, itself included */
	void *creator;  /* the first createNode of it: LLVMValueRef */
	hr_function *creator_function;
	const char *label; /* label of that child */
} hr_facts;

typedef struct hr_lift {
	hr_program *program;
	hr_facts *facts;
	HR_VEC(void *) host_calls; /* launches */
	hr_status status;          /* worst outcome so far */
} hr_lift;

/* Return the place of INSTRUCTION (or NULL) in FUNCTION (or NULL), with the path of the first node
 * that runs FUNCTION. */
hr_where hr_lift_where(hr_lift *lift, const hr_function *function, void *instruction);
/* Record OUTCOME if it is the worst so far. */
void hr_lift_failed(hr_lift *lift, hr_status outcome);

/* Report a diagnostic at such a place and record its outcome. */
void hr_lift_report(hr_lift *lift, const hr_function *function, void *instruction, hr_diag_id id,
		    ...);

/* Return the facts about FUNCTION. */
hr_facts *hr_facts_of(hr_lift *lift, const hr_function *function);

/* Stages; each one reports all errors that it finds and leaves the worst outcome in
 * lift->status. */
void hr_lift_scan(hr_lift *lift);
void hr_lift_internal(hr_lift *lift, hr_function *function);
/* Set inputs, attributes and hint of any node function; for a leaf, also outputs and flags. */
void hr_lift_ports(hr_lift *lift, hr_function *function);
/* Return the value that VALUE (LLVMValueRef) stands for: if VALUE is loaded from a variable that is
 * stored to once, at the beginning, the stored value; otherwise VALUE. */
void *hr_stored_value(void *value);
/* Set pass_through of a leaf's outputs, which are known. */
void hr_lift_pass_through(hr_lift *lift, hr_function *function);
void hr_lift_hint_metadata(hr_lift *lift);
void hr_validate(hr_lift *lift);
void hr_graph_expand(hr_lift *lift);

/* Run all stages for a program whose tables are complete. */
hr_status hr_lift_program(hr_program *program) HR_MUST_CHECK;

/* Return "Leaf" for "Leaf", "_Z4LeafPfm", "_ZN3app4LeafEPf". In the program's arena. */
const char *hr_plain_name(hr_program *program, const char *name);

/* Return true if NAME is an intrinsic that computes nothing: debug information, lifetimes,
 * assumptions. */
bool hr_is_remark(const char *name);

#endif
