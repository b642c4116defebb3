/* ir/kernel/ptx/assembly.c -- inline assembly in PTX: each text becomes a function of LLVM's instructions.
 *
 * A text is a list of instructions without branches. Registers are values; a guarded instruction (@p) is a block of its
 * own, behind which registers are phis.
 *
 * Invariant: an instruction that is not understood becomes a call of an undefined function with its name, which is then
 *            refused as all that a kernel lacks (K4).
 * Owns:      nothing after return.
 * Not here:  what instructions do (arithmetic.c and others).
 * Source:    "Syntax" and "Instruction Operands" of NVIDIA's "PTX ISA"; LLVM's language reference for constraints. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir/kernel/ptx/ptx.h"
#include "ir/kernel/ptx/ptx_private.h"
#include "src/base/alloc.h"
#include "src/base/vec.h"

enum { NAME = 48 };

typedef struct ptx_register {
	char name[NAME];
	LLVMTypeRef type;
	LLVMValueRef value; /* NULL: not written */
	unsigned depth;     /* of the braces around its declaration */
} ptx_register;

typedef struct assembler {
	hr_ptx *p;
	LLVMValueRef function;
	HR_VEC(ptx_register) registers;
	unsigned depth;
	const char *at;
} assembler;

/* --- text ------------------------------------------------------------------------------------- */

static void skip_space(assembler *a)
{
	for (;;) {
		a->at += strspn(a->at, " \t\r\n\f\v");
		if (!strncmp(a->at, "//", 2)) {
			a->at += strcspn(a->at, "\n");
		} else if (!strncmp(a->at, "/*", 2)) {
			const char *end = strstr(a->at, "*/");

			a->at = end ? end + 2 : a->at + strlen(a->at);
		} else {
			return;
		}
	}
}

static bool skip(assembler *a, char c)
{
	skip_space(a);
	if (*a->at != c)
		return false;
	a->at++;
	return true;
}

static bool is_name(char c)
{
	return isalnum((unsigned char)c) || (c && strchr("_$%.:", c));
}

/* Read a name, or words joined by points. */
static bool read_name(assembler *a, char *name, size_t size)
{
	size_t length = 0;

	skip_space(a);
	while (is_name(a->at[length]))
		length++;
	if (!length || length >= size)
		return false;
	memcpy(name, a->at, length);
	name[length] = 0;
	a->at += length;
	return true;
}

/* --- registers -------------------------------------------------------------------------------- */

static ptx_register *find(assembler *a, const char *name)
{
	for (size_t n = a->registers.count; n--;)
		if (!strcmp(a->registers.data[n].name, name))
			return &a->registers.data[n];
	return NULL;
}

static void declare(assembler *a, const char *name, LLVMTypeRef type)
{
	ptx_register made = {.type = type, .depth = a->depth};

	snprintf(made.name, sizeof(made.name), "%s", name);
	HR_PUSH(&a->registers, made);
}

/* .reg .TYPE NAME{<COUNT>}, ...; behind ".reg" */
static bool read_declaration(assembler *a)
{
	char word[NAME];
	hr_ptx_type type;

	if (!read_name(a, word, sizeof(word)) || *word != '.')
		return false;
	type = hr_ptx_type_named(a->p, word + 1);
	if (!type.kind)
		return false;
	do {
		if (!read_name(a, word, sizeof(word) - 8))
			return false;
		if (skip(a, '<')) {
			unsigned long count = strtoul(a->at, (char **)(uintptr_t)&a->at, 10);
			char numbered[NAME + 16];

			if (!skip(a, '>') || count > 256)
				return false;
			for (unsigned long n = 0; n < count; n++) {
				snprintf(numbered, sizeof(numbered), "%s%lu", word, n);
				declare(a, numbered, type.llvm);
			}
		} else {
			declare(a, word, type.llvm);
		}
	} while (skip(a, ','));
	return skip(a, ';');
}

static bool is_address(LLVMValueRef value)
{
	return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
}

/* Write VALUE to a register, extended to its width. Addresses stay what they are. */
static void write_register(assembler *a, ptx_register *to, LLVMValueRef value, bool is_signed)
{
	LLVMTypeRef from = LLVMTypeOf(value);
	bool integers = LLVMGetTypeKind(from) == LLVMIntegerTypeKind &&
			LLVMGetTypeKind(to->type) == LLVMIntegerTypeKind;

	if (is_address(value))
		to->value = value;
	else if (integers)
		to->value = hr_ptx_extend(a->p, value, is_signed, to->type);
	else
		to->value = hr_ptx_as(a->p, value, to->type);
}

/* --- operands --------------------------------------------------------------------------------- */

