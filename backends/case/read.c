/* backends/case/read.c -- reads a case from its directory, to run it or to make it smaller.
 *
 * Owns:     what it reads, in the case's arena.
 * Not here: arguments in the form that a launch takes (interp/args/pack.c). */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "backends/case/case_array.h"
#include "backends/case/case_tensor.h"
#include "src/file/file.h"
#include "src/file/yaml_tree.h"

static char problem[512];

static bool bad(const char *path, unsigned line, const char *text, const char **why)
{
	snprintf(problem, sizeof(problem), "'%s/case.yaml', line %u: %s", path, line, text);
	*why = problem;
	return false;
}

static const hr_yaml *read_yaml(const char *path, hr_arena *arena, const char **why)
{
	hr_yaml_error error;
	const hr_yaml *file =
		hr_yaml_read(hr_arena_printf(arena, "%s/case.yaml", path), arena, &error);

	if (!file)
		(void)bad(path, error.line, error.text, why);
	return file;
}

static bool read_number(const hr_yaml *node, int64_t *number)
{
	unsigned __int128 magnitude;
	bool negative, overflow;

	if (!node || !hr_yaml_int(node, &negative, &magnitude, &overflow) || overflow ||
	    magnitude > INT64_MAX)
		return false;
	*number = negative ? -(int64_t)magnitude : (int64_t)magnitude;
	return true;
}

static bool read_numbers(const hr_yaml *node, int64_t numbers[3], unsigned *count)
{
	if (node->kind != HR_YAML_LIST || node->count > 3)
		return false;
	for (size_t i = 0; i < node->count; i++)
		if (!read_number(node->items[i], &numbers[i]))
			return false;
	*count = (unsigned)node->count;
	return true;
}

static bool is_list(const hr_yaml *node)
{
	return node && node->kind == HR_YAML_LIST;
}

static bool is_text(const hr_yaml *node)
{
	return node && node->kind == HR_YAML_SCALAR;
}

static bool is_true(const hr_yaml *node)
{
	return is_text(node) && strcmp(node->text, "true") == 0;
}

static const char outside[] = "this file is not in the folder of the case";

/* Return true for the name of a file in the folder of the case or below it: a case may be a stranger's. */
static bool is_file_name(const hr_yaml *node)
{
	const char *text = is_text(node) ? node->text : "/";

	while (*text && *text != '/') {
		const size_t length = strcspn(text, "/");

		if (length == 2 && text[0] == '.' && text[1] == '.')
			return false;
		text += length + (text[length] == '/');
	}
	return !*text;
}

/* --- reading for a run --------------------------------------------------------------------- */

static char *join(const char *folder, const char *name)
{
	size_t room = strlen(folder) + strlen(name) + 2;
	char *path = hr_alloc(room);

	snprintf(path, room, "%s/%s", folder, name);
	return path;
}

bool hr_case_is(const char *path)
{
	char *file = join(path, "case.yaml");
	struct stat status;
	bool is = stat(file, &status) == 0 && S_ISREG(status.st_mode);

	hr_free(file);
	return is;
}

static bool read_pins(const char *path, const hr_yaml *list, hr_case_program *program,
		      const char **why)
{
	program->pins = hr_alloc_zero((list->count + 1) * sizeof(*program->pins));
	program->pin_count = list->count;
	for (size_t i = 0; i < list->count; i++) {
		unsigned count;

		if (!read_numbers(list->items[i], program->pins[i], &count))
			return bad(path, list->items[i]->line, "three numbers expected", why);
	}
	return true;
}

/* Check that every file of the case has the size with which it was written. */
static bool check_files(const char *path, const hr_yaml *about, const char **why)
{
	const hr_yaml *files = hr_yaml_get(about, "files");

	if (!is_list(files))
		return bad(path, about ? about->line : 1,
			   "'files' is missing: the case is truncated, or this is not a case", why);
	for (size_t i = 0; i < files->count; i++) {
		const hr_yaml *name = hr_yaml_get(files->items[i], "name");
		struct stat status;
		int64_t bytes;
		char *file;
		bool there;

		if (!is_text(name) || !read_number(hr_yaml_get(files->items[i], "bytes"), &bytes))
			return bad(path, files->items[i]->line, "a file needs 'name' and 'bytes'",
				   why);
		if (!is_file_name(name))
			return bad(path, files->items[i]->line, outside, why);
		file = join(path, name->text);
		there = stat(file, &status) == 0;
		hr_free(file);
		if (!there)
			return bad(path, files->items[i]->line, "this file is missing", why);
		if (status.st_size != bytes)
			return bad(path, files->items[i]->line,
				   "this file does not have its original size", why);
	}
	return true;
}

