/* interp/memory/memory.c -- which host memory graphs may use (M7), and objects that leaves allocate
 * (M1).
 *
 * The tracker has a record for each object, by address. Tracked objects may overlap or nest: an
 * array in a tracked structure is legal, and an object freed without untrack is overlapped by what
 * malloc places there next.
 *
 * What is an error, and what is not:
 *   track     again at the same base replaces the object, because free and malloc reuse addresses.
 *             Null with 0 bytes is ignored; null with bytes, or an object that wraps around, is
 *             tracker-misuse.
 *   untrack   of untracked memory warns (untrack-unknown), since nothing depends on it.
 *   request   of bytes outside every tracked object is tracker-misuse, since it names no copy. A
 *             pointer into an object is fine.
 *
 * Objects of an execution are cut from chunks, 64-byte aligned; large objects have separate chunks.
 * Chunks grow with what the execution has allocated, because the system limits their number.
 *
 * Owns:      the entries, the chunks.
 * Clauses:   M1 (lifetime), M7, H1 for its calls.
 * Not here:  which memory must be tracked (interp/stream/roots.c). */
#include "interp/memory/memory.h"

#include <string.h>
#include <sys/mman.h>

#include "interp/memory/device_copies.h"
#include "interp/memory/device_heap.h"
#include "interp/run/events.h"
#include "interp/run/offload.h"
#include "interp/run/process.h"
#include "interp/run/site.h"
#include "interp/run/thread.h"
#include "src/base/spans.h"
#include "src/base/vec.h"

/* Where an object was tracked; the place in the source is looked up when it is needed. */
typedef struct tracked_by {
	const hr_code *code; /* interpreted host code, with the word of the call */
	uint32_t word;
	uint32_t site;    /* compiled host code: the call; 0: none */
	const char *name; /* not tracked by the program: the name; borrowed */
} tracked_by;

typedef struct tracked {
	hr_span span;
	tracked_by by;
	bool freed; /* by the host */
} tracked;

enum { PAST = 64 };

struct hr_tracker {
	pthread_mutex_t lock;
	hr_spans entries;   /* of tracked */
	bool any;           /* atomic: there are entries */
	tracked past[PAST]; /* recently untracked objects; span 0: unused */
	unsigned next_past;
	hr_tracker_watch watch;
	hr_device_heap heap;
};

hr_tracker *hr_tracker_new(void)
{
	hr_tracker *tracker = hr_alloc_zero(sizeof(*tracker));

	pthread_mutex_init(&tracker->lock, NULL);
	pthread_mutex_init(&tracker->heap.lock, NULL);
	tracker->entries.record_bytes = sizeof(tracked);
	return tracker;
}

void hr_tracker_set_watch(hr_tracker *tracker, hr_tracker_watch watch)
{
	tracker->watch = watch;
}

void hr_tracker_free(hr_tracker *tracker)
{
	if (!tracker)
		return;
	pthread_mutex_destroy(&tracker->lock);
	pthread_mutex_destroy(&tracker->heap.lock);
	hr_spans_free(&tracker->entries);
	hr_map_free(&tracker->heap.blocks);
	hr_free(tracker);
}

hr_device_heap *hr_tracker_heap(hr_tracker *tracker)
{
	return &tracker->heap;
}

/* Return the entry with the greatest base among those that contain ADDRESS, or NULL. */
static const tracked *find(const hr_tracker *tracker, uintptr_t address)
{
	return hr_spans_over(&tracker->entries, address, address);
}

static void insert(hr_tracker *tracker, uintptr_t base, uintptr_t end, tracked_by by)
{
	bool fresh;
	tracked *entry = hr_spans_put(&tracker->entries, base, end, &fresh);

	entry->by = by;
	entry->freed = false;
	__atomic_store_n(&tracker->any, true, __ATOMIC_RELAXED);
}

/* H1. Requesting and untracking memory after cleanup is allowed: nothing changes the memory any
 * more. */
