/* backends/opencl/translate/control.c -- writes the control-flow graph of a function as loops, ifs
 * and switches.
 *
 * A block with a single incoming jump is written at that jump. A block with several is written
 * behind the block that dominates it; the exit of a loop is written behind the loop. Most jumps
 * then lead to the code that follows anyway, or are a `break` or `continue`; the rest become
 * `goto`. A loop that is left only where it would begin again becomes a `do` loop.
 * Invariant: every block is written once.
 * Owns:      the analysis of one function's blocks.
 * Not here:  the code in a block (instructions.c). */
#include <stdlib.h>
#include <string.h>

#include <llvm/Config/llvm-config.h>

#include "backends/opencl/translate/opencl_translate.h"

enum { NONE = -1 };

typedef struct flow_block {
	LLVMBasicBlockRef llvm;
	int *next; /* successors, possibly repeated; owned */
	unsigned next_count;
	int dominator; /* immediate dominator; NONE for the entry */
	int loop;      /* header of the innermost loop around it, or NONE */
	/* For a header: header of the loop around its loop, or NONE. */
	int outer;
	/* For a header: the only block that jumps back to it, or NONE. */
	int latch;
	bool header, reachable;
	unsigned forward; /* number of forward jumps to it */
	int parent;       /* the block behind which it is written; NONE: at the jump */
	bool after;       /* it is written behind the parent's loop */
} flow_block;

typedef struct control_flow {
	ocl_writer *writer;
	flow_block *blocks; /* in reverse post-order */
	int count, labels;  /* labels are numbered from LABELS on */
	hr_map numbers;
} control_flow;

/* The end of a loop that is written as `do`. */
typedef struct closing {
	const char *condition; /* condition to continue; NULL: not a `do` loop */
	LLVMValueRef end;      /* the jump at the end */
	hr_ir_text text;       /* the assignments behind the loop */
} closing;

/* The context of the text that is being written. */
typedef struct around {
	/* The block that is written next; NONE: the end of the function. */
	int follow;
	/* The innermost loop: its header and the block behind it; or NONE. */
	int loop, behind;
	bool in_switch;   /* `break` would leave a switch */
	unsigned depth;   /* indentation of the loop's body */
	closing *closing; /* the end of the loop */
} around;

/* --- analysis ------------------------------------------------------------------------------ */

static int number_of(const control_flow *self, LLVMBasicBlockRef llvm)
{
	uint64_t number;

	return hr_map_get(&self->numbers, hr_map_key(llvm), &number) ? (int)number : NONE;
}

/* Number the reachable blocks in post-order, without recursion. */
static void number_blocks(control_flow *self, LLVMValueRef function)
{
	unsigned all = LLVMCountBasicBlocks(function);
	LLVMBasicBlockRef *stack = hr_alloc_array(all + 1, sizeof(*stack));
	unsigned *at = hr_alloc_array(all + 1, sizeof(*at)), depth = 1;
	hr_map seen = {0};

	self->blocks = hr_alloc_array(all, sizeof(*self->blocks));
	self->count = 0;
	stack[0] = LLVMGetEntryBasicBlock(function);
	hr_map_put(&seen, hr_map_key(stack[0]), 1);
	while (depth) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(stack[depth - 1]);
		LLVMBasicBlockRef next;

		if (at[depth - 1] == LLVMGetNumSuccessors(end)) {
			self->blocks[self->count++].llvm = stack[--depth];
			continue;
		}
		next = LLVMGetSuccessor(end, at[depth - 1]++);
		if (hr_map_get(&seen, hr_map_key(next), NULL))
			continue;
		hr_map_put(&seen, hr_map_key(next), 1);
		stack[depth] = next;
		at[depth++] = 0;
	}
	for (int i = 0, k = self->count - 1; i < k; i++, k--) {
		flow_block swap = self->blocks[i];

		self->blocks[i] = self->blocks[k];
		self->blocks[k] = swap;
	}
	for (int i = 0; i < self->count; i++)
		hr_map_put(&self->numbers, hr_map_key(self->blocks[i].llvm), (uint64_t)i);
	hr_map_free(&seen);
	hr_free(stack);
	hr_free(at);
}

