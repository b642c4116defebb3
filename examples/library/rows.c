/* rows.c -- calls a network that hpvm-import has compiled, with as many rows as it is given numbers for.
 *
 *	hpvm-import --emit=library network.mlir -o network.so
 *	cc rows.c ./network.so -o rows $(pkg-config --cflags --libs hpvm-ral)
 *	./rows 1 2 3 4 */
#include <stdio.h>
#include <stdlib.h>

#include "network.h"

enum { WIDTH = 4 };

static int run(ral *r, ral_tensor *in)
{
	ral_tensor *out;
	float *values;

	if (!in || network_run(r, &in, &out))
		return -1;
	values = malloc(ral_bytes(out) + 1);
	if (!values || ral_read(r, out, values, ral_bytes(out)))
		return -1;
	for (int64_t i = 0; i < ral_count(out); i++)
		printf("%g%c", values[i], (i + 1) % ral_extent(out, 1) ? ' ' : '\n');
	free(values);
	ral_drop(r, out);
	return 0;
}

int main(int argc, char **argv)
{
	const int64_t extents[] = {(argc - 1) / WIDTH, WIDTH};
	float *values = calloc((size_t)argc, sizeof(*values));
	ral *r = ral_open(NULL);
	ral_tensor *in = NULL;
	int code;

	if (!r || !values) {
		fprintf(stderr, "%s\n", ral_error(NULL));
		return 1;
	}
	for (int i = 1; i < argc; i++)
		values[i - 1] = (float)atof(argv[i]);
	in = ral_tensor_new(r, RAL_F32, 2, extents, values);
	code = run(r, in);
	if (code)
		fprintf(stderr, "%s\n", ral_error(r));
	ral_drop(r, in);
	ral_close(r);
	free(values);
	return code ? 1 : 0;
}
