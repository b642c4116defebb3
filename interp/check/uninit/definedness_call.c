/* interp/check/uninit/definedness_call.c -- undefined bits of arguments and results of calls.
 *
 * Owns:      nothing.
 * Clauses:   M6 (uninitialised).
 * Not here:  the operations of a function (definedness.c). */
#include <inttypes.h>

#include "interp/check/uninit/definedness.h"

/* Variadic arguments lie at the start of the save area, in the layout of the C ABI
 * (interp/engine/call.c). */
static void enter_variadic(definedness_step *t, const hr_abi *abi, const hr_va_list *list)
{
	for (uint32_t i = 0; i < abi->arg_count; i++)
		if (abi->args[i].byval)
			hr_shadow_copy(t->thread->shadow, hr_map_key(list->save) + abi->args[i].at,
				       HR_REG(t->frame, I64, abi->args[i].reg), abi->args[i].byval);
		else
			hr_definedness_move(t, (const uint8_t *)list->save + abi->args[i].at,
					    abi->args[i].reg, abi->args[i].bytes);
}

/* Report the arguments of CALL that may not be undefined (P3). */
static void demand_defined(definedness_step *t, const hr_call *call, const char *name)
{
	for (uint32_t i = 0; i < call->param_count; i++) {
		const hr_param *param = &call->params[i];

		for (uint32_t k = 0; param->noundef && k < param->count; k++) {
			const hr_scalar *arg = &call->args[param->first + k];
			const value v = hr_definedness_get(t, arg->reg, hr_con_size(arg->con));

			if (v.undefined)
				hr_definedness_report(
					t,
					hr_arena_printf(&t->thread->run->checker->arena,
							"argument %" PRIu32
							" of '%s' is uninitialised",
							i, name),
					v);
		}
	}
}

void hr_definedness_enter(hr_thread *thread, const uint8_t *frame, const hr_site *site,
			  uint8_t *inner)
{
	const uint32_t *pc = hr_frame_of(inner)->call;
	definedness_step t = {.thread = thread, .frame = (uint8_t *)frame, .pc = pc};

	if (thread->run->options.checks & HR_CHECK_POISON)
		demand_defined(&t, &hr_frame_of((uint8_t *)frame)->code->calls[pc[1]], site->name);

	for (uint32_t i = 0; i < site->move_count; i++)
		if (!site->moves[i].byval)
			hr_definedness_move(&t, inner + site->moves[i].to, site->moves[i].from,
					    site->moves[i].bytes);
	if (site->abi)
		enter_variadic(&t, site->abi, hr_frame_of(inner)->varargs);
}

static bool is_float(hr_con con)
{
	return con >= HR_C_F16;
}

/* Functions whose arguments and result are all floating-point propagate undefined values, as
 * operations do. */
static bool computes(const hr_call *call)
{
	for (uint32_t i = 0; i < call->arg_count; i++)
		if (!is_float(call->args[i].con))
			return false;
	return call->result_count && is_float(call->results[0].con);
}

void hr_definedness_native(hr_thread *thread, uint8_t *frame, const uint32_t *pc,
			   const hr_site *site)
{
	const hr_call *call = &hr_frame_of(frame)->code->calls[pc[1]];
	definedness_step t = {.thread = thread, .frame = frame, .pc = pc};
	bool copies = computes(call);
	uint32_t origin = 0;

	for (uint32_t i = 0; i < call->arg_count; i++) {
		value v = hr_definedness_get(&t, call->args[i].reg, hr_con_size(call->args[i].con));

		if (v.undefined && copies)
			origin = v.origin | HR_COMPUTED;
		else if (v.undefined)
			hr_definedness_report(
				&t,
				hr_arena_printf(&thread->run->checker->arena,
						"an argument of '%s' is uninitialised", site->name),
				v);
	}
	for (uint32_t i = 0; i < call->result_count; i++)
		hr_definedness_put(&t, call->results[i].reg, hr_con_size(call->results[i].con),
				   origin ? ones(hr_con_size(call->results[i].con)) : 0, origin);
}
