/* tools/fuzz/target_onnx.c -- the fuzz target for ONNX models: imported as hpvm-import does, and the graph that was
 * written is run.
 *
 * Mutation: of fields of the messages that the file consists of, so that it stays a model. Which fields there are,
 * protobuf's descriptors say. */
#include <stdlib.h>
#include <string.h>

#include "src/base/alloc.h"
#include "src/file/file.h"
#include "tools/fuzz/fuzz.h"
#include "tools/import/file/onnx.pb-c.h"
#include "tools/import/import.h"
#include "tools/import/module/module_write.h"
#include "tools/import/onnx/onnx.h"

/* --- reading ------------------------------------------------------------------------------------ */

/* Import the model as a tensor program. */
static hr_status import_program(hr_diags *diags)
{
	hr_arena arena;
	onnx_source source = {.diags = diags,
			      .path = fuzz_path("input.onnx"),
			      .arena = &arena,
			      .symbols = hr_symbols_new()};
	hr_tprogram *program = NULL;
	hr_status status;

	hr_arena_init(&arena);
	status = onnx_program(&source, &program);
	if (status == HR_OK)
		status = module_write(program, diags, fuzz_path("made.bc"), program->name);
	hr_tprogram_free(program);
	onnx_close(&source);
	hr_symbols_free(source.symbols);
	hr_arena_free(&arena);
	return status;
}

/* As hpvm-import: as HPVM's operations, or else as a tensor program. */
static hr_status import(hr_diags *diags)
{
	import_model model = {.diags = diags, .file = "input.onnx", .batch = 2};
	hr_status status;

	hr_arena_init(&model.arena);
	status = import_read(&model, fuzz_path("input.onnx"));
	if (status == HR_OK)
		status = import_write(&model, fuzz_path("made.bc"));
	import_free(&model);
	return status == HR_OK ? status : import_program(diags);
}

static void remove_written(void)
{
	char path[4096];

	snprintf(path, sizeof(path), "%s", fuzz_path("made.bc.weights"));
	hr_folder_clear(path);
	remove(path);
	fuzz_clear();
}

static void run_written(void)
{
	uint8_t *bytes;
	size_t size;

	if (hr_file_read(fuzz_path("made.bc"), &bytes, &size) != 0)
		return;
	bytes = hr_resize(bytes, size + 1);
	bytes[size] = 0;
	fuzz_program("made.bc", bytes, size);
	hr_free(bytes);
}

static hr_status import_input(void)
{
	hr_diags *diags = hr_diags_new(NULL);
	hr_status status = import(diags);

	hr_diags_free(diags);
	return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	jmp_buf end;

	fuzz_write("input.onnx", data, size);
	if (setjmp(end) == 0) {
		fuzz_memory_ends(&end);
		if (import_input() == HR_OK)
			run_written();
	}
	fuzz_memory_ends(NULL);
	remove_written();
	return 0;
}

/* --- mutation ----------------------------------------------------------------------------------- */

typedef struct onnx_field {
	ProtobufCMessage *message;
	const ProtobufCFieldDescriptor *type;
} onnx_field;

typedef struct fields {
	HR_VEC(onnx_field) all;
	HR_VEC(const char *) texts; /* that the model has */
	fuzz_random *random;
} fields;

static void *member(const ProtobufCMessage *message, unsigned offset)
{
	return (char *)(uintptr_t)message + offset;
}

/* Return where the values of FIELD are, and their number in *COUNT. */
static char *values(const onnx_field *of, size_t *count)
{
	char *place = member(of->message, of->type->offset);

	*count = 1;
	if (of->type->label == PROTOBUF_C_LABEL_REPEATED) {
		*count = *(size_t *)member(of->message, of->type->quantifier_offset);
		return *(char **)(void *)place;
	}
	if (of->type->type == PROTOBUF_C_TYPE_STRING || of->type->type == PROTOBUF_C_TYPE_MESSAGE)
		*count = *(void **)(void *)place != NULL;
	return place;
}

