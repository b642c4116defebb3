/* ir/load/read.c -- reads one file of LLVM IR into a module, whatever is in the file.
 *
 * LLVM's readers abort, crash or loop on some corrupted files. The bytes are therefore modernised,
 * parsed and verified once, under limits, while a standby process (standby.h) waits that reports it
 * if the reader ends this process.
 *
 * Invariant: a process in which reading a file failed does nothing more: its standby process
 *            continues. The functions that read without a standby process (read.h) do not hold it.
 * Owns:      nothing after return; the module is the caller's.
 * Not here:  linking, the target (ir/load/load.c), older dialects (ir/legacy/legacy.h), the writer
 *            of a file (ir/bitcode/writer.c). */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* strsignal */
#endif
#include "config.h"

#include "ir/load/read.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Support.h>

#include "ir/bitcode/writer.h"
#include "ir/kernel/kernel_launch.h"
#include "ir/legacy/legacy.h"
#include "ir/load/standby.h"
#include "src/base/alloc.h"
#include "src/base/vec.h"
#include "src/file/file.h"

/* Exit codes of failed work. With any other code or signal, the file crashed the process. */
enum { WORK_MALFORMED = 81, WORK_INVALID, WORK_OLD, WORK_MEMORY };

/* --- the file --------------------------------------------------------------------------------- */

/* Return true if the system had not enough of something. */
static bool is_system_limit(int error)
{
	return error == EMFILE || error == ENFILE || error == ENOMEM || error == EAGAIN;
}

static hr_status unreadable(hr_diags *diags, const char *path, int error)
{
	const char *dot = strrchr(path, '.');
	bool named = dot && (strcmp(dot, ".bc") == 0 || strcmp(dot, ".ll") == 0);
	char text[200];

	if (is_system_limit(error))
		return hr_report(diags, HR_D_system_limit, NULL, path, strerror(error));
	snprintf(text, sizeof(text), "%s%s", strerror(error),
		 named ? "" : "\nhelp: arguments of the program come after --");
	hr_report(diags, HR_D_unreadable_file, NULL, path, text);
	return HR_REJECT;
}

/* Read the whole file, followed by a 0 that its size does not include. */
static hr_status slurp(const char *path, hr_diags *diags, hr_bytes *content)
{
	int file = hr_file_open(path);
	struct stat state;
	ssize_t got;

	if (file < 0)
		return unreadable(diags, path, errno);
	if (!fstat(file, &state) && S_ISREG(state.st_mode))
		HR_RESERVE(content, state.st_size + 1);
	do {
		HR_RESERVE(content, 4096);
		got = read(file, content->data + content->count,
			   content->capacity - content->count - 1);
		if (got > 0)
			content->count += (size_t)got;
	} while (got > 0 || (got < 0 && errno == EINTR));
	if (got < 0) {
		int error = errno;

		close(file);
		return unreadable(diags, path, error);
	}
	close(file);
	content->data[content->count] = 0;
	return HR_OK;
}

/* --- kind of file ----------------------------------------------------------------------------- */

static bool starts(const char *data, size_t size, const char *with, size_t length)
{
	return size >= length && !memcmp(data, with, length);
}

static bool is_bitcode(const char *data, size_t size)
{
	return starts(data, size, "BC\xc0\xde", 4) || starts(data, size, "\xde\xc0\x17\x0b", 4);
}

static bool is_text(const char *data, size_t size)
{
	for (size_t i = 0; i < size && i < 4096; i++)
		if ((unsigned char)data[i] < ' ' && !memchr("\t\n\v\f\r", data[i], 5))
			return false;
	return true;
}

/* Describe files that users pass by mistake; NULL if it is none of them. */
static const char *known_kind(const char *data, size_t size)
{
	if (!size)
		return "it is empty";
	if (starts(data, size, "\177ELF", 4))
		return "it is machine code (ELF); compile with -c -emit-llvm";
	if (starts(data, size, "!<arch>\n", 8))
		return "it is a library archive; pass its members instead";
	if (starts(data, size, "\x89PNG", 4))
		return "it is a PNG image";
	return NULL;
}

