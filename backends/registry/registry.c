/* backends/registry/registry.c -- finds backend modules and loads them without being taken down by
 * them.
 *
 * A module's first load happens in a child process, which opens it, asks for its devices, and tells
 * by a pipe; only what came through that is loaded here.
 * Invariant: of several modules of one name, the first that was found counts.
 * Owns:      entries and their state; the shared objects stay loaded as long as the process lives.
 * Not here:  who gets which node (backends/dispatch/dispatch.c). */
#define _GNU_SOURCE 1
#include "backends/registry/registry.h"

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/base/vec.h"
#include "src/diag/near.h"

enum { LOAD_SECONDS = 30, MOST_DEVICES = 64, ANSWER_BYTES = 65536 };

struct hr_registry {
	const hr_backend_host *host;
	HR_VEC(hr_backend_entry) entries; /* sorted by name */
	char *unknown;                    /* the last answer about a name that nobody has */
	HR_VEC(char *) folders;
};

/* --- finding ---------------------------------------------------------------------------------- */

static char *printed(const char *format, ...) HR_PRINTF(1, 2);
static char *printed(const char *format, ...)
{
	char text[PATH_MAX + 512];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	return hr_strdup(text);
}

static hr_backend_entry *find(hr_registry *registry, const char *name)
{
	for (size_t i = 0; i < registry->entries.count; i++)
		if (strcmp(registry->entries.data[i].name, name) == 0)
			return &registry->entries.data[i];
	return NULL;
}

/* "cpu" of "backend-cpu.so", owned by the caller; NULL: no such file name. */
static char *name_of(const char *file)
{
	static const char head[] = "backend-", tail[] = ".so";
	size_t length = strlen(file), around = strlen(head) + strlen(tail);
	char *name;

	if (length <= around || strncmp(file, head, strlen(head)) != 0 ||
	    strcmp(file + length - strlen(tail), tail) != 0)
		return NULL;
	name = hr_strdup(file + strlen(head));
	name[length - around] = '\0';
	return name;
}

static void search(hr_registry *registry, const char *folder)
{
	DIR *directory = opendir(folder);
	struct dirent *file;

	HR_PUSH(&registry->folders, hr_strdup(folder));
	while (directory && (file = readdir(directory)) != NULL) {
		char *name = name_of(file->d_name);

		if (name && !find(registry, name))
			HR_PUSH(&registry->entries,
				(hr_backend_entry){.name = name,
						   .path = printed("%s/%s", folder, file->d_name)});
		else
			hr_free(name);
	}
	if (directory)
		closedir(directory);
}

static int by_name(const void *left, const void *right)
{
	return strcmp(((const hr_backend_entry *)left)->name,
		      ((const hr_backend_entry *)right)->name);
}

/* A command in a build tree has that tree's modules. */
static void search_default(hr_registry *registry)
{
	char command[PATH_MAX], folder[PATH_MAX + 32];
	ssize_t length = readlink("/proc/self/exe", command, sizeof(command) - 1);
	struct stat status;
	char *slash;

	command[length > 0 ? length : 0] = '\0';
	slash = strrchr(command, '/');
	if (slash) {
		*slash = '\0';
		snprintf(folder, sizeof(folder), "%s/backends/.libs", command);
		if (stat(folder, &status) == 0 && S_ISDIR(status.st_mode)) {
			search(registry, folder);
			return;
		}
	}
	search(registry, HR_BACKEND_DIR);
}

hr_registry *hr_registry_new(const char *const *paths, size_t count, const hr_backend_host *host)
{
	hr_registry *registry = hr_alloc_zero(sizeof(*registry));

	registry->host = host;
	for (size_t i = 0; i < count; i++)
		search(registry, paths[i]);
	search_default(registry);
	if (registry->entries.count)
		qsort(registry->entries.data, registry->entries.count,
		      sizeof(*registry->entries.data), by_name);
	return registry;
}

void hr_registry_free(hr_registry *registry)
{
	if (!registry)
		return;
	for (size_t i = 0; i < registry->entries.count; i++) {
		hr_backend_entry *entry = &registry->entries.data[i];

		if (entry->module)
			entry->module->close(entry->state);
		hr_free(entry->name);
		hr_free(entry->path);
		hr_free(entry->out);
		hr_free(entry->devices);
	}
	HR_VEC_FREE(&registry->entries);
	for (size_t i = 0; i < registry->folders.count; i++)
		hr_free(registry->folders.data[i]);
	HR_VEC_FREE(&registry->folders);
	hr_free(registry->unknown);
	hr_free(registry);
}