static hr_status check_order(hr_run *run, const char *call, bool may_follow_cleanup)
{
	char text[64];

	if (run->initialised && (may_follow_cleanup || !run->cleaned_up))
		return HR_OK;
	snprintf(text, sizeof(text), "%s %s", call,
		 run->initialised ? "after cleanup" : "before init");
	return hr_report_at(run, hr_thread_peek(), HR_D_runtime_order, text);
}

static tracked_by this_call(const char *name)
{
	const hr_thread *thread = hr_thread_peek();

	if (name)
		return (tracked_by){.name = name};
	if (!thread || !thread->code || !thread->pc)
		return (tracked_by){.site = hr_host_site_now()};
	return (tracked_by){.code = thread->code,
			    .word = (uint32_t)(thread->pc - thread->code->words)};
}

/* The recorder must know all objects, because values of edges point to them. */
static void tell(const hr_run *run, hr_event_kind kind, const void *base, size_t bytes)
{
	char text[HR_TRACKED_BY];
	hr_event_more more = {0};
	hr_event event = {.kind = kind, .value = base, .bytes = bytes};

	if (!run->events)
		return;
	if (kind == HR_EVENT_TRACK) {
		more.text = hr_tracked_by(run->tracker, base, text);
		more.text += *more.text == ' ';
		event.more = &more;
	}
	hr_events_note(run, hr_thread_peek(), &event);
}

hr_status hr_track_as(hr_run *run, void *base, size_t bytes, const char *name)
{
	uintptr_t start = (uintptr_t)base, end;

	HR_TRY(check_order(run, "trackMemory", false));
	if (!base && !bytes)
		return HR_OK;
	if (!base || __builtin_add_overflow(start, bytes, &end))
		return hr_report_at(run, hr_thread_peek(), HR_D_tracker_misuse, "track", base,
				    base ? "the object exceeds the address space"
					 : "the pointer is null");
	pthread_mutex_lock(&run->tracker->lock);
	insert(run->tracker, start, end, this_call(name));
	pthread_mutex_unlock(&run->tracker->lock);
	HR_TRY(hr_offload_bring_back(run, base, bytes, false));
	tell(run, HR_EVENT_TRACK, base, bytes);
	hr_split_track(run->split, base, bytes);
	if (run->tracker->watch.tracked)
		run->tracker->watch.tracked(run, base, bytes);
	return HR_OK;
}

hr_status hr_track(hr_run *run, void *base, size_t bytes)
{
	return hr_track_as(run, base, bytes, NULL);
}

hr_status hr_untrack(hr_run *run, void *base)
{
	hr_tracker *tracker = run->tracker;
	const tracked *entry;
	uint64_t bytes = 0;
	bool known;

	HR_TRY(check_order(run, "untrackMemory", true));
	pthread_mutex_lock(&tracker->lock);
	entry = hr_spans_get(&tracker->entries, (uintptr_t)base);
	known = entry != NULL;
	if (known) {
		bytes = entry->span.end - entry->span.base;
		tracker->past[tracker->next_past++ % PAST] = *entry;
		hr_spans_remove(&tracker->entries, (uintptr_t)base);
		__atomic_store_n(&tracker->any, tracker->entries.count > 0, __ATOMIC_RELAXED);
	}
	pthread_mutex_unlock(&tracker->lock);
	if (known) {
		HR_TRY(hr_offload_bring_back(run, base, bytes, false));
		tell(run, HR_EVENT_UNTRACK, base, 0);
		hr_split_untrack(run->split, base);
		if (tracker->watch.untracked)
			tracker->watch.untracked(run, base);
	}
	if (known || !base)
		return HR_OK;
	return hr_report_at(run, hr_thread_peek(), HR_D_untrack_unknown, base);
}

