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
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/base/vec.h"
#include "src/diag/near.h"
#include "src/file/file.h"

enum { LOAD_SECONDS = 30, MOST_DEVICES = 64, ANSWER_BYTES = 65536 };

struct hr_registry {
	const hr_backend_search *search;
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
	char *folder = hr_file_beside("backends/.libs");
	struct stat status;
	const bool built = stat(folder, &status) == 0 && S_ISDIR(status.st_mode);

	search(registry, built ? folder : HR_BACKEND_DIR);
	hr_free(folder);
}

hr_registry *hr_registry_new(const hr_backend_search *where, const hr_backend_host *host)
{
	hr_registry *registry = hr_alloc_zero(sizeof(*registry));

	registry->search = where;
	registry->host = host;
	for (size_t i = 0; i < where->path_count; i++)
		search(registry, where->paths[i]);
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
		hr_free(entry->values);
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
	const hr_backend_emitter *emitter = module->emitter;

	if (module->bytes < sizeof(*module) || !module->name || !module->summary ||
	    (module->option_count && !module->options))
		return false;
	if (emitter && !(emitter->begin && emitter->unit && emitter->end))
		return false;
	if (!module->open && emitter)
		return true;
	return module->open && module->close && module->devices && module->admit && module->build &&
	       module->run && module->release &&
	       (!memory || (memory->allocate && memory->release && memory->write && memory->read));
}

/* The table of the module NAME in OBJECT; NULL: it has none. Several modules may be in one file. */
static const hr_backend *find_table(void *object, const char *name)
{
	char *symbol = printed("%s_%s", HR_BACKEND_SYMBOL, name);
	const hr_backend *found = dlsym(object, symbol);

	hr_free(symbol);
	return found ? found : dlsym(object, HR_BACKEND_SYMBOL);
}

/* Read the table of ENTRY. Return why there is none, which is the caller's; NULL: there is one. */
static char *read_table(hr_backend_entry *entry)
{
	void *object = dlopen(entry->path, RTLD_NOW | RTLD_LOCAL);
	const hr_backend *found;

	if (!object)
		return printed("cannot load it: %s", dlerror());
	found = find_table(object, entry->name);
	if (!found)
		return printed("it has no symbol '%s'", HR_BACKEND_SYMBOL);
	if (found->version != HR_BACKEND_VERSION)
		return printed("it was built for version %u of the interface; this is version %u",
			       found->version, HR_BACKEND_VERSION);
	if (!is_whole(found))
		return printed("its symbol '%s' lacks callbacks", HR_BACKEND_SYMBOL);
	if (strcmp(found->name, entry->name) != 0)
		return printed("it calls itself '%.100s'", found->name);
	entry->table = found;
	return NULL;
}

/* Give ENTRY, whose table has been read, its host. Return why a value is wrong, which is the
 * caller's; NULL: none is. */
static char *set_options(hr_backend_entry *entry, const hr_registry *registry)
{
	char text[HR_SETTING_TEXT];

	hr_free(entry->values);
	entry->values = hr_alloc_array(entry->table->option_count + 1, sizeof(*entry->values));
	entry->host = *registry->host;
	entry->host.options = entry->values;
	return hr_settings_fill(entry->table, registry->search->settings,
				registry->search->setting_count, entry->values, text)
		       ? NULL
		       : hr_strdup(text);
}

/* Open ENTRY, whose table has been read and whose options are set. Return why not, which is the
 * caller's; NULL: it is open. */
