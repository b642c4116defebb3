/* ir/kernel/print.c -- printf() of a device becomes printf() of C with scalars alone (K7).
 *
 *	OpenCL C   printf(format, arguments...); vectors, which clang for x86-64 passes as other types
 *	CUDA       vprintf(format, buffer), where the buffer holds the arguments as in a C structure
 *
 * A call prints its text at once, as any call of C's printf() does, which is also what checks texts of "%s" and
 * keeps the order. The format has to be a constant: a literal, or one of several that meet in a value or in a
 * parameter; then all are printed with the same arguments.
 *
 * Clauses:   K7.
 * Not here:  conversions (print_format.c). */
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include "ir/kernel/kernel_private.h"
#include "ir/kernel/library/library.h"
#include "ir/kernel/print_format.h"

/* One argument of C's printf(). */
typedef struct print_item {
	unsigned argument; /* of the device's call */
	int lane;          /* of a vector; -1: the whole */
	unsigned lanes;
	LLVMTypeRef type; /* that C's printf() takes */
	bool is_signed;   /* it is extended so */
	unsigned bits;    /* of an element of a vector that is passed as another type */
} print_item;

typedef HR_VEC(print_item) print_items;

/* One call. */
typedef struct printer {
	hr_kernel *k;
	LLVMValueRef call, function; /* of the device, and C's */
	LLVMBuilderRef builder;
	bool cuda;
	LLVMTypeRef f64;
	LLVMValueRef buffer;   /* CUDA: the arguments; NULL: there are none */
	LLVMTypeRef structure; /* of the buffer; NULL: the types are those that the format has */
	hr_kernel_values candidates; /* formats */
	const char *format;          /* the one that is read */
	unsigned next;               /* argument */
	print_items items;
	hr_bytes text; /* C's format */
} printer;

/* --- reports ---------------------------------------------------------------------------------- */

/* Return the format on one line, for a message. */
static const char *shown(const printer *p)
{
	enum { MOST = 80 };
	char *text = hr_arena_array(&p->k->program->arena, 2 * MOST + 8, 1), *to = text;
	const char *from = p->format;

	for (; *from && from < p->format + MOST; from++) {
		if (*from == '\n' || *from == '\t') {
			*to++ = '\\';
			*to++ = *from == '\n' ? 'n' : 't';
		} else {
			*to++ = *from;
		}
	}
	strcpy(to, *from ? "..." : "");
	return text;
}

static hr_status complain(const printer *p, hr_diag_id id, const char *format, ...) HR_PRINTF(3, 4);

static hr_status complain(const printer *p, hr_diag_id id, const char *format, ...)
{
	hr_where where = hr_kernel_where(p->k, p->call);
	char what[HR_KERNEL_TEXT];
	va_list list;

	va_start(list, format);
	vsnprintf(what, sizeof(what), format, list);
	va_end(list);
	return hr_report(p->k->program->diags, id, &where, what, shown(p));
}

static const char *type_text(const printer *p, LLVMTypeRef type)
{
	char *text = LLVMPrintTypeToString(type);
	const char *kept = hr_arena_printf(&p->k->program->arena, "%s", text);

	LLVMDisposeMessage(text);
	return kept;
}

/* --- the text of a format --------------------------------------------------------------------- */

/* Return the text that the constant VALUE points to, or NULL. */
static const char *text_at(hr_kernel *k, LLVMValueRef value)
{
	LLVMValueRef initial;
	size_t length;
	const char *bytes;

	if (!LLVMIsAGlobalVariable(value) || !LLVMIsGlobalConstant(value))
		return NULL;
	initial = LLVMGetInitializer(value);
	if (initial && LLVMIsNull(initial))
		return "";
	if (!initial || !LLVMIsConstantString(initial))
		return NULL;
	bytes = LLVMGetAsString(initial, &length);
	return hr_arena_strndup(&k->program->arena, bytes, strnlen(bytes, length));
}

