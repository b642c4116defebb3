/* ir/lower/hpvm.c -- HPVM's operations in leaf nodes.
 *
 * HPVM-C calls come from C, which may have declared them without a prototype, so the widths of
 * arguments and results in the IR may differ from those of src/hpvm.h; values are converted.
 *
 * Owns:      nothing.
 * Clauses:   N3, M1, M2, M3; G1 to the extent that graph operations never get here.
 * Not here:  names and operand orders (ir/program/hpvm_names.def), host operations, which are
 *            ordinary calls. */
#include <string.h>

#include "ir/lower/lower_private.h"
#include "ir/program/hpvm_names.h"
#include "src/arith/image_descriptor.h"
#include "src/arith/warp.h"

bool hr_lw_is_hpvm(LLVMValueRef call)
{
	hr_hpvm_call c = hr_hpvm_call_of(call);

	return c.op != HR_H_NONE && (c.op == HR_H_UNKNOWN || hr_hpvm_class_of(c.op) != HR_HC_HOST);
}

bool hr_lw_is_hpvm_return(LLVMValueRef call)
{
	return hr_hpvm_call_of(call).op == HR_H_return_;
}

/* --- operands and results --------------------------------------------------------------------- */

static hr_vreg operand(hr_lw *l, const hr_hpvm_call *c, unsigned i, unsigned bits)
{
	LLVMValueRef value = hr_hpvm_operand(c, i);
	const hr_lw_value *v;
	const hr_lw_type *type;

	if (!value)
		return hr_lw_const(l, hr_con_size(hr_con_of_bits(bits)), 0);
	v = hr_lw_value_of(l, value);
	type = hr_lw_type_of_value(l, value);
	hr_lw_check_poison(l, v);
	return hr_lw_resize(l, v->regs[0], type->scalars[0].bits, bits, true);
}

static void define(hr_lw *l, const hr_hpvm_call *c, hr_vreg reg, unsigned bits)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, c->instruction);

	if (type->count == 1)
		hr_lw_define_reg(l, c->instruction,
				 hr_lw_resize(l, reg, bits, type->scalars[0].bits, true));
}

/* --- queries ---------------------------------------------------------------------------------- */

static void query(hr_lw *l, const hr_hpvm_call *c, hr_op fixed, hr_op by_handle, uint32_t dimension)
{
	hr_vreg d = hr_lw_reg(l, 8);
	uint32_t level;

	if (hr_hpvm_level(hr_hpvm_operand(c, 0), &level))
		HR_EMIT(l, fixed, d, level, dimension);
	else
		HR_EMIT(l, by_handle, d, operand(l, c, 0, 64), dimension);
	define(l, c, d, 64);
}

static void one_operand(hr_lw *l, const hr_hpvm_call *c, hr_op op, unsigned result_bits)
{
	hr_vreg d = hr_lw_reg(l, result_bits / 8);

	HR_EMIT(l, op, d, operand(l, c, 0, 64));
	define(l, c, d, result_bits);
}

/* --- atomics ---------------------------------------------------------------------------------- */

static void atomic(hr_lw *l, const hr_hpvm_call *c, hr_op op, bool by_one)
{
	hr_vreg address = operand(l, c, 0, 64);
	hr_vreg value = by_one ? hr_lw_const(l, 4, 1) : operand(l, c, 1, 32);
	hr_vreg d = hr_lw_reg(l, 4);

	HR_EMIT(l, op, d, address, value);
	define(l, c, d, 32);
}

/* --- warps ------------------------------------------------------------------------------------ */

static void warp(hr_lw *l, const hr_hpvm_call *c)
{
	const uint32_t what = (uint32_t)hr_constant_int(hr_hpvm_operand(c, 0));
	hr_vreg mask = operand(l, c, 1, 64), value = operand(l, c, 2, 64), d = hr_lw_reg(l, 8);
	hr_vreg missed;

	HR_EMIT(l, HR_OP_hpvm_warp, mask, value, operand(l, c, 3, 64), what);
	l->has_barrier = l->has_warp = true;
	HR_EMIT(l, HR_OP_hpvm_warp_result, d);
	define(l, c, d, 64);
	if (!l->follows_poison || !(what & HR_WARP_MAY_MISS))
		return;
	missed = hr_lw_reg(l, 1);
	HR_EMIT(l, HR_OP_hpvm_warp_missed, missed);
	hr_lw_set_poison(l, hr_lw_value_of(l, c->instruction), 0, missed);
}

/* What a product of matrices has besides. */
static void warp_more(hr_lw *l, const hr_hpvm_call *c)
{
	hr_vreg a = operand(l, c, 0, 64), b = operand(l, c, 1, 64);

	HR_EMIT(l, HR_OP_hpvm_warp_more, a, b, operand(l, c, 2, 64));
}

