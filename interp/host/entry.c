/* interp/host/entry.c -- the functions that programs call: one for each row of
 * ir/program/hpvm_names.def.
 *
 * Host operations work on the run that the calling thread works for. Every other operation belongs
 * into a node function, whose code is never compiled; native code that calls one anyway is told so.
 * Invariant: a call that failed does not return, unless --keep-going lets a trap pass.
 * Owns:      nothing; the run is borrowed.
 * Clauses:   H1, H2, G10.
 * Not here:  what the operations do (launch.c, interp/memory/memory.c); names and operand orders
 *            (ir/program/hpvm_names.def). */
#include <stdlib.h>

#include "interp/check/sandbox.h"
#include "interp/host/host.h"
#include "interp/host/launch.h"
#include "interp/memory/device_copies.h"
#include "interp/memory/memory.h"
#include "interp/run/thread.h"
#include "interp/tensor/tensors.h"
#include "ir/program/hpvm_names.h"

/* --- around a call ---------------------------------------------------------------------------- */

/* H2, G10: nodes do not drive graphs. */
static void refuse_in_node(hr_run *run, const char *name)
{
	const hr_thread *thread = hr_thread_peek();
	char text[96];
	hr_status status;

	if (!thread || !thread->level)
		return;
	snprintf(text, sizeof(text), "'%s' is called inside a node", name);
	status = hr_report_at(run, thread, HR_D_runtime_order, text);
	if (status != HR_OK)
		hr_die(run, status);
}

/* The thread cannot go on, for there is nothing that the call could give it. */
static HR_NORETURN void refuse_thread(const char *name)
{
	char text[256];

	if (!hr_process.runs)
		hr_bug("'%s' is called while no program runs", name);
	snprintf(text, sizeof(text),
		 "%s: error: '%s' is called by a thread that belongs to none of the runs of this "
		 "process; the thread ends\n",
		 hr_command, name);
	hr_process_write(text);
	pthread_exit(NULL);
}

static hr_run *current_run(const char *name)
{
	hr_run *run = hr_run_current();

	if (!run)
		refuse_thread(name);
	if (run->options.embedded && __atomic_load_n(&run->ended, __ATOMIC_ACQUIRE))
		hr_escape(run, run->status, run->program_status);
	return run;
}

static void end(hr_run *run, const char *outer, hr_status status)
{
	hr_process_leave(run, outer);
	hr_host_site_leave();
	if (status == HR_OK)
		return;
	if (!run->options.keep_going || status != HR_TRAP)
		hr_die(run, status);
	hr_run_note(run, status);
}

const char *hr_entry_begin(const char *name, hr_run **run)
{
	*run = current_run(name);
	hr_host_site_enter();
	refuse_in_node(*run, name);
	return hr_process_enter(*run, name);
}

void hr_entry_end(hr_run *run, const char *outer, hr_status status)
{
	end(run, outer, status);
}

/* --- host operations -------------------------------------------------------------------------- */

static void entry_init(void)
{
	hr_run *run;
	const char *outer = hr_entry_begin("init", &run);

	end(run, outer, hr_init(run));
}

static void entry_cleanup(void)
{
	hr_run *run;
	const char *outer = hr_entry_begin("cleanup", &run);

	hr_host_frame = __builtin_frame_address(0);
	end(run, outer, hr_cleanup(run));
}

static void *launch(bool streaming, const void *root, void *arguments)
{
	hr_run *run;
	const char *outer = hr_entry_begin("launch", &run);
	hr_launched *graph = NULL;

	end(run, outer, hr_launch(run, streaming, root, arguments, &graph));
	return graph;
}

/* HPVM-C declares launch without a prototype for its operands, so calls are variadic in the IR. On
 * x86-64 the registers are the same. */
static void *entry_launch(unsigned streaming, const void *root, void *arguments)
{
	return launch(streaming != 0, root, arguments);
}

/* Of an i1 argument only the lowest bit is defined. */
static void *intrinsic_launch(const void *root, void *arguments, unsigned streaming)
{
	return launch(streaming & 1, root, arguments);
}

static void entry_wait(hr_launched *graph)
{
	hr_run *run;
	const char *outer = hr_entry_begin("wait", &run);

	hr_host_frame = __builtin_frame_address(0);
	end(run, outer, hr_wait(run, graph));
}

static void entry_push(hr_launched *graph, const void *arguments)
{
	hr_run *run;
	const char *outer = hr_entry_begin("push", &run);

	end(run, outer, hr_push(run, graph, arguments));
}

static void *entry_pop(hr_launched *graph)
{
	hr_run *run;
	const char *outer = hr_entry_begin("pop", &run);
	void *result = NULL;

	end(run, outer, hr_pop(run, graph, &result));
	return result;
}

static hr_status track(hr_run *run, void *base, size_t bytes)
{
	HR_TRY(hr_sandbox_range(run, base, bytes, true, "tracking"));
	return hr_track(run, base, bytes);
}

static void entry_track(void *base, size_t bytes)
{
	hr_run *run;
	const char *outer = hr_entry_begin("trackMemory", &run);

	end(run, outer, track(run, base, bytes));
}

static void entry_untrack(void *base)
{
	hr_run *run;
	const char *outer = hr_entry_begin("untrackMemory", &run);

	end(run, outer, hr_untrack(run, base));
}

