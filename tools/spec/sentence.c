/* tools/spec/sentence.c -- whether the first sentence of a test belongs to its clause.
 *
 * A sentence may be shorter than the clause's, and may continue differently. Only words are
 * compared: letters and digits, in lower case.
 *
 * Owns:      nothing.
 * Not here:  the list of clauses (clauses.c). */
#include <ctype.h>
#include <string.h>

#include "tools/spec/spec.h"

enum { IN_A_ROW = 4, CLAIM = 2 };

static bool is_letter(char c)
{
	return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

/* Append the words of TEXT up to END. */
static void words_of(const char *text, const char *end, spec_texts *words)
{
	while (text < end) {
		size_t length = 0;
		char *word;

		while (text + length < end && is_letter(text[length]))
			length++;
		if (length) {
			word = spec_format("%.*s", (int)length, text);
			for (char *c = word; *c; c++)
				*c = (char)tolower((unsigned char)*c);
			HR_PUSH(words, word);
		}
		text += length ? length : 1;
	}
}

static bool same_words(const spec_texts *a, size_t at, const spec_texts *b, size_t from,
		       size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (at + i >= a->count || from + i >= b->count ||
		    strcmp(a->data[at + i], b->data[from + i]) != 0)
			return false;
	return true;
}

static bool have_a_row(const spec_texts *clause, const spec_texts *sentence)
{
	for (size_t i = 0; i < sentence->count; i++)
		for (size_t k = 0; k < clause->count; k++)
			if (same_words(sentence, i, clause, k, IN_A_ROW))
				return true;
	return false;
}

static bool has_in_order(const spec_texts *clause, const spec_texts *claim)
{
	size_t met = 0;

	for (size_t i = 0; i < clause->count && met < claim->count; i++)
		met += strcmp(clause->data[i], claim->data[met]) == 0;
	return claim->count >= CLAIM && met == claim->count;
}

bool spec_clause_says(const char *text, const char *sentence)
{
	const char *end = sentence + strlen(sentence), *colon = strstr(sentence, ": ");
	spec_texts clause = {0}, all = {0}, claim = {0};
	bool says;

	words_of(text, text + strlen(text), &clause);
	words_of(sentence, end, &all);
	words_of(sentence, colon ? colon : end, &claim);
	says = have_a_row(&clause, &all) || has_in_order(&clause, &claim);
	spec_texts_free(&clause);
	spec_texts_free(&all);
	spec_texts_free(&claim);
	return says;
}
