//: options --width 256
//: runs -O0:interp -O1:jit -O2:jit
//: out 0 0
// Groups of 16 by 16 instances: elements of a row, of a column and of an array, as every operand of
// an operation. After the first step accesses take the fast path.
#include "graph.h"

enum { COLUMNS = 16, ROWS = 16, CELLS = COLUMNS * ROWS, RESULTS = 17, GROUPS = 3, STEPS = 3 };

// a: 4 for each row, then 4 for each column, then one for each cell; the results of a cell are
// adjacent.
#define KERNEL(Kernel, T)                                                                          \
	static inline void Kernel(const T *a, T *to, size_t x, size_t y, size_t group, int most)   \
	{                                                                                          \
		const T *row = a + 4 * y, *column = a + 4 * ROWS + x, *cell = a + 4 * ROWS + 64;   \
		T *d = to + ((group * ROWS + y) * COLUMNS + x) * RESULTS * STEPS;                  \
		cell += y * COLUMNS + x;                                                           \
		for (int k = 0; k < most; k++, row++, column += 16, cell++, d += RESULTS) {        \
			d[0] = row[0] + column[0];                                                 \
			d[1] = column[0] - row[0];                                                 \
			d[2] = row[0] - row[1];                                                    \
			d[3] = column[0] * column[16];                                             \
			d[4] = cell[0] - row[1];                                                   \
			d[5] = column[16] - cell[0];                                               \
			d[6] = row[0] * column[0] + cell[0];                                       \
			d[7] = column[0] * row[0] + row[1];                                        \
			d[8] = column[0] * column[16] + row[1];                                    \
			d[9] = cell[0] * row[0] + column[0];                                       \
			d[10] = row[0] * row[1] + row[0];                                          \
			d[11] = cell[0] * cell[0] + row[0];                                        \
			d[12] = column[0] * cell[0] + column[16];                                  \
			d[13] = row[0] * row[1] + column[0];                                       \
			d[14] = d[15] = d[16] = 7;                                                 \
			if ((x + y) % 3 == 0)                                                      \
				d[14] = row[0] + column[16];                                       \
			if (x >= 5)                                                                \
				d[15] = column[16] - row[0];                                       \
			if (y >= 5)                                                                \
				d[16] = row[1] * column[16];                                       \
		}                                                                                  \
	}                                                                                          \
	void Leaf##T(T *from, size_t from_bytes, T *to, size_t to_bytes)                           \
	{                                                                                          \
		__hpvm__hint(CPU_TARGET);                                                          \
		__hpvm__attributes(1, from, 1, to);                                                \
		void *node = __hpvm__getNode();                                                    \
		Kernel(from, to, __hpvm__getNodeInstanceID_x(node),                                \
		       __hpvm__getNodeInstanceID_y(node),                                          \
		       __hpvm__getNodeInstanceID_x(__hpvm__getParentNode(node)), STEPS);           \
	}                                                                                          \
	void Group##T(T *from, size_t from_bytes, T *to, size_t to_bytes)                          \
	{                                                                                          \
		__hpvm__hint(CPU_TARGET);                                                          \
		__hpvm__attributes(1, from, 1, to);                                                \
		void *node = __hpvm__createNodeND(2, Leaf##T, (size_t)COLUMNS, (size_t)ROWS);      \
		__hpvm__bindIn(node, 0, 0, 0);                                                     \
		__hpvm__bindIn(node, 1, 1, 0);                                                     \
		__hpvm__bindIn(node, 2, 2, 0);                                                     \
		__hpvm__bindIn(node, 3, 3, 0);                                                     \
	}                                                                                          \
	void Root##T(T *from, size_t from_bytes, T *to, size_t to_bytes)                           \
	{                                                                                          \
		__hpvm__hint(CPU_TARGET);                                                          \
		__hpvm__attributes(1, from, 1, to);                                                \
		void *node = __hpvm__createNodeND(1, Group##T, (size_t)GROUPS);                    \
		__hpvm__bindIn(node, 0, 0, 0);                                                     \
		__hpvm__bindIn(node, 1, 1, 0);                                                     \
		__hpvm__bindIn(node, 2, 2, 0);                                                     \
		__hpvm__bindIn(node, 3, 3, 0);                                                     \
	}                                                                                          \
	static int wrong_##T(void)                                                                 \
	{                                                                                          \
		static T from[4 * ROWS + 64 + CELLS + STEPS],                                      \
			to[GROUPS * CELLS * RESULTS * STEPS],                                      \
			right[GROUPS * CELLS * RESULTS * STEPS];                                   \
		struct __attribute__((packed)) {                                                   \
			T *from;                                                                   \
			size_t from_bytes;                                                         \
			T *to;                                                                     \
			size_t to_bytes;                                                           \
		} arguments = {from, sizeof from, to, sizeof to};                                  \
		int wrong = 0;                                                                     \
		for (int i = 0; i < 4 * ROWS + 64 + CELLS + STEPS; i++)                            \
			from[i] = (T)(i * 7 % 101 - 50);                                           \
		llvm_hpvm_track_mem(from, sizeof from);                                            \
		llvm_hpvm_track_mem(to, sizeof to);                                                \
                                                                                                   \
		__hpvm__wait(__hpvm__launch(0, Root##T, &arguments));                              \
		llvm_hpvm_request_mem(to, sizeof to);                                              \
		llvm_hpvm_untrack_mem(from);                                                       \
		llvm_hpvm_untrack_mem(to);                                                         \
		for (size_t y = 0; y < ROWS; y++)                                                  \
			for (size_t x = 0; x < COLUMNS; x++)                                       \
				for (size_t group = 0; group < GROUPS; group++)                    \
					Kernel(from, right, x, y, group, STEPS);                   \
		for (int i = 0; i < GROUPS * CELLS * RESULTS * STEPS; i++)                         \
			wrong += to[i] != right[i];                                                \
		return wrong;                                                                      \
	}
KERNEL(kernel_of_float, float)
KERNEL(kernel_of_double, double)

int main(void)
{
	__hpvm__init();
	int first = wrong_float(), second = wrong_double();

	__hpvm__cleanup();
	printf("%d %d\n", first, second);
	return 0;
}