typedef struct format_search {
	hr_kernel_values seen, *found;
} format_search;

enum { MOST_VALUES = 256 };

static bool find_formats(format_search *s, LLVMValueRef value);

/* The formats that are stored in VARIABLE, of which nothing but its value is used. */
static bool find_stored(format_search *s, LLVMValueRef variable)
{
	for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		bool is_value = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == variable &&
				LLVMGetOperand(user, 0) != variable;

		if (is_value && !find_formats(s, LLVMGetOperand(user, 0)))
			return false;
		if (!is_value && !LLVMIsALoadInst(user) && !LLVMIsAIntrinsicInst(user))
			return false;
	}
	return true;
}

/* The formats that callers pass for PARAMETER. */
static bool find_passed(format_search *s, LLVMValueRef parameter)
{
	LLVMValueRef function = LLVMGetParamParent(parameter);
	unsigned number = 0;

	while (LLVMGetParam(function, number) != parameter)
		number++;
	for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);

		if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != function ||
		    !find_formats(s, LLVMGetOperand(user, number)))
			return false;
	}
	return true;
}

/* Find every format that VALUE can be; false if it can be something else. */
static bool find_formats(format_search *s, LLVMValueRef value)
{
	bool all = true;

	for (size_t i = 0; i < s->seen.count; i++)
		if (s->seen.data[i] == value)
			return true;
	if (s->seen.count == MOST_VALUES)
		return false;
	HR_PUSH(&s->seen, value);
	if (LLVMIsAGlobalVariable(value)) {
		HR_PUSH(s->found, value);
		return true;
	}
	if (LLVMIsAArgument(value))
		return find_passed(s, value);
	if (LLVMIsASelectInst(value))
		return find_formats(s, LLVMGetOperand(value, 1)) &&
		       find_formats(s, LLVMGetOperand(value, 2));
	if (LLVMIsAPHINode(value)) {
		for (unsigned i = 0; all && i < LLVMCountIncoming(value); i++)
			all = find_formats(s, LLVMGetIncomingValue(value, i));
		return all;
	}
	if (LLVMIsALoadInst(value))
		return LLVMIsAAllocaInst(LLVMGetOperand(value, 0)) &&
		       find_stored(s, LLVMGetOperand(value, 0));
	if (LLVMIsACastInst(value) || LLVMIsAFreezeInst(value) ||
	    (LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMAddrSpaceCast))
		return find_formats(s, LLVMGetOperand(value, 0));
	return false;
}

/* --- the arguments of the device's call ------------------------------------------------------- */

/* Return the number of arguments; UINT_MAX: as many as the format has. */
static unsigned argument_count(const printer *p)
{
	if (!p->cuda)
		return LLVMGetNumArgOperands(p->call) - 1;
	if (!p->buffer)
		return 0;
	return p->structure ? LLVMCountStructElementTypes(p->structure) : UINT_MAX;
}

static LLVMTypeRef byval_type(const printer *p, unsigned argument)
{
	unsigned kind = LLVMGetEnumAttributeKindForName("byval", strlen("byval"));
	LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(p->call, argument + 2, kind);

	return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

/* Return the type of an argument; NULL: it is the one that the format has. */
static LLVMTypeRef argument_type(const printer *p, unsigned argument)
{
	LLVMTypeRef passed;

	if (p->cuda)
		return p->structure ? LLVMStructGetTypeAtIndex(p->structure, argument) : NULL;
	passed = byval_type(p, argument);
	return passed ? passed : LLVMTypeOf(LLVMGetOperand(p->call, argument + 1));
}

/* Set the buffer of CUDA's vprintf(): clang makes a variable with a structure type. */
static void find_buffer(printer *p)
{
	LLVMValueRef buffer = LLVMGetOperand(p->call, 1), variable = buffer;

	if (LLVMIsNull(buffer))
		return;
	p->buffer = buffer;
	if (LLVMIsAAddrSpaceCastInst(variable))
		variable = LLVMGetOperand(variable, 0);
	if (LLVMIsAAllocaInst(variable) &&
	    LLVMGetTypeKind(LLVMGetAllocatedType(variable)) == LLVMStructTypeKind)
		p->structure = LLVMGetAllocatedType(variable);
}

/* --- from the format to the items ------------------------------------------------------------- */

static bool is_float_type(LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMHalfTypeKind:
	case LLVMBFloatTypeKind:
	case LLVMFloatTypeKind:
	case LLVMDoubleTypeKind: return true;
	default: return false;
	}
}

