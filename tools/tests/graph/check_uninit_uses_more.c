//: options --check=uninit --keep-going
//: runs -O0:interp -O0:jit
//: exit 121
//: stderr the size of an allocation is uninitialised
//: stderr the size of an array is uninitialised
//: stderr an argument of 'malloc' is uninitialised
//: stderr an argument of '_Znwm' is uninitialised
//: stderr the address of an atomic access is uninitialised
//: stderr the comparand of an atomic exchange is uninitialised
//: stderr a result is uninitialised
//: stderr byte 64 of argument 0 ('p') of 'Root/Leaf' (tracked at
//: stderr a switch depends on an uninitialised value
#include "graph.h"

void *_Znwm(size_t);

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	unsigned some[8];
	int expected = 0;

	*(char *)__hpvm__malloc((some[0] & 7) + 1) = 1;
	char array[(some[1] & 7) + 1];

	array[0] = 1;
	*(char *)malloc((some[2] & 7) + 1) = 1;
	*(char *)_Znwm((some[3] & 7) + 1) = 1;
	__atomic_fetch_add(p + (some[4] & 1), 1, __ATOMIC_SEQ_CST);
	__atomic_compare_exchange_n(&some[5], &expected, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
	__hpvm__atomic_add(p + 16, (int)some[6]);
	switch (some[7]) {
	case 1:
		p[3] = 7;
	case 2:
		p[2] = 8;
	}
}
ROOT_OF(Leaf)
MAIN(1)
