/* ir/rowkernel/code.c -- statements of kernels in LLVM IR, in SSA form.
 *
 * A variable is a value. Where control joins, the variables that may have changed get a phi: after an `if`
 * those that differ, at the head of a loop those that its text sets.
 * Not here:  expressions, loads and stores (code_expression.c); the kernels' texts. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "ir/rowkernel/code_private.h"

/* --- lines ------------------------------------------------------------------------------------ */

static void append(hr_bytes *to, const char *format, va_list args)
{
	va_list again;
	int length;

	va_copy(again, args);
	length = vsnprintf(NULL, 0, format, again);
	va_end(again);
	HR_RESERVE(to, length + 1);
	vsnprintf(to->data + to->count, (size_t)length + 1, format, args);
	to->count += (size_t)length;
}

void hr_rk_append(hr_bytes *to, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	append(to, format, args);
	va_end(args);
}

hr_rk_value hr_rk_line(hr_rk_translator *t, hr_rk_type type, const char *format, ...)
{
	hr_rk_value value = {.type = type};
	va_list args;

	snprintf(value.text, sizeof(value.text), "%%v%u", t->next++);
	hr_rk_append(&t->lines, "  %s = ", value.text);
	va_start(args, format);
	append(&t->lines, format, args);
	va_end(args);
	hr_rk_append(&t->lines, "\n");
	return value;
}

void hr_rk_declare(hr_rk_translator *t, const char *line)
{
	HR_RESERVE(&t->declarations, 1);
	t->declarations.data[t->declarations.count] = '\0';
	if (!strstr(t->declarations.data, line))
		hr_rk_append(&t->declarations, "%s\n", line);
}

static void begin_block(hr_rk_translator *t, unsigned block)
{
	hr_rk_append(&t->lines, "b%u:\n", block);
	t->block = block;
}

static void jump(hr_rk_translator *t, unsigned block)
{
	hr_rk_append(&t->lines, "  br label %%b%u\n", block);
}

static void branch(hr_rk_translator *t, hr_rk_value condition, unsigned yes, unsigned no)
{
	if (condition.type != HR_RK_BOOL)
		hr_rk_wrong(t, "a condition is no truth value");
	hr_rk_append(&t->lines, "  br i1 %s, label %%b%u, label %%b%u\n", condition.text, yes, no);
}

const char *hr_rk_type_text(const hr_rk_translator *t, hr_rk_type type)
{
	bool wide = t->source->real == HR_E_F64;

	switch (type) {
	case HR_RK_BOOL: return "i1";
	case HR_RK_INT: return "i64";
	case HR_RK_REAL: return wide ? "double" : "float";
	default: return wide ? "<16 x double>" : "<16 x float>";
	}
}

void hr_rk_wrong(const hr_rk_translator *t, const char *what)
{
	hr_bug("%s before '%.60s' in the kernel\n%s", what, t->at, t->source->text);
}

/* --- words ------------------------------------------------------------------------------------ */

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

void hr_rk_skip(hr_rk_translator *t)
{
	t->at += strspn(t->at, " \t\n");
}

bool hr_rk_accept(hr_rk_translator *t, const char *text)
{
	size_t length = strlen(text);

	hr_rk_skip(t);
	if (strncmp(t->at, text, length) != 0)
		return false;
	if (is_letter(*text) && (is_letter(t->at[length]) || is_digit(t->at[length])))
		return false;
	t->at += length;
	return true;
}

void hr_rk_expect(hr_rk_translator *t, const char *text)
{
	if (!hr_rk_accept(t, text))
		hr_rk_wrong(t, text);
}

hr_rk_name hr_rk_read_name(hr_rk_translator *t)
{
	hr_rk_name name;

	hr_rk_skip(t);
	name.at = t->at;
	if (is_letter(*t->at))
		while (is_letter(*t->at) || is_digit(*t->at) || *t->at == '.')
			t->at++;
	name.length = (size_t)(t->at - name.at);
	return name;
}

bool hr_rk_is(hr_rk_name name, const char *text)
{
	return strlen(text) == name.length && memcmp(name.at, text, name.length) == 0;
}

/* --- names ------------------------------------------------------------------------------------ */

hr_rk_variable *hr_rk_find(hr_rk_translator *t, hr_rk_name name)
{
	for (unsigned i = t->variable_count; i-- > 0;)
		if (t->variables[i].name.length == name.length &&
		    memcmp(t->variables[i].name.at, name.at, name.length) == 0)
			return &t->variables[i];
	return NULL;
}

void hr_rk_push(hr_rk_translator *t, hr_rk_name name, hr_rk_value value)
{
	if (t->variable_count == HR_RK_VARIABLES)
		hr_rk_wrong(t, "too many variables");
	t->variables[t->variable_count++] = (hr_rk_variable){name, value};
}

const hr_rk_array *hr_rk_array_of(const hr_rk_translator *t, hr_rk_name name)
{
	for (unsigned i = 0; i < t->source->array_count; i++)
		if (hr_rk_is(name, t->source->arrays[i].name))
			return &t->source->arrays[i];
	return NULL;
}

