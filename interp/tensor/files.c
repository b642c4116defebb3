/* interp/tensor/files.c -- files with the values of constant tensors: mapped, never copied, until the run
 * ends.
 *
 * Invariant: a file is mapped once; processes that run the same program share its pages.
 * Owns:      the mappings.
 * Not here:  which operation reads them (program.c). */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "interp/tensor/tensors.h"
#include "src/base/vec.h"

typedef struct mapped_file {
	void *data;
	size_t bytes;
} mapped_file;

struct hr_tensor_files {
	hr_strmap places; /* path to index in FILES */
	HR_VEC(mapped_file) files;
};

/* Map the file at PATH. Return 0 or an errno. */
static int map_file(const char *path, mapped_file *out)
{
	struct stat state;
	int file = open(path, O_RDONLY | O_CLOEXEC), error = 0;

	if (file < 0)
		return errno;
	if (fstat(file, &state) != 0)
		error = errno;
	else if (state.st_size > 0)
		out->data = mmap(NULL, (size_t)state.st_size, PROT_READ, MAP_PRIVATE, file, 0);
	if (!error && out->data == MAP_FAILED)
		error = errno;
	if (!error)
		out->bytes = (size_t)state.st_size;
	close(file);
	return error;
}

/* The caller holds the run's lock. */
static const mapped_file *find_file(hr_run *run, const char *path, const char **why)
{
	hr_tensor_files *files = run->tensor_files;
	mapped_file made = {0};
	uint64_t place;
	int error;

	if (!files)
		files = run->tensor_files = hr_alloc_zero(sizeof(*files));
	if (hr_strmap_get(&files->places, path, &place))
		return &files->files.data[place];
	error = map_file(path, &made);
	if (error) {
		*why = strerror(error);
		return NULL;
	}
	hr_strmap_put(&files->places, path, files->files.count);
	HR_PUSH(&files->files, made);
	return &HR_LAST(&files->files);
}

const void *hr_tensor_file(hr_run *run, const char *path, uint64_t offset, uint64_t bytes,
			   const char **why)
{
	const void *data = NULL;
	const mapped_file *file;

	pthread_mutex_lock(&run->lock);
	file = find_file(run, path, why);
	if (file && (offset > file->bytes || bytes > file->bytes - offset))
		*why = "it is truncated";
	else if (file)
		data = bytes ? (const uint8_t *)file->data + offset : (const void *)"";
	pthread_mutex_unlock(&run->lock);
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