/* Build the value of a special register, whose NAME begins with %; NULL: it is none. */
static LLVMValueRef special(assembler *a, const char *name)
{
	static const char *const wide[] = {"%clock64", "%globaltimer", "%gridid", NULL};
	char text[NAME + 40];
	LLVMTypeRef type = a->p->i32;
	char *underscore;

	if (!strcmp(name, "WARP_SZ"))
		name = "%warpsize";
	if (*name != '%' || !islower((unsigned char)name[1]))
		return NULL;
	for (unsigned n = 0; wide[n]; n++)
		if (!strcmp(name, wide[n]))
			type = a->p->i64;
	snprintf(text, sizeof(text), "llvm.nvvm.read.ptx.sreg.%s", name + 1);
	underscore = strstr(text, "lanemask_");
	if (underscore)
		underscore[8] = '.';
	return hr_ptx_call(a->p, text, type, NULL, 0);
}

static bool read_number(assembler *a, hr_ptx_operand *to)
{
	const char *digits = a->at + (*a->at == '-');
	bool minus = *a->at == '-';
	char *end;
	uint64_t bits;

	if (!isdigit((unsigned char)*digits))
		return false;
	if (digits[0] == '0' && digits[1] && strchr("fFdD", digits[1])) {
		bool is_double = tolower((unsigned char)digits[1]) == 'd';
		LLVMTypeRef type = is_double ? a->p->i64 : a->p->i32;

		bits = strtoull(digits + 2, &end, 16);
		if (end - digits != (is_double ? 18 : 10))
			return false;
		to->values[0] = hr_ptx_int(type, bits);
	} else if (digits[strspn(digits, "0123456789")] == '.') {
		to->number = true;
		to->real = strtod(a->at, &end);
		to->values[0] = LLVMConstReal(a->p->f64, to->real);
	} else {
		bits = strtoull(digits, &end, 0);
		to->values[0] = hr_ptx_int(a->p->i64, minus ? 0 - bits : bits);
		if (*end == 'U')
			end++;
	}
	a->at = end;
	to->count = 1;
	return true;
}

/* Read one value: a register, a special register, a number, or a predicate with ! before it. */
static bool read_value(assembler *a, hr_ptx_operand *to)
{
	char name[NAME];
	ptx_register *found;
	LLVMValueRef value;
	bool inverted = skip(a, '!');

	skip_space(a);
	if (read_number(a, to))
		return !inverted;
	if (!read_name(a, name, sizeof(name)))
		return false;
	found = find(a, name);
	if (found)
		value = found->value ? found->value : LLVMGetPoison(found->type);
	else
		value = special(a, name);
	if (!value)
		return false;
	to->values[0] = inverted ? LLVMBuildNot(a->p->builder, value, "") : value;
	to->count = 1;
	return !inverted || LLVMTypeOf(value) == a->p->i1;
}

static bool read_address(assembler *a, hr_ptx_operand *to)
{
	to->address = true;
	if (!read_value(a, to))
		return false;
	if (skip(a, '+')) {
		skip_space(a);
		to->offset = strtoll(a->at, (char **)(uintptr_t)&a->at, 0);
	}
	return skip(a, ']');
}

static bool read_source(assembler *a, hr_ptx_operand *to)
{
	*to = (hr_ptx_operand){0};
	if (skip(a, '['))
		return read_address(a, to);
	if (!skip(a, '{'))
		return read_value(a, to);
	do {
		hr_ptx_operand one = {0};

		if (to->count == HR_PTX_LANES || !read_value(a, &one))
			return false;
		to->values[to->count++] = one.values[0];
	} while (skip(a, ','));
	return skip(a, '}');
}

/* The registers of a destination; NULL stands for _. Pointers into registers are valid until the next declaration. */
typedef struct destination {
	ptx_register *registers[HR_PTX_OPERANDS];
	unsigned count;
	bool second;
} destination;

static bool read_target(assembler *a, destination *to)
{
	char name[NAME];
	ptx_register *found = NULL;

	if (to->count == HR_PTX_OPERANDS || !read_name(a, name, sizeof(name)))
		return false;
	if (strcmp(name, "_") != 0 && !(found = find(a, name)))
		return false;
	to->registers[to->count++] = found;
	return true;
}

static bool read_destination(assembler *a, destination *to)
{
	bool list = skip(a, '{');

	do {
		if (!read_target(a, to))
			return false;
	} while (list && skip(a, ','));
	if (list)
		return skip(a, '}');
	to->second = skip(a, '|');
	return !to->second || read_target(a, to);
}

/* --- instructions ----------------------------------------------------------------------------- */

