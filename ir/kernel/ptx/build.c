/* ir/kernel/ptx/build.c -- what the instructions of PTX are built from: words, types, values, roundings.
 *
 * Invariant: a modifier that no handler has taken makes the instruction an unknown one, so that none is ignored.
 * Clauses:   K4, K8.
 * Not here:  instructions. */
#include <stdio.h>
#include <string.h>

#include "ir/kernel/ptx/ptx_private.h"

void hr_ptx_begin(hr_ptx *p, LLVMModuleRef module)
{
	LLVMContextRef context = LLVMGetModuleContext(module);

	*p = (hr_ptx){.module = module,
		      .context = context,
		      .builder = LLVMCreateBuilderInContext(context),
		      .i1 = LLVMInt1TypeInContext(context),
		      .i8 = LLVMInt8TypeInContext(context),
		      .i16 = LLVMInt16TypeInContext(context),
		      .i32 = LLVMInt32TypeInContext(context),
		      .i64 = LLVMInt64TypeInContext(context),
		      .i128 = LLVMInt128TypeInContext(context),
		      .f32 = LLVMFloatTypeInContext(context),
		      .f64 = LLVMDoubleTypeInContext(context)};
}

void hr_ptx_end(hr_ptx *p)
{
	LLVMDisposeBuilder(p->builder);
}

/* --- words ------------------------------------------------------------------------------------ */

bool hr_ptx_words(hr_ptx_instruction *i, const char *text)
{
	i->word_count = 0;
	for (;;) {
		size_t length = strcspn(text, ".");

		if (i->word_count == HR_PTX_WORDS || length >= HR_PTX_WORD)
			return false;
		memcpy(i->words[i->word_count], text, length);
		i->words[i->word_count++][length] = 0;
		if (!text[length])
			break;
		text += length + 1;
	}
	i->name = i->words[0];
	return true;
}

bool hr_ptx_take(hr_ptx_instruction *i, const char *word)
{
	for (unsigned w = 1; w < i->word_count; w++)
		if (!i->used[w] && !strcmp(i->words[w], word))
			return i->used[w] = true;
	return false;
}

int hr_ptx_take_one(hr_ptx_instruction *i, const char *const *words)
{
	for (int n = 0; words[n]; n++)
		if (hr_ptx_take(i, words[n]))
			return n;
	return -1;
}

hr_ptx_type hr_ptx_type_named(const hr_ptx *p, const char *word)
{
	static const struct {
		const char *name;
		char kind;
		uint8_t bits;
	} names[] = {{"pred", 'p', 1}, {"b8", 'b', 8},     {"b16", 'b', 16}, {"b32", 'b', 32},
		     {"b64", 'b', 64}, {"b128", 'b', 128}, {"u8", 'u', 8},   {"u16", 'u', 16},
		     {"u32", 'u', 32}, {"u64", 'u', 64},   {"s8", 's', 8},   {"s16", 's', 16},
		     {"s32", 's', 32}, {"s64", 's', 64},   {"tf32", 't', 32}};
	LLVMTypeRef half = LLVMHalfTypeInContext(p->context),
		    bfloat = LLVMBFloatTypeInContext(p->context);

	for (size_t n = 0; n < sizeof(names) / sizeof(*names); n++)
		if (!strcmp(word, names[n].name))
			return (hr_ptx_type){names[n].kind, names[n].bits,
					     LLVMIntTypeInContext(p->context, names[n].bits)};
	if (!strcmp(word, "f16"))
		return (hr_ptx_type){'f', 16, half};
	if (!strcmp(word, "bf16"))
		return (hr_ptx_type){'f', 16, bfloat};
	if (!strcmp(word, "f16x2"))
		return (hr_ptx_type){'f', 32, LLVMVectorType(half, 2)};
	if (!strcmp(word, "bf16x2"))
		return (hr_ptx_type){'f', 32, LLVMVectorType(bfloat, 2)};
	if (!strcmp(word, "u16x2") || !strcmp(word, "s16x2"))
		return (hr_ptx_type){*word, 32, LLVMVectorType(p->i16, 2)};
	if (!strcmp(word, "f32"))
		return (hr_ptx_type){'f', 32, p->f32};
	if (!strcmp(word, "f64"))
		return (hr_ptx_type){'f', 64, p->f64};
	return (hr_ptx_type){0};
}

hr_ptx_type hr_ptx_take_type(hr_ptx_instruction *i)
{
	for (unsigned w = 1; w < i->word_count; w++) {
		hr_ptx_type type = hr_ptx_type_named(i->p, i->words[w]);

		if (!i->used[w] && type.kind) {
			i->used[w] = true;
			return type;
		}
	}
	return (hr_ptx_type){0};
}

void hr_ptx_take_modes(hr_ptx_instruction *i)
{
	static const char *const words[] = {"rn", "rz", "rm", "rp", NULL};
	static const char *const modes[] = {NULL, "round.towardzero", "round.downward",
					    "round.upward"};
	int mode = hr_ptx_take_one(i, words);

	i->mode = mode > 0 ? modes[mode] : NULL;
	i->ftz = hr_ptx_take(i, "ftz");
	i->sat = hr_ptx_take(i, "sat");
}

