/* tools/import/clibrary/clibrary_kernels.c -- kernels of rows as HPVM graphs, and as native code.
 *
 * A kernel is a leaf; native code gets the index of the instance as parameters, and loops over a part of the
 * grid around it. Instances are not ordered, and a result is memory of its own, so that LLVM's vectoriser
 * may interleave them.
 * Not here:  the text of kernels (ir/rowkernel/). */
#include <string.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include "src/file/file.h"
#include "tools/import/clibrary/clibrary_private.h"
#include "tools/import/module/output.h"

/* --- the list ---------------------------------------------------------------------------------- */

static hr_rowkernel_type type_of(const hr_tprogram *program, hr_tv value)
{
	const hr_tvalue *of = hr_t_value(program, value);

	return of->kind == HR_TV_NONE ? (hr_rowkernel_type){0}
				      : (hr_rowkernel_type){of->elem, of->wide, of->rank};
}

void library_add_kernel(library *l, const hr_tprogram *program, const hr_tcall *call)
{
	hr_rowkernel_type *types =
		hr_arena_array(l->arena, call->operand_count + 2, sizeof(*types));
	hr_rowkernel_type *result = &types[call->operand_count + 1];
	hr_rowkernel *kernel = HR_ARENA_NEW(l->arena, hr_rowkernel);

	for (unsigned i = 0; i < call->operand_count; i++)
		types[i] = type_of(program, call->operands[i]);
	*result = type_of(program, call->result);
	hr_rowkernel_make(l->arena, &call->attributes, types, call->operand_count, result, kernel);
	if (kernel->how != HR_ROWKERNEL_KERNEL ||
	    hr_strmap_get(&l->kernel_names, kernel->name, NULL))
		return;
	hr_strmap_put(&l->kernel_names, kernel->name, 1);
	HR_PUSH(&l->kernels, kernel);
}

static int by_name(const void *one, const void *other)
{
	return strcmp((*(hr_rowkernel *const *)one)->name, (*(hr_rowkernel *const *)other)->name);
}

/* --- modules ----------------------------------------------------------------------------------- */

static LLVMModuleRef parse(LLVMContextRef context, const char *text)
{
	LLVMMemoryBufferRef buffer =
		LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "kernel");
	LLVMModuleRef module;
	char *why = NULL;

	if (LLVMParseIRInContext(context, buffer, &module, &why)) /* takes the buffer */
		hr_bug("a kernel is not a valid module: %s\n%s", why, text);
	return module;
}

static hr_status write_graphs(library *l, LLVMContextRef context)
{
	LLVMModuleRef all = LLVMModuleCreateWithNameInContext("kernels", context);
	const char *path = hr_arena_printf(l->arena, "%s.kernels.bc", l->base);
	LLVMMemoryBufferRef buffer;
	int error;

	for (size_t i = 0; i < l->kernels.count; i++) {
		const hr_rowkernel *kernel = l->kernels.data[i];
		const char *root = hr_arena_printf(l->arena, "%s.root", kernel->name);

		if (LLVMLinkModules2(
			    all, parse(context, hr_rowkernel_module(l->arena, root, &kernel, 1))))
			hr_bug("the kernel '%s' cannot be linked", kernel->name);
	}
	buffer = LLVMWriteBitcodeToMemoryBuffer(all);
	error = hr_file_write(path, NULL, 0, LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer));
	LLVMDisposeMemoryBuffer(buffer);
	LLVMDisposeModule(all);
	return error ? output_failed(l->diags, path, error) : HR_OK;
}

/* --- an instance as a function of its index ------------------------------------------------------ */

