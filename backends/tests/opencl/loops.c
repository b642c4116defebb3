/* loops.c -- loops whose variables are hard to coalesce: the next value is computed before, during
 * or after the last use of the previous one. */
#include <hpvm.h>
#include <stdio.h>

enum { COUNT = 512, KINDS = 11 };

static unsigned swaps(unsigned x)            /* both at once */
{
	unsigned a = x, b = 1;

	for (unsigned i = 0; i < x % 13; i++) {
		unsigned t = a + b;

		a = b;
		b = t;
	}
	return a * 3 + b;
}

static unsigned rotates(unsigned x)
{
	unsigned a = x, b = x * 5, c = ~x;

	for (unsigned i = 0; i < x % 7; i++) {
		unsigned t = a;

		a = b;
		b = c;
		c = t ^ i;
	}
	return a + 2 * b + 4 * c;
}

static unsigned divides(unsigned x)          /* the last but one */
{
	unsigned a = x + 12, b = 18;

	while (b) {
		unsigned t = a % b;

		a = b;
		b = t;
	}
	return a;
}

static unsigned remembers(unsigned x)        /* the old value is used behind the loop */
{
	unsigned now = x, old;

	do {
		old = now;
		now = now * 1664525u + 1013904223u;
	} while (now % 5);
	return old ^ (now >> 3);
}

static unsigned leaves_early(const unsigned *data, unsigned x)   /* three exits */
{
	unsigned i = x % COUNT, sum = 0;

	for (;;) {
		unsigned v = data[i];

		if (v % 11 == 3)
			return sum + 1000000;
		sum += v;
		if (sum > 1u << 30)
			break;
		i = (i + 7) % COUNT;
		if (i == x % 5)
			return sum ^ i;
	}
	return i;
}

/* The last value of an inner loop is the first of the next iteration. */
static unsigned nests(unsigned x)
{
	unsigned inner = x % 17, total = 0;

	for (unsigned i = 0; i < 6; i++) {
		unsigned k = inner;

		do {
			k += 3;
			if (k % 4 == 1)
				continue;
			total += k ^ i;
		} while (k < 40);
		inner = k % 23;
		total = total * 3 + inner;
	}
	return total;
}

static unsigned collatz(unsigned x)          /* two paths to the next iteration */
{
	unsigned steps = 0;

	for (x = x % 97 + 1; x != 1; steps++)
		x = x & 1 ? 3 * x + 1 : x / 2;
	return steps;
}

static unsigned walks(const unsigned *data, unsigned x)          /* pointers */
{
	const unsigned *p = data + x % 32, *end = data + COUNT, *last = p;
	unsigned sum = 0;

	for (; p < end; p += 1 + *p % 9) {
		sum = sum * 7 + *p;
		last = p;
	}
	return sum + (unsigned)(last - data);
}

static unsigned chooses(unsigned x)
{
	unsigned state = x % 5, n = 0;

	while (n < 20) {
		switch (state) {
		case 0: state = 3; n += 1; continue;
		case 1: state = x % 3; n += 2; break;
		case 3: state = n % 5; break;
		default: state = (state + 1) % 5;
		}
		n += 1 + (state == 4);
	}
	return n * 10 + state;
}

/* Two next values, of which the first is used after the second is computed. */
static unsigned refines(unsigned x)
{
	unsigned p = x, rounds = 0;

	for (;;) {
		unsigned v = p * 2654435761u + rounds++, w;

		if (v % 3 == 0) {
			p = v;
			continue;
		}
		w = (p ^ p >> 7) * 40503u + rounds;
		if (w % 4) {
			p = w;
			continue;
		}
		return v + rounds;
	}
}

/* A product of old values, and a sum of new values. */
static float sums(const unsigned *data, unsigned x)
{
	float sum = 0, product = 1, before = 0;

	for (unsigned i = 0; i < x % 9; i++) {
		before = sum;
		sum = sum + product * (float)(data[i] & 255);
		product = product * 0.5f + before * 0.001f;
	}
	return sum - before + product;
}

void Leaf(const unsigned *data, long data_bytes, unsigned *to, long to_bytes)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(1, data, 1, to);
	long at = __hpvm__getNodeInstanceID_x(__hpvm__getNode());
	unsigned x = data[at], *mine = to + KINDS * at;

	mine[0] = swaps(x);
	mine[1] = rotates(x);
	mine[2] = divides(x);
	mine[3] = remembers(x);
	mine[4] = leaves_early(data, x);
	mine[5] = nests(x);
	mine[6] = collatz(x);
	mine[7] = walks(data, x);
	mine[8] = chooses(x);
	mine[9] = (unsigned)sums(data, x);
	mine[10] = refines(x);
	__hpvm__return(1, to_bytes);
}

void Root(const unsigned *data, long data_bytes, unsigned *to, long to_bytes)
{
	void *leaf = __hpvm__createNodeND(1, Leaf, (long)COUNT);

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, data, 1, to);
	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
	__hpvm__bindIn(leaf, 2, 2, 0);
	__hpvm__bindIn(leaf, 3, 3, 0);
	__hpvm__bindOut(leaf, 0, 0, 0);
}

int main(void)
{
	static unsigned data[COUNT], to[KINDS * COUNT];
	struct __attribute__((packed)) {
		unsigned *data;
		long data_bytes;
		unsigned *to;
		long to_bytes, out;
	} args = {data, sizeof data, to, sizeof to, 0};
	unsigned state = 1;

	for (int i = 0; i < COUNT; i++)
		data[i] = (state = state * 1103515245u + 12345u) >> 8;
	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	llvm_hpvm_track_mem(to, sizeof to);
	__hpvm__wait(__hpvm__launch(0, Root, &args));
	llvm_hpvm_request_mem(to, sizeof to);
	for (int k = 0; k < KINDS; k++) {
		unsigned sum = 0;

		for (int i = 0; i < COUNT; i++)
			sum = sum * 31 + to[KINDS * i + k];
		printf("%d: %u\n", k, sum);
	}
	llvm_hpvm_untrack_mem(data);
	llvm_hpvm_untrack_mem(to);
	__hpvm__cleanup();
	return 0;
}