bool hr_ptx_all_taken(const hr_ptx_instruction *i)
{
	for (unsigned w = 1; w < i->word_count; w++)
		if (!i->used[w])
			return false;
	return true;
}

/* --- values ----------------------------------------------------------------------------------- */

static unsigned bits_of(const hr_ptx *p, LLVMTypeRef type)
{
	return (unsigned)LLVMSizeOfTypeInBits(LLVMGetModuleDataLayout(p->module), type);
}

static bool is_integer(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMIntegerTypeKind;
}

static bool is_pointer(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMPointerTypeKind;
}

LLVMValueRef hr_ptx_as(const hr_ptx *p, LLVMValueRef value, LLVMTypeRef type)
{
	LLVMTypeRef from = LLVMTypeOf(value);
	LLVMBuilderRef b = p->builder;

	if (from == type)
		return value;
	if (is_pointer(from) && is_pointer(type))
		return LLVMBuildAddrSpaceCast(b, value, type, "");
	if (is_pointer(from) && is_integer(type))
		return LLVMBuildPtrToInt(b, value, type, "");
	if (is_pointer(type)) {
		value = hr_ptx_as(p, value, p->i64);
		return LLVMBuildIntToPtr(b, value, type, "");
	}
	if (!is_integer(from))
		value = LLVMBuildBitCast(b, value,
					 LLVMIntTypeInContext(p->context, bits_of(p, from)), "");
	value = LLVMBuildIntCast2(b, value, LLVMIntTypeInContext(p->context, bits_of(p, type)),
				  false, "");
	return LLVMBuildBitCast(b, value, type, "");
}

LLVMValueRef hr_ptx_in(const hr_ptx_instruction *i, unsigned n, LLVMTypeRef type)
{
	LLVMValueRef value = i->in[n].values[0];
	LLVMTypeKind kind = LLVMGetTypeKind(type);

	/* A decimal number is written as a double, whatever the type of the instruction. */
	if (i->in[n].number && kind != LLVMIntegerTypeKind && kind != LLVMPointerTypeKind)
		return hr_ptx_real(type, i->in[n].real);
	return hr_ptx_as(i->p, value, type);
}

static LLVMValueRef splat(LLVMTypeRef type, LLVMValueRef value)
{
	LLVMValueRef both[] = {value, value};

	return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMConstVector(both, 2) : value;
}

static LLVMTypeRef element_of(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type;
}

LLVMValueRef hr_ptx_int(LLVMTypeRef type, uint64_t value)
{
	return splat(type, LLVMConstInt(element_of(type), value, false));
}

LLVMValueRef hr_ptx_real(LLVMTypeRef type, double value)
{
	return splat(type, LLVMConstReal(element_of(type), value));
}

LLVMTypeRef hr_ptx_double_width(const hr_ptx *p, LLVMTypeRef type)
{
	return LLVMIntTypeInContext(p->context, 2 * LLVMGetIntTypeWidth(type));
}

LLVMValueRef hr_ptx_extend(const hr_ptx *p, LLVMValueRef value, bool is_signed, LLVMTypeRef type)
{
	return LLVMBuildIntCast2(p->builder, value, type, is_signed, "");
}

/* --- calls ------------------------------------------------------------------------------------ */

LLVMValueRef hr_ptx_call(const hr_ptx *p, const char *name, LLVMTypeRef result,
			 const LLVMValueRef *arguments, unsigned count)
{
	LLVMTypeRef types[HR_PTX_OPERANDS], type;
	LLVMValueRef callee = LLVMGetNamedFunction(p->module, name);

	for (unsigned a = 0; a < count; a++)
		types[a] = LLVMTypeOf(arguments[a]);
	type = LLVMFunctionType(result, types, count, false);
	if (!callee)
		callee = LLVMAddFunction(p->module, name, type);
	return LLVMBuildCall2(p->builder, type, callee, (LLVMValueRef *)(uintptr_t)arguments, count,
			      "");
}

/* Write the name that LLVM gives TYPE in names of intrinsics. */
static void write_type(LLVMTypeRef type, char *text, size_t size)
{
	LLVMTypeRef element = element_of(type);
	const char *vector = element == type ? "" : "v2";

	switch (LLVMGetTypeKind(element)) {
	case LLVMHalfTypeKind: snprintf(text, size, "%sf16", vector); break;
	case LLVMBFloatTypeKind: snprintf(text, size, "%sbf16", vector); break;
	case LLVMFloatTypeKind: snprintf(text, size, "%sf32", vector); break;
	case LLVMDoubleTypeKind: snprintf(text, size, "%sf64", vector); break;
	default: snprintf(text, size, "%si%u", vector, LLVMGetIntTypeWidth(element));
	}
}

