/* steps.c -- addresses that are computed in steps: of several sizes, backwards, in 32-bit integers,
 * in bytes that are not multiples of elements, around loops. */
#include <hpvm.h>
#include <stdio.h>
#include <string.h>

enum { COUNT = 64, SIDE = 8, ROOM = 96 };

typedef struct record {
	char tag;
	short parts[3];
	float grid[2][3];
	double total;
	struct { int low; long high; } pair;
} record;

typedef struct __attribute__((packed)) loose {
	char tag;
	int number;
	short rest;
} loose;

#define I __hpvm__getNodeInstanceID_x(__hpvm__getNode())

void Records(record *all, long bytes, float *out, long out_bytes, long stride)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(2, all, out, 2, all, out);
	long i = I;
	record *mine = all + i, *far = all + (COUNT - 1 - i) * stride / stride;
	float sum = 0;

	for (int row = 0; row < 2; row++)
		for (int k = 2; k >= 0; k--) {
			mine->grid[row][k] += (float)(row + k);
			sum = sum * 0.5f + mine->grid[row][k];
		}
	mine->parts[i % 3] = (short)(mine->parts[(i + 1) % 3] - 7);
	mine->total += sum + far->tag;
	mine->pair.high -= mine->pair.low + mine->parts[2];
	out[i * stride + 1] = sum;
	out[i * stride] = (float)mine->total;
	__hpvm__return(2, bytes, out_bytes);
}

/* Cells of a square and their neighbours, with 32-bit indices, some of them negative. */
void Square(int *cells, long bytes, int *out, long out_bytes, long stride)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(2, cells, out, 2, cells, out);
	int x = (int)I % SIDE, y = (int)I / SIDE, *row = cells + y * SIDE, *here = row + x, sum = *here;
	int wanted[4];

	for (int k = 0; k < 4; k++)
		wanted[k] = here[0] * k;
	if (x > 0 && y > 0 && x < SIDE - 1 && y < SIDE - 1)
		sum += here[-1] + here[1] + here[-SIDE] * 3 + (row + SIDE)[x] + *(here - SIDE - 1);
	for (int k = -x; k < SIDE - x; k++)
		sum = sum * 5 + here[k];
	out[(y * SIDE + x) * (int)stride + 1] = sum + wanted[x & 3];
	__hpvm__return(2, bytes, out_bytes);
}

/* Bytes, and wider accesses that span them. */
void Bytes(unsigned char *raw, long bytes, unsigned char *out, long out_bytes, long stride)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(2, raw, out, 2, raw, out);
	long i = I;
	loose *each = (loose *)raw + i;
	unsigned short *words = (unsigned short *)(out + 8 * i);
	unsigned *numbers = (unsigned *)(out + 8 * i + 4);

	each->number += each->rest * each->tag;
	words[0] = (unsigned short)(each->number >> 3);
	out[8 * i + 2] = (unsigned char)each->tag;
	*(short *)(out + ((i << 3) | 2)) ^= 9;
	*numbers = (unsigned)(each->number ^ (int)stride);
	numbers[0] += words[0];
	__hpvm__return(2, bytes, out_bytes);
}

#define STEP(leaf)                                                                                                        \
	void Root##leaf(void *a, long a_bytes, void *b, long b_bytes, long stride)                                        \
	{                                                                                                                 \
		void *node = __hpvm__createNodeND(1, leaf, (long)COUNT);                                                  \
		__hpvm__hint(CPU_TARGET);                                                                                 \
		__hpvm__attributes(2, a, b, 2, a, b);                                                                     \
		__hpvm__bindIn(node, 0, 0, 0);                                                                            \
		__hpvm__bindIn(node, 1, 1, 0);                                                                            \
		__hpvm__bindIn(node, 2, 2, 0);                                                                            \
		__hpvm__bindIn(node, 3, 3, 0);                                                                            \
		__hpvm__bindIn(node, 4, 4, 0);                                                                            \
		__hpvm__bindOut(node, 0, 0, 0);                                                                           \
		__hpvm__bindOut(node, 1, 1, 0);                                                                           \
	}
STEP(Records)
STEP(Square)
STEP(Bytes)

static void print(const char *name, const unsigned char *data, size_t bytes)
{
	unsigned long sum = 5381;

	for (size_t i = 0; i < bytes; i++)
		sum = sum * 33 + data[i];
	printf("%s: %016lx\n", name, sum);
}

static void run(const char *name, void *root, void *a, size_t a_bytes, void *b, size_t b_bytes)
{
	struct __attribute__((packed)) {
		void *a;
		long a_bytes;
		void *b;
		long b_bytes, stride, out[2];
	} args = {a, (long)a_bytes, b, (long)b_bytes, 2, {0, 0}};

	llvm_hpvm_track_mem(a, a_bytes);
	llvm_hpvm_track_mem(b, b_bytes);
	__hpvm__wait(__hpvm__launch(0, root, &args));
	llvm_hpvm_request_mem(a, a_bytes);
	llvm_hpvm_request_mem(b, b_bytes);
	print(name, a, a_bytes);
	print(name, b, b_bytes);
	llvm_hpvm_untrack_mem(a);
	llvm_hpvm_untrack_mem(b);
}

int main(void)
{
	static record records[COUNT];
	static float sums[2 * COUNT];
	static int cells[COUNT], results[2 * COUNT];
	static unsigned char raw[ROOM * sizeof(loose)], bytes[8 * COUNT + 64];

	for (int i = 0; i < COUNT; i++) {
		records[i] = (record){(char)i, {(short)i, 5, (short)(i * 3)}, {{1, 2, 3}, {4, 5, (float)i}}, .5 * i, {i, i * 9L}};
		cells[i] = i * i - 100;
	}
	for (size_t i = 0; i < sizeof(raw); i++)
		raw[i] = (unsigned char)(i * 7);
	__hpvm__init();
	run("records", RootRecords, records, sizeof(records), sums, sizeof(sums));
	run("square", RootSquare, cells, sizeof(cells), results, sizeof(results));
	run("bytes", RootBytes, raw, sizeof(raw), bytes, sizeof(bytes));
	__hpvm__cleanup();
	return 0;
}
