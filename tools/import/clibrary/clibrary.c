/* tools/import/clibrary/clibrary.c -- write a tensor program as a library: the files, and the compiler that
 * makes one of them.
 *
 * Invariant: names of a model are data: they are in texts and comments alone.
 * Not here:  the code (clibrary_code.c), kernels (clibrary_kernels.c). */
#include "tools/import/clibrary/clibrary.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <sys/wait.h>

#include "ir/tensor/needs.h"
#include "src/file/file.h"
#include "src/file/rewrite.h"
#include "tools/import/clibrary/clibrary_private.h"
#include "tools/import/module/output.h"
#include "tools/session/session.h"
#include "tools/shared/subprocess.h"
#include "tools/shared/temporary.h"

static const char ral_header[] =
#include "src/ral_text.def"
	;

/* --- texts of the header -------------------------------------------------------------------------- */

/* Write TEXT in a comment: control characters, and what begins or ends one, become points. */
static void write_comment(FILE *out, const char *text)
{
	char last = 0;

	for (const char *at = text; *at; at++) {
		const bool mark = (last == '*' && *at == '/') || (last == '/' && *at == '*');

		last = iscntrl((unsigned char)*at) || mark ? '.' : *at;
		fputc(last, out);
	}
}

static void write_ports(const library *l, FILE *out, const char *title, const hr_tv *values,
			const char *const *names, unsigned count)
{
	fprintf(out, " *\n * %s:\n", title);
	for (unsigned i = 0; i < count; i++) {
		fprintf(out, " *	%u  ", i);
		write_comment(out, names ? names[i] : hr_t_value(l->program, values[i])->name);
		fputs(": ", out);
		write_comment(out, hr_t_text(l->program, values[i]));
		fputc('\n', out);
	}
}

static void write_header(const library *l, FILE *out)
{
	const hr_tprogram *program = l->program;
	const unsigned inputs = (unsigned)program->inputs.count,
		       outputs = (unsigned)program->outputs.count;

	fprintf(out, "/* %s.h -- the program '", output_base(l->base));
	write_comment(out, program->name);
	fputs("', over ral.h. Written by hpvm-import.\n", out);
	write_ports(l, out, "Inputs", program->inputs.data, NULL, inputs);
	write_ports(l, out, "Outputs", program->outputs.data, program->output_names.data, outputs);
	fprintf(out,
		" */\n#ifndef RAL_PROGRAM_%s\n#define RAL_PROGRAM_%s\n\n#include <ral.h>\n\n"
		"#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n"
		"enum { %s_INPUTS = %u, %s_OUTPUTS = %u };\n\n"
		"/* Run the program on tensors of R. Return 0 and set OUTPUTS, which the caller drops; else\n"
		" * ral_error(R) has the reason. */\n"
		"int %s_run(ral *r, ral_tensor *const *inputs, ral_tensor **outputs);\n"
		"/* The names of the model. */\n"
		"extern const char *const %s_input_names[], *const %s_output_names[];\n\n"
		"#ifdef __cplusplus\n}\n#endif\n\n#endif\n",
		l->identifier, l->identifier, l->identifier, inputs, l->identifier, outputs,
		l->identifier, l->identifier, l->identifier);
}

/* --- the code around the program -------------------------------------------------------------------- */

static void write_names(const library *l, FILE *out, const char *side, const hr_tv *values,
			const char *const *names, unsigned count)
{
	fprintf(out, "EXPORT const char *const %s_%s_names[] = {", l->identifier, side);
	for (unsigned i = 0; i < count; i++) {
		library_quoted(out, names ? names[i] : hr_t_value(l->program, values[i])->name);
		fputs(", ", out);
	}
	fputs("0};\n", out);
}

static void write_kernel_table(const library *l, FILE *out)
{
	for (size_t i = 0; i < l->kernels.count; i++)
		fprintf(out, "extern ral_code %s_kernel_%zu;\n", l->identifier, i);
	fputs("static const ral_kernel kernels[] = {\n", out);
	for (size_t i = 0; i < l->kernels.count; i++)
		fprintf(out, "\t{\"%s\", %s_kernel_%zu},\n", l->kernels.data[i]->name,
			l->identifier, i);
	fputs("\t{0, 0}};\n", out);
}

static void write_needs(const library *l, FILE *out)
{
	char *needs = NULL;
	size_t length;
	FILE *text = open_memstream(&needs, &length);

	if (!text)
		hr_bug("no memory stream");
	hr_needs_write(l->program, text);
	fclose(text);
	library_quoted(out, needs);
	free(needs);
}

static void write_program(const library *l, FILE *out)
{
	fputs("static const ral_program program = {\n\t.size = sizeof(ral_program),\n\t.name = ",
	      out);
	library_quoted(out, l->program->name);
	fputs(",\n\t.needs = ", out);
	write_needs(l, out);
	fprintf(out,
		",\n\t.input_count = %zu,\n\t.output_count = %zu,\n\t.site_count = %u,\n"
		"\t.kernels = kernels,\n\t.kernel_count = %zu,\n\t.processor = \"%s\",\n\t.module = ",
		l->program->inputs.count, l->program->outputs.count, l->site_count,
		l->kernels.count, library_processor());
	library_quoted(out, hr_arena_printf(l->arena, "%s.kernels.bc", output_base(l->base)));
	fputs("};\n\n", out);
}

