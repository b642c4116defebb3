/* tools/run/watch.c -- hpvm-run --watch: count the activity of nodes, and print a table of it twice
 * a second.
 *
 * Threads that run graphs only add to counters; a thread of the tool reads them and draws.
 *
 * Owns:      counters; they are never freed, since host code may leave threads behind that emit
 *            events.
 * Not here:  the terminal (watch_screen.c). */
#include "tools/run/watch.h"

#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "src/base/map.h"
#include "src/base/tick.h"
#include "tools/run/watch_screen.h"

enum { PERIOD_MS = 500, NAME = 26, LINE = 160 };

typedef struct counter {
	const hr_node *node;
	/* grids, and instances of those that have ended */
	_Atomic uint64_t begun, ended, instances;
	_Atomic(const char *) by; /* backend that ran the last one, or NULL */
	uint64_t before;          /* instances at the last update */
	double rate;              /* per second, since then */
} counter;

static struct {
	hr_events events;
	const hr_events *next; /* previous observer, or NULL */
	unsigned next_levels;
	counter *counters; /* indexed by number of the node in the program */
	size_t count;
	hr_map bases; /* by root: number of its first node */
	_Atomic uint64_t pushed, popped, executions;
	pthread_t thread;
	pthread_mutex_t lock; /* protects the screen, and: */
	pthread_cond_t wake;
	bool on, ends;
	uint64_t began; /* in nanoseconds */
} watch = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* --- counting --------------------------------------------------------------------------------- */

static counter *counter_of(const hr_node *node)
{
	const hr_node *root = node;
	uint64_t base = 0;

	while (root->parent)
		root = root->parent;
	hr_map_get(&watch.bases, hr_map_key(root), &base);
	return &watch.counters[base + node->number];
}

static void add(_Atomic uint64_t *to, uint64_t count)
{
	atomic_fetch_add_explicit(to, count, memory_order_relaxed);
}

static void note_begin_grid(void *data, hr_thread *thread, const hr_event_grid *grid)
{
	(void)data;
	add(&counter_of(grid->node)->begun, 1);
	if (watch.next && watch.next_levels & HR_EVENTS_NODE)
		watch.next->begin_grid(watch.next->data, thread, grid);
}

static void note_end_grid(void *data, hr_thread *thread, const hr_event_grid *grid, const char *by)
{
	counter *it = counter_of(grid->node);

	(void)data;
	add(&it->ended, 1);
	add(&it->instances, grid->count);
	atomic_store_explicit(&it->by, by, memory_order_relaxed);
	if (watch.next && watch.next_levels & HR_EVENTS_NODE)
		watch.next->end_grid(watch.next->data, thread, grid, by);
}

static void note_values(void *data, hr_thread *thread, const hr_event_values *values)
{
	(void)data;
	if (watch.next && watch.next_levels & HR_EVENTS_NODE)
		watch.next->values(watch.next->data, thread, values);
}

static void note_flow(void *data, hr_thread *thread, hr_event_kind kind, const hr_node *root,
		      uint64_t execution, uint64_t count)
{
	counter *it = counter_of(root);

	(void)data;
	if (kind == HR_EVENT_PUSH) {
		add(&watch.pushed, 1);
		add(&it->begun, 1);
	} else if (kind == HR_EVENT_POP) {
		add(&watch.popped, 1);
	} else {
		add(&it->ended, 1);
		add(&it->instances, 1);
	}
	if (watch.next)
		watch.next->flow(watch.next->data, thread, kind, root, execution, count);
}

static void died(void *data)
{
	(void)data;
	if (watch.next)
		watch.next->died(watch.next->data);
}

/* Return true if the previous observer requested events of this kind. */
static bool is_wanted(hr_event_kind kind)
{
	unsigned level = hr_events_level(kind);

	return watch.next && (!level || watch.next_levels & level);
}

