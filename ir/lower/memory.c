/* ir/lower/memory.c -- addresses, allocas, loads and stores.
 *
 * An address stays base + index * scale + offset as long as possible, and a load or store takes it
 * in that form; the register that getelementptr computes in addition is then dead and removed.
 * Allocas of the entry block are places in the frame, which moves can access without an address. An
 * alloca that is only loaded and stored as one scalar becomes a register (hr_lw_promote).
 *
 * Invariant: a scalar of odd width takes (bits + 7) / 8 bytes of memory, its high bits zero.
 * Owns:      nothing.
 * Not here:  atomics (atomic.c), memory intrinsics (intrinsic_memory.c). */
#include "ir/lower/lower_private.h"

/* --- addresses -------------------------------------------------------------------------------- */

hr_lw_address hr_lw_address_at(hr_vreg base, int64_t offset)
{
	return (hr_lw_address){
		.base = base, .index = HR_NO_REG, .slot = HR_NO_REG, .offset = offset};
}

/* Return POINTER in terms of what it was computed from, unless it was computed with an index in
 * another block, which may be outside a loop that contains this one. */
static hr_lw_address known_address(hr_lw *l, LLVMValueRef pointer, hr_vreg reg)
{
	uint64_t known;
	const hr_lw_address *at;

	if (!hr_map_get(&l->addresses, hr_map_key(pointer), &known))
		return hr_lw_address_at(reg, 0);
	at = (const hr_lw_address *)(uintptr_t)known;
	if (at->index != HR_NO_REG && l->instruction && LLVMIsAInstruction(l->instruction) &&
	    LLVMIsAInstruction(pointer) &&
	    LLVMGetInstructionParent(pointer) != LLVMGetInstructionParent(l->instruction))
		return hr_lw_address_at(reg, 0);
	return *at;
}

hr_lw_address hr_lw_address_of(hr_lw *l, LLVMValueRef pointer)
{
	const hr_lw_value *value = hr_lw_value_of(l, pointer);

	if (value->poison)
		hr_lw_check_poison(l, value);
	return known_address(l, pointer, value->regs[0]);
}

hr_vreg hr_lw_address_reg(hr_lw *l, const hr_lw_address *at)
{
	hr_vreg reg = at->base;

	if (at->index != HR_NO_REG) {
		reg = hr_lw_reg(l, 8);
		HR_EMIT(l, HR_OP_leax, reg, at->base, at->index, at->scale, 0);
	}
	if (at->offset) {
		hr_vreg sum = hr_lw_reg(l, 8);

		hr_lw_lea(l, sum, reg, at->offset);
		reg = sum;
	}
	return reg;
}

/* Return the same address with an offset that an operation can encode. */
static hr_lw_address near_form(hr_lw *l, const hr_lw_address *at, uint64_t bytes)
{
	if (at->offset >= INT32_MIN && at->offset <= INT32_MAX - (int64_t)bytes)
		return *at;
	return hr_lw_address_at(hr_lw_address_reg(l, at), 0);
}

static void add_term(hr_lw *l, hr_lw_address *at, hr_vreg index, uint64_t scale)
{
	hr_u128 value;

	if (hr_lw_is_const(l, index, &value)) {
		at->offset = (int64_t)((uint64_t)at->offset + (uint64_t)value * scale);
		return;
	}
	if (!scale)
		return;
	if (at->index != HR_NO_REG) {
		int64_t offset = at->offset;

		at->offset = 0;
		*at = hr_lw_address_at(hr_lw_address_reg(l, at), offset);
	}
	if (scale > UINT32_MAX) {
		hr_vreg base = hr_lw_reg(l, 8);

		HR_EMIT(l, HR_OP_leax, base, at->base, index, (uint32_t)scale,
			(uint32_t)(scale >> 32));
		*at = hr_lw_address_at(base, at->offset);
		return;
	}
	at->slot = HR_NO_REG;
	at->index = index;
	at->scale = (uint32_t)scale;
}

