/* tools/fuzz/fuzz.c -- what all fuzz targets share: random numbers, a folder, the end of memory.
 *
 * Not here: running programs (program.c), the loop over inputs (libFuzzer, or replay.c). */
#include "tools/fuzz/fuzz.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/base/alloc.h"
#include "src/file/file.h"

/* --- random numbers ----------------------------------------------------------------------------- */

fuzz_random fuzz_random_new(unsigned seed)
{
	return (fuzz_random){seed * 0x9E3779B97F4A7C15u + 1};
}

static uint64_t next(fuzz_random *random)
{
	random->state ^= random->state << 13;
	random->state ^= random->state >> 7;
	random->state ^= random->state << 17;
	return random->state;
}

uint64_t fuzz_below(fuzz_random *random, uint64_t limit)
{
	return (next(random) >> 11) % limit;
}

uint64_t fuzz_number(fuzz_random *random)
{
	const unsigned bit = (unsigned)fuzz_below(random, 64);

	switch (fuzz_below(random, 6)) {
	case 0: return fuzz_below(random, 4);
	case 1: return fuzz_below(random, 64);
	case 2: return ((uint64_t)1 << bit) - 1;
	case 3: return (uint64_t)1 << bit;
	case 4: return -fuzz_below(random, 8);
	default: return next(random);
	}
}

/* --- files -------------------------------------------------------------------------------------- */

FILE *fuzz_nowhere(void)
{
	static FILE *nowhere;

	if (!nowhere)
		nowhere = fopen("/dev/null", "w");
	if (!nowhere)
		hr_bug("/dev/null cannot be opened");
	return nowhere;
}

static char *folder;
static pid_t owner;

static void remove_folder(void)
{
	if (getpid() != owner)
		return;
	hr_folder_clear(folder);
	rmdir(folder);
}

const char *fuzz_folder(void)
{
	if (!folder) {
		folder = hr_temporary("fuzz");
		owner = getpid();
		if (!mkdtemp(folder))
			hr_bug("no folder for the files of an input can be made");
		atexit(remove_folder);
	}
	return folder;
}

const char *fuzz_path(const char *name)
{
	static char paths[2][4096];
	static unsigned turn;
	char *path = paths[turn++ % 2];

	snprintf(path, sizeof(paths[0]), "%s/%s", fuzz_folder(), name);
	return path;
}

void fuzz_write(const char *name, const void *data, size_t size)
{
	if (hr_file_write(fuzz_path(name), data, size, NULL, 0) != 0)
		hr_bug("a file of an input cannot be written");
}

void fuzz_clear(void)
{
	hr_folder_clear(fuzz_folder());
}

/* --- memory ------------------------------------------------------------------------------------- */

static jmp_buf *memory_ends;
static int memory_ended;

/* Asked by the leak sanitizer. */
int __lsan_is_turned_off(void);
int __lsan_is_turned_off(void)
{
	return memory_ended;
}

/* What a program under test allocates and never frees is not a leak of ours. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
	return "leak:interp/host/fresh.c\nleak:hr_check_heap\nleak:libffi.so\n";
}

static void out_of_memory(size_t bytes)
{
	(void)bytes;
	memory_ended = 1;
	if (memory_ends)
		longjmp(*memory_ends, 1);
	hr_bug("no memory is left");
}

void fuzz_memory_ends(jmp_buf *to)
{
	memory_ends = to;
	hr_alloc_set_out_of_memory(out_of_memory);
}
