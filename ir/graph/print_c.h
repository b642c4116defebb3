/* ir/graph/print_c.h -- the packed structures that host code passes to launch and push and gets
 * from pop, in C (H2, S2). */
#ifndef HR_PRINT_C_H
#define HR_PRINT_C_H

#include "ir/graph/graph.h"

typedef enum hr_packed {
	HR_PACKED_ARGS, /* launch without streaming: the inputs, then the outputs */
	HR_PACKED_IN,   /* launch with streaming, push: the inputs */
	HR_PACKED_OUT,  /* pop: the outputs */
} hr_packed;

/* Return the bytes of the structure of ROOT. */
uint64_t hr_packed_bytes(const hr_node *root, hr_packed packed);

/* Print the definition of the structure: in one line, or, if LINES is not NULL, each field in its
 * own line, and LINES before each line. C and C++ accept it after <stdint.h>. */
void hr_print_packed(const hr_node *root, hr_packed packed, const char *lines, FILE *stream);

/* Print the structures of ROOT with their sizes, as --print-graph shows them: those of launch, and,
 * if a bind of ROOT is streaming, of push and pop. */
void hr_print_packed_all(const hr_node *root, FILE *stream);

/* Print a header for C and C++ with the structures of the COUNT roots. */
void hr_print_header(const hr_node *const *roots, unsigned count, FILE *stream);

#endif