/* Compute one lane of a getelementptr; vector operands contribute element LANE. */
static hr_lw_address gep_lane(hr_lw *l, LLVMValueRef in, hr_lw_address at, uint32_t lane)
{
	LLVMTypeRef type = LLVMGetGEPSourceElementType(in);
	LLVMTargetDataRef layout = l->program->layout;

	for (int i = 1; i < LLVMGetNumOperands(in); i++) {
		LLVMValueRef operand = LLVMGetOperand(in, (unsigned)i);
		const hr_lw_type *index_type = hr_lw_type_of_value(l, operand);
		const hr_lw_value *index = hr_lw_value_of(l, operand);
		hr_vreg reg = index->regs[index->count > 1 ? lane : 0];
		hr_u128 field;

		if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
			if (!hr_lw_is_const(l, reg, &field))
				hr_bug("a field number is no constant");
			at.offset += (int64_t)LLVMOffsetOfElement(layout, type, (unsigned)field);
			type = LLVMStructGetTypeAtIndex(type, (unsigned)field);
			continue;
		}
		if (i > 1)
			type = LLVMGetElementType(type);
		reg = hr_lw_resize(l, reg, index_type->scalars[0].bits, 64, true);
		add_term(l, &at, reg, LLVMABISizeOfType(layout, type));
	}
	return at;
}

static bool has_variable_index(LLVMValueRef in)
{
	for (int i = 1; i < LLVMGetNumOperands(in); i++)
		if (!LLVMIsAConstantInt(LLVMGetOperand(in, (unsigned)i)))
			return true;
	return false;
}

void hr_in_gep(hr_lw *l, LLVMValueRef in)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, in);
	LLVMValueRef pointer = LLVMGetOperand(in, 0);
	const hr_lw_value *base = hr_lw_value_of(l, pointer);
	hr_lw_value *result = hr_lw_new_value(l, type->count);
	hr_lw_address *kept = HR_ARENA_NEW(&l->arena, hr_lw_address);

	for (uint32_t i = 0; i < type->count; i++) {
		hr_vreg reg = base->regs[base->count > 1 ? i : 0];
		hr_lw_address at = hr_lw_address_at(reg, 0);

		if (type->type->kind == HR_T_PTR)
			at = known_address(l, pointer, reg);
		if (at.index != HR_NO_REG && has_variable_index(in))
			at = hr_lw_address_at(reg, 0); /* at most one index */
		*kept = gep_lane(l, in, at, i);
		result->regs[i] = hr_lw_address_reg(l, kept);
	}
	hr_lw_spread_poison(l, in, result);
	hr_lw_define(l, in, result);
	if (type->type->kind != HR_T_PTR)
		return;
	hr_map_put(&l->addresses, hr_map_key(in), hr_map_key(kept));
	hr_lw_note_stray(l, in, kept, result->regs[0]);
}

/* --- scalars ---------------------------------------------------------------------------------- */

static bool is_whole(const hr_scalar *s)
{
	return s->con == HR_C_F80 || s->bits == 8 * hr_con_size(s->con);
}

/* Return the offset from the first operation of a family (load, loadx, store, storex) to that of
 * the container. */
static unsigned member(hr_con con)
{
	if (con == HR_C_F80)
		return HR_OP_load_f80 - HR_OP_load_i8;
	return (HR_OP_load_i16 - HR_OP_load_i8) * hr_con_of_size(hr_con_size(con));
}

/* Return the place in the frame, if a move can access AT there; else HR_NO_REG. */
static hr_vreg frame_place(hr_lw *l, const hr_lw_address *at, hr_con con)
{
	unsigned size = hr_con_size(con);
	const hr_lw_slot *slot;

	if (l->program->keep_unwritten || at->slot == HR_NO_REG || at->index != HR_NO_REG ||
	    con == HR_C_F80 || at->offset < 0)
		return HR_NO_REG;
	slot = &l->slots.data[at->slot];
	if (slot->scoped || at->offset % size || slot->align < size ||
	    (uint64_t)at->offset + size > slot->bytes)
		return HR_NO_REG;
	return hr_lw_slot_reg(l, size, at->slot, (uint32_t)at->offset);
}

