/* tools/fuzz/replay.c -- gives files to a fuzz target where there is no libFuzzer, with the same command line:
 *
 *	fuzz-TARGET [-runs=COUNT] [-seed=NUMBER] [-max_len=BYTES] FILE|FOLDER...
 *
 * runs the target once on each file. With -runs, COUNT mutations of the files follow. What kills the process is left in
 * the file `crash-TARGET` of the working directory. Other options of libFuzzer are ignored.
 *
 * Not here: feedback by coverage, which makes libFuzzer find what this does not. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "src/base/alloc.h"
#include "src/file/file.h"
#include "tools/fuzz/fuzz.h"

#pragma weak LLVMFuzzerCustomMutator

typedef struct input {
	uint8_t *bytes;
	size_t size;
} input;

static HR_VEC(input) inputs;
static fuzz_random randomness;

/* --- mutation ------------------------------------------------------------------------------------- */

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most)
{
	uint64_t times = 1 + fuzz_below(&randomness, 4);

	while (times--) {
		size_t at = size ? fuzz_below(&randomness, size) : 0;
		size_t count = size ? 1 + fuzz_below(&randomness, size - at) : 0;

		switch (fuzz_below(&randomness, 6)) {
		case 0:
			if (size)
				data[at] ^= (uint8_t)(1u << fuzz_below(&randomness, 8));
			break;
		case 1:
			if (size)
				data[at] = (uint8_t)fuzz_number(&randomness);
			break;
		case 2: /* remove */
			memmove(data + at, data + at + count, size - at - count);
			size -= count;
			break;
		case 3: /* repeat */
			if (count > most - size)
				count = most - size;
			memmove(data + at + count, data + at, size - at);
			size += count;
			break;
		case 4: /* copy */
			if (size)
				memmove(data + fuzz_below(&randomness, size - count + 1), data + at,
					count);
			break;
		default:
			if (size < most) {
				memmove(data + at + 1, data + at, size - at);
				data[at] = (uint8_t)fuzz_number(&randomness);
				size++;
			}
		}
	}
	return size;
}

/* --- inputs --------------------------------------------------------------------------------------- */

static void read_input(const char *path)
{
	input made;
	int error = hr_file_read(path, &made.bytes, &made.size);

	if (error) {
		fprintf(stderr, "%s: %s\n", path, strerror(error));
		exit(2);
	}
	HR_PUSH(&inputs, made);
}

static int is_shown(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static void read_inputs(const char *path)
{
	struct dirent **entries;
	struct stat status;
	int count;

	if (stat(path, &status) != 0 || !S_ISDIR(status.st_mode)) {
		read_input(path);
		return;
	}
	count = scandir(path, &entries, is_shown, alphasort);
	for (int i = 0; i < count; i++) {
		char file[4096];

		snprintf(file, sizeof(file), "%s/%s", path, entries[i]->d_name);
		read_input(file);
		free(entries[i]);
	}
	free(entries);
}

/* --- running ------------------------------------------------------------------------------------- */

static char crash[256];

/* The file is there while the target runs. The bytes are copied to a block of their size, so that sanitizers see what
 * is read behind them. */
static void run(const uint8_t *data, size_t size, int keep)
{
	uint8_t *copy = hr_alloc(size ? size : 1);

	memcpy(copy, data, size);
	if (keep && hr_file_write(crash, data, size, NULL, 0) != 0) {
		fprintf(stderr, "%s: %s\n", crash, strerror(errno));
		exit(2);
	}
	LLVMFuzzerTestOneInput(copy, size);
	hr_free(copy);
}

static void mutate_and_run(size_t most)
{
	const input *from = &inputs.data[fuzz_below(&randomness, inputs.count)];
	size_t room = most > from->size ? most : from->size, size = from->size;
	uint8_t *changed = hr_alloc(room + 1);

	memcpy(changed, from->bytes, size);
	if (LLVMFuzzerCustomMutator)
		size = LLVMFuzzerCustomMutator(changed, size, room,
					       (unsigned)fuzz_below(&randomness, UINT32_MAX));
	else
		size = LLVMFuzzerMutate(changed, size, room);
	run(changed, size, 1);
	hr_free(changed);
}

int main(int argc, char **argv)
{
	const char *name = strrchr(argv[0], '/');
	unsigned long runs = 0, seed = 1;
	size_t most = 4096;

	snprintf(crash, sizeof(crash), "crash-%s", name ? name + 1 : argv[0]);
	for (int i = 1; i < argc; i++) {
		if (sscanf(argv[i], "-runs=%lu", &runs) || sscanf(argv[i], "-seed=%lu", &seed) ||
		    sscanf(argv[i], "-max_len=%zu", &most) || argv[i][0] == '-')
			continue;
		read_inputs(argv[i]);
	}
	if (!inputs.count) {
		fprintf(stderr,
			"Usage: %s [-runs=COUNT] [-seed=NUMBER] [-max_len=BYTES] FILE|FOLDER...\n",
			argv[0]);
		return 2;
	}
	for (size_t i = 0; i < inputs.count; i++)
		run(inputs.data[i].bytes, inputs.data[i].size, 0);
	randomness = fuzz_random_new((unsigned)seed);
	for (unsigned long i = 0; i < runs; i++)
		mutate_and_run(most);
	remove(crash);
	printf("%zu files and %lu mutations of them\n", inputs.count, runs);
	for (size_t i = 0; i < inputs.count; i++)
		hr_free(inputs.data[i].bytes);
	HR_VEC_FREE(&inputs);
	return 0;
}