/* Read the origin of the case, which is shown to the user. */
static void read_story(const hr_yaml *about, hr_case_program *program)
{
	const hr_yaml *levels = hr_yaml_get(about, "levels"),
		      *earlier = hr_yaml_get(about, "earlier");
	const hr_yaml *node = hr_yaml_get(about, "node"), *verdict = hr_yaml_get(about, "verdict");
	int64_t extent[3];
	unsigned count;

	program->node = hr_strdup(is_text(node) ? node->text : "");
	program->verdict = hr_strdup(is_text(verdict) ? verdict->text : "");
	program->earlier = is_list(earlier) ? earlier->count : 0;
	program->instances = 1;
	if (!is_list(levels) || !levels->count || !read_numbers(levels->items[0], extent, &count))
		return;
	for (unsigned d = 0; d < count; d++)
		program->instances *= (uint64_t)extent[d];
}

static bool open_with(const char *path, const hr_yaml *file, hr_case_program *program,
		      const char **why)
{
	const hr_yaml *files = hr_yaml_get(file, "program"), *root = hr_yaml_get(file, "root");
	const hr_yaml *pins = hr_yaml_get(file, "pin");

	if (!check_files(path, hr_yaml_get(file, "case"), why))
		return false;
	if (!is_list(files) || !files->count || files->count > 2)
		return bad(path, file->line, "'program' must list one or two files", why);
	if (!is_text(root))
		return bad(path, file->line, "'root' is missing", why);
	for (size_t i = 0; i < files->count; i++) {
		if (!is_text(files->items[i]))
			return bad(path, files->line, "'program' must be a list of file names",
				   why);
		if (!is_file_name(files->items[i]))
			return bad(path, files->line, outside, why);
		program->files[i] = join(path, files->items[i]->text);
	}
	program->arguments = join(path, "case.yaml");
	program->root = hr_strdup(root->text);
	if (is_text(hr_yaml_get(hr_yaml_get(file, "case"), "backend")))
		program->backend =
			hr_strdup(hr_yaml_get(hr_yaml_get(file, "case"), "backend")->text);
	if (is_text(hr_yaml_get(hr_yaml_get(file, "case"), "backend-path")))
		program->backend_path =
			hr_strdup(hr_yaml_get(hr_yaml_get(file, "case"), "backend-path")->text);
	read_story(hr_yaml_get(file, "case"), program);
	program->in_process = is_true(hr_yaml_get(hr_yaml_get(file, "case"), "in-process"));
	program->fast_math = is_true(hr_yaml_get(hr_yaml_get(file, "case"), "fast-math"));
	if (is_true(hr_yaml_get(hr_yaml_get(file, "case"), "whole")) &&
	    is_text(hr_yaml_get(hr_yaml_get(file, "case"), "leaf")))
		program->whole = hr_strdup(hr_yaml_get(hr_yaml_get(file, "case"), "leaf")->text);
	if (pins && !is_list(pins))
		return bad(path, pins->line, "'pin' must be a list", why);
	return !pins || read_pins(path, pins, program, why);
}

bool hr_case_open(const char *path, hr_case_program *program, const char **why)
{
	const hr_yaml *file;
	hr_arena arena;
	bool done;

	memset(program, 0, sizeof(*program));
	hr_arena_init(&arena);
	file = read_yaml(path, &arena, why);
	done = file && open_with(path, file, program, why);
	hr_arena_free(&arena);
	if (!done)
		hr_case_close(program);
	return done;
}

void hr_case_close(hr_case_program *program)
{
	hr_free(program->files[0]);
	hr_free(program->files[1]);
	hr_free(program->arguments);
	hr_free(program->root);
	hr_free(program->backend);
	hr_free(program->backend_path);
	hr_free(program->node);
	hr_free(program->verdict);
	hr_free(program->whole);
	hr_free(program->pins);
	memset(program, 0, sizeof(*program));
}

/* --- reading the whole case ---------------------------------------------------------------- */

static bool read_bytes(hr_case *self, const char *folder, const char *name, uint8_t **data,
		       size_t *bytes, const char **why)
{
	const char *path = hr_arena_printf(&self->arena, "%s/%s", folder, name);
	uint8_t *read;
	int error = hr_file_read(path, &read, bytes);

	if (error) {
		snprintf(problem, sizeof(problem), "'%s': %s", path, strerror(error));
		*why = problem;
		return false;
	}
	*data = hr_arena_alloc(&self->arena, *bytes + 1);
	memcpy(*data, read, *bytes);
	hr_free(read);
	return true;
}

