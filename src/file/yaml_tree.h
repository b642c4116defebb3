/* src/file/yaml_tree.h -- a YAML document as a small tree that knows its lines.
 *
 * The tree lives in the caller's arena. What no configuration file needs is an error, not a guess:
 * several documents, anchors and aliases, tags, keys that are not scalars, a key twice. */
#ifndef HR_YAML_TREE_H
#define HR_YAML_TREE_H

#include "src/base/arena.h"
#include "src/base/status.h"

typedef enum hr_yaml_kind { HR_YAML_SCALAR, HR_YAML_LIST, HR_YAML_MAP } hr_yaml_kind;

typedef struct hr_yaml hr_yaml;
struct hr_yaml {
	hr_yaml_kind kind;
	unsigned line;    /* from 1 */
	const char *text; /* scalar */
	bool plain;       /* scalar: not quoted, so it may be a number, a truth value or null */
	size_t count;     /* list, map */
	hr_yaml **items;  /* list, map */
	hr_yaml **keys;   /* map: scalars */
};

typedef struct hr_yaml_error {
	unsigned line; /* 0: the file as a whole */
	char text[160];
} hr_yaml_error;

/* Reads PATH, which holds one document. NULL: *error says why not. An empty file is an empty
 * map. */
hr_yaml *hr_yaml_read(const char *path, hr_arena *arena, hr_yaml_error *error) HR_MUST_CHECK;

/* The same from memory, which is borrowed for the call. */
hr_yaml *hr_yaml_parse(const char *text, size_t bytes, hr_arena *arena, hr_yaml_error *error)
	HR_MUST_CHECK;

/* The value of KEY in a map; NULL when there is none, or NODE is no map. */
hr_yaml *hr_yaml_get(const hr_yaml *node, const char *key);
bool hr_yaml_is(const hr_yaml *node, const char *text); /* a scalar with that text? */
bool hr_yaml_is_null(const hr_yaml *node);              /* a plain null, ~ or nothing? */

/* A plain scalar as a number or truth value; false: it is none. Integers are decimal, 0x, 0o or 0b,
 * with a sign; *negative says whether the value is minus *magnitude. *overflow: beyond 128 bits. */
bool hr_yaml_int(const hr_yaml *node, bool *negative, unsigned __int128 *magnitude, bool *overflow)
	HR_MUST_CHECK;
bool hr_yaml_bool(const hr_yaml *node, bool *value) HR_MUST_CHECK;
/* Whether it reads as a floating-point number: decimal or hexadecimal digits, or one of inf, nan
 * (a dot before, a sign before). *digits is what strtod and its kin take. */
bool hr_yaml_float(const hr_yaml *node, const char **digits) HR_MUST_CHECK;

#endif
