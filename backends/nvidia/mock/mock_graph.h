/* backends/nvidia/mock/mock_graph.h -- descriptors of cuDNN's graph API in the mock. */
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
	void *graph; /* of configurations and plans: the operation graph */
	uint32_t count;
	mock_attribute attributes[MOCK_ATTRIBUTES];
} mock_graph_part;

/* A living descriptor of KIND (-1: any), or a rule is broken; one that is finalized. */
mock_graph_part *mock_part(const void *descriptor, int kind);
const mock_graph_part *mock_finalized(const void *descriptor, int kind);
/* Its elements, and how many; NULL: it has not been set. */
const void *mock_attribute_of(const mock_graph_part *part, int name, int64_t *count);

/* graph_shapes.c: PART is about to be finalized: what it says of shapes goes together. */
void mock_check_shapes(const mock_graph_part *part);
bool mock_is_virtual(const mock_graph_part *tensor);
uint64_t mock_tensor_bytes(const mock_graph_part *tensor);

#endif