static void add_text(printer *p, const char *text, size_t length)
{
	HR_RESERVE(&p->text, length);
	memcpy(p->text.data + p->text.count, text, length);
	p->text.count += length;
}

static LLVMTypeRef scalar_type(const printer *p, const hr_print_conversion *c)
{
	if (hr_print_is_float(c))
		return p->f64;
	if (c->letter == 's' || c->letter == 'p')
		return p->k->ptr;
	return c->size == HR_PRINT_LONG ? p->k->i64 : p->k->i32;
}

/* Return true if an argument of TYPE is what the scalar conversion, which takes WANTED, prints. */
static bool fits(LLVMTypeRef type, LLVMTypeRef wanted)
{
	LLVMTypeKind kind = LLVMGetTypeKind(wanted);

	if (kind == LLVMIntegerTypeKind)
		return LLVMGetTypeKind(type) == kind &&
		       (LLVMGetIntTypeWidth(type) == LLVMGetIntTypeWidth(wanted) ||
			LLVMGetIntTypeWidth(type) < 32);
	return kind == LLVMPointerTypeKind ? LLVMGetTypeKind(type) == kind : is_float_type(type);
}

static bool is_scalar(LLVMTypeRef type)
{
	return is_float_type(type) || LLVMGetTypeKind(type) == LLVMPointerTypeKind ||
	       (LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) <= 64);
}

static hr_status wrong_type(const printer *p, const hr_print_conversion *c, LLVMTypeRef type)
{
	return complain(p, HR_D_printf_argument,
			"argument %u is of type '%s', which '%.*s' does not print", p->next + 1,
			type_text(p, type), (int)c->length, c->text);
}

static hr_status add_scalar(printer *p, const hr_print_conversion *c)
{
	LLVMTypeRef type = argument_type(p, p->next), wanted = scalar_type(p, c);
	const print_item item = {.argument = p->next,
				 .lane = -1,
				 .type = wanted,
				 .is_signed = type && type != wanted && hr_print_is_signed(c)};

	if (type && !is_scalar(type))
		return complain(p, HR_D_printf_format,
				"argument %u is of type '%s', and '%.*s' prints a scalar",
				p->next + 1, type_text(p, type), (int)c->length, c->text);
	if (type && !fits(type, wanted))
		HR_TRY(wrong_type(p, c, type));
	HR_PUSH(&p->items, item);
	p->next++;
	add_text(p, c->text, c->front);
	if (wanted == p->k->i64)
		add_text(p, "ll", 2);
	else if (c->size == HR_PRINT_CHAR || c->size == HR_PRINT_SHORT)
		add_text(p, "hh", c->size == HR_PRINT_CHAR ? 2 : 1);
	add_text(p, &c->letter, 1);
	return HR_OK;
}

/* Return true if elements of BITS are what the conversion prints. */
static bool bits_fit(const hr_print_conversion *c, unsigned bits)
{
	static const unsigned sizes[] = {[HR_PRINT_CHAR] = 8,
					 [HR_PRINT_SHORT] = 16,
					 [HR_PRINT_SINGLE] = 32,
					 [HR_PRINT_LONG] = 64};

	if (c->size)
		return sizes[c->size] == bits;
	return bits == 32 || (bits == 64 && hr_print_is_float(c));
}

/* Return true if TYPE is a vector of the conversion's length. */
static bool is_vector(LLVMTypeRef type, unsigned lanes)
{
	return LLVMGetTypeKind(type) == LLVMVectorTypeKind && LLVMGetVectorSize(type) == lanes;
}

