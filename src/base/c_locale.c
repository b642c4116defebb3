/* src/base/c_locale.c -- the locale "C" for one thread.
 *
 * Owns:     one locale for the whole process, which is never freed. */
#include "src/base/c_locale.h"

#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static locale_t c_locale;

static void make(void)
{
	c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

locale_t hr_c_locale_enter(void)
{
	pthread_once(&once, make);
	return uselocale(c_locale); /* (locale_t)0, if memory was exhausted, changes nothing */
}

void hr_c_locale_leave(locale_t before)
{
	uselocale(before);
}
