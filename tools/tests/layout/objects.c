/* objects.c -- a launch of Root of layout.h with a structure in each kind of object, by KIND.
 *
 * The structure fits unless SMALL (it lacks the results), UNPACKED, COUNT (the type of the second
 * field) or RESULT (of the fourth) says otherwise. */
#define STREAM 0
#include "layout.h"

#ifndef COUNT
#define COUNT size_t
#endif
#ifndef RESULT
#define RESULT double
#endif
#ifndef UNPACKED
#define PACKED __attribute__((packed))
#else
#define PACKED
#endif

typedef struct PACKED arguments {
	int *p;
	COUNT bytes;
	float scale;
#ifndef SMALL
	RESULT product;
	size_t copied;
#endif
} arguments;

static void set(arguments *a)
{
	memset(a, 0, sizeof *a);
	a->p = &number;
	a->bytes = sizeof number;
	a->scale = 1.5f;
}

static arguments *allocated(void)
{
	arguments *a = malloc(sizeof *a);

	set(a);
	return a;
}

static void go(void *a)
{
	void *graph = __hpvm__launch(0, Root, a);

	__hpvm__wait(graph);
}

static arguments global, several[3], *kept;

int main(int argc, char **argv)
{
	(void)argv;
	__hpvm__init();
	llvm_hpvm_track_mem(&number, sizeof number);
#if KIND == 0 /* a local variable, through a parameter */
	arguments a;
	set(&a);
	go(&a);
#elif KIND == 1 /* heap */
	arguments *a = allocated();
	go(a);
	free(a);
#elif KIND == 2
	set(&global);
	go(&global);
#elif KIND == 3 /* elements of an array */
	for (int i = 0; i < 3; i++) {
		set(&several[i]);
		go(&several[i]);
	}
#elif KIND == 4 /* a field of a larger structure */
	struct __attribute__((packed)) {
		long before;
		arguments a;
	} outer;
	set(&outer.a);
	go(&outer.a);
#elif KIND == 5 /* a pointer in a global variable */
	kept = allocated();
	go(kept);
#elif KIND == 6 /* heap whose size the code does not show */
	arguments *a = malloc((size_t)argc * sizeof *a);
	set(a);
	go(a);
#elif KIND == 7 /* a buffer of bytes, written and read by memcpy() */
	char buffer[36];
	arguments a;
	set(&a);
	memcpy(buffer, &a, sizeof a < sizeof buffer ? sizeof a : sizeof buffer);
	go(buffer);
#elif KIND == 8 /* a buffer that is used as a structure */
	_Alignas(16) char buffer[64];
	arguments *a = (arguments *)buffer;
	set(a);
	go(a);
#endif
	llvm_hpvm_untrack_mem(&number);
	__hpvm__cleanup();
	return 0;
}