/* Return the bits of an element of the vector of TYPE; 0: it has not as many elements as the conversion. */
static unsigned element_bits(const printer *p, LLVMTypeRef type, const hr_print_conversion *c)
{
	const unsigned long long bits =
		LLVMSizeOfTypeInBits(LLVMGetModuleDataLayout(p->k->module), type);
	const unsigned one = (unsigned)(bits / (c->lanes == 3 ? 4 : c->lanes));

	if (is_vector(type, c->lanes))
		return (unsigned)(bits / c->lanes);
	/* as clang for x86-64 passes it: a scalar, or fewer and larger elements */
	return bits_fit(c, one) ? one : 0;
}

static hr_status add_vector(printer *p, const hr_print_conversion *c, unsigned first_star)
{
	LLVMTypeRef type = argument_type(p, p->next), wanted = p->f64, element = NULL;
	unsigned bits = element_bits(p, type, c);

	if (!bits)
		return complain(
			p, HR_D_printf_format,
			"argument %u is of type '%s', and '%.*s' prints a vector of %u elements",
			p->next + 1, type_text(p, type), (int)c->length, c->text, c->lanes);
	if (is_vector(type, c->lanes))
		element = LLVMGetElementType(type);
	if (!bits_fit(c, bits) || (element && is_float_type(element) != hr_print_is_float(c)))
		HR_TRY(wrong_type(p, c, type));
	if (!hr_print_is_float(c))
		wanted = bits == 64 ? p->k->i64 : p->k->i32;
	for (unsigned lane = 0; lane < c->lanes; lane++) {
		for (unsigned i = 0; lane && i < c->stars; i++)
			HR_PUSH(&p->items, p->items.data[first_star + i]);
		HR_PUSH(&p->items, (print_item){.argument = p->next,
						.lane = (int)lane,
						.lanes = c->lanes,
						.type = wanted,
						.is_signed = bits < 32 && hr_print_is_signed(c),
						.bits = bits});
		add_text(p, ",", lane ? 1 : 0);
		add_text(p, c->text, c->front);
		add_text(p, "ll", wanted == p->k->i64 ? 2 : 0);
		add_text(p, &c->letter, 1);
	}
	p->next++;
	return HR_OK;
}

static hr_status lacks(const printer *p, const hr_print_conversion *c)
{
	return complain(p, HR_D_printf_format, "'%.*s' has no argument", (int)c->length, c->text);
}

static hr_status add_conversion(printer *p, const hr_print_conversion *c)
{
	const hr_print_conversion star = {.text = "*", .length = 1, .letter = 'd'};
	size_t first_star = p->items.count;

	if (c->letter == '%') {
		add_text(p, "%%", 2);
		return HR_OK;
	}
	for (unsigned i = 0; i < c->stars; i++) {
		size_t length = p->text.count;

		if (p->next >= argument_count(p))
			return lacks(p, c);
		HR_TRY(add_scalar(p, &star));
		p->text.count = length; /* the '*' is in the front */
	}
	if (p->next >= argument_count(p))
		return lacks(p, c);
	return c->lanes ? add_vector(p, c, (unsigned)first_star) : add_scalar(p, c);
}

/* Read FORMAT: set the items, and C's format. */
static hr_status read_format(printer *p, const char *format)
{
	unsigned count = argument_count(p);
	hr_print_conversion c;

	p->format = format;
	p->next = 0;
	p->items.count = p->text.count = 0;
	while (*format) {
		size_t plain = strcspn(format, "%");
		const char *wrong;

		add_text(p, format, plain);
		format += plain;
		if (!*format)
			break;
		wrong = hr_print_read(format, !p->cuda, &c);
		if (wrong)
			return complain(p, HR_D_printf_format, "'%.*s': %s", (int)c.length, c.text,
					wrong);
		HR_TRY(add_conversion(p, &c));
		format += c.length;
	}
	add_text(p, "", 1);
	if (count != UINT_MAX && count > p->next)
		HR_TRY(complain(p, HR_D_printf_argument, "%u argument%s, but the format prints %u",
				count, count == 1 ? "" : "s", p->next));
	return HR_OK;
}

