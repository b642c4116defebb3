/* interp/tensor/files.c -- files with the values of constant tensors: mapped, never copied, until the run
 * ends.
 *
 * A program of a stranger names these files, so only regular files in the program's folder, or below it, are
 * read. A name that hpvm-import has made begins with the hash of the file's content, which is checked.
 *
 * Invariant: a file is mapped once; processes that run the same program share its pages.
 * Owns:      the mappings.
 * Not here:  which operation reads them (program.c). */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "interp/tensor/tensors.h"
#include "src/base/hash.h"
#include "src/base/vec.h"

typedef struct mapped_file {
	void *data;
	size_t bytes;
} mapped_file;

struct hr_tensor_files {
	hr_strmap places; /* path to index in FILES */
	HR_VEC(mapped_file) files;
};

/* Return true if one of the parts of PATH is "..". */
static bool leads_up(const char *path)
{
	for (const char *part = path; part; part = strchr(part, '/') ? strchr(part, '/') + 1 : NULL)
		if (strcspn(part, "/") == 2 && part[0] == '.' && part[1] == '.')
			return true;
	return false;
}

/* Map the file at PATH. Return NULL or the reason why it cannot be mapped. */
static const char *map_file(const char *path, mapped_file *out)
{
	struct stat state;
	/* O_NONBLOCK: opening a pipe does not wait for a writer */
	int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	const char *why = NULL;

	if (file < 0)
		return strerror(errno);
	if (fstat(file, &state) != 0)
		why = strerror(errno);
	else if (!S_ISREG(state.st_mode))
		why = "it is not a file";
	else if (state.st_size > 0)
		out->data = mmap(NULL, (size_t)state.st_size, PROT_READ, MAP_PRIVATE, file, 0);
	if (!why && out->data == MAP_FAILED)
		why = strerror(errno);
	if (!why)
		out->bytes = (size_t)state.st_size;
	close(file);
	return why;
}

/* Return false if PATH's last part is a name that hpvm-import makes, but not the one for FILE's content. A second file
 * with the same hash differs in the last 16 digits. */
static bool has_its_hash(const char *path, const mapped_file *file)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
	char made[17];

	if (strlen(name) != 32 || strspn(name, "0123456789abcdef") != 32)
		return true;
	snprintf(made, sizeof(made), "%016" PRIx64,
		 hr_hash(HR_HASH_FIRST, file->data, file->bytes));
	return memcmp(made, name, 16) == 0;
}

/* The caller holds the run's lock. */
static const mapped_file *find_file(hr_run *run, const char *path, const char **why)
{
	hr_tensor_files *files = run->tensor_files;
	mapped_file made = {0};
	uint64_t place;

	if (!files)
		files = run->tensor_files = hr_alloc_zero(sizeof(*files));
	if (hr_strmap_get(&files->places, path, &place))
		return &files->files.data[place];
	*why = map_file(path, &made);
	if (*why)
		return NULL;
	if (!has_its_hash(path, &made)) {
		*why = "its content is not the one that its name says";
		if (made.bytes)
			munmap(made.data, made.bytes);
		return NULL;
	}
	hr_strmap_put(&files->places, path, files->files.count);
	HR_PUSH(&files->files, made);
	return &HR_LAST(&files->files);
}

const void *hr_tensor_file(hr_run *run, const char *name, uint64_t offset, uint64_t bytes,
			   const char **why)
{
	const char *folder = run->program->folder ? run->program->folder : "";
	const void *data = NULL;
	const mapped_file *file;
	hr_arena arena;

	*why = "it is not in the folder of the program";
	if (name[0] == '/' || leads_up(name))
		return NULL;
	hr_arena_init(&arena);
	pthread_mutex_lock(&run->lock);
	file = find_file(run, hr_arena_printf(&arena, "%s%s", folder, name), why);
	if (file && (offset > file->bytes || bytes > file->bytes - offset))
		*why = "it is truncated";
	else if (file)
		data = bytes ? (const uint8_t *)file->data + offset : (const void *)"";
	pthread_mutex_unlock(&run->lock);
	hr_arena_free(&arena);
	return data;
}

void hr_tensor_files_free(hr_tensor_files *files)
{
	if (!files)
		return;
	for (size_t i = 0; i < files->files.count; i++)
		if (files->files.data[i].data)
			munmap(files->files.data[i].data, files->files.data[i].bytes);
	HR_VEC_FREE(&files->files);
	hr_strmap_free(&files->places);
	hr_free(files);
}
