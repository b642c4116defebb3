/* ir/program/types.c -- interns LLVM's types as hr_type, flattens them, and lays out images of
 * ports.
 *
 * Invariant: a type is in the table before anything refers to it, and never changes.
 * Owns:      the table behind program->types; the types themselves are the program arena's.
 * Not here:  values, constants. */
#include "ir/program/types.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "src/base/map.h"

enum { TEXT_LIMIT = 200, PORT_ALIGN = 16 };

typedef struct table {
	hr_map by_llvm;   /* LLVMTypeRef to hr_type *; 0: refused */
	hr_strmap by_key; /* structure to hr_type * */
} table;

static const hr_type *intern(hr_program *program, LLVMTypeRef llvm);

static table *table_of(hr_program *program)
{
	if (!program->types)
		program->types = hr_alloc_zero(sizeof(table));
	return program->types;
}

void hr_types_free(hr_program *program)
{
	table *types = program->types;

	if (!types)
		return;
	hr_map_free(&types->by_llvm);
	hr_strmap_free(&types->by_key);
	hr_free(types);
	program->types = NULL;
}

/* Intern *TYPE under KEY and free KEY. */
static const hr_type *put(hr_program *program, char *key, const hr_type *type)
{
	table *types = table_of(program);
	uint64_t known;
	hr_type *copy;

	if (!hr_strmap_get(&types->by_key, key, &known)) {
		copy = HR_ARENA_NEW(&program->arena, hr_type);
		*copy = *type;
		known = hr_map_key(copy);
		hr_strmap_put(&types->by_key, key, known);
	}
	hr_free(key);
	return (const hr_type *)(uintptr_t)known;
}

static void measure(hr_program *program, LLVMTypeRef llvm, hr_type *type)
{
	type->store_size = LLVMStoreSizeOfType(program->layout, llvm);
	type->size = LLVMABISizeOfType(program->layout, llvm);
	type->align = LLVMABIAlignmentOfType(program->layout, llvm);
}

static hr_con int_container(unsigned bits)
{
	return bits <= 8    ? HR_C_I8
	       : bits <= 16 ? HR_C_I16
	       : bits <= 32 ? HR_C_I32
	       : bits <= 64 ? HR_C_I64
			    : HR_C_I128;
}

static const hr_type *scalar(hr_program *program, LLVMTypeRef llvm, hr_kind kind, hr_con con,
			     unsigned bits)
{
	hr_type type = {.kind = kind, .con = con, .bits = bits};
	char *text = LLVMPrintTypeToString(llvm);

	measure(program, llvm, &type);
	type.text = hr_arena_strdup(&program->arena, text);
	LLVMDisposeMessage(text);
	return put(program, hr_strdup(type.text), &type);
}

static const hr_type *sequence(hr_program *program, LLVMTypeRef llvm, hr_kind kind, uint64_t count)
{
	hr_type type = {.kind = kind, .count = count};
	char key[80];

	type.element = intern(program, LLVMGetElementType(llvm));
	if (!type.element)
		return NULL;
	measure(program, llvm, &type);
	type.text = hr_arena_printf(
		&program->arena, kind == HR_T_VECTOR ? "<%" PRIu64 " x %s>" : "[%" PRIu64 " x %s]",
		count, type.element->text);
	snprintf(key, sizeof(key), "%c%" PRIu64 " %p", kind == HR_T_VECTOR ? 'v' : 'a', count,
		 (const void *)type.element);
	return put(program, hr_strdup(key), &type);
}

/* Return "{ i32, float }", shortened if it is long. */
static const char *struct_text(hr_program *program, const hr_type *type, bool packed)
{
	char text[TEXT_LIMIT + 16] = "";
	size_t used = (size_t)snprintf(text, sizeof(text), packed ? "<{" : "{");

	for (uint64_t i = 0; i < type->count; i++) {
		const char *field = type->fields[i]->text;

		if (used + strlen(field) + 3 > TEXT_LIMIT) {
			used += (size_t)snprintf(text + used, sizeof(text) - used, ", ...");
			break;
		}
		used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%s", i ? ", " : " ",
					 field);
	}
	snprintf(text + used, sizeof(text) - used, packed ? " }>" : " }");
	return hr_arena_strdup(&program->arena, text);
}