/* Replace the calls of HPVM in FUNCTION: queries of the index by its first three parameters. */
static void replace_queries(LLVMValueRef function)
{
	static const char query[] = "llvm.hpvm.getNodeInstanceID.";
	LLVMValueRef next;
	size_t length;

	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
	     block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef at = LLVMGetFirstInstruction(block); at; at = next) {
			LLVMValueRef callee = LLVMIsACallInst(at) ? LLVMGetCalledValue(at) : NULL;
			const char *name = callee ? LLVMGetValueName2(callee, &length) : "";

			next = LLVMGetNextInstruction(at);
			if (strncmp(name, query, strlen(query)) == 0)
				LLVMReplaceAllUsesWith(
					at, LLVMGetParam(function,
							 (unsigned)(name[strlen(query)] - 'x')));
			else if (strncmp(name, "llvm.hpvm.", 10) == 0 &&
				 LLVMGetTypeKind(LLVMTypeOf(at)) == LLVMPointerTypeKind)
				LLVMReplaceAllUsesWith(at, LLVMConstNull(LLVMTypeOf(at)));
			else if (strncmp(name, "llvm.hpvm.", 10) != 0 &&
				 strncmp(name, "__hpvm__", 8) != 0)
				continue;
			LLVMInstructionEraseFromParent(at);
		}
}

static void add_attribute(LLVMValueRef function, unsigned at, const char *name)
{
	LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
	unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));

	LLVMAddAttributeAtIndex(function, at, LLVMCreateEnumAttribute(context, kind, 0));
}

/* Return the parameters of LEAF, after three i64. */
static LLVMTypeRef *parameters_of(LLVMValueRef leaf, unsigned count)
{
	LLVMTypeRef *types = hr_alloc_array(count + 3, sizeof(LLVMTypeRef));

	LLVMGetParamTypes(LLVMGlobalGetValueType(leaf), types + 3);
	for (unsigned i = 0; i < 3; i++)
		types[i] = LLVMInt64TypeInContext(LLVMGetModuleContext(LLVMGetGlobalParent(leaf)));
	return types;
}

/* Move the code of the leaf NAME to a function "instance" whose first three parameters are the index. */
static void make_instance(LLVMModuleRef module, const char *name)
{
	LLVMValueRef leaf = LLVMGetNamedFunction(module, name), made;
	unsigned count = LLVMCountParams(leaf);
	LLVMTypeRef *types = parameters_of(leaf, count);
	LLVMBasicBlockRef block;

	made = LLVMAddFunction(module, "instance",
			       LLVMFunctionType(LLVMGetReturnType(LLVMGlobalGetValueType(leaf)),
						types, count + 3, 0));
	while ((block = LLVMGetFirstBasicBlock(leaf))) {
		LLVMRemoveBasicBlockFromParent(block);
		LLVMAppendExistingBasicBlock(made, block);
	}
	for (unsigned i = 0; i < count; i++) {
		LLVMReplaceAllUsesWith(LLVMGetParam(leaf, i), LLVMGetParam(made, i + 3));
		if (LLVMGetTypeKind(types[i + 3]) == LLVMPointerTypeKind)
			add_attribute(made, i + 4, "noalias");
	}
	replace_queries(made);
	LLVMDeleteFunction(leaf);
	LLVMSetLinkage(made, LLVMInternalLinkage);
	add_attribute(made, (unsigned)LLVMAttributeFunctionIndex, "alwaysinline");
	hr_free(types);
}

/* --- the loops ----------------------------------------------------------------------------------- */

/* Write loads of COUNT elements of the array %ARRAY, of TYPE, to %STEMn. */
static void write_loads(FILE *text, const char *array, const char *stem, const char *type,
			unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		fprintf(text,
			"  %%%s.at%u = getelementptr inbounds %s, ptr %%%s, i64 %u\n"
			"  %%%s%u = load %s, ptr %%%s.at%u\n",
			stem, i, type, array, i, stem, i, type, stem, i);
}

static void write_arguments(FILE *text, unsigned buffers, unsigned numbers, bool named)
{
	for (unsigned i = 0; i < buffers; i++)
		if (named)
			fprintf(text, ", ptr %%p%u, i64 %%s%u", i, i);
		else
			fputs(", ptr, i64", text);
	for (unsigned i = 0; i < numbers; i++)
		if (named)
			fprintf(text, ", i64 %%n%u", i);
		else
			fputs(", i64", text);
}

