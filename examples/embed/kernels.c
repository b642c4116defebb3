/* examples/embed/kernels.c -- a kernel of OpenCL C in a program of one's own: list what a module has,
 * launch one over memory of this program, print what is wrong with it.
 *
 *	clang-19 -x cl -cl-std=CL2.0 -target spir64 -O1 -g -cl-kernel-arg-info \
 *		-Xclang -finclude-default-header -emit-llvm -c sum.cl -o sum.bc
 *	cc kernels.c -o kernels $(pkg-config --cflags --libs hpvm-run)
 *	./kernels sum.bc
 *
 * docs/embedding.md goes through it. */
#include <hpvm_run.h>
#include <stdio.h>
#include <stdlib.h>

enum { GROUPS = 4, ITEMS = 16 };

static void check(hpvm_run_status status, const char *what)
{
	if (status == HPVM_RUN_OK)
		return;
	fprintf(stderr, "%s: %s: %s\n", what, hpvm_run_status_text(status), hpvm_run_error());
	exit(EXIT_FAILURE);
}

static void print_kernel(void *data, const hpvm_run_kernel *kernel)
{
	(void)data;
	printf("%s:", kernel->name);
	for (unsigned i = 0; i < kernel->argument_count; i++)
		printf("%s %s (%s)", i ? "," : "", kernel->arguments[i].name,
		       kernel->arguments[i].type);
	printf("\n");
}

static void print_diagnostic(void *data, const hpvm_run_diagnostic *diagnostic)
{
	(void)data;
	printf("line %u: %s", diagnostic->line, diagnostic->text);
	if (diagnostic->kernel && diagnostic->has_group)
		printf(" in work-item %lld of group %lld", (long long)diagnostic->instance[0],
		       (long long)diagnostic->group[0]);
	printf(" [%s]\n", diagnostic->id);
}

/* Launch ROOT with OUT_BYTES bytes of the results. */
static void launch(hpvm_run_context *context, const hpvm_run_node *root, size_t out_bytes)
{
	int in[GROUPS * ITEMS], out[GROUPS] = {0};
	hpvm_run_launch_handle *launch;
	hpvm_run_status status;

	for (int i = 0; i < GROUPS * ITEMS; i++)
		in[i] = i;
	check(hpvm_run_launch_new(context, root, 0, &launch), "launch");
	check(hpvm_run_bind_buffer(launch, 0, in, sizeof(in), HPVM_RUN_IN), "in");
	check(hpvm_run_bind_buffer(launch, 1, out, out_bytes, HPVM_RUN_OUT), "out");
	check(hpvm_run_bind_integer(launch, 2, ITEMS * sizeof(int)), "part");
	check(hpvm_run_launch(launch), "launch");
	status = hpvm_run_wait(launch);
	if (status != HPVM_RUN_OK)
		printf("the launch ended: %s\n", hpvm_run_status_text(status));
	for (int i = 0; status == HPVM_RUN_OK && i < GROUPS; i++)
		printf("%d%c", out[i], i + 1 < GROUPS ? ' ' : '\n');
	check(hpvm_run_launch_free(launch), "free");
}

int main(int argc, char **argv)
{
	const hpvm_run_range range = {.dims = 1, .groups = {GROUPS}, .block = {ITEMS}};
	hpvm_run_context *context;
	size_t sum;

	check(hpvm_run_open(&context), "open");
	check(hpvm_run_set_diagnostics(context, print_diagnostic, NULL), "diagnostics");
	check(hpvm_run_set(context, "check", "all"), "check");
	check(hpvm_run_add_file(context, argc > 1 ? argv[1] : "sum.bc"), "file");
	check(hpvm_run_list_kernels(context, print_kernel, NULL), "list");
	check(hpvm_run_add_kernel(context, "sum", &range, &sum), "kernel");
	check(hpvm_run_load(context), "load");
	launch(context, hpvm_run_kernel_root(context, sum), GROUPS * sizeof(int));
	launch(context, hpvm_run_kernel_root(context, sum), (GROUPS - 1) * sizeof(int));
	check(hpvm_run_close(context), "close");
	return EXIT_SUCCESS;
}
