/* ir/code/code.c -- the table of operations, and printing of code.
 *
 * Invariant: a row's length is 1 + its operand letters, `j` counting twice.
 * Owns:      nothing.
 * Not here:  making code (ir/lower), its places in the source (ir/program/program.c), running it
 *            (interp/engine). */
#include "ir/code/code.h"

#include <inttypes.h>
#include <string.h>

#include "ir/code/op_info.h"
#include "src/diag/escape.h"

#define HR_C__ HR_C_COUNT
/* There are at most seven operand letters; `j` takes two words. */
#define LETTER(text, i)                                                                            \
	(sizeof(text) > (i) + 1 ? ((text)[(i) < sizeof(text) ? (i) : 0] == 'j') + 1 : 0)
#define WORDS(text)                                                                                \
	(1 + LETTER(text, 0) + LETTER(text, 1) + LETTER(text, 2) + LETTER(text, 3) +               \
	 LETTER(text, 4) + LETTER(text, 5) + LETTER(text, 6))

const hr_op_info hr_op_infos[HR_OP_COUNT] = {
#define HR_OP(ident, name, shape, to, from, operands, text)                                        \
	[HR_OP_##ident] = {name,      operands,   WORDS(operands), HR_SHAPE_##shape,               \
			   HR_C_##to, HR_C_##from},
#include "src/arith/op.def"
};

const char *hr_op_name(hr_op op)
{
	return (unsigned)op < HR_OP_COUNT ? hr_op_infos[op].name : "?";
}

unsigned hr_op_length(hr_op op)
{
	if ((unsigned)op >= HR_OP_COUNT)
		hr_bug("%u is not an operation", (unsigned)op);
	return hr_op_infos[op].length;
}

static void print_constant(const hr_code *code, uint32_t offset, hr_con con, FILE *stream)
{
	uint64_t parts[2] = {0, 0};
	uint32_t size = con < HR_C_COUNT ? hr_con_size(con) : 8;

	for (uint32_t i = 0; i < code->reloc_count; i++)
		if (code->relocs[i].offset == offset) {
			static const char *const kinds[] = {"function", "global", "block"};

			fprintf(stream, "&%s%" PRIu32, kinds[code->relocs[i].kind],
				code->relocs[i].index);
			return;
		}
	if (offset + size > code->constant_bytes)
		size = code->constant_bytes - offset;
	memcpy(parts, code->constants + offset, size);
	if (parts[1])
		fprintf(stream, "#0x%" PRIx64 "%016" PRIx64, parts[1], parts[0]);
	else if (parts[0] < 4096)
		fprintf(stream, "#%" PRIu64, parts[0]);
	else
		fprintf(stream, "#0x%" PRIx64, parts[0]);
}

static void print_register(const hr_code *code, uint32_t offset, hr_con con, FILE *stream)
{
	if (offset < code->constant_bytes)
		print_constant(code, offset, con, stream);
	else if (offset < code->register_bytes)
		fprintf(stream, "r%" PRIu32, offset - code->constant_bytes);
	else
		fprintf(stream, "[%" PRIu32 "]", offset - code->register_bytes);
}

static void print_scalars(const hr_code *code, const hr_scalar *scalars, uint32_t count,
			  FILE *stream)
{
	for (uint32_t i = 0; i < count; i++) {
		fputs(i ? ", " : "", stream);
		print_register(code, scalars[i].reg, scalars[i].con, stream);
	}
}

static void print_call(const hr_code *code, const hr_call *call, FILE *stream)
{
	print_scalars(code, call->results, call->result_count, stream);
	fputs(call->result_count ? " = " : "", stream);
	if (call->callee >= 0)
		fprintf(stream, "function%" PRId64, call->callee);
	else
		print_register(code, call->target, HR_C_I64, stream);
	fputs("(", stream);
	print_scalars(code, call->args, call->arg_count, stream);
	fputs(")", stream);
}

static void print_switch(const hr_switch *sw, FILE *stream)
{
	for (uint32_t i = 0; i < sw->count; i++)
		fprintf(stream, " %" PRIu64 ":@%" PRIu32, (uint64_t)sw->values[i], sw->targets[i]);
	fprintf(stream, " else:@%" PRIu32, sw->otherwise);
}

static void print_poison_source(const hr_code *code, const hr_poison_source *promise, FILE *stream)
{
	print_register(code, promise->value.reg, promise->value.con, stream);
	fputs(":", stream);
	for (unsigned i = 0; i < promise->shown; i++) {
		fputs(i ? ", " : " ", stream);
		print_register(code, promise->operands[i].reg, promise->operands[i].con, stream);
	}
	if (promise->kind == HR_POISON_FLAG) {
		fputs(" if not ", stream);
		print_register(code, promise->flag, HR_C_I8, stream);
	}
}

/* Print the operand with letter LETTER whose first word is at WORDS. */
static void print_operand(const hr_code *code, char letter, const uint32_t *words,
			  const hr_op_info *info, FILE *stream)
{
	switch (letter) {
	case 'd':
	case 'o': print_register(code, words[0], info->to, stream); break;
	case 'i': fprintf(stream, "%" PRIu32, words[0]); break;
	case 's': fprintf(stream, "%+" PRId32, (int32_t)words[0]); break;
	case 'j':
		fprintf(stream, "%+" PRId64, (int64_t)((uint64_t)words[1] << 32 | words[0]));
		break;
	case 't': fprintf(stream, "@%" PRIu32, words[0]); break;
	case 'k': print_call(code, &code->calls[words[0]], stream); break;
	case 'f': fputs(code->refusals[words[0]].what, stream); break;
	case 'p': print_poison_source(code, &code->poison_sources[words[0]], stream); break;
	case 'w': print_switch(&code->switches[words[0]], stream); break;
	case 'r':
		print_scalars(code, code->returns[words[0]].scalars, code->returns[words[0]].count,
			      stream);
		break;
	default: print_register(code, words[0], info->from, stream);
	}
}

void hr_code_print(const hr_code *code, FILE *stream)
{
	uint32_t block = 0;

	hr_print_readable(code->name ? code->name : "?", stream);
	fprintf(stream, ": constants %" PRIu32 ", registers %" PRIu32 ", frame %" PRIu32 "\n",
		code->constant_bytes, code->register_bytes, code->frame_bytes);
	for (uint32_t w = 0; w < code->word_count;) {
		const hr_op_info *info = &hr_op_infos[code->words[w]];
		const uint32_t *operand = code->words + w + 1;

		for (block = 0; block < code->block_count; block++)
			if (code->block_words[block] == w) {
				hr_print_readable(code->block_names[block], stream);
				fputs(":\n", stream);
			}
		fprintf(stream, "%5" PRIu32 "\t%s", w, info->name);
		for (const char *letter = info->operands; *letter; letter++) {
			fputs(letter == info->operands ? "\t" : ", ", stream);
			print_operand(code, *letter, operand, info, stream);
			operand += *letter == 'j' ? 2 : 1;
		}
		fputc('\n', stream);
		w += info->length;
	}
}

uint32_t hr_code_places_to(const hr_code *code, uint32_t word)
{
	uint32_t low = 0, high = code->place_count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (code->places[middle].word <= word)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}
