/* interp/values/save.c -- values of a run in files, each when its leaf has ended.
 *
 * The value NAME of the first execution is the array NAME, of the second NAME#2, and so on. In a folder a
 * file has the name of the array, with _ for what file names should not contain, and a number if two are the same.
 * Invariant: an array is complete in the archive, or as a file.
 * Owns:      the archive, names of files. */
#include "interp/values/save.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "interp/run/observer.h"
#include "interp/tensor/tensors.h"
#include "interp/values/values.h"
#include "src/base/map.h"
#include "src/file/npz.h"

struct hr_saver {
	hr_run *run;
	hr_save_plan plan;
	hr_observer observer;
	hr_values *values;
	bool *wanted;           /* by value */
	uint64_t *saved;        /* by value: how often */
	pthread_mutex_t lock;   /* of the counts, and what follows */
	hr_npz_writer *archive; /* NULL: a folder */
	bool failed;            /* a file could not be written, which has been reported */
	hr_strmap names;        /* that are in use in the archive or folder */
	hr_arena arena;
};

/* --- files ------------------------------------------------------------------------------------ */

static hr_status failed(hr_saver *saver, const char *path, const char *why)
{
	saver->failed = true;
	return hr_report(saver->run->diags, HR_D_not_written, NULL, path, why);
}

/* Return NAME, with a number if it is in use; in the arena. */
static const char *unique(hr_saver *saver, const char *name)
{
	const char *free = name;

	for (unsigned i = 2; hr_strmap_get(&saver->names, free, NULL); i++)
		free = hr_arena_printf(&saver->arena, "%s-%u", name, i);
	hr_strmap_put(&saver->names, free, 1);
	return free;
}

/* Return the path of the file for the array NAME; in the arena. */
static const char *path_of(hr_saver *saver, const char *name)
{
	enum { LONGEST = 200 };
	char *plain = hr_arena_strndup(&saver->arena, name, strnlen(name, LONGEST));

	for (char *at = plain; *at; at++)
		if ((unsigned char)*at <= ' ' || strchr("/\\:*?\"<>|\x7f", *at) ||
		    (at == plain && strchr("-.", *at)))
			*at = '_';
	return hr_arena_printf(&saver->arena, "%s/%s.npy", saver->plan.to, unique(saver, plain));
}

static hr_status write_array(hr_saver *saver, const char *name, const hr_npy *array)
{
	const char *path, *why = NULL;
	int error;

	if (saver->archive) {
		error = hr_npz_add(saver->archive, unique(saver, name), array);
		return error ? failed(saver, saver->plan.to, strerror(error)) : HR_OK;
	}
	path = path_of(saver, name);
	return hr_npy_write(path, array, &why) ? HR_OK : failed(saver, path, why);
}

static hr_status write_bound(hr_saver *saver, const char *name, const hr_tensor *tensor,
			     const hr_npy *like)
{
	float *none = tensor->bound ? NULL : hr_alloc_zero(tensor->count * sizeof(float) + 1);
	hr_npy array = *like;
	hr_status status;

	hr_npy_set_elem(&array, HR_E_F32);
	array.data = (uint8_t *)(tensor->bound ? tensor->bound : none);
	status = write_array(saver, hr_arena_printf(&saver->arena, "%s.bound", name), &array);
	hr_free(none);
	return status;
}

/* --- values ----------------------------------------------------------------------------------- */

/* The caller holds the lock. */
static hr_status save_tensor(hr_saver *saver, size_t value, const hr_tensor *tensor)
{
	const char *name = hr_values_at(saver->values, value)->name;
	hr_npy array;

	if (!hr_tensor_npy(tensor, &array))
		return HR_OK; /* the operation that uses it reports this */
	if (saver->saved[value]++)
		name = hr_arena_printf(&saver->arena, "%s#%llu", name,
				       (unsigned long long)saver->saved[value]);
	HR_TRY(write_array(saver, name, &array));
	return saver->plan.bounds ? write_bound(saver, name, tensor, &array) : HR_OK;
}

/* Save VALUE, if it is wanted and HANDLE is a tensor. */
static hr_status save_value(hr_saver *saver, size_t value, const void *handle)
{
	const hr_tensor *tensor;
	const char *why;
	hr_status status;

	if (!saver->wanted[value])
		return HR_OK;
	tensor = hr_tensor_find(saver->run, handle, &why);
	if (!tensor)
		return HR_OK;
	pthread_mutex_lock(&saver->lock);
	status = save_tensor(saver, value, tensor);
	pthread_mutex_unlock(&saver->lock);
	return status;
}