/* Call an undefined function that is named after an instruction. */
static void unknown(assembler *a, const char *text)
{
	char name[NAME * 4];

	snprintf(name, sizeof(name), HR_PTX_UNKNOWN "%s'", text);
	hr_ptx_call(a->p, name, LLVMVoidTypeInContext(a->p->context), NULL, 0);
}

/* Read the operands, and build the instruction with the WORDS; false: it is not understood. */
static bool build(assembler *a, const char *words)
{
	hr_ptx_operand sources[HR_PTX_OPERANDS];
	hr_ptx_instruction i = {.p = a->p, .in = sources};
	destination to = {0};
	unsigned results;

	if (!hr_ptx_words(&i, words))
		return false;
	results = hr_ptx_result_count(&i);
	if (!skip(a, ';')) {
		if (results && !read_destination(a, &to))
			return false;
		while (!results || skip(a, ',')) {
			results = 1;
			if (i.in_count == HR_PTX_OPERANDS ||
			    !read_source(a, &sources[i.in_count++]))
				return false;
		}
		if (!skip(a, ';') && *a->at)
			return false;
	}
	i.second = to.second;
	i.lanes = to.count - to.second;
	if (!hr_ptx_instruction_build(&i) || i.out_count < to.count)
		return false;
	for (unsigned n = 0; n < to.count; n++)
		if (to.registers[n])
			write_register(a, to.registers[n], i.out[n], i.extend_signed);
	return true;
}

static void instruction(assembler *a)
{
	char words[NAME * 3];
	const char *start;

	if (!read_name(a, words, sizeof(words))) {
		unknown(a, "without a name");
		a->at += strcspn(a->at, ";");
		(void)skip(a, ';');
		return;
	}
	start = a->at;
	if (!strncmp(words, ".reg", 4) && (!words[4] || words[4] == '.')) {
		a->at -= strlen(words + 4); /* the type may follow at once */
		if (read_declaration(a))
			return;
	} else if (build(a, words)) {
		return;
	}
	unknown(a, words);
	a->at = start + strcspn(start, ";");
	(void)skip(a, ';');
}

/* Build an instruction that runs if GUARD is true. */
static void guarded(assembler *a, LLVMValueRef guard)
{
	hr_ptx *p = a->p;
	size_t count = a->registers.count;
	LLVMValueRef *before = hr_alloc_array(count + 1, sizeof(*before)), carry = p->carry;
	LLVMBasicBlockRef from = LLVMGetInsertBlock(p->builder), then, next;

	for (size_t n = 0; n < count; n++)
		before[n] = a->registers.data[n].value;
	then = LLVMAppendBasicBlockInContext(p->context, a->function, "");
	next = LLVMAppendBasicBlockInContext(p->context, a->function, "");
	LLVMBuildCondBr(p->builder, guard, then, next);
	LLVMPositionBuilderAtEnd(p->builder, then);
	instruction(a);
	for (size_t n = 0; n < count; n++) {
		ptx_register *r = &a->registers.data[n];

		/* both values of a phi have one type */
		if (r->value != before[n] && before[n] &&
		    LLVMTypeOf(r->value) != LLVMTypeOf(before[n]))
			r->value = hr_ptx_as(p, r->value, LLVMTypeOf(before[n]));
	}
	LLVMBuildBr(p->builder, next);
	LLVMPositionBuilderAtEnd(p->builder, next);
	for (size_t n = 0; n < count; n++) {
		ptx_register *r = &a->registers.data[n];
		LLVMValueRef values[2] = {r->value, before[n]};
		LLVMBasicBlockRef blocks[2] = {then, from};

		if (r->value == before[n])
			continue;
		if (!before[n])
			values[1] = LLVMGetPoison(LLVMTypeOf(r->value));
		r->value = LLVMBuildPhi(p->builder, LLVMTypeOf(values[0]), "");
		LLVMAddIncoming(r->value, values, blocks, 2);
	}
	if (p->carry != carry) {
		LLVMValueRef values[2] = {p->carry, carry ? carry : LLVMGetPoison(p->i1)};
		LLVMBasicBlockRef blocks[2] = {then, from};

		p->carry = LLVMBuildPhi(p->builder, p->i1, "");
		LLVMAddIncoming(p->carry, values, blocks, 2);
	}
	hr_free(before);
}

static void close_brace(assembler *a)
{
	while (a->registers.count && a->registers.data[a->registers.count - 1].depth == a->depth)
		a->registers.count--;
	a->depth--;
}

