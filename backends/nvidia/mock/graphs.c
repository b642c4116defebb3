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

/* --- captures ------------------------------------------------------------------------------------- */

nv_result cuStreamBeginCapture_v2(nv_stream handle, nv_capture_mode mode)
{
	DB_CALL(cuStreamBeginCapture_v2, DB_CONTEXT, "%p, mode %d", (void *)handle, mode);
	stream_state *of;

	DB_RULE(handle, "capture", "the default stream cannot be captured");
	DB_RULE(mode >= NV_CAPTURE_GLOBAL && mode <= NV_CAPTURE_RELAXED, "flags", "unknown mode %d", mode);
	of = db_uncaptured(handle);
	of->capture = db_object_new(DB_GRAPHS, "graph", NULL, sizeof(graph));
	of->mode = mode;
	return NV_SUCCESS;
}

static void leave_capture(db_object *object, void *data)
{
	stream_state *of = object->data;

	if (of->capture == data)
		of->capture = NULL;
}

nv_result cuStreamEndCapture(nv_stream handle, nv_graph *made)
{
	DB_CALL(cuStreamEndCapture, DB_CONTEXT, "%p", (void *)handle);
	const stream_state *of = db_stream_of(handle)->data;
	db_object *captured = of->capture;

	DB_RULE(captured, "capture", "the stream is not being captured");
	db_objects_each(DB_STREAMS, leave_capture, captured);
	*made = (nv_graph)captured;
	return NV_SUCCESS;
}

nv_result cuStreamIsCapturing(nv_stream handle, nv_capture_status *status)
{
	DB_CALL(cuStreamIsCapturing, DB_CONTEXT, "%p", (void *)handle);
	const stream_state *of = db_stream_of(handle)->data;

	*status = of->capture ? NV_CAPTURE_ACTIVE : NV_CAPTURE_NONE;
	return NV_SUCCESS;
}

/* --- graphs built node by node ------------------------------------------------------------- */

/* Operation number `at` of its graph, and of the executable graphs made from it. */
typedef struct node {
	db_object *graph;
	size_t at;
	const void *function;
} node;

nv_result cuGraphCreate(nv_graph *made, unsigned flags)
{
	DB_CALL(cuGraphCreate, DB_INITIALISED, "%x", flags);
	DB_RULE(flags == 0, "flags", "flags must be 0, and are %x", flags);
	*made = (nv_graph)db_object_new(DB_GRAPHS, "graph", NULL, sizeof(graph));
	return NV_SUCCESS;
}

static db_work kernel_work(const nv_kernel_node *what)
{
	DB_RULE(what, "parameters", "the node's parameters are NULL");
	return db_kernel_work(what->function, what->grid, what->block, what->dynamic_bytes, what->parameters,
			      what->extra);
}

/* The mock executes the operations of a graph in the order in which they were added, so each node
 * must depend on the one before. */
nv_result cuGraphAddKernelNode(nv_graph_node *made, nv_graph handle, const nv_graph_node *after, size_t count,
			       const nv_kernel_node *what)
{
	DB_CALL(cuGraphAddKernelNode, DB_CONTEXT, "%p, after %zu", (void *)handle, count);
	db_object *object = db_object_of(handle, DB_GRAPHS, "graph"), *last = NULL;
	graph *to = object->data;
	node *of;

	for (size_t i = 0; i < count; i++) {
		last = db_object_of(after[i], DB_NODES, "node");
		DB_RULE(((node *)last->data)->graph == object, "graph", "a node of another graph comes before it");
	}
	DB_RULE(!to->queue.count || (last && ((node *)last->data)->at == to->queue.count - 1), "graph",
		"the double knows graphs alone in which each node comes after the one before");
	db_push(&to->queue, kernel_work(what));
	*made = (nv_graph_node)db_object_new(DB_NODES, "node", object, sizeof(node));
	of = ((db_object *)*made)->data;
	*of = (node){object, to->queue.count - 1, what->function};
	return NV_SUCCESS;
}

nv_result cuGraphExecKernelNodeSetParams(nv_graph_exec exec, nv_graph_node handle, const nv_kernel_node *what)
{
	DB_CALL(cuGraphExecKernelNodeSetParams, DB_CONTEXT, "%p, %p", (void *)exec, (void *)handle);
	graph *to = db_object_of(exec, DB_EXECS, "executable graph")->data;
	const node *of = db_object_of(handle, DB_NODES, "node")->data;

	DB_RULE(to->made_of == of->graph, "graph", "the executable graph was not made of the node's");
	(void)db_object_of(what->function, DB_FUNCTIONS, "function");
	to->queue.work[of->at] = kernel_work(what);
	return NV_SUCCESS;
}

/* --- executable graphs ------------------------------------------------------------------------------ */

nv_result cuGraphInstantiateWithFlags(nv_graph_exec *exec, nv_graph handle, unsigned long long flags)
{
	DB_CALL(cuGraphInstantiateWithFlags, DB_CONTEXT, "%p, %llx", (void *)handle, flags);
	db_object *object = db_object_of(handle, DB_GRAPHS, "graph");
	db_object *made = db_object_new(DB_EXECS, "executable graph", db_current(), sizeof(graph));
	const graph *from = object->data;

	((graph *)made->data)->made_of = object;
	for (size_t i = 0; i < from->queue.count; i++)
		db_push(&((graph *)made->data)->queue, from->queue.work[i]);
	*exec = (nv_graph_exec)made;
	return NV_SUCCESS;
}

nv_result cuGraphLaunch(nv_graph_exec handle, nv_stream stream)
{
	DB_CALL(cuGraphLaunch, DB_CONTEXT | DB_LAUNCH, "%p, %p", (void *)handle, (void *)stream);
	const graph *of = db_object_of(handle, DB_EXECS, "executable graph")->data;

	for (size_t i = 0; i < of->queue.count; i++) {
		db_work work = of->queue.work[i];

		if (work.function)
			(void)db_object_of(work.function, DB_FUNCTIONS, "function of a node");
		if (work.kind == DB_COPY_IN) { /* the bytes at the time of the launch */
			const void *source = work.host ? work.host : work.copy;

			db_host_bytes(source, work.bytes, "the source of a copy in the graph");
			work.copy = db_snapshot(source, work.bytes);
		}
		(void)db_enqueue(stream, work);
	}
	return NV_SUCCESS;
}

nv_result cuGraphExecDestroy(nv_graph_exec handle)
{
	DB_CALL(cuGraphExecDestroy, DB_INITIALISED, "%p", (void *)handle);
	db_object_end(db_object_of(handle, DB_EXECS, "executable graph"));
	return NV_SUCCESS;
}

nv_result cuGraphDestroy(nv_graph handle)
{
	DB_CALL(cuGraphDestroy, DB_INITIALISED, "%p", (void *)handle);
	db_object_end(db_object_of(handle, DB_GRAPHS, "graph"));
	return NV_SUCCESS;
}