static size_t value_size(const onnx_field *of)
{
	switch (of->type->type) {
	case PROTOBUF_C_TYPE_INT32:
	case PROTOBUF_C_TYPE_FLOAT: return 4;
	case PROTOBUF_C_TYPE_BYTES: return sizeof(ProtobufCBinaryData);
	default: return 8;
	}
}

static void collect(fields *found, ProtobufCMessage *message)
{
	for (unsigned i = 0; i < message->descriptor->n_fields; i++) {
		onnx_field of = {message, &message->descriptor->fields[i]};
		size_t count;
		char *at = values(&of, &count);

		HR_PUSH(&found->all, of);
		for (size_t k = 0; k < count; k++) {
			void *value;

			if (of.type->type != PROTOBUF_C_TYPE_MESSAGE &&
			    of.type->type != PROTOBUF_C_TYPE_STRING)
				break;
			memcpy(&value, at + k * sizeof(value), sizeof(value));
			if (of.type->type == PROTOBUF_C_TYPE_MESSAGE)
				collect(found, value);
			else
				HR_PUSH(&found->texts, value);
		}
	}
}

/* Memory of a message belongs to protobuf, which frees it with free(). */
static char *text(fields *found)
{
	static const char *const words[] = {"Conv",
					    "Relu",
					    "Gemm",
					    "MatMul",
					    "MaxPool",
					    "AveragePool",
					    "Softmax",
					    "Reshape",
					    "Flatten",
					    "Add",
					    "Clip",
					    "Tanh",
					    "BatchNormalization",
					    "Constant",
					    "ConstantOfShape",
					    "Identity",
					    "Dropout",
					    "Squeeze",
					    "Unsqueeze",
					    "Transpose",
					    "Sum",
					    "GlobalAveragePool",
					    "pads",
					    "strides",
					    "dilations",
					    "group",
					    "kernel_shape",
					    "auto_pad",
					    "axis",
					    "axes",
					    "perm",
					    "alpha",
					    "beta",
					    "transA",
					    "transB",
					    "value",
					    "epsilon",
					    "SAME_UPPER",
					    "",
					    "ceil_mode",
					    "allowzero",
					    "count_include_pad"};
	const size_t own = found->texts.count, most = own + sizeof(words) / sizeof(*words);
	const size_t chosen = fuzz_below(found->random, most);

	return strdup(chosen < own ? found->texts.data[chosen] : words[chosen - own]);
}

static void change_value(fields *found, const onnx_field *of, void *value)
{
	static const float numbers[] = {
		0, -0.0f, 1, -1, 1e38f, 1e-45f, 6, 0.5f, __builtin_inff(), __builtin_nanf("")};
	const uint64_t number = fuzz_below(found->random, 3) ? fuzz_below(found->random, 9)
							     : fuzz_number(found->random);
	ProtobufCBinaryData *bytes = value;
	char *made;

	switch (of->type->type) {
	case PROTOBUF_C_TYPE_INT32: *(int32_t *)value = (int32_t)number; break;
	case PROTOBUF_C_TYPE_INT64: *(int64_t *)value = (int64_t)number; break;
	case PROTOBUF_C_TYPE_FLOAT: *(float *)value = numbers[number % 10]; break;
	case PROTOBUF_C_TYPE_STRING:
		made = text(found); /* maybe a copy of what is freed */
		free(*(char **)value);
		*(char **)value = made;
		break;
	case PROTOBUF_C_TYPE_BYTES:
		if (bytes->len)
			bytes->len -= fuzz_below(found->random, bytes->len < 9 ? bytes->len : 9);
		break;
	default: break;
	}
}

