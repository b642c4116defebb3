/* ir/read.c -- one file of LLVM IR into a module, whatever is in the file.
 *
 * LLVM's readers abort, crash or loop on some mangled files. So the bytes are read once, parsed and
 * verified first in a child process with limits, and only when that went well in this process.
 *
 * LLVM reads memory that it has not written, so a mangled file that the child survived may yet kill
 * this process: signals lead out of the reader here, too.
 *
 * Files of older dialects are made modern first, in both processes: in the child what is not known
 * to be sound, here what was.
 *
 * Invariant: this process parses exactly the bytes that the child found good.
 * Owns:      nothing after return; the module is the caller's.
 * Not here:  linking, the target (load.c), what older dialects are (legacy.h), who wrote a file
 *            (writer.c). */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* pipe2 */
#endif
#include "config.h"

#include "read.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>

#include "alloc.h"
#include "legacy.h"
#include "vec.h"
#include "writer.h"

#if defined(__SANITIZE_ADDRESS__)
#define HR_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HR_ADDRESS_SANITIZER 1
#endif
#endif
#ifndef HR_ADDRESS_SANITIZER
#define HR_ADDRESS_SANITIZER 0
#endif

/* How the child ends. Other codes and signals: it died of the file. */
enum { CHILD_GOOD = 80, CHILD_MALFORMED, CHILD_INVALID, CHILD_OLD, CHILD_MEMORY };
enum { MESSAGE_LIMIT = 4096 };

/* --- the file --------------------------------------------------------------------------------- */

static hr_status unreadable(hr_diags *diags, const char *path, const char *why)
{
	hr_report(diags, HR_D_unreadable_file, NULL, path, why);
	return HR_REJECT;
}

/* The whole file, with a 0 after it that does not count. */
static hr_status slurp(const char *path, hr_diags *diags, hr_bytes *content)
{
	int file = open(path, O_RDONLY | O_CLOEXEC);
	struct stat state;
	ssize_t got;

	if (file < 0)
		return unreadable(diags, path, strerror(errno));
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
		return unreadable(diags, path, strerror(error));
	}
	close(file);
	content->data[content->count] = 0;
	return HR_OK;
}

/* --- what the file is ------------------------------------------------------------------------- */

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

/* What people give by mistake; NULL: no such thing. */
static const char *known_kind(const char *data, size_t size)
{
	if (!size)
		return "it is empty";
	if (starts(data, size, "\177ELF", 4))
		return "it is machine code (ELF); compile with -c -emit-llvm";
	if (starts(data, size, "!<arch>\n", 8))
		return "it is a library archive; give its members";
	if (starts(data, size, "\x89PNG", 4))
		return "it is a PNG image";
	return NULL;
}

