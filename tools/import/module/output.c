/* tools/import/module/output.c -- what all writers of hpvm-import share: names, and the module as bitcode.
 *
 * Invariant: names of a model are data: no byte of them ends or extends the text that they are written
 *            into. */
#include "tools/import/module/output.h"

#include <string.h>

#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>

#include "src/file/file.h"

/* Return true for letters, digits and _ in ASCII. */
static bool is_plain(char c)
{
	return c == '_' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
	       (c >= 'a' && c <= 'z');
}

void output_quoted(FILE *text, const char *prefix, const char *name)
{
	fprintf(text, "\"%s", prefix);
	for (const char *at = name; *at; at++)
		if (is_plain(*at) || strchr(".$-", *at))
			fputc(*at, text);
		else
			fprintf(text, "\\%02X", (unsigned)(unsigned char)*at);
	fputc('"', text);
}

bool output_has_meaning(const char *name)
{
	return strncmp(name, "__hpvm__", 8) == 0 || strncmp(name, "llvm", 4) == 0 ||
	       strcmp(name, "main") == 0;
}

const char *output_file(hr_arena *arena, hr_strmap *files, const char *name)
{
	enum { LONGEST = 200 };
	char *plain = hr_arena_strndup(arena, name, strnlen(name, LONGEST));
	const char *file = plain;

	for (char *at = plain; *at; at++)
		if (!is_plain(*at) && (!strchr("-.", *at) || at == plain))
			*at = '_';
	for (unsigned i = 2; hr_strmap_get(files, file, NULL); i++)
		file = hr_arena_printf(arena, "%s-%u", plain, i);
	hr_strmap_put(files, file, 1);
	return file;
}

const char *output_base(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

hr_status output_failed(hr_diags *diags, const char *path, int error)
{
	return hr_report(diags, HR_D_not_written, NULL, path, strerror(error));
}

hr_status output_module(hr_diags *diags, const char *path, const char *text, size_t length)
{
	LLVMContextRef context = LLVMContextCreate();
	LLVMMemoryBufferRef buffer =
		LLVMCreateMemoryBufferWithMemoryRangeCopy(text, length, "import");
	LLVMModuleRef module;
	char *why = NULL;
	int error;

	/* takes ownership of the buffer */
	if (LLVMParseIRInContext(context, buffer, &module, &why))
		hr_bug("the graph of a model is not a valid module: %s", why);
	buffer = LLVMWriteBitcodeToMemoryBuffer(module);
	error = hr_file_write(path, NULL, 0, LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer));
	LLVMDisposeMemoryBuffer(buffer);
	LLVMDisposeModule(module);
	LLVMContextDispose(context);
	return error ? output_failed(diags, path, error) : HR_OK;
}