hr_status hr_request(hr_run *run, void *base, size_t bytes)
{
	hr_tracker *tracker = run->tracker;
	const tracked *entry;
	bool known, fits;

	HR_TRY(check_order(run, "requestMemory", true));
	if (!bytes)
		return HR_OK;
	pthread_mutex_lock(&tracker->lock);
	entry = find(tracker, (uintptr_t)base);
	known = entry != NULL;
	fits = known && bytes <= entry->span.end - (uintptr_t)base;
	pthread_mutex_unlock(&tracker->lock);
	if (fits) {
		tell(run, HR_EVENT_REQUEST, base, bytes);
		HR_TRY(hr_offload_bring_back(run, base, bytes, false));
		hr_split_request(run, base);
		return HR_OK;
	}
	return hr_report_at(run, hr_thread_peek(), HR_D_tracker_misuse, "request", base,
			    known ? "the request extends beyond the tracked object"
				  : "it does not lie in a tracked object");
}

bool hr_tracked(hr_tracker *tracker, const void *address, void **base, size_t *bytes)
{
	const tracked *entry;

	pthread_mutex_lock(&tracker->lock);
	entry = find(tracker, (uintptr_t)address);
	if (entry && base)
		*base = (void *)(uintptr_t)entry->span.base;
	if (entry && bytes)
		*bytes = entry->span.end - entry->span.base;
	pthread_mutex_unlock(&tracker->lock);
	return entry != NULL;
}

bool hr_tracked_whole(hr_tracker *tracker, const void *base, uint64_t bytes)
{
	uint64_t begin = (uintptr_t)base, last = begin + bytes - 1;
	const tracked *entry;

	pthread_mutex_lock(&tracker->lock);
	entry = hr_spans_over(&tracker->entries, begin, last);
	while (entry && entry->freed)
		entry = entry->span.base
				? hr_spans_over(&tracker->entries, entry->span.base - 1, last)
				: NULL;
	pthread_mutex_unlock(&tracker->lock);
	return entry != NULL;
}

static const char *by_text(tracked_by by, char text[HR_TRACKED_BY])
{
	const hr_where where = by.code ? hr_code_where(by.code, by.word)
				       : hr_host_site_where(hr_run_current(), by.site);

	*text = 0;
	if (by.name)
		snprintf(text, HR_TRACKED_BY, " as %s", by.name);
	else if (where.file && where.line)
		snprintf(text, HR_TRACKED_BY, " at %s:%u", where.file, where.line);
	else if (where.function)
		snprintf(text, HR_TRACKED_BY, " in '%s'", where.function);
	return text;
}

const char *hr_tracked_by(hr_tracker *tracker, const void *address, char text[HR_TRACKED_BY])
{
	const tracked *entry;
	tracked_by by = {0};

	pthread_mutex_lock(&tracker->lock);
	entry = find(tracker, (uintptr_t)address);
	if (entry)
		by = entry->by;
	pthread_mutex_unlock(&tracker->lock);
	return by_text(by, text);
}

const char *hr_host_call_text(char text[HR_TRACKED_BY])
{
	return by_text(this_call(NULL), text);
}

void hr_tracked_all(hr_tracker *tracker, hr_tracked_objects *list)
{
	hr_span_place place = {0};
	const tracked *entry;

	list->count = 0;
	pthread_mutex_lock(&tracker->lock);
	HR_RESERVE(list, tracker->entries.count);
	while ((entry = hr_spans_walk(&tracker->entries, &place)) != NULL)
		HR_PUSH(list, (hr_tracked_object){.base = (void *)(uintptr_t)entry->span.base,
						  .bytes = entry->span.end - entry->span.base,
						  .freed = entry->freed});
	pthread_mutex_unlock(&tracker->lock);
}

/* Return the last entry that begins in BLOCK of BYTES (> 0) bytes; NULL if there is none. */
static tracked *last_within(const hr_tracker *tracker, uintptr_t block, size_t bytes)
{
	tracked *entry = hr_spans_up_to(&tracker->entries, block + (bytes - 1));

	return entry && entry->span.base >= block ? entry : NULL;
}