static hr_vreg load_whole(hr_lw *l, const hr_lw_address *at, hr_con con)
{
	hr_vreg d = hr_lw_reg(l, hr_con_size(con)), place = frame_place(l, at, con);

	if (place != HR_NO_REG)
		hr_lw_move(l, d, place);
	else if (at->index == HR_NO_REG)
		HR_EMIT(l, (hr_op)(HR_OP_load_i8 + member(con)), d, at->base, (uint32_t)at->offset);
	else
		HR_EMIT(l, (hr_op)(HR_OP_loadx_i8 + member(con)), d, at->base, at->index, at->scale,
			(uint32_t)at->offset);
	return d;
}

static void store_whole(hr_lw *l, const hr_lw_address *at, hr_con con, hr_vreg value)
{
	hr_vreg place = frame_place(l, at, con);

	if (place != HR_NO_REG)
		hr_lw_move(l, place, value);
	else if (at->index == HR_NO_REG)
		HR_EMIT(l, (hr_op)(HR_OP_store_i8 + member(con)), value, at->base,
			(uint32_t)at->offset);
	else
		HR_EMIT(l, (hr_op)(HR_OP_storex_i8 + member(con)), value, at->base, at->index,
			at->scale, (uint32_t)at->offset);
}

static unsigned piece_size(unsigned bytes)
{
	return bytes >= 16 ? 16 : bytes >= 8 ? 8 : bytes >= 4 ? 4 : bytes >= 2 ? 2 : 1;
}

hr_vreg hr_lw_load(hr_lw *l, const hr_lw_address *where, const hr_scalar *scalar)
{
	hr_lw_address at = *where;
	unsigned bytes = (scalar->bits + 7u) / 8, done = 0;
	unsigned size = hr_con_size(scalar->con);
	hr_vreg value = HR_NO_REG;

	at.offset += scalar->offset;
	at = near_form(l, &at, 16);
	if (is_whole(scalar))
		return load_whole(l, &at, scalar->con);
	while (done < bytes) {
		unsigned piece = piece_size(bytes - done);
		hr_vreg part = load_whole(l, &at, hr_con_of_size(piece));

		part = hr_lw_resize(l, part, 8 * piece, 8 * size, false);
		if (done)
			part = hr_lw_bin(l, hr_op_int(HR_OP_shlz_i8, scalar->con), part,
					 hr_lw_const(l, size, 8 * done));
		value = value == HR_NO_REG
				? part
				: hr_lw_bin(l, hr_op_int(HR_OP_or_i8, scalar->con), value, part);
		done += piece;
		at.offset += piece;
	}
	if (scalar->bits % 8 == 0)
		return value;
	return hr_lw_bin(l, hr_op_int(HR_OP_and_i8, scalar->con), value,
			 hr_lw_const(l, size, ((hr_u128)1 << scalar->bits) - 1));
}

void hr_lw_store(hr_lw *l, const hr_lw_address *where, const hr_scalar *scalar, hr_vreg value)
{
	hr_lw_address at = *where;
	unsigned bytes = (scalar->bits + 7u) / 8, done = 0;
	unsigned size = hr_con_size(scalar->con);

	at.offset += scalar->offset;
	at = near_form(l, &at, 16);
	if (is_whole(scalar)) {
		store_whole(l, &at, scalar->con, value);
		return;
	}
	while (done < bytes) {
		unsigned piece = piece_size(bytes - done);
		hr_vreg part = value;

		if (done)
			part = hr_lw_bin(l, hr_op_int(HR_OP_lshrz_i8, scalar->con), part,
					 hr_lw_const(l, size, 8 * done));
		store_whole(l, &at, hr_con_of_size(piece),
			    hr_lw_resize(l, part, 8 * size, 8 * piece, false));
		done += piece;
		at.offset += piece;
	}
}

