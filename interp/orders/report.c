/* interp/orders/report.c -- report differences between two orders and the instances that caused
 * them.
 *
 * Both orders run once more, each from the same memory, with a watch on the byte that differs. If
 * an order then gives another result than before, something else determines it, such as a clock.
 *
 * Owns:      nothing; texts live in buffers of one report.
 * Clauses:   N4.
 * Not here:  finding the byte (memory.c), the watch (interp/check/access/watch.c). */
#include <string.h>

#include "interp/check/checker.h"
#include "interp/memory/memory.h"
#include "interp/orders/orders_report.h"
#include "interp/run/value_text.h"
#include "interp/tensor/tensors.h"

enum { WRITER_TEXT = 320, REPORT_TEXT = 1600 };

/* One byte that differs. */
typedef struct spot {
	const hr_region *region;
	uint8_t *address;
} spot;

/* An output of the root that differs in one execution. */
typedef struct output_spot {
	const hr_execution *what;
	size_t nth; /* its index among the concurrent executions */
	unsigned port;
} output_spot;

/* The last write to the byte in one order. */
typedef struct trace {
	bool written;
	hr_last_write write;
} trace;

/* --- text ------------------------------------------------------------------------------------- */

/* Return " in execution 3", or an empty text if there is only one execution. */
static const char *execution_text(const hr_execution *what, uint64_t execution, char text[40])
{
	*text = '\0';
	if (what->next)
		snprintf(text, 40, " in execution %llu", (unsigned long long)execution);
	return text;
}

static size_t level_text(const hr_level *level, char *text, size_t room)
{
	const hr_node *node = level->node;

	return hr_instance_print(text, room, node->path, node->kind, level->dims, level->id);
}

static void writer_text(const hr_execution *what, const trace *one, char text[WRITER_TEXT])
{
	const hr_last_write *write = &one->write;
	char number[40];
	size_t used;

	if (!one->written) {
		snprintf(text, WRITER_TEXT, "no instance");
		return;
	}
	used = level_text(write->level, text, WRITER_TEXT);
	for (const hr_level *up = write->level->parent; up && used < WRITER_TEXT; up = up->parent)
		if (up->dims) {
			used += (size_t)snprintf(text + used, WRITER_TEXT - used, " in ");
			if (used < WRITER_TEXT)
				used += level_text(up, text + used, WRITER_TEXT - used);
		}
	if (used < WRITER_TEXT)
		used += (size_t)snprintf(text + used, WRITER_TEXT - used, "%s",
					 execution_text(what, write->execution, number));
	if (used < WRITER_TEXT && write->where.file && write->where.line)
		snprintf(text + used, WRITER_TEXT - used, " at %s:%u:%u", write->where.file,
			 write->where.line, write->where.column);
}

static bool same_instance(const hr_level *a, const hr_level *b)
{
	for (; a && b; a = a->parent, b = b->parent)
		if (a->node != b->node || memcmp(a->id, b->id, sizeof(a->id)) != 0)
			return false;
	return a == b;
}

static const char *why_text(const trace *first, const trace *other)
{
	if (!first->written || !other->written ||
	    first->write.execution != other->write.execution ||
	    !same_instance(first->write.level, other->write.level))
		return "";
	return "\nboth writes are by the same instance, so it read something that depends on the order";
}

/* --- memory ----------------------------------------------------------------------------------- */

static hr_status run_traced(hr_plan *plan, hr_thread *thread, const hr_execution *what,
			    orders_run *run, const uint8_t *address, trace *one)
{
	hr_checker *checker = plan->run->checker;
	bool observed = plan->run->observed;
	hr_status status;

	hr_check_watch_begin(checker, hr_map_key(address));
	status = orders_repeat(plan, thread, what, run);
	one->written = hr_check_last_write(checker, &one->write);
	hr_check_watch_end(checker, observed);
	return status;
}

/* Return the size of the element at *START: that of the last access if it is the size of a number,
 * else one byte. */
static size_t element(const spot *at, const trace *first, const trace *other, uint8_t **start)
{
	const trace *one = other->written ? other : first;
	const hr_last_write *write = &one->write;
	uintptr_t region = (uintptr_t)at->region->base;
	bool number = write->bytes == 2 || write->bytes == 4 || write->bytes == 8;

	*start = at->address;
	if (!one->written || !number || write->address < region ||
	    write->address + write->bytes > region + at->region->bytes)
		return 1;
	*start = (uint8_t *)(uintptr_t)write->address;
	return (size_t)write->bytes;
}

hr_status orders_report(hr_plan *plan, hr_places places, const hr_where *where,
			const hr_level *level, uint64_t execution, bool completed, const char *text)
{
	hr_status found = hr_check_ended(plan->run->checker, completed);
	hr_status status = hr_report_places(plan->run, places, where, level, execution,
					    HR_D_order_dependent, text);

	return found == HR_OK ? status : found;
}

