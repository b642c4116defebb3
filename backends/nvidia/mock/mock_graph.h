/* backends/nvidia/mock/mock_graph.h -- the mock's descriptors of cuDNN's graph API. */
#ifndef HR_MOCK_GRAPH_H
#define HR_MOCK_GRAPH_H

#include "backends/nvidia/mock/mock_cudnn.h"

enum { MOCK_ATTRIBUTES = 12 };

typedef struct mock_attribute {
	int name;
	int64_t count;
	_Alignas(8) uint8_t bytes[512];
} mock_attribute;

typedef struct mock_graph_part {
	int kind; /* DC_IS_... */
	bool finalized;
	int engine;  /* of configurations, engines, plans */
	void *graph; /* the operation graph of configurations and plans */
	uint32_t count;
	mock_attribute attributes[MOCK_ATTRIBUTES];
} mock_graph_part;

/* Return the live descriptor of KIND (-1: any kind), or break a rule; the second function also
 * requires that it is finalized. */
mock_graph_part *mock_part(const void *descriptor, int kind);
const mock_graph_part *mock_finalized(const void *descriptor, int kind);
/* Return the elements of an attribute, and their number in *COUNT; NULL if it is not set. */
const void *mock_attribute_of(const mock_graph_part *part, int name, int64_t *count);

/* graph_shapes.c. Check that the shapes of PART, which is about to be finalized, are consistent. */
void mock_check_shapes(const mock_graph_part *part);
bool mock_is_virtual(const mock_graph_part *tensor);
uint64_t mock_tensor_bytes(const mock_graph_part *tensor);

#endif
