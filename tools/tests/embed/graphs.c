/* tools/tests/embed/graphs.c -- graphs for test_embed.c, and a main() for hpvm_run_main(). */
#define _GNU_SOURCE
#include <hpvm.h>

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- y[i] = a * x[i] ------------------------------------------------------------------------ */

void scale_step(const int *x, size_t x_bytes, int *y, size_t y_bytes, int a)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, x, 1, y);

	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());

	y[i] = a * x[i];
	__hpvm__return(1, y_bytes);
}

void scale(const int *x, size_t x_bytes, int *y, size_t y_bytes, int a, size_t count)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, x, 1, y);

	void *step = __hpvm__createNodeND(1, scale_step, count);

	__hpvm__bindIn(step, 0, 0, 0);
	__hpvm__bindIn(step, 1, 1, 0);
	__hpvm__bindIn(step, 2, 2, 0);
	__hpvm__bindIn(step, 3, 3, 0);
	__hpvm__bindIn(step, 4, 4, 0);
	__hpvm__bindOut(step, 0, 0, 0);
}

/* --- a quotient, which may trap ------------------------------------------------------------- */

void divide_step(int a, int b)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__return(1, a / b);
}

void divide(int a, int b)
{
	__hpvm__hint(CPU_TARGET);

	void *step = __hpvm__createNodeND(0, divide_step);

	__hpvm__bindIn(step, 0, 0, 0);
	__hpvm__bindIn(step, 1, 1, 0);
	__hpvm__bindOut(step, 0, 0, 0);
}

/* --- a stream ------------------------------------------------------------------------------- */

void twice_step(int a)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__return(1, 2 * a);
}

void twice(int a)
{
	__hpvm__hint(CPU_TARGET);

	void *step = __hpvm__createNodeND(0, twice_step);

	__hpvm__bindIn(step, 0, 0, 1);
	__hpvm__bindOut(step, 0, 0, 1);
}

/* --- faults of a leaf in the C library, and by the C library -------------------------------- */

static int compare(const void *left, const void *right)
{
	const int *a = left, *b = right;

	return *a / *b; /* a zero traps, below qsort() */
}

/* KIND: what goes wrong. */
void fault_step(int kind, int *memory, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, memory, 1, memory);
	switch (kind) {
	case 1:
		abort();
	case 2:
		exit(3);
	case 3:
		qsort(memory, bytes / sizeof(*memory), sizeof(*memory), compare);
		break;
	case 4:
		for (volatile int i = 0; i >= 0; i = (i + 1) & 0xff)
			;
		break;
	case 5:
		*(volatile int *)8 = 1;
		break;
	default:
		break;
	}
	__hpvm__return(1, kind);
}

void fault(int kind, int *memory, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, memory, 1, memory);

	void *step = __hpvm__createNodeND(0, fault_step);

	__hpvm__bindIn(step, 0, 0, 0);
	__hpvm__bindIn(step, 1, 1, 0);
	__hpvm__bindIn(step, 2, 2, 0);
	__hpvm__bindOut(step, 0, 0, 0);
}

/* --- host code ------------------------------------------------------------------------------ */

typedef struct __attribute__((packed)) divide_in {
	int a, b;
	int result;
} divide_in;

static const char *word = "";

static void at_exit(void)
{
	printf("exit %s\n", word);
	fflush(stdout);
}

static int quotient(int a, int b)
{
	divide_in in = {a, b, 0};
	void *graph = __hpvm__launch(0, divide, &in);

	__hpvm__wait(graph);
	return in.result;
}

static void *thread(void *data)
{
	*(int *)data = quotient(40, 4);
	return NULL;
}

static void *thread_exit(void *data)
{
	(void)data;
	exit(5);
}

static void *thread_trap(void *data)
{
	*(int *)data = quotient(1, 0);
	return NULL;
}

/* Makes a thread as a library does: the runtime does not see it. */
static void run_unknown(void *(*function)(void *), int *result)
{
	int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
	void *found = dlsym(RTLD_DEFAULT, "pthread_create");
	pthread_t other;

	memcpy(&create, &found, sizeof(create));
	create(&other, NULL, function, result);
	pthread_join(other, NULL);
}

static void run_thread(void *(*function)(void *), int *result)
{
	pthread_t other;

	pthread_create(&other, NULL, function, result);
	pthread_join(other, NULL);
}

/* The first argument is what to do. */
int main(int argc, char **argv)
{
	int status = 0;

	word = argc > 1 ? argv[1] : "";
	atexit(at_exit);
	__hpvm__init();
	if (strcmp(word, "quotient") == 0) {
		status = quotient(21, 3);
	} else if (strcmp(word, "trap") == 0) {
		status = quotient(1, 0);
	} else if (strcmp(word, "exit") == 0) {
		exit(9);
	} else if (strcmp(word, "abort") == 0) {
		abort();
	} else if (strcmp(word, "thread") == 0) {
		run_thread(thread, &status);
	} else if (strcmp(word, "unknown") == 0) {
		run_unknown(thread, &status);
	} else if (strcmp(word, "thread-exit") == 0) {
		run_thread(thread_exit, &status);
	} else if (strcmp(word, "thread-trap") == 0) {
		run_thread(thread_trap, &status);
	} else if (strcmp(word, "uncleaned") == 0) {
		return 0;
	} else if (strcmp(word, "sleep") == 0) {
		usleep(600 * 1000);
	}
	__hpvm__cleanup();
	return status;
}