static const hr_type *structure(hr_program *program, LLVMTypeRef llvm)
{
	unsigned count = LLVMCountStructElementTypes(llvm);
	bool packed = LLVMIsPackedStruct(llvm);
	hr_type type = {.kind = HR_T_STRUCT, .count = count};
	const hr_type **fields;
	uint64_t *offsets;
	size_t length = 8 + 20 * (size_t)count, used = 0;
	char *key;

	if (LLVMIsOpaqueStruct(llvm))
		return NULL;
	fields = hr_arena_array(&program->arena, count + 1, sizeof(*fields));
	offsets = hr_arena_array(&program->arena, count + 1, sizeof(*offsets));
	for (unsigned i = 0; i < count; i++) {
		fields[i] = intern(program, LLVMStructGetTypeAtIndex(llvm, i));
		if (!fields[i])
			return NULL;
		offsets[i] = LLVMOffsetOfElement(program->layout, llvm, i);
	}
	type.fields = fields;
	type.offsets = offsets;
	measure(program, llvm, &type);
	type.text = struct_text(program, &type, packed);
	key = hr_alloc(length);
	used = (size_t)snprintf(key, length, packed ? "p" : "s");
	for (unsigned i = 0; i < count; i++)
		used += (size_t)snprintf(key + used, length - used, " %p", (const void *)fields[i]);
	return put(program, key, &type);
}

static const hr_type *intern(hr_program *program, LLVMTypeRef llvm);

/* Events of OpenCL C are pointers that nothing follows; images and samplers point to what the library of kernels reads. */
static const hr_type *target_type(hr_program *program, LLVMTypeRef llvm)
{
	char *text = LLVMPrintTypeToString(llvm);
	bool pointer = !strcmp(text, "target(\"spirv.Event\")") ||
		       !strcmp(text, "target(\"spirv.Sampler\")") ||
		       !strncmp(text, "target(\"spirv.Image\",", 21);

	LLVMDisposeMessage(text);
	return pointer ? intern(program, LLVMPointerTypeInContext(program->context, 0)) : NULL;
}

static const hr_type *make(hr_program *program, LLVMTypeRef llvm)
{
	static const hr_type nothing = {.kind = HR_T_VOID, .align = 1, .text = "void"};

	switch (LLVMGetTypeKind(llvm)) {
	case LLVMVoidTypeKind: return put(program, hr_strdup("void"), &nothing);
	case LLVMIntegerTypeKind: {
		unsigned bits = LLVMGetIntTypeWidth(llvm);

		return bits > 128 ? NULL
				  : scalar(program, llvm, HR_T_INT, int_container(bits), bits);
	}
	case LLVMPointerTypeKind:
		return LLVMABISizeOfType(program->layout, llvm) == 8
			       ? scalar(program, llvm, HR_T_PTR, HR_C_I64, 64)
			       : NULL;
	case LLVMHalfTypeKind: return scalar(program, llvm, HR_T_FLOAT, HR_C_F16, 16);
	case LLVMBFloatTypeKind: return scalar(program, llvm, HR_T_FLOAT, HR_C_B16, 16);
	case LLVMFloatTypeKind: return scalar(program, llvm, HR_T_FLOAT, HR_C_F32, 32);
	case LLVMDoubleTypeKind: return scalar(program, llvm, HR_T_FLOAT, HR_C_F64, 64);
	case LLVMX86_FP80TypeKind: return scalar(program, llvm, HR_T_FLOAT, HR_C_F80, 80);
	case LLVMFP128TypeKind: return scalar(program, llvm, HR_T_FLOAT, HR_C_F128, 128);
	case LLVMVectorTypeKind:
		return sequence(program, llvm, HR_T_VECTOR, LLVMGetVectorSize(llvm));
	case LLVMArrayTypeKind:
		return sequence(program, llvm, HR_T_ARRAY, LLVMGetArrayLength2(llvm));
	case LLVMStructTypeKind: return structure(program, llvm);
	case LLVMTargetExtTypeKind: return target_type(program, llvm);
	default: return NULL;
	}
}

/* Pointers of all address spaces are the same pointer type. */
static const hr_type *intern(hr_program *program, LLVMTypeRef llvm)
{
	uint64_t known;
	const hr_type *type;

	if (hr_map_get(&table_of(program)->by_llvm, hr_map_key(llvm), &known))
		return (const hr_type *)(uintptr_t)known;
	type = make(program, llvm);
	hr_map_put(&table_of(program)->by_llvm, hr_map_key(llvm), hr_map_key(type));
	return type;
}