/* --- building --------------------------------------------------------------------------------- */

/* Return VALUE as the type that an item has; the bits of what is not of its kind. */
static LLVMValueRef coerce(const printer *p, LLVMValueRef value, const print_item *item)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	LLVMTypeKind kind = LLVMGetTypeKind(item->type);

	if (type == item->type)
		return value;
	if (kind == LLVMDoubleTypeKind && is_float_type(type))
		return LLVMBuildFPExt(p->builder, value, item->type, "");
	if (kind == LLVMPointerTypeKind && LLVMGetTypeKind(type) == kind)
		return LLVMBuildAddrSpaceCast(p->builder, value, item->type, "");
	if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
		value = LLVMBuildPtrToInt(p->builder, value, p->k->i64, "");
	else if (is_float_type(type))
		value = LLVMBuildBitCast(
			p->builder, value,
			LLVMIntTypeInContext(p->k->context,
					     (unsigned)LLVMSizeOfTypeInBits(
						     LLVMGetModuleDataLayout(p->k->module), type)),
			"");
	value = LLVMBuildIntCast2(p->builder, value,
				  kind == LLVMIntegerTypeKind ? item->type : p->k->i64,
				  item->is_signed, "");
	if (kind == LLVMPointerTypeKind)
		return LLVMBuildIntToPtr(p->builder, value, item->type, "");
	return kind == LLVMDoubleTypeKind ? LLVMBuildBitCast(p->builder, value, item->type, "")
					  : value;
}

/* Return the vector of ITEM, which may be passed as another type, with its elements. */
static LLVMValueRef as_vector(const printer *p, LLVMValueRef value, const print_item *item)
{
	LLVMTypeRef type = LLVMTypeOf(value), element;
	unsigned lanes = item->lanes == 3 ? 4 : item->lanes;

	if (is_vector(type, item->lanes))
		return value;
	element = LLVMIntTypeInContext(p->k->context, item->bits);
	if (item->type == p->f64)
		element = item->bits == 16   ? LLVMHalfTypeInContext(p->k->context)
			  : item->bits == 32 ? LLVMFloatTypeInContext(p->k->context)
			  : item->bits == 64 ? p->f64
					     : element;
	return LLVMBuildBitCast(p->builder, value, LLVMVectorType(element, lanes), "");
}

/* Return argument NUMBER of a call of OpenCL C's printf(). */
static LLVMValueRef passed(const printer *p, unsigned number)
{
	LLVMValueRef value = LLVMGetOperand(p->call, number + 1);
	LLVMTypeRef type = byval_type(p, number);

	return type ? LLVMBuildLoad2(p->builder, type, value, "") : value;
}

/* Return the argument of ITEM in CUDA's buffer; *OFFSET is behind the one before it. */
static LLVMValueRef buffered(const printer *p, const print_item *item, uint64_t *offset)
{
	LLVMTypeRef type = item->type;
	LLVMValueRef at, index;
	uint64_t bytes;

	if (p->structure) {
		type = LLVMStructGetTypeAtIndex(p->structure, item->argument);
		at = LLVMBuildStructGEP2(p->builder, p->structure, p->buffer, item->argument, "");
	} else {
		bytes = type == p->k->i32 ? 4 : 8;
		*offset = (*offset + bytes - 1) & ~(bytes - 1);
		index = LLVMConstInt(p->k->i64, *offset, false);
		at = LLVMBuildGEP2(p->builder, LLVMInt8TypeInContext(p->k->context), p->buffer,
				   &index, 1, "");
		*offset += bytes;
	}
	return LLVMBuildLoad2(p->builder, type, at, "");
}