static void entry_request(void *base, size_t bytes)
{
	hr_run *run;
	const char *outer = hr_entry_begin("requestMemory", &run);

	end(run, outer, hr_request(run, base, bytes));
}

static int32_t entry_hetero_track(void *base, size_t bytes)
{
	hr_run *run;
	const char *outer = hr_entry_begin("__hetero_launch", &run);
	bool new = base && !hr_tracked(run->tracker, base, NULL, NULL);

	end(run, outer, new ? track(run, base, bytes) : HR_OK);
	return new;
}

static void entry_hetero_request(void *base, size_t bytes)
{
	hr_run *run;
	const char *outer = hr_entry_begin("__hetero_request_mem", &run);

	end(run, outer,
	    hr_tracked(run->tracker, base, NULL, NULL) ? hr_request(run, base, bytes) : HR_OK);
}

#define intrinsic_init           entry_init
#define intrinsic_cleanup        entry_cleanup
#define intrinsic_wait           entry_wait
#define intrinsic_push           entry_push
#define intrinsic_pop            entry_pop
#define intrinsic_track          entry_track
#define intrinsic_untrack        entry_untrack
#define intrinsic_request        entry_request
#define intrinsic_hetero_track   entry_hetero_track
#define intrinsic_hetero_request entry_hetero_request

/* M7. */
void hr_entry_host_access(uint32_t number, const void *address, uint64_t bytes, uint32_t write)
{
	hr_run *run = hr_run_current();
	hr_status status;

	if (!bytes || !run || !hr_split_any_stale(run->split))
		return;
	hr_host_site_note(number);
	hr_host_site_enter();
	status = hr_split_host_access(run, hr_thread_peek(), (uintptr_t)address, bytes, write != 0);
	hr_host_site_leave();
	if (status == HR_OK)
		return;
	if (!run->options.keep_going || status != HR_TRAP)
		hr_die(run, status);
	hr_run_note(run, status);
}

/* --- operations of nodes, called by native code ----------------------------------------------- */

void hr_entry_outside_node(hr_hpvm op)
{
	const char *name = hr_hpvm_c_name(op) ? hr_hpvm_c_name(op) : hr_hpvm_ir_name(op);
	hr_run *run = current_run(name);
	char text[96];

	hr_host_site_enter();
	snprintf(text, sizeof(text), "'%s' is called outside a node", name);
	(void)hr_report_at(run, hr_thread_peek(), HR_D_runtime_order, text);
	hr_die(run, HR_TRAP);
}

void hr_entry_node_called(const char *name)
{
	hr_run *run = current_run(name);
	char text[256];

	hr_host_site_enter();
	snprintf(text, sizeof(text),
		 "node function '%s' is called directly; nodes run only in a launched graph", name);
	(void)hr_report_at(run, hr_thread_peek(), HR_D_runtime_order, text);
	hr_die(run, HR_TRAP);
}

#define OUTSIDE(ident)                                                                             \
	static void entry_##ident(void)                                                            \
	{                                                                                          \
		hr_entry_outside_node(HR_H_##ident);                                               \
	}
#define FROM_GRAPH(ident)  OUTSIDE(ident)
#define FROM_NODE(ident)   OUTSIDE(ident)
#define FROM_QUERY(ident)  OUTSIDE(ident)
#define FROM_MEMORY(ident) OUTSIDE(ident)
#define FROM_TENSOR(ident)
#define FROM_HOST(ident)
#define H(ident, class, c_name, ir_name, operands, c_order, ir_order) FROM_##class(ident)
#define H_ALIAS(ident, c_name)
#include "ir/program/hpvm_names.def"
#undef H
#undef H_ALIAS

/* --- by name ---------------------------------------------------------------------------------- */

#define ADDRESS(function)   ((void (*)(void))(function))
#define FORMS_GRAPH(ident)  ADDRESS(entry_##ident), ADDRESS(entry_##ident)
#define FORMS_NODE(ident)   ADDRESS(entry_##ident), ADDRESS(entry_##ident)
#define FORMS_QUERY(ident)  ADDRESS(entry_##ident), ADDRESS(entry_##ident)
#define FORMS_MEMORY(ident) ADDRESS(entry_##ident), ADDRESS(entry_##ident)
#define FORMS_TENSOR(ident) NULL, NULL /* tensor_entries.c */
#define FORMS_HOST(ident)   ADDRESS(entry_##ident), ADDRESS(intrinsic_##ident)

static const struct {
	void (*c_form)(void), (*ir_form)(void);
} entries[HR_H_COUNT] = {
#define H(ident, class, c_name, ir_name, operands, c_order, ir_order)                              \
	[HR_H_##ident] = {FORMS_##class(ident)},
#define H_ALIAS(ident, c_name)
#include "ir/program/hpvm_names.def"
#undef H
#undef H_ALIAS
};

void *hr_entry_find(const char *name)
{
	bool c_form = true;
	hr_hpvm op = hr_hpvm_by_name(name, &c_form);

	if (op == HR_H_NONE || op == HR_H_UNKNOWN)
		return hr_tensor_host_function(name);
	if (hr_hpvm_class_of(op) == HR_HC_TENSOR)
		return hr_tensor_operation(op);
	return (void *)(c_form ? entries[op].c_form : entries[op].ir_form);
}