/* LLVM assembly starts, after comments, with one of few words. */
static bool is_assembly(const char *data)
{
	static const char *const words[] = {"define",	       "declare",	 "target",
					    "source_filename", "attributes",	 "module",
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

static hr_status classify(const char *path, const char *data, size_t size, hr_diags *diags)
{
	const char *why = known_kind(data, size);

	if (is_bitcode(data, size))
		return HR_OK;
	if (!why && !is_text(data, size))
		why = "it is binary data of another kind";
	if (!why && !is_assembly(data))
		why = "it is text of another kind";
	if (!why)
		return HR_OK;
	hr_report(diags, HR_D_not_bitcode, NULL, path, why);
	return HR_REJECT;
}

/* --- parsing ---------------------------------------------------------------------------------- */

/* Keeps the first error that LLVM reports through the context; its default would be to exit. */
static void on_diagnostic(LLVMDiagnosticInfoRef info, void *data)
{
	char **first = data;

	if (LLVMGetDiagInfoSeverity(info) == LLVMDSError && first && !*first)
		*first = LLVMGetDiagInfoDescription(info);
}

/* *why is set on failure, to be freed with LLVMDisposeMessage. */
static bool parse(const char *path, const char *data, size_t size, LLVMContextRef context,
		  LLVMModuleRef *module, char **why)
{
	LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(data, size, path, true);
	char *reported = NULL, *message = NULL;
	bool failed;

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

/* The same, with whatever LLVM writes to standard error lost: the child has said it already. */
static bool parse_quietly(const char *path, const char *data, size_t size, LLVMContextRef context,
			  LLVMModuleRef *module, char **why)
{
	int kept = dup(STDERR_FILENO), nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
	bool good;

	if (nowhere >= 0)
		dup2(nowhere, STDERR_FILENO);
	good = parse(path, data, size, context, module, why);
	if (kept >= 0)
		dup2(kept, STDERR_FILENO);
	close(kept);
	close(nowhere);
	return good;
}

/* --- older dialects --------------------------------------------------------------------------- */

/* Like hr_legacy_text(), of either kind. */
static hr_status make_modern(const char *data, size_t size, hr_bytes *modern, bool *changed,
			     hr_legacy_refusal *refusal)
{
	if (!is_bitcode(data, size))
		return hr_legacy_text(data, size, modern, changed, refusal);
	hr_legacy_bitcode(data, size, modern, changed);
	return HR_OK;
}

/* --- the child -------------------------------------------------------------------------------- */

static void limit(int resource, rlim_t value)
{
	struct rlimit now;

	if (getrlimit(resource, &now))
		return;
	if (now.rlim_max != RLIM_INFINITY && value > now.rlim_max)
		value = now.rlim_max;
	now.rlim_cur = value;
	setrlimit(resource, &now);
}

/* Bytes of address space this process has already. */
static rlim_t address_space(void)
{
	unsigned long long pages = 0;
	FILE *statm = fopen("/proc/self/statm", "re");

	if (statm && fscanf(statm, "%llu", &pages) != 1)
		pages = 0;
	if (statm)
		fclose(statm);
	return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

/* Time and memory that no sound file of this size comes near. */
static void confine(size_t size)
{
	rlim_t seconds = 10 + size / (1 << 20);

	for (int sig = 1; sig < NSIG; sig++)
		signal(sig, SIG_DFL);
	limit(RLIMIT_CORE, 0);
	limit(RLIMIT_CPU, seconds);
	alarm((unsigned)(4 * seconds));
	/* The sanitizer's shadow alone is larger than any such limit. */
	if (!HR_ADDRESS_SANITIZER)
		limit(RLIMIT_AS, address_space() + ((rlim_t)4 << 30) + 256 * (rlim_t)size);
}

static void say(const char *text)
{
	size_t length = strlen(text);

	if (write(STDERR_FILENO, text, length) < 0)
		_exit(CHILD_MALFORMED);
}

/* The parent says it; it cannot tell what it was about otherwise. */
static void child_out_of_memory(size_t bytes)
{
	dprintf(STDERR_FILENO, "%zu", bytes);
	_exit(CHILD_MEMORY);
}

HR_NORETURN static void child(const char *path, const char *data, size_t size, int pipe_end)
{
	hr_legacy_refusal refusal;
	LLVMModuleRef module;
	hr_bytes modern = {0};
	char *why = NULL;
	bool old;

	confine(size);
	dup2(pipe_end, STDERR_FILENO);
	hr_alloc_set_out_of_memory(child_out_of_memory);
	if (make_modern(data, size, &modern, &old, &refusal) != HR_OK) {
		dprintf(STDERR_FILENO, "%s:%u:1: error: %s", path, refusal.line, refusal.why);
		_exit(CHILD_OLD);
	}
	if (old) {
		data = modern.data;
		size = modern.count;
	}
	if (!parse(path, data, size, LLVMContextCreate(), &module, &why)) {
		say(why);
		_exit(CHILD_MALFORMED);
	}
	if (LLVMVerifyModule(module, LLVMReturnStatusAction, &why)) {
		say(why);
		_exit(CHILD_INVALID);
	}
	_exit(CHILD_GOOD);
}

/* Everything the child says, of which MESSAGE keeps the beginning; ends when the child does. */
static void listen(int pipe_end, char *message)
{
	char scratch[4096];
	size_t used = 0;
	ssize_t got;

	while ((got = read(pipe_end, scratch, sizeof(scratch))) > 0 || (got < 0 && errno == EINTR))
		for (ssize_t i = 0; i < got && used + 1 < MESSAGE_LIMIT; i++)
			message[used++] = scratch[i];
	message[used] = 0;
}

/* Parses in a child. Returns its wait status; -1: no child could be had. */
static int try_in_child(const char *path, const char *data, size_t size, char *message)
{
	int ends[2], status;
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC))
		return -1;
	pid = fork();
	if (!pid)
		child(path, data, size, ends[1]);
	close(ends[1]);
	if (pid > 0)
		listen(ends[0], message);
	close(ends[0]);
	if (pid < 0)
		return -1;
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	return status;
}

/* --- what went wrong -------------------------------------------------------------------------- */

/* Reader messages look like "PATH:LINE:COLUMN: error: TEXT", or "PATH: error: TEXT". Fills WHERE
 * and leaves the first line of the text, within MESSAGE. */
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

static hr_status refuse(hr_diags *diags, hr_diag_id id, const char *path, char *message)
{
	hr_where where = {0};
	char *text = first_line(path, message, &where);

	hr_report(diags, id, where.file ? &where : NULL, path, text);
	return id == HR_D_old_dialect ? HR_UNSUPPORTED : HR_REJECT;
}

static hr_status died(hr_diags *diags, const char *path, int status, char *message)
{
	char text[128], *detail = message + strspn(message, "\n");
	size_t used;

	detail[strcspn(detail, "\n")] = 0;
	if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGALRM))
		snprintf(text, sizeof(text), "it did not end");
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

/* Whether the file comes from an LLVM that is newer than ours: that is why it cannot be read, then,
 * whatever the reader says. */
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
			  HR_LLVM_VERSION, *text ? text : "its reader died of it", HR_LLVM_MAJOR);
	}
	HR_VEC_FREE(&writer);
	return newer;
}