/* After comments, LLVM assembly starts with one of a few words. */
static bool is_assembly(const char *data)
{
	static const char *const words[] = {"define",          "declare",        "target",
					    "source_filename", "attributes",     "module",
					    "uselistorder",    "uselistorder_bb"};

	for (;;) {
		data += strspn(data, " \t\n\v\f\r");
		if (*data != ';')
			break;
		data += strcspn(data, "\n");
	}
	if (!*data || strchr("@%!$^", *data))
		return true;
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		size_t length = strlen(words[i]);

		if (!strncmp(data, words[i], length) && strchr(" \t\n=", data[length]))
			return true;
	}
	return false;
}

/* Describe text that is no LLVM assembly, by the ending of its name. */
static const char *source_kind(const char *path)
{
	static const char *const endings[] = {".c", ".cc", ".cpp", ".cxx", ".C", ".h", ".hpp"};
	const char *dot = strrchr(path, '.');

	for (size_t i = 0; dot && i < sizeof(endings) / sizeof(*endings); i++)
		if (strcmp(dot, endings[i]) == 0)
			return "it is source code\nhelp: compile it with clang -O1 -g -c -emit-llvm, "
			       "and give the .bc file";
	if (dot && strcmp(dot, ".cu") == 0)
		return "it is CUDA C++\nhelp: compile it with clang -x cuda --cuda-device-only -O1 -g "
		       "-c -emit-llvm, and give the .bc file to hpvm-run --kernel";
	if (dot && strcmp(dot, ".hip") == 0)
		return "it is HIP\nhelp: give it to hpvm-run --kernel, which compiles it";
	if (dot && strcmp(dot, ".mlir") == 0)
		return "it is MLIR\nhelp: write LLVM IR of its kernels with mlir-opt and mlir-translate as "
		       "docs/kernels.md shows, and give that to hpvm-run --kernel";
	return "it is text of another kind";
}

static hr_status classify(const char *path, const char *data, size_t size, hr_diags *diags)
{
	const char *why = known_kind(data, size);

	if (is_bitcode(data, size))
		return HR_OK;
	if (!why && !is_text(data, size))
		why = "it is binary data of another kind";
	if (!why && !is_assembly(data))
		why = source_kind(path);
	if (!why)
		return HR_OK;
	hr_report(diags, HR_D_not_bitcode, NULL, path, why);
	return HR_REJECT;
}

/* --- parsing ---------------------------------------------------------------------------------- */

/* Keep the first error that LLVM reports through the context; its default handler would exit. */
static void on_diagnostic(LLVMDiagnosticInfoRef info, void *data)
{
	char **first = data;

	if (LLVMGetDiagInfoSeverity(info) == LLVMDSError && first && !*first)
		*first = LLVMGetDiagInfoDescription(info);
}

/* LLVM's readers verify the module, and end the process if it is not valid: verify() does without that. */
static void let_readers_not_verify(void)
{
	static const char *const arguments[] = {"hpvm-run", "-disable-auto-upgrade-debug-info"};

	LLVMParseCommandLineOptions(2, arguments, "");
}

/* Set *why on failure, to be freed with LLVMDisposeMessage. */
static bool parse(const char *path, const char *data, size_t size, LLVMContextRef context,
		  LLVMModuleRef *module, char **why)
{
	LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(data, size, path, true);
	char *reported = NULL, *message = NULL;
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	bool failed;

	pthread_once(&once, let_readers_not_verify);
	LLVMContextSetDiagnosticHandler(context, on_diagnostic, &reported);
	failed = LLVMParseIRInContext(context, buffer, module, &message);
	LLVMContextSetDiagnosticHandler(context, on_diagnostic, NULL);
	if (!failed && !reported) {
		LLVMDisposeMessage(message);
		return true;
	}
	if (!failed)
		LLVMDisposeModule(*module);
	*why = reported ? reported : message ? message : LLVMCreateMessage("no reason given");
	if (reported)
		LLVMDisposeMessage(message);
	return false;
}

