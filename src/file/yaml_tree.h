/* src/file/yaml_tree.h -- a YAML document as a small tree with line numbers.
 *
 * The tree is in the caller's arena. YAML features that no configuration file needs are errors:
 * several documents, anchors and aliases, tags, keys that are not scalars, duplicate keys. */
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
	bool plain;       /* scalar: not quoted, so it may be a number, a boolean or null */
	size_t count;     /* list, map */
	hr_yaml **items;  /* list, map */
	hr_yaml **keys;   /* map: scalars */
};

typedef struct hr_yaml_error {
	unsigned line; /* 0: the file as a whole */
	char text[160];
} hr_yaml_error;

/* Read PATH, which contains one document. Return NULL and set *error on failure. An empty file is
 * an empty map. */
hr_yaml *hr_yaml_read(const char *path, hr_arena *arena, hr_yaml_error *error) HR_MUST_CHECK;

/* The same from memory, which is borrowed for the call. */
hr_yaml *hr_yaml_parse(const char *text, size_t bytes, hr_arena *arena, hr_yaml_error *error)
	HR_MUST_CHECK;

/* Return the value of KEY in a map; NULL if there is none, or NODE is not a map. */
hr_yaml *hr_yaml_get(const hr_yaml *node, const char *key);
bool hr_yaml_is(const hr_yaml *node, const char *text); /* true for a scalar with that text */
bool hr_yaml_is_null(const hr_yaml *node);              /* true for a plain null, ~ or nothing */

/* Return true if NODE is a plain scalar that is an integer (hr_yaml_int) or a boolean
 * (hr_yaml_bool). Integers are decimal, 0x, 0o or 0b, with an optional sign; *negative: the value
 * is minus *magnitude. *overflow: it exceeds 128 bits. */
bool hr_yaml_int(const hr_yaml *node, bool *negative, unsigned __int128 *magnitude, bool *overflow)
	HR_MUST_CHECK;
bool hr_yaml_bool(const hr_yaml *node, bool *value) HR_MUST_CHECK;
/* Return true if it is a floating-point number: decimal or hexadecimal digits, or inf or nan
 * (optionally with a dot and a sign in front). *digits is the text for strtod and similar
 * functions. */
bool hr_yaml_float(const hr_yaml *node, const char **digits) HR_MUST_CHECK;

#endif