hr_places orders_whole_places(const hr_plan *plan, orders_whole what)
{
	return (hr_places){hr_map_key(plan->graph->root), what};
}

/* Return the pair of places that wrote, in a fixed order: which of them wrote last in the first
 * order is arbitrary. */
static hr_places written_places(const hr_plan *plan, const trace *first, const trace *other)
{
	const uint64_t one = first->written ? first->write.place : 0;
	const uint64_t two = other->written ? other->write.place : 0;

	if (!one && !two)
		return orders_whole_places(plan, ORDERS_UNSEEN);
	return one > two ? (hr_places){one, two} : (hr_places){two, one};
}

/* Return the execution, of several, that received the address. */
static const hr_execution *reaching(const hr_plan *plan, const hr_execution *what, const spot *at)
{
	char text[HR_REGION_TEXT];
	uint8_t *base;

	for (const hr_execution *one = what; one; one = one->next)
		if (hr_region_name(plan->graph->root, one->inputs, at->region, at->address, &base,
				   text))
			return one;
	return what;
}

static hr_status report_memory(hr_plan *plan, const hr_execution *what, const spot *at,
			       const trace *first, const trace *other)
{
	const hr_orders *orders = plan->orders;
	const trace *shown = other->written ? other : first;
	char object[HR_REGION_TEXT], name[HR_REGION_TEXT], origin[HR_REGION_TEXT],
		text[REPORT_TEXT];
	char part[HR_REGION_TEXT + 64], one[HR_VALUE_TEXT], two[HR_VALUE_TEXT];
	char writers[2][WRITER_TEXT], names[2][32];
	bool floating = shown->written && shown->write.floating;
	uint8_t *start, *base;
	size_t bytes = element(at, first, other, &start), offset;
	hr_ancestor ancestors[hr_count_ancestors(first->written ? first->write.level : NULL) + 1];
	const hr_execution *got = reaching(plan, what, at);
	hr_where where, also;

	hr_region_text(plan->run, plan->graph->root, got->inputs, at->region, at->address, &base,
		       object);
	hr_region_name(plan->graph->root, got->inputs, at->region, at->address, &base, name);
	writer_text(what, first, writers[0]);
	writer_text(what, other, writers[1]);
	offset = (size_t)(start - base);
	snprintf(text, sizeof(text),
		 "the result depends on the order of instances\n"
		 "element %zu (byte %zu) of %s is %s in the order %s and %s in the order %s\n"
		 "last written by %s, and by %s%s",
		 offset / bytes, offset, object,
		 hr_bytes_text(orders_memory_result(&orders->memory, at->region) +
				       (start - at->region->base),
			       bytes, floating, one),
		 hr_order_name(&orders->first.order, names[0]),
		 hr_bytes_text(start, bytes, floating, two),
		 hr_order_name(&orders->other.order, names[1]), writers[0], writers[1],
		 why_text(first, other));
	where = shown->write.where;
	snprintf(part, sizeof(part), "element %zu (byte %zu) of %s", offset / bytes, offset, name);
	where.facts.object = part;
	where.facts.origin = *hr_region_origin(plan->run, at->region, origin) ? origin : NULL;
	where.facts.value = two;
	if (first->written && other->written) {
		also = first->write.where;
		hr_place_level(&also, first->write.level, first->write.execution, ancestors);
		also.what = "the last write in the other order";
		also.facts.value = one;
		where.also = &also;
	}
	return orders_report(plan, written_places(plan, first, other),
			     shown->written ? &where : NULL,
			     shown->written ? shown->write.level : NULL,
			     shown->written ? shown->write.execution : what->number, true, text);
}

static hr_status report_chance(hr_plan *plan, const hr_execution *what, const spot *at)
{
	char object[HR_REGION_TEXT], text[REPORT_TEXT], name[32];
	uint8_t *base;

	hr_region_text(plan->run, plan->graph->root, reaching(plan, what, at)->inputs, at->region,
		       at->address, &base, object);
	snprintf(
		text, sizeof(text),
		"the result differs when the same order runs again\n"
		"byte %zu of %s differs in two runs of the order %s\n"
		"help: look for a clock, random numbers, or a function that keeps state between calls",
		(size_t)(at->address - base), object,
		hr_order_name(&plan->orders->first.order, name));
	return orders_report(plan, orders_whole_places(plan, ORDERS_BY_CHANCE),
			     &plan->graph->root->where, NULL, what->number, true, text);
}

static hr_status compare_memory(hr_plan *plan, hr_thread *thread, const hr_execution *what,
				const spot *at)
{
	hr_orders *orders = plan->orders;
	const uint8_t *after = orders_memory_result(&orders->memory, at->region);
	trace first = {0}, other = {0};

	HR_TRY(run_traced(plan, thread, what, &orders->first, at->address, &first));
	if (*at->address != after[at->address - at->region->base])
		return report_chance(plan, what, at);
	HR_TRY(run_traced(plan, thread, what, &orders->other, at->address, &other));
	return report_memory(plan, what, at, &first, &other);
}

