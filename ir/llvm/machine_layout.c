/* ir/llvm/machine_layout.c -- the data layout of a machine.
 *
 * Not here:  whether a module's layout is the machine's (ir/load/load.c). */
#include "ir/llvm/machine_layout.h"

#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>

#include "src/base/status.h"

void *hr_machine_layout(const char *triple)
{
	LLVMTargetMachineRef machine;
	LLVMTargetDataRef layout;
	LLVMTargetRef target;
	char *why = NULL;

	LLVMInitializeNativeTarget();
	if (LLVMGetTargetFromTriple(triple, &target, &why))
		hr_bug("LLVM does not support this machine (%s): %s", triple, why);
	machine = LLVMCreateTargetMachine(target, triple, "", "", LLVMCodeGenLevelNone,
					  LLVMRelocDefault, LLVMCodeModelDefault);
	layout = LLVMCreateTargetDataLayout(machine);
	LLVMDisposeTargetMachine(machine);
	return layout;
}
