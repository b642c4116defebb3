/* interp/tensor/operate_file.c -- run one reference operation on NPY files, for comparisons
 * (tests/compare.py).
 *
 *	operate-file OPERATION RESULT BOUND NUMBERS THREADS OPERAND...
 *
 * OPERATION is a name of ir/program/hpvm_names.def without "tensor."; NUMBERS are its numbers in
 * the order of src/hpvm.h, separated by commas; an OPERAND is a file of f4, or VALUES:BOUNDS. If
 * the operands do not fit one another, prints the reason and exits with 1. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "interp/tensor/array.h"
#include "src/base/alloc.h"
#include "src/file/npy.h"

static hr_npy read_floats(const char *path)
{
	const char *why;
	hr_npy array;

	if (hr_npy_read(path, &array, &why) && array.kind == HR_NPY_FLOAT && array.bytes == 4 &&
	    array.dims <= HR_TENSOR_DIMS)
		return array;
	fprintf(stderr, "cannot use '%s'\n", path);
	exit(2);
}

static hr_array read_operand(char *text)
{
	char *colon = strchr(text, ':');
	hr_array operand = {0};
	hr_npy values;

	if (colon) {
		*colon = '\0';
		operand.bound = (const float *)(const void *)read_floats(colon + 1).data;
	}
	values = read_floats(text);
	operand.value = (const float *)(const void *)values.data;
	operand.shape.rank = values.dims;
	memcpy(operand.shape.dim, values.shape, values.dims * sizeof(uint64_t));
	return operand;
}

static void write_floats(const char *path, const hr_dims *shape, float *values)
{
	hr_npy array = {
		.kind = HR_NPY_FLOAT, .bytes = 4, .dims = shape->rank, .data = (uint8_t *)values};
	const char *why;

	memcpy(array.shape, shape->dim, shape->rank * sizeof(uint64_t));
	if (!hr_npy_measure(&array) || !hr_npy_write(path, &array, &why))
		exit(2);
}

static void read_numbers(hr_tensor_op *op, char *text)
{
	double n[8] = {0};
	unsigned count = 0;

	for (char *part = strtok(text, ","); part && count < 8; part = strtok(NULL, ","))
		n[count++] = strtod(part, NULL);
	if (op->op == HR_H_tensor_batchnorm) {
		op->epsilon = n[0];
	} else if (op->op == HR_H_tensor_convolution || op->op == HR_H_tensor_group_convolution) {
		op->window = (hr_window){
			0, 0, (int32_t)n[0], (int32_t)n[1], (int32_t)n[2], (int32_t)n[3]};
		op->groups = (int32_t)n[5];
	} else {
		op->window = (hr_window){(int32_t)n[0], (int32_t)n[1], (int32_t)n[2],
					 (int32_t)n[3], (int32_t)n[4], (int32_t)n[5]};
	}
}

static void free_operands(const hr_tensor_op *op)
{
	for (unsigned i = 0; i < op->operand_count; i++) {
		hr_free((void *)(uintptr_t)op->operand[i].value);
		hr_free((void *)(uintptr_t)op->operand[i].bound);
	}
}

int main(int argc, char **argv)
{
	hr_tensor_op op = {.clip_max = 6};
	char name[64], why[HR_TENSOR_WHY];
	float *value, *bound;
	hr_dims shape;
	uint64_t count;

	if (argc < 7 || argc - 6 > HR_TENSOR_OPERANDS)
		return 2;
	snprintf(name, sizeof(name), "llvm.hpvm.tensor.%s", argv[1]);
	op.op = hr_hpvm_by_name(name, NULL);
	op.operand_count = (unsigned)argc - 6;
	op.threads = (unsigned)atoi(argv[5]);
	for (unsigned i = 0; i < op.operand_count; i++)
		op.operand[i] = read_operand(argv[6 + i]);
	read_numbers(&op, argv[4]);
	if (!hr_tensor_shape(&op, &shape, why)) {
		puts(why);
		free_operands(&op);
		return 1;
	}
	count = hr_dims_count(&shape);
	value = calloc(count + 1, sizeof(float));
	bound = calloc(count + 1, sizeof(float));
	if (!value || !bound)
		return 2;
	hr_tensor_operate(&op, &shape, value, bound);
	write_floats(argv[2], &shape, value);
	write_floats(argv[3], &shape, bound);
	free(value);
	free(bound);
	free_operands(&op);
	return 0;
}
