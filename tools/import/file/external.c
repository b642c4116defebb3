/* tools/import/file/external.c -- data of tensors in other files, as PyTorch writes MODEL.onnx.data.
 *
 * A file of a stranger names these files, so only regular files in the model's folder, or in folders
 * below it, are read: a path that is absolute, has a part `..` or leads over a symbolic link is
 * refused.
 *
 * Invariant: a file is mapped once, however many tensors have their data in it.
 * Owns:      nothing; the maps belong to the caller.
 * Not here:  the number of bytes that a tensor needs (tensor.c). */
#include "tools/import/file/external.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Where the data of one tensor is, as TensorProto.external_data tells; NULL: not given. */
typedef struct external {
	onnx_report *report;
	const char *name, *what; /* for messages */
	const char *location, *offset_text, *length_text;
	uint64_t offset, length;
} external;

#define PLACE_INVALID(p, ...) onnx_invalid((p)->report, (p)->name, (p)->what, __VA_ARGS__)
#define PLACE_REFUSE(p, ...)  onnx_refuse((p)->report, (p)->name, (p)->what, __VA_ARGS__)

/* --- keys -------------------------------------------------------------------------------------- */

static hr_status read_number(const external *p, const char *key, const char *text, uint64_t *number)
{
	uint64_t made = 0;
	const char *at = text;

	for (; isdigit((unsigned char)*at); at++)
		if (__builtin_mul_overflow(made, 10, &made) ||
		    __builtin_add_overflow(made, (uint64_t)(*at - '0'), &made))
			return PLACE_INVALID(p, "the %s of its external data, %s, is too large",
					     key, text);
	if (*at || at == text)
		return PLACE_INVALID(p, "the %s of its external data, '%s', is not a number", key,
				     text);
	*number = made;
	return HR_OK;
}

static hr_status read_keys(external *p, const Onnx__TensorProto *tensor)
{
	const struct {
		const char *key;
		const char **to;
	} keys[] = {{"location", &p->location},
		    {"offset", &p->offset_text},
		    {"length", &p->length_text}};

	for (size_t i = 0; i < tensor->n_external_data; i++) {
		const Onnx__StringStringEntryProto *entry = tensor->external_data[i];
		const char *key = entry->key ? entry->key : "";
		size_t k = 0;

		while (k < 3 && strcmp(keys[k].key, key) != 0)
			k++;
		if (k == 3)
			return PLACE_REFUSE(p, "the key '%s' of its external data is not supported",
					    key);
		if (*keys[k].to)
			return PLACE_INVALID(p, "its external data has the key '%s' twice", key);
		*keys[k].to = entry->value ? entry->value : "";
	}
	if (!p->location)
		return PLACE_INVALID(p, "its external data has no location");
	if (p->offset_text)
		HR_TRY(read_number(p, "offset", p->offset_text, &p->offset));
	return p->length_text ? read_number(p, "length", p->length_text, &p->length) : HR_OK;
}

/* --- the file ---------------------------------------------------------------------------------- */

static hr_status cannot_open(const external *p, const char *part, int error)
{
	if (error == ELOOP)
		return PLACE_REFUSE(p, "its data is in '%s', where '%s' is a symbolic link",
				    p->location, part);
	return PLACE_INVALID(p, "its data is in '%s', which cannot be read: %s", p->location,
			     strerror(error));
}