/* Save the wanted values of NODE, whose PORTS are in IMAGE, as far as they are tensors. */
static hr_status save_values(hr_saver *saver, const hr_node *node, const hr_port *ports,
			     const uint8_t *image)
{
	size_t first, count = hr_values_of(saver->values, node, &first);
	hr_status status = HR_OK;

	for (size_t i = first; i < first + count && status == HR_OK; i++) {
		void *handle;

		memcpy(&handle, image + ports[hr_values_at(saver->values, i)->port].offset,
		       sizeof(handle));
		status = save_value(saver, i, handle);
	}
	return status;
}

static hr_status began(void *data, const hr_node *root, const uint8_t *inputs)
{
	return save_values(data, root, root->inputs, inputs);
}

static hr_status ended(void *data, hr_thread *thread, const hr_node *leaf, uint8_t *outputs)
{
	(void)thread;
	return save_values(data, leaf, leaf->outputs, outputs);
}

static hr_status inner(void *data, hr_thread *thread, unsigned output, void **handle)
{
	hr_saver *saver = data;
	size_t value;

	return hr_values_inner(saver->values, thread->part.leaf, thread->part.number, output,
			       &value)
		       ? save_value(saver, value, *handle)
		       : HR_OK;
}

/* --- the plan --------------------------------------------------------------------------------- */

/* Mark the values that match the patterns. Reports each pattern that matches none. */
static hr_status choose(hr_saver *saver)
{
	const size_t count = hr_values_count(saver->values);
	hr_status first = HR_OK;

	for (size_t p = 0; p < saver->plan.pattern_count; p++) {
		const char *pattern = saver->plan.patterns[p];
		hr_status status = HR_OK;
		bool any = false;

		for (size_t i = 0; i < count; i++)
			if (hr_value_matches(hr_values_at(saver->values, i), pattern))
				any = saver->wanted[i] = true;
		if (!any)
			status = hr_values_none(saver->values, saver->run->diags, pattern);
		first = first != HR_OK ? first : status;
	}
	return first;
}

static bool is_archive(const char *path)
{
	const size_t length = strlen(path);

	return length > 4 && strcmp(path + length - 4, ".npz") == 0;
}

static hr_status open_files(hr_saver *saver)
{
	const char *to = saver->plan.to;
	int error = 0;

	if (is_archive(to))
		saver->archive = hr_npz_begin(to, &error);
	else if (mkdir(to, 0777) != 0 && errno != EEXIST)
		error = errno;
	return error ? failed(saver, to, strerror(error)) : HR_OK;
}

static void free_saver(hr_saver *saver)
{
	saver->run->observer = NULL;
	hr_values_free(saver->values);
	hr_free(saver->wanted);
	hr_free(saver->saved);
	hr_strmap_free(&saver->names);
	hr_arena_free(&saver->arena);
	pthread_mutex_destroy(&saver->lock);
	hr_free(saver);
}

hr_status hr_saver_new(hr_run *run, const hr_save_plan *plan, hr_saver **out)
{
	hr_saver *saver = hr_alloc_zero(sizeof(*saver));
	hr_status status;
	size_t count;

	saver->run = run;
	saver->plan = *plan;
	saver->observer = (hr_observer){saver, began, ended, inner};
	saver->values = hr_values_new(run->program);
	count = hr_values_count(saver->values);
	saver->wanted = hr_alloc_zero(count + 1);
	saver->saved = hr_alloc_zero((count + 1) * sizeof(*saver->saved));
	pthread_mutex_init(&saver->lock, NULL);
	hr_arena_init(&saver->arena);
	status = choose(saver);
	if (status == HR_OK)
		status = open_files(saver);
	if (status != HR_OK) {
		free_saver(saver);
		return status;
	}
	run->observer = &saver->observer;
	*out = saver;
	return HR_OK;
}

/* --- the end ---------------------------------------------------------------------------------- */

/* Return true if a value that matches PATTERN has been saved. */
static bool has_saved(const hr_saver *saver, const char *pattern)
{
	for (size_t i = 0; i < hr_values_count(saver->values); i++)
		if (saver->saved[i] && hr_value_matches(hr_values_at(saver->values, i), pattern))
			return true;
	return false;
}

hr_status hr_saver_end(hr_saver *saver)
{
	hr_status status = HR_OK, unused = HR_OK;
	int error = saver->archive ? hr_npz_end(saver->archive, !saver->failed) : 0;

	if (error)
		status = failed(saver, saver->plan.to, strerror(error));
	for (size_t i = 0; i < saver->plan.pattern_count && !saver->failed; i++) {
		const char *option =
			hr_arena_printf(&saver->arena, "--save '%s'", saver->plan.patterns[i]);

		if (!has_saved(saver, saver->plan.patterns[i]))
			unused =
				hr_report(saver->run->diags, HR_D_option_unserved, NULL, option,
					  "no value that it matches has been computed as a tensor");
	}
	free_saver(saver);
	return status != HR_OK ? status : unused;
}
