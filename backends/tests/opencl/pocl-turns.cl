/* An error of a driver (docs/backends.md): PoCL 3.1, local size (1, 6) of 36 instances, nx 36, ny
 * 1. Each instance counts up to a different number of iterations and stores its number and
 * iterations + 1; instances of a group get the sum of another instance. A generated leaf, reduced
 * by hpvm-reduce and by hand. */
__kernel void leaf3(__global uint *out, ulong at,
		uint in,
		ulong nx,
		ulong ny,
		ulong group)
{
	ulong i = 0ul;
	ulong j;
	uint turn;
	uint last;
	uint k;
	uint sum;
	uint left;
	__private uchar *from;
	uint hash;
	uchar text[16] __attribute__((aligned(8)));
	double values[8] __attribute__((aligned(16)));
	uint table[16] __attribute__((aligned(16)));
	__private uint *row;
	uint next;
	__private uchar *after;
	uint turned;
	const ulong y = get_global_id(0);
	const ulong x = get_global_id(1);
	const ulong all = ny * nx;
	const ulong index = ny * x + y;
	const uint id = (uint)index;
	*(__private uint *)text = id;
	__private double *second = values + 1;
	*second = 0.5;
	*(((in & 252u) == 0u) ? (values + 3) : second) = 5.0;
	do {
		row = table + i * 4;
		j = 0ul;
		do {
			__private uint *cell = row + j;
			j = j + 1ul;
		} while (!(j == 4ul));
		i = i + 1ul;
	} while (!(i == 4ul));
	const uint count = (uint)all;
	const double value = (double)(int)count;
	const uint bytes = count & 15u;
	const bool none = bytes == 0u;
	const uint turns = ((uint)((int)id >> (id & 31u)) & 7u) + 1u;
	turn = 0u;
	last = id;
	for (;;) {
		next = last + 1u;
		k = 0u;
		do {
			if (none) {
				hash = 0u;
			} else {
				sum = 0u;
				left = bytes;
				from = text;
				for (;;) {
					left = left - 1u;
					after = from + 1;
					const uchar byte = *from;
					sum = (sum * 31u) + (uint)byte;
					if (left == 0u) {
						hash = sum;
						break;
					}
					from = after;
				}
			}
			values[(ulong)((hash + next) & 3u) * 2 + 1] = value;
			k = k + 1u;
		} while (!(k == 3u));
		turned = turn + 1u;
		if (turn == turns) {
			break;
		}
		turn = turned;
		last = next;
	}
	__global uint *to = out + index;
	barrier(CLK_GLOBAL_MEM_FENCE);
	*to = next;
}