bool hr_tracked_freed(hr_tracker *tracker, const void *block, size_t bytes)
{
	uintptr_t begin = (uintptr_t)block;
	bool found = false;

	if (!bytes || !__atomic_load_n(&tracker->any, __ATOMIC_RELAXED))
		return false; /* fast path for streams, whose items are freed one by one */
	pthread_mutex_lock(&tracker->lock);
	for (tracked *entry = hr_spans_from(&tracker->entries, begin);
	     entry && entry->span.base - begin < bytes;
	     entry = hr_spans_next(&tracker->entries, entry)) {
		found |= !entry->freed;
		entry->freed = true;
	}
	pthread_mutex_unlock(&tracker->lock);
	return found;
}

bool hr_tracked_within(hr_tracker *tracker, const void *block, size_t bytes)
{
	bool found;

	pthread_mutex_lock(&tracker->lock);
	found = bytes && last_within(tracker, (uintptr_t)block, bytes);
	pthread_mutex_unlock(&tracker->lock);
	return found;
}

const char *hr_tracked_last(hr_tracker *tracker, const void *block, size_t bytes,
			    char text[HR_TRACKED_BY])
{
	tracked_by by = {0};
	const tracked *last;

	pthread_mutex_lock(&tracker->lock);
	last = bytes ? last_within(tracker, (uintptr_t)block, bytes) : NULL;
	if (last)
		by = last->by;
	for (unsigned i = 0; i < PAST && !last; i++) {
		const tracked *one = &tracker->past[(tracker->next_past - 1 - i) % PAST];

		if (one->span.end && one->span.base - (uintptr_t)block < bytes) {
			by = one->by;
			break;
		}
	}
	pthread_mutex_unlock(&tracker->lock);
	return by_text(by, text);
}

/* --- pages ------------------------------------------------------------------------------------ */

enum { PAGE = 4096 };

static size_t whole_pages(size_t bytes)
{
	return (bytes + PAGE - 1) & ~(size_t)(PAGE - 1);
}

/* Map pages at AT; NULL: anywhere. */
static void *map_at(void *at, size_t bytes, int flags)
{
	size_t whole = whole_pages(bytes);
	void *pages;

	if (whole < bytes || whole + HR_PAGES_GUARD < whole)
		return NULL;
	pages = mmap(at, whole + HR_PAGES_GUARD, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1,
		     0);
	if (pages == MAP_FAILED)
		return NULL;
	if ((!at || pages == at) && mprotect(pages, whole, PROT_READ | PROT_WRITE) == 0)
		return pages;
	munmap(pages, whole + HR_PAGES_GUARD);
	return NULL;
}

void *hr_pages_map(size_t bytes, bool reserve)
{
	return map_at(NULL, bytes, reserve ? 0 : MAP_NORESERVE);
}

void *hr_pages_map_low(size_t bytes)
{
	/* between programs that are not position-independent and the end of 32 bits */
	enum { FIRST = 0x10000000, STEP = 0x1000000 };
	const uint64_t end = UINT64_C(0xf0000000);
	static uint64_t next = FIRST;
	uint64_t at = __atomic_load_n(&next, __ATOMIC_RELAXED);

	if (bytes >= end)
		return NULL;
	for (uint64_t tries = 0; tries <= (end - FIRST) / STEP; tries++) {
		void *pages = at + bytes + HR_PAGES_GUARD < end
				      ? map_at((void *)(uintptr_t)at, bytes, MAP_FIXED_NOREPLACE)
				      : NULL;

		if (pages) {
			__atomic_store_n(&next, at + whole_pages(bytes) + HR_PAGES_GUARD,
					 __ATOMIC_RELAXED);
			return pages;
		}
		at = at + STEP < end ? at + STEP : FIRST;
	}
	return NULL;
}

