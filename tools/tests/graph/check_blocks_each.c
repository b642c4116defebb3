//: options --keep-going
//: exit 121
//: stderr memory from calloc (24 bytes, allocated by
//: stderr memory from realloc (24 bytes, allocated by
//: stderr memory from reallocarray (24 bytes, allocated by
//: stderr memory from aligned_alloc (64 bytes, allocated by
//: stderr memory from posix_memalign (24 bytes, allocated by
//: stderr memory from strdup (5 bytes, allocated by
//: stderr memory from strndup (3 bytes, allocated by
//: stderr memory from new (24 bytes, allocated by
//: stderr memory from new[] (24 bytes, allocated by
//: stderr byte 0 of memory from malloc (allocated by 'Root/Leaf' at 
//: stderr freed by 'Root/Leaf' at 
//: stderr read of 1 byte
//: stderr realloc of 24 bytes at 0x
//: stderr free of 24 bytes at 0x
//: stderr [use-after-free] (M6)
#define _GNU_SOURCE 1
#include "graph.h"

void *_Znwm(size_t bytes);
void *_Znam(size_t bytes);
void _ZdlPv(void *block);
void _ZdaPvm(void *block, size_t bytes);

/* An access past the end, at a separate source position. */
#define SPOIL(get, size)                                                                           \
	do {                                                                                       \
		volatile char *at = (void *)(get);                                                 \
		size_t count = (size);                                                             \
                                                                                                   \
		at[0] = at[count - 1] = 1;                                                         \
		at[count] = 1;                                                                     \
	} while (0)

/* Case p[0]. */
void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	const size_t wanted = (size_t)p[63] + 24;
	void *block = NULL, *moved;

	switch (p[0]) {
	case 0: SPOIL(calloc(wanted / 4, 4), wanted); break;
	case 1: SPOIL(realloc((void *)(size_t)p[63], wanted), wanted); break;
	case 2: SPOIL(reallocarray((void *)(size_t)p[63], wanted / 4, 4), wanted); break;
	case 3: SPOIL(aligned_alloc(64, wanted + 40), wanted + 40); break;
	case 4: posix_memalign(&block, 32, wanted); SPOIL(block, wanted); break;
	case 5: SPOIL(strdup("four"), 5); break;
	case 6: SPOIL(strndup("four", 2), 3); break;
	case 7: SPOIL(_Znwm(wanted), wanted); break;
	case 8: SPOIL(_Znam(wanted), wanted); break;
	}
	block = malloc(wanted);
	memset(block, 3, wanted);
	if (p[0] == 9) {
		_ZdlPv(_Znwm(wanted)); /* as it should be */
		_ZdaPvm(_Znam(wanted), wanted);
		moved = realloc(block, 1000);
		p[1] += ((char *)moved)[23];
		p[2] += *(volatile char *)block; /* already freed */
	}
	free(block);
	if (p[0] == 10)
		free(block);
	if (p[0] == 11)
		p[3] = realloc(block, 100) != NULL;
}
ROOT_OF(Leaf)

int main(void)
{
	struct arguments arguments = {data, sizeof data, 1, {0}};

	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	for (data[0] = 0; data[0] < 12; data[0]++) {
		__hpvm__wait(__hpvm__launch(0, Root, &arguments));
		llvm_hpvm_request_mem(data, sizeof data);
	}
	llvm_hpvm_untrack_mem(data);
	__hpvm__cleanup();
	return 0;
}