LLVMValueRef hr_ptx_intrinsic(const hr_ptx *p, const char *name, LLVMValueRef a, LLVMValueRef b,
			      LLVMValueRef c)
{
	LLVMValueRef arguments[] = {a, b, c};
	char type[16], text[80];

	write_type(LLVMTypeOf(a), type, sizeof(type));
	snprintf(text, sizeof(text), "llvm.%s.%s", name, type);
	return hr_ptx_call(p, text, LLVMTypeOf(a), arguments, 1 + (b != NULL) + (c != NULL));
}

/* --- floating point --------------------------------------------------------------------------- */

LLVMValueRef hr_ptx_flush(const hr_ptx_instruction *i, LLVMValueRef value)
{
	const hr_ptx *p = i->p;
	LLVMTypeRef type = LLVMTypeOf(value), element = element_of(type);
	const bool half = LLVMGetTypeKind(element) == LLVMHalfTypeKind;
	LLVMValueRef small, zero;

	if (!i->ftz || (element != p->f32 && !half))
		return value;
	small = LLVMBuildFCmp(p->builder, LLVMRealOLT,
			      hr_ptx_intrinsic(p, "fabs", value, NULL, NULL),
			      hr_ptx_real(type, half ? 0x1p-14 : 0x1p-126), "");
	zero = hr_ptx_intrinsic(p, "copysign", hr_ptx_real(type, 0), value, NULL);
	return LLVMBuildSelect(p->builder, small, zero, value, "");
}

LLVMValueRef hr_ptx_finish(const hr_ptx_instruction *i, LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value);

	value = hr_ptx_flush(i, value);
	if (!i->sat)
		return value;
	/* of a NaN: 0 */
	value = hr_ptx_intrinsic(i->p, "maxnum", value, hr_ptx_real(type, 0), NULL);
	return hr_ptx_intrinsic(i->p, "minnum", value, hr_ptx_real(type, 1), NULL);
}

static LLVMValueRef text_argument(const hr_ptx *p, const char *text)
{
	return LLVMMetadataAsValue(p->context,
				   LLVMMDStringInContext2(p->context, text, strlen(text)));
}

static LLVMValueRef to_nearest(const hr_ptx *p, const char *name, LLVMValueRef a, LLVMValueRef b,
			       LLVMValueRef c)
{
	if (!strcmp(name, "fadd"))
		return LLVMBuildFAdd(p->builder, a, b, "");
	if (!strcmp(name, "fsub"))
		return LLVMBuildFSub(p->builder, a, b, "");
	if (!strcmp(name, "fmul"))
		return LLVMBuildFMul(p->builder, a, b, "");
	if (!strcmp(name, "fdiv"))
		return LLVMBuildFDiv(p->builder, a, b, "");
	return hr_ptx_intrinsic(p, name, a, b, c);
}

LLVMValueRef hr_ptx_rounded(const hr_ptx_instruction *i, const char *name, LLVMValueRef a,
			    LLVMValueRef b, LLVMValueRef c)
{
	const hr_ptx *p = i->p;
	LLVMValueRef arguments[5] = {a, b, c};
	unsigned count = 1 + (b != NULL) + (c != NULL);
	char type[16], text[80];

	if (!i->mode)
		return to_nearest(p, name, a, b, c);
	arguments[count++] = text_argument(p, i->mode);
	arguments[count++] = text_argument(p, "fpexcept.ignore");
	write_type(LLVMTypeOf(a), type, sizeof(type));
	snprintf(text, sizeof(text), "llvm.experimental.constrained.%s.%s", name, type);
	return hr_ptx_call(p, text, LLVMTypeOf(a), arguments, count);
}

/* --- one instruction -------------------------------------------------------------------------- */

enum { RED = 2, INIT };

typedef struct opcode {
	const char *name;
	bool (*build)(hr_ptx_instruction *i);
	unsigned results;
} opcode;

static const opcode *opcode_of(const hr_ptx_instruction *i)
{
	static const opcode table[] = {
#define PTX(name, handler, results)      {name, hr_ptx_do_##handler, results},
#define PTX_MORE(name, handler, results) {name, hr_ptx_do_##handler, results},
#include "ir/kernel/ptx/ptx.def"
	};

	for (size_t n = 0; n < sizeof(table) / sizeof(*table); n++)
		if (!strcmp(table[n].name, i->name))
			return &table[n];
	return NULL;
}

unsigned hr_ptx_result_count(const hr_ptx_instruction *i)
{
	const opcode *found = opcode_of(i);

	if (!found || found->results < RED)
		return found ? found->results : 1;
	for (unsigned w = 1; w < i->word_count; w++)
		if (!strcmp(i->words[w], "red") || !strcmp(i->words[w], "init") ||
		    !strcmp(i->words[w], "inval"))
			return found->results == RED;
	return found->results == INIT;
}

bool hr_ptx_instruction_build(hr_ptx_instruction *i)
{
	const opcode *found = opcode_of(i);

	if (!found)
		return false;
	for (unsigned w = i->word_count; w-- > 1 && !i->type.kind;) {
		i->type = hr_ptx_type_named(i->p, i->words[w]);
		i->used[w] = i->type.kind != 0;
	}
	return found->build(i) && hr_ptx_all_taken(i);
}