/* Return true if the module is valid, without debug info that is not; else set *why as parse() does. */
static bool verify(LLVMModuleRef module, char **why)
{
	char *again = NULL;
	bool valid;

	if (LLVMGetModuleDebugMetadataVersion(module) != LLVMDebugMetadataVersion())
		LLVMStripModuleDebugInfo(module);
	hr_kernel_split_called(module);
	valid = !LLVMVerifyModule(module, LLVMReturnStatusAction, why);
	if (!valid && LLVMStripModuleDebugInfo(module)) {
		valid = !LLVMVerifyModule(module, LLVMReturnStatusAction, &again);
		LLVMDisposeMessage(again);
	}
	if (valid)
		LLVMDisposeMessage(*why);
	return valid;
}

/* --- older dialects --------------------------------------------------------------------------- */

/* As hr_legacy_text(), for both forms. */
static hr_status make_modern(const char *data, size_t size, hr_bytes *modern, bool *changed,
			     hr_legacy_refusal *refusal)
{
	if (!is_bitcode(data, size))
		return hr_legacy_text(data, size, modern, changed, refusal);
	hr_legacy_bitcode(data, size, modern, changed);
	return HR_OK;
}

/* --- the work --------------------------------------------------------------------------------- */

HR_NORETURN static void fail(int code, const char *why)
{
	(void)!write(STDERR_FILENO, why, strlen(why));
	hr_standby_give_up(code);
}

/* The standby process reports it, and needs the size for that. */
static void out_of_memory(size_t bytes)
{
	dprintf(STDERR_FILENO, "%zu", bytes);
	hr_standby_give_up(WORK_MEMORY);
}

static void make_modern_or_fail(const char *path, const char *data, size_t size, hr_bytes *modern,
				bool *old)
{
	hr_out_of_memory *before = hr_alloc_set_out_of_memory(out_of_memory);
	hr_legacy_refusal refusal;

	if (make_modern(data, size, modern, old, &refusal) != HR_OK) {
		dprintf(STDERR_FILENO, "%s:%u:1: error: %s", path, refusal.line, refusal.why);
		hr_standby_give_up(WORK_OLD);
	}
	hr_alloc_set_out_of_memory(before);
}

static LLVMModuleRef parse_or_fail(const char *path, const char *data, size_t size,
				   LLVMContextRef context)
{
	LLVMModuleRef module;
	hr_bytes modern = {0};
	char *why = NULL;
	bool old;

	make_modern_or_fail(path, data, size, &modern, &old);
	if (old) {
		data = modern.data;
		size = modern.count;
	}
	if (!parse(path, data, size, context, &module, &why))
		fail(WORK_MALFORMED, why);
	if (!verify(module, &why))
		fail(WORK_INVALID, why);
	HR_VEC_FREE(&modern);
	return module;
}

/* --- failures --------------------------------------------------------------------------------- */

/* Reader messages have the form "PATH:LINE:COLUMN: error: TEXT", or "PATH: error: TEXT". Fill WHERE
 * and return the first line of the text, within MESSAGE. */
static char *first_line(const char *path, char *message, hr_where *where)
{
	static const char mark[] = "error: ";
	char *error;

	message[strcspn(message, "\n")] = 0;
	error = strstr(message, mark);
	if (!strncmp(message, path, strlen(path)) &&
	    sscanf(message + strlen(path), ":%u:%u:", &where->line, &where->column) == 2)
		where->file = path;
	return error ? error + strlen(mark) : message;
}

/* Return the length of the word at a place of the file, and set *WORD to it; 0: there is none. */
static size_t word_at(const char *data, size_t size, const hr_where *where, const char **word)
{
	const char *end = data + size, *at = data;
	size_t length = 0;

	for (uint32_t line = 1; line < where->line; line++) {
		at = memchr(at, '\n', (size_t)(end - at));
		if (!at)
			return 0;
		at++;
	}
	if (!where->column || (size_t)(end - at) < where->column)
		return 0;
	*word = at + where->column - 1;
	while (*word + length < end && !strchr(" \t\r\n,()[]{}<>", (*word)[length]))
		length++;
	return length;
}

