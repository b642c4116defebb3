/* Each instance adds to a sum that only the instance before it can have left: correct in reference
 * order only. */
#include <hpvm.h>
#include <stdio.h>

static float sums[4] = {1};
static float parts[6 * 7 * 5];

void Sum(float *sums, size_t sums_size, float *parts, size_t parts_size)
{
	__hpvm__hint(FPGA_TARGET);
	__hpvm__attributes(1, parts, 2, sums, parts);
	void *node = __hpvm__getNode();
	long x = __hpvm__getNodeInstanceID_x(node), y = __hpvm__getNodeInstanceID_y(node),
	     z = __hpvm__getNodeInstanceID_z(node);

	sums[0] = sums[0] * 0.75f + (float)(x * 100 + y * 10 + z);
	parts[(x * 7 + y) * 5 + z] = sums[0];
	__hpvm__return(1, sums_size);
}

void Root(float *sums, size_t sums_size, float *parts, size_t parts_size)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, parts, 2, sums, parts);
	void *leaf = __hpvm__createNodeND(3, Sum, (size_t)6, (size_t)7, (size_t)5);

	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
	__hpvm__bindIn(leaf, 2, 2, 0);
	__hpvm__bindIn(leaf, 3, 3, 0);
	__hpvm__bindOut(leaf, 0, 0, 0);
}

typedef struct __attribute__((packed)) {
	float *sums;
	size_t sums_size;
	float *parts;
	size_t parts_size;
	size_t size;
} arguments;

int main(void)
{
	arguments with = {sums, sizeof sums, parts, sizeof parts, 0};
	float weighted = 0;

	__hpvm__init();
	llvm_hpvm_track_mem(sums, sizeof sums);
	llvm_hpvm_track_mem(parts, sizeof parts);
	__hpvm__wait(__hpvm__launch(0, Root, &with));
	llvm_hpvm_request_mem(sums, sizeof sums);
	llvm_hpvm_request_mem(parts, sizeof parts);
	for (int i = 0; i < 6 * 7 * 5; i++)
		weighted = weighted * 0.5f + parts[i];
	printf("%a %a\n", sums[0], weighted);
	printf("%g %zu\n", sums[0], with.size);
	llvm_hpvm_untrack_mem(sums);
	llvm_hpvm_untrack_mem(parts);
	__hpvm__cleanup();
	return 0;
}