/* Open the model's folder. */
static int open_folder(const onnx_report *report)
{
	char *folder = hr_strdup(report->file), *slash = strrchr(folder, '/');
	int made;

	if (slash)
		slash[1] = '\0';
	made = open(slash ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	hr_free(folder);
	return made;
}

/* Open the location part by part, so that no part can lead out of the model's folder. */
static hr_status open_file(const external *p, int *file)
{
	char *path = hr_arena_strdup(p->report->arena, p->location), *rest = NULL;
	int at = open_folder(p->report), next;

	if (at < 0)
		return cannot_open(p, "", errno);
	for (char *part = strtok_r(path, "/", &rest), *after; part; part = after) {
		after = strtok_r(NULL, "/", &rest);
		/* O_NONBLOCK: opening a pipe does not wait for a writer */
		next = openat(at, part,
			      O_RDONLY | O_NOFOLLOW | O_CLOEXEC |
				      (after ? O_DIRECTORY : O_NONBLOCK));
		if (next < 0) {
			int error = errno;
			struct stat of;

			/* O_DIRECTORY has another error for a link */
			if (fstatat(at, part, &of, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(of.st_mode))
				error = ELOOP;
			close(at);
			return cannot_open(p, part, error);
		}
		close(at);
		at = next;
	}
	*file = at;
	return HR_OK;
}

/* Report a location that leads out of the model's folder. */
static hr_status check_location(const external *p)
{
	const char *part = p->location;

	if (strcmp(p->report->file, "-") == 0)
		return PLACE_REFUSE(
			p,
			"its data is in another file, '%s', but the model is read from standard input, which has no folder",
			p->location);
	if (!*part || *part == '/')
		return PLACE_INVALID(
			p, "its data is in '%s', which is not relative to the model's folder",
			p->location);
	for (; part; part = strchr(part, '/') ? strchr(part, '/') + 1 : NULL)
		if (strcspn(part, "/") == 2 && part[0] == '.' && part[1] == '.')
			return PLACE_INVALID(
				p, "its data is in '%s', which leads out of the model's folder",
				p->location);
	return HR_OK;
}

/* Map the file. Empty files have no map. */
static hr_status map_file(const external *p, int file, onnx_map *made)
{
	struct stat of;

	if (fstat(file, &of) != 0)
		return cannot_open(p, "", errno);
	if (!S_ISREG(of.st_mode))
		return PLACE_INVALID(p, "its data is in '%s', which is not a file", p->location);
	*made = (onnx_map){.path = hr_arena_strdup(p->report->arena, p->location),
			   .size = (size_t)of.st_size};
	if (!made->size)
		return HR_OK;
	made->bytes = mmap(NULL, made->size, PROT_READ, MAP_PRIVATE, file, 0);
	return made->bytes == MAP_FAILED ? cannot_open(p, "", errno) : HR_OK;
}

/* Set *FOUND to the map of the location, which is made if there is none. */
static hr_status find_map(const external *p, onnx_maps *maps, const onnx_map **found)
{
	onnx_map made = {0};
	hr_status status;
	int file = -1;

	for (size_t i = 0; i < maps->count; i++)
		if (strcmp(maps->data[i].path, p->location) == 0) {
			*found = &maps->data[i];
			return HR_OK;
		}
	HR_TRY(open_file(p, &file));
	status = map_file(p, file, &made);
	close(file);
	if (status != HR_OK)
		return status;
	HR_PUSH(maps, made);
	*found = &HR_LAST(maps);
	return HR_OK;
}

hr_status onnx_external(onnx_report *report, onnx_maps *maps, const char *name, const char *what,
			const Onnx__TensorProto *tensor, uint64_t bytes, const void **data)
{
	static const char nothing[1];
	external p = {.report = report, .name = name, .what = what};
	const onnx_map *map = NULL;

	HR_TRY(read_keys(&p, tensor));
	HR_TRY(check_location(&p));
	if (p.length_text && p.length != bytes)
		return PLACE_INVALID(&p, "it needs %llu bytes, but its external data has %llu",
				     (unsigned long long)bytes, (unsigned long long)p.length);
	HR_TRY(find_map(&p, maps, &map));
	if (p.offset > map->size || bytes > map->size - p.offset)
		return PLACE_INVALID(
			&p, "it needs %llu bytes at offset %llu of '%s', which has %llu bytes",
			(unsigned long long)bytes, (unsigned long long)p.offset, p.location,
			(unsigned long long)map->size);
	*data = map->size ? (const char *)map->bytes + p.offset : nothing;
	return HR_OK;
}

void onnx_unmap(onnx_maps *maps)
{
	for (size_t i = 0; i < maps->count; i++)
		if (maps->data[i].size)
			munmap(maps->data[i].bytes, maps->data[i].size);
	HR_VEC_FREE(maps);
}