/* --- whole types ------------------------------------------------------------------------------ */

const hr_lw_type *hr_lw_flat(hr_lw *l, const hr_type *type)
{
	hr_lw_type *flat = HR_ARENA_NEW(&l->arena, hr_lw_type);
	hr_scalars scalars = {0};
	hr_scalar *copy;

	hr_type_flatten(type, 0, &scalars);
	copy = hr_arena_array(&l->arena, scalars.count + 1, sizeof(*copy));
	for (size_t i = 0; i < scalars.count; i++)
		copy[i] = scalars.data[i];
	*flat = (hr_lw_type){.type = type, .scalars = copy, .count = (uint32_t)scalars.count};
	HR_VEC_FREE(&scalars);
	return flat;
}

/* Return the bytes of a bit-packed vector as a list of i8. */
static const hr_lw_type *bytes_of(hr_lw *l, const hr_type *type)
{
	uint32_t count = (uint32_t)((type->count * type->element->bits + 7) / 8);
	hr_lw_type *flat = HR_ARENA_NEW(&l->arena, hr_lw_type);
	hr_scalar *scalars = hr_arena_array(&l->arena, count, sizeof(*scalars));

	for (uint32_t i = 0; i < count; i++)
		scalars[i] = (hr_scalar){.con = HR_C_I8, .bits = 8, .offset = i};
	*flat = (hr_lw_type){.type = type, .scalars = scalars, .count = count};
	return flat;
}

static void load_packed(hr_lw *l, const hr_lw_address *at, const hr_type *type, hr_vreg *regs)
{
	const hr_lw_type *bytes = bytes_of(l, type);
	hr_vreg *parts = hr_arena_array(&l->arena, bytes->count, sizeof(*parts));

	for (uint32_t i = 0; i < bytes->count; i++)
		parts[i] = hr_lw_load(l, at, &bytes->scalars[i]);
	hr_lw_bitcast(l, bytes, parts, hr_lw_flat(l, type), regs);
}

static void store_packed(hr_lw *l, const hr_lw_address *at, const hr_type *type,
			 const hr_vreg *regs)
{
	const hr_lw_type *bytes = bytes_of(l, type);
	hr_vreg *parts = hr_arena_array(&l->arena, bytes->count, sizeof(*parts));

	hr_lw_bitcast(l, hr_lw_flat(l, type), regs, bytes, parts);
	for (uint32_t i = 0; i < bytes->count; i++)
		hr_lw_store(l, at, &bytes->scalars[i], parts[i]);
}

/* Move aggregates that contain bit-packed vectors part by part. */
static void move_parts(hr_lw *l, const hr_lw_address *at, const hr_type *type, hr_vreg *load,
		       const hr_vreg *store)
{
	uint32_t first = 0;

	for (uint64_t i = 0; i < type->count; i++) {
		bool is_struct = type->kind == HR_T_STRUCT;
		const hr_type *part = is_struct ? type->fields[i] : type->element;
		hr_lw_address inner = *at;

		inner.offset += (int64_t)(is_struct ? type->offsets[i] : i * part->size);
		if (load)
			hr_lw_load_type(l, &inner, hr_lw_flat(l, part), load + first);
		else
			hr_lw_store_type(l, &inner, hr_lw_flat(l, part), store + first);
		first += hr_type_scalar_count(part);
	}
}

void hr_lw_load_type(hr_lw *l, const hr_lw_address *at, const hr_lw_type *type, hr_vreg *regs)
{
	if (hr_type_bit_packed(type->type)) {
		if (type->type->kind == HR_T_VECTOR)
			load_packed(l, at, type->type, regs);
		else
			move_parts(l, at, type->type, regs, NULL);
		return;
	}
	for (uint32_t i = 0; i < type->count; i++)
		regs[i] = hr_lw_load(l, at, &type->scalars[i]);
}