static LLVMValueRef build_item(const printer *p, const print_item *item, uint64_t *offset)
{
	LLVMValueRef value = p->cuda ? buffered(p, item, offset) : passed(p, item->argument);

	if (item->lane >= 0)
		value = LLVMBuildExtractElement(
			p->builder, as_vector(p, value, item),
			LLVMConstInt(p->k->i32, (uint64_t)item->lane, false), "");
	return coerce(p, value, item);
}

static LLVMValueRef make_text(const printer *p)
{
	LLVMValueRef initial =
		LLVMConstStringInContext2(p->k->context, p->text.data, p->text.count, true);
	LLVMValueRef made =
		LLVMAddGlobalInAddressSpace(p->k->module, LLVMTypeOf(initial), "printf.format", 0);

	LLVMSetInitializer(made, initial);
	LLVMSetGlobalConstant(made, true);
	LLVMSetLinkage(made, LLVMInternalLinkage);
	return made;
}

static bool same_items(const print_items *left, const print_items *right)
{
	if (left->count != right->count)
		return false;
	for (size_t i = 0; i < left->count; i++)
		if (left->data[i].argument != right->data[i].argument ||
		    left->data[i].lane != right->data[i].lane ||
		    left->data[i].lanes != right->data[i].lanes ||
		    left->data[i].type != right->data[i].type ||
		    left->data[i].is_signed != right->data[i].is_signed)
			return false;
	return true;
}

static hr_status refuse_format(const printer *p, const char *what)
{
	hr_where where = hr_kernel_where(p->k, p->call);

	return hr_report(p->k->program->diags, HR_D_kernel_needs, &where, p->k->name, what);
}

/* Build C's format for the device's one; the items are those of the last candidate. */
static hr_status build_format(printer *p, LLVMValueRef *made)
{
	LLVMValueRef given = LLVMGetOperand(p->call, 0);
	print_items first = {0};
	hr_status status = HR_OK;

	*made = NULL;
	for (size_t i = 0; i < p->candidates.count && status == HR_OK; i++) {
		LLVMValueRef candidate = p->candidates.data[i], text, other = candidate;
		const char *format = text_at(p->k, candidate);

		status = format ? read_format(p, format)
				: refuse_format(p, "a printf whose format is not constant");
		if (status != HR_OK)
			break;
		if (i && !same_items(&first, &p->items)) {
			status = refuse_format(p, "one printf with formats of different arguments");
			break;
		}
		text = make_text(p);
		if (LLVMTypeOf(other) != LLVMTypeOf(given))
			other = LLVMConstAddrSpaceCast(other, LLVMTypeOf(given));
		*made = *made ? LLVMBuildSelect(
					p->builder,
					LLVMBuildICmp(p->builder, LLVMIntEQ, given, other, ""),
					text, *made, "")
			      : text;
		if (!i) {
			first = p->items;
			p->items = (print_items){0};
		}
	}
	if (first.count || !p->items.count) {
		HR_VEC_FREE(&p->items);
		p->items = first;
	}
	return status;
}

/* Return what the device's function returns: OpenCL C 0, CUDA the number of arguments; negative if nothing
 * can be written. */
static LLVMValueRef result_of(const printer *p, LLVMValueRef printed)
{
	LLVMValueRef minus =
		LLVMBuildAShr(p->builder, printed, LLVMConstInt(p->k->i32, 31, false), "");
	unsigned count = argument_count(p);

	if (!p->cuda)
		return minus;
	return LLVMBuildSelect(p->builder,
			       LLVMBuildICmp(p->builder, LLVMIntSLT, printed,
					     LLVMConstInt(p->k->i32, 0, false), ""),
			       LLVMConstInt(p->k->i32, (uint64_t)-2, true),
			       LLVMConstInt(p->k->i32, count == UINT_MAX ? p->next : count, false),
			       "");
}

