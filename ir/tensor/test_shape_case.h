/* ir/tensor/test_shape_case.h -- for tests: the cases of test_shape_cases.def, and programs of them. */
#ifndef HR_TEST_SHAPE_CASE_H
#define HR_TEST_SHAPE_CASE_H

#include "ir/tensor/tensor_program.h"
#include "src/base/test.h"

static hr_arena arena;
static hr_symbols *symbols;
static hr_tprogram *program;

static inline void begin(void)
{
	hr_arena_init(&arena);
	symbols = hr_symbols_new();
	program = hr_tprogram_new(&arena, symbols, "test");
}

static inline void end(void)
{
	hr_tprogram_free(program);
	hr_symbols_free(symbols);
	hr_arena_free(&arena);
}

/* --- cases ------------------------------------------------------------------------------------ */

static const struct shape_case {
	const char *call, *operands, *result, *needs;
} cases[] = {
#define CASE(call, operands, result, needs) {call, operands, result, needs},
#include "ir/tensor/test_shape_cases.def"
#undef CASE
};
enum { CASES = sizeof(cases) / sizeof(cases[0]) };

/* Read expressions at *AT up to the character END into LIST; '?' is unknown. Return their number. */
static inline unsigned read_list(const char **at, char end, hr_sym *list)
{
	unsigned count = 0;

	for ((*at)++; **at != end;) {
		*at += strspn(*at, ", ");
		if (**at == '?')
			list[count++] = HR_SYM_NONE, (*at)++;
		else if (!strncmp(*at, "-9223372036854775808", 20))
			list[count++] = hr_sym_number(symbols, INT64_MIN), *at += 20;
		else
			list[count++] = hr_sym_read(symbols, *at, at);
	}
	(*at)++;
	return count;
}

/* Add the input that the text at *AT describes, "wide f32 (s0, 3)", "i64 (2) = [s0, -1]"; "-": none. */
static inline hr_tv read_operand(const char **at)
{
	hr_sym extents[HR_RANK_MOST], *known = hr_arena_array(&arena, 16, sizeof(*known));
	const bool wide = !strncmp(*at, "wide ", 5);
	char name[16] = "";
	unsigned rank;
	hr_tv made;

	if (**at == '-') {
		(*at)++;
		return 0;
	}
	*at += wide ? 5 : 0;
	memcpy(name, *at, strcspn(*at, " "));
	*at += strcspn(*at, "(");
	rank = read_list(at, ')', extents);
	made = hr_t_input(program, "", hr_elem_named(name), rank, extents);
	program->values.data[made].wide = wide;
	if (!strncmp(*at, " = [", 4)) {
		*at += 3;
		program->values.data[made].known_count = read_list(at, ']', known);
		program->values.data[made].known = known;
	}
	return made;
}

/* Add the call of a case to the program; return its operands in LIST and their number in *COUNT. */
static inline hr_tv add_case(const struct shape_case *of, hr_tv list[8], unsigned *count)
{
	const size_t word = strcspn(of->call, " ");

	*count = 0;
	for (const char *at = of->operands; *at; at += *at == ';')
		list[(*count)++] = read_operand(&at);
	hr_t_operator(program, "it", "It");
	return hr_t_call(program, hr_row_named(of->call, word), list, *count, "%s",
			 of->call + word + (of->call[word] == ' '));
}

#endif
