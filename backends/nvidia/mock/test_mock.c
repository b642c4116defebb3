/* backends/nvidia/mock/test_mock.c -- tests the mock of the driver: each rule is broken by at least
 * one call, and calls that keep the rules succeed.
 *
 * A case runs in a separate process, which ends with MOCK_EXIT and the name of the rule on standard
 * error, or successfully. */
#include "backends/nvidia/mock/test_mock.h"

#include <dlfcn.h>

static const char ptx[] =
	".version 7.0\n.target sm_75\n.address_size 64\n"
	"// .entry nothing\n"
	".visible .entry twice(\n\t.param .u64 .ptr .global .align 4 twice_param_0,\n"
	"\t.param .u32 twice_param_1,\n\t.param .align 8 .b8 twice_param_2[24]\n)\n"
	".maxntid 256, 1, 1\n{\n\tret;\n}\n"
	".entry none()\n{\n\tret;\n}\n";

static nv_module module(void)
{
	nv_module made = NULL;

	must(cu.module_load(&made, ptx, 0, NULL, NULL));
	return made;
}

static nv_function function(nv_module from, const char *name)
{
	nv_function made = NULL;

	must(cu.module_function(&made, from, name));
	return made;
}

/* --- permitted calls ----------------------------------------------------------------------- */

static void copies(void)
{
	nv_address a = memory(16), b = memory(16);
	char from[16] = "fifteen letters", to[16] = "";

	must(cu.to_device(a, from, 16));
	must(cu.copy_async(b, a, 16, NULL));
	must(cu.set_bytes_async(b + 8, 'x', 7, NULL));
	must(cu.to_host(to, b, 16));
	if (strcmp(to, "fifteen xxxxxxx") != 0)
		_exit(95);
	must(cu.release(a));
	must(cu.release(b));
}

/* In pinned memory, results are there after the wait, and a pattern before. */
static void pinned_copies(void)
{
	nv_address a = memory(8);
	nv_stream s = stream();
	nv_event e;
	void *host;

	must(cu.host_allocate(&host, 8, 0));
	must(cu.event_create(&e, NV_EVENT_NO_TIMING));
	memcpy(host, "sevenle", 8);
	must(cu.to_device_async(a, host, 8, s));
	must(cu.event_record(e, s));
	must_be(NV_NOT_READY, cu.stream_query(s));
	must(cu.event_wait(e));
	memset(host, 0, 8);
	must(cu.to_host_async(host, a, 8, s));
	if (memcmp(host, "sevenle", 8) == 0)
		_exit(95);
	must(cu.stream_wait(s));
	if (memcmp(host, "sevenle", 8) != 0)
		_exit(95);
	must(cu.event_destroy(e));
	must(cu.stream_destroy(s));
	must(cu.host_release(host));
	must(cu.release(a));
}

static void launches(void)
{
	nv_module m = module();
	nv_function f = function(m, "twice"), none = function(m, "none");
	nv_address a = memory(64);
	uint32_t n = 16;
	char block[24] = "", buffer[40] = "";
	void *parameters[] = {&a, &n, block};
	size_t bytes = sizeof(buffer);
	void *extra[] = {(void *)1, buffer, (void *)2, &bytes, NULL};
	int value = 0;

	must(cu.function_attribute(&value, NV_FUNCTION_THREADS_PER_BLOCK, f));
	if (value != 256)
		_exit(95);
	must(cu.function_set(f, NV_FUNCTION_DYNAMIC_SHARED_BYTES, 96 << 10));
	must(cu.launch(f, 1, 65535, 1, 256, 1, 1, 96 << 10, NULL, parameters, NULL));
	must(cu.launch(f, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, extra));
	must(cu.launch(none, 1, 1, 1, 1024, 1, 1, 0, NULL, NULL, NULL));
	must(cu.context_wait());
	must_be(NV_NOT_FOUND, cu.module_function(&f, m, "thrice"));
	must(cu.release(a));
	must(cu.module_unload(m));
}

