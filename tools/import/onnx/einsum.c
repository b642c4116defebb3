/* tools/import/onnx/einsum.c -- Einsum: sums of products, named by the letters of axes.
 *
 * Operands are contracted from left to right, two at a time, as a product of matrices: the letters that
 * both have and that are needed later number the matrices, those that both have and that are not are
 * summed over.
 *
 * The axes that an ellipsis stands for have the letters '0', '1', ... from the last on. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/onnx/onnx_private.h"

/* An operand, or a part of the result, and the letters of its axes. */
typedef struct ein_term {
	hr_tv value;
	char letters[HR_RANK_MOST + 1];
} ein_term;

static bool has_letter(const char *letters, char letter)
{
	return letter && strchr(letters, letter);
}

/* --- equations --------------------------------------------------------------------------------- */

/* Append the letters of COUNT axes of an ellipsis, and of TEXT up to LENGTH around it, to LETTERS. Return
 * false if TEXT is not well formed, or has more than MOST letters. */
static bool read_term(const char *text, size_t length, unsigned ellipsis, size_t most,
		      char *letters)
{
	size_t count = 0;
	bool seen = false;

	for (size_t i = 0; i < length; i++) {
		if (text[i] == '.') {
			if (seen || i + 3 > length || memcmp(text + i, "...", 3) != 0 ||
			    count + ellipsis > most)
				return false;
			for (unsigned k = ellipsis; k-- > 0;)
				letters[count++] = (char)('0' + k);
			seen = true;
			i += 2;
		} else if (!isalpha((unsigned char)text[i]) || count >= most) {
			return false;
		} else {
			letters[count++] = text[i];
		}
	}
	letters[count] = '\0';
	return true;
}

/* Return the number of axes for which the ellipsis of a term stands, or -1 if the term does not fit RANK
 * axes. */
static int ellipsis_axes(const char *text, size_t length, unsigned rank)
{
	size_t letters = 0, dots = 0;

	for (size_t i = 0; i < length; i++)
		*(text[i] == '.' ? &dots : &letters) += 1;
	if (dots)
		return letters > rank ? -1 : (int)(rank - letters);
	return letters == rank ? 0 : -1;
}

/* Set LETTERS to those of a result that the equation does not give: the ellipsis, then letters that stand
 * once, in the order of the alphabet. */
static bool implied_result(const char *all, unsigned ellipsis, char letters[HR_RANK_MOST + 1])
{
	unsigned count = 0;

	for (unsigned k = ellipsis; k-- > 0 && count < HR_RANK_MOST;)
		letters[count++] = (char)('0' + k);
	for (char letter = 'A'; letter <= 'z'; letter++) {
		const char *at = strchr(all, letter);

		if (!isalpha((unsigned char)letter) || !at || strchr(at + 1, letter))
			continue;
		if (count >= HR_RANK_MOST)
			return false;
		letters[count++] = letter;
	}
	letters[count] = '\0';
	return true;
}

/* Return TEXT without spaces. */
static char *without_spaces(const onnx_node *o, const char *text)
{
	char *made = hr_arena_strdup(o->model->arena, text), *to = made;

	for (; *text; text++)
		if (*text != ' ')
			*to++ = *text;
	*to = '\0';
	return made;
}

/* Set TERMS to the operands and LETTERS to those of the result. Return false if EQUATION does not fit. */
static bool read_equation(const onnx_node *o, const char *equation, ein_term *terms,
			  char letters[HR_RANK_MOST + 1])
{
	const char *arrow = strstr(equation, "->"), *at = equation;
	const char *end = arrow ? arrow : equation + strlen(equation);
	char *all = hr_arena_alloc(o->model->arena, (size_t)o->in_count * HR_RANK_MOST + 1);
	unsigned most = 0;

	for (unsigned i = 0; i < o->in_count; i++) {
		const char *comma = memchr(at, ',', (size_t)(end - at));
		const size_t length = (size_t)((comma ? comma : end) - at);
		const int axes = ellipsis_axes(at, length, onnx_rank(o, o->in[i]));

		if (axes < 0 || (comma == NULL) != (i + 1 == o->in_count) ||
		    !read_term(at, length, (unsigned)axes, HR_RANK_MOST, terms[i].letters))
			return false;
		most = (unsigned)axes > most ? (unsigned)axes : most;
		strcat(all, terms[i].letters);
		terms[i].value = t_widen(o, o->in[i]);
		at = comma ? comma + 1 : end;
	}
	return arrow ? read_term(arrow + 2, strlen(arrow + 2), most, HR_RANK_MOST, letters)
		     : implied_result(all, most, letters);
}

