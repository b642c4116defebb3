/* backends/nvidia/mock/graphs.c -- the mock's graphs, captured or built node by node.
 *
 * Invariant: what a graph launches is checked like a direct launch, both when it is added and when
 *            the graph is launched.
 * Clauses of the driver's documents: "Graph Management", "Stream Management" (captures). */
#include <stdlib.h>
#include <string.h>

#include "backends/nvidia/mock/mock.h"
#include "backends/nvidia/mock/mock_cuda.h"
#include "backends/nvidia/mock/mock_streams.h"

/* --- captures --------------------------------------------------------------------------------- */

nv_result cuStreamBeginCapture_v2(nv_stream handle, nv_capture_mode mode)
{
	MOCK_CALL(cuStreamBeginCapture_v2, MOCK_CONTEXT, "%p, mode %d", (void *)handle, mode);
	stream_state *of;

	MOCK_RULE(handle, "capture", "the default stream cannot be captured");
	MOCK_RULE(mode >= NV_CAPTURE_GLOBAL && mode <= NV_CAPTURE_RELAXED, "flags",
		  "unknown mode %d", mode);
	of = mock_uncaptured(handle);
	of->capture = mock_object_new(MOCK_GRAPHS, "graph", NULL, sizeof(graph));
	of->mode = mode;
	return NV_SUCCESS;
}

static void leave_capture(mock_object *object, void *data)
{
	stream_state *of = object->data;

	if (of->capture == data)
		of->capture = NULL;
}

nv_result cuStreamEndCapture(nv_stream handle, nv_graph *made)
{
	MOCK_CALL(cuStreamEndCapture, MOCK_CONTEXT, "%p", (void *)handle);
	const stream_state *of = mock_stream_of(handle)->data;
	mock_object *captured = of->capture;

	MOCK_RULE(captured, "capture", "the stream is not being captured");
	mock_objects_each(MOCK_STREAMS, leave_capture, captured);
	*made = (nv_graph)captured;
	return NV_SUCCESS;
}

nv_result cuStreamIsCapturing(nv_stream handle, nv_capture_status *status)
{
	MOCK_CALL(cuStreamIsCapturing, MOCK_CONTEXT, "%p", (void *)handle);
	const stream_state *of = mock_stream_of(handle)->data;

	*status = of->capture ? NV_CAPTURE_ACTIVE : NV_CAPTURE_NONE;
	return NV_SUCCESS;
}

/* --- graphs built node by node ------------------------------------------------------------- */

/* Operation number `at` of its graph, and of the executable graphs made from it. */
typedef struct node {
	mock_object *graph;
	size_t at;
	const void *function;
} node;

nv_result cuGraphCreate(nv_graph *made, unsigned flags)
{
	MOCK_CALL(cuGraphCreate, MOCK_INITIALISED, "%x", flags);
	MOCK_RULE(flags == 0, "flags", "flags must be 0, and are %x", flags);
	*made = (nv_graph)mock_object_new(MOCK_GRAPHS, "graph", NULL, sizeof(graph));
	return NV_SUCCESS;
}

static mock_work kernel_work(const nv_kernel_node *what)
{
	MOCK_RULE(what, "parameters", "the node's parameters are NULL");
	return mock_kernel_work(what->function, what->grid, what->block, what->dynamic_bytes,
				what->parameters, what->extra);
}

/* The mock executes the operations of a graph in the order in which they were added, so each node
 * must depend on the one before. */
