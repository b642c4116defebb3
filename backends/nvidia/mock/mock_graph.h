/* backends/nvidia/mock/mock_graph.h -- the mock's descriptors of cuDNN's graph API. */
#ifndef HR_MOCK_GRAPH_H
#define HR_MOCK_GRAPH_H

#include "backends/nvidia/mock/mock_cudnn.h"

enum { DB_ATTRIBUTES = 12 };

typedef struct db_attribute {
	int name;
	int64_t count;
	_Alignas(8) uint8_t bytes[512];
} db_attribute;

typedef struct db_graph_part {
	int kind;                    /* DC_IS_... */
	bool finalized;
	int engine;                  /* of configurations, engines, plans */
	void *graph;                 /* the operation graph of configurations and plans */
	uint32_t count;
	db_attribute attributes[DB_ATTRIBUTES];
} db_graph_part;

/* Return the live descriptor of KIND (-1: any kind), or break a rule; the second function also
 * requires that it is finalized. */
db_graph_part *db_part(const void *descriptor, int kind);
const db_graph_part *db_finalized(const void *descriptor, int kind);
/* Return the elements of an attribute, and their number in *COUNT; NULL if it is not set. */
const void *db_attribute_of(const db_graph_part *part, int name, int64_t *count);

/* graph_shapes.c. Check that the shapes of PART, which is about to be finalized, are consistent. */
void db_check_shapes(const db_graph_part *part);
bool db_is_virtual(const db_graph_part *tensor);
uint64_t db_tensor_bytes(const db_graph_part *tensor);

#endif