static void set(hr_rk_translator *t, hr_rk_name name, hr_rk_value value)
{
	hr_rk_variable *known = hr_rk_find(t, name);

	if (known) {
		known->value = hr_rk_as(t, value, known->value.type);
		known->value.literal = false;
		return;
	}
	value.literal = false;
	hr_rk_push(t, name, value);
}

/* --- control ---------------------------------------------------------------------------------- */

static void statement(hr_rk_translator *t);

static void block(hr_rk_translator *t)
{
	unsigned outer = t->variable_count;

	hr_rk_expect(t, "{");
	while (!hr_rk_accept(t, "}"))
		statement(t);
	t->variable_count = outer;
}

static hr_rk_value *copy_values(hr_rk_translator *t)
{
	hr_rk_value *copy = hr_alloc_array(t->variable_count + 1, sizeof(*copy));

	for (unsigned i = 0; i < t->variable_count; i++)
		copy[i] = t->variables[i].value;
	return copy;
}

/* Join two ways: THEN are the values of one that ends in block FROM; the other ends in block OTHER. */
static void join(hr_rk_translator *t, const hr_rk_value *then, unsigned from, unsigned other)
{
	for (unsigned i = 0; i < t->variable_count; i++) {
		hr_rk_value *now = &t->variables[i].value;

		if (strcmp(now->text, then[i].text) != 0)
			*now = hr_rk_line(t, now->type, "phi %s [ %s, %%b%u ], [ %s, %%b%u ]",
					  hr_rk_type_text(t, now->type), then[i].text, from,
					  now->text, other);
	}
}

static void if_statement(hr_rk_translator *t)
{
	unsigned yes = t->next++, no = t->next++, end = t->next++, from, other;
	hr_rk_value *before, *then;

	hr_rk_expect(t, "(");
	branch(t, hr_rk_expression(t), yes, no);
	hr_rk_expect(t, ")");
	before = copy_values(t);
	begin_block(t, yes);
	block(t);
	from = t->block;
	then = copy_values(t);
	jump(t, end);
	for (unsigned i = 0; i < t->variable_count; i++)
		t->variables[i].value = before[i];
	begin_block(t, no);
	if (hr_rk_accept(t, "else"))
		block(t);
	other = t->block;
	jump(t, end);
	begin_block(t, end);
	join(t, then, from, other);
	hr_free(before);
	hr_free(then);
}

/* Return the end of the block in braces that begins at or after TEXT. */
static const char *end_of(const char *text)
{
	unsigned depth = 0;

	for (text = strchr(text, '{'); *text; text++) {
		depth += *text == '{';
		depth -= *text == '}';
		if (depth == 0)
			break;
	}
	return text;
}

/* Return true if the text from FROM to END sets the variable NAME. */
static bool sets(const char *from, const char *end, hr_rk_name name)
{
	for (const char *at = from; at + name.length < end; at++) {
		const char *after = at + name.length;

		if (memcmp(at, name.at, name.length) != 0 || is_letter(at[-1]) || is_digit(at[-1]))
			continue;
		after += strspn(after, " ");
		if (after[0] == '=' && after[1] != '=')
			return true;
	}
	return false;
}

typedef struct loop {
	unsigned before, head, body, end;
	bool changes[HR_RK_VARIABLES];
	hr_rk_value first[HR_RK_VARIABLES];
	hr_bytes lines; /* before the loop */
} loop;

/* Begin the head of a loop. Its phis are written when the values of its end are known. COUNTER, unless
 * it is NULL, changes too. */
static loop *begin_loop(hr_rk_translator *t, const hr_rk_variable *counter)
{
	loop *l = hr_alloc_zero(sizeof(*l));
	const char *end = end_of(t->at);

	l->before = t->block;
	l->head = t->next++;
	l->body = t->next++;
	l->end = t->next++;
	for (unsigned i = 0; i < t->variable_count; i++) {
		hr_rk_variable *v = &t->variables[i];

		l->changes[i] = v == counter || sets(t->at, end, v->name);
		l->first[i] = v->value;
		if (l->changes[i])
			snprintf(v->value.text, sizeof(v->value.text), "%%v%u", t->next++);
		v->value.literal = false;
	}
	jump(t, l->head);
	begin_block(t, l->head);
	l->lines = t->lines;
	t->lines = (hr_bytes){0};
	return l;
}

/* End the loop in the block where its body ends. */
static void end_loop(hr_rk_translator *t, loop *l, const hr_rk_value *head)
{
	hr_bytes lines = t->lines;

	t->lines = l->lines;
	for (unsigned i = 0; i < t->variable_count; i++) {
		hr_rk_value *now = &t->variables[i].value;

		if (!l->changes[i])
			continue;
		hr_rk_append(&t->lines, "  %s = phi %s [ %s, %%b%u ], [ %s, %%b%u ]\n",
			     head[i].text, hr_rk_type_text(t, now->type), l->first[i].text,
			     l->before, now->text, t->block);
		*now = head[i];
	}
	hr_rk_append(&t->lines, "%.*s", (int)lines.count, lines.data ? lines.data : "");
	jump(t, l->head);
	begin_block(t, l->end);
	HR_VEC_FREE(&lines);
	hr_free(l);
}

