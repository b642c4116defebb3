/* tables.c -- leaves that read constants through other constants: tables of pointers, to parts of
 * arrays, in structures, in several steps. With OTHER, what no device supports: addresses of
 * functions and of variables, and constants that refer to themselves. */
#include <hpvm.h>
#include <stdio.h>

enum { COUNT = 48 };

static const int primes[] = {2, 3, 5, 7, 11, 13, 17, 19};
static const int squares[] = {0, 1, 4, 9, 16, 25, 36, 49};
static const int *const rows[] = {primes, squares, primes + 4, &squares[7], 0};

typedef struct shape {
	char sides;
	const char *name;
	const int *const *from;
	short more;
} shape;
static const shape shapes[] = {{3, "triangle", rows, 7}, {4, "square", rows + 1, -8}, {6, "hexagon", &rows[2], 9}};
static const struct __attribute__((packed)) { char mark; const shape *at; } ends[] = {{'a', &shapes[2]}, {'z', shapes}};

#ifdef OTHER
typedef struct ring {
	const struct ring *next;
	int value;
} ring;
extern const ring second;
const ring first = {&second, 1}, second = {&first, 2};
int changes = 5;
static int *const variable[] = {&changes, 0};
__attribute__((noinline)) static int one(int i) { return i + 1; }
__attribute__((noinline)) static int two(int i) { return i * 2; }
static int (*const functions[])(int) = {one, two};
#define TABLE(i) (OTHER == 1 ? (&first)[i % 2].next->value : OTHER == 2 ? *variable[i & 1 ? 0 : i % 2] : functions[i % 2](i))
#else
#define TABLE(i) 0
#endif

void Look(int *p, long bytes)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());
	const int *row = rows[p[i] % 5];
	const shape *shape = &shapes[p[i] % 3], *end = ends[i % 2].at;
	int sum = row ? row[0] : -1;

	for (const char *at = shape->name; *at; at++)
		sum = sum * 31 + *at;
	p[i] = sum + shape->sides * shape->from[i % 2][0] + shape->more + (end->from == rows ? 1000 : end->sides) + TABLE(i);
}

void Root(int *p, long bytes)
{
	void *look = __hpvm__createNodeND(1, Look, (long)COUNT);

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	__hpvm__bindIn(look, 0, 0, 0);
	__hpvm__bindIn(look, 1, 1, 0);
}

int main(void)
{
	static int p[COUNT];
	struct __attribute__((packed)) { int *p; long bytes; } args = {p, sizeof(p)};

	for (int i = 0; i < COUNT; i++)
		p[i] = i * 7;
	__hpvm__init();
	llvm_hpvm_track_mem(p, sizeof(p));
	__hpvm__wait(__hpvm__launch(0, Root, &args));
	llvm_hpvm_request_mem(p, sizeof(p));
	for (int i = 0; i < COUNT; i++)
		printf("%d\n", p[i]);
	llvm_hpvm_untrack_mem(p);
	__hpvm__cleanup();
	return 0;
}