static void note(void *data, hr_thread *thread, const hr_event *event)
{
	(void)data;
	if (event->kind == HR_EVENT_BEGIN_EXECUTION || event->kind == HR_EVENT_END_EXECUTION) {
		counter *it = counter_of(event->node);
		bool begins = event->kind == HR_EVENT_BEGIN_EXECUTION;

		add(begins ? &it->begun : &it->ended, 1);
		add(&it->instances, !begins);
	}
	if (is_wanted(event->kind))
		watch.next->note(watch.next->data, thread, event);
}

/* --- the table -------------------------------------------------------------------------------- */

static uint64_t value_of(const _Atomic uint64_t *number)
{
	return atomic_load_explicit(number, memory_order_relaxed);
}

/* Return a number such as 1234567 in the form 1,234,567. */
static const char *grouped(uint64_t number, char text[32])
{
	char digits[24];
	int length = snprintf(digits, sizeof(digits), "%" PRIu64, number);
	char *at = text;

	for (int i = 0; i < length; i++) {
		if (i && (length - i) % 3 == 0)
			*at++ = ',';
		*at++ = digits[i];
	}
	*at = 0;
	return text;
}

/* Return the number of grids that are ready but have not begun: those that the slowest source of
 * its edges has completed, or, without edges, that the root has begun. */
static uint64_t queued(const counter *it)
{
	const hr_node *node = it->node, *parent = node->parent;
	uint64_t ready = UINT64_MAX, begun = value_of(&it->begun);

	if (!parent)
		return 0;
	for (unsigned i = 0; i < parent->edge_count; i++) {
		const hr_edge *edge = &parent->edges[i];
		uint64_t done;

		if (parent->children[edge->sink] != node)
			continue;
		done = value_of(&counter_of(parent->children[edge->source])->ended);
		ready = done < ready ? done : ready;
	}
	if (ready == UINT64_MAX && !parent->parent)
		ready = value_of(&counter_of(parent)->begun);
	return ready != UINT64_MAX && ready > begun ? ready - begun : 0;
}

static double seconds(void)
{
	return (double)(hr_nanoseconds() - watch.began) / (double)HR_SECOND;
}

static void print_node(const counter *it, char line[LINE])
{
	uint64_t ended = value_of(&it->ended), begun = value_of(&it->begun);
	const char *by = atomic_load_explicit(&it->by, memory_order_relaxed),
		   *path = it->node->shown;
	char grids[32], instances[32], rate[32], waits[32];
	size_t length = strlen(path);

	snprintf(line, LINE, "%s%-*s %12s %14s %12s %6s %s%s", length > NAME ? "~" : "",
		 length > NAME ? NAME - 1 : NAME, length > NAME ? path + length - NAME + 1 : path,
		 grouped(ended, grids), grouped(value_of(&it->instances), instances),
		 grouped((uint64_t)(it->rate + 0.5), rate), grouped(queued(it), waits),
		 begun > ended ? "*" : " ", by ? by : "");
}

/* Choose the nodes that fit: internal nodes are dropped first, then the least active ones. */
static size_t choose(counter **chosen, size_t most)
{
	size_t count = 0;

	for (size_t i = 0; i < watch.count; i++) {
		counter *it = &watch.counters[i];
		size_t at = count;

		if (!value_of(&it->begun) || !it->node->parent)
			continue;
		while (at > 0 && chosen[at - 1]->rate < it->rate && most < watch.count)
			at--;
		if (at == most)
			continue;
		count += count < most;
		memmove(&chosen[at + 1], &chosen[at], (count - 1 - at) * sizeof(*chosen));
		chosen[at] = it;
	}
	return count;
}

static void measure(double since)
{
	for (size_t i = 0; i < watch.count; i++) {
		counter *it = &watch.counters[i];
		uint64_t now = value_of(&it->instances);

		it->rate = since > 0 ? (double)(now - it->before) / since : 0;
		it->before = now;
	}
}

