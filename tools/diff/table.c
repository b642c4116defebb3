/* tools/diff/table.c -- tables of hpvm-diff: columns as wide as their contents.
 *
 * Not here:  what the columns are (report.c, against.c). */
#include "tools/diff/table.h"

#include <string.h>

static void print_cell(const diff_table *table, const char *text, int k, FILE *stream)
{
	fprintf(stream, k < table->left ? "%-*s  " : "%*s  ", table->widths[k], text);
}

void diff_table_begin(diff_table *table, const void *rows, size_t count, size_t bytes, FILE *stream)
{
	char text[DIFF_CELL];

	for (int k = 0; k < table->columns; k++) {
		table->widths[k] = (int)strlen(table->titles[k]);
		for (size_t i = 0; i < count; i++) {
			int width =
				(int)strlen(table->cell((const char *)rows + i * bytes, k, text));

			table->widths[k] = width > table->widths[k] ? width : table->widths[k];
		}
		print_cell(table, table->titles[k], k, stream);
	}
}

void diff_table_row(const diff_table *table, const void *row, FILE *stream)
{
	char text[DIFF_CELL];

	for (int k = 0; k < table->columns; k++)
		print_cell(table, table->cell(row, k, text), k, stream);
}
