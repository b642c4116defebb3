/* examples/embed/embed.c -- hpvm-run in a program of one's own: load a graph, launch it, print
 * results and what is wrong.
 *
 *	clang-19 -O1 -g -I/usr/include -emit-llvm -c saxpy.c
 *	cc embed.c -o embed $(pkg-config --cflags --libs hpvm-run)
 *	./embed saxpy.bc
 *
 * docs/embedding.md goes through it step by step. */
#include <hpvm_run.h>
#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 8 };

static void print_diagnostic(void *data, const hpvm_run_diagnostic *diagnostic)
{
	(void)data;
	printf("%s: %s", diagnostic->severity == HPVM_RUN_ERROR ? "error" : "warning",
	       diagnostic->text);
	if (diagnostic->node)
		printf(" in %s", diagnostic->node);
	if (diagnostic->dims)
		printf(" (%lld)", (long long)diagnostic->instance[0]);
	if (diagnostic->line)
		printf(" at line %u", diagnostic->line);
	printf(" [%s]\n", diagnostic->id);
}

static void check(hpvm_run_status status, const char *what)
{
	if (status == HPVM_RUN_OK)
		return;
	fprintf(stderr, "%s: %s: %s\n", what, hpvm_run_status_text(status), hpvm_run_error());
	exit(EXIT_FAILURE);
}

static void print_graph(const hpvm_run_node *root)
{
	for (size_t i = 0; i < hpvm_run_node_count(root); i++) {
		const hpvm_run_node *node = hpvm_run_node_at(root, i);
		char extent[80];

		printf("%s", hpvm_run_node_path(node));
		for (unsigned d = 0; d < hpvm_run_node_dims(node); d++) {
			hpvm_run_node_extent(node, d, extent, sizeof(extent));
			printf(" [%s]", extent);
		}
		for (unsigned p = 0; p < hpvm_run_port_count(node, HPVM_RUN_INPUT); p++)
			printf("%s %s %s", p ? "," : ":",
			       hpvm_run_port_type(node, HPVM_RUN_INPUT, p),
			       hpvm_run_port_name(node, HPVM_RUN_INPUT, p));
		printf("\n");
	}
}

/* Launches with INSTANCES instances, of which the buffers have elements for COUNT. */
static void launch(hpvm_run_context *context, const hpvm_run_node *root, int64_t instances)
{
	float x[COUNT], y[COUNT];
	hpvm_run_launch_handle *launch;
	hpvm_run_status status;
	uint64_t count;

	for (int i = 0; i < COUNT; i++) {
		x[i] = (float)i;
		y[i] = 1;
	}
	check(hpvm_run_launch_new(context, root, 0, &launch), "launch");
	check(hpvm_run_bind_buffer(launch, 0, x, sizeof(x), HPVM_RUN_IN), "x");
	check(hpvm_run_bind_buffer(launch, 2, y, sizeof(y), HPVM_RUN_IN | HPVM_RUN_OUT), "y");
	check(hpvm_run_bind_real(launch, 4, 0.5), "a");
	check(hpvm_run_bind_integer(launch, 5, instances), "count");
	check(hpvm_run_launch(launch), "launch");
	status = hpvm_run_wait(launch);
	if (status == HPVM_RUN_OK) {
		check(hpvm_run_output(launch, 0, &count, sizeof(count)), "output");
		printf("%llu results:", (unsigned long long)count);
		for (int i = 0; i < COUNT; i++)
			printf(" %g", (double)y[i]);
		printf("\n");
	} else {
		printf("the launch ended: %s\n", hpvm_run_status_text(status));
	}
	check(hpvm_run_launch_free(launch), "free");
}

int main(int argc, char **argv)
{
	hpvm_run_context *context;
	const hpvm_run_node *root;

	check(hpvm_run_open(&context), "open");
	check(hpvm_run_set_diagnostics(context, print_diagnostic, NULL), "diagnostics");
	check(hpvm_run_set(context, "check", "all"), "check");
	check(hpvm_run_add_file(context, argc > 1 ? argv[1] : "saxpy.bc"), "file");
	check(hpvm_run_load(context), "load");
	root = hpvm_run_find_root(context, "saxpy");
	if (!root)
		return EXIT_FAILURE;
	print_graph(root);
	launch(context, root, COUNT);
	launch(context, root, COUNT + 1); /* one too many: a diagnostic, and this process goes on */
	launch(context, root, COUNT);
	check(hpvm_run_close(context), "close");
	return EXIT_SUCCESS;
}
