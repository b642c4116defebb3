/* backends/unit/unit_graph.h -- declarations shared by unit_graph*.c and unit_member.c: the leaves
 * of a graph unit. */
#ifndef HR_UNIT_GRAPH_H
#define HR_UNIT_GRAPH_H

#include <llvm-c/Core.h>

#include "backends/shared/fission.h"
#include "backends/unit/unit.h"

/* A leaf of the graph as a function in a separate module:
 *
 *	void name(INPUTS..., ptr outputs, LEVELS...[, ptr local])
 *	i32  name(INPUTS..., ptr outputs, LEVELS..., PARAMETERS OF A STEP)
 *
 * LEVELS are three indices and three extents (i64) for the leaf and for each ancestor below the
 * unit's node.
 * `outputs` is described in backends/backend.h. */
typedef struct hr_member {
	hr_made_unit *made;   /* describes the ports; owned */
	LLVMModuleRef module; /* owned until it is linked */
	char name[24];
	unsigned inner; /* number of levels */
	bool step;      /* the function runs from barrier to barrier (fission.h) */
	hr_fission cut;
	/* Size of the object that the leaf allocates once and gets as a parameter; 0: none. */
	uint64_t local;
	int score[3]; /* number of contiguous accesses by dimension */
} hr_member;

/* Make MEMBER for LEAF; if that is not possible, MEMBER->made is refused. VARIES says for each
 * input whether its value differs between the instances of a grid. */
void hr_member_make(hr_member *member, const hr_program *program, const hr_node *leaf,
		    unsigned number, unsigned inner, const bool *varies, hr_unit_home home,
		    LLVMContextRef context);
void hr_member_free(hr_member *member);
/* Return true if the leaf stores input I, a pointer, somewhere that outlives the instance. */
bool hr_member_keeps(const hr_member *member, unsigned i);
/* Change the function so that it gets the object of `local` bytes as a parameter. */
void hr_member_take_local(hr_member *member);

#endif
