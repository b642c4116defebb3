/* ir/lift/host_layout.c -- compare the objects of host code with the packed structures of a root.
 *
 * The declared type of an object decides, where it is a structure. Memory without one, such as a
 * block of malloc() or an array of bytes, is compared by the loads and stores to it.
 *
 * Invariant: a mismatch is certain, unless the code that accesses the object does not run. Unions,
 *            arrays of bytes and integers of other sizes than a power of two match everything.
 * Owns:      nothing.
 * Clauses:   H2.
 * Not here:  which objects (host_object.c), reports (interp/host/layout.c). */
#include "ir/lift/host_layout.h"

#include <stdlib.h>
#include <string.h>

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "ir/lift/host_object.h"
#include "ir/program/debug_names.h"
#include "ir/program/hpvm_names.h"
#include "ir/program/lookup.h"
#include "ir/program/types.h"

typedef enum sort { INTEGER, POINTER, FLOATING, ANY } sort;

/* A scalar of a structure. */
typedef struct packed_field {
	uint64_t offset, bytes;
	sort sort;
	bool output; /* expected fields: of port PORT */
	unsigned port;
} packed_field;
typedef HR_VEC(packed_field) packed_fields;

typedef struct comparison {
	hr_program *program;
	const hr_node *root;
	hr_packed packed;
	packed_fields expected;
	hr_host_layout *layout;
} comparison;

/* --- expected fields -------------------------------------------------------------------------- */

static uint64_t expect_ports(comparison *c, const hr_port *ports, unsigned count, bool output,
			     uint64_t base)
{
	for (unsigned i = 0; i < count; i++) {
		hr_scalars scalars = {0};

		hr_type_flatten(ports[i].type, 0, &scalars);
		for (size_t s = 0; s < scalars.count; s++) {
			const hr_scalar *one = &scalars.data[s];
			bool floating = one->con >= HR_C_F16;

			HR_PUSH(&c->expected,
				(packed_field){base + one->offset, (one->bits + 7u) / 8,
					       one->is_ptr ? POINTER
					       : floating  ? FLOATING
							   : INTEGER,
					       output, i});
		}
		HR_VEC_FREE(&scalars);
		base += ports[i].type->size;
	}
	return base;
}

static void expect(comparison *c)
{
	uint64_t base = 0;

	if (c->packed != HR_PACKED_OUT)
		base = expect_ports(c, c->root->inputs, c->root->input_count, false, 0);
	if (c->packed != HR_PACKED_IN)
		expect_ports(c, c->root->outputs, c->root->output_count, true, base);
}

/* --- declared fields -------------------------------------------------------------------------- */

static void add_fields(hr_program *program, LLVMTypeRef type, uint64_t offset,
		       packed_fields *fields);

static void add_elements(hr_program *program, LLVMTypeRef type, uint64_t count, uint64_t offset,
			 packed_fields *fields)
{
	LLVMTypeRef element = LLVMGetElementType(type);
	uint64_t bytes = LLVMABISizeOfType(program->layout, element);

	if (LLVMGetTypeKind(element) == LLVMIntegerTypeKind && bytes == 1) {
		HR_PUSH(fields, (packed_field){.offset = offset, .bytes = count, .sort = ANY});
		return;
	}
	for (uint64_t i = 0; i < count && fields->count < 1024; i++)
		add_fields(program, element, offset + i * bytes, fields);
}

static bool is_union(LLVMTypeRef type)
{
	const char *name = LLVMGetStructName(type);

	return name && strncmp(name, "union.", 6) == 0;
}

static sort sort_of(LLVMTypeRef type, uint64_t bytes)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMPointerTypeKind: return POINTER;
	case LLVMIntegerTypeKind: return bytes & (bytes - 1) ? ANY : INTEGER;
	case LLVMHalfTypeKind:
	case LLVMBFloatTypeKind:
	case LLVMFloatTypeKind:
	case LLVMDoubleTypeKind: return FLOATING;
	default: return ANY;
	}
}

