/* backends/cuda/device/images.c -- loads device images written by `--emit=cubin` and
 * `--emit=fatbin`.
 *
 * An image is loaded as a whole when the first unit is built. From a fat binary the driver takes
 * the machine code for the device or, if there is none, compiles the PTX. A kernel is looked up by
 * the contents of its unit (backends/cuda/translate/kernel_record.h), so that an image of another
 * program, or of an earlier version of the program, has no matching kernel.
 * Invariant: a kernel that is found was made from exactly this unit, by this version of the
 *            translation.
 * Owns:      the images' modules.
 * Not here:  making images (backends/cuda/translate/emitter.c), the fallback if no image can be
 *            used (build.c). */
#include "backends/cuda/device/images.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "backends/cuda/device/cuda.h"
#include "backends/cuda/translate/kernel_record.h"
#include "src/file/file.h"

/* --- the list of images -------------------------------------------------------------------- */

static void add_file(cuda_images *images, const char *folder, const char *name)
{
	size_t room = strlen(folder) + strlen(name) + 2;
	cuda_image image = {.path = hr_alloc(room)};

	snprintf(image.path, room, "%s%s%s", folder, *folder ? "/" : "", name);
	HR_PUSH(&images->all, image);
}

static int is_image(const struct dirent *entry)
{
	const char *end = strrchr(entry->d_name, '.');

	return end && (strcmp(end, ".cubin") == 0 || strcmp(end, ".fatbin") == 0);
}

static void add_folder(cuda_images *images, const char *folder)
{
	struct dirent **found;
	int count = scandir(folder, &found, is_image, alphasort);

	for (int i = 0; i < count; i++) {
		add_file(images, folder, found[i]->d_name);
		free(found[i]);
	}
	if (count >= 0)
		free(found);
	if (count <= 0) {
		add_file(images, "", folder);
		HR_LAST(&images->all).tried = true;
		snprintf(HR_LAST(&images->all).why, HR_BACKEND_TEXT,
			 "the folder has no .cubin or .fatbin file");
	}
}

void cuda_images_open(cuda_images *images, const char *named)
{
	char *names = hr_strdup(named ? named : ""), *rest = names, *name;
	struct stat status;

	pthread_mutex_init(&images->lock, NULL);
	while ((name = strsep(&rest, ":")) != NULL) {
		if (!*name)
			continue;
		if (stat(name, &status) == 0 && S_ISDIR(status.st_mode))
			add_folder(images, name);
		else
			add_file(images, "", name);
	}
	hr_free(names);
}

/* --- files ------------------------------------------------------------------------------------ */

static uint64_t number_at(const uint8_t *data, size_t at, unsigned bytes)
{
	uint64_t number = 0;

	memcpy(&number, data + at, bytes); /* little-endian, like the host */
	return number;
}

/* Return true if the image is not truncated: the driver gets no size and trusts the header. Source:
 * System V ABI, "ELF Header"; for fat binaries, the magic number and the sizes of the header and of
 * the contents are as fatbinary writes them. */
static bool is_whole(const uint8_t *data, size_t size)
{
	enum {
		ELF_SECTIONS = 0x28,
		ELF_SECTION_BYTES = 0x3a,
		ELF_SECTION_COUNT = 0x3c,
		ELF_HEADER = 0x40,
		FAT_HEADER = 16
	};
	uint64_t begin, bytes;

	if (size >= ELF_HEADER && memcmp(data, "\177ELF", 4) == 0) {
		begin = number_at(data, ELF_SECTIONS, 8);
		bytes = number_at(data, ELF_SECTION_BYTES, 2) *
			number_at(data, ELF_SECTION_COUNT, 2);
	} else if (size >= FAT_HEADER && memcmp(data, "\x50\xed\x55\xba", 4) == 0) {
		begin = number_at(data, 6, 2);
		bytes = number_at(data, 8, 8);
	} else {
		return false;
	}
	return begin <= size && bytes <= size - begin;
}

static void load(cuda_device *device, cuda_image *image)
{
	uint8_t *data = NULL;
	size_t size = 0;
	nv_result result;
	int error = hr_file_read(image->path, &data, &size);

	image->tried = true;
	if (error) {
		snprintf(image->why, HR_BACKEND_TEXT, "%s", strerror(error));
	} else if (!is_whole(data, size)) {
		snprintf(image->why, HR_BACKEND_TEXT,
			 "it was not written by --emit cubin or --emit fatbin");
	} else {
		result = device->driver.module_load(&image->module, data, 0, NULL, NULL);
		if (result != NV_SUCCESS) {
			image->module = NULL;
			cuda_note_error(device, result,
					result == NV_NO_BINARY_FOR_GPU
						? "it has no code for this GPU"
						: "it cannot be loaded",
					image->why);
		}
	}
	hr_free(data);
}

