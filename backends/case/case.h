/* backends/case/case.h -- a grid of a leaf, with the few earlier grids that are needed, as a
 * directory from which it can be replayed. Instead of a leaf, it can also be an internal node that
 * a backend runs with everything below it; comments here say "leaf" for both.
 *
 *	leaf.ll      leaf.bc as text, for people
 *	leaf.bc      the leaves and their callees; variables as they were before the last grid
 *	graph.ll     the graph: nodes above the leaf with their extents, made from the files below
 *	memoryN.npy  memory that arguments point to, before the grid, or a tensor
 *	memoryN.raw  such memory if the type of its elements is not known
 *	case.yaml    files, arguments (docs/args.md), instances of the nodes above, the origin
 *
 * hpvm-run and hpvm-diff accept the directory as a program; hpvm-reduce makes it smaller. */
#ifndef HR_CASE_H
#define HR_CASE_H

#include "src/base/arena.h"
#include "src/base/status.h"
#include "src/base/vec.h"

enum { HR_CASE_DIMS = 4 };

typedef struct hr_case_memory {
	uint8_t *data; /* allocated in the arena */
	size_t bytes;
	const char *type; /* of its elements: "float", "i32" ...; NULL: not known; static */
	uint32_t rank;    /* 0: not a tensor; otherwise a tensor of floats */
	uint64_t dims[HR_CASE_DIMS];
} hr_case_memory;

/* The value of an input of the leaf. */
typedef struct hr_case_input {
	/* Instances get different values, or an edge delivers the value to each. */
	bool varies;
	bool pointer;
	const char *text; /* a number in YAML syntax, or NULL; then: */
	/* index of the memory that it points to, or that holds the values of all instances,
	 * hr_case_stride() apart; -1: a null pointer */
	int memory;
	uint64_t at; /* a pointer: offset into that memory */
} hr_case_input;

typedef struct hr_case_level {
	unsigned dims;
	int64_t id[3], extent[3]; /* 0 and 1 in dimensions that the level lacks */
} hr_case_level;

typedef struct hr_case hr_case;
struct hr_case {
	hr_arena arena;                       /* holds all strings and memory */
	const char *leaf;                     /* the name of its function */
	const char *node, *backend, *verdict; /* where the case comes from */
	const char *backend_path; /* folders of --backend-path, joined by colons; NULL: none */
	uint32_t level_count;
	hr_case_level *levels; /* the leaf's level first; its id is unused */
	unsigned input_count;
	hr_case_input *inputs;
	HR_VEC(hr_case_memory) memory;
	const void *bitcode; /* contents of leaf.bc */
	size_t bitcode_bytes;
	bool in_process; /* it can be reproduced only if all grids run in one process */
	bool fast_math;  /* --sem fast-math=permitted */
	bool whole;      /* the "leaf" is an internal node with others below it */
	/* Grids that run before this one, in this order; they have no bitcode and no earlier grids
	 * themselves. Of the nodes above their leaves, the same instances run as for this grid. */
	hr_case **earlier; /* allocated in the arena; owned */
	unsigned earlier_count;
};

void hr_case_init(hr_case *self);
void hr_case_free(hr_case *self);
/* Copy FROM to TO, which is initialised by the call. */
void hr_case_copy(const hr_case *from, hr_case *to);
/* Append an empty grid to the earlier grids and return it. */
hr_case *hr_case_add_earlier(hr_case *self);
static inline size_t hr_case_stride(size_t value_bytes)
{
	return (value_bytes + 15) & ~(size_t)15;
}
static inline uint64_t hr_case_instances(const hr_case *self)
{
	const int64_t *extent = self->levels[0].extent;

	return (uint64_t)extent[0] * (uint64_t)extent[1] * (uint64_t)extent[2];
}
/* Write the case to the directory PATH, which is created if it does not exist. Return false on
 * failure; *WHY is the reason, valid until the next call. */
bool hr_case_write(const hr_case *self, const char *path, const char **why) HR_MUST_CHECK;
/* Read a case written by hr_case_write(). */
bool hr_case_read(hr_case *self, const char *path, const char **why) HR_MUST_CHECK;

/* Return true if the parts of SELF, which has been read, fit together, so that it can be made smaller and written: a
 * stranger may have written it. Its bitcode is read in this process. */
bool hr_case_check(const hr_case *self, const char **why) HR_MUST_CHECK;

/* What hpvm-run needs from a case. */
typedef struct hr_case_program {
	char *files[2];  /* owned; NULL entries are absent */
	char *arguments; /* owned */
	char *root;      /* owned */
	/* Backend that it was found with, or NULL if not known; owned. */
	char *backend;
	char *backend_path; /* as in hr_case; owned */
	/* Node and verdict of the finding, or "" if not known; owned. */
	char *node, *verdict;
	uint64_t instances; /* number of instances of the original grid */
	uint64_t earlier;   /* number of grids before it */
	/* Function of the internal node that is one unit; NULL: leaves are units; owned. */
	char *whole;
	bool in_process, fast_math;
	/* Instances of the nodes between root and leaf, outermost first; owned. */
	int64_t (*pins)[3];
	size_t pin_count;
} hr_case_program;

/* Return true if PATH is a directory that contains case.yaml. */
bool hr_case_is(const char *path);
bool hr_case_open(const char *path, hr_case_program *program, const char **why) HR_MUST_CHECK;
void hr_case_close(hr_case_program *program);

#endif
