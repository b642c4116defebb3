/* interp/memory/device_copies.c -- tracked memory in two copies: the host's and the devices'.
 *
 * A program sees real addresses, so the two copies of an object take turns at its address. While a
 * graph runs, the devices' copy is at that address from the first node on that needs it; when the
 * host continues, the host's copy is put back, which is as old as it would be on hardware. Each
 * object has one location, as in HPVM's tracker: a node with any hint other than the CPU moves its
 * objects to the device, and a CPU node or requestMemory moves them back. What only `out` arguments
 * of a leaf point to is not copied to the device.
 *
 * Overlapping objects move separately, each as a whole. Pointers within memory move nothing.
 *
 * Invariant: `there` is true only between the first device node of a graph and hr_split_to_host().
 * Owns:      the copies.
 * Clauses:   M7.
 * Not here:  which memory is tracked (memory.c), the callers for host accesses
 *            (interp/check/access/check.c, interp/check/access/call.c, interp/host/site.c). */
#include "interp/memory/device_copies.h"

#include <stdatomic.h>
#include <string.h>

#include "interp/memory/memory.h"
#include "interp/run/deferred.h"
#include "interp/run/events.h"
#include "interp/run/thread.h"
#include "interp/run/value_text.h"
#include "ir/graph/graph.h"
#include "src/base/spans.h"

enum { FILL = 0xA5 };

typedef struct copy_place {
	bool on_device; /* the newest bytes are on the device */
	bool there;     /* the devices' copy is at the address */
	bool written;   /* a device has written it since it was moved there */
} copy_place;

/* Begins as hr_span does. */
typedef struct object {
	uint64_t begin, end;
	uint8_t *other; /* the copy that is not at the address; mapped, owns; NULL: none */
	copy_place at, saved;
	const char *writer; /* path of the node that wrote it; borrowed from the graph */
} object;

struct hr_split {
	hr_split_head head;
	pthread_mutex_t lock;
	bool copies;
	hr_writers writers;
	hr_spans objects; /* of object */
};

static uint8_t *base_of(const object *self)
{
	return (uint8_t *)(uintptr_t)self->begin;
}

static size_t bytes_of(const object *self)
{
	return self->end - self->begin;
}

hr_split *hr_split_new(bool copies, hr_writers writers)
{
	hr_split *split = hr_alloc_zero(sizeof(*split));

	pthread_mutex_init(&split->lock, NULL);
	split->copies = copies;
	split->writers = writers;
	split->objects.record_bytes = sizeof(object);
	return split;
}

void hr_split_free(hr_split *split)
{
	hr_span_place place = {0};
	const object *self;

	if (!split)
		return;
	while ((self = hr_spans_walk(&split->objects, &place)) != NULL)
		hr_pages_unmap(self->other, bytes_of(self));
	hr_spans_free(&split->objects);
	pthread_mutex_destroy(&split->lock);
	hr_free(split);
}

/* --- moving ----------------------------------------------------------------------------------- */

static void exchange(object *self)
{
	uint8_t buffer[4096];

	for (size_t at = 0; at < bytes_of(self); at += sizeof(buffer)) {
		size_t left = bytes_of(self) - at;
		size_t block = left < sizeof(buffer) ? left : sizeof(buffer);

		memcpy(buffer, base_of(self) + at, block);
		memcpy(base_of(self) + at, self->other + at, block);
		memcpy(self->other + at, buffer, block);
	}
}

static void show(object *self, bool devices)
{
	if (self->other && self->at.there != devices)
		exchange(self);
	self->at.there = devices;
}

/* Emit that WHO, a node or a call, moved an object. COPIED is the number of bytes copied with
 * it. */
static void tell(const hr_run *run, const object *self, const char *who, size_t copied)
{
	bool there = self->at.on_device;
	hr_event_more copy = {.word = there ? "to device" : "to host"}, move = {.text = who};
	hr_event event = {.kind = HR_EVENT_COPY,
			  .value = base_of(self),
			  .bytes = copied,
			  .by = "device",
			  .more = &copy};

	if (!hr_events_want(run, HR_EVENTS_MEMORY))
		return;
	if (copied)
		hr_events_note(run, hr_thread_peek(), &event);
	event.kind = HR_EVENT_MOVE;
	event.bytes = bytes_of(self);
	event.by = there ? "device" : "host";
	event.more = &move;
	hr_events_note(run, hr_thread_peek(), &event);
}

/* COPIED: the old contents are copied, too. */
static void to_device(hr_run *run, object *self, bool copied, const char *who)
{
	hr_split *split = run->split;

	if (self->at.on_device) {
		show(self, true);
		return;
	}
	if (split->copies && !self->other)
		self->other = hr_pages_map(bytes_of(self), true);
	if (self->other) {
		memcpy(self->other, base_of(self), bytes_of(self));
		if (!copied)
			memset(base_of(self), FILL, bytes_of(self));
	}
	self->at = (copy_place){.on_device = true, .there = true};
	split->head.on_device++;
	tell(run, self, who, self->other && copied ? bytes_of(self) : 0);
}

