/* backends/nvidia/mock/test_mock_order.c -- tests that the mock detects unordered work on the same
 * memory, and nothing else.
 *
 * Each case is a sequence of calls in a separate process. */
#include "backends/nvidia/mock/test_mock.h"

static const char ptx[] =
	".version 7.0\n.target sm_75\n.address_size 64\n"
	/* a kernel with an address that a loop increments, and a load through it; it stores through
	 * the other parameter */
	".entry add(\n\t.param .u64 add_param_0,\n\t.param .u64 add_param_1\n)\n{\n"
	"\t.reg .b32 %r<4>;\n\t.reg .b64 %rd<8>;\n\tld.param.u64 %rd1, [add_param_0];\n\tld.param.u64 %rd2, [add_param_1];\n"
	"$L__BB0_1:\n\tmov.b64 %rd4, %rd5;\n\tadd.s64 %rd5, %rd3, 4;\n\tcvta.to.global.u64 %rd3, %rd1;\n"
	"\tld.global.u32 %r1, [%rd4+8];\n\t@%p1 bra $L__BB0_1;\n\tst.global.u32 [%rd2], %r1;\n\tret;\n}\n"
	".entry count(\n\t.param .u64 count_param_0\n)\n{\n\tld.param.u64 %rd1, [count_param_0];\n"
	"\tatom.global.add.u32 %r1, [%rd1], 1; // one more: done\n\tret;\n}\n"
	".entry read(\n\t.param .u64 read_param_0\n)\n{\n\tld.param.u64 %rd1, [read_param_0];\n"
	"\tld.global.v2.u32 {%r1, %r2}, [%rd1];\n\tret;\n}\n"
	".entry hand_on(\n\t.param .u64 hand_on_param_0\n)\n{\n\tld.param.u64 %rd1, [hand_on_param_0];\n"
	"\t{ // call\n\t.param .b64 param0;\n\tst.param.b64 [param0+0], %rd1;\n\tcall.uni other, (param0);\n\t}\n\tret;\n}\n"
	".entry leave(\n\t.param .u64 leave_param_0\n)\n{\n\tret;\n}\n";

static nv_module loaded;
static nv_stream one, two;
static nv_event mark;
static nv_address a, b;
static char *host;

static void prepare(void)
{
	must(cu.module_load(&loaded, ptx, 0, NULL, NULL));
	one = stream();
	two = stream();
	must(cu.event_create(&mark, NV_EVENT_NO_TIMING));
	a = memory(64);
	b = memory(64);
	must(cu.host_allocate((void **)&host, 128, 0));
}

static void clean(void)
{
	must(cu.stream_wait(one));
	must(cu.stream_wait(two));
	must(cu.event_destroy(mark));
	must(cu.stream_destroy(one));
	must(cu.stream_destroy(two));
	must(cu.release(a));
	must(cu.release(b));
	must(cu.host_release(host));
	must(cu.module_unload(loaded));
}

static void launch(const char *name, nv_stream on, nv_address first, nv_address second)
{
	void *parameters[] = {&first, &second};
	nv_function made;

	must(cu.module_function(&made, loaded, name));
	must(cu.launch(made, 1, 1, 1, 1, 1, 1, 0, on, parameters, NULL));
}

/* Order the work of stream ONE so far before later work of stream TWO. */
static void event_between(void)
{
	must(cu.event_record(mark, one));
	must(cu.stream_wait_event(two, mark, 0));
}

/* --- ordered work -------------------------------------------------------------------------- */

static void by_an_event(void)
{
	prepare();
	must(cu.to_device_async(a, host, 64, one));
	event_between();
	launch("add", two, a, b);
	must(cu.event_record(mark, two));
	must(cu.stream_wait_event(one, mark, 0));
	must(cu.to_host_async(host + 64, b, 64, one));
	clean();
}

static void by_the_host(void)
{
	prepare();
	must(cu.set_bytes_async(a, 0, 64, one));
	must(cu.stream_wait(one));
	must(cu.set_bytes_async(a, 1, 64, two));
	must(cu.event_record(mark, two));
	must(cu.event_wait(mark));
	must(cu.set_bytes_async(a, 2, 64, one));
	while (cu.stream_query(one) == NV_NOT_READY)
		continue;
	must(cu.set_bytes(a, 3, 64));
	must(cu.set_bytes_async(a, 1, 64, two));
	must(cu.event_record(mark, two));
	while (cu.event_query(mark) == NV_NOT_READY)
		continue;
	must(cu.set_bytes_async(a, 2, 64, one));
	must(cu.context_wait());
	must(cu.set_bytes_async(a, 2, 64, two));
	clean();
}

/* Host memory is copied to the device and back. */
static void there_and_back(void)
{
	prepare();
	host[0] = 'x';
	must(cu.to_device_async(a, host, 64, one));
	event_between();
	launch("count", two, a, 0);
	must(cu.to_host_async(host, a, 64, two));
	must(cu.stream_wait(two));
	if (host[0] != 'x')
		_exit(95);
	clean();
}

/* Ordered through a third stream. */
static void by_a_detour(void)
{
	nv_stream third;

	prepare();
	third = stream();
	must(cu.set_bytes_async(a, 0, 64, one));
	must(cu.event_record(mark, one));
	must(cu.stream_wait_event(third, mark, 0));
	must(cu.event_record(mark, third));
	must(cu.stream_wait_event(two, mark, 0));
	must(cu.set_bytes_async(a, 0, 64, two));
	must(cu.stream_wait(third));
	must(cu.stream_destroy(third));
	clean();
}