/* --- loading ---------------------------------------------------------------------------------- */

static bool is_whole(const hr_backend *module)
{
	const hr_backend_memory *memory = module->memory;

	return module->bytes >= offsetof(hr_backend, takes) && module->name && module->summary &&
	       module->open && module->close && module->devices && module->admit && module->build &&
	       module->run && module->release &&
	       (!memory || (memory->allocate && memory->release && memory->write && memory->read));
}

/* Why the object at PATH is no module; NULL: it is *MODULE. The text is the caller's. */
static char *open_object(const hr_backend_entry *entry, const hr_backend **module)
{
	void *object = dlopen(entry->path, RTLD_NOW | RTLD_LOCAL);
	const hr_backend *found;

	if (!object)
		return printed("cannot load it: %s", dlerror());
	found = dlsym(object, HR_BACKEND_SYMBOL);
	if (!found)
		return printed("it has no symbol '%s'", HR_BACKEND_SYMBOL);
	if (found->version != HR_BACKEND_VERSION)
		return printed("it was built for version %u of the interface; this is version %u",
			       found->version, HR_BACKEND_VERSION);
	if (!is_whole(found))
		return printed("its symbol '%s' lacks callbacks", HR_BACKEND_SYMBOL);
	if (strcmp(found->name, entry->name) != 0)
		return printed("it calls itself '%.100s'", found->name);
	*module = found;
	return NULL;
}

static char *open_module(const hr_backend_entry *entry, const hr_backend_host *host,
			 const hr_backend **module, void **state)
{
	char text[HR_BACKEND_TEXT] = "", *why = open_object(entry, module);

	if (why)
		return why;
	if ((*module)->open(host, state, text) == 0)
		return NULL;
	text[sizeof(text) - 1] = '\0';
	return hr_strdup(text[0] ? text : "it gives no reason");
}

/* --- the first time: in a child process ------------------------------------------------------- */

static void list_devices(const hr_backend *module, void *state, FILE *answer)
{
	hr_device *list = hr_alloc_array(MOST_DEVICES, sizeof(*list));
	uint32_t count = module->devices(state, list, MOST_DEVICES);

	for (uint32_t i = 0; i < count && i < MOST_DEVICES; i++)
		fprintf(answer, "%.*s\n", HR_BACKEND_TEXT - 1, list[i].name);
	hr_free(list);
}

static HR_NORETURN void try_here(const hr_backend_entry *entry, const hr_backend_host *host,
				 int file)
{
	static const int signals[] = {SIGSEGV, SIGBUS,  SIGFPE, SIGILL, SIGTRAP,
				      SIGABRT, SIGALRM, SIGINT, SIGTERM};
	int nothing = open("/dev/null", O_RDWR);
	const hr_backend *module;
	FILE *answer = fdopen(file, "w");
	hr_backend_host there = *host;
	void *state = NULL;
	char *why;

	there.trial = 1;
	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
		signal(signals[i], SIG_DFL);
	for (int standard = 0; standard <= 2 && nothing >= 0; standard++)
		dup2(nothing, standard); /* what it prints is no line of ours */
	alarm(LOAD_SECONDS);
	why = open_module(entry, &there, &module, &state);
	if (why) {
		fprintf(answer, "-%s\n", why);
	} else {
		fputc('+', answer);
		list_devices(module, state, answer);
		module->close(state);
		fputs("\n", answer);
	}
	fflush(answer);
	_exit(0);
}

static size_t read_answer(int file, char *answer, size_t room)
{
	size_t used = 0;
	ssize_t got;

	while (used < room - 1 && (got = read(file, answer + used, room - 1 - used)) > 0)
		used += (size_t)got;
	answer[used] = '\0';
	return used;
}

static char *why_it_died(int status)
{
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
		return printed("it was not ready after %d seconds", LOAD_SECONDS);
	if (WIFSIGNALED(status))
		return printed("it crashed while loading (SIG%s)", sigabbrev_np(WTERMSIG(status)));
	return printed("it ended the process while loading (exit %d)", WEXITSTATUS(status));
}

/* A whole answer ends with an empty line ('+') or is one line ('-'). */
static void keep_answer(hr_backend_entry *entry, char *answer, size_t length, int status)
{
	bool whole = length > 1 && answer[length - 1] == '\n' &&
		     (answer[0] == '-' ||
		      (answer[0] == '+' && (length == 2 || answer[length - 2] == '\n')));

	if (!whole || (WIFSIGNALED(status) && answer[0] == '+')) {
		entry->out = why_it_died(status);
		return;
	}
	answer[length - 1] = '\0';
	if (answer[0] == '-')
		entry->out = hr_strdup(answer + 1);
	else
		entry->devices = hr_strdup(answer + 1);
}

