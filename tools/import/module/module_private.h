/* tools/import/module/module_private.h -- a tensor program while it is written as a module. Private to
 * module*.c. */
#ifndef HR_IMPORT_MODULE_PRIVATE_H
#define HR_IMPORT_MODULE_PRIVATE_H

#include <stdio.h>
#include <stdlib.h>

#include "tools/import/module/weights.h"

/* One operator as a leaf. */
typedef struct module_leaf {
	unsigned operator_;
	HR_VEC(hr_tv) inputs;  /* values of other operators, and inputs of the program */
	HR_VEC(hr_tv) outputs; /* its values that others use */
} module_leaf;

typedef struct module_writing {
	const hr_tprogram *program;
	hr_diags *diags;
	const char *path, *name;
	FILE *text, *texts; /* functions; the constant texts before them */
	unsigned text_count;
	unsigned next;       /* number of the next register and of the next block of a leaf */
	unsigned block;      /* the block that is being written */
	FILE *said;          /* attributes of the leaf that is being written */
	unsigned said_count; /* of leaves */
	int parts;           /* operators in bodies of the leaf */
	unsigned loop;       /* the register %iLOOP of the innermost iteration; 0: no loop */
	module_leaf *leaves; /* one for each operator */
	unsigned *port_of;   /* by value: 1 + the output of its leaf; 0: none */
	weight_folder weights;
} module_writing;

/* Return a leaf for each operator of PROGRAM, or of a body, and set PORT_OF by value. */
module_leaf *module_leaves(const hr_tprogram *program, unsigned *port_of);
void module_leaves_free(const hr_tprogram *program, module_leaf *leaves);
/* Return the address of a constant text, "@text.5"; in the arena. */
const char *module_text(module_writing *m, const char *text);
/* Write the hint and the attributes of a leaf whose COUNT inputs are %t1, %t2, ... */
void module_write_attributes(const module_writing *m, int hint, unsigned count);
/* Write the parameters and the body of LEAF. */
void module_write_leaf(module_writing *m, const module_leaf *leaf);

#endif
