/* backends/opencl/translate/pipes.c -- a unit whose instances read and write values through pipes.
 *
 * Each instance first reads a packet from each of its input pipes, and at the end writes one to
 * each of its output pipes. Stages therefore cannot wait for each other in a cycle, whatever the
 * capacity of pipes, because the graph has no cycle (G3).
 * Clauses:   E1, E2.
 * Not here:  which edges are pipes (stages.c). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backends/opencl/translate/opencl_translate.h"

#define POP  "hpvm_pop."
#define PUSH "hpvm_push."

typedef struct piping {
	ocl_writer *writer;
	LLVMBuilderRef builder;
	LLVMValueRef unit;
	LLVMValueRef outputs; /* the variable that holds the outputs */
} piping;

/* Return the type of packets, or NULL if a pipe cannot carry such values. */
static const char *packet(ocl_writer *self, const hr_unit_port *port)
{
	if (port->kind == HR_UNIT_INTEGER && port->bits <= 64)
		return port->bits <= 8 ? "uchar" : ocl_unsigned(port->bits);
	if (port->kind == HR_UNIT_FLOAT && port->bits == 16)
		return "ushort";
	if (port->kind == HR_UNIT_FLOAT && port->bits == 32)
		return "float";
	if (port->kind != HR_UNIT_FLOAT || port->bits != 64)
		ocl_refuse(self, HR_REFUSES_TYPE,
			   "no edge carries an integer or float of up to 64 bits");
	return "double";
}

const char *ocl_pipe_formal(ocl_writer *self, bool reads, uint32_t i)
{
	const ocl_pipe *pipe = reads ? &self->stage->from[i] : &self->stage->to[i];

	return OCL_PRINT(self, "%s pipe %s", reads ? "read_only" : "write_only",
			 packet(self, pipe->packet));
}

static LLVMTypeRef type_of(const piping *self, const hr_unit_port *port)
{
	LLVMContextRef context = self->writer->context;

	if (port->kind == HR_UNIT_FLOAT && port->bits == 32)
		return LLVMFloatTypeInContext(context);
	if (port->kind == HR_UNIT_FLOAT && port->bits == 64)
		return LLVMDoubleTypeInContext(context);
	return LLVMIntTypeInContext(context, port->bits); /* 16 bits may be of any format */
}

/* --- replacing inputs and outputs by calls ------------------------------------------------- */

static void pop(piping *self, uint32_t i)
{
	LLVMValueRef parameter = LLVMGetParam(self->unit, self->writer->stage->from[i].port),
		     function;
	LLVMTypeRef type = LLVMFunctionType(LLVMTypeOf(parameter), NULL, 0, 0);
	size_t length;
	const char *name = LLVMGetValueName2(parameter, &length);

	function =
		LLVMAddFunction(self->writer->module, OCL_PRINT(self->writer, POP "%u", i), type);
	LLVMReplaceAllUsesWith(parameter, LLVMBuildCall2(self->builder, type, function, NULL, 0,
							 length ? name : "received"));
}

static LLVMValueRef place_of(piping *self, const hr_unit_port *port)
{
	LLVMTypeRef byte = LLVMInt8TypeInContext(self->writer->context);
	LLVMValueRef offset =
		LLVMConstInt(LLVMInt64TypeInContext(self->writer->context), port->offset, 0);

	return LLVMBuildGEP2(self->builder, byte, self->outputs, &offset, 1, "");
}

/* An output that the instance does not store is zero. */
static void make_outputs(piping *self)
{
	const ocl_stage *stage = self->writer->stage;
	const hr_unit *unit = self->writer->unit;
	LLVMTypeRef byte = LLVMInt8TypeInContext(self->writer->context);

	self->outputs =
		LLVMBuildAlloca(self->builder, LLVMArrayType2(byte, unit->output_stride), "");
	LLVMSetAlignment(self->outputs, 16);
	for (uint32_t i = 0; i < stage->to_count; i++) {
		const hr_unit_port *port = &unit->outputs[stage->to[i].port];

		LLVMBuildStore(self->builder, LLVMConstNull(type_of(self, port)),
			       place_of(self, port));
	}
	LLVMReplaceAllUsesWith(LLVMGetParam(self->unit, unit->input_count), self->outputs);
}

