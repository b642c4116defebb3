/* bench/soak/sample.h -- what a process has, at intervals: memory, descriptors, threads, children,
 * files and code. Says what has grown.
 *
 *	soak_begin(COUNT);
 *	for (long i = 0; i < COUNT; i++) {
 *		...
 *		soak_step(i + 1);
 *	}
 *	return soak_end(0);
 *
 * A quantity has grown if its least value in the last quarter exceeds its largest value in the
 * second quarter by more than its tolerance. Work of the first quarter fills caches and pools. */
#ifndef SOAK_SAMPLE_H
#define SOAK_SAMPLE_H

#include <dirent.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SOAK_SAMPLES = 64, SOAK_MAPS_EACH = 4 };

enum {
	SOAK_HEAP,
	SOAK_RESIDENT,
	SOAK_MAPS,
	SOAK_CODE,
	SOAK_CODE_MAPS,
	SOAK_DESCRIPTORS,
	SOAK_THREADS,
	SOAK_CHILDREN,
	SOAK_FILES,
	SOAK_KINDS
};

static const struct {
	const char *name;
	long tolerance;
} soak_kinds[SOAK_KINDS] = {
	[SOAK_HEAP] = {"heap in use, KiB", 64},
	[SOAK_RESIDENT] = {"resident memory, KiB", 4096},
	[SOAK_MAPS] = {"mappings", 8},
	[SOAK_CODE] = {"executable memory, KiB", 0},
	[SOAK_CODE_MAPS] = {"executable mappings", 0},
	[SOAK_DESCRIPTORS] = {"descriptors", 0},
	[SOAK_THREADS] = {"threads", 0},
	[SOAK_CHILDREN] = {"children", 0},
	[SOAK_FILES] = {"temporary files", 0},
};

static struct {
	long count, taken;
	long next[SOAK_SAMPLES + 1], value[SOAK_SAMPLES + 1][SOAK_KINDS];
	struct timespec begun;
} soak;

/* Return the number of entries of FOLDER; those of the folder itself and its parent do not count. */
static long soak_entries(const char *folder)
{
	DIR *open = folder ? opendir(folder) : NULL;
	long count = -2;

	if (!open)
		return 0;
	while (readdir(open))
		count++;
	closedir(open);
	return count;
}

/* Return the number of words of the file PATH. */
static long soak_words(const char *path)
{
	FILE *file = fopen(path, "re");
	long count = 0, number;

	while (file && fscanf(file, "%ld", &number) == 1)
		count++;
	if (file)
		fclose(file);
	return count;
}

static long soak_children(void)
{
	DIR *tasks = opendir("/proc/self/task");
	const struct dirent *task;
	long count = 0;

	while (tasks && (task = readdir(tasks))) {
		char path[300];

		snprintf(path, sizeof(path), "/proc/self/task/%s/children", task->d_name);
		count += soak_words(path);
	}
	if (tasks)
		closedir(tasks);
	return count;
}

static void soak_maps(long value[SOAK_KINDS])
{
	FILE *file = fopen("/proc/self/maps", "re");
	char line[5000], rights[8];
	unsigned long begin, end;

	value[SOAK_MAPS] = value[SOAK_CODE] = value[SOAK_CODE_MAPS] = 0;
	while (file && fgets(line, sizeof(line), file)) {
		if (sscanf(line, "%lx-%lx %7s", &begin, &end, rights) != 3)
			continue;
		value[SOAK_MAPS]++;
		if (rights[2] == 'x') {
			value[SOAK_CODE_MAPS]++;
			value[SOAK_CODE] += (long)((end - begin) / 1024);
		}
	}
	if (file)
		fclose(file);
}

static void soak_take(long value[SOAK_KINDS])
{
	struct mallinfo2 heap = mallinfo2();
	FILE *file = fopen("/proc/self/statm", "re");
	long size, pages = 0;

	value[SOAK_HEAP] = (long)((heap.uordblks + heap.hblkhd) / 1024);
	if (file) {
		if (fscanf(file, "%ld %ld", &size, &pages) != 2)
			pages = 0;
		fclose(file);
	}
	value[SOAK_RESIDENT] = pages * (sysconf(_SC_PAGESIZE) / 1024);
	soak_maps(value);
	value[SOAK_DESCRIPTORS] = soak_entries("/proc/self/fd");
	value[SOAK_THREADS] = soak_entries("/proc/self/task");
	value[SOAK_CHILDREN] = soak_children();
	value[SOAK_FILES] = soak_entries(getenv("TMPDIR"));
}

/* Begin to count COUNT operations. */
static void soak_begin(long count)
{
	soak.count = count;
	soak.taken = 0;
	for (long i = 0; i <= SOAK_SAMPLES; i++)
		soak.next[i] = (long)((double)count * (double)i / (double)SOAK_SAMPLES);
	soak_take(soak.value[soak.taken++]);
	clock_gettime(CLOCK_MONOTONIC, &soak.begun);
}

/* DONE operations are done. */
static void soak_step(long done)
{
	while (soak.taken <= SOAK_SAMPLES && done >= soak.next[soak.taken])
		soak_take(soak.value[soak.taken++]);
}

/* Return the largest value of samples FROM to TO of KIND, or the least. */
static long soak_extreme(int kind, int from, int to, int largest)
{
	long found = soak.value[from][kind];

	for (int i = from; i <= to; i++) {
		long value = soak.value[i][kind];

		if (largest ? value > found : value < found)
			found = value;
	}
	return found;
}

/* Return how much more than its tolerance KIND may grow by COUNT operations that keep EACH KiB. */
static long soak_kept(int kind, long each, long count)
{
	if (kind == SOAK_HEAP || kind == SOAK_RESIDENT)
		return each * count;
	return kind == SOAK_MAPS && each ? SOAK_MAPS_EACH * count : 0;
}

/* Print what has been measured. Return 1 if something has grown, else 0. Each operation may add EACH
 * KiB to what the process keeps, and if that is not 0 some mappings. */
static int soak_end(long each)
{
	struct timespec now;
	double seconds;
	int grown = 0;

	clock_gettime(CLOCK_MONOTONIC, &now);
	seconds = (double)(now.tv_sec - soak.begun.tv_sec) +
		  (double)(now.tv_nsec - soak.begun.tv_nsec) * 1e-9;
	fprintf(stderr, "%ld operations, %.1f s, %.3f us each\n", soak.count, seconds,
		seconds / (double)soak.count * 1e6);
	for (int kind = 0; kind < SOAK_KINDS; kind++) {
		long second = soak_extreme(kind, SOAK_SAMPLES / 4, SOAK_SAMPLES / 2, 1);
		long last = soak_extreme(kind, 3 * SOAK_SAMPLES / 4, SOAK_SAMPLES, 0);
		long tolerance = soak_kinds[kind].tolerance + soak_kept(kind, each, soak.count);
		int grows = last - second > tolerance;

		fprintf(stderr, "%-24s %9ld at begin %9ld in the second quarter %9ld at end%s\n",
			soak_kinds[kind].name, soak.value[0][kind], second, last,
			grows ? "  GROWS" : "");
		grown |= grows;
	}
	return grown;
}

#endif