/* Append to TEXT, in a buffer of BYTES, what assembly of a newer LLVM has at the place that the reader
 * did not understand. */
static void add_spelling(char *text, size_t bytes, const char *data, size_t size,
			 const hr_where *where)
{
	const char *word;
	size_t length = word_at(data, size, where, &word), used = strlen(text);
	int shown = length < 60 ? (int)length : 60;

	if (!length)
		return;
	if (strstr(text, "in function body") && !strchr("{@%!\"#", *word))
		snprintf(text + used, bytes - used,
			 "\nhelp: LLVM " HR_LLVM_VERSION
			 " has no attribute '%.*s'; remove it, or let "
			 "this LLVM or an older one write the file",
			 shown, word);
}

/* DATA may be NULL. */
static hr_status refuse(hr_diags *diags, hr_diag_id id, const char *path, const char *data,
			size_t size, char *message)
{
	hr_where where = {0};
	char *text = first_line(path, message, &where), said[HR_STANDBY_MESSAGE + 256];

	if (strstr(text, "Expected a single module"))
		text = "it has several modules\nhelp: compile without -fsplit-lto-unit and "
		       "-funified-lto";
	snprintf(said, sizeof(said), "%.*s", (int)(sizeof(said) - 256), text);
	if (data && id == HR_D_malformed_file && where.file)
		add_spelling(said, sizeof(said), data, size, &where);
	hr_report(diags, id, where.file ? &where : NULL, path, said);
	return id == HR_D_old_dialect ? HR_UNSUPPORTED : HR_REJECT;
}

static hr_status died(hr_diags *diags, const char *path, int status, char *message)
{
	char text[128], *detail = message + strspn(message, "\n");
	size_t used;

	detail[strcspn(detail, "\n")] = 0;
	if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGALRM))
		snprintf(text, sizeof(text), "it did not terminate");
	else if (WIFSIGNALED(status))
		snprintf(text, sizeof(text), "%s", strsignal(WTERMSIG(status)));
	else
		snprintf(text, sizeof(text), "exit status %d", WEXITSTATUS(status));
	used = strlen(text);
	if (*detail)
		snprintf(text + used, sizeof(text) - used, ": %s", detail);
	hr_report(diags, HR_D_reader_crash, NULL, path, text);
	return HR_REJECT;
}

/* Return true, and report it, if the file comes from a newer LLVM than the one in use: then that is
 * why it cannot be read, whatever the reader says. */
static bool is_newer(hr_diags *diags, const char *path, const char *data, size_t size,
		     char *message)
{
	hr_bytes writer = {0};
	hr_where where = {0};
	bool newer = hr_file_writer(data, size, &writer) > HR_LLVM_MAJOR;

	if (newer) {
		char *text = first_line(path, message, &where), *producer;

		producer = strstr(text, " (Producer: ");
		if (producer)
			*producer = 0;
		hr_report(diags, HR_D_newer_file, where.file ? &where : NULL, path, writer.data,
			  HR_LLVM_VERSION, *text ? text : "its reader crashed", HR_LLVM_MAJOR);
	}
	HR_VEC_FREE(&writer);
	return newer;
}

static hr_status judge(hr_diags *diags, const char *path, const char *data, size_t size, int status,
		       char *message)
{
	bool memory = WIFEXITED(status) && WEXITSTATUS(status) == WORK_MEMORY;

	if (status == -1)
		return hr_report(diags, HR_D_system_limit, NULL, path, strerror(errno));
	if (!memory && is_newer(diags, path, data, size, message))
		return HR_REJECT;
	if (!WIFEXITED(status))
		return died(diags, path, status, message);
	switch (WEXITSTATUS(status)) {
	case WORK_MALFORMED: return refuse(diags, HR_D_malformed_file, path, data, size, message);
	case WORK_OLD: return refuse(diags, HR_D_old_dialect, path, NULL, 0, message);
	case WORK_INVALID: return refuse(diags, HR_D_invalid_module, path, NULL, 0, message);
	case WORK_MEMORY:
		return hr_report(diags, HR_D_memory_limit, NULL, path,
				 (size_t)strtoull(message, NULL, 10));
	default: return died(diags, path, status, message);
	}
}

