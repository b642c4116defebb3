/* src/diag/progress.c -- the progress line.
 *
 * Invariant: `shown` is true exactly while the progress line is on the stream.
 * Owns:      the line; the stream is borrowed.
 * Not here:  what is counted (interp/schedule/schedule.c calls hr_run.progress). */
#include "src/diag/progress.h"

#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { DELAY_MS = 500, PERIOD_MS = 100, WIDTH_UNKNOWN = 80, WIDTH_LIMIT = 200 };

static struct {
	pthread_mutex_t lock;
	FILE *stream; /* NULL: no progress line */
	bool shown, at_once;
	uint64_t began, last; /* milliseconds */
} progress = {.lock = PTHREAD_MUTEX_INITIALIZER};

static uint64_t milliseconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

void hr_progress_begin(hr_progress_mode mode, FILE *stream)
{
	bool wanted =
		mode == HR_PROGRESS_ALWAYS || (mode == HR_PROGRESS_AUTO && isatty(fileno(stream)));

	pthread_mutex_lock(&progress.lock);
	progress.stream = wanted ? stream : NULL;
	progress.at_once = mode == HR_PROGRESS_ALWAYS;
	progress.shown = false;
	progress.began = milliseconds();
	progress.last = 0;
	pthread_mutex_unlock(&progress.lock);
}

/* Return the columns of the terminal; a line that wraps could not be erased. */
static int columns(FILE *stream)
{
	struct winsize size;

	if (ioctl(fileno(stream), TIOCGWINSZ, &size) != 0 || size.ws_col < 20)
		return WIDTH_UNKNOWN;
	return size.ws_col < WIDTH_LIMIT ? size.ws_col : WIDTH_LIMIT;
}

/* Print the line at CLOCK milliseconds since the beginning. A long WHAT loses its beginning,
 * because the end of a node's path is more informative. */
static void print(const char *what, uint64_t done, uint64_t total, uint64_t operations,
		  uint64_t clock)
{
	char numbers[140];
	size_t length = strlen(what);
	int room, used = 0;

	if (total)
		used = snprintf(numbers, sizeof(numbers), " %llu/%llu (%u%%)",
				(unsigned long long)done, (unsigned long long)total,
				(unsigned)((double)done * 100.0 / (double)total));
	used += snprintf(numbers + used, sizeof(numbers) - (size_t)used,
			 ", %llu operations, %llu.%llu s", (unsigned long long)operations,
			 (unsigned long long)(clock / 1000),
			 (unsigned long long)(clock / 100 % 10));
	room = columns(progress.stream) - used - 1;
	if (room < 0)
		room = 0;
	if (length > (size_t)room)
		what += length - (size_t)room;
	fprintf(progress.stream, "\r\033[K%s%s\r", what, numbers);
	fflush(progress.stream);
	progress.shown = true;
}

void hr_progress_show(const char *what, uint64_t done, uint64_t total, uint64_t operations)
{
	uint64_t now;

	pthread_mutex_lock(&progress.lock);
	now = milliseconds();
	if (progress.stream && (progress.at_once || now - progress.began >= DELAY_MS) &&
	    (progress.last == 0 || now - progress.last >= PERIOD_MS)) {
		print(what, done, total, operations, now - progress.began);
		progress.last = now;
	}
	pthread_mutex_unlock(&progress.lock);
}

static void erase(void)
{
	if (progress.stream && progress.shown) {
		fputs("\r\033[K", progress.stream);
		fflush(progress.stream);
	}
	progress.shown = false;
}

void hr_progress_hide(void)
{
	pthread_mutex_lock(&progress.lock);
	erase();
	pthread_mutex_unlock(&progress.lock);
}

void hr_progress_end(void)
{
	pthread_mutex_lock(&progress.lock);
	erase();
	progress.stream = NULL;
	pthread_mutex_unlock(&progress.lock);
}