/* --- files -------------------------------------------------------------------------------------- */

static hr_status write_text(const library *l, const char *ending, const char *code,
			    void write(const library *l, FILE *out))
{
	const char *path = hr_arena_printf(l->arena, "%s%s", l->base, ending);
	hr_rewrite file;
	int error = hr_rewrite_begin(&file, path);

	if (error)
		return output_failed(l->diags, path, error);
	write(l, file.stream);
	fputs(code, file.stream);
	error = hr_rewrite_end(&file, true);
	return error ? output_failed(l->diags, path, error) : HR_OK;
}

static void write_source(const library *l, FILE *out)
{
	fprintf(out,
		"/* %s.c -- written by hpvm-import. */\n#include <ral.h>\n\n"
		"#define EXPORT __attribute__((visibility(\"default\")))\n",
		output_base(l->base));
	write_names(l, out, "input", l->program->inputs.data, NULL,
		    (unsigned)l->program->inputs.count);
	write_names(l, out, "output", l->program->outputs.data, l->program->output_names.data,
		    (unsigned)l->program->outputs.count);
	write_kernel_table(l, out);
	write_program(l, out);
}

/* Append the words of CC, "ccache gcc", to ARGV; at most MOST. Return how many. */
static unsigned add_compiler(const library *l, const char **argv, unsigned most)
{
	const char *cc = getenv("CC");
	char *words = hr_arena_strdup(l->arena, cc ? cc : ""), *state = NULL;
	unsigned count = 0;

	for (char *word = strtok_r(words, " \t", &state); word && count < most;
	     word = strtok_r(NULL, " \t", &state))
		argv[count++] = word;
	if (!count)
		argv[count++] = "cc";
	return count;
}

/* Compile the code and link it with OBJECT; ral.h is in FOLDER. */
static hr_status compile(const library *l, const char *folder, const char *object)
{
	const char *source = hr_arena_printf(l->arena, "%s.c", l->base);
	const char *const options[] = {"-shared", "-fPIC", "-O1",  "-fvisibility=hidden",
				       "-I",      folder,  source, object,
				       "-o",      l->path, "-lm",  NULL};
	enum { WORDS = 16 };
	const char *argv[WORDS + sizeof(options) / sizeof(*options)];
	uint8_t *said = NULL;
	size_t size;
	int status;

	memcpy(argv + add_compiler(l, argv, WORDS), options, sizeof(options));
	if (!tool_process_read(argv, true, 0, &status, &said, &size)) {
		const char *why = hr_arena_printf(l->arena, "the compiler '%s': %s; set CC",
						  argv[0], strerror(errno));

		return hr_report(l->diags, HR_D_not_translated, NULL, source, why);
	}
	hr_free(said);
	return WIFEXITED(status) && WEXITSTATUS(status) == 0
		       ? HR_OK
		       : hr_report(l->diags, HR_D_kernel_source, NULL, source, argv[0]);
}

static hr_status write_all(library *l, const char *code)
{
	const char *folder = tool_temporary_begin("hpvm-import"), *header, *object;
	hr_status status = l->weights.status;
	int error = folder ? 0 : errno;

	if (status != HR_OK)
		return status;
	if (error)
		return output_failed(l->diags, "a temporary folder", error);
	header = hr_arena_printf(l->arena, "%s/ral.h", folder);
	object = hr_arena_printf(l->arena, "%s/kernels.o", folder);
	error = hr_file_write(header, ral_header, strlen(ral_header), NULL, 0);
	if (error)
		return output_failed(l->diags, header, error);
	status = library_write_kernels(l, object);
	if (status == HR_OK)
		status = write_text(l, ".h", "", write_header);
	if (status == HR_OK)
		status = write_text(l, ".c", code, write_source);
	return status == HR_OK ? compile(l, folder, object) : status;
}

hr_status library_write(const hr_tprogram *program, hr_diags *diags, const char *path,
			const char *identifier)
{
	const size_t length = strlen(path) - strlen(".so");
	library l = {.program = program,
		     .diags = diags,
		     .arena = program->arena,
		     .path = path,
		     .identifier = identifier};
	char *code = NULL;
	size_t code_length;
	hr_status status;

	l.base = hr_arena_strndup(l.arena, path, length);
	l.weights = (weight_folder){.arena = l.arena,
				    .diags = diags,
				    .path = hr_arena_printf(l.arena, "%s.weights", l.base)};
	l.code = open_memstream(&code, &code_length);
	if (!l.code)
		hr_bug("no memory stream");
	library_write_code(&l);
	fclose(l.code);
	status = write_all(&l, code);
	free(code);
	HR_VEC_FREE(&l.kernels);
	hr_strmap_free(&l.kernel_names);
	hr_strmap_free(&l.constants);
	weight_folder_free(&l.weights);
	return status;
}
