/* backends/dispatch/emit_events.c -- emits the events of building units, of workers and of copies.
 *
 * Owns:     nothing.
 * Not here: events of running grids and units (interp/schedule/emit_events.c,
 *           interp/schedule/offload.c), of cross-checks (backends/crosscheck/emit_findings.c). */
#include "backends/dispatch/emit_events.h"

#include <string.h>

#include "interp/run/events.h"

static void note(hr_run *run, hr_thread *thread, hr_event *event)
{
	if (run->events)
		hr_events_note(run, thread, event);
}

const char *hr_worker_word(hr_worker_end end)
{
	switch (end) {
	case HR_WORKER_CRASHED: return "crashed";
	case HR_WORKER_HUNG: return "hung";
	case HR_WORKER_GARBAGE: return "garbage";
	case HR_WORKER_LOST: return "lost";
	default: return "answered";
	}
}

void hr_emit_event_build(hr_run *run, const hr_node *node, const hr_built_unit *unit,
			 uint64_t nanoseconds)
{
	const char *name = unit->entry->name;
	bool worker = !unit->built && unit->ended != HR_WORKER_ANSWERED;
	hr_event_more more = {.word = unit->built ? "taken"
				      : worker    ? hr_worker_word(unit->ended)
						  : "refused",
			      .text = unit->built ? NULL
				      : worker    ? unit->what
						  : unit->why + strlen(name) + 2,
			      .nanoseconds = nanoseconds};
	hr_event event = {.kind = HR_EVENT_BUILD, .node = node, .by = name, .more = &more};

	note(run, NULL, &event);
	if (worker)
		hr_emit_event_worker(run, name, more.word, more.text);
}

void hr_emit_event_refusal(hr_run *run, const hr_node *node, const char *backend, const char *why)
{
	hr_event_more more = {.word = "refused", .text = why};
	hr_event event = {.kind = HR_EVENT_BUILD, .node = node, .by = backend, .more = &more};

	note(run, NULL, &event);
}

void hr_emit_event_worker(hr_run *run, const char *backend, const char *word, const char *text)
{
	hr_event_more more = {.word = word, .text = text};
	hr_event event = {.kind = HR_EVENT_WORKER, .by = backend, .more = &more};

	note(run, NULL, &event);
}

void hr_emit_event_copy(hr_run *run, const char *backend, const void *address, uint64_t bytes,
			bool to_device)
{
	hr_event_more more = {.word = to_device ? "to device" : "to host"};
	hr_event event = {.kind = HR_EVENT_COPY,
			  .value = address,
			  .bytes = bytes,
			  .by = backend,
			  .more = &more};

	if (hr_events_want(run, HR_EVENTS_MEMORY))
		note(run, hr_thread_peek(), &event);
}