void hr_lw_store_type(hr_lw *l, const hr_lw_address *at, const hr_lw_type *type,
		      const hr_vreg *regs)
{
	if (hr_type_bit_packed(type->type)) {
		if (type->type->kind == HR_T_VECTOR)
			store_packed(l, at, type->type, regs);
		else
			move_parts(l, at, type->type, NULL, regs);
		return;
	}
	for (uint32_t i = 0; i < type->count; i++)
		hr_lw_store(l, at, &type->scalars[i], regs[i]);
}

/* --- instructions ----------------------------------------------------------------------------- */

static void atomic_load(hr_lw *l, LLVMValueRef in, const hr_lw_address *at, const hr_scalar *s)
{
	unsigned step = HR_OP_aload_i16 - HR_OP_aload_i8;
	hr_con con = hr_con_of_size(hr_con_size(s->con));
	hr_vreg d = hr_lw_reg(l, hr_con_size(con));

	HR_EMIT(l, (hr_op)(HR_OP_aload_i8 + step * con), d, hr_lw_address_reg(l, at));
	hr_lw_define_reg(l, in, hr_lw_mask(l, d, s->bits));
}

static void atomic_store(hr_lw *l, const hr_lw_address *at, const hr_scalar *s, hr_vreg value)
{
	unsigned step = HR_OP_astore_i16 - HR_OP_astore_i8;
	hr_con con = hr_con_of_size(hr_con_size(s->con));

	HR_EMIT(l, (hr_op)(HR_OP_astore_i8 + step * con), value, hr_lw_address_reg(l, at));
}

static unsigned atomic_kind(LLVMValueRef in)
{
	return LLVMGetOrdering(in) == LLVMAtomicOrderingNotAtomic ? 0 : HR_OBJECT_ATOMIC;
}

/* Return the number of bytes that a load or store of TYPE accesses, from the first to the last. */
static uint64_t access_bytes(const hr_lw_type *type)
{
	uint64_t end = 0;

	if (hr_type_bit_packed(type->type))
		return type->type->size;
	for (uint32_t i = 0; i < type->count; i++) {
		const hr_scalar *scalar = &type->scalars[i];
		uint64_t last =
			scalar->offset + (scalar->con == HR_C_F80 ? 10 : (scalar->bits + 7u) / 8);

		end = last > end ? last : end;
	}
	return end;
}

void hr_in_load(hr_lw *l, LLVMValueRef in)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, in);
	LLVMValueRef pointer = LLVMGetOperand(in, 0);
	hr_lw_value *result = hr_lw_new_value(l, type->count);
	hr_lw_address at;
	uint64_t variable;

	if (hr_map_get(&l->variables, hr_map_key(pointer), &variable)) {
		result->regs[0] = hr_lw_reg(l, hr_con_size(type->scalars[0].con));
		hr_lw_move(l, result->regs[0], (hr_vreg)variable);
		hr_lw_define(l, in, result);
		hr_lw_promise_load(l, in);
		return;
	}
	at = hr_lw_address_of(l, pointer);
	hr_lw_promise_access(l, pointer, false);
	hr_lw_check_object(l, pointer, &at, access_bytes(type), HR_OBJECT_READ | atomic_kind(in));
	hr_lw_promise_apart(l, pointer, &at, access_bytes(type), false);
	if (LLVMGetOrdering(in) != LLVMAtomicOrderingNotAtomic && type->count == 1) {
		atomic_load(l, in, &at, &type->scalars[0]);
		return;
	}
	hr_lw_load_type(l, &at, type, result->regs);
	hr_lw_define(l, in, result);
	hr_lw_promise_load(l, in);
}

