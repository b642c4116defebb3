/* interp/values/values.h -- the values of a program by name: the pointers among the inputs of its roots and the outputs
 * of its leaves, which are handles of tensors in tensor programs, and the outputs of operators in the bodies of leaves.
 *
 * The name of a leaf's output is that of the imported model (the attribute "hpvm.value.N" of its function), that of
 * a root's input is the parameter's, that of a part's output is in attributes, too (interp/tensor/part.c). Without one,
 * or if an earlier value has the same, it is the path. */
#ifndef HR_VALUES_H
#define HR_VALUES_H

#include "ir/program/program.h"

typedef struct hr_value {
	const hr_node *node; /* a leaf, or a root, of which this is an input */
	unsigned port;
	bool input;
	int32_t part; /* the operator in a body of the leaf whose output PORT it is; -1: of the leaf itself */
	const char *name; /* unique in the program */
	const char
		*path; /* of the node; with the port if the node has several: "Model/Split_1.1" */
	const char *where;     /* the path of the node, or of the part */
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
/* Return true and set *INDEX to the value that is output PORT of PART of LEAF, if there is one. */
bool hr_values_inner(const hr_values *values, const hr_node *leaf, int32_t part, unsigned port,
		     size_t *index);
/* Return true if PATTERN (a glob, in which * stands for slashes, too) matches the name, or the path with or without the root. */
bool hr_value_matches(const hr_value *value, const char *pattern);
/* Report that no value matches PATTERN, with similar names. */
hr_status hr_values_none(const hr_values *values, hr_diags *diags, const char *pattern);

#endif
