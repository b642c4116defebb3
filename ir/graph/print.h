/* ir/graph/print.h -- prints a graph with the caller's notes on its ports. */
#ifndef HR_PRINT_H
#define HR_PRINT_H

#include "ir/graph/graph.h"

/* Return a note on a port ("tensor (1, 3, 32, 32)"), or NULL. The text is valid until the next
 * call. */
typedef const char *hr_port_words(void *data, const hr_node *node, bool output, unsigned port);

/* As hr_graph_print_text(), hr_graph_print_dot() and hr_graph_print_yaml(); WORDS may be NULL. */
void hr_graph_print_text_with(const hr_graph *graph, hr_port_words *words, void *data,
			      FILE *stream);
void hr_graph_print_dot_with(const hr_graph *graph, hr_port_words *words, void *data, FILE *stream);
void hr_graph_print_yaml_with(const hr_graph *graph, hr_port_words *words, void *data,
			      FILE *stream);

#endif