void hr_in_store(hr_lw *l, LLVMValueRef in)
{
	LLVMValueRef source = LLVMGetOperand(in, 0), pointer = LLVMGetOperand(in, 1);
	const hr_lw_type *type = hr_lw_type_of_value(l, source);
	const hr_lw_value *value = hr_lw_value_of(l, source);
	hr_lw_address at;
	uint64_t variable;

	hr_lw_check_handed(l, value);
	if (hr_map_get(&l->variables, hr_map_key(pointer), &variable)) {
		hr_lw_move(l, (hr_vreg)variable, value->regs[0]);
		return;
	}
	at = hr_lw_address_of(l, pointer);
	hr_lw_promise_access(l, pointer, true);
	hr_lw_check_object(l, pointer, &at, access_bytes(type), HR_OBJECT_WRITE | atomic_kind(in));
	hr_lw_promise_apart(l, pointer, &at, access_bytes(type), true);
	if (LLVMGetOrdering(in) != LLVMAtomicOrderingNotAtomic && type->count == 1)
		atomic_store(l, &at, &type->scalars[0], value->regs[0]);
	else
		hr_lw_store_type(l, &at, type, value->regs);
}

/* Set *bytes to the size of an alloca of the entry block with a constant count. Return false if it
 * is dynamic. */
static bool static_bytes(hr_lw *l, LLVMValueRef in, uint64_t *bytes)
{
	LLVMValueRef count = LLVMGetOperand(in, 0);
	uint64_t size = LLVMABISizeOfType(l->program->layout, LLVMGetAllocatedType(in));

	if (LLVMGetInstructionParent(in) != LLVMGetEntryBasicBlock(l->llvm) ||
	    !LLVMIsAConstantInt(count) || hr_constant_int(count) > UINT32_MAX)
		return false;
	return !__builtin_mul_overflow(size, (uint64_t)hr_constant_int(count), bytes) &&
	       *bytes < 1u << 28;
}

void hr_in_alloca(hr_lw *l, LLVMValueRef in)
{
	uint64_t bytes, align = LLVMGetAlignment(in);
	hr_lw_address *kept;
	hr_vreg d;

	if (hr_map_get(&l->variables, hr_map_key(in), NULL))
		return;
	d = hr_lw_reg(l, 8);
	if (!static_bytes(l, in, &bytes)) {
		LLVMTypeRef count = LLVMTypeOf(LLVMGetOperand(in, 0));
		uint64_t size = LLVMABISizeOfType(l->program->layout, LLVMGetAllocatedType(in));
		hr_vreg n = hr_lw_resize(l, hr_lw_scalar(l, in, 0), LLVMGetIntTypeWidth(count), 64,
					 false);

		n = hr_lw_bin(l, HR_OP_mul_i64, n, hr_lw_const(l, 8, size));
		HR_EMIT(l, HR_OP_alloca_dynamic, d, n, (uint32_t)(align > 16 ? align : 16));
		l->dynamic_stack = true;
		hr_lw_define_reg(l, in, d);
		return;
	}
	HR_PUSH(&l->slots, (hr_lw_slot){.variable = in,
					.bytes = bytes,
					.align = align > 8 ? align : 8,
					.gap = hr_lw_needs_gap(l, in),
					.scoped = hr_lw_is_scoped(l, in)});
	kept = HR_ARENA_NEW(&l->arena, hr_lw_address);
	*kept = hr_lw_address_at(d, 0);
	kept->slot = (uint32_t)l->slots.count - 1;
	HR_EMIT(l, HR_OP_alloca, d, kept->slot);
	if (l->slots.data[kept->slot].scoped)
		hr_lw_begin_scope(l, in, d);
	hr_lw_define_reg(l, in, d);
	hr_map_put(&l->addresses, hr_map_key(in), hr_map_key(kept));
}

/* --- allocas that become registers ------------------------------------------------------------ */

