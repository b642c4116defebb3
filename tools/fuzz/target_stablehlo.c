/* tools/fuzz/target_stablehlo.c -- the fuzz target for StableHLO modules: read, translated, and printed as a program.
 *
 * Mutation: of bytes, or one piece of the text, up to a delimiter, is put in another's place: so the text stays one that
 * is read more often. */
#include <stdio.h>
#include <string.h>

#include "tools/fuzz/fuzz.h"
#include "tools/import/stablehlo/stablehlo.h"

static void import_input(hr_diags *diags, FILE *nowhere)
{
	hr_arena arena;
	hlo_source source = {.diags = diags,
			     .path = fuzz_path("input.mlir"),
			     .arena = &arena,
			     .symbols = hr_symbols_new()};
	hr_tprogram *program = NULL;

	hr_arena_init(&arena);
	if (hlo_is_module(source.path) && hlo_program(&source, &program) == HR_OK) {
		hr_t_print(program, nowhere);
		hr_t_explain(program, nowhere);
	}
	hr_tprogram_free(program);
	hr_symbols_free(source.symbols);
	hr_arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	FILE *nowhere = fopen("/dev/null", "w");
	hr_diags *diags = hr_diags_new(NULL);
	jmp_buf end;

	if (!nowhere)
		hr_bug("there is no /dev/null");
	fuzz_write("input.mlir", data, size);
	if (setjmp(end) == 0) {
		fuzz_memory_ends(&end);
		import_input(diags, nowhere);
	}
	fuzz_memory_ends(NULL);
	hr_diags_free(diags);
	fclose(nowhere);
	fuzz_clear();
	return 0;
}

/* --- mutation ----------------------------------------------------------------------------------- */

static bool is_delimiter(uint8_t byte)
{
	return byte && strchr(" \n,:<>()[]{}=", byte);
}

/* Set [*FROM, *TO) to the piece of DATA at a random place. */
static void piece(fuzz_random *random, const uint8_t *data, size_t size, size_t *from, size_t *to)
{
	*from = *to = fuzz_below(random, size);
	while (*from && !is_delimiter(data[*from - 1]))
		--*from;
	while (*to < size && !is_delimiter(data[*to]))
		++*to;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
	fuzz_random random = fuzz_random_new(seed);
	size_t from, to, other, end;
	uint8_t *copy;

	if (!size || fuzz_below(&random, 4) == 0)
		return LLVMFuzzerMutate(data, size, most);
	piece(&random, data, size, &from, &to);
	piece(&random, data, size, &other, &end);
	if (size - (to - from) + (end - other) > most)
		return size;
	copy = hr_alloc(size + 1);
	memcpy(copy, data, size);
	memcpy(data + from, copy + other, end - other);
	memcpy(data + from + (end - other), copy + to, size - to);
	hr_free(copy);
	return size - (to - from) + (end - other);
}
