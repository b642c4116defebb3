/* interp/check/access/sandbox_string.c -- the functions of std::string that the C++ library keeps, for
 * programs in the sandbox.
 *
 * The library's own follow the pointers in a string, which a program may have changed, and allocate
 * without notice. These do the same with checks; the layout is that of libstdc++ since GCC 5, and so is
 * the growth of strings.
 *
 * Owns:      nothing.
 * Not here:  what the program has inline. */
#include <stdlib.h>
#include <string.h>

#include "interp/check/check_sandbox.h"
#include "interp/check/check_state.h"
#include "src/arith/cfunction.h"

enum { LOCAL = 15 };                                       /* capacity without a block */
static const uint64_t MOST = UINT64_C(0x3fffffffffffffff); /* what the library allows */

/* std::string */
typedef struct string {
	uint64_t data, length;
	union {
		char local[LOCAL + 1];
		uint64_t capacity;
	};
} string;

typedef struct string_call {
	hr_checker *checker;
	hr_thread *thread;
	uint8_t *frame;
	const hr_call *call;
	const hr_site *site;
	uint64_t self; /* the address of the string, */
	string now;    /* and what is there */
	uint64_t capacity;
} string_call;

static uint64_t argument(const string_call *of, unsigned i)
{
	return HR_REG(of->frame, I64, of->call->args[i].reg);
}

static hr_trap check(const string_call *of, uint64_t address, uint64_t bytes, bool write)
{
	return hr_sandbox_check(of->thread, of->frame, address, bytes, write,
				write ? "a write by std::string" : "a read by std::string");
}

static bool is_local(const string_call *of)
{
	return of->now.data == of->self + offsetof(string, local);
}

static hr_trap refuse(const string_call *of, const char *why)
{
	return hr_sandbox_refuse(of->thread, "calling '%s' %s", of->site->name, why);
}

/* Read the string that the call is for, which must be one. */
static hr_trap read_self(string_call *of)
{
	check_block block;
	hr_trap trap;

	of->self = argument(of, 0);
	trap = check(of, of->self, sizeof(of->now), true);
	if (trap)
		return trap;
	memcpy(&of->now, (const void *)(uintptr_t)of->self, sizeof(of->now));
	of->capacity = is_local(of) ? LOCAL : of->now.capacity;
	if (of->capacity > MOST || of->now.length > of->capacity)
		return refuse(of, "for what is no string");
	if (!is_local(of) && (!hr_check_block_at(of->checker, of->now.data, &block) ||
			      block.base != of->now.data || block.quarantined))
		return refuse(of, "for what is no string");
	return check(of, of->now.data, of->capacity + 1, true);
}

/* Return a new block for a text of CAPACITY, or NULL. */
static void *make(const string_call *of, uint64_t capacity)
{
	void *block = malloc(capacity + 1);

	hr_sandbox_give(of->checker, block, capacity + 1);
	return block;
}

static void forget(const string_call *of)
{
	void *block = (void *)(uintptr_t)of->now.data;
	const uint64_t end = of->now.data + of->capacity + 1;

	if (is_local(of))
		return;
	if (of->thread->level) {
		hr_access_checks_close_over(of->checker, of->now.data, end);
	} else {
		hr_check_host_begin(of->checker, of->thread);
		hr_check_host_close_over(of->checker, of->now.data, end);
		hr_check_host_end(of->checker);
	}
	hr_check_block_taken(of->checker, block);
	free(block);
}

static uint64_t grown(uint64_t wanted, uint64_t capacity)
{
	return wanted > capacity && wanted < 2 * capacity ? 2 * capacity : wanted;
}

/* Replace OUT characters from AT on by the IN at FROM, which may lie in the string. */
static hr_trap replace(string_call *of, uint64_t at, uint64_t out, uint64_t from, uint64_t in)
{
	const uint64_t length = of->now.length - out + in, behind = at + out;
	const uint64_t capacity = grown(length, of->capacity);
	char *text, *old = (char *)(uintptr_t)of->now.data;
	hr_trap trap = check(of, from, in, false);

	if (trap)
		return trap;
	if (at > of->now.length || out > of->now.length - at || in > MOST || length > MOST)
		return refuse(of, "beyond the end of the string");
	text = length <= of->capacity ? malloc(length + 1) : make(of, capacity);
	if (!text)
		return HR_REPORTED(of->thread, memory_limit, "std::string", (size_t)length);
	memcpy(text, old, at);
	if (in)
		memcpy(text + at, (const void *)(uintptr_t)from, in);
	memcpy(text + at + in, old + behind, of->now.length - behind);
	text[length] = '\0';
	if (length <= of->capacity) {
		memcpy(old, text, length + 1);
		free(text);
	} else {
		forget(of);
		of->now.data = (uint64_t)(uintptr_t)text;
		of->now.capacity = capacity;
		memcpy((void *)(uintptr_t)of->self, &of->now, sizeof(of->now));
	}
	memcpy((void *)(uintptr_t)(of->self + offsetof(string, length)), &length, sizeof(length));
	return 0;
}

static void set_result(const string_call *of, uint64_t value)
{
	if (of->call->result_count == 1)
		HR_REG(of->frame, I64, of->call->results[0].reg) = value;
}

/* char *_M_create(size_t &capacity, size_t old) */
static hr_trap create(const string_call *of)
{
	const uint64_t at = argument(of, 1);
	hr_trap trap = check(of, at, sizeof(uint64_t), true);
	uint64_t capacity;
	void *block;

	if (trap)
		return trap;
	memcpy(&capacity, (const void *)(uintptr_t)at, sizeof(capacity));
	if (capacity > MOST || argument(of, 2) > MOST)
		return refuse(of, "for too long a string");
	capacity = grown(capacity, argument(of, 2));
	block = make(of, capacity);
	if (!block)
		return HR_REPORTED(of->thread, memory_limit, "std::string", (size_t)capacity);
	memcpy((void *)(uintptr_t)at, &capacity, sizeof(capacity));
	set_result(of, hr_map_key(block));
	return 0;
}

static hr_trap assign(string_call *of)
{
	const uint64_t other = argument(of, 1);
	hr_trap trap = check(of, other, sizeof(string), false);
	string from;

	if (trap)
		return trap;
	memcpy(&from, (const void *)(uintptr_t)other, sizeof(from));
	return other == of->self ? 0 : replace(of, 0, of->now.length, from.data, from.length);
}

hr_trap hr_sandbox_string(hr_thread *thread, uint8_t *frame, const hr_call *call,
			  const hr_site *site)
{
	string_call of = {.checker = thread->run->checker,
			  .thread = thread,
			  .frame = frame,
			  .call = call,
			  .site = site};
	hr_trap trap;

	if (strstr(site->name, "9_M_create"))
		return create(&of);
	trap = read_self(&of);
	if (trap)
		return trap;
	set_result(&of, of.self);
	if (strstr(site->name, "9_M_append"))
		return replace(&of, of.now.length, 0, argument(&of, 1), argument(&of, 2));
	if (strstr(site->name, "9_M_assign"))
		return assign(&of);
	return replace(&of, argument(&of, 1), argument(&of, 2), argument(&of, 3), argument(&of, 4));
}