static void find_jumps(control_flow *self)
{
	for (int i = 0; i < self->count; i++) {
		flow_block *from = &self->blocks[i];
		LLVMValueRef end = LLVMGetBasicBlockTerminator(from->llvm);

		from->dominator = from->loop = from->outer = from->parent = from->latch = NONE;
		from->next_count = LLVMGetNumSuccessors(end);
		from->next = hr_alloc_array(from->next_count + 1, sizeof(*from->next));
		for (unsigned k = 0; k < from->next_count; k++)
			from->next[k] = number_of(self, LLVMGetSuccessor(end, k));
	}
}

static int meet(const control_flow *self, int a, int b)
{
	while (a != b) {
		while (a > b)
			a = self->blocks[a].dominator;
		while (b > a)
			b = self->blocks[b].dominator;
	}
	return a;
}

static void find_dominators(control_flow *self)
{
	bool changed = true;

	self->blocks[0].reachable = true;
	while (changed) {
		changed = false;
		for (int i = 0; i < self->count; i++)
			for (unsigned k = 0; k < self->blocks[i].next_count; k++) {
				flow_block *to = &self->blocks[self->blocks[i].next[k]];
				int now = i;

				if (!self->blocks[i].reachable || self->blocks[i].next[k] == 0)
					continue;
				if (to->reachable)
					now = meet(self, to->dominator, i);
				changed |= !to->reachable || now != to->dominator;
				to->reachable = true;
				to->dominator = now;
			}
	}
}

static bool dominates(const control_flow *self, int a, int b)
{
	while (b > a)
		b = self->blocks[b].dominator;
	return a == b;
}

/* Return true if block I is in the loop of HEADER. */
static bool is_within(const control_flow *self, int i, int header)
{
	int loop = self->blocks[i].loop;

	while (loop != NONE && loop != header)
		loop = self->blocks[loop].outer;
	return loop == header;
}

/* Mark all blocks that reach FROM without passing HEADER as in its loop. Inner headers are
 * processed later, so that inner loops override. */
static void mark_loop(control_flow *self, int header)
{
	bool *in = hr_alloc_array((size_t)self->count, sizeof(*in)), changed = true;
	int outer = self->blocks[header].loop;

	in[header] = true;
	for (int i = 0; i < self->count; i++)
		for (unsigned k = 0; k < self->blocks[i].next_count; k++)
			if (self->blocks[i].next[k] == header && i >= header)
				in[i] = true;
	while (changed) {
		changed = false;
		for (int i = self->count - 1; i > header; i--)
			for (unsigned k = 0; !in[i] && k < self->blocks[i].next_count; k++)
				changed |= in[i] |= self->blocks[i].next[k] != header &&
						    in[self->blocks[i].next[k]];
	}
	self->blocks[header].outer = outer;
	for (int i = header; i < self->count; i++)
		if (in[i])
			self->blocks[i].loop = header;
	hr_free(in);
}

/* Find a block at which the loop may end as `do`. What the condition of its jump reads must be
 * declared outside the loop. */
static void find_latch(control_flow *self, int header)
{
	unsigned count = 0;
	LLVMValueRef end;
	int latch = NONE;

	for (int i = header; i < self->count; i++)
		for (unsigned k = 0; k < self->blocks[i].next_count; k++)
			if (self->blocks[i].next[k] == header) {
				latch = i;
				count++;
			}
	if (count != 1 || self->blocks[latch].next_count != 2)
		return;
	end = LLVMGetBasicBlockTerminator(self->blocks[latch].llvm);
	if (!LLVMIsABranchInst(end))
		return;
	self->blocks[header].latch = latch;
	hr_map_put(&self->writer->latches, hr_map_key(end), 1);
}