static bool is_lifetime(LLVMValueRef user)
{
	LLVMValueRef callee;
	size_t length;

	if (!LLVMIsACallInst(user))
		return false;
	callee = LLVMGetCalledValue(user);
	return LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee) &&
	       __builtin_strncmp(LLVMGetValueName2(callee, &length), "llvm.lifetime.", 14) == 0;
}

/* Return true if the alloca is only loaded and stored as TYPE, so that a register can replace
 * it. */
static bool is_variable(LLVMValueRef alloca_, LLVMTypeRef type)
{
	for (LLVMUseRef use = LLVMGetFirstUse(alloca_); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);

		if (LLVMIsALoadInst(user) ? LLVMTypeOf(user) == type && !LLVMGetVolatile(user)
		    : LLVMIsAStoreInst(user)
			    ? LLVMGetOperand(user, 0) != alloca_ &&
				      LLVMTypeOf(LLVMGetOperand(user, 0)) == type &&
				      !LLVMGetVolatile(user)
			    : is_lifetime(user))
			continue;
		return false;
	}
	return true;
}

enum first_use { NO_USE, READ_FIRST, WRITTEN_FIRST };

/* Return the first use of VARIABLE from IN to the end of its block. */
static enum first_use first_use_from(LLVMValueRef in, LLVMValueRef variable)
{
	for (; in; in = LLVMGetNextInstruction(in)) {
		if (LLVMIsALoadInst(in) && LLVMGetOperand(in, 0) == variable)
			return READ_FIRST;
		if (LLVMIsAStoreInst(in) && LLVMGetOperand(in, 1) == variable)
			return WRITTEN_FIRST;
	}
	return NO_USE;
}

/* Return true if a path from the beginning of a lifetime of VARIABLE, or of the function, leads to
 * a load of it without a store to it before. */
static bool maybe_unwritten(hr_lw *l, LLVMValueRef variable)
{
	HR_VEC(LLVMValueRef) open = {0};
	hr_map seen = {0};
	bool found = false;

	HR_PUSH(&open, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(l->llvm)));
	for (LLVMUseRef of = LLVMGetFirstUse(variable); of; of = LLVMGetNextUse(of))
		if (hr_lw_lives(LLVMGetUser(of), variable))
			HR_PUSH(&open, LLVMGetUser(of));
	while (open.count && !found) {
		LLVMValueRef from = open.data[--open.count];
		enum first_use use = first_use_from(from, variable);
		LLVMValueRef end = LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(from));

		found = use == READ_FIRST;
		for (unsigned i = 0; use == NO_USE && end && i < LLVMGetNumSuccessors(end); i++) {
			LLVMBasicBlockRef next = LLVMGetSuccessor(end, i);

			if (hr_map_get(&seen, hr_map_key(next), NULL))
				continue;
			hr_map_put(&seen, hr_map_key(next), 1);
			HR_PUSH(&open, LLVMGetFirstInstruction(next));
		}
	}
	HR_VEC_FREE(&open);
	hr_map_free(&seen);
	return found;
}

void hr_lw_promote(hr_lw *l)
{
	for (LLVMValueRef in = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(l->llvm)); in;
	     in = LLVMGetNextInstruction(in)) {
		const hr_type *type;
		uint64_t bytes;

		if (!LLVMIsAAllocaInst(in) || !static_bytes(l, in, &bytes))
			continue;
		type = hr_type_of(l->program, LLVMGetAllocatedType(in));
		if (!type || bytes != type->size ||
		    (type->kind != HR_T_INT && type->kind != HR_T_FLOAT && type->kind != HR_T_PTR))
			continue;
		if (is_variable(in, LLVMGetAllocatedType(in)) && !hr_lw_is_scoped(l, in) &&
		    !(l->program->keep_unwritten && maybe_unwritten(l, in)))
			hr_map_put(&l->variables, hr_map_key(in),
				   hr_lw_reg(l, hr_con_size(type->con)));
	}
}
