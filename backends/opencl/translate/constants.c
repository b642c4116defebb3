/* backends/opencl/translate/constants.c -- the program's constants that a leaf reads, as arrays in
 * constant memory.
 *
 * Invariant: their bytes are the same as in the program.
 * Owns:      nothing.
 * Not here:  inputs that may be in constant memory (fixed.c), variables, which are arguments
 *            (signature.c). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backends/opencl/translate/signature.h"

/* --- constants -------------------------------------------------------------------------------- */

const char *ocl_variable_element(ocl_writer *self, LLVMTypeRef type)
{
	while (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
		type = LLVMGetElementType(type);
	return ocl_access_type(self, type);
}

/* Write a number with a point or an exponent, which a suffix requires. */
static void write_number(hr_ir_text *to, double number, int digits, const char *suffix)
{
	char text[40];

	snprintf(text, sizeof(text), "%.*g", digits, number);
	hr_ir_write(to, "%s%s%s", text, strpbrk(text, ".e") ? "" : ".0", suffix);
}

static void write_element(hr_ir_text *to, const char *element, const uint8_t *bytes)
{
	uint64_t word = 0;
	unsigned size = ocl_access_bytes(element);

	memcpy(&word, bytes, size);
	if (strcmp(element, "float") == 0) {
		float number;

		memcpy(&number, bytes, 4);
		if (number == number && number - number == 0)
			write_number(to, (double)number, 9, "f");
		else
			hr_ir_write(to, "0");
	} else if (strcmp(element, "double") == 0) {
		double number;

		memcpy(&number, bytes, 8);
		write_number(to, number, 17, "");
	} else {
		hr_ir_write(to,
			    size == 8   ? "0x%llxul"
			    : size == 4 ? "%lluu"
					: "%llu",
			    (unsigned long long)word);
	}
}

/* Return true if all values can be written as decimals: they are finite, and their text has a
 * point. */
static bool is_plain(const char *element, const uint8_t *bytes, uint64_t count)
{
	for (uint64_t i = 0; i < count; i++) {
		float single;
		double number;

		if (strcmp(element, "float") == 0) {
			memcpy(&single, bytes + 4 * i, 4);
			number = (double)single;
		} else if (strcmp(element, "double") == 0) {
			memcpy(&number, bytes + 8 * i, 8);
		} else {
			return true;
		}
		if (!(number - number == 0) || (number == 0 && 1 / number < 0))
			return false;
	}
	return true;
}

static void write_constant(ocl_writer *self, LLVMValueRef global)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(global);
	uint64_t bytes = LLVMABISizeOfType(self->layout, type);
	const char *element = ocl_variable_element(self, type), *name;
	uint8_t *data;
	unsigned size;

	if (bytes > 64 * 1024) {
		ocl_refuse(self, HR_REFUSES_SIZE, "a constant of %llu bytes",
			   (unsigned long long)bytes);
		return;
	}
	data = hr_arena_alloc(&self->arena, bytes + 16);
	if (!ocl_constant_bytes(self, LLVMGetInitializer(global), data)) {
		ocl_refuse(self, HR_REFUSES_VARIABLE, "'%s' holds an address",
			   ocl_llvm_name(global));
		return;
	}
	if (!element || bytes % ocl_access_bytes(element))
		element = "uchar";
	size = ocl_access_bytes(element);
	if (!is_plain(element, data, bytes / size))
		element = size == 4 ? "uint" : "ulong";
	name = ocl_outer_name(self, ocl_llvm_name(global));
	ocl_set(self, global, (ocl_value){name, NULL, element});
	hr_ir_write(&self->constants, "__constant %s %s[%llu] __attribute__((aligned(16))) = {",
		    element, name, (unsigned long long)(bytes ? bytes / size : 1));
	for (uint64_t i = 0; i < bytes / size; i++) {
		hr_ir_write(&self->constants, "%s", i == 0 ? "" : i % 12 ? ", " : ",\n\t");
		write_element(&self->constants, element, data + i * size);
	}
	hr_ir_write(&self->constants, "%s};\n", bytes ? "" : "0");
}

void ocl_write_constants(ocl_writer *self)
{
	for (LLVMValueRef global = LLVMGetFirstGlobal(self->module); global;
	     global = LLVMGetNextGlobal(global)) {
		if (LLVMGetFirstUse(global) && !LLVMIsDeclaration(global))
			write_constant(self, global);
	}
}