/* Return false if a loop has two entries. */
static bool find_loops(control_flow *self)
{
	for (int i = 0; i < self->count; i++)
		for (unsigned k = 0; k < self->blocks[i].next_count; k++) {
			int to = self->blocks[i].next[k];

			if (to > i)
				self->blocks[to].forward++;
			else if (!dominates(self, to, i))
				return false;
			else
				self->blocks[to].header = true;
		}
	for (int i = 0; i < self->count; i++)
		if (self->blocks[i].header) {
			mark_loop(self, i);
			find_latch(self, i);
		}
	return true;
}

static void place_blocks(control_flow *self)
{
	for (int i = 1; i < self->count; i++) {
		flow_block *it = &self->blocks[i];
		int under = it->dominator, loop = self->blocks[under].loop;
		bool lifted = false;

		while (loop != NONE && !is_within(self, i, loop)) {
			lifted = true;
			under = loop;
			loop = self->blocks[loop].outer;
		}
		if (lifted || it->forward > 1)
			it->parent = under;
		it->after = lifted;
	}
}

/* --- edges ------------------------------------------------------------------------------------ */

/* Return true if VALUE reads PHI in the way it will be written. */
static bool reads(ocl_writer *writer, LLVMValueRef value, LLVMValueRef phi, unsigned depth)
{
	if (value == phi)
		return true;
	if (!LLVMIsAInstruction(value) || LLVMIsAPHINode(value) || depth == 0 ||
	    !ocl_folds(writer, value))
		return false;
	for (int i = 0; i < LLVMGetNumOperands(value); i++)
		if (reads(writer, LLVMGetOperand(value, (unsigned)i), phi, depth - 1))
			return true;
	return false;
}

static LLVMValueRef incoming(LLVMValueRef phi, LLVMBasicBlockRef from)
{
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
		if (LLVMGetIncomingBlock(phi, i) == from)
			return LLVMGetIncomingValue(phi, i);
	return NULL;
}

static const char *phi_text(ocl_writer *writer, LLVMValueRef phi, LLVMValueRef value)
{
	if (LLVMGetTypeKind(LLVMTypeOf(phi)) == LLVMPointerTypeKind && !LLVMIsNull(value))
		return ocl_pointer_as(writer, value, ocl_element_of(writer, phi));
	return ocl_operand(writer, value);
}

/* Assign all phis as if in parallel: values that are overwritten before they are read go through
 * temporaries. */
static void move_phis(control_flow *self, int from, int to)
{
	ocl_writer *writer = self->writer;
	LLVMBasicBlockRef source = self->blocks[from].llvm, target = self->blocks[to].llvm;
	HR_VEC(const char *) late = {0};

	for (LLVMValueRef phi = LLVMGetFirstInstruction(target); phi && LLVMIsAPHINode(phi);
	     phi = LLVMGetNextInstruction(phi)) {
		LLVMValueRef value = incoming(phi, source), next;
		const char *name = ocl_operand(writer, phi), *text;
		bool read = false;

		writer->at = phi;
		if (!value || value == phi || LLVMIsUndef(value) || !LLVMGetFirstUse(phi))
			continue;
		for (next = LLVMGetNextInstruction(phi); next && LLVMIsAPHINode(next) && !read;
		     next = LLVMGetNextInstruction(next))
			read = reads(writer, incoming(next, source), phi, 16);
		text = ocl_bare(writer, phi_text(writer, phi, value));
		if (strcmp(text, name) == 0)
			continue; /* it was computed in the phi's variable */
		if (read) {
			bool pointer = LLVMGetTypeKind(LLVMTypeOf(phi)) == LLVMPointerTypeKind;
			const char *type =
				pointer ? OCL_PRINT(writer, "%s%s *",
						    ocl_space_word(ocl_space_of(writer, phi)),
						    ocl_element_of(writer, phi))
					: ocl_type(writer, LLVMTypeOf(phi));
			const char *kept = ocl_temporary(writer, type);

			ocl_line_of(writer, "%s = %s;", kept, text);
			HR_PUSH(&late, OCL_PRINT(writer, "%s = %s;", name, kept));
		} else {
			ocl_line_of(writer, "%s = %s;", name, text);
		}
	}
	for (size_t i = 0; i < late.count; i++)
		ocl_line_of(writer, "%s", late.data[i]);
	HR_VEC_FREE(&late);
}

