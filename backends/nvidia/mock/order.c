/* backends/nvidia/mock/order.c -- the mock's order of work: finds two operations on the same memory
 * that nothing orders, of which one writes.
 *
 * A stream's vector clock states for each stream how much of its work comes before the stream's
 * next operation. An event takes the clock of the stream it is recorded in; a stream or the host
 * that waits for the event or stream merges that clock. The host is one participant; its threads
 * are not distinguished.
 * Invariant: work that the host has waited for is forgotten, because everything later comes after
 *            it.
 * For a kernel it is known through which parameters its PTX reads and writes, but not how much:
 * from the address to the end of the allocation. Two kernels are compared only if both get the same
 * address, because parts of an allocation may belong to different kernels.
 * Clauses of the driver's documents: "Stream Management", "Event Management".
 * Owns:      the clocks of streams and of the host. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backends/nvidia/mock/mock.h"
#include "backends/nvidia/mock/mock_cuda.h"
#include "backends/nvidia/mock/mock_streams.h"

typedef struct access {
	uint64_t begin, end;
	mock_access how;
	bool kernel;
	uint32_t lane;
	uint64_t when; /* the clock of that lane at the access */
	char name[64];
} access;

static mock_clock host;
static uint32_t lanes;

static struct {
	access *all;
	size_t count, room;
} past;

/* --- clocks ----------------------------------------------------------------------------------- */

static uint64_t time_of(const mock_clock *clock, uint32_t lane)
{
	return lane < clock->count ? clock->at[lane] : 0;
}

/* Grow by exactly that much: otherwise clocks that are merged alternately would grow each other
 * without end. */
static void extend(mock_clock *clock, size_t count)
{
	if (count <= clock->count)
		return;
	clock->at = realloc(clock->at, count * sizeof(*clock->at));
	MOCK_RULE(clock->at, "memory", "the mock itself has no memory left");
	memset(clock->at + clock->count, 0, (count - clock->count) * sizeof(*clock->at));
	clock->count = count;
}

void mock_clock_join(mock_clock *to, const mock_clock *from)
{
	extend(to, from->count);
	for (size_t i = 0; i < from->count; i++)
		if (from->at[i] > to->at[i])
			to->at[i] = from->at[i];
}

void mock_host_waits(const mock_clock *clock)
{
	mock_clock_join(&host, clock);
}

uint32_t mock_new_lane(void)
{
	return ++lanes;
}

/* --- accesses --------------------------------------------------------------------------------- */

static void forget_waited(void)
{
	size_t kept = 0;

	for (size_t i = 0; i < past.count; i++)
		if (past.all[i].when > time_of(&host, past.all[i].lane))
			past.all[kept++] = past.all[i];
	past.count = kept;
}

static bool conflict(const access *one, const access *other)
{
	if (one->begin >= other->end || other->begin >= one->end ||
	    (one->kernel && other->kernel && one->begin != other->begin))
		return false;
	return one->how == MOCK_WRITES || other->how == MOCK_WRITES;
}

static const char *verb(mock_access how)
{
	return how == MOCK_WRITES ? "writes" : how == MOCK_READS ? "reads" : "uses";
}

/* Check that all earlier accesses that conflict with NOW come before it by CLOCK. */
static void check(const access *now, const mock_clock *clock)
{
	for (size_t i = 0; i < past.count; i++) {
		const access *before = &past.all[i];

		MOCK_RULE(before->when <= time_of(clock, before->lane) || !conflict(before, now),
			  "order",
			  "%s %s %llx, which %s on another stream %s, and no event is between them",
			  now->name, verb(now->how),
			  (unsigned long long)(now->begin > before->begin ? now->begin
									  : before->begin),
			  before->name, verb(before->how));
	}
}

static void note(const access *now, const mock_clock *clock)
{
	if (now->begin == now->end || now->how == MOCK_LEAVES)
		return;
	check(now, clock);
	if (past.count == past.room) {
		past.room = 2 * past.room + 16;
		past.all = realloc(past.all, past.room * sizeof(*past.all));
		MOCK_RULE(past.all, "memory", "the mock itself has no memory left");
	}
	past.all[past.count++] = *now;
}

static access access_of(const mock_work *work, mock_access how, nv_address begin, uint64_t bytes)
{
	static const char *const names[] = {[MOCK_COPY_IN] = "a copy to the device",
					    [MOCK_COPY_OUT] = "a copy to the host",
					    [MOCK_COPY] = "a copy",
					    [MOCK_SET] = "a set"};
	access made = {.begin = begin,
		       .end = begin + bytes,
		       .how = how,
		       .kernel = work->kind == MOCK_KERNEL};

	if (made.kernel)
		snprintf(made.name, sizeof(made.name), "kernel %.50s", work->name);
	else
		snprintf(made.name, sizeof(made.name), "%s", names[work->kind]);
	return made;
}

static void note_one(const mock_work *work, mock_access how, uint64_t begin, uint64_t bytes,
		     uint32_t lane, const mock_clock *clock)
{
	access now = access_of(work, how, begin, bytes);

	now.lane = lane;
	now.when = time_of(clock, lane);
	note(&now, clock);
}

/* Host memory is tracked by its own addresses. */
void mock_order_work(mock_clock *clock, uint32_t lane, const mock_work *work)
{
	mock_clock_join(clock, &host);
	extend(clock, lane + 1);
	clock->at[lane]++;
	forget_waited();
	for (uint32_t i = 0; i < work->pointer_count; i++)
		note_one(work, work->accesses[i], work->pointers[i],
			 mock_bytes_from(work->pointers[i]), lane, clock);
	if (work->kind == MOCK_COPY_IN || work->kind == MOCK_COPY || work->kind == MOCK_SET)
		note_one(work, MOCK_WRITES, work->to, work->bytes, lane, clock);
	if (work->kind == MOCK_COPY_OUT || work->kind == MOCK_COPY)
		note_one(work, MOCK_READS, work->from, work->bytes, lane, clock);
	if (work->host)
		note_one(work, work->kind == MOCK_COPY_OUT ? MOCK_WRITES : MOCK_READS,
			 (uintptr_t)work->host, work->bytes, lane, clock);
}

void mock_order_host(nv_address begin, uint64_t bytes, bool writes)
{
	access now = {.begin = begin,
		      .end = begin + bytes,
		      .how = writes ? MOCK_WRITES : MOCK_READS,
		      .name = "the call"};

	forget_waited();
	if (bytes)
		check(&now, &host);
}
