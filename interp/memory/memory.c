/* interp/memory/memory.c -- which host memory graphs may use (M7), and objects that leaves allocate
 * (M1).
 *
 * The tracker is an array sorted by base. Tracked objects may overlap or nest: an array in a
 * tracked structure is legal, and an object freed without untrack is overlapped by what malloc
 * places there next. `reach` (the greatest end so far) tells how far back a search must look.
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
 *
 * Invariant: entries are sorted by base, bases are distinct, reach never decreases.
 * Owns:      the entries, the chunks.
 * Clauses:   M1 (lifetime), M7, H1 for its calls.
 * Not here:  which memory must be tracked (interp/stream/roots.c). */
#include "interp/memory/memory.h"

#include <string.h>
#include <sys/mman.h>

#include "interp/memory/device_copies.h"
#include "interp/run/events.h"
#include "interp/run/offload.h"
#include "interp/run/process.h"
#include "interp/run/site.h"
#include "interp/run/thread.h"
#include "src/base/vec.h"

/* Where an object was tracked; the place in the source is looked up when it is needed. */
typedef struct tracked_by {
	const hr_code *code; /* interpreted host code, with the word of the call */
	uint32_t word;
	uint32_t site;    /* compiled host code: the call; 0: none */
	const char *name; /* not tracked by the program: the name; borrowed */
} tracked_by;

typedef struct tracked {
	uintptr_t base, end;
	uintptr_t reach; /* greatest end of this and all earlier entries */
	tracked_by by;
	bool freed; /* by the host */
} tracked;

enum { PAST = 64 };

struct hr_tracker {
	pthread_mutex_t lock;
	HR_VEC(tracked) entries;
	bool any;           /* atomic: there are entries */
	tracked past[PAST]; /* recently untracked objects; base and end 0: unused */
	unsigned next_past;
	hr_tracker_watch watch;
};

hr_tracker *hr_tracker_new(void)
{
	hr_tracker *tracker = hr_alloc_zero(sizeof(*tracker));

	pthread_mutex_init(&tracker->lock, NULL);
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
	HR_VEC_FREE(&tracker->entries);
	hr_free(tracker);
}