/* Append a copy of element NUMBER of a repeated field. */
static void repeat(const onnx_field *of, size_t number)
{
	size_t *count = member(of->message, of->type->quantifier_offset), size = value_size(of),
	       packed;
	char **data = member(of->message, of->type->offset);
	void *element;
	uint8_t *buffer;

	*data = realloc(*data, (*count + 1) * size);
	element = *data + *count * size;
	memcpy(element, *data + number * size, size);
	if (of->type->type == PROTOBUF_C_TYPE_STRING)
		*(char **)element = strdup(*(char **)element);
	if (of->type->type == PROTOBUF_C_TYPE_MESSAGE) {
		const ProtobufCMessage *from = *(ProtobufCMessage **)element;

		buffer = malloc(protobuf_c_message_get_packed_size(from) + 1);
		packed = protobuf_c_message_pack(from, buffer);
		*(ProtobufCMessage **)element =
			protobuf_c_message_unpack(from->descriptor, NULL, packed, buffer);
		free(buffer);
	}
	++*count;
}

static void remove_one(const onnx_field *of, size_t number)
{
	size_t *count = member(of->message, of->type->quantifier_offset), size = value_size(of);
	char *data = *(char **)member(of->message, of->type->offset);
	char *element = data + number * size;

	if (of->type->type == PROTOBUF_C_TYPE_STRING)
		free(*(char **)(void *)element);
	if (of->type->type == PROTOBUF_C_TYPE_MESSAGE)
		protobuf_c_message_free_unpacked(*(ProtobufCMessage **)(void *)element, NULL);
	memmove(element, element + size, (*count - number - 1) * size);
	--*count;
}

static void swap_two(const onnx_field *of, size_t a, size_t b)
{
	const size_t size = value_size(of);
	char *data = *(char **)member(of->message, of->type->offset),
	     held[sizeof(ProtobufCBinaryData)];

	memcpy(held, data + a * size, size);
	memmove(data + a * size, data + b * size, size);
	memcpy(data + b * size, held, size);
}

/* Return false if FIELD has nothing to change. */
static bool change(fields *found, const onnx_field *of)
{
	const bool repeated = of->type->label == PROTOBUF_C_LABEL_REPEATED;
	size_t count, number;
	char *at = values(of, &count);

	if (!count)
		return false;
	number = fuzz_below(found->random, count);
	switch (repeated ? fuzz_below(found->random, 5) : 4) {
	case 0: repeat(of, number); return true;
	case 1: remove_one(of, number); return true;
	case 2: swap_two(of, number, fuzz_below(found->random, count)); return true;
	default: break;
	}
	if (of->type->type == PROTOBUF_C_TYPE_MESSAGE)
		return false;
	if (!repeated && of->type->type != PROTOBUF_C_TYPE_STRING) {
		protobuf_c_boolean *given = member(of->message, of->type->quantifier_offset);

		if (!*given && of->type->type == PROTOBUF_C_TYPE_BYTES)
			return false;
		*given = fuzz_below(found->random, 8) != 0;
	}
	change_value(found, of, at + number * value_size(of));
	return true;
}

static void change_model(Onnx__ModelProto *model, fuzz_random *random)
{
	fields found = {.random = random};
	uint64_t times = 1 + fuzz_below(random, 4);

	/* What is found is no longer true after a change. */
	while (times--) {
		bool changed = false;

		found.all.count = found.texts.count = 0;
		collect(&found, &model->base);
		for (int i = 0; i < 64 && !changed; i++)
			changed = change(&found,
					 &found.all.data[fuzz_below(random, found.all.count)]);
	}
	HR_VEC_FREE(&found.all);
	HR_VEC_FREE(&found.texts);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
	fuzz_random random = fuzz_random_new(seed);
	Onnx__ModelProto *model = onnx__model_proto__unpack(NULL, size, data);
	size_t made;

	if (!model || fuzz_below(&random, 32) == 0) {
		if (model)
			onnx__model_proto__free_unpacked(model, NULL);
		return LLVMFuzzerMutate(data, size, most);
	}
	change_model(model, &random);
	made = onnx__model_proto__get_packed_size(model);
	if (made <= most)
		size = onnx__model_proto__pack(model, data);
	onnx__model_proto__free_unpacked(model, NULL);
	return size;
}
