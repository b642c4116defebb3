/* interp/memory/regions.h -- the memory that code can reach from its arguments: regions, sorted and
 * disjoint.
 *
 * That is: globals that it names, what pointer arguments point to (tracked objects, or as many
 * bytes as the argument's size says), objects of the execution, and tracked objects that words in
 * there point to. Tracked objects that nothing points to are left alone: the host may have freed
 * them.
 * Order: begin, then any of what adds, then finish. */
#ifndef HR_REGIONS_H
#define HR_REGIONS_H

#include "interp/memory/memory.h"
#include "ir/program/uses.h"
#include "src/base/vec.h"

typedef enum hr_region_kind {
	HR_REGION_TRACKED,
	HR_REGION_ARGUMENT,
	HR_REGION_GLOBAL,
	HR_REGION_OBJECT,
} hr_region_kind;

typedef struct hr_region {
	hr_region_kind kind;
	uint8_t *base;
	size_t bytes, at; /* at: offset in a copy of all regions */
	uint8_t *object;  /* where the object begins that it is of */
	const char *name; /* HR_REGION_GLOBAL */
	bool reached;     /* an argument or a global leads to it */
	bool same;        /* for users: it has not changed */
	unsigned rank;    /* for users: of several that matter, the one with the least does first */
} hr_region;

typedef HR_VEC(hr_region) hr_regions;

/* Forgets what was there; tracked objects are candidates. */
void hr_regions_begin(hr_regions *regions, hr_run *run);
/* What pointers among the COUNT ports of an image point to. */
void hr_regions_arguments(hr_regions *regions, hr_run *run, const hr_port *ports, unsigned count,
			  const uint8_t *image);
/* Variables of the program that have an address: regions once something leads to them. */
void hr_regions_variables(hr_regions *regions, hr_run *run);
void hr_regions_globals(hr_regions *regions, hr_run *run, const hr_uses *uses);
void hr_regions_objects(hr_regions *regions, const hr_objects *objects);
/* Follows words in BYTES at IMAGE and, if it goes DEEP, in what they lead to. Gives the bytes of
 * all that is reached; the rest is gone. */
size_t hr_regions_finish(hr_regions *regions, const uint8_t *image, size_t bytes, bool deep);
/* The region that holds ADDRESS, or NULL. */
hr_region *hr_region_at(const hr_regions *regions, uint64_t address);
/* "argument 0 ('p') of 'Root', tracked at f.c:12,": what ADDRESS in REGION is to NODE, whose inputs
 * are in IMAGE. *base: from where its elements count. False: it is no global, and no argument leads
 * straight to it. */
enum { HR_REGION_TEXT = 560 };
/* The same without the tracking. */
bool hr_region_name(const hr_node *node, const uint8_t *image, const hr_region *region,
		    const uint8_t *address, uint8_t **base, char text[HR_REGION_TEXT]);
/* "tracked at f.c:12", or "". Gives TEXT. */
const char *hr_region_origin(hr_run *run, const hr_region *region, char text[HR_REGION_TEXT]);
bool hr_region_text(hr_run *run, const hr_node *node, const uint8_t *image, const hr_region *region,
		    const uint8_t *address, uint8_t **base, char text[HR_REGION_TEXT]);

#endif
