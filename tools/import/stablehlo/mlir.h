/* tools/import/stablehlo/mlir.h -- MLIR text as a syntax tree: functions, operations, attributes, types.
 *
 * The text is untrusted. Whatever is wrong with it is an error with line and column, after which nothing
 * of the tree is used. Everything is in the arena. */
#ifndef HR_MLIR_H
#define HR_MLIR_H

#include "ir/tensor/element.h"
#include "src/base/arena.h"
#include "src/base/map.h"
#include "src/base/status.h"

enum {
	MLIR_MOST_DEPTH = 64,     /* of regions, attributes, types in one another */
	MLIR_MOST_RESULTS = 4096, /* of one operation */
	MLIR_DYNAMIC = -1         /* an extent that is not known: `?` */
};

typedef struct mlir_type {
	const char *text;    /* "tensor<?x3xf32>" */
	bool tensor;         /* else tokens, tuples and others, which are not supported */
	hr_elem elem;        /* HR_E_NONE: of a type that is not supported */
	const char *element; /* "f32", "complex<f32>" */
	unsigned rank;       /* may exceed HR_RANK_MOST */
	int64_t dim[HR_RANK_MOST], bound[HR_RANK_MOST]; /* a bound of 0: none */
} mlir_type;

typedef enum mlir_kind {
	MLIR_UNIT,    /* only its name */
	MLIR_INTEGER, /* also true and false */
	MLIR_REAL,
	MLIR_STRING, /* TEXT */
	MLIR_SYMBOL, /* "main" of @main */
	MLIR_WORD,   /* "LT", and of #stablehlo<comparison_direction LT> too */
	MLIR_LIST,   /* ITEMS */
	MLIR_DICT,   /* ITEMS with names */
	MLIR_DENSE,  /* DATA with the type TYPE; one element if SPLAT */
	MLIR_TYPE,
	MLIR_OPAQUE, /* of a form that is not read: TEXT */
} mlir_kind;

typedef struct mlir_attr {
	const char *name; /* in a dictionary, or "" */
	mlir_kind kind;
	int64_t integer;
	double real;
	const char *text;
	size_t count;
	const struct mlir_attr *items;
	mlir_type type;
	const void *data;
	bool splat;
} mlir_attr;

typedef struct mlir_names {
	const char *const *data; /* "0" of %0 and %0#0, "0#1" of %0#1 */
	size_t count;
} mlir_names;

typedef struct mlir_op {
	const char *name; /* "stablehlo.add" */
	size_t line, column;
	mlir_names results, operands;
	const mlir_attr *attributes; /* also what its own form has in words: "dims" */
	size_t attribute_count;
	const struct mlir_region *regions;
	size_t region_count;
	const mlir_type *types; /* of results, as many as RESULTS if TYPED */
	bool typed;
} mlir_op;

typedef struct mlir_region {
	mlir_names arguments;
	const mlir_type *types; /* of arguments */
	const mlir_op *ops;
	size_t op_count;
} mlir_region;

typedef struct mlir_function {
	const char *name;
	size_t line, column;
	mlir_region body;
} mlir_function;

typedef struct mlir_module {
	const char *name;
	const mlir_function *functions;
	size_t function_count;
} mlir_module;

/* Whether the form of the operation NAME is known: its text is read; else it is passed over, and its results
 * have no types. */
typedef bool mlir_known(const char *name);

/* Read TEXT, of SIZE bytes and ended by a zero byte, into *OUT. Return NULL, or what is wrong, with line
 * and column. */
const char *mlir_read(hr_arena *arena, const char *text, size_t size, mlir_known *known,
		      mlir_module *out) HR_MUST_CHECK;
/* Return true if the file that begins with the SIZE bytes at TEXT is MLIR, as text or as bytecode. */
bool mlir_is_text(const char *text, size_t size);
bool mlir_is_bytecode(const char *text, size_t size);

/* Return the attribute NAME, or NULL; of a dictionary. */
const mlir_attr *mlir_attr_of(const mlir_op *op, const char *name);
const mlir_attr *mlir_item(const mlir_attr *dict, const char *name);
/* Return integer I of a list, or of a dense tensor of integers. */
int64_t mlir_integer_at(const mlir_attr *list, size_t i);

#endif