/* Return the number of entries whose base is at most ADDRESS. */
static size_t entries_up_to(const hr_tracker *tracker, uintptr_t address)
{
	size_t low = 0, high = tracker->entries.count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (tracker->entries.data[middle].base <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void update_reach(hr_tracker *tracker, size_t from)
{
	tracked *entries = tracker->entries.data;

	for (size_t i = from; i < tracker->entries.count; i++) {
		uintptr_t before = i ? entries[i - 1].reach : 0;

		entries[i].reach = entries[i].end > before ? entries[i].end : before;
	}
}

/* Return the entry with the greatest base among those that contain ADDRESS, or NULL. */
static const tracked *find(const hr_tracker *tracker, uintptr_t address)
{
	const tracked *entries = tracker->entries.data;

	for (size_t i = entries_up_to(tracker, address); i > 0; i--) {
		if (entries[i - 1].end > address)
			return &entries[i - 1];
		if (entries[i - 1].reach <= address)
			break;
	}
	return NULL;
}

static void insert(hr_tracker *tracker, uintptr_t base, uintptr_t end, tracked_by by)
{
	size_t at = entries_up_to(tracker, base);
	tracked *entries;

	if (at && tracker->entries.data[at - 1].base == base) {
		tracker->entries.data[at - 1].end = end;
		tracker->entries.data[at - 1].by = by;
		tracker->entries.data[at - 1].freed = false;
		update_reach(tracker, at - 1);
		return;
	}
	HR_RESERVE(&tracker->entries, 1);
	entries = tracker->entries.data;
	memmove(&entries[at + 1], &entries[at], (tracker->entries.count - at) * sizeof(*entries));
	entries[at] = (tracked){.base = base, .end = end, .by = by};
	tracker->entries.count++;
	__atomic_store_n(&tracker->any, true, __ATOMIC_RELAXED);
	update_reach(tracker, at);
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
	tracked *entries;
	uint64_t bytes = 0;
	bool known;
	size_t at;

	HR_TRY(check_order(run, "untrackMemory", true));
	pthread_mutex_lock(&tracker->lock);
	at = entries_up_to(tracker, (uintptr_t)base);
	entries = tracker->entries.data;
	known = at && entries[at - 1].base == (uintptr_t)base;
	if (known) {
		bytes = entries[at - 1].end - entries[at - 1].base;
		tracker->past[tracker->next_past++ % PAST] = entries[at - 1];
		memmove(&entries[at - 1], &entries[at],
			(tracker->entries.count - at) * sizeof(*entries));
		tracker->entries.count--;
		__atomic_store_n(&tracker->any, tracker->entries.count > 0, __ATOMIC_RELAXED);
		update_reach(tracker, at - 1);
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
	fits = known && bytes <= entry->end - (uintptr_t)base;
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
		*base = (void *)entry->base;
	if (entry && bytes)
		*bytes = entry->end - entry->base;
	pthread_mutex_unlock(&tracker->lock);
	return entry != NULL;
}

bool hr_tracked_whole(hr_tracker *tracker, const void *base, uint64_t bytes)
{
	uintptr_t begin = (uintptr_t)base;
	bool found = false;

	pthread_mutex_lock(&tracker->lock);
	for (size_t i = entries_up_to(tracker, begin); i > 0 && !found; i--) {
		const tracked *entry = &tracker->entries.data[i - 1];

		if (entry->reach < begin + bytes)
			break;
		found = !entry->freed && entry->end >= begin + bytes;
	}
	pthread_mutex_unlock(&tracker->lock);
	return found;
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

bool hr_tracked_nth(hr_tracker *tracker, size_t nth, void **base, size_t *bytes)
{
	bool found;

	pthread_mutex_lock(&tracker->lock);
	found = nth < tracker->entries.count;
	if (found) {
		const tracked *entry = &tracker->entries.data[nth];

		*base = (void *)entry->base;
		*bytes = entry->end - entry->base;
	}
	pthread_mutex_unlock(&tracker->lock);
	return found;
}

/* Return the number of entries up to the last one that begins in BLOCK of BYTES (> 0) bytes, which
 * is that entry's index plus 1; 0 if there is none. */
static size_t last_within(const hr_tracker *tracker, uintptr_t block, size_t bytes)
{
	size_t at = entries_up_to(tracker, block + (bytes - 1));

	return at && tracker->entries.data[at - 1].base >= block ? at : 0;
}

bool hr_tracked_freed(hr_tracker *tracker, const void *block, size_t bytes)
{
	uintptr_t begin = (uintptr_t)block;
	bool found = false;

	if (!bytes || !__atomic_load_n(&tracker->any, __ATOMIC_RELAXED))
		return false; /* fast path for streams, whose items are freed one by one */
	pthread_mutex_lock(&tracker->lock);
	for (size_t i = last_within(tracker, begin, bytes);
	     i > 0 && tracker->entries.data[i - 1].base >= begin; i--) {
		found |= !tracker->entries.data[i - 1].freed;
		tracker->entries.data[i - 1].freed = true;
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
	size_t at;

	pthread_mutex_lock(&tracker->lock);
	at = bytes ? last_within(tracker, (uintptr_t)block, bytes) : 0;
	if (at)
		by = tracker->entries.data[at - 1].by;
	for (unsigned i = 0; i < PAST && !at; i++) {
		const tracked *one = &tracker->past[(tracker->next_past - 1 - i) % PAST];

		if (one->end && one->base - (uintptr_t)block < bytes) {
			by = one->by;
			break;
		}
	}
	pthread_mutex_unlock(&tracker->lock);
	return by_text(by, text);
}

bool hr_tracked_living(hr_tracker *tracker, size_t nth, void **base, size_t *bytes)
{
	bool found;

	pthread_mutex_lock(&tracker->lock);
	found = nth < tracker->entries.count;
	if (found) {
		const tracked *entry = &tracker->entries.data[nth];

		*base = (void *)entry->base;
		*bytes = entry->freed ? 0 : entry->end - entry->base;
	}
	pthread_mutex_unlock(&tracker->lock);
	return found;
}

/* --- pages ------------------------------------------------------------------------------------ */

enum { PAGE = 4096 };

static size_t whole_pages(size_t bytes)
{
	return (bytes + PAGE - 1) & ~(size_t)(PAGE - 1);
}

void *hr_pages_map(size_t bytes, bool reserve)
{
	int flags = MAP_PRIVATE | MAP_ANONYMOUS | (reserve ? 0 : MAP_NORESERVE);
	size_t whole = whole_pages(bytes);
	void *pages;

	if (whole < bytes || whole + HR_PAGES_GUARD < whole)
		return NULL;
	pages = mmap(NULL, whole + HR_PAGES_GUARD, PROT_NONE, flags, -1, 0);
	if (pages == MAP_FAILED)
		return NULL;
	if (mprotect(pages, whole, PROT_READ | PROT_WRITE) == 0)
		return pages;
	munmap(pages, whole + HR_PAGES_GUARD);
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

enum { CHUNK_BYTES = 64 * 1024 };

typedef struct chunk chunk;
struct chunk {
	chunk *next;
	size_t used, size; /* bytes after the header */
};

struct hr_objects {
	chunk *chunks; /* owns; objects are cut from the first one */
	bool remember;
	bool notes;
	bool repeated; /* see hr_objects_set_repeated() */
	HR_VEC(hr_object) noted;
	HR_VEC(uint64_t) held; /* begin and end addresses of chunks, including freed ones */
};

hr_objects *hr_objects_new(void)
{
	return hr_alloc_zero(sizeof(hr_objects));
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
	if (!front)
		return;
	if (front->size != CHUNK_BYTES) {
		free_chunks(front);
		objects->chunks = NULL;
		return;
	}
	free_chunks(front->next);
	front->next = NULL;
	front->used = 0;
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

bool hr_objects_hold(const hr_objects *objects, const void *address)
{
	uintptr_t at = (uintptr_t)address;

	for (const chunk *chunk_ = objects->chunks; chunk_; chunk_ = chunk_->next)
		if (at - (uintptr_t)chunk_ < HR_OBJECT_ALIGN + chunk_->size)
			return true;
	return false;
}

bool hr_objects_nth(const hr_objects *objects, size_t nth, void **base, size_t *bytes)
{
	chunk *at = objects->chunks;

	for (; at && nth; nth--)
		at = at->next;
	if (!at)
		return false;
	*base = (uint8_t *)at + HR_OBJECT_ALIGN;
	*bytes = at->used;
	return true;
}

void hr_objects_remember(hr_objects *objects)
{
	if (objects->remember)
		return;
	objects->remember = true;
	for (const chunk *at = objects->chunks; at; at = at->next) {
		HR_PUSH(&objects->held, (uintptr_t)at);
		HR_PUSH(&objects->held, (uintptr_t)at + HR_OBJECT_ALIGN + at->size);
	}
}

bool hr_objects_held(const hr_objects *objects, uint64_t address)
{
	for (size_t i = 0; i < objects->held.count; i += 2)
		if (address >= objects->held.data[i] && address < objects->held.data[i + 1])
			return true;
	return false;
}

void hr_objects_free(hr_objects *objects)
{
	if (!objects)
		return;
	HR_VEC_FREE(&objects->held);
	HR_VEC_FREE(&objects->noted);
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
static chunk *new_chunk(hr_objects *objects, size_t size)
{
	chunk *made = NULL;
	size_t bytes;

	if (!__builtin_add_overflow(size, (size_t)HR_OBJECT_ALIGN, &bytes))
		made = hr_pages_map(bytes, true);
	if (!made)
		return NULL;
	made->used = 0;
	made->size = size;
	if (objects->remember && !hr_objects_held(objects, (uintptr_t)made + bytes - 1)) {
		HR_PUSH(&objects->held, (uintptr_t)made);
		HR_PUSH(&objects->held, (uintptr_t)made + bytes);
	}
	if (size != CHUNK_BYTES && objects->chunks) { /* continue to cut from the first one */
		made->next = objects->chunks->next;
		objects->chunks->next = made;
	} else {
		made->next = objects->chunks;
		objects->chunks = made;
	}
	return made;
}

void *hr_objects_alloc(hr_objects *objects, uint64_t bytes)
{
	size_t size = bytes ? bytes : 1;
	chunk *from = objects->chunks;
	uint8_t *object;

	if (__builtin_add_overflow(size, (size_t)HR_OBJECT_ALIGN - 1, &size))
		return NULL;
	size &= ~((size_t)HR_OBJECT_ALIGN - 1);
	if (!from || from->size - from->used < size)
		from = new_chunk(objects, size > CHUNK_BYTES / 4 ? size : CHUNK_BYTES);
	if (!from)
		return NULL;
	object = (uint8_t *)from + HR_OBJECT_ALIGN + from->used;
	from->used += size;
	memset(object, HR_OBJECT_FILL, size);
	return object;
}