static bool write_tree(control_flow *self, int i, around where);

/* Write a jump. Return true if control continues with the text that follows. */
static bool jump(control_flow *self, int from, int to, around where)
{
	ocl_writer *writer = self->writer;

	move_phis(self, from, to);
	writer->at = NULL;
	if (to > from && self->blocks[to].parent == NONE)
		return write_tree(self, to, where);
	if (to == where.follow)
		return true;
	if (to == where.loop && to <= from)
		ocl_line_of(writer, "continue;");
	else if (to == where.behind && !where.in_switch)
		ocl_line_of(writer, "break;");
	else
		ocl_line_of(writer, "goto %c%d%c;", OCL_GOTO, self->labels + to, OCL_GOTO);
	return false;
}

/* --- ends of blocks --------------------------------------------------------------------------- */

typedef struct arm {
	hr_ir_text text;
	bool goes_on;
} arm;

static arm write_arm(control_flow *self, int from, int to, around where, unsigned deeper)
{
	hr_ir_text *out = self->writer->out;
	arm made = {0};

	self->writer->out = &made.text;
	self->writer->depth += deeper;
	made.goes_on = jump(self, from, to, where);
	self->writer->depth -= deeper;
	self->writer->out = out;
	return made;
}

static void put(ocl_writer *writer, const arm *text)
{
	if (text->text.count)
		ocl_write(writer, "%.*s", (int)text->text.count, text->text.data);
}

/* Return the assignments on the edge between two blocks, indented by DEPTH. */
static hr_ir_text moves(control_flow *self, int from, int to, unsigned depth)
{
	ocl_writer *writer = self->writer;
	hr_ir_text *out = writer->out, made = {0};
	unsigned before = writer->depth;

	writer->out = &made;
	writer->depth = depth;
	move_phis(self, from, to);
	writer->out = out;
	writer->depth = before;
	return made;
}

/* Return true if a block of the loop of HEADER, other than its latch, jumps to BEHIND. */
static bool has_break(const control_flow *self, int header, int behind)
{
	for (int i = header; i < self->count; i++)
		for (unsigned k = 0; k < self->blocks[i].next_count; k++)
			if (i != self->blocks[header].latch && self->blocks[i].next[k] == behind &&
			    is_within(self, i, header))
				return true;
	return false;
}

/* Write the end of a loop as `while (...)`. Return false if it must be written as a jump. */
static bool closes(control_flow *self, int i, LLVMValueRef end, around where)
{
	ocl_writer *writer = self->writer;
	const flow_block *it = &self->blocks[i];
	int stay = it->next[0] == where.loop ? 0 : 1;
	hr_ir_text again, out;
	bool good;

	if (where.loop == NONE || !where.closing || self->blocks[where.loop].latch != i ||
	    writer->depth != where.depth || where.in_switch || it->next[!stay] != where.behind ||
	    where.behind == NONE)
		return false;
	again = moves(self, i, where.loop, writer->depth);
	out = moves(self, i, where.behind, writer->depth - 1);
	good = !again.count && !(out.count && has_break(self, where.loop, where.behind));
	HR_VEC_FREE(&again);
	if (!good) {
		HR_VEC_FREE(&out);
		return false;
	}
	*where.closing = (closing){ocl_operand(writer, LLVMGetCondition(end)), end, out};
	if (stay)
		where.closing->condition = OCL_PRINT(writer, "(!%s)", where.closing->condition);
	return true;
}

