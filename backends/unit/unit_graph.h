/* backends/unit/unit_graph.h -- an internal node and all below it as one unit: what its two files
 * share. */
#ifndef HR_UNIT_GRAPH_H
#define HR_UNIT_GRAPH_H

#include <llvm-c/Core.h>

#include "backends/shared/fission.h"
#include "backends/unit/unit.h"

/* A leaf of the graph as a function of a module of its own:
 *
 *	void name(INPUTS..., ptr outputs, LEVELS...[, ptr local])
 *	i32  name(INPUTS..., ptr outputs, LEVELS..., PARAMETERS OF A STEP)
 *
 * LEVELS are, for the leaf and each ancestor below the unit's node, three indices and three extents
 * (i64). `outputs` is as in backends/backend.h. */
typedef struct hr_member {
	hr_made_unit *made;   /* its ports; owned */
	LLVMModuleRef module; /* owned until it is linked */
	char name[24];
	unsigned inner; /* how many levels */
	bool step;      /* runs from barrier to barrier */
	hr_fission cut;
	/* bytes of the object that it allocates, once, which is given to it; 0: none */
	uint64_t local;
	int score[3]; /* by dimension: contiguous accesses */
} hr_member;

/* MEMBER->made is refused where that cannot be. VARIES: by input, whether instances of one grid get
 * different values. */
void hr_member_make(hr_member *member, const hr_program *program, const hr_node *leaf,
		    unsigned number, unsigned inner, const bool *varies, hr_unit_home home,
		    LLVMContextRef context);
void hr_member_free(hr_member *member);
/* Does the leaf keep input I, a pointer, beyond its end? */
bool hr_member_keeps(const hr_member *member, unsigned i);
/* From now on the object of `local` bytes is given to it. */
void hr_member_take_local(hr_member *member);

#endif
