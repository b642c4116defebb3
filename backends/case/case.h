/* backends/case/case.h -- one grid of one leaf, and the few before it that it takes, as a directory
 * that replays it; or one of a node that a backend runs as one with all below it, of which all here
 * is said as of a leaf.
 *
 *	leaf.bc      the leaves and what they call; variables as they were before the last grid
 *	graph.ll     the graph: nodes above the leaf with the extents they had, made of what follows
 *	memoryN.raw  what arguments point to, before the grid; memoryN.npy: a tensor
 *	case.yaml    files, arguments (docs/args.md), which instances of the nodes above run, how it
 *	             came about
 *
 * hpvm-run and hpvm-diff take the directory as a program; hpvm-reduce makes it smaller. */
#ifndef HR_CASE_H
#define HR_CASE_H

#include "src/base/arena.h"
#include "src/base/status.h"
#include "src/base/vec.h"

enum { HR_CASE_DIMS = 4 };

typedef struct hr_case_memory {
	uint8_t *data; /* in the arena */
	size_t bytes;
	uint32_t rank; /* 0: no tensor, of floats */
	uint64_t dims[HR_CASE_DIMS];
} hr_case_memory;

/* What an input of the leaf gets. */
typedef struct hr_case_input {
	bool varies; /* each instance gets another value, or the same by an edge */
	bool pointer;
	const char *text; /* a number, as YAML has it; NULL: */
	/* what it points to, or the values of all instances, hr_case_stride() apart; -1: a null
	 * pointer */
	int memory;
	uint64_t at; /* a pointer: bytes into that */
} hr_case_input;

typedef struct hr_case_level {
	unsigned dims;
	int64_t id[3], extent[3]; /* 0 and 1 in dimensions that the level lacks */
} hr_case_level;

typedef struct hr_case hr_case;
struct hr_case {
	hr_arena arena;                       /* all texts and memory */
	const char *leaf;                     /* name of the function */
	const char *node, *backend, *verdict; /* how it came about */
	uint32_t level_count;
	hr_case_level *levels; /* the leaf's first; its id means nothing */
	unsigned input_count;
	hr_case_input *inputs;
	HR_VEC(hr_case_memory) memory;
	const void *bitcode; /* of leaf.bc */
	size_t bitcode_bytes;
	bool in_process; /* it shows only where all grids run in one process */
	bool fast_math;  /* --sem fast-math=permitted */
	bool whole;      /* "leaf" is a node with others below it */
	/* Grids that run before, in their order; without bitcode and earlier ones of their own. Of
	 * nodes above their leaves the same instances run as of those above this one's. */
	hr_case **earlier; /* in the arena; owns */
	unsigned earlier_count;
};

void hr_case_init(hr_case *self);
void hr_case_free(hr_case *self);
/* Initialises TO. */
void hr_case_copy(const hr_case *from, hr_case *to);
/* One more grid before, empty. */
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
/* Writes it to the directory PATH, which is made if it is not there. False: *why says why not,
 * until the next call. */
bool hr_case_write(const hr_case *self, const char *path, const char **why) HR_MUST_CHECK;
/* Reads what hr_case_write() has written. */
bool hr_case_read(hr_case *self, const char *path, const char **why) HR_MUST_CHECK;

/* What hpvm-run needs of a case. */
typedef struct hr_case_program {
	char *files[2];       /* owned; NULL: all that is here is not there */
	char *arguments;      /* owned */
	char *root;           /* owned */
	char *backend;        /* with which it was found; NULL: not known; owned */
	char *node, *verdict; /* of what, and as what; "": not known; owned */
	uint64_t instances;   /* of the grid that was */
	uint64_t earlier;     /* grids before it */
	char *whole; /* the function of the node that is one unit; NULL: leaves are; owned */
	bool in_process, fast_math;
	int64_t (*pins)[3]; /* of the nodes between root and leaf, the outermost first; owned */
	size_t pin_count;
} hr_case_program;

/* Whether PATH is a directory with a case.yaml. */
bool hr_case_is(const char *path);
bool hr_case_open(const char *path, hr_case_program *program, const char **why) HR_MUST_CHECK;
void hr_case_close(hr_case_program *program);

#endif
