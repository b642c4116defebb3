/* src/diag/near.c -- which diagnostic a misspelt name stands for: "did you mean".
 *
 * Capitals, hyphens and underscores do not count. A name is near if at most a third of the letters
 * must change (Levenshtein's distance); else if what was asked for is one of its words.
 * Owns: nothing. */
#include <ctype.h>
#include <string.h>

#include "src/diag/diag.h"

enum { LONGEST = 64 };

/* Letters and digits of NAME, small, into LETTERS; how many. 0: none, or too many. */
static size_t letters_of(const char *name, char letters[LONGEST])
{
	size_t count = 0;

	for (; *name; name++) {
		if (!isalnum((unsigned char)*name))
			continue;
		if (count == LONGEST)
			return 0;
		letters[count++] = (char)tolower((unsigned char)*name);
	}
	return count;
}

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Letters to put in, take out or change that make A into B. */
static size_t distance(const char *a, size_t a_count, const char *b, size_t b_count)
{
	size_t row[LONGEST + 1]; /* from the first i letters of A to the first j of B */

	for (size_t j = 0; j <= b_count; j++)
		row[j] = j;
	for (size_t i = 1; i <= a_count; i++) {
		size_t diagonal = row[0];

		row[0] = i;
		for (size_t j = 1; j <= b_count; j++) {
			size_t changed = diagonal + (a[i - 1] != b[j - 1]);

			diagonal = row[j];
			row[j] = least(changed, least(row[j], row[j - 1]) + 1);
		}
	}
	return row[b_count];
}

/* Is WORD, small letters, between hyphens of NAME? */
static bool has_word(const char *name, const char *word, size_t length)
{
	for (const char *at = name; at; at = strchr(at, '-')) {
		at += *at == '-';
		if (strncmp(at, word, length) == 0 && (at[length] == '-' || !at[length]))
			return true;
	}
	return false;
}

const char *hr_diag_near(const char *name)
{
	char asked[LONGEST], letters[LONGEST];
	size_t count = letters_of(name, asked), best = count / 3 + 1;
	const char *found = NULL;

	for (int i = 0; count && i < HR_D_COUNT; i++) {
		const char *other = hr_diag_name((hr_diag_id)i);
		size_t others = letters_of(other, letters);
		size_t apart = distance(asked, count, letters, others);

		if (apart < best) {
			best = apart;
			found = other;
		}
	}
	for (int i = 0; count && !found && i < HR_D_COUNT; i++)
		if (has_word(hr_diag_name((hr_diag_id)i), asked, count))
			found = hr_diag_name((hr_diag_id)i);
	return found;
}