static void to_host(hr_run *run, object *self, const char *who)
{
	hr_split *split = run->split;

	if (!self->at.on_device)
		return;
	if (self->other && !self->at.there)
		memcpy(base_of(self), self->other, bytes_of(self));
	self->at = (copy_place){.on_device = false};
	split->head.on_device--;
	tell(run, self, who, self->other ? bytes_of(self) : 0);
}

/* --- the tracker ------------------------------------------------------------------------------ */

/* Return the object that begins last among those that contain ADDRESS. */
static object *holding(hr_split *split, uint64_t address)
{
	return hr_spans_over(&split->objects, address, address);
}

void hr_split_untrack(hr_split *split, void *base)
{
	object *self;

	if (!split)
		return;
	pthread_mutex_lock(&split->lock);
	self = hr_spans_get(&split->objects, (uintptr_t)base);
	if (self) {
		split->head.on_device -= self->at.on_device;
		hr_pages_unmap(self->other, bytes_of(self));
		hr_spans_remove(&split->objects, self->begin);
	}
	pthread_mutex_unlock(&split->lock);
}

void hr_split_track(hr_split *split, void *base, size_t bytes)
{
	bool fresh;

	if (!split || !bytes)
		return;
	hr_split_untrack(split, base);
	pthread_mutex_lock(&split->lock);
	hr_spans_put(&split->objects, (uintptr_t)base, (uint64_t)(uintptr_t)base + bytes, &fresh);
	pthread_mutex_unlock(&split->lock);
}

void hr_split_request(hr_run *run, void *base)
{
	hr_split *split = run->split;
	object *self;

	if (!split)
		return;
	pthread_mutex_lock(&split->lock);
	self = holding(split, (uintptr_t)base);
	if (self)
		to_host(run, self, "requestMemory");
	pthread_mutex_unlock(&split->lock);
}

/* --- graphs ----------------------------------------------------------------------------------- */

static bool reads(const hr_port *port)
{
	return port->in || !port->out;
}

static bool writes(const hr_port *port)
{
	return port->out || !port->in;
}

static object *pointed(hr_split *split, const hr_node *leaf, unsigned input, const uint8_t *inputs)
{
	uint64_t address;

	if (leaf->inputs[input].type->kind != HR_T_PTR)
		return NULL;
	memcpy(&address, inputs + leaf->inputs[input].offset, sizeof(address));
	return holding(split, address);
}

/* Return true if some argument of LEAF reads the object. */
static bool is_read(hr_split *split, const hr_node *leaf, const uint8_t *inputs, const object *self)
{
	for (unsigned i = 0; i < leaf->input_count; i++)
		if (pointed(split, leaf, i, inputs) == self && reads(&leaf->inputs[i]))
			return true;
	return false;
}

void hr_split_leaf(hr_run *run, const hr_node *leaf, const uint8_t *inputs)
{
	bool device = hr_is_device(leaf->hint);
	hr_split *split = run->split;

	pthread_mutex_lock(&split->lock);
	for (unsigned i = 0; i < leaf->input_count; i++) {
		object *self = pointed(split, leaf, i, inputs);

		if (!self)
			continue;
		if (!device) {
			to_host(run, self, leaf->path);
			continue;
		}
		to_device(run, self, is_read(split, leaf, inputs, self), leaf->path);
		if (writes(&leaf->inputs[i])) {
			self->at.written = true;
			self->writer = leaf->path;
		}
	}
	pthread_mutex_unlock(&split->lock);
}

static void show_all(hr_split *split, bool devices)
{
	hr_span_place place = {0};
	object *self;

	while (split->head.on_device && (self = hr_spans_walk(&split->objects, &place)) != NULL)
		if (self->at.on_device)
			show(self, devices);
}

void hr_split_to_host(hr_split *split)
{
	if (!split)
		return;
	pthread_mutex_lock(&split->lock);
	show_all(split, false);
	pthread_mutex_unlock(&split->lock);
}

void hr_split_save(hr_split *split)
{
	hr_span_place place = {0};
	object *self;

	if (!split)
		return;
	pthread_mutex_lock(&split->lock);
	show_all(split, true);
	while ((self = hr_spans_walk(&split->objects, &place)) != NULL)
		self->saved = self->at;
	pthread_mutex_unlock(&split->lock);
}

void hr_split_restore(hr_split *split)
{
	hr_span_place place = {0};
	object *self;

	if (!split)
		return;
	pthread_mutex_lock(&split->lock);
	while ((self = hr_spans_walk(&split->objects, &place)) != NULL) {
		split->head.on_device += self->saved.on_device;
		split->head.on_device -= self->at.on_device;
		self->at = self->saved;
	}
	pthread_mutex_unlock(&split->lock);
}

/* --- host code -------------------------------------------------------------------------------- */

/* What a device has only read is still valid on the host, but what the host writes would never
 * reach the device. */
static bool is_stale(object *self, bool write)
{
	return self && self->at.on_device && (self->at.written || write);
}

enum { TEXT = 512 + HR_TRACKED_BY, WRITER = 512 };

static const char request[] =
	"\nhelp: call llvm_hpvm_request_mem(pointer, bytes) before the access";

