/* backends/cuda/translate/toolkit.c -- runs ptxas and fatbinary of a CUDA toolkit as processes that
 * communicate by files.
 *
 * Invariant: no file is left behind.
 * Owns:      a directory during a call.
 * Not here:  where the programs are (find.c). */
#include "backends/cuda/translate/toolkit.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/base/alloc.h"
#include "src/base/vec.h"
#include "src/file/file.h"

extern char **environ;

typedef char path[PATH_MAX];

enum { MOST_NAME = 32 };

typedef struct workplace {
	const cuda_tools *tools; /* borrowed */
	path folder, ptx, messages, made;
	path cubins[CUDA_MOST_IMAGES];
	char *text; /* reason of a failure; the caller's */
} workplace;

/* --- files ------------------------------------------------------------------------------------ */

static bool say(workplace *self, const char *what, const char *why)
{
	snprintf(self->text, HR_BACKEND_TEXT, "%s: %s", what, why);
	return false;
}

static void name_file(const workplace *self, path to, const char *name)
{
	snprintf(to, sizeof(path), "%.*s/%s", PATH_MAX - MOST_NAME - 2, self->folder, name);
}

static bool open_workplace(workplace *self, const char *ptx)
{
	const char *where = getenv("TMPDIR");
	FILE *file;
	bool written;

	where = where && *where ? where : "/tmp";
	if (strlen(where) >= PATH_MAX - 2 * MOST_NAME)
		return say(self, "a temporary folder in TMPDIR", strerror(ENAMETOOLONG));
	snprintf(self->folder, sizeof(self->folder), "%s/hpvm-cuda-XXXXXX", where);
	if (!mkdtemp(self->folder)) {
		self->folder[0] = '\0';
		return say(self, "a temporary folder", strerror(errno));
	}
	name_file(self, self->ptx, "unit.ptx");
	name_file(self, self->messages, "messages");
	name_file(self, self->made, "unit.fatbin");
	for (unsigned i = 0; i < CUDA_MOST_IMAGES; i++) {
		char name[MOST_NAME];

		snprintf(name, sizeof(name), "unit-%u.cubin", i);
		name_file(self, self->cubins[i], name);
	}
	file = fopen(self->ptx, "w");
	if (!file)
		return say(self, "a temporary file", strerror(errno));
	written = fputs(ptx, file) >= 0;
	return (fclose(file) == 0 && written) || say(self, "a temporary file", strerror(errno));
}

static void close_workplace(const workplace *self)
{
	if (!*self->folder)
		return;
	unlink(self->ptx);
	unlink(self->messages);
	unlink(self->made);
	for (unsigned i = 0; i < CUDA_MOST_IMAGES; i++)
		unlink(self->cubins[i]);
	rmdir(self->folder);
}

/* --- processes -------------------------------------------------------------------------------- */

/* Replace each run of white space by one blank, and remove it at the end. */
static void squeeze(char *text)
{
	char *to = text;

	for (const char *at = text; *at; at++) {
		bool blank = *at == ' ' || *at == '\n' || *at == '\t';

		if (!blank)
			*to++ = *at;
		else if (to > text && to[-1] != ' ')
			*to++ = ' ';
	}
	if (to > text && to[-1] == ' ')
		to--;
	*to = '\0';
}

/* Append what the program has printed as one line, without the program's name at its beginning. */
static bool say_messages(workplace *self, const char *program)
{
	uint8_t *data = NULL;
	size_t size = 0;
	char words[200] = "it failed without a message";
	size_t name = strlen(program);

	if (hr_file_read(self->messages, &data, &size) == 0 && size > 0)
		snprintf(words, sizeof(words), "%.*s", (int)size, (const char *)data);
	hr_free(data);
	squeeze(words);
	return say(self, program,
		   strncmp(words, program, name) == 0 && words[name] == ' ' ? words + name + 1
									    : words);
}

static bool run(workplace *self, const char *name, char *const *arguments)
{
	char *program = cuda_find_tool(self->tools, name);
	posix_spawn_file_actions_t actions;
	int failed, state = 0;
	pid_t child;

	if (!program)
		return say(self, name, "it is not in CUDA_HOME, a usual place or PATH");
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, 1, self->messages, O_WRONLY | O_CREAT | O_TRUNC,
					 0600);
	posix_spawn_file_actions_adddup2(&actions, 1, 2);
	failed = posix_spawn(&child, program, &actions, NULL, arguments, environ);
	posix_spawn_file_actions_destroy(&actions);
	if (!failed)
		while (waitpid(child, &state, 0) < 0 && errno == EINTR)
			;
	hr_free(program);
	if (failed)
		return say(self, name, strerror(failed));
	return (WIFEXITED(state) && WEXITSTATUS(state) == 0) || say_messages(self, name);
}

static bool assemble(workplace *self, cuda_arch arch, char *to)
{
	char name[CUDA_ARCH_NAME], option[24],
		*arguments[] = {(char[]){"ptxas"}, option, (char[]){"-o"}, to, self->ptx, NULL};

	snprintf(option, sizeof(option), "-arch=sm_%s", cuda_arch_name(arch, name));
	return run(self, "ptxas", arguments);
}

static unsigned char *read_result(workplace *self, const char *file, size_t *bytes)
{
	uint8_t *data = NULL;

	if (hr_file_read(file, &data, bytes) == 0)
		return data;
	say(self, "a temporary file", strerror(errno));
	return NULL;
}

unsigned char *cuda_make_cubin(const char *ptx, cuda_arch arch, const cuda_tools *tools,
			       size_t *bytes, char text[HR_BACKEND_TEXT])
{
	workplace self = {.tools = tools, .text = text};
	unsigned char *made = NULL;

	if (open_workplace(&self, ptx) && assemble(&self, arch, self.cubins[0]))
		made = read_result(&self, self.cubins[0], bytes);
	close_workplace(&self);
	return made;
}

static bool put_together(workplace *self, cuda_arch virtual, const cuda_arch *arches,
			 unsigned count)
{
	char name[CUDA_ARCH_NAME], create[sizeof(path) + 16],
		images[CUDA_MOST_IMAGES + 1][sizeof(path) + 64];
	char *arguments[CUDA_MOST_IMAGES + 5] = {(char[]){"fatbinary"}, create, (char[]){"-64"},
						 images[0]};

	snprintf(create, sizeof(create), "--create=%s", self->made);
	snprintf(images[0], sizeof(images[0]), "--image3=kind=ptx,sm=%s,file=%s",
		 cuda_arch_name(virtual, name), self->ptx);
	for (unsigned i = 0; i < count; i++) {
		snprintf(images[i + 1], sizeof(images[0]), "--image3=kind=elf,sm=%s,file=%s",
			 cuda_arch_name(arches[i], name), self->cubins[i]);
		arguments[i + 4] = images[i + 1];
	}
	return run(self, "fatbinary", arguments);
}

unsigned char *cuda_make_fatbin(const char *ptx, cuda_arch virtual, const cuda_arch *arches,
				unsigned count, const cuda_tools *tools, size_t *bytes,
				char text[HR_BACKEND_TEXT])
{
	workplace self = {.tools = tools, .text = text};
	unsigned char *made = NULL;
	bool good;

	count = count < CUDA_MOST_IMAGES ? count : CUDA_MOST_IMAGES;
	good = open_workplace(&self, ptx);
	for (unsigned i = 0; i < count && good; i++)
		good = assemble(&self, arches[i], self.cubins[i]);
	if (good && put_together(&self, virtual, arches, count))
		made = read_result(&self, self.made, bytes);
	close_workplace(&self);
	return made;
}