static void while_statement(hr_rk_translator *t)
{
	loop *l = begin_loop(t, NULL);
	hr_rk_value *head = copy_values(t);

	hr_rk_expect(t, "(");
	branch(t, hr_rk_expression(t), l->body, l->end);
	hr_rk_expect(t, ")");
	begin_block(t, l->body);
	block(t);
	end_loop(t, l, head);
	hr_free(head);
}

static void for_statement(hr_rk_translator *t)
{
	unsigned outer = t->variable_count;
	hr_rk_value end, *head, *counter;
	hr_rk_name name;
	loop *l;

	hr_rk_expect(t, "(");
	name = hr_rk_read_name(t);
	hr_rk_expect(t, ",");
	hr_rk_push(t, name, hr_rk_expression(t));
	hr_rk_expect(t, ",");
	end = hr_rk_expression(t);
	hr_rk_expect(t, ")");
	l = begin_loop(t, &t->variables[outer]);
	head = copy_values(t);
	counter = &t->variables[outer].value;
	branch(t, hr_rk_line(t, HR_RK_BOOL, "icmp slt i64 %s, %s", counter->text, end.text),
	       l->body, l->end);
	begin_block(t, l->body);
	block(t);
	*counter = hr_rk_line(t, HR_RK_INT, "add i64 %s, 1", counter->text);
	end_loop(t, l, head);
	hr_free(head);
	t->variable_count = outer;
}

static void assignment(hr_rk_translator *t)
{
	hr_rk_name name = hr_rk_read_name(t);
	const hr_rk_array *array = hr_rk_array_of(t, name);

	if (hr_rk_accept(t, "[")) {
		hr_rk_value index = hr_rk_expression(t);

		hr_rk_expect(t, "]");
		hr_rk_expect(t, "=");
		if (!array)
			hr_rk_wrong(t, "no array");
		hr_rk_store(t, array, index, hr_rk_expression(t));
	} else {
		hr_rk_expect(t, "=");
		set(t, name, hr_rk_expression(t));
	}
	hr_rk_expect(t, ";");
}

static void statement(hr_rk_translator *t)
{
	if (hr_rk_accept(t, "if"))
		if_statement(t);
	else if (hr_rk_accept(t, "while"))
		while_statement(t);
	else if (hr_rk_accept(t, "for"))
		for_statement(t);
	else
		assignment(t);
}

/* --- the kernel ------------------------------------------------------------------------------- */

/* Read the index of the instance. */
static void begin(hr_rk_translator *t)
{
	static const char *const names[] = {"g0", "g1", "g2"};

	hr_rk_append(&t->lines, "b0:\n  %%self = call ptr @llvm.hpvm.getNode()\n");
	hr_rk_declare(t, "declare ptr @llvm.hpvm.getNode()");
	t->next = 1;
	for (unsigned d = 0; d < t->source->dims; d++) {
		char line[80];

		hr_rk_push(t, (hr_rk_name){names[d], 2},
			   hr_rk_line(t, HR_RK_INT,
				      "call i64 @llvm.hpvm.getNodeInstanceID.%c(ptr %%self)",
				      "xyz"[d]));
		snprintf(line, sizeof(line), "declare i64 @llvm.hpvm.getNodeInstanceID.%c(ptr)",
			 "xyz"[d]);
		hr_rk_declare(t, line);
	}
}

static void write_parameters(const hr_rk_translator *t, hr_bytes *to)
{
	for (unsigned i = 0; i < t->source->array_count; i++) {
		const char *name = t->source->arrays[i].name;

		hr_rk_append(to, "%sptr \"%s\" %%%s, i64 %%%s.bytes", i ? ", " : "",
			     i ? "in" : "out", name, name);
	}
	for (unsigned i = 0; i < t->number_count; i++)
		hr_rk_append(to, ", i64 %%%s", t->numbers[i]);
}

static const char *take(hr_arena *arena, hr_bytes *bytes)
{
	const char *text = hr_arena_strndup(arena, bytes->data ? bytes->data : "", bytes->count);

	HR_VEC_FREE(bytes);
	return text;
}

void hr_rk_translate(hr_arena *arena, const hr_rk_source *source, hr_rk_code *out)
{
	hr_rk_translator *t = hr_alloc_zero(sizeof(*t));
	hr_bytes parameters = {0};

	t->arena = arena;
	t->source = source;
	t->at = source->text;
	begin(t);
	while (hr_rk_skip(t), *t->at)
		statement(t);
	hr_rk_append(&t->lines, "  ret void\n");
	write_parameters(t, &parameters);
	out->parameters = take(arena, &parameters);
	out->body = take(arena, &t->lines);
	out->declarations = take(arena, &t->declarations);
	out->number_count = t->number_count;
	out->numbers = hr_arena_array(arena, t->number_count + 1, sizeof(*out->numbers));
	memcpy(out->numbers, t->numbers, t->number_count * sizeof(*t->numbers));
	hr_free(t);
}
