/* interp/memory/regions.h -- the memory that code can reach from its arguments: regions, sorted and
 * disjoint.
 *
 * Reachable are: globals that the code names, what pointer arguments point to (tracked objects, or
 * as many bytes as the size argument says), objects of the execution, and tracked objects that
 * words in this memory point to. Tracked objects that nothing points to are not read: the host may
 * have freed them.
 * Order: call hr_regions_begin(), then any of the functions that add regions, then
 *        hr_regions_finish(). */
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
	HR_REGION_UNTRACKED, /* memory of the host that was not known before */
} hr_region_kind;

typedef struct hr_region {
	hr_region_kind kind;
	uint8_t *base;
	size_t bytes, at; /* at: offset in a copy of all regions */
	uint8_t *object;  /* beginning of the object that contains the region */
	const char *name; /* HR_REGION_GLOBAL */
	bool reached;     /* an argument or a global points to it */
	bool same;        /* for users: it is unchanged */
	unsigned rank;    /* for users: the region with the lowest rank is reported first */
} hr_region;

typedef HR_VEC(hr_region) hr_regions;

/* Empty REGIONS; tracked objects become candidates. */
void hr_regions_begin(hr_regions *regions, hr_run *run);
/* Add what pointers among the COUNT ports of an image point to. */
void hr_regions_arguments(hr_regions *regions, hr_run *run, const hr_port *ports, unsigned count,
			  const uint8_t *image);
/* Add variables of the program that have an address, as candidates: they become regions if
 * something points to them. */
void hr_regions_variables(hr_regions *regions, hr_run *run);
void hr_regions_globals(hr_regions *regions, hr_run *run, const hr_uses *uses);
void hr_regions_objects(hr_regions *regions, const hr_objects *objects);
/* Follow the words in BYTES at IMAGE and, if DEEP, those in the memory that they point to. Removes
 * unreachable candidates. Return the number of reachable bytes. */
size_t hr_regions_finish(hr_regions *regions, const uint8_t *image, size_t bytes, bool deep);
/* Return the region that contains ADDRESS, or NULL. */
hr_region *hr_region_at(const hr_regions *regions, uint64_t address);
/* Write what ADDRESS in REGION is to NODE, whose inputs are in IMAGE: "argument 0 ('p') of 'Root',
 * tracked at f.c:12,". Sets *BASE to the address from which its elements are counted. Return false
 * if it is not a global and no argument points to it directly. */
enum { HR_REGION_TEXT = 560 };
/* The same text without where it was tracked. */
bool hr_region_name(const hr_node *node, const uint8_t *image, const hr_region *region,
		    const uint8_t *address, uint8_t **base, char text[HR_REGION_TEXT]);
/* Return TEXT: "tracked at f.c:12", or "". */
const char *hr_region_origin(hr_run *run, const hr_region *region, char text[HR_REGION_TEXT]);
bool hr_region_text(hr_run *run, const hr_node *node, const uint8_t *image, const hr_region *region,
		    const uint8_t *address, uint8_t **base, char text[HR_REGION_TEXT]);

#endif
