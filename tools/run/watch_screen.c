/* tools/run/watch_screen.c -- the lower rows of a terminal.
 *
 * The rows above become a scrolling region (DECSTBM), so that the program's output scrolls only
 * there. Each drawing saves the cursor and restores it, and is one write.
 *
 * Invariant: `rows` rows are reserved; if 0, the region is the whole terminal.
 * Owns:      nothing; the stream is borrowed. */
#include "tools/run/watch_screen.h"

#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { BUFFER = 16 * 1024, LEAST_ROWS = 8, LEAST_COLUMNS = 20 };

static struct {
	int file;              /* descriptor of the stream */
	unsigned rows, height; /* reserved rows, and the height of the terminal at that time */
	char buffer[BUFFER];
	size_t used;
} screen = {.file = -1};

static void put(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void put(const char *format, ...)
{
	size_t room = BUFFER - screen.used;
	va_list args;
	int length;

	va_start(args, format);
	length = vsnprintf(screen.buffer + screen.used, room, format, args);
	va_end(args);
	if (length > 0 && (size_t)length < room)
		screen.used += (size_t)length;
}

static void send(void)
{
	for (size_t at = 0; at < screen.used;) {
		ssize_t written = write(screen.file, screen.buffer + at, screen.used - at);

		if (written <= 0)
			break;
		at += (size_t)written;
	}
	screen.used = 0;
}

static bool measure(struct winsize *size)
{
	return ioctl(screen.file, TIOCGWINSZ, size) == 0 && size->ws_row >= LEAST_ROWS &&
	       size->ws_col >= LEAST_COLUMNS;
}

bool watch_screen_open(FILE *stream)
{
	screen.file = fileno(stream);
	return isatty(screen.file) == 1;
}

unsigned watch_screen_rows(void)
{
	struct winsize size;
	unsigned rows = measure(&size) ? size.ws_row / 2u : 0;

	return rows < WATCH_ROWS ? rows : WATCH_ROWS;
}

/* Reserve ROWS rows at the bottom; their contents move up. */
static void reserve(unsigned rows, unsigned height)
{
	for (unsigned i = 0; i < rows; i++)
		put("\n");
	put("\033[%uA\0337\033[1;%ur\0338", rows, height - rows);
	screen.rows = rows;
	screen.height = height;
}

void watch_screen_draw(const char *const *lines, unsigned count)
{
	struct winsize size;

	if (!measure(&size) || count >= size.ws_row)
		return;
	if (screen.rows && (screen.height != size.ws_row || screen.rows < count))
		watch_screen_clear();
	if (!screen.rows)
		reserve(count, size.ws_row);
	put("\0337");
	for (unsigned i = 0; i < screen.rows; i++)
		put("\033[%u;1H\033[K%.*s", size.ws_row - screen.rows + 1 + i, size.ws_col - 1,
		    i < count ? lines[i] : "");
	put("\0338");
	send();
}

void watch_screen_clear(void)
{
	if (!screen.rows)
		return;
	put("\0337\033[r\033[%u;1H\033[J\0338", screen.height - screen.rows + 1);
	screen.rows = 0;
	send();
}