/* Return the address in the newest copy of the byte at ADDRESS. */
static const uint8_t *newest(const object *self, uint64_t address)
{
	const uint8_t *copy = self->other && !self->at.there ? self->other : base_of(self);

	return copy + (address - (uintptr_t)base_of(self));
}

static const char *bytes_text(const uint8_t *at, uint64_t bytes, bool floating,
			      char text[HR_VALUE_TEXT])
{
	if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8)
		return NULL;
	return hr_bytes_text(at, (size_t)bytes, floating, text);
}

/* Return the number of bytes known to be accessed; of a string only the first. */
static uint64_t known_bytes(uint64_t bytes)
{
	return bytes == HR_STRING_BYTES ? 1 : bytes;
}

/* Return the places of a diagnostic about THREAD's access: where the access is and, if known, where
 * the bytes were written. */
static hr_places places_of(hr_run *run, const hr_thread *thread, const object *self,
			   uint64_t address, uint64_t bytes, bool write)
{
	hr_places places = {.first = hr_deferred_place(run, thread) << 1 | write};

	if (!self->at.written)
		return places;
	places.second = run->split->writers.place(run->checker, address, known_bytes(bytes));
	if (!places.second)
		places.second = (uintptr_t)self->writer;
	return places;
}

/* Report that host code of THREAD accesses what a device has written: the host's copy is stale. */
static hr_status report_old(hr_run *run, const hr_thread *thread, const object *self,
			    uint64_t address, uint64_t bytes, bool write, hr_places places,
			    hr_diag_facts *facts, const char *what)
{
	char text[TEXT + WRITER], values[2][HR_VALUE_TEXT];
	hr_where where = hr_place_of(thread);
	hr_copy_writer by = {0};
	bool known = run->split->writers.find(run->checker, address, known_bytes(bytes), &by);
	const char *value = bytes_text(newest(self, address), bytes, by.floating, values[1]);

	if (self->other && !write)
		facts->value = bytes_text((const uint8_t *)(uintptr_t)address, bytes, by.floating,
					  values[0]);
	where.facts = *facts;
	if (known) {
		by.where.what = "the write";
		by.where.facts.value = value;
		where.also = &by.where;
		snprintf(text, sizeof(text), "%s%s%s\nlast written by %s%s%s%s", what,
			 facts->value ? "\nthe host's old copy has the value " : "",
			 facts->value ? facts->value : "", by.text,
			 value ? ", with the value " : "", value ? value : "", request);
	} else {
		snprintf(text, sizeof(text), "%s\nwritten by '%.100s' on its device%s", what,
			 self->writer, request);
	}
	return hr_report_places(run, places, &where, NULL, 0, HR_D_stale_host_read, text);
}

hr_status hr_split_host_access(hr_run *run, const hr_thread *thread, uint64_t address,
			       uint64_t bytes, bool write)
{
	hr_split *split = run->split;
	object *self, copy = {0};
	char what[TEXT], by[HR_TRACKED_BY], many[32], object_text[96],
		origin_text[16 + HR_TRACKED_BY];
	hr_diag_facts facts = {.object = object_text};
	hr_where where;
	hr_places places;
	bool stale;

	if (!hr_split_any_stale(split) ||
	    hr_diags_severity(run->diags, HR_D_stale_host_read) == HR_SEV_OFF)
		return HR_OK;
	pthread_mutex_lock(&split->lock);
	self = holding(split, address);
	stale = is_stale(self, write);
	if (stale)
		copy = *self;
	pthread_mutex_unlock(&split->lock);
	if (!stale)
		return HR_OK;
	places = places_of(run, thread, &copy, address, bytes, write);
	if (hr_deferred_survives(run, HR_D_stale_host_read) &&
	    hr_deferred_known(run, HR_D_stale_host_read, places))
		return HR_OK; /* the run continues, and has a failing status already */
	hr_tracked_by(run->tracker, base_of(&copy), by);
	snprintf(origin_text, sizeof(origin_text), "tracked%s", by);
	facts.origin = *by ? origin_text : NULL;
	if (bytes == HR_STRING_BYTES)
		snprintf(many, sizeof(many), "a string");
	else
		snprintf(many, sizeof(many), "%llu bytes", (unsigned long long)bytes);
	snprintf(object_text, sizeof(object_text), "byte %llu of tracked memory of %zu bytes",
		 (unsigned long long)(address - (uintptr_t)base_of(&copy)), bytes_of(&copy));
	snprintf(what, sizeof(what), "%s %s that %s\n%s%s%s%s%s%s", write ? "writes" : "reads",
		 many,
		 copy.at.written ? "a device has written and that were not requested back"
				 : "a device has, and that were not requested back",
		 object_text, *by ? " (tracked" : "", by, *by ? ")" : "",
		 copy.at.written ? "" : "\nthe device does not see what the host writes",
		 copy.at.written ? "" : request);
	if (copy.at.written)
		return report_old(run, thread, &copy, address, bytes, write, places, &facts, what);
	where = hr_place_of(thread);
	where.facts = facts;
	return hr_report_places(run, places, &where, NULL, 0, HR_D_stale_host_read, what);
}
