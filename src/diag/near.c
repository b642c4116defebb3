/* src/diag/near.c -- the known name that is most similar to a misspelt one: "did you mean".
 *
 * Capitals, hyphens and underscores are ignored. A name is near if at most a third of its letters
 * must change (Levenshtein's distance, with a swap of two adjacent letters as one change), or else
 * if the misspelt name is one of its words.
 * Owns: nothing. */
#include "src/diag/near.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "src/diag/diag.h"

enum { LONGEST = 96 };

/* Copy letters and digits of NAME, in lower case, to LETTERS; return their number. 0: none, or too
 * many. */
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

/* Return the number of letters to insert, delete, change, or swap with the next one, that turns A
 * into B. */
static size_t distance(const char *a, size_t a_count, const char *b, size_t b_count)
{
	/* [i % 3][j]: from the first i letters of A to the first j of B */
	size_t rows[3][LONGEST + 1];

	for (size_t i = 0; i <= a_count; i++) {
		size_t *row = rows[i % 3], *before = rows[(i + 2) % 3];

		row[0] = i;
		for (size_t j = 1; j <= b_count; j++) {
			row[j] = i ? least(before[j - 1] + (a[i - 1] != b[j - 1]),
					   least(before[j], row[j - 1]) + 1)
				   : j;
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
				row[j] = least(row[j], rows[(i + 1) % 3][j - 2] + 1);
		}
	}
	return rows[a_count % 3][b_count];
}

/* Return true if WORD, in lower case, is one of the words of NAME, which hyphens and slashes
 * separate. */
static bool has_word(const char *name, const char *word, size_t length)
{
	for (const char *at = name; at; at = strpbrk(at, "-/")) {
		at += *at == '-' || *at == '/';
		if (strncmp(at, word, length) == 0 &&
		    (at[length] == '-' || at[length] == '/' || !at[length]))
			return true;
	}
	return false;
}

const char *hr_near(const char *name, const char *const *names, size_t count)
{
	char asked[LONGEST], letters[LONGEST];
	size_t length = letters_of(name, asked), best = length / 3 + 1;
	const char *found = NULL;

	for (size_t i = 0; length && i < count; i++) {
		size_t others = names[i] ? letters_of(names[i], letters) : 0;
		size_t apart = others ? distance(asked, length, letters, others) : best;

		if (apart < best) {
			best = apart;
			found = names[i];
		}
	}
	for (size_t i = 0; length && !found && i < count; i++)
		if (names[i] && has_word(names[i], asked, length))
			found = names[i];
	return found;
}

const char *hr_did_you_mean(const char *name, const char *const *names, size_t count,
			    char text[HR_NEAR_TEXT])
{
	const char *near = hr_near(name, names, count);

	snprintf(text, HR_NEAR_TEXT, near ? "; did you mean '%s'?" : "%.0s", near ? near : "");
	return text;
}

const char *hr_diag_near(const char *name)
{
	const char *names[HR_D_COUNT];

	for (int i = 0; i < HR_D_COUNT; i++)
		names[i] = hr_diag_name((hr_diag_id)i);
	return hr_near(name, names, HR_D_COUNT);
}

const char *hr_join(const char *const *names, size_t count, char *text, size_t room)
{
	size_t used = 0;

	*text = '\0';
	for (size_t i = 0; i < count && used < room; i++)
		used += (size_t)snprintf(text + used, room - used, "%s%s", i ? ", " : "", names[i]);
	return text;
}