void hr_pages_unmap(void *pages, size_t bytes)
{
	if (pages)
		munmap(pages, whole_pages(bytes) + HR_PAGES_GUARD);
}

void hr_pages_zero(void *from, void *to)
{
	uintptr_t first = ((uintptr_t)from + PAGE - 1) & ~(uintptr_t)(PAGE - 1);
	uintptr_t last = (uintptr_t)to & ~(uintptr_t)(PAGE - 1);

	if (first < last && madvise((void *)first, last - first, MADV_DONTNEED) == 0) {
		memset(from, 0, first - (uintptr_t)from);
		memset((void *)last, 0, (uintptr_t)to - last);
	} else {
		memset(from, 0, (size_t)((char *)to - (char *)from));
	}
}

/* --- objects of one execution ----------------------------------------------------------------- */

/* The least and the greatest size of a chunk. GROWTH: which part of the bytes of all chunks together
 * the next one has. */
enum { CHUNK_BYTES = 64 * 1024, CHUNK_MOST = 16 * 1024 * 1024, GROWTH = 4 };

typedef struct chunk chunk;
struct chunk {
	chunk *next;
	size_t used, size; /* bytes after the header */
};

struct hr_objects {
	chunk *chunks; /* owns; objects are cut from the first one */
	size_t size;   /* of all chunks together */
	bool remember;
	bool notes;
	bool repeated; /* see hr_objects_set_repeated() */
	bool low;      /* see hr_objects_set_low() */
	HR_VEC(hr_object) noted;
	HR_VEC(hr_object) dead; /* their memory may be given to others */
	hr_spans held;          /* of hr_span: the chunks, including freed ones */
};

hr_objects *hr_objects_new(void)
{
	hr_objects *made = hr_alloc_zero(sizeof(*made));

	made->held.record_bytes = sizeof(hr_span);
	return made;
}

void hr_objects_set_low(hr_objects *objects, bool low)
{
	objects->low = low;
}

static void free_chunks(chunk *list)
{
	while (list) {
		chunk *next = list->next;

		hr_pages_unmap(list, HR_OBJECT_ALIGN + list->size);
		list = next;
	}
}

/* The first chunk is kept, so that consecutive executions need no system calls. */
void hr_objects_reset(hr_objects *objects)
{
	chunk *front = objects->chunks;

	objects->notes = objects->repeated = false;
	objects->dead.count = 0;
	if (!front)
		return;
	if (front->size != CHUNK_BYTES) {
		free_chunks(front);
		objects->chunks = NULL;
		objects->size = 0;
		return;
	}
	free_chunks(front->next);
	front->next = NULL;
	front->used = 0;
	objects->size = front->size;
}

hr_objects *hr_objects_take(hr_objects *objects)
{
	hr_objects *taken;

	if (!objects->chunks)
		return NULL;
	taken = hr_objects_new();
	taken->chunks = objects->chunks;
	taken->repeated = objects->repeated;
	objects->chunks = NULL;
	objects->size = 0;
	objects->dead.count = 0;
	return taken;
}

void hr_objects_set_repeated(hr_objects *objects, bool repeated)
{
	objects->repeated = repeated;
}

bool hr_objects_repeated(const hr_objects *objects)
{
	return objects->repeated;
}

const void *hr_objects_next(const hr_objects *objects, const void *piece, void **base,
			    size_t *bytes)
{
	const chunk *at = piece ? ((const chunk *)piece)->next : objects->chunks;

	if (!at)
		return NULL;
	*base = (uint8_t *)(uintptr_t)at + HR_OBJECT_ALIGN;
	*bytes = at->used;
	return at;
}

static void hold(hr_objects *objects, const chunk *at)
{
	uint64_t base = (uintptr_t)at, end = base + HR_OBJECT_ALIGN + at->size;
	const hr_span *known = hr_spans_get(&objects->held, base);
	bool fresh;

	if (!known || known->end < end)
		hr_spans_put(&objects->held, base, end, &fresh);
}

