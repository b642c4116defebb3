/* interp/args/file.c -- the file of arguments: errors in it, its keys, and the files that it names.
 *
 * Owns:      nothing.
 * Not here:  what keys mean (pack.c, array.c, check.c, sequence.c). */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "interp/args/direct_args.h"

void hr_direct_free(hr_direct *direct)
{
	for (size_t i = 0; i < direct->memory.count; i++)
		hr_free(direct->memory.data[i]);
	HR_VEC_FREE(&direct->memory);
	HR_VEC_FREE(&direct->buffers);
	hr_arena_free(&direct->arena);
}

hr_status hr_direct_bad(hr_direct *direct, const hr_yaml *at, const char *format, ...)
{
	char text[512 + 64];
	va_list args;

	va_start(args, format);
	vsnprintf(text, 512, format, args);
	va_end(args);
	if (!direct->file) /* arguments are missing */
		return hr_report_message(direct->diags, HR_D_bad_args_file, NULL,
					 strcat(text, "\nhelp: give arguments in a file, "
						      "with --args FILE"));
	return hr_report(direct->diags, HR_D_bad_args_file, NULL, direct->file, at ? at->line : 1,
			 text);
}

hr_status hr_direct_check_keys(hr_direct *direct, const hr_yaml *map, const char *const *known)
{
	for (size_t i = 0; i < map->count; i++) {
		size_t k = 0;

		while (known[k] && strcmp(map->keys[i]->text, known[k]) != 0)
			k++;
		if (!known[k])
			return hr_direct_bad(direct, map->keys[i], "unknown key '%.60s'",
					     map->keys[i]->text);
	}
	return HR_OK;
}

/* Return true if the file exists, in the folder of the file of arguments or below it. */
static bool is_below(const hr_direct *direct, const char *path)
{
	const char *slash = strrchr(direct->file, '/');
	char *folder = slash ? hr_strdup(direct->file) : hr_strdup(".");
	char *real = realpath(path, NULL), *base;
	size_t length;
	bool below;

	if (slash)
		folder[slash - direct->file + 1] = '\0';
	base = realpath(folder, NULL);
	length = base ? strlen(base) : 0;
	below = real && base && strncmp(real, base, length) == 0 &&
		(length == 1 || real[length] == '/');
	hr_free(folder);
	free(base);
	free(real);
	return below;
}

hr_status hr_direct_file_name(hr_direct *direct, const hr_yaml *node, const char **path)
{
	const char *slash = strrchr(direct->file, '/');

	if (node->kind != HR_YAML_SCALAR || !*node->text)
		return hr_direct_bad(direct, node, "a file name is expected here");
	if (node->text[0] == '/' || !slash)
		*path = node->text;
	else
		*path = hr_arena_printf(&direct->arena, "%.*s/%s", (int)(slash - direct->file),
					direct->file, node->text);
	if (direct->run && direct->run->options.sandbox.on && !is_below(direct, *path))
		return hr_direct_bad(
			direct, node,
			"the sandbox opens files in the folder of this file alone, and '%.80s' is none",
			node->text);
	return HR_OK;
}