/* Types of HPVM-C's outputs may be wider than those of inputs (ir/graph/graph.h). */
static LLVMValueRef converted(const piping *self, LLVMValueRef value, LLVMTypeRef to)
{
	if (LLVMTypeOf(value) == to)
		return value;
	if (LLVMGetTypeKind(to) == LLVMIntegerTypeKind)
		return LLVMBuildTrunc(self->builder, value, to, "");
	return LLVMBuildFPTrunc(self->builder, value, to, "");
}

static void push(piping *self, uint32_t i)
{
	ocl_writer *writer = self->writer;
	const ocl_pipe *pipe = &writer->stage->to[i];
	const hr_unit_port *port = &writer->unit->outputs[pipe->port];
	LLVMTypeRef to = type_of(self, pipe->packet);
	LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(writer->context), &to, 1, 0);
	const char *name = OCL_PRINT(writer, PUSH "%u", i);
	LLVMValueRef function = LLVMGetNamedFunction(writer->module, name), value;

	if (!function)
		function = LLVMAddFunction(writer->module, name, type);
	value = LLVMBuildLoad2(self->builder, type_of(self, port), place_of(self, port), "");
	value = converted(self, value, to);
	LLVMBuildCall2(self->builder, type, function, &value, 1, "");
}

void ocl_use_pipes(ocl_writer *self)
{
	const ocl_stage *stage = self->stage;
	piping made = {.writer = self,
		       .unit = LLVMGetNamedFunction(self->module, "hpvm_unit"),
		       .builder = LLVMCreateBuilderInContext(self->context)};
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(made.unit);

	for (uint32_t i = 0; i < stage->to_count; i++)
		(void)packet(self, stage->to[i].packet);
	if (self->source->refusal == HR_TAKEN) {
		LLVMPositionBuilderBefore(made.builder, LLVMGetFirstInstruction(entry));
		make_outputs(&made);
		for (uint32_t i = 0; i < stage->from_count; i++)
			pop(&made, i);
		for (LLVMBasicBlockRef block = entry; block; block = LLVMGetNextBasicBlock(block)) {
			LLVMValueRef last = LLVMGetBasicBlockTerminator(block);

			if (!last || !LLVMIsAReturnInst(last))
				continue;
			LLVMPositionBuilderBefore(made.builder, last);
			for (uint32_t i = 0; i < stage->to_count; i++)
				push(&made, i);
		}
	}
	LLVMDisposeBuilder(made.builder);
}

/* --- writing the calls --------------------------------------------------------------------- */

static void write_pop(ocl_writer *self, LLVMValueRef call, const ocl_pipe *from)
{
	const hr_unit_port *port = from->packet;
	const char *type = packet(self, port), *word = ocl_temporary(self, type);

	ocl_line_of(self, "while (read_pipe(%s, &%s) != 0)", from->name, word);
	ocl_line_of(self, "\t;");
	if (port->kind == HR_UNIT_INTEGER && port->bits != 8 * ocl_access_bytes(type))
		word = ocl_cut(self, word, port->bits);
	ocl_define(self, call, word);
}

static void write_push(ocl_writer *self, LLVMValueRef call, const ocl_pipe *to)
{
	const char *word = ocl_temporary(self, packet(self, to->packet));

	ocl_line_of(self, "%s = %s;", word,
		    ocl_bare(self, ocl_operand(self, LLVMGetOperand(call, 0))));
	ocl_line_of(self, "while (write_pipe(%s, &%s) != 0)", to->name, word);
	ocl_line_of(self, "\t;");
}

bool ocl_pipe_call(ocl_writer *self, LLVMValueRef call)
{
	const char *name = ocl_called(call);

	if (strncmp(name, POP, strlen(POP)) == 0)
		write_pop(self, call, &self->stage->from[strtoul(name + strlen(POP), NULL, 10)]);
	else if (strncmp(name, PUSH, strlen(PUSH)) == 0)
		write_push(self, call, &self->stage->to[strtoul(name + strlen(PUSH), NULL, 10)]);
	else
		return false;
	return true;
}