static bool read_levels(hr_case *self, const char *path, const hr_yaml *about, const hr_yaml *pins,
			bool earlier, const char **why)
{
	const hr_yaml *list = hr_yaml_get(about, "levels");

	if (!is_list(list) || list->count < 2 || !is_list(pins) ||
	    (pins->count + 2 != list->count && !earlier))
		return bad(path, about->line, "'levels' must have two more elements than 'pin'",
			   why);
	self->level_count = (uint32_t)list->count;
	self->levels = hr_arena_array(&self->arena, list->count, sizeof(*self->levels));
	for (size_t i = 0; i < list->count; i++) {
		hr_case_level *level = &self->levels[i];
		unsigned count;

		level->extent[0] = level->extent[1] = level->extent[2] = 1;
		if (!read_numbers(list->items[i], level->extent, &level->dims) ||
		    (!earlier && i && i + 1 < list->count &&
		     !read_numbers(pins->items[list->count - 2 - i], level->id, &count)))
			return bad(path, list->items[i]->line, "up to three numbers expected", why);
	}
	return true;
}

/* Return true for a number or a truth value. */
static bool is_value(const hr_yaml *node)
{
	unsigned __int128 magnitude;
	bool negative, overflow, value;
	const char *digits;

	return hr_yaml_int(node, &negative, &magnitude, &overflow) || hr_yaml_bool(node, &value) ||
	       hr_yaml_float(node, &digits);
}

/* Set INPUT to item K of the arguments. */
static bool read_input(hr_case *self, const char *path, const hr_yaml *args, size_t *k, int *memory,
		       hr_case_input *input, const char **why)
{
	const hr_yaml *item = *k < args->count ? args->items[*k] : NULL;
	const hr_yaml *raw = hr_yaml_get(item, "raw"), *of = hr_yaml_get(item, "of");
	const hr_yaml *tensor = hr_yaml_get(item, "tensor"), *array = hr_yaml_get(item, "npy");
	int64_t at = 0, other;
	hr_case_memory read = {0};

	memory[*k] = input->memory = -1;
	if (!item)
		return bad(path, args->line, "an argument is missing", why);
	if (is_value(item)) {
		input->text = hr_arena_strdup(&self->arena, item->text);
	} else if ((is_text(raw) && !is_file_name(raw)) ||
		   (is_text(array) && !is_file_name(array)) ||
		   (is_text(tensor) && !is_file_name(tensor))) {
		return bad(path, item->line, outside, why);
	} else if (is_text(raw)) {
		if (!read_bytes(self, path, raw->text, &read.data, &read.bytes, why))
			return false;
		input->memory = (int)self->memory.count;
		HR_PUSH(&self->memory, read);
	} else if (is_text(array)) {
		if (!hr_case_read_array(self,
					hr_arena_printf(&self->arena, "%s/%s", path, array->text),
					&read, why))
			return bad(path, item->line, *why, why);
		input->memory = (int)self->memory.count;
		HR_PUSH(&self->memory, read);
	} else if (is_text(tensor)) {
		if (!hr_case_read_tensor(self,
					 hr_arena_printf(&self->arena, "%s/%s", path, tensor->text),
					 &read, why))
			return bad(path, item->line, *why, why);
		input->memory = (int)self->memory.count;
		HR_PUSH(&self->memory, read);
	} else if (of && read_number(of, &other) && other >= 0 && other < (int64_t)*k) {
		input->memory = memory[other];
	} else if (!hr_yaml_is_null(item)) {
		return bad(path, item->line, "this is not an argument of a case", why);
	}
	if (hr_yaml_get(item, "at") && (!read_number(hr_yaml_get(item, "at"), &at) || at < 0))
		return bad(path, item->line, "'at' must be a number", why);
	input->at = (uint64_t)at;
	memory[*k] = input->memory;
	*k += input->varies ? 2 : 1;
	return true;
}

/* Read which inputs of the grid described by ABOUT are pointers, and which differ between
 * instances. */
