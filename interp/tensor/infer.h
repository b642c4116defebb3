/* interp/tensor/infer.h -- the shapes of tensors in a graph that does not run, as far as they can
 * be inferred. */
#ifndef HR_TENSOR_INFER_H
#define HR_TENSOR_INFER_H

#include "interp/tensor/array.h"
#include "ir/program/program.h"

typedef struct hr_graph_dims hr_graph_dims;

/* Return the inferred shapes of GRAPH. INPUTS has the shapes of the root's inputs; rank 0 means
 * unknown or no tensor. */
hr_graph_dims *hr_graph_dims_new(const hr_program *program, const hr_graph *graph,
				 const hr_dims *inputs);
void hr_graph_dims_free(hr_graph_dims *dims);
/* Return the shape at a port of NODE; rank 0 means unknown. */
const hr_dims *hr_graph_dims_of(const hr_graph_dims *dims, const hr_node *node, bool output,
				unsigned port);

#endif