static void by_the_default_stream(void)
{
	nv_stream blocking;

	prepare();
	must(cu.stream_create(&blocking, 0));
	must(cu.set_bytes_async(a, 0, 64, blocking));
	must(cu.set_bytes_async(a, 1, 64, NULL));
	must(cu.set_bytes_async(a, 2, 64, blocking));
	must(cu.stream_wait(blocking));
	must(cu.stream_wait(NULL));
	must(cu.stream_destroy(blocking));
	clean();
}

/* No order is needed between reads, between accesses to different memory, and for kernels that do
 * not access the memory or whose accesses are not known. */
static void need_none(void)
{
	prepare();
	launch("read", one, a, 0);
	launch("read", two, a, 0);
	must(cu.to_host_async(host + 64, a, 64, two));
	must(cu.set_bytes_async(b, 0, 32, one));
	must(cu.set_bytes_async(b + 32, 0, 32, two));
	clean();
	prepare();
	launch("leave", one, a, 0);
	must(cu.set_bytes_async(a, 0, 64, two));
	launch("hand_on", one, b, 0);
	launch("read", two, b, 0);
	clean();
}

/* --- unordered work ------------------------------------------------------------------------ */

static void read_while_copied(void)
{
	prepare();
	must(cu.to_device_async(a, host, 64, one));
	must(cu.to_host_async(host + 64, a, 64, two));
}

static void launch_while_copied(void)
{
	prepare();
	must(cu.to_device_async(a, host, 64, one));
	launch("add", two, a, b);
}

static void copied_back_while_written(void)
{
	prepare();
	launch("add", one, a, b);
	must(cu.to_host_async(host + 64, b, 64, two));
}

static void overwritten_while_read(void)
{
	prepare();
	launch("add", one, a, b);
	must(cu.set_bytes_async(a + 8, 0, 4, two));
}

static void written_by_two_kernels(void)
{
	prepare();
	launch("count", one, a, 0);
	launch("read", two, a, 0);
}

static void handed_on_while_copied(void)
{
	prepare();
	must(cu.to_device_async(a, host, 64, one));
	launch("hand_on", two, a, 0);
}

static void host_memory_read_and_written(void)
{
	prepare();
	must(cu.to_device_async(a, host, 64, one));
	must(cu.to_host_async(host + 8, b, 8, two));
}

static void copied_within(void)
{
	prepare();
	must(cu.copy_async(b, a, 64, one));
	must(cu.copy_async(a, b, 64, two));
}

/* The event marks earlier work; the memset comes after it. */
static void event_too_early(void)
{
	prepare();
	must(cu.event_record(mark, one));
	must(cu.set_bytes_async(a, 0, 64, one));
	must(cu.stream_wait_event(two, mark, 0));
	must(cu.set_bytes_async(a, 0, 64, two));
}

static void waited_for_by_another(void)
{
	nv_stream third;

	prepare();
	third = stream();
	must(cu.set_bytes_async(a, 0, 64, one));
	must(cu.event_record(mark, one));
	must(cu.stream_wait_event(third, mark, 0));
	must(cu.set_bytes_async(a, 0, 64, two));
}

static void graph_beside_a_copy(void)
{
	nv_kernel_node what = {NULL, {1, 1, 1}, {1, 1, 1}, 0, (void *[]){&a}, NULL};
	nv_graph_node node;
	nv_graph_exec made;
	nv_graph graph;

	prepare();
	must(cu.module_function(&what.function, loaded, "count"));
	must(cu.graph_create(&graph, 0));
	must(cu.graph_add_kernel(&node, graph, NULL, 0, &what));
	must(cu.graph_instantiate(&made, graph, 0));
	must(cu.to_device_async(a, host, 64, one));
	must(cu.graph_launch(made, two));
}

static void call_that_sets(void)
{
	prepare();
	launch("read", one, a, 0);
	must(cu.set_bytes(a, 0, 64));
}

static void call_that_copies_back(void)
{
	prepare();
	launch("count", one, a, 0);
	must(cu.to_host(host, a, 64));
}

static void call_that_copies(void)
{
	prepare();
	launch("read", one, a, 0);
	must(cu.to_device(a, host, 64));
}

static const struct {
	const char *name;
	void (*act)(void);
} ordered[] = {{"by an event", by_an_event},
	       {"by the host", by_the_host},
	       {"there and back", there_and_back},
	       {"by a detour", by_a_detour},
	       {"by the default stream", by_the_default_stream},
	       {"need none", need_none}};

static const struct {
	const char *says;
	void (*act)(void);
} open_orders[] = {
	{"a copy to the host reads", read_while_copied},
	{"kernel add reads", launch_while_copied},
	{"which kernel add on another stream writes", copied_back_while_written},
	{"which kernel add on another stream reads", overwritten_while_read},
	{"which kernel count on another stream writes", written_by_two_kernels},
	{"kernel hand_on uses", handed_on_while_copied},
	{"a copy to the host writes", host_memory_read_and_written},
	{"a copy on another stream", copied_within},
	{"a set on another stream", event_too_early},
	{"a set on another stream", waited_for_by_another},
	{"kernel count writes", graph_beside_a_copy},
	{"the call writes", call_that_sets},
	{"the call reads", call_that_copies_back},
	{"the call writes", call_that_copies},
};

START_TEST(orders)
{
	for (size_t i = 0; i < sizeof(ordered) / sizeof(ordered[0]); i++)
		check_fine(ordered[i].name, ordered[i].act);
}
END_TEST

START_TEST(no_orders)
{
	for (size_t i = 0; i < sizeof(open_orders) / sizeof(open_orders[0]); i++)
		check_wrong("order", open_orders[i].says, open_orders[i].act);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {orders, no_orders};

	setenv("HPVM_CUDA_DRIVER", MOCK_PATH, 0);
	setenv("HPVM_MOCK_LEAKS", "yes", 1);
	return hr_test_run("mock-order", tests, sizeof(tests) / sizeof(tests[0]));
}
