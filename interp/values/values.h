/* interp/values/values.h -- the values of a program by name: the pointers among the inputs of its roots and the outputs
 * of its leaves, which are handles of tensors in tensor programs.
 *
 * The name of a leaf's output is that of the imported model (the attribute "hpvm.value.N" of its function), that of
 * a root's input is the parameter's. Without one, or if an earlier value has the same, it is the path. */
#ifndef HR_VALUES_H
#define HR_VALUES_H

#include "ir/program/program.h"

typedef struct hr_value {
	const hr_node *node; /* a leaf, or a root, of which this is an input */
	unsigned port;
	bool input;
	const char *name; /* unique in the program */
	const char
		*path; /* of the node; with the port if the node has several: "Model/Split_1.1" */
	const char *operator_; /* in the model: "Conv"; or "" */
} hr_value;

typedef struct hr_values hr_values;

/* The values borrow from PROGRAM. */
hr_values *hr_values_new(const hr_program *program);
void hr_values_free(hr_values *values); /* may be NULL */
/* In the order of the graphs and their nodes. */
size_t hr_values_count(const hr_values *values);
const hr_value *hr_values_at(const hr_values *values, size_t i);
/* Set *FIRST to the first value of NODE and return their number: they are consecutive. */
size_t hr_values_of(const hr_values *values, const hr_node *node, size_t *first);
/* Return true if PATTERN (a glob, in which * stands for slashes, too) matches the name, or the path with or without the root. */
bool hr_value_matches(const hr_value *value, const char *pattern);
/* Report that no value matches PATTERN, with similar names. */
hr_status hr_values_none(const hr_values *values, hr_diags *diags, const char *pattern);

#endif