static void add_fields(hr_program *program, LLVMTypeRef type, uint64_t offset,
		       packed_fields *fields)
{
	uint64_t bytes = LLVMABISizeOfType(program->layout, type);

	switch (LLVMGetTypeKind(type)) {
	case LLVMStructTypeKind:
		if (is_union(type))
			break;
		for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
			add_fields(program, LLVMStructGetTypeAtIndex(type, i),
				   offset + LLVMOffsetOfElement(program->layout, type, i), fields);
		return;
	case LLVMArrayTypeKind:
		add_elements(program, type, LLVMGetArrayLength2(type), offset, fields);
		return;
	case LLVMVectorTypeKind:
		add_elements(program, type, LLVMGetVectorSize(type), offset, fields);
		return;
	default:
		bytes = LLVMStoreSizeOfType(program->layout, type);
		HR_PUSH(fields, (packed_field){.offset = offset,
					       .bytes = bytes,
					       .sort = sort_of(type, bytes)});
		return;
	}
	HR_PUSH(fields, (packed_field){.offset = offset, .bytes = bytes, .sort = ANY});
}

/* --- texts ------------------------------------------------------------------------------------ */

static const char *kind_text(const packed_field *f, char text[56])
{
	if (f->sort == POINTER)
		return "a pointer";
	if (f->sort == FLOATING && f->bytes == 4)
		return "a float";
	if (f->sort == FLOATING && f->bytes == 8)
		return "a double";
	snprintf(text, 56, "%s of %llu byte%s",
		 f->sort == FLOATING ? "a floating-point number" : "an integer",
		 (unsigned long long)f->bytes, f->bytes == 1 ? "" : "s");
	return text;
}

/* "output 0 (a double)" */
static void field_text(const hr_node *root, const packed_field *f, char *text, size_t bytes)
{
	const hr_port *port = f->output ? &root->outputs[f->port] : &root->inputs[f->port];
	char note[HR_PORT_NOTE], kind[56];

	snprintf(text, bytes, "%s %u%s, %s,", f->output ? "output" : "input", f->port,
		 hr_port_note(port, note), kind_text(f, kind));
}

void hr_host_field_after(const hr_node *root, hr_packed packed, uint64_t bytes, char text[96])
{
	comparison c = {.root = root, .packed = packed};

	snprintf(text, 96, "a field");
	expect(&c);
	for (size_t i = 0; i < c.expected.count; i++) {
		const packed_field *f = &c.expected.data[i];
		const hr_port *port = f->output ? &root->outputs[f->port] : &root->inputs[f->port];
		char note[HR_PORT_NOTE];

		if (f->offset + f->bytes <= bytes)
			continue;
		snprintf(text, 96, "%s %u%s", f->output ? "output" : "input", f->port,
			 hr_port_note(port, note));
		break;
	}
	HR_VEC_FREE(&c.expected);
}

/* "variable 'a' of 'main'"; a place in the source follows where it helps. */
static void object_text(hr_program *program, LLVMValueRef object, char text[HR_HOST_OBJECT_TEXT])
{
	const size_t bytes = HR_HOST_OBJECT_TEXT;
	const char *name = "", *variable;
	char line[32] = "";
	hr_where where;
	size_t length;

	if (LLVMIsAGlobalVariable(object)) {
		snprintf(text, bytes, "global variable '%.100s'",
			 LLVMGetValueName2(object, &length));
		return;
	}
	if (LLVMIsAArgument(object)) {
		name = LLVMGetValueName2(LLVMGetParamParent(object), &length);
		snprintf(text, bytes, "a parameter of '%.100s'", name);
		return;
	}
	name = LLVMGetValueName2(LLVMGetBasicBlockParent(LLVMGetInstructionParent(object)),
				 &length);
	if (LLVMIsAAllocaInst(object)) {
		variable = hr_variable_name(&program->arena, object);
		if (variable)
			snprintf(text, bytes, "variable '%.60s' of '%.100s'", variable, name);
		else
			snprintf(text, bytes, "a variable of '%.100s'", name);
		return;
	}
	where = hr_where_call(program, object);
	if (where.line)
		snprintf(line, sizeof(line), ", line %u", where.line);
	snprintf(text, bytes, "a block from '%.60s' in '%.100s'%s",
		 LLVMGetValueName2(LLVMGetCalledValue(object), &length), name, line);
}

void hr_host_object_text(hr_program *program, void *object, char text[HR_HOST_OBJECT_TEXT])
{
	hr_program_lock();
	object_text(program, object, text);
	hr_program_unlock();
}

/* --- declared types --------------------------------------------------------------------------- */

