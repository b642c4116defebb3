/* bench/launches_driver.c -- the cost of launching an empty kernel with only the CUDA driver, for
 * comparison with launches.c. Arguments: how often; how many launches in a row. Prints microseconds
 * of a launch that is waited for, and of one of those in a row, launched separately and as a CUDA
 * graph: the mean of all, and of the fastest tenth.
 * Exit status 1: there is no device, or a call fails. */
#include <stdio.h>
#include <stdlib.h>

#include "backends/nvidia/driver.h"
#include "matmul.h"
#include "times.h"

static const char PTX[] =
	".version 7.4\n.target sm_60\n.address_size 64\n.visible .entry empty()\n{\n\tret;\n}\n";

typedef struct card {
	nv_driver driver;
	nv_device device;
	nv_stream stream;
	nv_function function;
	nv_graph graph;
	nv_graph_exec exec;
	int row;
} card;

static void must(const card *self, nv_result result, const char *what)
{
	char text[160];

	if (result != NV_SUCCESS) {
		printf("%s: %s\n", what, nv_error_text(&self->driver, result, text, sizeof(text)));
		exit(1);
	}
}

static void open_card(card *self)
{
	char text[HR_BACKEND_TEXT];
	nv_context context;
	nv_module module;

	if (!nv_driver_open(&self->driver, getenv("HPVM_CUDA_DRIVER"), text)) {
		puts(text);
		exit(1);
	}
	must(self, self->driver.device_get(&self->device, 0), "device");
	must(self, self->driver.primary_retain(&context, self->device), "context");
	must(self, self->driver.context_set(context), "context");
	must(self, self->driver.module_load(&module, PTX, 0, NULL, NULL), "module");
	must(self, self->driver.module_function(&self->function, module, "empty"), "kernel");
	must(self, self->driver.stream_create(&self->stream, NV_STREAM_NON_BLOCKING), "stream");
}

static void make_graph(card *self)
{
	nv_kernel_node what = {.function = self->function, .grid = {1, 1, 1}, .block = {32, 1, 1}};
	nv_graph_node node, before = NULL;

	must(self, self->driver.graph_create(&self->graph, 0), "graph");
	for (int i = 0; i < self->row; i++, before = node)
		must(self,
		     self->driver.graph_add_kernel(&node, self->graph, i ? &before : NULL, i > 0,
						   &what),
		     "graph");
	must(self, self->driver.graph_instantiate(&self->exec, self->graph, 0), "graph");
}

static void launch(const card *self)
{
	must(self,
	     self->driver.launch(self->function, 1, 1, 1, 32, 1, 1, 0, self->stream, NULL, NULL),
	     "launch");
}

static void launch_row(const card *self)
{
	for (int i = 0; i < self->row; i++)
		launch(self);
}

static void launch_graph(const card *self)
{
	must(self, self->driver.graph_launch(self->exec, self->stream), "launch");
}

static void wait_for(const card *self)
{
	nv_result result;

	while ((result = self->driver.stream_query(self->stream)) == NV_NOT_READY)
		;
	must(self, result, "wait");
}

static void measure(const card *self, const char *what, void (*way)(const card *), int count,
		    int each)
{
	double *took = malloc((size_t)count * sizeof(double));
	bench_times found;

	for (int i = -100; i < count; i++) {
		double begun = bench_seconds();

		way(self);
		wait_for(self);
		if (i >= 0)
			took[i] = (bench_seconds() - begun) * 1e6 / each;
	}
	found = bench_summary(took, count);
	printf("%s: %.2f (best tenth %.2f)\n", what, found.all, found.best);
	free(took);
}

int main(int argc, char **argv)
{
	int count = argc > 1 ? atoi(argv[1]) : 1000;
	card self = {.row = argc > 2 ? atoi(argv[2]) : 16};

	if (count < 10 || self.row < 1)
		return 2;
	open_card(&self);
	make_graph(&self);
	measure(&self, "a launch and its end", launch, count, 1);
	measure(&self, "one of several in a row", launch_row, count, self.row);
	measure(&self, "one of those as a CUDA graph", launch_graph, count, self.row);
	must(&self, self.driver.graph_exec_destroy(self.exec), "graph");
	must(&self, self.driver.graph_destroy(self.graph), "graph");
	must(&self, self.driver.context_set(NULL), "context");
	must(&self, self.driver.primary_release(self.device), "context");
	return 0;
}