static void graphs(void)
{
	nv_stream s = stream(), t = stream();
	nv_event fork, join;
	nv_graph g;
	nv_graph_exec x;
	nv_address a = memory(8);
	char to[8];

	must(cu.event_create(&fork, NV_EVENT_NO_TIMING));
	must(cu.event_create(&join, NV_EVENT_NO_TIMING));
	must(cu.capture_begin(s, NV_CAPTURE_GLOBAL));
	must(cu.event_record(fork, s));
	must(cu.stream_wait_event(t, fork, 0));
	must(cu.set_bytes_async(a, 7, 8, t));
	must(cu.event_record(join, t));
	must(cu.stream_wait_event(s, join, 0));
	must(cu.capture_end(s, &g));
	must(cu.graph_instantiate(&x, g, 0));
	must(cu.graph_destroy(g));
	must(cu.to_host(to, a, 8));
	if (to[0] == 7)
		_exit(95);
	must(cu.graph_launch(x, s));
	must(cu.stream_wait(s));
	must(cu.to_host(to, a, 8));
	if (to[0] != 7)
		_exit(95);
	must(cu.graph_exec_destroy(x));
	must(cu.event_destroy(fork));
	must(cu.event_destroy(join));
	must(cu.stream_destroy(s));
	must(cu.stream_destroy(t));
	must(cu.release(a));
}

/* Two kernels, one after the other; then the first gets a different pointer. */
static void graph_of_kernels(void)
{
	nv_module m = module();
	nv_address a = memory(64), b = memory(64);
	uint32_t n = 16;
	char block[24] = "";
	void *parameters[] = {&a, &n, block};
	nv_kernel_node twice = {function(m, "twice"), {2, 1, 1}, {256, 1, 1}, 0, parameters, NULL};
	nv_kernel_node none = {function(m, "none"), {1, 1, 1}, {32, 1, 1}, 0, NULL, NULL};
	nv_stream s = stream();
	nv_graph_node first, second;
	nv_graph_exec x;
	nv_graph g;

	must(cu.graph_create(&g, 0));
	must(cu.graph_add_kernel(&first, g, NULL, 0, &twice));
	must(cu.graph_add_kernel(&second, g, &first, 1, &none));
	must(cu.graph_instantiate(&x, g, 0));
	must(cu.graph_launch(x, s));
	must(cu.stream_wait(s));
	must(cu.release(a));
	a = b;
	must(cu.graph_set_kernel(x, first, &twice));
	must(cu.graph_launch(x, s));
	must(cu.stream_wait(s));
	must(cu.graph_exec_destroy(x));
	must(cu.graph_destroy(g));
	must(cu.stream_destroy(s));
	must(cu.release(b));
	must(cu.module_unload(m));
}

static void linking(void)
{
	char log[64];
	nv_jit_option options[] = {NV_JIT_ERROR_LOG, NV_JIT_ERROR_LOG_BYTES};
	void *values[] = {log, (void *)sizeof(log)}, *cubin;
	nv_module m;
	nv_link l;
	size_t bytes;

	must(cu.link_create(2, options, values, &l));
	must(cu.link_add(l, NV_INPUT_PTX, (void *)(uintptr_t)ptx, sizeof(ptx), "x", 0, NULL, NULL));
	must(cu.link_complete(l, &cubin, &bytes));
	must(cu.module_load(&m, cubin, 0, NULL, NULL));
	must(cu.link_destroy(l));
	(void)function(m, "twice");
	must(cu.module_unload(m));
}

/* PTX that is too new, or for another device; exhausted memory. */
static void refusals(void)
{
	char log[64] = "";
	nv_jit_option options[] = {NV_JIT_ERROR_LOG, NV_JIT_ERROR_LOG_BYTES};
	void *values[] = {log, (void *)sizeof(log)};
	nv_module m;
	nv_address a;

	must_be(NV_UNSUPPORTED_PTX_VERSION,
		cu.module_load(&m, ".version 9.9\n.target sm_75\n", 2, options, values));
	if (!log[0])
		_exit(95);
	must_be(NV_INVALID_PTX,
		cu.module_load(&m, ".version 7.0\n.target sm_120\n", 0, NULL, NULL));
	must_be(NV_OUT_OF_MEMORY, cu.allocate(&a, (size_t)1 << 40));
}

static const struct {
	const char *name;
	void (*act)(void);
} fine[] = {{"copies", copies},    {"pinned_copies", pinned_copies},       {"launches", launches},
	    {"graphs", graphs},    {"graph_of_kernels", graph_of_kernels}, {"linking", linking},
	    {"refusals", refusals}};

