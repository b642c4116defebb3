/* tools/fuzz/target_case.c -- the fuzz target for cases (backends/case/case.h), which are folders: opened and run as
 * hpvm-run does, and read, made smaller and written as hpvm-reduce does.
 *
 * An input is the files of a folder, each after a line "=== NAME".
 * Mutation: of one file, bitcode by its structure. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "backends/case/reduce.h"
#include "src/base/alloc.h"
#include "src/file/file.h"
#include "tools/fuzz/fuzz.h"
#include "tools/fuzz/module.h"

enum { MOST_FILES = 16, MOST_STEPS = 3 };

typedef struct case_part {
	char name[32];
	size_t begins, ends; /* of its contents */
} case_part;

/* --- an input ----------------------------------------------------------------------------------- */

static const char mark[] = "=== ";

static const uint8_t *find_mark(const uint8_t *at, const uint8_t *end)
{
	for (; end - at >= (ptrdiff_t)sizeof(mark); at++)
		if (!memcmp(at, mark, sizeof(mark) - 1))
			return at;
	return end;
}

/* Read a name of letters, digits and dots; others would lead elsewhere. */
static const uint8_t *read_name(const uint8_t *at, const uint8_t *end, char name[32])
{
	size_t length = 0;

	while (at < end && *at != '\n') {
		if (length < 31 && (isalnum(*at) || (*at == '.' && length)))
			name[length++] = (char)*at;
		at++;
	}
	name[length] = '\0';
	return at < end ? at + 1 : end;
}

static unsigned find_parts(const uint8_t *data, size_t size, case_part parts[MOST_FILES])
{
	const uint8_t *end = data + size, *at = find_mark(data, end);
	unsigned count = 0;

	while (at < end && count < MOST_FILES) {
		case_part *made = &parts[count++];
		const uint8_t *from = read_name(at + sizeof(mark) - 1, end, made->name);

		at = find_mark(from, end);
		made->begins = (size_t)(from - data);
		/* the newline before the next mark is not the file's */
		made->ends = (size_t)(at - data) - (at < end && at > from);
		if (!*made->name)
			count--;
	}
	return count;
}

/* --- reading ------------------------------------------------------------------------------------ */

/* What is written can be read. */
static void write_and_read(const hr_case *variant)
{
	const char *path = fuzz_path("variant"), *why;
	hr_case again;

	if (!hr_case_write(variant, path, &why))
		return;
	hr_case_init(&again);
	if (!hr_case_read(&again, path, &why) || !hr_case_check(&again, &why))
		hr_bug("a case that was written is no case: %s", why);
	hr_case_free(&again);
}

static void reduce(const hr_case *from)
{
	for (int way = 0; way < HR_REDUCTIONS; way++)
		for (unsigned step = 0; step < MOST_STEPS; step++) {
			hr_case variant;

			switch (hr_reduce_step(from, (hr_reduction)way, step, &variant)) {
			case HR_REDUCE_MADE:
				write_and_read(&variant);
				hr_case_free(&variant);
				break;
			case HR_REDUCE_SAME: break;
			case HR_REDUCE_END: step = MOST_STEPS; break;
			}
		}
	hr_folder_clear(fuzz_path("variant"));
	remove(fuzz_path("variant"));
}

static void run(const char *path)
{
	hr_case_program program;
	const char *why;
	uint8_t *bytes;
	size_t size;

	if (!hr_case_open(path, &program, &why))
		return;
	for (int i = 0; i < 2; i++)
		if (program.files[i] && hr_file_read(program.files[i], &bytes, &size) == 0) {
			bytes = hr_resize(bytes, size + 1);
			bytes[size] = 0;
			fuzz_program(program.files[i], bytes, size);
			hr_free(bytes);
		}
	hr_case_close(&program);
}

static void read_and_reduce(const char *path)
{
	const char *why;
	hr_case of;

	hr_case_init(&of);
	if (hr_case_read(&of, path, &why) && hr_case_check(&of, &why)) {
		(void)hr_reduce_count(&of);
		hr_reduce_print(&of, fuzz_nowhere());
		reduce(&of);
	}
	hr_case_free(&of);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	case_part parts[MOST_FILES];
	unsigned count = find_parts(data, size, parts);
	jmp_buf end;

	for (unsigned i = 0; i < count; i++)
		fuzz_write(parts[i].name, data + parts[i].begins, parts[i].ends - parts[i].begins);
	if (setjmp(end) == 0) {
		run(fuzz_folder());
		fuzz_memory_ends(&end);
		read_and_reduce(fuzz_folder());
	}
	fuzz_memory_ends(NULL);
	fuzz_clear();
	return 0;
}

/* --- mutation ----------------------------------------------------------------------------------- */

static bool ends_with(const char *text, const char *end)
{
	const size_t length = strlen(text), wanted = strlen(end);

	return length >= wanted && !strcmp(text + length - wanted, end);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
	fuzz_random random = fuzz_random_new(seed);
	case_part parts[MOST_FILES];
	unsigned count = find_parts(data, size, parts);
	const case_part *of;
	size_t old, made, room;
	uint8_t *changed;

	if (!count)
		return LLVMFuzzerMutate(data, size, most);
	of = fuzz_below(&random, 2) ? &parts[fuzz_below(&random, count)]
				    : parts; /* the first is case.yaml */
	old = of->ends - of->begins;
	room = most - (size - old);
	changed = hr_alloc(room + 1);
	memcpy(changed, data + of->begins, old);
	if (ends_with(of->name, ".bc")) /* LLVM's reader leaks on bitcode that is damaged */
		made = fuzz_change_module(changed, old, room, seed);
	else
		made = LLVMFuzzerMutate(changed, old, room);
	memmove(data + of->begins + made, data + of->ends, size - of->ends);
	memcpy(data + of->begins, changed, made);
	hr_free(changed);
	return size - old + made;
}
