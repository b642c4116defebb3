/* backends/unit/unit_graph_text.h -- declarations shared by unit_graph*.c: the state while a node's
 * unit is written as text.
 *
 * Private to unit_graph*.c. */
#ifndef HR_UNIT_GRAPH_TEXT_H
#define HR_UNIT_GRAPH_TEXT_H

#include "backends/shared/ir_text.h"
#include "backends/unit/unit_graph.h"

enum { MOST_NODES = 64, FIRST_LOOP = 10, NAME = 48, PREFIX = 24 };

/* What has been written for a node. Strings are LLVM values. */
typedef struct graph_place {
	hr_member member; /* for a leaf */
	/* The segment of the parent that it belongs to; the children of a segment run in one
	 * loop. */
	int segment;
	bool each;           /* outputs are stored separately for each instance */
	char prefix[PREFIX]; /* prefix of the names of its inputs */
	char id[3][NAME], extent[3][NAME], index[NAME], count[NAME];
	bool fixed; /* the extents are constants, and INSTANCES is their product */
	uint64_t instances;
} graph_place;

typedef struct graph_unit {
	hr_made_unit *made;
	const hr_program *program;
	const hr_node *top;
	bool chain;
	hr_unit_home home;
	LLVMContextRef context;
	LLVMModuleRef module;
	graph_place *places; /* by node number, starting with the top; owned */
	unsigned place_count;
	hr_ir_text entry, text; /* the variables; the code behind them */
	unsigned names, loops;  /* counters for new names */
	char block[NAME];       /* the block that is being written */
} graph_unit;

static inline graph_place *hr_graph_place(const graph_unit *self, const hr_node *node)
{
	return &self->places[node->number - self->top->number];
}

static inline const hr_unit_port *hr_graph_output(const graph_unit *self, const hr_node *leaf,
						  unsigned port)
{
	return &hr_graph_place(self, leaf)->member.made->unit.outputs[port];
}

/* For functions that have a SELF. */
#define graph_write(...) hr_ir_write(&self->text, __VA_ARGS__)

typedef struct graph_source {
	const hr_bind *bind; /* either this or EDGE */
	const hr_edge *edge;
} graph_source;

/* --- unit_graph.c ----------------------------------------------------------------------------- */

graph_source hr_graph_source(const hr_node *node, unsigned port);
const hr_bind *hr_graph_result(const hr_node *node, unsigned port);
int hr_graph_same_input(const graph_unit *self, const hr_node *node, unsigned port);
int hr_graph_make_segments(graph_unit *self, const hr_node *parent);

/* --- unit_graph_values.c: names, blocks, values, grids ---------------------------------------- */

void hr_graph_new_name(graph_unit *self, char name[NAME]);
void hr_graph_begin_block(graph_unit *self, const char *name);
void hr_graph_write_variable(graph_unit *self, const char *name, uint64_t each,
			     const graph_place *count);
const char *hr_graph_container(const hr_type *type, char text[NAME]);
void hr_graph_image_name(const hr_node *node, char name[NAME]);
void hr_graph_write_image(graph_unit *self, const hr_node *node, const char *index,
			  char name[NAME]);
void hr_graph_write_inputs(graph_unit *self, const hr_node *node);
void hr_graph_write_outputs(graph_unit *self, const hr_node *node, const char *image);
void hr_graph_write_grid(graph_unit *self, const hr_node *parent, const hr_node *node);

/* --- unit_graph_loops.c: leaves in loops, and nodes that consist of them ---------------------- */

void hr_graph_write_scope(graph_unit *self, const hr_node *node);
void hr_graph_write_chain(graph_unit *self);

#endif