static bool branch(control_flow *self, int i, LLVMValueRef end, around where)
{
	ocl_writer *writer = self->writer;
	const flow_block *it = &self->blocks[i];
	const char *condition;
	arm yes, no;
	bool goes_on;

	if (it->next_count == 1 || it->next[0] == it->next[1])
		return jump(self, i, it->next[0], where);
	if (closes(self, i, end, where))
		return false;
	condition = ocl_operand(writer, LLVMGetCondition(end));
	yes = write_arm(self, i, it->next[0], where, 1);
	no = write_arm(self, i, it->next[1], where, yes.goes_on || !yes.text.count);
	writer->at = end;
	goes_on = yes.goes_on || no.goes_on;
	if (!yes.text.count && no.text.count) {
		ocl_line_of(writer, "if (!%s) {", condition);
		put(writer, &no);
	} else if (yes.text.count) {
		ocl_line_of(writer, "if (%s) {", ocl_bare(writer, condition));
		put(writer, &yes);
		if (yes.goes_on && no.text.count) {
			writer->at = NULL;
			ocl_line_of(writer, "} else {");
			put(writer, &no);
		}
	}
	writer->at = NULL;
	if (yes.text.count || no.text.count)
		ocl_line_of(writer, "}");
	if (yes.text.count && !yes.goes_on)
		put(writer, &no);
	HR_VEC_FREE(&yes.text);
	HR_VEC_FREE(&no.text);
	return goes_on;
}

/* The operands of a switch contain the case values only in older LLVM versions. */
static LLVMValueRef case_value(LLVMValueRef at, unsigned successor)
{
#if LLVM_VERSION_MAJOR >= 22
	return LLVMGetSwitchCaseValue(at, successor);
#else
	return LLVMGetOperand(at, 2 * successor);
#endif
}

static bool choose(control_flow *self, int i, LLVMValueRef end, around where)
{
	ocl_writer *writer = self->writer;
	LLVMValueRef value = LLVMGetOperand(end, 0);
	const flow_block *it = &self->blocks[i];
	unsigned bits = ocl_bits(LLVMTypeOf(value));
	bool goes_on = false;

	if (bits > 64)
		ocl_refuse(writer, HR_REFUSES_TYPE, "a switch over more than 64 bits");
	ocl_line_of(writer, "switch (%s) {", ocl_bare(writer, ocl_operand(writer, value)));
	where.in_switch = true;
	for (unsigned k = 0; k < it->next_count; k++) {
		LLVMValueRef label = k ? case_value(end, k) : NULL;
		bool more;

		writer->at = NULL;
		if (label)
			ocl_line_of(writer, "case %s: {",
				    ocl_integer(writer, LLVMConstIntGetZExtValue(label), bits));
		else
			ocl_line_of(writer, "default: {");
		writer->depth++;
		more = jump(self, i, it->next[k], where);
		writer->at = NULL;
		if (more)
			ocl_line_of(writer, "break;");
		goes_on |= more;
		writer->depth--;
		ocl_line_of(writer, "}");
	}
	ocl_line_of(writer, "}");
	return goes_on;
}

static bool leave(ocl_writer *writer, LLVMValueRef end, const around *where)
{
	if (LLVMGetNumOperands(end))
		ocl_line_of(writer, "return %s;",
			    ocl_bare(writer, ocl_operand(writer, LLVMGetOperand(end, 0))));
	else if (where->follow == NONE && writer->depth == 1)
		return true;
	else
		ocl_line_of(writer, "return;");
	return false;
}

static bool write_end(control_flow *self, int i, around where)
{
	ocl_writer *writer = self->writer;
	LLVMValueRef end = LLVMGetBasicBlockTerminator(self->blocks[i].llvm);

	writer->at = end;
	switch (LLVMGetInstructionOpcode(end)) {
	case LLVMBr: return branch(self, i, end, where);
	case LLVMSwitch: return choose(self, i, end, where);
	case LLVMRet: return leave(writer, end, &where);
	case LLVMUnreachable:
		if (writer->kernel)
			ocl_line_of(writer, "return; /* is never reached */");
		return !writer->kernel;
	default:
		ocl_refuse(writer, HR_REFUSES_INSTRUCTION, "a jump that OpenCL C lacks");
		return false;
	}
}

