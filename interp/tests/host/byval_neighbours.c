// Two structures and two vectors that are passed by value lie side by side: the second begins where the first ends.
//: out 43 9
#include <stdio.h>

typedef double vector __attribute__((ext_vector_type(8)));
typedef struct words {
	long word[8];
} words;

__attribute__((noinline)) static vector sum(vector a, vector b)
{
	return a + b;
}

__attribute__((noinline)) static long first(words a, words b)
{
	const long *volatile at = b.word;

	return a.word[7] + *at;
}

int main(void)
{
	vector a = {1, 2, 3, 4, 5, 6, 7, 8}, b = {42};
	words c = {{0, 1, 2, 3, 4, 5, 6, 7}}, d = {{2}};

	a = sum(a, b);
	printf("%g %ld\n", a[0], first(c, d));
	return 0;
}