static hr_status rewrite(printer *p)
{
	LLVMValueRef *arguments, format, printed;
	uint64_t offset = 0;

	HR_TRY(build_format(p, &format));
	arguments = hr_arena_array(&p->k->program->arena, p->items.count + 1, sizeof(*arguments));
	arguments[0] = format;
	for (size_t i = 0; i < p->items.count; i++)
		arguments[i + 1] = build_item(p, &p->items.data[i], &offset);
	printed = LLVMBuildCall2(p->builder, LLVMGlobalGetValueType(p->function), p->function,
				 arguments, (unsigned)p->items.count + 1, "");
	if (LLVMGetFirstUse(p->call))
		LLVMReplaceAllUsesWith(p->call, result_of(p, printed));
	LLVMInstructionEraseFromParent(p->call);
	return HR_OK;
}

/* --- calls ------------------------------------------------------------------------------------ */

static bool has_print_type(LLVMValueRef function, bool *cuda)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(function), parameters[2];

	if (LLVMGetTypeKind(LLVMGetReturnType(type)) != LLVMIntegerTypeKind ||
	    LLVMCountParamTypes(type) != (*cuda ? 2u : 1u) || LLVMIsFunctionVarArg(type) == *cuda)
		return false;
	LLVMGetParamTypes(type, parameters);
	return LLVMGetTypeKind(parameters[0]) == LLVMPointerTypeKind;
}

bool hr_kernel_prints(LLVMValueRef function, bool *cuda)
{
	const char *name = LLVMGetValueName(function);

	if (LLVMGetFirstBasicBlock(function))
		return false;
	*cuda = !strcmp(name, "vprintf");
	return (*cuda || !strcmp(name, "printf")) && has_print_type(function, cuda);
}

static hr_status rewrite_call(hr_kernel *k, LLVMValueRef call, LLVMValueRef function, bool cuda)
{
	printer p = {.k = k,
		     .call = call,
		     .function = function,
		     .builder = LLVMCreateBuilderInContext(k->context),
		     .cuda = cuda,
		     .f64 = LLVMDoubleTypeInContext(k->context)};
	format_search search = {.found = &p.candidates};
	hr_status status;

	LLVMPositionBuilderBefore(p.builder, call);
	LLVMSetCurrentDebugLocation2(p.builder, LLVMInstructionGetDebugLoc(call));
	if (cuda)
		find_buffer(&p);
	status = find_formats(&search, LLVMGetOperand(call, 0)) && p.candidates.count
			 ? rewrite(&p)
			 : refuse_format(&p, "a printf whose format is not constant");
	LLVMDisposeBuilder(p.builder);
	HR_VEC_FREE(&search.seen);
	HR_VEC_FREE(&p.candidates);
	HR_VEC_FREE(&p.items);
	HR_VEC_FREE(&p.text);
	return status;
}

hr_status hr_kernel_print(hr_kernel *k)
{
	LLVMTypeRef type = LLVMFunctionType(k->i32, &k->ptr, 1, true);
	LLVMValueRef function = LLVMAddFunction(k->module, "", type);
	hr_kernel_values calls = {0};
	hr_status status = HR_OK;
	bool cuda = false;

	for (size_t i = 0; i < k->reached.count; i++)
		HR_EACH_BLOCK_INSTRUCTION(k->reached.data[i], at)
	if (LLVMIsACallInst(at) && LLVMIsAFunction(LLVMGetCalledValue(at)) &&
	    hr_kernel_prints(LLVMGetCalledValue(at), &cuda))
		HR_PUSH(&calls, at);
	for (size_t i = 0; i < calls.count && status == HR_OK; i++) {
		hr_kernel_prints(LLVMGetCalledValue(calls.data[i]), &cuda);
		status = rewrite_call(k, calls.data[i], function, cuda);
	}
	if (calls.count) /* at the end, for the device's function is named in reports */
		LLVMReplaceAllUsesWith(function, hr_kernel_c_function(k, "printf", type));
	LLVMDeleteFunction(function);
	HR_VEC_FREE(&calls);
	return status;
}
