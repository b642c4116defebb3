/* ir/rowkernel/code_private.h -- what the translation of statements (code.c) and of expressions
 * (code_expression.c) share: a position in a text, variables, and lines of LLVM IR. */
#ifndef HR_RK_CODE_PRIVATE_H
#define HR_RK_CODE_PRIVATE_H

#include "ir/rowkernel/rowkernel_code.h"
#include "src/base/status.h"
#include "src/base/vec.h"

typedef enum hr_rk_type { HR_RK_BOOL, HR_RK_INT, HR_RK_REAL, HR_RK_VECTOR } hr_rk_type;

typedef struct hr_rk_value {
	hr_rk_type type;
	bool literal;  /* an integer that may be a real number */
	char text[32]; /* "%12", "42" */
} hr_rk_value;

typedef struct hr_rk_name {
	const char *at;
	size_t length;
} hr_rk_name;

typedef struct hr_rk_variable {
	hr_rk_name name;
	hr_rk_value value;
} hr_rk_variable;

enum { HR_RK_VARIABLES = 160 };

typedef struct hr_rk_translator {
	hr_arena *arena;
	const hr_rk_source *source;
	const char *at; /* the rest of the text */
	hr_bytes lines; /* owns; LLVM IR */
	unsigned next;  /* number of the next value or block */
	unsigned block; /* in which lines go */
	unsigned variable_count;
	hr_rk_variable variables[HR_RK_VARIABLES];
	const char *numbers[HR_RK_NUMBERS];
	unsigned number_count;
	hr_bytes declarations; /* owns; each line once */
} hr_rk_translator;

/* --- code.c ----------------------------------------------------------------------------------- */

void hr_rk_append(hr_bytes *to, const char *format, ...) HR_PRINTF(2, 3);
/* Write a line that computes a new value of TYPE; return it. */
hr_rk_value hr_rk_line(hr_rk_translator *t, hr_rk_type type, const char *format, ...)
	HR_PRINTF(3, 4);
/* Write a declaration, once. */
void hr_rk_declare(hr_rk_translator *t, const char *line);
/* Return "i64"; the type of VALUE. */
const char *hr_rk_type_text(const hr_rk_translator *t, hr_rk_type type);
/* Return "float", "i8"; the type of an element in memory. */
const char *hr_rk_memory_text(hr_elem elem);
HR_NORETURN void hr_rk_wrong(const hr_rk_translator *t, const char *what);

void hr_rk_skip(hr_rk_translator *t);
/* Go past TEXT and return true if it comes next. */
bool hr_rk_accept(hr_rk_translator *t, const char *text);
void hr_rk_expect(hr_rk_translator *t, const char *text);
/* Go past a name and return it; its length is 0 if none comes next. */
hr_rk_name hr_rk_read_name(hr_rk_translator *t);
bool hr_rk_is(hr_rk_name name, const char *text);

hr_rk_variable *hr_rk_find(hr_rk_translator *t, hr_rk_name name);
void hr_rk_push(hr_rk_translator *t, hr_rk_name name, hr_rk_value value);
/* Return the array of that name, or NULL. */
const hr_rk_array *hr_rk_array_of(const hr_rk_translator *t, hr_rk_name name);

/* --- code_expression.c ------------------------------------------------------------------------ */

hr_rk_value hr_rk_expression(hr_rk_translator *t);
/* Return VALUE as one of TYPE: a literal as a real number, a truth value as an integer. */
hr_rk_value hr_rk_as(hr_rk_translator *t, hr_rk_value value, hr_rk_type type);
/* Return the address of an element of ARRAY. */
hr_rk_value hr_rk_address(hr_rk_translator *t, const hr_rk_array *array, hr_rk_value index);
void hr_rk_store(hr_rk_translator *t, const hr_rk_array *array, hr_rk_value index,
		 hr_rk_value value);

#endif