static char *open_module(hr_backend_entry *entry)
{
	char text[HR_BACKEND_TEXT] = "";

	if (!entry->table->open)
		return hr_strdup("it runs nothing: it prints units (--emit)");
	if (entry->table->open(&entry->host, &entry->state, text) == 0)
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

/* What a child process tries: */
typedef enum trial_extent {
	ONLY_TABLE, /* to read the table */
	WITH_DEVICES,
} trial_extent;

/* Write to ANSWER: a line "=" when the table has been read; then "-" and why the module is out, or
 * "+" and its devices, if these are in EXTENT. */
static void try_entry(hr_backend_entry *entry, const hr_registry *registry, trial_extent extent,
		      FILE *answer)
{
	char *why = read_table(entry);

	if (!why) {
		fputs("=\n", answer);
		fflush(answer);
		if (extent == ONLY_TABLE) {
			fputs("+\n", answer);
			return;
		}
		why = set_options(entry, registry);
		entry->host.trial = 1;
	}
	if (!why)
		why = open_module(entry);
	if (why) {
		fprintf(answer, "-%s\n", why);
		return;
	}
	fputc('+', answer);
	list_devices(entry->table, entry->state, answer);
	entry->table->close(entry->state);
	fputs("\n", answer);
}

static HR_NORETURN void try_here(hr_backend_entry *entry, const hr_registry *registry,
				 trial_extent extent, int file)
{
	static const int signals[] = {SIGSEGV, SIGBUS,  SIGFPE, SIGILL, SIGTRAP,
				      SIGABRT, SIGALRM, SIGINT, SIGTERM};
	int nothing = open("/dev/null", O_RDWR);
	FILE *answer = fdopen(file, "w");

	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
		signal(signals[i], SIG_DFL);
	for (int standard = 0; standard <= 2 && nothing >= 0; standard++)
		dup2(nothing, standard); /* what it prints is no line of ours */
	alarm(LOAD_SECONDS);
	try_entry(entry, registry, extent, answer);
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

/* A whole answer ends with an empty line ('+') or is one line ('-'), after a line '=' of a table
 * that was read. */
static void keep_answer(hr_backend_entry *entry, trial_extent extent, char *answer, size_t length,
			int status)
{
	bool whole;

	if (strncmp(answer, "=\n", 2) == 0) {
		entry->sound = true;
		answer += 2;
		length -= 2;
	}
	whole = length > 1 && answer[length - 1] == '\n' &&
		(answer[0] == '-' ||
		 (answer[0] == '+' && (length == 2 || answer[length - 2] == '\n')));

	if (!whole || (WIFSIGNALED(status) && answer[0] == '+')) {
		entry->out = why_it_died(status);
		return;
	}
	answer[length - 1] = '\0';
	if (answer[0] == '-')
		entry->out = hr_strdup(answer + 1);
	else if (extent == WITH_DEVICES)
		entry->devices = hr_strdup(answer + 1);
}

static void try_in_child(hr_backend_entry *entry, const hr_registry *registry, trial_extent extent)
{
	char *answer = hr_alloc(ANSWER_BYTES);
	int ends[2], status = 0;
	size_t length;
	pid_t child;

	fflush(NULL);
	if (pipe2(ends, O_CLOEXEC) != 0 || (child = fork()) < 0) {
		entry->out = hr_strdup("cannot create a process to test it");
		hr_free(answer);
		return;
	}
	if (child == 0) {
		close(ends[0]);
		try_here(entry, registry, extent, ends[1]);
	}
	close(ends[1]);
	length = read_answer(ends[0], answer, ANSWER_BYTES);
	close(ends[0]);
	waitpid(child, &status, 0);
	keep_answer(entry, extent, answer, length, status);
	hr_free(answer);
}

/* Try ENTRY, unless it has been tried as far, or is out already. */
static void try_once(hr_backend_entry *entry, const hr_registry *registry, trial_extent extent)
{
	if (entry->out || entry->tried || (extent == ONLY_TABLE && entry->sound))
		return;
	entry->tried = extent == WITH_DEVICES;
	try_in_child(entry, registry, extent);
}

/* --- what others ask -------------------------------------------------------------------------- */

static const char *nobody_has(hr_registry *registry, const char *name)
{
	const char **names = hr_alloc_array(registry->entries.count + 1, sizeof(*names));
	char folders[PATH_MAX], near[HR_NEAR_TEXT];

	hr_join((const char *const *)registry->folders.data, registry->folders.count, folders,
		sizeof(folders));
	for (size_t i = 0; i < registry->entries.count; i++)
		names[i] = registry->entries.data[i].name;
	hr_did_you_mean(name, names, registry->entries.count, near);
	hr_free(names);
	hr_free(registry->unknown);
	registry->unknown = printed("no backend-%s.so in %s%s", name, folders, near);
	return registry->unknown;
}

/* The entry NAME that has been tried; NULL: nobody has it. */
static hr_backend_entry *find_tried(hr_registry *registry, const char *name, trial_extent extent,
				    const char **why)
{
	hr_backend_entry *entry = find(registry, name);

	if (!entry)
		*why = nobody_has(registry, name);
	else
		try_once(entry, registry, extent);
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

	(void)find_tried(registry, name, WITH_DEVICES, &why);
}

const char *hr_registry_out(hr_registry *registry, const char *name)
{
	const char *why = NULL;
	const hr_backend_entry *entry = find_tried(registry, name, WITH_DEVICES, &why);

	return entry ? entry->out : why;
}

/* The entry NAME, whose table has been read; NULL: *WHY says why it cannot be. */
static hr_backend_entry *find_sound(hr_registry *registry, const char *name, trial_extent extent,
				    const char **why)
{
	hr_backend_entry *entry = find_tried(registry, name, extent, why);

	if (entry && entry->sound && !entry->table) {
		char *wrong = read_table(entry);

		if (wrong) {
			hr_free(entry->out);
			entry->out = wrong;
			entry->sound = false;
		}
	}
	if (entry)
		*why = entry->out;
	return entry && entry->sound ? entry : NULL;
}

const hr_backend_entry *hr_registry_table(hr_registry *registry, const char *name, const char **why)
{
	return find_sound(registry, name, ONLY_TABLE, why);
}

const hr_backend_entry *hr_registry_module(hr_registry *registry, const char *name,
					   const char **why)
{
	hr_backend_entry *entry = find_sound(registry, name, WITH_DEVICES, why);

	if (!entry || entry->out)
		return NULL;
	if (!entry->values)
		entry->out = set_options(entry, registry);
	*why = entry->out;
	return entry->out ? NULL : entry;
}

const hr_backend_entry *hr_registry_load(hr_registry *registry, const char *name, const char **why)
{
	hr_backend_entry *entry =
		hr_registry_module(registry, name, why) ? find(registry, name) : NULL;

	if (!entry || entry->module)
		return entry;
	entry->out = open_module(entry);
	if (entry->out) {
		*why = entry->out;
		return NULL;
	}
	entry->module = entry->table;
	return entry;
}

bool hr_registry_accepts(hr_registry *registry, char text[HR_SETTING_TEXT])
{
	for (size_t i = 0; i < registry->search->setting_count; i++) {
		const hr_backend_setting *setting = &registry->search->settings[i];
		const hr_backend_entry *entry;
		const char *why;

		if (setting->spelling)
			continue;
		entry = find_sound(registry, setting->backend, ONLY_TABLE, &why);
		if (!entry) {
			bool found = hr_registry_has(registry, setting->backend);

			snprintf(text, HR_SETTING_TEXT, "--backend-option %s: %s%s",
				 setting->backend, found ? "the backend is unavailable: " : "",
				 why);
			return false;
		}
		if (!hr_settings_accepts(entry->table, setting, text))
			return false;
	}
	return true;
}

static void print_entry(const hr_backend_entry *entry, FILE *stream)
{
	const char *line = entry->devices;

	if (entry->out)
		fprintf(stream, "%-10s unavailable: %s\n", entry->name, entry->out);
	else
		fprintf(stream, "%-10s %s\n", entry->name, *line ? "ready" : "ready, no device");
	while (!entry->out && *line) {
		size_t length = strcspn(line, "\n");

		fprintf(stream, "           device: %.*s\n", (int)length, line);
		line += length + (line[length] == '\n');
	}
	if (entry->table)
		hr_settings_print(entry->table, stream);
}

void hr_registry_print(hr_registry *registry, FILE *stream)
{
	for (size_t i = 0; i < registry->entries.count; i++) {
		hr_backend_entry *entry = &registry->entries.data[i];

		try_once(entry, registry, WITH_DEVICES);
		if (entry->sound && !entry->table)
			hr_free(read_table(entry));
		print_entry(entry, stream);
	}
	if (!registry->entries.count)
		fprintf(stream, "no backends: %s\n", nobody_has(registry, "*"));
}