static bool agree(const packed_field *expected, const packed_field *declared)
{
	bool floating = expected->sort == FLOATING;

	return expected->offset == declared->offset && expected->bytes == declared->bytes &&
	       floating == (declared->sort == FLOATING);
}

static void promoted_note(const comparison *c, const packed_field *f, uint64_t bytes, bool floating,
			  char *text, size_t room)
{
	const char *why = f->bytes == 8 && f->sort == FLOATING && bytes == 4 && floating
				  ? "; __hpvm__return promotes a float to double"
			  : f->bytes == 4 && f->sort == INTEGER && bytes < 4
				  ? "; __hpvm__return promotes small integers to int"
				  : "";

	snprintf(text, room, "%s", f->output && c->root->outputs[f->port].demoted ? why : "");
}

static void mismatch_declared(const comparison *c, const packed_field *f,
			      const packed_field *declared, LLVMValueRef of)
{
	char what[128], kind[56], note[80] = "", has[64], object[HR_HOST_OBJECT_TEXT];

	object_text(c->program, of, object);
	field_text(c->root, f, what, sizeof(what));
	if (declared) {
		promoted_note(c, f, declared->bytes, declared->sort == FLOATING, note,
			      sizeof(note));
		if (declared->offset == f->offset)
			snprintf(has, sizeof(has), "%s", kind_text(declared, kind));
		else
			snprintf(has, sizeof(has), "%s at offset %llu", kind_text(declared, kind),
				 (unsigned long long)declared->offset);
	} else {
		snprintf(has, sizeof(has), "padding");
	}
	snprintf(c->layout->mismatch, sizeof(c->layout->mismatch),
		 "%s is expected at offset %llu, where %s has %s%s", what,
		 (unsigned long long)f->offset, object, has, note);
}

/* ELEMENT ends before F; what follows is another element of the same object. */
static void mismatch_end(const comparison *c, const packed_field *f, uint64_t end, LLVMValueRef of)
{
	char what[128], object[HR_HOST_OBJECT_TEXT];

	object_text(c->program, of, object);
	field_text(c->root, f, what, sizeof(what));
	snprintf(c->layout->mismatch, sizeof(c->layout->mismatch),
		 "%s is expected at offset %llu, but an element of %s ends at offset %llu", what,
		 (unsigned long long)f->offset, object, (unsigned long long)end);
}

/* Compare with FIELDS, whose offsets count from the pointer on; the type ends at END. ELEMENT: it
 * is that of an element. A whole object that ends too early is found by its size. */
static bool compare_declared(const comparison *c, const packed_fields *fields, uint64_t end,
			     bool element, LLVMValueRef object)
{
	for (size_t i = 0; i < c->expected.count; i++) {
		const packed_field *f = &c->expected.data[i], *over = NULL;
		bool good = false;

		for (size_t j = 0; j < fields->count && !good; j++) {
			const packed_field *d = &fields->data[j];

			if (d->offset >= f->offset + f->bytes || d->offset + d->bytes <= f->offset)
				continue;
			over = over ? over : d;
			good = d->sort == ANY || agree(f, d);
		}
		if (good || (f->offset + f->bytes > end && !element))
			continue;
		if (f->offset + f->bytes > end)
			mismatch_end(c, f, end, object);
		else
			mismatch_declared(c, f, over, object);
		return false;
	}
	return true;
}

static bool is_structure(LLVMTypeRef type)
{
	LLVMTypeKind kind = LLVMGetTypeKind(type);

	while (kind == LLVMArrayTypeKind) {
		type = LLVMGetElementType(type);
		kind = LLVMGetTypeKind(type);
		if (kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind)
			return false; /* a buffer */
	}
	return kind != LLVMStructTypeKind || !is_union(type);
}

/* Compare the declared type of ONE. Set *KNOWN if it has one that says how it is laid out. */
static bool compare_type(const comparison *c, const hr_host_object *one, bool *known)
{
	LLVMTypeRef type = one->placed ? one->type : one->element;
	uint64_t offset = one->placed ? (uint64_t)one->offset : 0, end;
	packed_fields fields = {0};
	bool good;

	*known = type && LLVMTypeIsSized(type) && is_structure(type) && one->offset >= 0;
	if (!*known)
		return true;
	end = LLVMABISizeOfType(c->program->layout, type);
	if (offset > end)
		return true;
	add_fields(c->program, type, 0, &fields);
	for (size_t i = 0; i < fields.count; i++)
		fields.data[i].offset -= offset; /* those before the pointer wrap around */
	good = compare_declared(c, &fields, end - offset, !one->placed, one->object);
	HR_VEC_FREE(&fields);
	return good;
}

