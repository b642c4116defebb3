//: options --check=all
//: out 13 13 13 13 13 13 13 13 13 13 13 13 0 3 3 3 3 3 3 3 3 0 abcdefg x 2
#ifndef EXTRA
#define EXTRA
#endif
#include <hpvm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A linked list, a pointer into the middle of an object, pointers in structures behind pointers,
 * writes of C functions, and memory that a leaf allocates. */
struct item {
	struct item *next;
	int values[4];
};

struct box {
	struct item *items;
	char *middle;
	int **made;
	double *sum;
};

struct __attribute__((packed)) args {
	struct box *box;
	size_t bytes;
};

void Leaf(struct box *box, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, box, 1, box);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());
	int *mine = malloc(sizeof(*mine));
	const char text[8] = "abcdefg";

	for (struct item *at = box->items; at; at = at->next)
		if (i < 4)
			at->values[i] = at->values[i] * 3 + 1;
	box->middle[i - 4] += 1;
	memcpy(box->middle + 100 + 8 * i, text, 8);
	strcpy(box->middle + 500 + 8 * i, strcmp(box->middle + 500 + 8 * i, "x") ? "x" : "y");
	*mine = (int)i;
	if (!i && box->made[0])
		box->made[0][0]++;
	if (!i && !box->made[0])
		box->made[0] = mine;
	else
		free(mine);
	EXTRA
	__hpvm__return(0);
}

void Root(struct box *box, size_t bytes)
{
	void *leaf;

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, box, 1, box);
	leaf = __hpvm__createNodeND(1, Leaf, (size_t)8);
	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
}

/* Objects are far apart, so that no address is close to the argument. */
enum { FAR = 200000 };

int main(void)
{
	struct box *box = calloc(1, FAR);
	struct item *items[3];
	struct args args = {box, sizeof(*box)};

	for (int k = 0; k < 3; k++) {
		items[k] = calloc(1, FAR);
		if (k)
			items[k - 1]->next = items[k];
	}
	box->items = items[0];
	box->middle = (char *)calloc(1, FAR) + 10000;
	box->made = calloc(1, FAR);
	box->sum = calloc(1, FAR);
	__hpvm__init();
	__hpvm__trackMemory(box, sizeof(*box));
	for (int k = 0; k < 3; k++)
		__hpvm__wait(__hpvm__launch(0, Root, &args));
	__hpvm__untrackMemory(box);
	__hpvm__cleanup();
	for (int k = 0; k < 3; k++)
		for (int j = 0; j < 4; j++)
			printf("%d ", items[k]->values[j]);
	for (int j = -5; j < 5; j++)
		printf("%d ", box->middle[j]);
	printf("%s %s %d\n", box->middle + 100, box->middle + 500, box->made[0][0]);
	return 0;
}