static hr_status judge(hr_diags *diags, const char *path, const char *data, size_t size, int status,
		       char *message)
{
	bool good = WIFEXITED(status) && WEXITSTATUS(status) == CHILD_GOOD;
	bool memory = WIFEXITED(status) && WEXITSTATUS(status) == CHILD_MEMORY;

	if (status == -1)
		return unreadable(diags, path, "no process could be started to read it in");
	if (!good && !memory && is_newer(diags, path, data, size, message))
		return HR_REJECT;
	if (!WIFEXITED(status))
		return died(diags, path, status, message);
	switch (WEXITSTATUS(status)) {
	case CHILD_GOOD:
		return HR_OK;
	case CHILD_MALFORMED:
		return refuse(diags, HR_D_malformed_file, path, message);
	case CHILD_OLD:
		return refuse(diags, HR_D_old_dialect, path, message);
	case CHILD_INVALID:
		return refuse(diags, HR_D_invalid_module, path, message);
	case CHILD_MEMORY:
		return hr_report(diags, HR_D_memory_limit, NULL, path,
				 (size_t)strtoull(message, NULL, 10));
	default:
		return died(diags, path, status, message);
	}
}

/* --- in this process ------------------------------------------------------------------------------ */

static const int deadly[] = {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE};
enum { DEADLY = sizeof(deadly) / sizeof(*deadly) };

static sigjmp_buf way_out;
static volatile bool reader_dead;

static void leave_reader(int signal_number)
{
	siglongjmp(way_out, signal_number);
}

bool hr_reader_died(void)
{
	return reader_dead;
}

static void catch_signals(struct sigaction before[DEADLY])
{
	struct sigaction leave = {.sa_handler = leave_reader};

	for (unsigned i = 0; i < DEADLY; i++)
		sigaction(deadly[i], &leave, &before[i]);
}

static void restore_signals(const struct sigaction before[DEADLY])
{
	for (unsigned i = 0; i < DEADLY; i++)
		sigaction(deadly[i], &before[i], NULL);
}

static hr_status parse_good(const char *path, const char *data, size_t size, void *context,
			    hr_diags *diags, bool quietly, void **module) HR_MUST_CHECK;

/* parse_good(), of which this process survives what kills it. */
static hr_status parse_here(const char *path, const char *data, size_t size, void *context,
			    hr_diags *diags, bool quietly, void **module)
{
	struct sigaction before[DEADLY];
	hr_status status;
	int killed;

	catch_signals(before);
	killed = sigsetjmp(way_out, 1);
	if (killed) {
		restore_signals(before);
		reader_dead = true;
		hr_report(diags, HR_D_reader_crash, NULL, path, strsignal(killed));
		return HR_REJECT;
	}
	status = parse_good(path, data, size, context, diags, quietly, module);
	restore_signals(before);
	return status;
}

/* What the child found good. QUIETLY: LLVM has something to say about it, of debug information that
 * it drops. */
static hr_status parse_good(const char *path, const char *data, size_t size, void *context,
			    hr_diags *diags, bool quietly, void **module)
{
	LLVMModuleRef parsed;
	char *why = NULL;

	if (!(quietly ? parse_quietly : parse)(path, data, size, context, &parsed, &why)) {
		hr_status status = refuse(diags, HR_D_malformed_file, path, why);

		LLVMDisposeMessage(why);
		return status;
	}
	*module = parsed;
	return HR_OK;
}

hr_status hr_read_bytes(const char *path, const char *data, size_t size, void *context,
			hr_diags *diags, void **module)
{
	char message[MESSAGE_LIMIT] = "";
	hr_legacy_refusal refusal;
	hr_bytes modern = {0};
	hr_status status;
	bool old;

	HR_TRY(classify(path, data, size, diags));
	HR_TRY(judge(diags, path, data, size, try_in_child(path, data, size, message), message));
	if (make_modern(data, size, &modern, &old, &refusal) != HR_OK)
		hr_bug("two processes rewrite '%s' differently", path);
	status = parse_here(path, old ? modern.data : data, old ? modern.count : size, context,
			    diags, *message, module);
	HR_VEC_FREE(&modern);
	return status;
}

hr_status hr_read_module(const char *path, void *context, hr_diags *diags, void **module)
{
	hr_bytes content = {0};
	hr_status status = slurp(path, diags, &content);

	if (status == HR_OK)
		status = hr_read_bytes(path, content.data, content.count, context, diags, module);
	HR_VEC_FREE(&content);
	return status;
}