/* --- kernels ---------------------------------------------------------------------------------- */

/* Return the contents of the variable NAME of the image, owned by the caller, and their size in
 * *SIZE. Return NULL if there is none. */
static uint8_t *read_record(cuda_device *device, const cuda_image *image, const char *name,
			    size_t *size, nv_result *result)
{
	nv_address address;
	uint8_t *data;

	*result = device->driver.module_global(&address, size, image->module, name);
	if (*result != NV_SUCCESS || *size > CUDA_MOST_RECORD)
		return NULL;
	data = hr_alloc(*size + 1);
	*result = device->driver.to_host(data, address, *size);
	if (*result == NV_SUCCESS)
		return data;
	hr_free(data);
	return NULL;
}

static nv_result find_kernel(cuda_device *device, const cuda_image *image, cuda_variant *variant)
{
	nv_result result = device->driver.module_function(&variant->function, image->module,
							  variant->code.kernel);
	int most = 0;

	if (result == NV_SUCCESS)
		result = device->driver.function_attribute(&most, NV_FUNCTION_THREADS_PER_BLOCK,
							   variant->function);
	if (result != NV_SUCCESS)
		return result;
	variant->module = image->module;
	variant->borrowed = true;
	variant->most_threads = (uint32_t)most;
	variant->shared_bytes = device->shared_bytes;
	return NV_SUCCESS;
}

/* Return false without a text if the image does not contain the kernel. */
static bool take(cuda_device *device, const cuda_image *image, const char *name,
		 cuda_variant *variant, char text[HR_BACKEND_TEXT])
{
	nv_result result;
	size_t size;
	uint8_t *record = read_record(device, image, name, &size, &result);

	*text = '\0';
	if (record && !cuda_record_read(&variant->code, record, size))
		snprintf(text, HR_BACKEND_TEXT, "its record of this leaf is damaged");
	else if (record)
		result = find_kernel(device, image, variant);
	if (result != NV_SUCCESS && result != NV_NOT_FOUND)
		cuda_note_error(device, result, "its kernel", text);
	else if (record && result == NV_NOT_FOUND)
		snprintf(text, HR_BACKEND_TEXT, "it lacks the kernel '%.100s'",
			 variant->code.kernel);
	if (!variant->module)
		cuda_code_free(&variant->code);
	hr_free(record);
	return variant->module != NULL;
}

bool cuda_images_find(cuda_device *device, const hr_unit *unit, bool disjoint,
		      cuda_variant *variant, char text[HR_BACKEND_TEXT])
{
	cuda_images *images = &device->images;
	char name[CUDA_RECORD_NAME], why[HR_BACKEND_TEXT];
	const char *first = NULL;
	bool found = false;

	(void)cuda_record_name(unit, disjoint, name);
	*text = '\0';
	pthread_mutex_lock(&images->lock);
	for (size_t i = 0; i < images->all.count && !found; i++) {
		cuda_image *image = &images->all.data[i];

		if (!image->tried)
			load(device, image);
		found = image->module && take(device, image, name, variant, why);
		if (found)
			snprintf(text, HR_BACKEND_TEXT, "from %.200s", image->path);
		else if (!*text && (!image->module || *why))
			snprintf(text, HR_BACKEND_TEXT, "%.100s: %.150s", image->path,
				 image->module ? why : image->why);
		first = first ? first : image->path;
	}
	if (!found && !*text)
		snprintf(text, HR_BACKEND_TEXT,
			 "the code in %.100s%s was made from another version of it", first,
			 images->all.count > 1 ? " and the others" : "");
	pthread_mutex_unlock(&images->lock);
	return found;
}

void cuda_images_close(cuda_device *device, bool given_back)
{
	cuda_images *images = &device->images;

	for (size_t i = 0; i < images->all.count; i++) {
		if (images->all.data[i].module && given_back)
			device->driver.module_unload(images->all.data[i].module);
		hr_free(images->all.data[i].path);
	}
	HR_VEC_FREE(&images->all);
	pthread_mutex_destroy(&images->lock);
}
