/* interp/host/tensor_api.c -- the functions of src/tensorUtils.h and src/hpvm.h by which host code
 * creates and reads tensors.
 *
 * Functions that control HPVM 1.0's approximations, its GPU and its profiles (clearTensorMap,
 * tensor_set_node_id, llvm_hpvm_initTensorRt ...) do nothing here.
 *
 * Invariant: a call that failed changes nothing, and does not return unless --keep-going ignores
 *            the trap.
 * Clauses:   T, G9; H2: nodes do not call these.
 * Not here:  files and other accuracies (src/tensorUtils.h), operations (tensor_entries.c). */
#include <stdio.h>
#include <string.h>

#include "interp/check/sandbox.h"
#include "interp/host/host.h"
#include "interp/tensor/tensors.h"

#define MISUSE(run, ...) hr_report_at(run, hr_thread_peek(), HR_D_tensor_misuse, __VA_ARGS__)

/* --- creating --------------------------------------------------------------------------------- */

static hr_status new_tensor(hr_run *run, const char *name, int32_t type, int32_t format,
			    const hr_dims *dims, hr_tensor **out)
{
	if (type < 0 || type > HR_TENSOR_INT8)
		return MISUSE(run, name, "unknown data type");
	if (format != HR_TENSOR_NCHW && format != HR_TENSOR_NHWC)
		return MISUSE(run, name, "unknown format");
	HR_TRY(hr_tensor_new(run, hr_thread_peek(), dims, type, HR_TENSOR_OF_HOST, name, out));
	(*out)->view.data_format = format;
	return HR_OK;
}

static void *create(const char *name, int32_t type, int32_t format, hr_dims dims)
{
	hr_run *run;
	const char *outer = hr_entry_begin(name, &run);
	hr_tensor *made = NULL;

	hr_entry_end(run, outer, new_tensor(run, name, type, format, &dims, &made));
	return made;
}

static void *create_2d(int32_t type, size_t rows, size_t columns)
{
	return create("create2DTensor", type, HR_TENSOR_NCHW, (hr_dims){2, {rows, columns}});
}

static void *create_3d(int32_t type, size_t a, size_t b, size_t c)
{
	return create("create3DTensor", type, HR_TENSOR_NCHW, (hr_dims){3, {a, b, c}});
}

static void *create_4d(int32_t type, int32_t format, size_t n, size_t c, size_t h, size_t w)
{
	return create("create4DTensor", type, format, (hr_dims){4, {n, c, h, w}});
}

/* --- values ----------------------------------------------------------------------------------- */

static hr_status find(hr_run *run, const char *name, const void *handle, hr_tensor **tensor)
{
	const char *why;
	char text[96];

	*tensor = hr_tensor_find(run, handle, &why);
	if (*tensor)
		return HR_OK;
	snprintf(text, sizeof(text), "%p is %s", handle, why);
	return MISUSE(run, name, text);
}

/* Values from the host are exact. */
static void forget_bound(hr_tensor *tensor)
{
	if (tensor->bound)
		memset(tensor->bound, 0, tensor->count * sizeof(float));
}

static hr_status set_values(hr_run *run, void *handle, const void *values, size_t bytes)
{
	hr_tensor *tensor;
	char text[96];

	HR_TRY(find(run, "initTensorData", handle, &tensor));
	if (bytes != tensor->bytes) {
		snprintf(text, sizeof(text), "the tensor has %zu bytes, but %zu are given",
			 tensor->bytes, bytes);
		return MISUSE(run, "initTensorData", text);
	}
	HR_TRY(hr_sandbox_range(run, values, bytes, false, "reading the values of a tensor,"));
	if (bytes)
		memcpy(tensor->data, values, bytes);
	forget_bound(tensor);
	return hr_tensor_written(run, tensor, "initTensorData");
}

static void init_data(void *handle, const void *values, size_t bytes)
{
	hr_run *run;
	const char *outer = hr_entry_begin("initTensorData", &run);

	hr_entry_end(run, outer, set_values(run, handle, values, bytes));
}

static hr_status request(hr_run *run, void *handle, int32_t place)
{
	hr_tensor *tensor;

	HR_TRY(find(run, "hpvm_request_tensor", handle, &tensor));
	if (place < 0)
		return MISUSE(run, "hpvm_request_tensor", "the location is negative");
	if (place == HR_TENSOR_ON_HOST) {
		tensor->view.host_data = tensor->data;
		hr_tensor_lend(run, tensor);
		hr_tensor_renew(run, tensor);
		HR_TRY(hr_tensor_read_by_host(run, tensor, "hpvm_request_tensor"));
	}
	tensor->view.data_placement = place ? HR_TENSOR_ON_DEVICE : HR_TENSOR_ON_HOST;
	return HR_OK;
}

static void request_tensor(void *handle, int32_t place)
{
	hr_run *run;
	const char *outer = hr_entry_begin("hpvm_request_tensor", &run);

	hr_entry_end(run, outer, request(run, handle, place));
}

static hr_status copy(hr_run *run, const void *source, void *target)
{
	hr_tensor *from, *to;

	HR_TRY(find(run, "tensorCopy", source, &from));
	HR_TRY(find(run, "tensorCopy", target, &to));
	if (from->bytes != to->bytes)
		return MISUSE(run, "tensorCopy", "the tensors have different sizes");
	memmove(to->data, from->data, to->bytes);
	forget_bound(to);
	if (from->bound && to->bound)
		memmove(to->bound, from->bound, to->count * sizeof(float));
	return hr_tensor_written(run, to, "tensorCopy");
}

static void copy_tensor(const void *source, void *target)
{
	hr_run *run;
	const char *outer = hr_entry_begin("tensorCopy", &run);

	hr_entry_end(run, outer, copy(run, source, target));
}