/* --- the whole -------------------------------------------------------------------------------- */

hr_status hr_read_bytes(const char *path, const char *data, size_t size, void *context,
			hr_diags *diags, void **module)
{
	char message[HR_STANDBY_MESSAGE] = "";
	int failure;

	HR_TRY(classify(path, data, size, diags));
	/* Time and memory that no valid file of this size needs. */
	failure = hr_standby_begin(10 + (unsigned)(size >> 20), ((size_t)4 << 30) + 256 * size,
				   message);
	if (failure)
		return judge(diags, path, data, size, failure, message);
	*module = parse_or_fail(path, data, size, context);
	hr_standby_done();
	return HR_OK;
}

/* --- in this process -------------------------------------------------------------------------- */

/* LLVM's TEXT, which is disposed of, as the reason why the file is refused. */
static hr_status refuse_here(hr_diags *diags, hr_diag_id id, const char *path, const char *data,
			     size_t size, char *text)
{
	char message[HR_STANDBY_MESSAGE];

	snprintf(message, sizeof(message), "%s", text);
	LLVMDisposeMessage(text);
	if (is_newer(diags, path, data, size, message))
		return HR_REJECT;
	return refuse(diags, id, path, data, size, message);
}

/* SOURCE is what DATA was before it was made modern. */
static hr_status parse_here(const char *path, const hr_bytes *source, const char *data, size_t size,
			    LLVMContextRef context, hr_diags *diags, void **module)
{
	LLVMModuleRef made;
	char *why = NULL;

	if (!parse(path, data, size, context, &made, &why))
		return refuse_here(diags, HR_D_malformed_file, path, source->data, source->count,
				   why);
	if (!verify(made, &why)) {
		LLVMDisposeModule(made);
		return refuse_here(diags, HR_D_invalid_module, path, source->data, source->count,
				   why);
	}
	*module = made;
	return HR_OK;
}

hr_status hr_read_bytes_here(const char *path, const char *data, size_t size, void *context,
			     hr_diags *diags, void **module)
{
	const hr_bytes source = {.data = (char *)(uintptr_t)data, .count = size};
	hr_legacy_refusal refusal;
	hr_bytes modern = {0};
	hr_status status;
	bool old;

	HR_TRY(classify(path, data, size, diags));
	if (make_modern(data, size, &modern, &old, &refusal) != HR_OK) {
		char message[HR_STANDBY_MESSAGE];

		snprintf(message, sizeof(message), "%s:%u:1: error: %s", path, refusal.line,
			 refusal.why);
		HR_VEC_FREE(&modern);
		return refuse(diags, HR_D_old_dialect, path, NULL, 0, message);
	}
	status = parse_here(path, &source, old ? modern.data : data, old ? modern.count : size,
			    context, diags, module);
	HR_VEC_FREE(&modern);
	return status;
}

hr_status hr_read_module_here(const char *path, void *context, hr_diags *diags, void **module)
{
	hr_bytes content = {0};
	hr_status status = slurp(path, diags, &content);

	if (status == HR_OK)
		status = hr_read_bytes_here(path, content.data, content.count, context, diags,
					    module);
	HR_VEC_FREE(&content);
	return status;
}

/* --- all of it, with a standby ---------------------------------------------------------------- */

hr_status hr_read_module(const char *path, void *context, hr_diags *diags, void **module)
{
	hr_bytes content = {0};
	hr_status status = slurp(path, diags, &content);

	if (status == HR_OK)
		status = hr_read_bytes(path, content.data, content.count, context, diags, module);
	HR_VEC_FREE(&content);
	return status;
}