/* --- one operand ------------------------------------------------------------------------------- */

/* Remove axis I of TERM, over which it is summed. */
static void sum_axis(const onnx_node *o, ein_term *term, unsigned i)
{
	term->value = t_reduce(o, HR_R_sum, term->value, onnx_list_text(o, (const int64_t[]){i}, 1),
			       false);
	memmove(term->letters + i, term->letters + i + 1, strlen(term->letters + i));
}

/* Keep the diagonal of axes I and K, which have one letter: sum over K of what is 0 elsewhere. */
static bool take_diagonal(const onnx_node *o, ein_term *term, unsigned i, unsigned k)
{
	const unsigned rank = onnx_rank(o, term->value);
	hr_tv row = t_along(o, t_count(o, t_extent(o, term->value, i)), i, rank);
	hr_tv column = t_along(o, t_count(o, t_extent(o, term->value, k)), k, rank);
	hr_tv zero = t_widen(o, t_like(o, term->value, 0));

	if (!term->value || !onnx_same_extent(o, term->value, i, term->value, k))
		return false;
	term->value = t_where(o, t_equal(o, row, column), term->value, zero);
	sum_axis(o, term, k);
	return true;
}

/* Give each letter of TERM one axis. Return false after an error. */
static bool merge_letters(const onnx_node *o, ein_term *term)
{
	for (unsigned i = 0; term->letters[i]; i++)
		for (const char *again = strchr(term->letters + i + 1, term->letters[i]); again;
		     again = strchr(term->letters + i + 1, term->letters[i]))
			if (!take_diagonal(o, term, i, (unsigned)(again - term->letters)))
				return false;
	return true;
}

/* Sum TERM over its letters that are in neither ONE nor OTHER. */
static void sum_unused(const onnx_node *o, ein_term *term, const char *one, const char *other)
{
	for (unsigned i = 0; term->letters[i];)
		if (has_letter(one, term->letters[i]) || has_letter(other, term->letters[i]))
			i++;
		else
			sum_axis(o, term, i);
}

/* Put the axes of TERM, which has all of LETTERS, in their order. */
static void order_axes(const onnx_node *o, ein_term *term, const char *letters)
{
	unsigned perm[HR_RANK_MOST], count = 0;

	for (; letters[count]; count++)
		perm[count] = (unsigned)(strchr(term->letters, letters[count]) - term->letters);
	term->value = t_transpose(o, term->value, perm, count);
	memmove(term->letters, letters, count + 1);
}

/* --- two operands ------------------------------------------------------------------------------ */

/* Letters of the axes of two terms. */
typedef struct ein_roles {
	char batch[HR_RANK_MOST + 1], left[HR_RANK_MOST + 1], right[HR_RANK_MOST + 1],
		summed[HR_RANK_MOST + 1];
} ein_roles;

static void add_letter(char *letters, char letter)
{
	const size_t length = strlen(letters);

	letters[length] = letter;
	letters[length + 1] = '\0';
}

/* NEEDED has the letters that later operands and the result have. */
static ein_roles roles_of(const ein_term *a, const ein_term *b, const char *needed)
{
	ein_roles roles = {0};

	for (const char *at = a->letters; *at; at++)
		add_letter(!has_letter(b->letters, *at) ? roles.left
			   : has_letter(needed, *at)    ? roles.batch
							: roles.summed,
			   *at);
	for (const char *at = b->letters; *at; at++)
		if (!has_letter(a->letters, *at))
			add_letter(roles.right, *at);
	return roles;
}