/* Write the function NAME (ral_code): three loops around the instance. */
static void write_loops(FILE *text, const char *name, unsigned buffers, unsigned numbers)
{
	fputs("declare void @instance(i64, i64, i64", text);
	write_arguments(text, buffers, numbers, false);
	fprintf(text,
		")\ndefine hidden void @%s(ptr %%begin, ptr %%end, ptr %%buffers, ptr %%bytes, "
		"ptr %%numbers) {\nentry:\n",
		name);
	write_loads(text, "begin", "b", "i64", 3);
	write_loads(text, "end", "e", "i64", 3);
	write_loads(text, "buffers", "p", "ptr", buffers);
	write_loads(text, "bytes", "s", "i64", buffers);
	write_loads(text, "numbers", "n", "i64", numbers);
	fputs("  br label %head0\n", text);
	for (unsigned i = 0; i < 3; i++) {
		char before[] = "%head0", inside[] = "%head0", after[] = "%next0";

		before[5] = after[5] = (char)('0' + i - 1);
		inside[5] = (char)('1' + i);
		fprintf(text,
			"head%u:\n  %%i%u = phi i64 [ %%b%u, %s ], [ %%j%u, %%next%u ]\n"
			"  %%c%u = icmp slt i64 %%i%u, %%e%u\n  br i1 %%c%u, label %s, label %s\n",
			i, i, i, i ? before : "%entry", i, i, i, i, i, i, i < 2 ? inside : "%body",
			i ? after : "%done");
	}
	fputs("body:\n  call void @instance(i64 %i0, i64 %i1, i64 %i2", text);
	write_arguments(text, buffers, numbers, true);
	fputs(")\n  br label %next2\n", text);
	for (unsigned i = 3; i-- > 0;)
		fprintf(text, "next%u:\n  %%j%u = add nsw i64 %%i%u, 1\n  br label %%head%u\n", i,
			i, i, i);
	fputs("done:\n  ret void\n}\n", text);
}

/* Return a module with kernel I as native code has it. */
static LLVMModuleRef native_of(library *l, LLVMContextRef context, unsigned i)
{
	const hr_rowkernel *kernel = l->kernels.data[i];
	LLVMModuleRef module = parse(context, kernel->text);
	unsigned buffers = 1;
	char *loops = NULL;
	size_t length;
	FILE *text = open_memstream(&loops, &length);

	if (!text)
		hr_bug("no memory stream");
	for (unsigned k = 0; k < kernel->operand_count; k++)
		buffers += kernel->use[k] == HR_ROWKERNEL_DATA;
	make_instance(module, kernel->name);
	write_loops(text, hr_arena_printf(l->arena, "%s_kernel_%u", l->identifier, i), buffers,
		    kernel->number_count);
	fclose(text);
	/* the declaration in the loops' module becomes the instance only if that is visible */
	LLVMSetLinkage(LLVMGetNamedFunction(module, "instance"), LLVMExternalLinkage);
	if (LLVMLinkModules2(module, parse(context, loops)))
		hr_bug("the loops of '%s' cannot be linked", kernel->name);
	LLVMSetLinkage(LLVMGetNamedFunction(module, "instance"), LLVMInternalLinkage);
	free(loops);
	return module;
}

/* --- native code --------------------------------------------------------------------------------- */

static LLVMTargetMachineRef make_machine(void)
{
	char *triple = LLVMGetDefaultTargetTriple(), *why = NULL;
	LLVMTargetMachineRef machine;
	LLVMTargetRef target;

	LLVMInitializeNativeTarget();
	LLVMInitializeNativeAsmPrinter();
	if (LLVMGetTargetFromTriple(triple, &target, &why))
		hr_bug("no native target: %s", why);
	machine = LLVMCreateTargetMachine(target, triple, library_processor(), "",
					  LLVMCodeGenLevelDefault, LLVMRelocPIC,
					  LLVMCodeModelDefault);
	LLVMDisposeMessage(triple);
	return machine;
}

const char *library_processor(void)
{
#ifdef __x86_64__
	if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
	    __builtin_cpu_supports("bmi2"))
		return "x86-64-v3";
#endif
	return "";
}