static void draw(double now)
{
	unsigned rows = watch_screen_rows();
	char lines[WATCH_ROWS][LINE], done[32], fast[32];
	const char *texts[WATCH_ROWS];
	counter *chosen[WATCH_ROWS];
	uint64_t ended = 0;
	size_t count;
	double rate = 0;

	if (rows < 3)
		return;
	count = choose(chosen, rows - 2);
	for (size_t i = 0; i < watch.count; i++)
		if (!watch.counters[i].node->parent) {
			ended += value_of(&watch.counters[i].ended);
			rate += watch.counters[i].rate;
		}
	snprintf(lines[0], LINE, "hpvm-run %.1f s: executions %s, %s a second, in flight %" PRIu64,
		 now, grouped(ended, done), grouped((uint64_t)rate, fast),
		 value_of(&watch.pushed) - value_of(&watch.popped));
	snprintf(lines[1], LINE, "%-*s %12s %14s %12s %6s   on", NAME, "node", "grids", "instances",
		 "a second", "queue");
	for (size_t i = 0; i < count; i++)
		print_node(chosen[i], lines[i + 2]);
	for (size_t i = 0; i < count + 2; i++)
		texts[i] = lines[i];
	watch_screen_draw(texts, (unsigned)count + 2);
}

/* --- the thread ------------------------------------------------------------------------------- */

static void *redraw(void *data)
{
	double last = 0;

	(void)data;
	pthread_mutex_lock(&watch.lock);
	while (!watch.ends) {
		const struct timespec until =
			hr_time_after(CLOCK_REALTIME, PERIOD_MS * UINT64_C(1000000));
		double now;

		pthread_cond_timedwait(&watch.wake, &watch.lock, &until);
		now = seconds();
		if (watch.ends || now - last < (double)PERIOD_MS * 0.0005)
			continue;
		measure(now - last);
		last = now;
		draw(now);
	}
	pthread_mutex_unlock(&watch.lock);
	return NULL;
}

bool tool_watch_begin(const hr_program *program)
{
	sigset_t all, before;
	uint64_t base = 0;

	if (!watch_screen_open(stderr))
		return false;
	for (uint32_t g = 0; g < program->graph_count; g++)
		watch.count += program->graphs[g]->node_count;
	watch.counters = hr_alloc_array(watch.count + 1, sizeof(*watch.counters));
	for (uint32_t g = 0; g < program->graph_count; base += program->graphs[g++]->node_count) {
		hr_map_put(&watch.bases, hr_map_key(program->graphs[g]->root), base);
		for (unsigned i = 0; i < program->graphs[g]->node_count; i++)
			watch.counters[base + i].node = program->graphs[g]->nodes[i];
	}
	watch.began = hr_nanoseconds();
	pthread_cond_init(&watch.wake, NULL);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	watch.on = pthread_create(&watch.thread, NULL, redraw, NULL) == 0;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return watch.on;
}

void tool_watch_join(hr_run *run)
{
	if (!watch.on)
		return;
	watch.next = run->events;
	watch.next_levels = watch.next ? watch.next->levels : 0;
	watch.events = (hr_events){.levels = watch.next_levels | HR_EVENTS_NODE,
				   .hashes = watch.next && watch.next->hashes,
				   .hashes_of_binds = watch.next && watch.next->hashes_of_binds,
				   .keeps = watch.next ? watch.next->keeps : 0,
				   .note = note,
				   .values = note_values,
				   .begin_grid = note_begin_grid,
				   .end_grid = note_end_grid,
				   .flow = note_flow,
				   .died = died};
	run->events = &watch.events;
}

/* Output while the screen is being drawn leaves the table alone. */
void tool_watch_hide(void)
{
	if (!watch.on || pthread_mutex_trylock(&watch.lock) != 0)
		return;
	watch_screen_clear();
	pthread_mutex_unlock(&watch.lock);
}

void tool_watch_end(void)
{
	if (!watch.on)
		return;
	pthread_mutex_lock(&watch.lock);
	watch.ends = true;
	pthread_cond_signal(&watch.wake);
	pthread_mutex_unlock(&watch.lock);
	pthread_join(watch.thread, NULL);
	watch.on = false;
	watch_screen_clear();
}