static void try_in_child(hr_backend_entry *entry, const hr_backend_host *host)
{
	char *answer = hr_alloc(ANSWER_BYTES);
	int ends[2], status = 0;
	size_t length;
	pid_t child;

	entry->tried = true;
	fflush(NULL);
	if (pipe2(ends, O_CLOEXEC) != 0 || (child = fork()) < 0) {
		entry->out = hr_strdup("cannot create a process to test it");
		hr_free(answer);
		return;
	}
	if (child == 0) {
		close(ends[0]);
		try_here(entry, host, ends[1]);
	}
	close(ends[1]);
	length = read_answer(ends[0], answer, ANSWER_BYTES);
	close(ends[0]);
	waitpid(child, &status, 0);
	keep_answer(entry, answer, length, status);
	hr_free(answer);
}

/* --- what others ask -------------------------------------------------------------------------- */

static const char *nobody_has(hr_registry *registry, const char *name)
{
	const char **names = hr_alloc_array(registry->entries.count + 1, sizeof(*names));
	char folders[PATH_MAX] = "", near[HR_NEAR_TEXT];

	for (size_t i = 0; i < registry->folders.count; i++)
		snprintf(folders + strlen(folders), sizeof(folders) - strlen(folders), "%s%s",
			 i ? ", " : "", registry->folders.data[i]);
	for (size_t i = 0; i < registry->entries.count; i++)
		names[i] = registry->entries.data[i].name;
	hr_did_you_mean(name, names, registry->entries.count, near);
	hr_free(names);
	hr_free(registry->unknown);
	registry->unknown = printed("no backend-%s.so in %s%s", name, folders, near);
	return registry->unknown;
}

/* The entry NAME that has been tried; NULL: nobody has it. */
static hr_backend_entry *find_tried(hr_registry *registry, const char *name, const char **why)
{
	hr_backend_entry *entry = find(registry, name);

	if (!entry)
		*why = nobody_has(registry, name);
	else if (!entry->tried)
		try_in_child(entry, registry->host);
	return entry;
}

const char *hr_registry_name(const hr_registry *registry, size_t number)
{
	return number < registry->entries.count ? registry->entries.data[number].name : NULL;
}

bool hr_registry_has(hr_registry *registry, const char *name)
{
	return find(registry, name) != NULL;
}

void hr_registry_try(hr_registry *registry, const char *name)
{
	const char *why;

	(void)find_tried(registry, name, &why);
}

const char *hr_registry_out(hr_registry *registry, const char *name)
{
	const char *why = NULL;
	const hr_backend_entry *entry = find_tried(registry, name, &why);

	return entry ? entry->out : why;
}

const hr_backend *hr_registry_module(hr_registry *registry, const char *name, const char **why)
{
	hr_backend_entry *entry = find_tried(registry, name, why);
	const hr_backend *module = NULL;

	if (entry && !entry->out)
		entry->out = open_object(entry, &module);
	if (entry && entry->out) {
		*why = entry->out;
		return NULL;
	}
	return module;
}

const hr_backend_entry *hr_registry_load(hr_registry *registry, const char *name, const char **why)
{
	hr_backend_entry *entry = find_tried(registry, name, why);

	if (!entry)
		return NULL;
	if (!entry->out && !entry->module)
		entry->out = open_module(entry, registry->host, &entry->module, &entry->state);
	if (entry->out) {
		entry->module = NULL;
		*why = entry->out;
		return NULL;
	}
	return entry;
}

static void print_entry(const hr_backend_entry *entry, FILE *stream)
{
	const char *line = entry->devices;

	if (entry->out) {
		fprintf(stream, "%-10s unavailable: %s\n", entry->name, entry->out);
		return;
	}
	fprintf(stream, "%-10s %s\n", entry->name, *line ? "ready" : "ready, no device");
	while (*line) {
		size_t length = strcspn(line, "\n");

		fprintf(stream, "           device: %.*s\n", (int)length, line);
		line += length + (line[length] == '\n');
	}
}

void hr_registry_print(hr_registry *registry, FILE *stream)
{
	for (size_t i = 0; i < registry->entries.count; i++) {
		hr_backend_entry *entry = &registry->entries.data[i];

		if (!entry->tried)
			try_in_child(entry, registry->host);
		print_entry(entry, stream);
	}
	if (!registry->entries.count)
		fprintf(stream, "no backends: %s\n", nobody_has(registry, "*"));
}