const hr_type *hr_type_of(hr_program *program, void *llvm_type)
{
	return intern(program, llvm_type);
}

const char *hr_type_refusal(void *llvm_type)
{
	switch (LLVMGetTypeKind(llvm_type)) {
	case LLVMIntegerTypeKind: return "integers are up to 128 bits wide";
	case LLVMPointerTypeKind: return "pointers into its address space do not have 64 bits";
	case LLVMScalableVectorTypeKind: return "its size is known only at run time";
	case LLVMPPC_FP128TypeKind: return "this machine has no such numbers";
	case LLVMStructTypeKind:
		return LLVMIsOpaqueStruct(llvm_type) ? "it is opaque"
						     : "one of its fields is not supported";
	case LLVMArrayTypeKind:
	case LLVMVectorTypeKind: return "its element type is not supported";
	default: return "no value can have this type";
	}
}

hr_status hr_type_need(hr_program *program, void *llvm_type, const hr_where *where,
		       const hr_type **type)
{
	const hr_type *found = intern(program, llvm_type);
	char *text;

	if (found) {
		*type = found;
		return HR_OK;
	}
	text = LLVMPrintTypeToString(llvm_type);
	/* It cannot continue without the type, even if the diagnostic is off. */
	hr_report(program->diags, HR_D_unsupported_type, where, text, hr_type_refusal(llvm_type));
	LLVMDisposeMessage(text);
	return HR_UNSUPPORTED;
}

uint32_t hr_type_scalar_count(const hr_type *type)
{
	uint64_t count = 0;

	switch (type->kind) {
	case HR_T_VOID: return 0;
	case HR_T_STRUCT:
		for (uint64_t i = 0; i < type->count && count < UINT32_MAX; i++)
			count += hr_type_scalar_count(type->fields[i]);
		break;
	case HR_T_VECTOR:
	case HR_T_ARRAY:
		if (__builtin_mul_overflow(type->count,
					   (uint64_t)hr_type_scalar_count(type->element), &count))
			return UINT32_MAX;
		break;
	default: return 1;
	}
	return count > UINT32_MAX ? UINT32_MAX : (uint32_t)count;
}

bool hr_type_bit_packed(const hr_type *type)
{
	if (type->kind == HR_T_VECTOR)
		return type->element->bits % CHAR_BIT;
	if (type->kind == HR_T_ARRAY)
		return hr_type_bit_packed(type->element);
	for (uint64_t i = 0; type->kind == HR_T_STRUCT && i < type->count; i++)
		if (hr_type_bit_packed(type->fields[i]))
			return true;
	return false;
}

void hr_type_flatten(const hr_type *type, uint32_t base, hr_scalars *scalars)
{
	switch (type->kind) {
	case HR_T_VOID: return;
	case HR_T_STRUCT:
		for (uint64_t i = 0; i < type->count; i++)
			hr_type_flatten(type->fields[i], base + (uint32_t)type->offsets[i],
					scalars);
		return;
	case HR_T_ARRAY:
		for (uint64_t i = 0; i < type->count; i++)
			hr_type_flatten(type->element, base + (uint32_t)(i * type->element->size),
					scalars);
		return;
	case HR_T_VECTOR: /* elements are contiguous, whatever their alignment */
		for (uint64_t i = 0; i < type->count; i++)
			hr_type_flatten(type->element,
					base + (uint32_t)(i * type->element->bits / CHAR_BIT),
					scalars);
		return;
	default:
		HR_PUSH(scalars, (hr_scalar){.con = type->con,
					     .bits = (uint16_t)type->bits,
					     .is_ptr = type->kind == HR_T_PTR,
					     .offset = base});
	}
}

uint32_t hr_ports_layout(hr_port *ports, unsigned count)
{
	uint64_t offset = 0;

	for (unsigned i = 0; i < count; i++) {
		ports[i].offset = (uint32_t)offset;
		offset += (ports[i].type->size + PORT_ALIGN - 1) / PORT_ALIGN * PORT_ALIGN;
		if (offset > UINT32_MAX)
			hr_bug("image of ports over 4 GiB");
	}
	return (uint32_t)offset;
}

uint64_t hr_ports_packed(const hr_port *ports, unsigned count)
{
	uint64_t bytes = 0;

	for (unsigned i = 0; i < count; i++)
		bytes += ports[i].type->store_size;
	return bytes;
}
