/* interp/orders_memory.h -- the memory that one execution of a graph can reach, as copies.
 *
 * Private to orders*.c. */
#ifndef HR_ORDERS_MEMORY_H
#define HR_ORDERS_MEMORY_H

#include "plan.h"
#include "uses.h"
#include "vec.h"

typedef enum orders_kind { ORDERS_TRACKED, ORDERS_ARGUMENT, ORDERS_GLOBAL } orders_kind;

/* Regions do not overlap. */
typedef struct orders_region {
	orders_kind kind;
	uint8_t *base;
	size_t bytes, at;            /* at: offset in a copy */
	uint8_t *object;             /* where the object begins that it is of */
	const char *name;            /* ORDERS_GLOBAL */
	bool reached;                /* an argument or a global leads to it */
} orders_region;

typedef struct orders_memory {
	HR_VEC(orders_region) regions;  /* ascending */
	size_t bytes;                   /* of all */
	uint8_t *before, *after;        /* copies: where it began, and the first order's result; own */
	size_t room;                    /* of each */
} orders_memory;

/* Finds the memory and copies it to BEFORE. */
hr_status orders_memory_take(orders_memory *memory, hr_plan *plan, const hr_uses *uses,
			     const hr_execution *what) HR_MUST_CHECK;
void orders_memory_save(const orders_memory *memory, uint8_t *copy);
void orders_memory_load(const orders_memory *memory, const uint8_t *copy);
/* The first byte that is not as in COPY; false: there is none.
 * Pointers into OBJECTS, which every order allocates elsewhere, are taken for equal. */
bool orders_memory_differs(const orders_memory *memory, const uint8_t *copy,
			   const hr_objects *objects, const orders_region **region,
			   uint8_t **address);
void orders_memory_free(orders_memory *memory);

#endif
