/* tools/spec/text.c -- texts, words and files for hpvm-spec.
 *
 * Not here: the meaning of a test's lines (test.c). */
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "tools/shared/command_line.h"
#include "tools/spec/spec.h"

char *spec_format(const char *format, ...)
{
	va_list args, again;
	int length;
	char *text;

	va_start(args, format);
	va_copy(again, args);
	length = vsnprintf(NULL, 0, format, args);
	text = hr_alloc((size_t)length + 1);
	vsnprintf(text, (size_t)length + 1, format, again);
	va_end(again);
	va_end(args);
	return text;
}

char *spec_read_file(const char *path)
{
	HR_VEC(char) text = {0};
	char buffer[4096];
	FILE *file = fopen(path, "r");
	size_t got;

	if (!file)
		return NULL;
	while ((got = fread(buffer, 1, sizeof(buffer), file)) > 0) {
		HR_RESERVE(&text, got);
		memcpy(text.data + text.count, buffer, got);
		text.count += got;
	}
	if (ferror(file)) {
		fclose(file);
		HR_VEC_FREE(&text);
		return NULL;
	}
	fclose(file);
	HR_PUSH(&text, '\0');
	return text.data;
}

void spec_split(const char *text, spec_texts *words)
{
	while (text && *text) {
		size_t length = strcspn(text, " \t\n");

		if (length)
			HR_PUSH(words, spec_format("%.*s", (int)length, text));
		text += length;
		text += strspn(text, " \t\n");
	}
}

void spec_texts_free(spec_texts *texts)
{
	for (size_t i = 0; i < texts->count; i++)
		hr_free(texts->data[i]);
	HR_VEC_FREE(texts);
}

bool spec_has_word(const char *words, const char *word)
{
	spec_texts list = {0};
	bool found = false;

	spec_split(words, &list);
	for (size_t i = 0; i < list.count; i++)
		found |= strcmp(list.data[i], word) == 0;
	spec_texts_free(&list);
	return found;
}

void spec_wrong(const char *format, ...)
{
	char text[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	tool_wrong("%s", text);
	exit(HR_EXIT_USAGE);
}

void spec_die(const char *format, ...)
{
	va_list args;

	fputs("hpvm-spec: ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	exit(2);
}