/* --- accesses --------------------------------------------------------------------------------- */

static const char *place_text(hr_program *program, LLVMValueRef instruction, char text[32])
{
	hr_where where = hr_where_call(program, instruction);

	text[0] = '\0';
	if (where.line)
		snprintf(text, 32, " in line %u", where.line);
	return text;
}

static void mismatch_access(const comparison *c, const packed_field *f,
			    const hr_host_access *access)
{
	char what[128], line[32], note[80];

	field_text(c->root, f, what, sizeof(what));
	promoted_note(c, f, access->bytes, access->floating, note, sizeof(note));
	snprintf(c->layout->mismatch, sizeof(c->layout->mismatch),
		 "the program %s %llu byte%s at offset %lld%s, where %s is at offset %llu%s",
		 access->write ? "writes" : "reads", (unsigned long long)access->bytes,
		 access->bytes == 1 ? "" : "s", (long long)access->offset,
		 place_text(c->program, access->instruction, line), what,
		 (unsigned long long)f->offset, note);
}

/* Return true if the instruction runs whenever CALL has returned. */
static bool always_follows(LLVMValueRef call, LLVMValueRef instruction)
{
	LLVMBasicBlockRef block = LLVMGetInstructionParent(call);

	for (unsigned i = 0; i < 64 && block; i++) {
		LLVMValueRef last = LLVMGetBasicBlockTerminator(block);

		if (block == LLVMGetInstructionParent(instruction))
			return true;
		block = last && LLVMGetNumSuccessors(last) == 1 ? LLVMGetSuccessor(last, 0) : NULL;
	}
	return false;
}

/* An access fits if it is to whole fields: the optimiser joins accesses, and copies bytes. */
static bool fits(const comparison *c, const hr_host_access *access)
{
	uint64_t begin = (uint64_t)access->offset, end = begin + access->bytes;

	if (access->offset < 0 || access->bytes == 1)
		return true;
	for (size_t i = 0; i < c->expected.count; i++) {
		const packed_field *f = &c->expected.data[i];
		uint64_t field_end = f->offset + f->bytes;

		if (f->offset >= end || field_end <= begin)
			continue;
		if (begin <= f->offset && field_end <= end)
			continue;
		mismatch_access(c, f, access);
		return false;
	}
	return true;
}

/* Return true if all launches that get the object expect the same. */
static bool has_one_layout(const comparison *c, const hr_host_accesses *accesses)
{
	for (size_t i = 0; i < accesses->launches.count; i++) {
		hr_hpvm_call call = hr_hpvm_call_of(accesses->launches.data[i]);
		hr_function *root = NULL;

		if (call.op == HR_H_launch && hr_hpvm_operand(&call, 0))
			root = hr_function_of(c->program, hr_hpvm_operand(&call, 0));
		if (call.op == HR_H_launch && (!root || root->id != c->root->function))
			return false;
	}
	return true;
}

/* The order of uses in LLVM is not that of the program. */
static int by_offset(const void *a, const void *b)
{
	const hr_host_access *one = a, *other = b;

	if (one->offset != other->offset)
		return one->offset < other->offset ? -1 : 1;
	return (one->bytes > other->bytes) - (one->bytes < other->bytes);
}

static void compare_accesses(const comparison *c, const hr_host_object *one)
{
	hr_host_accesses accesses = {0};
	bool good = one->placed;

	if (good)
		hr_host_accesses_of(c->program, one->object, &accesses);
	good &= has_one_layout(c, &accesses);
	if (accesses.all.count)
		qsort(accesses.all.data, accesses.all.count, sizeof(*accesses.all.data), by_offset);
	for (size_t i = 0; i < accesses.all.count && good; i++) {
		hr_host_access access = accesses.all.data[i];

		access.offset -= one->offset;
		good = fits(c, &access);
	}
	hr_host_accesses_free(&accesses);
}