nv_result cuGraphAddKernelNode(nv_graph_node *made, nv_graph handle, const nv_graph_node *after,
			       size_t count, const nv_kernel_node *what)
{
	MOCK_CALL(cuGraphAddKernelNode, MOCK_CONTEXT, "%p, after %zu", (void *)handle, count);
	mock_object *object = mock_object_of(handle, MOCK_GRAPHS, "graph"), *last = NULL;
	graph *to = object->data;
	node *of;

	for (size_t i = 0; i < count; i++) {
		last = mock_object_of(after[i], MOCK_NODES, "node");
		MOCK_RULE(((node *)last->data)->graph == object, "graph",
			  "a node of another graph comes before it");
	}
	MOCK_RULE(!to->queue.count || (last && ((node *)last->data)->at == to->queue.count - 1),
		  "graph",
		  "the mock knows graphs alone in which each node comes after the one before");
	mock_push(&to->queue, kernel_work(what));
	*made = (nv_graph_node)mock_object_new(MOCK_NODES, "node", object, sizeof(node));
	of = ((mock_object *)*made)->data;
	*of = (node){object, to->queue.count - 1, what->function};
	return NV_SUCCESS;
}

nv_result cuGraphExecKernelNodeSetParams(nv_graph_exec exec, nv_graph_node handle,
					 const nv_kernel_node *what)
{
	MOCK_CALL(cuGraphExecKernelNodeSetParams, MOCK_CONTEXT, "%p, %p", (void *)exec,
		  (void *)handle);
	graph *to = mock_object_of(exec, MOCK_EXECS, "executable graph")->data;
	const node *of = mock_object_of(handle, MOCK_NODES, "node")->data;

	MOCK_RULE(to->made_of == of->graph, "graph",
		  "the executable graph was not made of the node's");
	(void)mock_object_of(what->function, MOCK_FUNCTIONS, "function");
	to->queue.work[of->at] = kernel_work(what);
	return NV_SUCCESS;
}

/* --- executable graphs ------------------------------------------------------------------------ */

nv_result cuGraphInstantiateWithFlags(nv_graph_exec *exec, nv_graph handle,
				      unsigned long long flags)
{
	MOCK_CALL(cuGraphInstantiateWithFlags, MOCK_CONTEXT, "%p, %llx", (void *)handle, flags);
	mock_object *object = mock_object_of(handle, MOCK_GRAPHS, "graph");
	mock_object *made =
		mock_object_new(MOCK_EXECS, "executable graph", mock_current(), sizeof(graph));
	const graph *from = object->data;

	((graph *)made->data)->made_of = object;
	for (size_t i = 0; i < from->queue.count; i++)
		mock_push(&((graph *)made->data)->queue, from->queue.work[i]);
	*exec = (nv_graph_exec)made;
	return NV_SUCCESS;
}

nv_result cuGraphLaunch(nv_graph_exec handle, nv_stream stream)
{
	MOCK_CALL(cuGraphLaunch, MOCK_CONTEXT | MOCK_LAUNCH, "%p, %p", (void *)handle,
		  (void *)stream);
	const graph *of = mock_object_of(handle, MOCK_EXECS, "executable graph")->data;

	for (size_t i = 0; i < of->queue.count; i++) {
		mock_work work = of->queue.work[i];

		if (work.function)
			(void)mock_object_of(work.function, MOCK_FUNCTIONS, "function of a node");
		if (work.kind == MOCK_COPY_IN) { /* the bytes at the time of the launch */
			const void *source = work.host ? work.host : work.copy;

			mock_host_bytes(source, work.bytes, "the source of a copy in the graph");
			work.copy = mock_snapshot(source, work.bytes);
		}
		(void)mock_enqueue(stream, work);
	}
	return NV_SUCCESS;
}

nv_result cuGraphExecDestroy(nv_graph_exec handle)
{
	MOCK_CALL(cuGraphExecDestroy, MOCK_INITIALISED, "%p", (void *)handle);
	mock_object_end(mock_object_of(handle, MOCK_EXECS, "executable graph"));
	return NV_SUCCESS;
}

nv_result cuGraphDestroy(nv_graph handle)
{
	MOCK_CALL(cuGraphDestroy, MOCK_INITIALISED, "%p", (void *)handle);
	mock_object_end(mock_object_of(handle, MOCK_GRAPHS, "graph"));
	return NV_SUCCESS;
}