static void warp_second(hr_lw *l, const hr_hpvm_call *c)
{
	hr_vreg d = hr_lw_reg(l, 8);

	HR_EMIT(l, HR_OP_hpvm_warp_second, d);
	define(l, c, d, 64);
}

/* --- loops that wait -------------------------------------------------------------------------- */

/* Return the read that the poll CALL is behind, but for conversions of its value. */
static LLVMValueRef read_of(LLVMValueRef call)
{
	LLVMValueRef at = LLVMGetPreviousInstruction(call);

	while (at && (LLVMIsACastInst(at) || LLVMIsAExtractValueInst(at)))
		at = LLVMGetPreviousInstruction(at);
	return at ? at : call;
}

static void poll(hr_lw *l, const hr_hpvm_call *c)
{
	hr_vreg address = operand(l, c, 0, 64), value = operand(l, c, 1, 64);

	/* reports show the read */
	HR_PUSH(&l->places, (hr_lw_place){(uint32_t)l->words.count, read_of(c->instruction)});
	HR_EMIT(l, HR_OP_hpvm_poll, address, value);
	l->has_barrier = l->has_poll = true;
}

/* --- checks of the library of kernels ----------------------------------------------------------- */

static void trap_if(hr_lw *l, const hr_hpvm_call *c)
{
	static const hr_diag_id findings[HR_IMAGE_FINDINGS] = {
		[HR_IMAGE_BOUNDS] = HR_D_image_bounds,
		[HR_IMAGE_TYPE] = HR_D_image_type,
		[HR_IMAGE_SAMPLER] = HR_D_image_sampler,
	};
	const uint32_t finding = (uint32_t)hr_constant_int(hr_hpvm_operand(c, 0));

	hr_lw_trap_if(l, hr_lw_resize(l, operand(l, c, 1, 32), 32, 1, false), findings[finding]);
}

/* --- returns ---------------------------------------------------------------------------------- */

static void emit_return(hr_lw *l, const hr_return *r)
{
	HR_PUSH(&l->returns, *r);
	HR_EMIT(l, HR_OP_hpvm_return, (uint32_t)l->returns.count - 1);
	hr_lw_end(l);
}

/* Convert VALUE, of scalar FROM, to scalar TO of an output port: undo C's default argument
 * promotions. */
static hr_vreg convert(hr_lw *l, hr_vreg value, const hr_scalar *from, const hr_scalar *to)
{
	if (from->con == to->con && from->bits == to->bits)
		return value;
	if (from->con <= HR_C_I128 && to->con <= HR_C_I128)
		return hr_lw_resize(l, value, from->bits, to->bits, true);
	if (from->con >= HR_C_F16 && to->con >= HR_C_F16)
		return hr_lw_fp_convert(l, value, from->con, to->con);
	hr_lw_refuse_instruction(l, "call", "an output has another type than its port");
	return value;
}

static void add_output(hr_lw *l, hr_return *r, LLVMValueRef value, const hr_port *port)
{
	const hr_lw_value *v = hr_lw_value_of(l, value);
	const hr_lw_type *from = hr_lw_type_of_value(l, value), *to = hr_lw_flat(l, port->type);

	hr_lw_check_handed(l, v);
	if (from->count != to->count) {
		hr_lw_refuse_instruction(l, "call", "an output has another type than its port");
		return;
	}
	for (uint32_t i = 0; i < to->count; i++) {
		hr_scalar *s = &r->scalars[r->count++];

		*s = to->scalars[i];
		s->offset += port->offset;
		s->reg = convert(l, v->regs[i], &from->scalars[i], &to->scalars[i]);
	}
}

static hr_return outputs_return(hr_lw *l)
{
	const hr_function *f = l->function;
	uint32_t count = 0;
	hr_return r = {0};

	for (unsigned i = 0; i < f->output_count; i++)
		count += hr_type_scalar_count(f->outputs[i].type);
	r.scalars = hr_arena_array(&l->program->arena, count + 1, sizeof(*r.scalars));
	return r;
}

/* __hpvm__return(n, values...) */
static void c_return(hr_lw *l, const hr_hpvm_call *c)
{
	hr_return r = outputs_return(l);
	unsigned given = c->argument_count ? c->argument_count - 1 : 0;

	for (unsigned i = 0; i < given && i < l->function->output_count; i++)
		add_output(l, &r, hr_lw_argument(c->instruction, i + 1), &l->function->outputs[i]);
	emit_return(l, &r);
}