/* --- calls that break a rule --------------------------------------------------------------- */

static void no_context(void)
{
	must(cu.context_set(NULL));
	(void)memory(8);
}

static void released_context(void)
{
	must(cu.primary_release(0));
	(void)memory(8);
}

static void after_fork(void)
{
	int status = 0;

	if (fork() == 0)
		(void)memory(8);
	(void)wait(&status);
	_exit(WEXITSTATUS(status));
}

static void stream_used_after_end(void)
{
	nv_stream s = stream();

	must(cu.stream_destroy(s));
	must(cu.stream_wait(s));
}

static void event_used_after_end(void)
{
	nv_event e;

	must(cu.event_create(&e, 0));
	must(cu.event_destroy(e));
	must(cu.event_record(e, NULL));
}

static void function_of_an_unloaded_module(void)
{
	nv_module m = module();
	nv_function f = function(m, "none");

	must(cu.module_unload(m));
	must(cu.launch(f, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
}

static void wrong_kind(void)
{
	must(cu.event_destroy((nv_event)stream()));
}

static void no_handle(void)
{
	must(cu.module_unload((nv_module)&cu));
}

static void freed_memory(void)
{
	nv_address a = memory(8);
	char to[8];

	must(cu.release(a));
	must(cu.to_host(to, a, 8));
}

static void freed_twice(void)
{
	nv_address a = memory(8);

	must(cu.release(a));
	must(cu.release(a));
}

static void freed_in_the_middle(void)
{
	must(cu.release(memory(8) + 4));
}

static void freed_while_used(void)
{
	nv_address a = memory(8);

	must(cu.set_bytes_async(a, 0, 8, stream()));
	must(cu.release(a));
}

static void beyond(void)
{
	char to[16];

	must(cu.to_host(to, memory(8), 9));
}

static void host_for_device(void)
{
	char to[16] = "";

	must(cu.set_bytes((nv_address)(uintptr_t)to, 0, 8));
}

static void device_for_host(void)
{
	nv_address a = memory(8);

	must(cu.to_host((void *)(uintptr_t)a, a, 8));
}

static void unmapped_host(void)
{
	must(cu.to_device(memory(8), (void *)64, 8));
}

static void changed_source(void)
{
	nv_stream s = stream();
	char *host;

	must(cu.host_allocate((void **)&host, 8, 0));
	must(cu.to_device_async(memory(8), host, 8, s));
	host[0]++;
	must(cu.stream_wait(s));
}

static void stream_with_work(void)
{
	nv_stream s = stream();

	must(cu.set_bytes_async(memory(8), 0, 8, s));
	must(cu.stream_destroy(s));
}

static void launch(unsigned grid_y, unsigned threads, unsigned shared, nv_address a, void *last)
{
	uint32_t n = 0;
	void *parameters[] = {&a, &n, last};

	must(cu.launch(function(module(), "twice"), 1, grid_y, 1, threads, 1, 1, shared, NULL,
		       parameters, NULL));
}

static char third[24];

static void large_grid(void)
{
	launch(65536, 1, 0, 0, third);
}

static void empty_grid(void)
{
	launch(0, 1, 0, 0, third);
}

static void large_block(void)
{
	launch(1, 257, 0, 0, third);
}

static void much_shared(void)
{
	launch(1, 1, (48 << 10) + 1, 0, third);
}

static void missing_parameter(void)
{
	launch(1, 1, 0, 0, NULL);
}

static void freed_parameter(void)
{
	nv_address a = memory(8);

	must(cu.release(a));
	launch(1, 1, 0, a, third);
}

static void short_buffer(void)
{
	char buffer[32] = "";
	size_t bytes = sizeof(buffer);
	void *extra[] = {(void *)1, buffer, (void *)2, &bytes, NULL};

	must(cu.launch(function(module(), "twice"), 1, 1, 1, 1, 1, 1, 0, NULL, NULL, extra));
}

static void allocation_while_captured(void)
{
	must(cu.capture_begin(stream(), NV_CAPTURE_GLOBAL));
	(void)memory(8);
}

static void wait_while_captured(void)
{
	nv_stream s = stream();

	must(cu.capture_begin(s, NV_CAPTURE_RELAXED));
	must(cu.stream_wait(s));
}

static void capture_not_begun(void)
{
	nv_graph g;

	must(cu.capture_end(stream(), &g));
}

static void exec_used_after_end(void)
{
	nv_stream s = stream();
	nv_graph_exec x;
	nv_graph g;

	must(cu.capture_begin(s, NV_CAPTURE_GLOBAL));
	must(cu.capture_end(s, &g));
	must(cu.graph_instantiate(&x, g, 0));
	must(cu.graph_exec_destroy(x));
	must(cu.graph_launch(x, s));
}

static nv_graph graph_of_one(nv_module m, nv_graph_node *node, unsigned threads)
{
	nv_kernel_node none = {function(m, "none"), {1, 1, 1}, {threads, 1, 1}, 0, NULL, NULL};
	nv_graph g;

	must(cu.graph_create(&g, 0));
	must(cu.graph_add_kernel(node, g, NULL, 0, &none));
	return g;
}

static void large_block_in_a_graph(void)
{
	nv_graph_node node;

	(void)graph_of_one(module(), &node, 1025);
}

static void node_of_another_graph(void)
{
	nv_module m = module();
	nv_kernel_node none = {function(m, "none"), {1, 1, 1}, {1, 1, 1}, 0, NULL, NULL};
	nv_graph_node node, other;
	nv_graph_exec x;

	(void)graph_of_one(m, &other, 1);
	must(cu.graph_instantiate(&x, graph_of_one(m, &node, 1), 0));
	must(cu.graph_set_kernel(x, other, &none));
}

static void node_of_a_graph_that_ended(void)
{
	nv_module m = module();
	nv_kernel_node none = {function(m, "none"), {1, 1, 1}, {1, 1, 1}, 0, NULL, NULL};
	nv_graph_node node;
	nv_graph g = graph_of_one(m, &node, 1);
	nv_graph_exec x;

	must(cu.graph_instantiate(&x, g, 0));
	must(cu.graph_destroy(g));
	must(cu.graph_set_kernel(x, node, &none));
}

static void graph_of_an_unloaded_module(void)
{
	nv_module m = module();
	nv_graph_node node;
	nv_graph_exec x;

	must(cu.graph_instantiate(&x, graph_of_one(m, &node, 1), 0));
	must(cu.module_unload(m));
	must(cu.graph_launch(x, NULL));
}

static void ptx_without_end(void)
{
	nv_link l;

	must(cu.link_create(0, NULL, NULL, &l));
	must(cu.link_add(l, NV_INPUT_PTX, (void *)(uintptr_t)ptx, sizeof(ptx) - 1, NULL, 0, NULL,
			 NULL));
}

static void time_of_an_event_without(void)
{
	nv_event e;
	float time;

	must(cu.event_create(&e, NV_EVENT_NO_TIMING));
	must(cu.event_record(e, NULL));
	must(cu.event_elapsed(&time, e, e));
}

static void empty_allocation(void)
{
	(void)memory(0);
}

static void unregistered(void)
{
	must(cu.host_unregister(third));
}

static void forgotten_memory(void)
{
	(void)memory(8);
	end();
}

static void forgotten_context(void)
{
	nv_driver_close(&cu);
}

static void forgotten_stream(void)
{
	(void)stream();
	nv_driver_close(&cu);
}

static void device_of_nobody(void)
{
	nv_device device;

	must(cu.device_get(&device, 7));
}

static void attribute_of_no_device(void)
{
	int value;

	must(cu.device_attribute(&value, NV_DEVICE_GRID_X, 7));
}

static void context_of_no_device(void)
{
	must(cu.primary_retain(&context, 7));
}

static void initialised_with_flags(void)
{
	must(cu.init(1));
}

static void stream_with_flags(void)
{
	nv_stream made;

	must(cu.stream_create(&made, 2));
}

static void event_with_flags(void)
{
	nv_event made;

	must(cu.event_create(&made, 8));
}

static void host_memory_with_flags(void)
{
	void *made;

	must(cu.host_allocate(&made, 8, 8));
}

static void graph_with_flags(void)
{
	nv_graph made;

	must(cu.graph_create(&made, 1));
}

static void capture_of_no_mode(void)
{
	must(cu.capture_begin(stream(), NV_CAPTURE_RELAXED + 1));
}

static void options_missing(void)
{
	nv_module made;

	must(cu.module_load(&made, ptx, 1, NULL, NULL));
}

static void buffer_without_size(void)
{
	nv_jit_option option = NV_JIT_ERROR_LOG;
	char text[8];
	void *value = text;
	nv_module made;

	must(cu.module_load(&made, ptx, 1, &option, &value));
}

static void parameter_that_is_none(void)
{
	nv_module made;

	must(cu.module_load(
		&made,
		".version 7.0\n.target sm_75\n.address_size 64\n.entry odd(\n\t.param ?\n)\n{\n\tret;\n}\n",
		0, NULL, NULL));
}

static const struct {
	const char *rule;
	void (*act)(void);
} wrong[] = {
	{"device", device_of_nobody},
	{"device", attribute_of_no_device},
	{"device", context_of_no_device},
	{"flags", initialised_with_flags},
	{"flags", stream_with_flags},
	{"flags", event_with_flags},
	{"flags", host_memory_with_flags},
	{"flags", graph_with_flags},
	{"flags", capture_of_no_mode},
	{"options", options_missing},
	{"options", buffer_without_size},
	{"ptx", parameter_that_is_none},
	{"context", no_context},
	{"context", released_context},
	{"fork", after_fork},
	{"lifetime", stream_used_after_end},
	{"lifetime", event_used_after_end},
	{"lifetime", function_of_an_unloaded_module},
	{"handle", wrong_kind},
	{"handle", no_handle},
	{"lifetime", freed_memory},
	{"lifetime", freed_twice},
	{"free", freed_in_the_middle},
	{"free", freed_while_used},
	{"bounds", beyond},
	{"device-pointer", host_for_device},
	{"host-pointer", device_for_host},
	{"host-pointer", unmapped_host},
	{"async-source", changed_source},
	{"unsynchronised", stream_with_work},
	{"limit", large_grid},
	{"limit", empty_grid},
	{"limit", large_block},
	{"limit", much_shared},
	{"host-pointer", missing_parameter},
	{"lifetime", freed_parameter},
	{"parameters", short_buffer},
	{"capture", allocation_while_captured},
	{"capture", wait_while_captured},
	{"capture", capture_not_begun},
	{"lifetime", exec_used_after_end},
	{"limit", large_block_in_a_graph},
	{"graph", node_of_another_graph},
	{"lifetime", node_of_a_graph_that_ended},
	{"lifetime", graph_of_an_unloaded_module},
	{"link", ptx_without_end},
	{"event", time_of_an_event_without},
	{"size", empty_allocation},
	{"free", unregistered},
	{"leak", forgotten_memory},
	{"leak", forgotten_context},
	{"leak", forgotten_stream},
};

/* --- requested errors ---------------------------------------------------------------------- */

static void third_allocation_fails(void)
{
	nv_address a = memory(8), b = memory(8), c = 1;

	must_be(NV_OUT_OF_MEMORY, cu.allocate(&c, 8));
	if (c != 1)
		_exit(95);
	must(cu.release(a));
	must(cu.release(b));
	end();
}

static void launch_that_sticks(void)
{
	nv_function f = function(module(), "none");

	must(cu.launch(f, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
	must_be(NV_ASSERT, cu.context_wait());
	must_be(NV_ASSERT, cu.launch(f, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
	must(cu.context_set(NULL));
	must(cu.primary_reset(0));
	must(cu.primary_release(0));
	must(cu.primary_retain(&context, 0));
	must(cu.context_set(context));
	must(cu.release(memory(8)));
	end();
}

/* A new context does not help. */
static void launch_after_which_the_process_ends(void)
{
	nv_function f = function(module(), "none");

	must(cu.launch(f, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
	must(cu.context_set(NULL));
	must(cu.primary_reset(0));
	must(cu.primary_release(0));
	must(cu.primary_retain(&context, 0));
	must(cu.context_set(context));
	must_be(NV_ILLEGAL_ADDRESS, cu.context_wait());
}

START_TEST(calls_that_keep_the_rules)
{
	for (size_t i = 0; i < sizeof(fine) / sizeof(fine[0]); i++)
		check_fine(fine[i].name, fine[i].act);
}
END_TEST

START_TEST(calls_that_break_one)
{
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		check_wrong(wrong[i].rule, "", wrong[i].act);
}
END_TEST

START_TEST(errors)
{
	char text[512];

	setenv("HPVM_MOCK_FAIL", "cuMemAlloc_v2:3=2", 1);
	ck_assert_msg(status_of(act_on, third_allocation_fails, text) == 0, "%s", text);
	setenv("HPVM_MOCK_FAIL", "cuCtxGetCurrent:1=1,cuLaunchKernel:1=710", 1);
	ck_assert_msg(status_of(act_on, launch_that_sticks, text) == 0, "%s", text);
	setenv("HPVM_MOCK_FAIL", "cuLaunchKernel:1=700", 1);
	ck_assert_msg(status_of(act_on, launch_after_which_the_process_ends, text) == 0, "%s",
		      text);
}
END_TEST

static void open_only(void)
{
	char text[HR_BACKEND_TEXT];

	if (!nv_driver_open(&cu, getenv("HPVM_CUDA_DRIVER"), text))
		fprintf(stderr, "%s", text);
	fflush(stderr);
}

static void open_it(void *act)
{
	(*(void (**)(void))act)();
}

/* No call is permitted before cuInit. */
static void count_devices(void)
{
	void *library = dlopen(getenv("HPVM_CUDA_DRIVER"), RTLD_NOW | RTLD_LOCAL), *symbol;
	nv_result (*device_count)(int *count);
	int count;

	symbol = library ? dlsym(library, "cuDeviceGetCount") : NULL;
	if (!symbol)
		_exit(97);
	memcpy(&device_count, &symbol, sizeof(symbol));
	must(device_count(&count));
}

START_TEST(calls_before_the_first)
{
	char text[512];

	ck_assert_int_eq(status_of(open_it, count_devices, text), MOCK_EXIT);
	ck_assert_msg(strstr(text, "cuDeviceGetCount breaks the rule 'init'") != NULL, "%s", text);
}
END_TEST

START_TEST(drivers_that_are_out)
{
	static const struct {
		const char *mock_is, *fails, *text;
	} cases[] = {
		{"devices=0", "",
		 "no NVIDIA device: the mock was asked for this error (CUDA_ERROR_NO_DEVICE)"},
		{"driver=11020", "",
		 "the CUDA driver is too old: it is for CUDA 11.2; at least 11.4 is required"},
		{"devices=1", "cuInit:1=999",
		 "cannot initialise the CUDA driver: the mock was asked "
		 "for this error (CUDA_ERROR_UNKNOWN)"},
		{"devices=1", "cuDeviceGetCount:1=3",
		 "no NVIDIA device: the mock was asked for this error "
		 "(CUDA_ERROR_NOT_INITIALIZED)"},
	};
	char text[512];

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		setenv("HPVM_MOCK", cases[i].mock_is, 1);
		setenv("HPVM_MOCK_FAIL", cases[i].fails, 1);
		ck_assert_int_eq(status_of(open_it, open_only, text), 0);
		ck_assert_str_eq(text, cases[i].text);
	}
}
END_TEST

START_TEST(the_log)
{
	char text[512];
	FILE *file;

	unlink("mock.log");
	setenv("HPVM_MOCK_LOG", "mock.log", 1);
	ck_assert_int_eq(status_of(act_and_end, copies, text), 0);
	file = fopen("mock.log", "r");
	ck_assert_ptr_nonnull(file);
	ck_assert_ptr_nonnull(fgets(text, sizeof(text), file));
	ck_assert_str_eq(text, "1 cuInit 0\n");
	fclose(file);
	unlink("mock.log");
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {calls_that_keep_the_rules, calls_that_break_one,
				      calls_before_the_first,    errors,
				      drivers_that_are_out,      the_log};

	setenv("HPVM_CUDA_DRIVER", MOCK_PATH, 0);
	setenv("HPVM_MOCK_LEAKS", "yes", 1);
	return hr_test_run("mock", tests, sizeof(tests) / sizeof(tests[0]));
}