void hr_objects_remember(hr_objects *objects)
{
	if (objects->remember)
		return;
	objects->remember = true;
	for (const chunk *at = objects->chunks; at; at = at->next)
		hold(objects, at);
}

bool hr_objects_held(const hr_objects *objects, uint64_t address)
{
	return hr_spans_over(&objects->held, address, address) != NULL;
}

void hr_objects_free(hr_objects *objects)
{
	if (!objects)
		return;
	hr_spans_free(&objects->held);
	HR_VEC_FREE(&objects->noted);
	HR_VEC_FREE(&objects->dead);
	free_chunks(objects->chunks);
	hr_free(objects);
}

void hr_objects_note_all(hr_objects *objects)
{
	objects->notes = true;
	objects->noted.count = 0;
}

void hr_objects_note(hr_objects *objects, void *memory, uint64_t bytes)
{
	if (objects->notes)
		HR_PUSH(&objects->noted, (hr_object){memory, bytes});
}

const hr_object *hr_objects_noted(const hr_objects *objects, size_t *count)
{
	*count = objects->noted.count;
	return objects->noted.data;
}

/* Not from hr_alloc: the program chooses the size, so exhausted memory is reported as a diagnostic
 * and does not end the process. */
static chunk *new_chunk(hr_objects *objects, size_t size, bool alone)
{
	chunk *made = NULL;
	size_t bytes;

	if (__builtin_add_overflow(size, (size_t)HR_OBJECT_ALIGN, &bytes))
		return NULL;
	if (objects->low)
		made = hr_pages_map_low(bytes);
	if (!made)
		made = hr_pages_map(bytes, true);
	if (!made)
		return NULL;
	made->used = 0;
	made->size = size;
	if (objects->remember)
		hold(objects, made);
	objects->size += size;
	if (alone && objects->chunks) { /* continue to cut from the first one */
		made->next = objects->chunks->next;
		objects->chunks->next = made;
	} else {
		made->next = objects->chunks;
		objects->chunks = made;
	}
	return made;
}

static size_t next_chunk(const hr_objects *objects)
{
	size_t size = (objects->size / GROWTH) & ~(size_t)(CHUNK_BYTES - 1);

	if (size < CHUNK_BYTES)
		return CHUNK_BYTES;
	return size < CHUNK_MOST ? size : CHUNK_MOST;
}

void hr_objects_reuse(hr_objects *objects, void *memory, uint64_t bytes)
{
	if (!objects->notes)
		HR_PUSH(&objects->dead, (hr_object){memory, bytes});
}

/* Return the memory of a dead object of BYTES bytes, or NULL. */
static uint8_t *take_dead(hr_objects *objects, uint64_t bytes)
{
	for (size_t i = objects->dead.count; i--;)
		if (objects->dead.data[i].bytes == bytes) {
			uint8_t *memory = objects->dead.data[i].memory;

			objects->dead.data[i] = objects->dead.data[--objects->dead.count];
			return memory;
		}
	return NULL;
}

void *hr_objects_alloc(hr_objects *objects, uint64_t bytes)
{
	size_t size = bytes ? bytes : 1;
	chunk *from = objects->chunks;
	uint8_t *object = take_dead(objects, bytes);

	if (object) {
		memset(object, HR_OBJECT_FILL, size);
		return object;
	}
	if (__builtin_add_overflow(size, (size_t)HR_OBJECT_ALIGN - 1, &size))
		return NULL;
	size &= ~((size_t)HR_OBJECT_ALIGN - 1);
	if (!from || from->size - from->used < size) {
		size_t whole = next_chunk(objects);
		bool alone = size > whole / 4;

		from = new_chunk(objects, alone ? size : whole, alone);
	}
	if (!from)
		return NULL;
	object = (uint8_t *)from + HR_OBJECT_ALIGN + from->used;
	from->used += size;
	memset(object, HR_OBJECT_FILL, size);
	return object;
}