static hr_status compile(library *l, LLVMTargetMachineRef machine, LLVMModuleRef module,
			 const char *object)
{
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(machine);
	char *triple = LLVMGetTargetMachineTriple(machine), *why = NULL;
	hr_status status = HR_OK;

	LLVMSetTarget(module, triple);
	LLVMSetModuleDataLayout(module, layout);
	if (LLVMVerifyModule(module, LLVMReturnStatusAction, &why))
		hr_bug("native kernels are not valid: %s", why);
	LLVMDisposeMessage(why);
	why = NULL;
	if (LLVMRunPasses(module, "default<O2>", machine, options))
		hr_bug("native kernels cannot be optimised");
	if (LLVMTargetMachineEmitToFile(machine, module, (char *)(uintptr_t)object, LLVMObjectFile,
					&why)) {
		status = hr_report(l->diags, HR_D_not_written, NULL, object, why);
		LLVMDisposeMessage(why);
	}
	LLVMDisposeMessage(triple);
	LLVMDisposeTargetData(layout);
	LLVMDisposePassBuilderOptions(options);
	return status;
}

/* What LLVM calls to round to bf16, which not every compiler's library has: to nearest, ties to even; a double
 * first to a float with an odd last bit unless that is exact. */
static const char round_to_bf16[] = "define hidden bfloat @__truncsfbf2(float %x) {\n"
				    "  %bits = bitcast float %x to i32\n"
				    "  %low = lshr i32 %bits, 16\n"
				    "  %odd = and i32 %low, 1\n"
				    "  %half = add i32 %odd, 32767\n"
				    "  %sum = add i32 %bits, %half\n"
				    "  %rounded = lshr i32 %sum, 16\n"
				    "  %quiet = or i32 %low, 64\n"
				    "  %nan = fcmp uno float %x, %x\n"
				    "  %chosen = select i1 %nan, i32 %quiet, i32 %rounded\n"
				    "  %short = trunc i32 %chosen to i16\n"
				    "  %result = bitcast i16 %short to bfloat\n"
				    "  ret bfloat %result\n}\n"
				    "define hidden bfloat @__truncdfbf2(double %x) {\n"
				    "  %near = fptrunc double %x to float\n"
				    "  %back = fpext float %near to double\n"
				    "  %same = fcmp ueq double %back, %x\n"
				    "  %bits = bitcast float %near to i32\n"
				    "  %size = call double @llvm.fabs.f64(double %x)\n"
				    "  %back.size = call double @llvm.fabs.f64(double %back)\n"
				    "  %larger = fcmp ogt double %back.size, %size\n"
				    "  %one = zext i1 %larger to i32\n"
				    "  %below = sub i32 %bits, %one\n"
				    "  %odd = or i32 %below, 1\n"
				    "  %chosen = select i1 %same, i32 %bits, i32 %odd\n"
				    "  %float = bitcast i32 %chosen to float\n"
				    "  %result = call bfloat @__truncsfbf2(float %float)\n"
				    "  ret bfloat %result\n}\n"
				    "declare double @llvm.fabs.f64(double)\n";

static hr_status write_native(library *l, LLVMContextRef context, const char *object)
{
	LLVMModuleRef all = LLVMModuleCreateWithNameInContext("native", context);
	LLVMTargetMachineRef machine = make_machine();
	hr_status status;

	for (unsigned i = 0; i < l->kernels.count; i++)
		if (LLVMLinkModules2(all, native_of(l, context, i)))
			hr_bug("native kernels cannot be linked");
	if (LLVMLinkModules2(all, parse(context, round_to_bf16)))
		hr_bug("roundings cannot be linked");
	status = compile(l, machine, all, object);
	LLVMDisposeTargetMachine(machine);
	LLVMDisposeModule(all);
	return status;
}

hr_status library_write_kernels(library *l, const char *object)
{
	LLVMContextRef context = LLVMContextCreate();
	hr_status status;

	if (l->kernels.count)
		qsort(l->kernels.data, l->kernels.count, sizeof(*l->kernels.data), by_name);
	status = write_graphs(l, context);
	if (status == HR_OK)
		status = write_native(l, context, object);
	LLVMContextDispose(context);
	return status;
}
