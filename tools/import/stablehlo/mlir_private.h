/* tools/import/stablehlo/mlir_private.h -- the reader of MLIR text. Private to the files mlir_*.c.
 *
 * A function that reads returns false after an error, of which the first is kept. */
#ifndef HR_MLIR_PRIVATE_H
#define HR_MLIR_PRIVATE_H

#include "src/base/status.h"
#include "src/base/vec.h"
#include "tools/import/stablehlo/mlir.h"

typedef struct mlir_reader {
	hr_arena *arena;
	const char *text, *end, *at;
	const char *error; /* NULL: none */
	mlir_known *known;
	unsigned depth;
	bool plain;             /* values of attributes have no types after them */
	hr_strmap aliases;      /* of attributes and types, to their places in the text */
	const char *counted;    /* up to where lines are counted */
	size_t line;            /* of COUNTED, from 1 */
	const char *line_start; /* of that line */
} mlir_reader;

typedef HR_VEC(const char *) mlir_name_list;
typedef HR_VEC(mlir_type) mlir_type_list;
typedef HR_VEC(mlir_attr) mlir_attr_list;
typedef HR_VEC(mlir_op) mlir_op_list;
typedef HR_VEC(mlir_region) mlir_region_list;

/* Copy a list into the arena, free it, and set *COUNT. */
#define MLIR_KEEP(r, list, count_)                                                                 \
	({                                                                                         \
		__typeof__((list)->data) kept_ =                                                   \
			hr_arena_array((r)->arena, (list)->count + 1, sizeof(*(list)->data));      \
		if ((list)->count)                                                                 \
			memcpy(kept_, (list)->data, (list)->count * sizeof(*(list)->data));        \
		*(count_) = (list)->count;                                                         \
		HR_VEC_FREE(list);                                                                 \
		kept_;                                                                             \
	})

/* --- mlir_text.c ------------------------------------------------------------------------------ */

/* Keep an error at the place AT (NULL: where the reader is). Return false. */
bool mlir_fail(mlir_reader *r, const char *at, const char *format, ...) HR_PRINTF(3, 4);
/* Pass over space and comments. */
void mlir_space(mlir_reader *r);
/* Set line and column of AT. */
void mlir_place(mlir_reader *r, const char *at, size_t *line, size_t *column);
/* Return true, after TOKEN, if that comes next; a word only if it is a whole one. */
bool mlir_accept(mlir_reader *r, const char *token);
/* The same, but it must come. */
bool mlir_expect(mlir_reader *r, const char *token);
bool mlir_next_is(mlir_reader *r, const char *token);
/* Return a word ("stablehlo.add"), or NULL, without an error, if none comes next. */
const char *mlir_word(mlir_reader *r);
/* Return what follows a sign as in @main, %0, #loc: a word or a string; NULL after an error. */
const char *mlir_signed_name(mlir_reader *r, char sign);
/* Return a string, without its quotes and escapes; NULL after an error. */
const char *mlir_string(mlir_reader *r);
/* Pass over a bracket and all up to the one that closes it. */
bool mlir_skip_brackets(mlir_reader *r);
/* Pass over ` loc(...)`, if it comes next. */
bool mlir_location(mlir_reader *r);
bool mlir_enter(mlir_reader *r);

/* --- mlir_type.c ------------------------------------------------------------------------------ */

bool mlir_read_type(mlir_reader *r, mlir_type *out);
/* Read types, separated by commas; in brackets if the next is one. */
bool mlir_read_types(mlir_reader *r, mlir_type_list *out);
/* Read the elements of `dense<...>` that end before END, of the type of OUT. */
bool mlir_read_dense(mlir_reader *r, const char *end, mlir_attr *out);

/* --- mlir_attribute.c ------------------------------------------------------------------------- */

bool mlir_read_attribute(mlir_reader *r, mlir_attr *out);
/* Read NAME = VALUE, ... up to CLOSE, adding to LIST. */
bool mlir_read_entries(mlir_reader *r, const char *close, mlir_attr_list *list);

/* --- mlir_form.c ------------------------------------------------------------------------------ */

/* What is read of an operation. */
typedef struct mlir_building {
	mlir_op op;
	mlir_name_list operands;
	mlir_attr_list attributes;
	mlir_region_list regions;
	mlir_type_list types; /* of results */
} mlir_building;

/* Read an operation after its name, in its own form, or pass over it. */
bool mlir_read_form(mlir_reader *r, mlir_building *b);
/* Add an operand, from its place in the text. */
bool mlir_read_operand(mlir_reader *r, mlir_name_list *out);
/* Read ` : types` at the end of an operation. */
bool mlir_read_result_types(mlir_reader *r, mlir_building *b);

/* --- mlir_read.c ------------------------------------------------------------------------------ */

/* Read a region in braces; its arguments are those of its first block, if it is written as one. */
bool mlir_read_region(mlir_reader *r, mlir_region *out);
/* Read `%a: type {...} loc(...), ...` up to CLOSE. */
bool mlir_read_arguments(mlir_reader *r, const char *close, mlir_name_list *names,
			 mlir_type_list *types);

#endif