/* Return the axes of A as matrices: numbered by BATCH axes, then ROWS axes as one, COLUMNS axes as one. */
static hr_tv as_matrices(const onnx_node *o, hr_tv a, unsigned batch, unsigned rows,
			 unsigned columns)
{
	hr_tv parts[3];

	if (rows == 1 && columns == 1)
		return a;
	parts[0] = t_shape_part(o, a, 0, batch);
	parts[1] = t_unsqueeze(o, t_extents(o, a, batch, batch + rows), "0");
	parts[2] = t_unsqueeze(o, t_extents(o, a, batch + rows, batch + rows + columns), "0");
	return t_reshape(o, a, t_concat(o, 0, parts, 3));
}

/* Multiply A by B, and set A to the product, with the letters of ROLES. */
static bool multiply(const onnx_node *o, ein_term *a, ein_term *b, const ein_roles *roles)
{
	const unsigned batch = (unsigned)strlen(roles->batch), left = (unsigned)strlen(roles->left);
	const unsigned right = (unsigned)strlen(roles->right);
	const unsigned summed = (unsigned)strlen(roles->summed);
	char text[4 * HR_RANK_MOST + 1] = "";
	hr_tv product, parts[3];

	if (batch + left + right > HR_RANK_MOST)
		return false;
	order_axes(o, a, strcat(strcat(strcpy(text, roles->batch), roles->left), roles->summed));
	order_axes(o, b, strcat(strcat(strcpy(text, roles->batch), roles->summed), roles->right));
	product = t_dot(o, as_matrices(o, a->value, batch, left, summed),
			as_matrices(o, b->value, batch, summed, right));
	if (left != 1 || right != 1) {
		parts[0] = t_shape_part(o, product, 0, batch);
		parts[1] = t_shape_part(o, a->value, batch, batch + left);
		parts[2] = t_shape_part(o, b->value, batch + summed, batch + summed + right);
		product = t_reshape(o, product, t_concat(o, 0, parts, 3));
	}
	strcat(strcat(strcpy(text, roles->batch), roles->left), roles->right);
	memcpy(a->letters, text, strlen(text) + 1);
	a->value = product;
	return true;
}

/* --- the whole --------------------------------------------------------------------------------- */

/* Return the letters of TERMS from FIRST on, and of the result. */
static const char *needed_letters(const onnx_node *o, const ein_term *terms, unsigned first,
				  const char *result)
{
	char *made = hr_arena_alloc(o->model->arena, (size_t)(o->in_count + 1) * HR_RANK_MOST + 1);

	strcpy(made, result);
	for (unsigned i = first; i < o->in_count; i++)
		strcat(made, terms[i].letters);
	return made;
}

static bool result_fits(const char *letters, const char *all)
{
	for (const char *at = letters; *at; at++)
		if (!has_letter(all, *at) || strchr(at + 1, *at))
			return false;
	return true;
}

hr_tv op_einsum(onnx_node *o)
{
	const char *equation = without_spaces(o, onnx_text(o, "equation", ""));
	ein_term *terms = hr_arena_array(o->model->arena, o->in_count, sizeof(*terms));
	char result[HR_RANK_MOST + 1] = "";

	if (!read_equation(o, equation, terms, result) ||
	    !result_fits(result, needed_letters(o, terms, 0, "")))
		return onnx_node_invalid(o, "the equation '%s' does not fit its operands",
					 equation);
	for (unsigned i = 0; i < o->in_count; i++)
		if (!merge_letters(o, &terms[i]))
			return 0;
	for (unsigned i = 1; i < o->in_count; i++) {
		const char *needed = needed_letters(o, terms, i + 1, result);
		ein_roles roles;

		sum_unused(o, &terms[0], needed, terms[i].letters);
		sum_unused(o, &terms[i], needed, terms[0].letters);
		roles = roles_of(&terms[0], &terms[i], needed);
		if (!multiply(o, &terms[0], &terms[i], &roles))
			return onnx_node_refuse(o, "a product would have more than %d dimensions",
						HR_RANK_MOST);
	}
	sum_unused(o, &terms[0], result, "");
	order_axes(o, &terms[0], result);
	return t_narrow(o, terms[0].value);
}