static bool read_kinds(hr_case *self, const char *path, const hr_yaml *about, const char **why)
{
	static const char *const keys[] = {"pointers", "varies"};

	for (unsigned k = 0; k < 2; k++) {
		const hr_yaml *list = hr_yaml_get(about, keys[k]);

		if (!is_list(list))
			return bad(path, about->line, "'pointers' or 'varies' is missing", why);
		for (size_t i = 0; i < list->count; i++) {
			int64_t number;

			if (!read_number(list->items[i], &number) || number < 0 ||
			    number >= (int64_t)self->input_count)
				return bad(path, list->line,
					   "'pointers' and 'varies' must be lists of inputs", why);
			if (k == 0)
				self->inputs[number].pointer = true;
			else
				self->inputs[number].varies = true;
		}
	}
	return true;
}

/* Read COUNT inputs, starting with item *K of the arguments. */
static bool read_inputs(hr_case *self, const char *path, const hr_yaml *args, const hr_yaml *about,
			size_t count, size_t *k, const char **why)
{
	int *memory = hr_arena_array(&self->arena, args->count + 1, sizeof(*memory));

	for (size_t i = 0; i < args->count; i++)
		memory[i] = -1; /* 'of' leads to an argument of the same grid */
	self->input_count = (unsigned)count;
	self->inputs = hr_arena_array(&self->arena, self->input_count + 1, sizeof(*self->inputs));
	if (!read_kinds(self, path, about, why))
		return false;
	for (unsigned i = 0; i < self->input_count; i++)
		if (!read_input(self, path, args, k, memory, &self->inputs[i], why))
			return false;
	return true;
}

/* Read the inputs of the last grid: the remaining arguments. */
static bool read_last_inputs(hr_case *self, const char *path, const hr_yaml *args,
			     const hr_yaml *about, size_t *k, const char **why)
{
	const hr_yaml *varies = hr_yaml_get(about, "varies");

	if (!is_list(varies) || *k + varies->count * 2 > args->count)
		return bad(path, args->line,
			   "'varies' must list only inputs that differ between instances", why);
	return read_inputs(self, path, args, about, args->count - *k - varies->count, k, why);
}

static const char *text_of(hr_case *self, const hr_yaml *about, const char *key)
{
	const hr_yaml *node = hr_yaml_get(about, key);

	return is_text(node) ? hr_arena_strdup(&self->arena, node->text) : "";
}

static bool read_earlier(hr_case *self, const char *path, const hr_yaml *list, const hr_yaml *pins,
			 const hr_yaml *args, size_t *k, const char **why)
{
	for (size_t i = 0; is_list(list) && i < list->count; i++) {
		const hr_yaml *about = list->items[i];
		hr_case *made = hr_case_add_earlier(self);
		int64_t count;

		made->leaf = text_of(made, about, "leaf");
		if (!read_number(hr_yaml_get(about, "inputs"), &count) || count < 0 ||
		    count > (int64_t)args->count)
			return bad(path, about->line, "'inputs' is missing", why);
		if (!read_levels(made, path, about, pins, true, why) ||
		    !read_inputs(made, path, args, about, (size_t)count, k, why))
			return false;
	}
	return true;
}

bool hr_case_read(hr_case *self, const char *path, const char **why)
{
	const hr_yaml *file = read_yaml(path, &self->arena, why);
	const hr_yaml *about = hr_yaml_get(file, "case"), *args = hr_yaml_get(file, "args");
	const hr_yaml *pins = hr_yaml_get(file, "pin");
	uint8_t *bitcode;
	size_t k = 0;

	if (!file)
		return false;
	if (!about || !is_list(args))
		return bad(path, 1, "'case' or 'args' is missing: this is not a case of hpvm-diff",
			   why);
	if (!check_files(path, about, why))
		return false;
	self->leaf = text_of(self, about, "leaf");
	self->node = text_of(self, about, "node");
	self->backend = text_of(self, about, "backend");
	if (is_text(hr_yaml_get(about, "backend-path")))
		self->backend_path = text_of(self, about, "backend-path");
	self->verdict = text_of(self, about, "verdict");
	self->in_process = is_true(hr_yaml_get(about, "in-process"));
	self->fast_math = is_true(hr_yaml_get(about, "fast-math"));
	self->whole = is_true(hr_yaml_get(about, "whole"));
	if (!read_bytes(self, path, "leaf.bc", &bitcode, &self->bitcode_bytes, why))
		return false;
	self->bitcode = bitcode;
	return read_levels(self, path, about, pins, false, why) &&
	       read_earlier(self, path, hr_yaml_get(about, "earlier"), pins, args, &k, why) &&
	       read_last_inputs(self, path, args, about, &k, why);
}
