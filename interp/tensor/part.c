/* interp/tensor/part.c -- operators in the bodies of If, Loop and Scan: parts of a leaf.
 *
 * A leaf that is a control operator has the code of its bodies. Attributes of its function name the operators in
 * them: "hpvm.part.N" is the label of number N, "hpvm.part.N.operator" what it is, "hpvm.part.N.value.K" the name of
 * its output K in the model. The code calls __hpvm__tensor_part() when one begins, and __hpvm__tensor_value() with
 * each of its outputs.
 *
 * Invariant: a part belongs to the leaf whose code said so, and is forgotten when another leaf runs. */
#include <stdio.h>
#include <string.h>

#include "interp/engine/engine.h"
#include "interp/run/observer.h"
#include "interp/tensor/tensors.h"

const hr_tensor_part *hr_tensor_part_of(const hr_thread *thread)
{
	const hr_tensor_part *part = &thread->part;

	return thread->level && part->leaf == thread->level->node && part->number >= 0 ? part
										       : NULL;
}

const char *hr_tensor_part_said(const hr_program *program, const hr_node *leaf, int32_t number,
				const char *what)
{
	char name[64];

	snprintf(name, sizeof(name), "hpvm.part.%d%s%s", number, *what ? "." : "", what);
	return hr_said_of(program->functions[leaf->function], name);
}

const char *hr_tensor_part_path(const hr_program *program, const hr_node *leaf, int32_t number,
				hr_arena *arena)
{
	const char *label = hr_tensor_part_said(program, leaf, number, "");
	const char *own = hr_node_label(leaf);
	const size_t length = strlen(own);

	if (!label)
		return hr_arena_printf(arena, "%s/%d", leaf->path, number);
	/* labels of ONNX begin with that of the operator around them */
	if (strncmp(label, own, length) == 0 && label[length] == '/')
		label += length + 1;
	return hr_arena_printf(arena, "%s/%s", leaf->path, label);
}

const char *hr_tensor_where(const hr_thread *thread, hr_arena *arena)
{
	const hr_tensor_part *part = hr_tensor_part_of(thread);
	const hr_program *program = thread->run->program;
	const char *operator_, *path;

	if (!part)
		return hr_arena_printf(arena, "'%s'",
				       thread->level ? thread->level->node->path : "?");
	path = hr_tensor_part_path(program, part->leaf, part->number, arena);
	operator_ = hr_tensor_part_said(program, part->leaf, part->number, "operator");
	if (part->iteration < 0)
		return hr_arena_printf(arena, "'%s' (%s)", path, operator_ ? operator_ : "?");
	return hr_arena_printf(arena, "'%s' (%s, iteration %lld)", path,
			       operator_ ? operator_ : "?", (long long)part->iteration);
}

void *hr_tensor_value(hr_thread *thread, unsigned output, void *handle)
{
	const hr_observer *observer = thread->run->repeated ? NULL : thread->run->observer;
	hr_status status = HR_OK;

	if (observer && hr_tensor_part_of(thread))
		status = observer->inner(observer->data, thread, output, &handle);
	thread->native_trap = status == HR_OK ? 0 : hr_trap_reported(status, HR_D_not_written);
	return status == HR_OK ? handle : NULL;
}