/* --- outputs ---------------------------------------------------------------------------------- */

/* Write to TEXT which instance of which child the output came from, in the order that ran last. */
static void source_text(const hr_plan *plan, const output_spot *at, char text[WRITER_TEXT])
{
	const hr_node *root = plan->graph->root;

	snprintf(text, WRITER_TEXT, "no instance");
	for (unsigned i = 0; i < root->output_bind_count; i++) {
		const hr_bind *bind = &root->output_binds[i];
		const hr_node *child = root->children[bind->child];
		char index[HR_VALUE_TEXT];

		if (bind->port == at->port)
			snprintf(text, WRITER_TEXT, "'%s'%s", child->path,
				 hr_index_text(child->dims,
					       at->what->scope->children[bind->child].taken,
					       index));
	}
}

static const uint8_t *output_image(const hr_orders *orders, const orders_run *run,
				   const output_spot *at)
{
	return run->outputs + at->nth * orders->stride;
}

static hr_status report_output(hr_plan *plan, hr_thread *thread, const hr_execution *what,
			       const output_spot *at)
{
	const hr_port *output = &plan->graph->root->outputs[at->port];
	hr_orders *orders = plan->orders;
	char values[2][HR_VALUE_TEXT], sources[2][WRITER_TEXT], names[2][32], text[REPORT_TEXT];
	char number[40], whose[3 * WRITER_TEXT];

	hr_value_text(output->type, output_image(orders, &orders->first, at) + output->offset,
		      values[0]);
	hr_value_text(output->type, output_image(orders, &orders->other, at) + output->offset,
		      values[1]);
	source_text(plan, at, sources[1]);
	HR_TRY(orders_repeat(plan, thread, what, &orders->first));
	source_text(plan, at, sources[0]);
	snprintf(whose, sizeof(whose),
		 strcmp(sources[0], sources[1]) != 0 ? "%s, and by %s" : "%s in both orders",
		 sources[0], sources[1]);
	snprintf(
		text, sizeof(text),
		"the result depends on the order of instances\n"
		"output %u of '%s'%s is %s in the order %s and %s in the order %s\nit is returned by %s",
		at->port, plan->graph->root->path, execution_text(what, at->what->number, number),
		values[0], hr_order_name(&orders->first.order, names[0]), values[1],
		hr_order_name(&orders->other.order, names[1]), whose);
	return orders_report(plan, (hr_places){hr_map_key(output), 0}, &plan->graph->root->where,
			     NULL, at->what->number, true, text);
}

static bool is_same_object(const hr_plan *plan, const hr_port *output, const hr_execution *what,
			   const uint8_t *one, const uint8_t *two)
{
	uint64_t first, other;

	if (output->type->kind != HR_T_PTR)
		return false;
	memcpy(&first, one, sizeof(first));
	memcpy(&other, two, sizeof(other));
	return (orders_allocated(plan, what, first) && orders_allocated(plan, what, other)) ||
	       hr_tensors_equal(plan->run, (const void *)(uintptr_t)first,
				(const void *)(uintptr_t)other);
}

static bool one_differs(const hr_plan *plan, const hr_execution *what, output_spot *at)
{
	const hr_node *root = plan->graph->root;
	const hr_orders *orders = plan->orders;

	for (at->port = 0; at->port < root->output_count; at->port++) {
		const hr_port *output = &root->outputs[at->port];
		const uint8_t *one = output_image(orders, &orders->first, at) + output->offset;
		const uint8_t *two = output_image(orders, &orders->other, at) + output->offset;

		if (memcmp(one, two, (size_t)output->type->store_size) != 0 &&
		    !is_same_object(plan, output, what, one, two))
			return true;
	}
	return false;
}

static bool output_differs(const hr_plan *plan, const hr_execution *what, output_spot *at)
{
	at->nth = 0;
	for (at->what = what; at->what; at->what = at->what->next, at->nth++)
		if (one_differs(plan, what, at))
			return true;
	return false;
}

static hr_status compare_outputs(hr_plan *plan, hr_thread *thread, const hr_execution *what)
{
	output_spot at;

	if (!output_differs(plan, what, &at))
		return HR_OK;
	plan->orders->reported = true;
	return report_output(plan, thread, what, &at);
}

bool orders_differ(const hr_plan *plan, const hr_execution *what)
{
	hr_orders *orders = plan->orders;
	output_spot output;
	spot at;

	return orders_memory_differs(&orders->memory, what, &at.region, &at.address) ||
	       output_differs(plan, what, &output);
}

hr_status orders_compare(hr_plan *plan, hr_thread *thread, const hr_execution *what)
{
	hr_orders *orders = plan->orders;
	spot at;

	if (!orders_memory_differs(&orders->memory, what, &at.region, &at.address))
		return compare_outputs(plan, thread, what);
	orders->reported = true;
	return compare_memory(plan, thread, what, &at);
}