static void compare_result(const comparison *c, LLVMValueRef pop)
{
	uint64_t bytes = hr_packed_bytes(c->root, c->packed);
	hr_host_accesses accesses = {0};
	char line[32];

	hr_host_accesses_of(c->program, pop, &accesses);
	if (accesses.all.count)
		qsort(accesses.all.data, accesses.all.count, sizeof(*accesses.all.data), by_offset);
	for (size_t i = 0; i < accesses.all.count && !c->layout->mismatch[0]; i++) {
		const hr_host_access *one = &accesses.all.data[i];

		if (one->offset < 0 || (uint64_t)one->offset + one->bytes <= bytes) {
			(void)fits(c, one);
			continue;
		}
		c->layout->outside = always_follows(pop, one->instruction);
		snprintf(c->layout->mismatch, sizeof(c->layout->mismatch),
			 "the program %s %llu byte%s at offset %lld%s, but the struct has %llu "
			 "byte%s",
			 one->write ? "writes" : "reads", (unsigned long long)one->bytes,
			 one->bytes == 1 ? "" : "s", (long long)one->offset,
			 place_text(c->program, one->instruction, line), (unsigned long long)bytes,
			 bytes == 1 ? "" : "s");
	}
	hr_host_accesses_free(&accesses);
}

/* --- sizes ------------------------------------------------------------------------------------ */

static uint64_t room_in(const hr_host_object *one)
{
	if (!one->placed || one->offset < 0)
		return one->bytes;
	return (uint64_t)one->offset < one->bytes ? one->bytes - (uint64_t)one->offset : 0;
}

/* Only some of the objects are too small, which one is passed is not known. */
static void mismatch_small(const comparison *c, const hr_host_object *one)
{
	char object[HR_HOST_OBJECT_TEXT];
	uint64_t room = room_in(one);

	object_text(c->program, one->object, object);
	snprintf(c->layout->mismatch, sizeof(c->layout->mismatch),
		 "%s, which may be passed, has %llu byte%s, but %llu are needed", object,
		 (unsigned long long)room, room == 1 ? "" : "s",
		 (unsigned long long)hr_packed_bytes(c->root, c->packed));
}

static void compare_objects(const comparison *c, const hr_host_objects *objects, bool complete)
{
	uint64_t need = hr_packed_bytes(c->root, c->packed);
	hr_host_layout *layout = c->layout;
	const hr_host_object *largest = NULL, *small = NULL;

	layout->bounded = complete && objects->count;
	layout->heap = complete && objects->count == 1 && !objects->data[0].type &&
		       objects->data[0].placed && objects->data[0].offset >= 0 &&
		       !LLVMIsAAllocaInst(objects->data[0].object);
	layout->heap_offset = layout->heap ? (uint64_t)objects->data[0].offset : 0;
	for (size_t i = 0; i < objects->count; i++) {
		const hr_host_object *one = &objects->data[i];
		bool known;

		layout->bounded &= one->sized;
		if (one->sized && (!largest || room_in(one) > room_in(largest)))
			largest = one;
		if (one->sized && room_in(one) < need)
			small = one;
		if (!layout->mismatch[0] && compare_type(c, one, &known) && !known)
			compare_accesses(c, one);
	}
	if (largest) {
		layout->room = room_in(largest);
		layout->object = largest->object;
	}
	if (small && (!layout->bounded || layout->room >= need))
		mismatch_small(c, small);
}

hr_host_layout hr_host_layout_of(hr_program *program, void *instruction, const hr_node *root,
				 hr_packed packed)
{
	hr_hpvm_call call = hr_hpvm_call_of(instruction);
	hr_host_layout layout = {0};
	comparison c = {.program = program, .root = root, .packed = packed, .layout = &layout};
	hr_host_objects objects = {0};
	bool complete;

	if (packed != HR_PACKED_OUT && call.argument_count < 2)
		return layout;
	hr_program_lock();
	expect(&c);
	if (packed == HR_PACKED_OUT) {
		compare_result(&c, instruction);
	} else {
		complete = hr_host_objects_of(program, hr_hpvm_operand(&call, 1), &objects);
		compare_objects(&c, &objects, complete);
	}
	HR_VEC_FREE(&objects);
	HR_VEC_FREE(&c.expected);
	hr_program_unlock();
	return layout;
}