static void statements(assembler *a)
{
	for (skip_space(a); *a->at; skip_space(a)) {
		if (skip(a, ';'))
			continue;
		if (skip(a, '{')) {
			a->depth++;
		} else if (a->depth && skip(a, '}')) {
			close_brace(a);
		} else if (skip(a, '@')) {
			hr_ptx_operand guard = {0};

			if (read_value(a, &guard) && LLVMTypeOf(guard.values[0]) == a->p->i1) {
				guarded(a, guard.values[0]);
			} else {
				unknown(a, "@");
				a->at += strcspn(a->at, ";");
			}
		} else {
			instruction(a);
		}
	}
}

/* --- the function ----------------------------------------------------------------------------- */

static LLVMTypeRef output_type(LLVMTypeRef result, unsigned n)
{
	return LLVMGetTypeKind(result) == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(result, n)
							     : result;
}

/* Declare the operands $0, $1, ... of CALL by the constraints; set *OUTPUTS. False: there is one of a kind that PTX does
 * not have. */
static bool declare_operands(assembler *a, const char *constraints, LLVMValueRef call,
			     LLVMTypeRef result, unsigned *outputs)
{
	unsigned number = 0, parameter = 0;
	char name[16];

	*outputs = 0;
	for (const char *at = constraints; *at; at += *at == ',') {
		size_t length = strcspn(at, ",");
		bool output = *at == '=';

		if (*at != '~') {
			if (memchr(at, '*', length) || *at == '!')
				return false;
			snprintf(name, sizeof(name), "$%u", number++);
			if (output) {
				declare(a, name, output_type(result, (*outputs)++));
			} else {
				LLVMValueRef value = LLVMGetParam(a->function, parameter);

				if (*at == 'n') /* a constant, which some instructions need */
					value = LLVMGetOperand(call, parameter);
				parameter++;
				declare(a, name, LLVMTypeOf(value));
				a->registers.data[a->registers.count - 1].value = value;
				/* an operand that is read and written */
				if (isdigit((unsigned char)*at) && strtoul(at, NULL, 10) < *outputs)
					a->registers.data[strtoul(at, NULL, 10)].value = value;
			}
		}
		at += length;
	}
	return true;
}

static void return_outputs(const assembler *a, LLVMTypeRef result, unsigned outputs)
{
	LLVMValueRef whole = outputs > 1 ? LLVMGetPoison(result) : NULL;

	for (unsigned n = 0; n < outputs; n++) {
		LLVMTypeRef type = output_type(result, n);
		LLVMValueRef value = a->registers.data[n].value;

		value = value ? hr_ptx_as(a->p, value, type) : LLVMGetPoison(type);
		whole = outputs > 1 ? LLVMBuildInsertValue(a->p->builder, whole, value, n, "")
				    : value;
	}
	if (whole)
		LLVMBuildRet(a->p->builder, whole);
	else
		LLVMBuildRetVoid(a->p->builder);
}

bool hr_ptx_has_constants(LLVMValueRef assembly)
{
	size_t size;
	const char *constraints = LLVMGetInlineAsmConstraintString(assembly, &size);

	return memchr(constraints, 'n', size) != NULL;
}

static char *copy_text(const char *bytes, size_t size)
{
	char *text = hr_alloc(size + 1);

	memcpy(text, bytes, size);
	text[size] = 0;
	return text;
}

LLVMValueRef hr_ptx_assemble(hr_ptx *p, LLVMValueRef assembly, LLVMValueRef call)
{
	LLVMTypeRef type = LLVMGetCalledFunctionType(call), result = LLVMGetReturnType(type);
	unsigned inlined = LLVMGetEnumAttributeKindForName("alwaysinline", 12), outputs;
	assembler a = {.p = p, .function = LLVMAddFunction(p->module, "hpvm.ptx", type)};
	size_t size;
	const char *bytes = LLVMGetInlineAsmAsmString(assembly, &size);
	char *text = copy_text(bytes, size), *constraints;

	bytes = LLVMGetInlineAsmConstraintString(assembly, &size);
	constraints = copy_text(bytes, size);
	LLVMSetLinkage(a.function, LLVMInternalLinkage);
	LLVMAddAttributeAtIndex(a.function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
				LLVMCreateEnumAttribute(p->context, inlined, 0));
	LLVMPositionBuilderAtEnd(p->builder,
				 LLVMAppendBasicBlockInContext(p->context, a.function, ""));
	LLVMSetCurrentDebugLocation2(p->builder, NULL);
	p->carry = NULL;
	a.at = text;
	if (declare_operands(&a, constraints, call, result, &outputs))
		statements(&a);
	else
		unknown(&a, text);
	return_outputs(&a, result, outputs);
	HR_VEC_FREE(&a.registers);
	hr_free(constraints);
	hr_free(text);
	return a.function;
}
