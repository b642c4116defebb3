/* tools/diff/table.h -- tables of hpvm-diff: columns as wide as their contents, before a verdict. */
#ifndef HR_DIFF_TABLE_H
#define HR_DIFF_TABLE_H

#include <stddef.h>
#include <stdio.h>

enum { DIFF_CELL = 256, DIFF_COLUMNS = 8 };

typedef struct diff_table {
	int columns;
	int left; /* the first columns, which are aligned to the left */
	const char *titles[DIFF_COLUMNS];
	/* Return column K of ROW; TEXT has room for it. */
	const char *(*cell)(const void *row, int k, char text[DIFF_CELL]);
	int widths[DIFF_COLUMNS]; /* set by diff_table_begin() */
} diff_table;

/* Set the widths to those of the titles and of COUNT rows of BYTES bytes each, and print the titles. The caller ends the line. */
void diff_table_begin(diff_table *table, const void *rows, size_t count, size_t bytes,
		      FILE *stream);
/* Print the columns of ROW. The caller ends the line. */
void diff_table_row(const diff_table *table, const void *row, FILE *stream);

#endif