/* --- blocks ----------------------------------------------------------------------------------- */

static void write_block(control_flow *self, int i)
{
	for (LLVMValueRef at = LLVMGetFirstInstruction(self->blocks[i].llvm); at;
	     at = LLVMGetNextInstruction(at))
		if (self->writer->source->refusal == HR_TAKEN)
			ocl_instruction(self->writer, at);
}

static void write_label(control_flow *self, int i)
{
	ocl_write(self->writer, "%c%d%c\n", OCL_LABEL, self->labels + i, OCL_LABEL);
}

/* Return the next block, starting with number FROM, that is written behind I's text or, if AFTER is
 * set, behind its loop; or NONE. */
static int next_child(const control_flow *self, int i, bool after, int from)
{
	for (int k = from; k < self->count; k++)
		if (self->blocks[k].parent == i && self->blocks[k].after == after)
			return k;
	return NONE;
}

static bool write_children(control_flow *self, int i, bool after, around where, bool goes_on)
{
	for (int k = next_child(self, i, after, i + 1); k != NONE;) {
		int next = next_child(self, i, after, k + 1);
		around inner = where;

		inner.follow = next == NONE ? where.follow : next;
		if (!self->blocks[k].header)
			write_label(self, k);
		goes_on = write_tree(self, k, inner);
		k = next;
	}
	return goes_on;
}

/* Write what follows I's instructions. TO is the only successor from here, or NONE. */
static bool write_rest(control_flow *self, int i, int to, around where)
{
	int first = next_child(self, i, false, i + 1);
	around inner = where;
	bool goes_on;

	if (first != NONE)
		inner.follow = first;
	goes_on = to == NONE ? write_end(self, i, inner) : jump(self, i, to, inner);
	return write_children(self, i, false, where, goes_on);
}

static bool write_node(control_flow *self, int i, around where)
{
	write_block(self, i);
	return write_rest(self, i, NONE, where);
}

static bool has_phis(const control_flow *self, int i)
{
	LLVMValueRef at = LLVMGetFirstInstruction(self->blocks[i].llvm);

	for (; at && LLVMIsAPHINode(at); at = LLVMGetNextInstruction(at))
		if (LLVMGetFirstUse(at))
			return true;
	return false;
}

/* Return the successor (0 or 1) of header I that stays in its loop if the other one only leaves it;
 * otherwise NONE. */
static int stays(const control_flow *self, int i, int behind)
{
	const flow_block *it = &self->blocks[i];

	if (!LLVMIsABranchInst(LLVMGetBasicBlockTerminator(it->llvm)) || it->next_count != 2)
		return NONE;
	for (int k = 0; k < 2; k++) {
		int out = it->next[!k];

		if (out == behind && self->blocks[out].parent != NONE && !has_phis(self, out) &&
		    is_within(self, it->next[k], i))
			return k;
	}
	return NONE;
}

/* Write the first line of the loop, with the condition to stay if there is one. */
static void open_loop(control_flow *self, int i, int stay, const closing *end)
{
	ocl_writer *writer = self->writer;
	LLVMValueRef jump = LLVMGetBasicBlockTerminator(self->blocks[i].llvm);

	writer->at = stay == NONE ? NULL : jump;
	if (end->condition)
		ocl_line_of(writer, "do {");
	else if (stay == NONE)
		ocl_line_of(writer, "for (;;) {");
	else if (stay == 0)
		ocl_line_of(writer, "while (%s) {",
			    ocl_bare(writer, ocl_operand(writer, LLVMGetCondition(jump))));
	else
		ocl_line_of(writer, "while (!%s) {", ocl_operand(writer, LLVMGetCondition(jump)));
}