/* The fields of a returned structure are the outputs; any other value is the only output. */
void hr_lw_hpvm_ret(hr_lw *l, LLVMValueRef ret)
{
	const hr_function *f = l->function;
	hr_return r = outputs_return(l);
	const hr_lw_value *v;
	const hr_lw_type *type;
	uint32_t at = 0;

	if (l->hpvm_returns || !LLVMGetNumOperands(ret) || !f->output_count) {
		emit_return(l, &r);
		return;
	}
	v = hr_lw_operand(l, ret, 0);
	type = hr_lw_type_of_value(l, LLVMGetOperand(ret, 0));
	hr_lw_check_handed(l, v);
	for (unsigned i = 0; i < f->output_count; i++) {
		const hr_lw_type *to = hr_lw_flat(l, f->outputs[i].type);

		for (uint32_t k = 0; k < to->count && at < type->count; k++, at++) {
			hr_scalar *s = &r.scalars[r.count++];

			*s = to->scalars[k];
			s->offset += f->outputs[i].offset;
			s->reg = convert(l, v->regs[at], &type->scalars[at], &to->scalars[k]);
		}
	}
	emit_return(l, &r);
}

/* --- dispatch --------------------------------------------------------------------------------- */

static bool lower_query(hr_lw *l, const hr_hpvm_call *c)
{
	hr_vreg d;

	switch (c->op) {
	case HR_H_get_node:
		d = hr_lw_reg(l, 8);
		HR_EMIT(l, HR_OP_hpvm_node, d);
		define(l, c, d, 64);
		return true;
	case HR_H_get_parent: one_operand(l, c, HR_OP_hpvm_parent, 64); return true;
	case HR_H_get_dims: one_operand(l, c, HR_OP_hpvm_dims, 32); return true;
	case HR_H_id_x:
	case HR_H_id_y:
	case HR_H_id_z:
		query(l, c, HR_OP_hpvm_id_up, HR_OP_hpvm_id, (uint32_t)(c->op - HR_H_id_x));
		return true;
	case HR_H_extent_x:
	case HR_H_extent_y:
	case HR_H_extent_z:
		query(l, c, HR_OP_hpvm_extent_up, HR_OP_hpvm_extent,
		      (uint32_t)(c->op - HR_H_extent_x));
		return true;
	default: return false;
	}
}

static bool lower_memory(hr_lw *l, const hr_hpvm_call *c)
{
	switch (c->op) {
	case HR_H_malloc: one_operand(l, c, HR_OP_hpvm_malloc, 64); return true;
	case HR_H_space: one_operand(l, c, HR_OP_hpvm_space, 32); return true;
	case HR_H_barrier:
		HR_EMIT(l, HR_OP_hpvm_barrier);
		l->has_barrier = true;
		return true;
	case HR_H_warp: warp(l, c); return true;
	case HR_H_warp_more: warp_more(l, c); return true;
	case HR_H_warp_second: warp_second(l, c); return true;
	case HR_H_poll: poll(l, c); return true;
	case HR_H_trap_if: trap_if(l, c); return true;
	case HR_H_atomic_add: atomic(l, c, HR_OP_rmw_add_i32, false); return true;
	case HR_H_atomic_sub: atomic(l, c, HR_OP_rmw_sub_i32, false); return true;
	case HR_H_atomic_min: atomic(l, c, HR_OP_rmw_min_i32, false); return true;
	case HR_H_atomic_max: atomic(l, c, HR_OP_rmw_max_i32, false); return true;
	case HR_H_atomic_xchg: atomic(l, c, HR_OP_rmw_xchg_i32, false); return true;
	case HR_H_atomic_and: atomic(l, c, HR_OP_rmw_and_i32, false); return true;
	case HR_H_atomic_or: atomic(l, c, HR_OP_rmw_or_i32, false); return true;
	case HR_H_atomic_xor: atomic(l, c, HR_OP_rmw_xor_i32, false); return true;
	case HR_H_atomic_inc: atomic(l, c, HR_OP_rmw_add_i32, true); return true;
	case HR_H_atomic_dec: atomic(l, c, HR_OP_rmw_sub_i32, true); return true;
	default: return false;
	}
}

void hr_lw_hpvm(hr_lw *l, LLVMValueRef call, LLVMValueRef callee)
{
	hr_hpvm_call c = hr_hpvm_call_of(call);

	(void)callee;
	if (lower_query(l, &c) || lower_memory(l, &c))
		return;
	if (c.op == HR_H_return_) {
		c_return(l, &c);
		return;
	}
	if (c.op == HR_H_hint || c.op == HR_H_attributes || c.op == HR_H_node_id) {
		if (hr_lw_type_of_value(l, call)->count)
			hr_lw_define_zero(l, call);
		return;
	}
	if (hr_hpvm_class_of(c.op) == HR_HC_TENSOR) {
		hr_lw_plain_call(l, call); /* a call of a runtime function */
		return;
	}
	hr_lw_refuse_intrinsic(l, c.name);
}