/* --- freeing ---------------------------------------------------------------------------------- */

static void free_tensor(void *handle)
{
	hr_run *run;
	const char *outer = hr_entry_begin("freeTensor", &run);
	hr_tensor *tensor;
	hr_status status = find(run, "freeTensor", handle, &tensor);

	if (status == HR_OK)
		hr_tensor_free(run, tensor, "freed by freeTensor()");
	hr_entry_end(run, outer, status);
}

static void start_tracking(void)
{
	hr_run *run;
	const char *outer = hr_entry_begin("startMemTracking", &run);

	hr_tensors_mark(run);
	hr_entry_end(run, outer, HR_OK);
}

static void free_batch(void)
{
	hr_run *run;
	const char *outer = hr_entry_begin("freeBatchMemory", &run);

	hr_tensors_end_set(run, HR_TENSORS_SINCE_MARK, "freed by freeBatchMemory()");
	hr_entry_end(run, outer, HR_OK);
}

static void free_outputs(void)
{
	hr_run *run;
	const char *outer = hr_entry_begin("freeOutputTensors", &run);

	hr_tensors_end_set(run, HR_TENSORS_RESULTS, "freed by freeOutputTensors()");
	hr_entry_end(run, outer, HR_OK);
}

/* --- functions without effect ----------------------------------------------------------------- */

static void do_nothing(void)
{
}

/* --- accuracy --------------------------------------------------------------------------------- */

/* Return how many of COUNT rows have their greatest value, the first of equal ones, at the
 * label. */
static size_t count_right(const float *values, size_t classes, const uint32_t *labels, size_t count)
{
	size_t right = 0;

	for (size_t i = 0; i < count; i++, values += classes) {
		size_t best = 0;

		for (size_t k = 1; k < classes; k++)
			if (values[k] > values[best])
				best = k;
		right += best == labels[i];
	}
	return right;
}

static bool read_labels(const char *path, int32_t start, uint32_t *labels, size_t count)
{
	FILE *file = fopen(path, "rb");
	bool read = file && fseek(file, start * 4l, SEEK_SET) == 0 &&
		    fread(labels, sizeof(*labels), count, file) == count;

	if (file)
		fclose(file);
	return read;
}

static bool write_accuracy(double accuracy)
{
	FILE *file = fopen("final_accuracy", "w");
	bool written = file && fprintf(file, "%f", accuracy) > 0;

	return file && fclose(file) == 0 && written;
}

/* Print the percentage of rows of TENSOR whose label, from START in the file of 32-bit LABELS, is
 * right, and write it to the file final_accuracy. Without a name of a file, do nothing. */
static hr_status report_accuracy(hr_run *run, hr_tensor *tensor, const char *labels, int32_t start,
				 int32_t end)
{
	static const char name[] = "llvm_hpvm_invokeRtControl";
	const size_t count = end > start && start >= 0 ? (size_t)(end - start) : 0;
	uint32_t *numbers;
	double accuracy;
	bool read;

	if (run->options.sandbox.on) {
		hr_sandbox_refuse(hr_thread_peek(), "reading and writing files by %s", name);
		return HR_TRAP;
	}
	if (!labels || !*labels)
		return HR_OK;
	HR_TRY(hr_tensor_read_by_host(run, tensor, name));
	if (tensor->view.data_type || !tensor->data || !count || tensor->sizes[0] != count)
		return MISUSE(run, name, "the result has not one row of float for each label");
	numbers = hr_alloc_array(count, sizeof(*numbers));
	read = read_labels(labels, start, numbers, count);
	accuracy =
		100.0 *
		(double)count_right(tensor->data, (size_t)tensor->count / count, numbers, count) /
		(double)count;
	hr_free(numbers);
	if (!read)
		return MISUSE(run, name,
			      "the file of labels cannot be read, or has too few labels");
	printf("****** Accuracy = %f\n\n", accuracy);
	return write_accuracy(accuracy) ? HR_OK
					: MISUSE(run, name, "final_accuracy cannot be written");
}

static void control(const void *result, const char *labels, int32_t start, int32_t end)
{
	hr_run *run;
	const char *outer = hr_entry_begin("llvm_hpvm_invokeRtControl", &run);
	hr_tensor *tensor;
	hr_status status = find(run, "llvm_hpvm_invokeRtControl", result, &tensor);

	if (status == HR_OK)
		status = report_accuracy(run, tensor, labels, start, end);
	hr_entry_end(run, outer, status);
}

/* --- by name ---------------------------------------------------------------------------------- */

void *hr_tensor_host_function(const char *name)
{
	static const struct {
		const char *name;
		void *function;
	} functions[] = {
		{"create2DTensor", (void *)create_2d},
		{"create3DTensor", (void *)create_3d},
		{"create4DTensor", (void *)create_4d},
		{"initTensorData", (void *)init_data},
		{"hpvm_request_tensor", (void *)request_tensor},
		{"freeTensor", (void *)free_tensor},
		{"tensorCopy", (void *)copy_tensor},
		{"startMemTracking", (void *)start_tracking},
		{"freeBatchMemory", (void *)free_batch},
		{"freeOutputTensors", (void *)free_outputs},
		{"clearTensorMap", (void *)do_nothing},
		{"tensor_set_node_id", (void *)do_nothing},
		{"llvm_hpvm_initTensorRt", (void *)do_nothing},
		{"llvm_hpvm_cleanupTensorRt", (void *)do_nothing},
		{"llvm_hpvm_initializeRuntimeController", (void *)do_nothing},
		{"llvm_hpvm_invokeRtControl", (void *)control},
	};

	for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++)
		if (strcmp(name, functions[i].name) == 0)
			return functions[i].function;
	return hr_tensor_direct(name);
}