static void close_loop(ocl_writer *writer, closing *end)
{
	writer->at = end->end;
	if (end->condition)
		ocl_line_of(writer, "} while (%s);", ocl_bare(writer, end->condition));
	else
		ocl_line_of(writer, "}");
	writer->at = NULL;
	if (end->text.count)
		ocl_write(writer, "%.*s", (int)end->text.count, end->text.data);
	HR_VEC_FREE(&end->text);
}

static bool write_loop(control_flow *self, int i, around where)
{
	ocl_writer *writer = self->writer;
	int behind = next_child(self, i, true, i + 1), stay;
	closing end = {.condition = NULL};
	around inner = {.follow = i,
			.loop = i,
			.behind = behind == NONE ? where.follow : behind,
			.depth = writer->depth + 1,
			.closing = &end};
	hr_ir_text *out = writer->out, body = {0};

	writer->out = &body;
	writer->depth++;
	write_block(self, i);
	stay = body.count ? NONE : stays(self, i, inner.behind);
	if (stay != NONE)
		inner.closing = NULL;
	write_rest(self, i, stay == NONE ? NONE : self->blocks[i].next[stay], inner);
	writer->out = out;
	writer->depth--;
	open_loop(self, i, stay, &end);
	if (body.count)
		ocl_write(writer, "%.*s", (int)body.count, body.data);
	HR_VEC_FREE(&body);
	close_loop(writer, &end);
	return write_children(self, i, true, where, true);
}

static bool write_tree(control_flow *self, int i, around where)
{
	if (self->writer->source->refusal != HR_TAKEN)
		return false;
	if (!self->blocks[i].header)
		return write_node(self, i, where);
	write_label(self, i);
	return write_loop(self, i, where);
}

/* Phis are declared as variables at the beginning. */
static void declare_phis(control_flow *self)
{
	for (int i = 0; i < self->count; i++)
		for (LLVMValueRef at = LLVMGetFirstInstruction(self->blocks[i].llvm);
		     at && LLVMIsAPHINode(at); at = LLVMGetNextInstruction(at)) {
			self->writer->at = at;
			if (LLVMGetTypeKind(LLVMTypeOf(at)) == LLVMPointerTypeKind &&
			    ocl_space_of(self->writer, at) == OCL_SEVERAL)
				ocl_refuse(self->writer, HR_REFUSES_INSTRUCTION,
					   "a pointer into more than one address space");
			if (self->writer->source->refusal == HR_TAKEN)
				ocl_declare(self->writer, at);
		}
}

static void free_flow(control_flow *self)
{
	for (int i = 0; i < self->count; i++)
		hr_free(self->blocks[i].next);
	hr_free(self->blocks);
	hr_map_free(&self->numbers);
}

bool ocl_is_reducible(LLVMValueRef function)
{
	control_flow self = {.writer = NULL};
	bool good = true;

	number_blocks(&self, function);
	find_jumps(&self);
	find_dominators(&self);
	for (int i = 0; i < self.count; i++)
		for (unsigned k = 0; k < self.blocks[i].next_count; k++)
			good &= self.blocks[i].next[k] > i ||
				dominates(&self, self.blocks[i].next[k], i);
	free_flow(&self);
	return good;
}

void ocl_body(ocl_writer *writer, LLVMValueRef function)
{
	control_flow self = {.writer = writer, .labels = (int)writer->labels};

	number_blocks(&self, function);
	writer->labels += (unsigned)self.count;
	find_jumps(&self);
	find_dominators(&self);
	ocl_find_homes(writer, function);
	declare_phis(&self);
	writer->depth = 1;
	if (writer->source->refusal == HR_TAKEN) {
		if (find_loops(&self)) {
			place_blocks(&self);
			write_tree(&self, 0, (around){NONE, NONE, NONE, false, 0, NULL});
		} else {
			ocl_refuse(writer, HR_REFUSES_INSTRUCTION, "a loop with two entries");
		}
	}
	free_flow(&self);
	writer->at = NULL;
}
