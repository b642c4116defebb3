/* interp/check/call.c -- accesses that are no loads or stores: atomic operations, and what C functions make.
 *
 * Owns:     nothing.
 * Clauses:  M2, M4-M7.
 * Not here: loads, stores and copies (check.c), memory that C functions give (blocks.c). */
#include <string.h>

#include "interp/check/check_state.h"
#include "interp/host/host_calls.h"
#include "interp/check/shadow.h"
#include "interp/memory/device_copies.h"
#include "interp/lanes/build/wide.h"

/* Operand with the address, and bytes, of atomic operations; 0: accesses nothing. */
typedef struct atomic_row {
	uint8_t operand, bytes, kind;
} atomic_row;

#define BYTES_OF_I8   1
#define BYTES_OF_I16  2
#define BYTES_OF_I32  4
#define BYTES_OF_I64  8
#define BYTES_OF_I128 16
#define BYTES_OF_F16  2
#define BYTES_OF_B16  2
#define BYTES_OF_F32  4
#define BYTES_OF_F64  8
#define BYTES_OF_F80  10
#define BYTES_OF_F128 16
#define BYTES_OF__    0
#define ATOMIC_NONE(bytes)                                                                         \
	{                                                                                          \
		0, 0, 0                                                                            \
	}
#define ATOMIC_RMW(bytes)                                                                          \
	{                                                                                          \
		2, bytes, HR_ACCESS_READ | HR_ACCESS_WRITE | HR_ACCESS_ATOMIC                      \
	}
#define ATOMIC_CMPXCHG(bytes)                                                                      \
	{                                                                                          \
		3, bytes, HR_ACCESS_READ | HR_ACCESS_WRITE | HR_ACCESS_ATOMIC                      \
	}
#define ATOMIC_ALOAD(bytes)                                                                        \
	{                                                                                          \
		2, bytes, HR_ACCESS_READ | HR_ACCESS_ATOMIC                                        \
	}
#define ATOMIC_ASTORE(bytes)                                                                       \
	{                                                                                          \
		2, bytes, HR_ACCESS_WRITE | HR_ACCESS_ATOMIC                                       \
	}
#define ATOMIC_UN      ATOMIC_NONE
#define ATOMIC_BIN     ATOMIC_NONE
#define ATOMIC_MIX     ATOMIC_NONE
#define ATOMIC_TER     ATOMIC_NONE
#define ATOMIC_UNI     ATOMIC_NONE
#define ATOMIC_TWO     ATOMIC_NONE
#define ATOMIC_FREXP   ATOMIC_NONE
#define ATOMIC_OVF     ATOMIC_NONE
#define ATOMIC_TRAP1   ATOMIC_NONE
#define ATOMIC_TRAP2   ATOMIC_NONE
#define ATOMIC_SELECT  ATOMIC_NONE
#define ATOMIC_LOAD    ATOMIC_NONE
#define ATOMIC_LOADX   ATOMIC_NONE
#define ATOMIC_STORE   ATOMIC_NONE
#define ATOMIC_STOREX  ATOMIC_NONE
#define ATOMIC_JUMP    ATOMIC_NONE
#define ATOMIC_ADDJUMP ATOMIC_NONE
#define ATOMIC_MEM     ATOMIC_NONE
#define ATOMIC_CTL     ATOMIC_NONE
#define ATOMIC_CALL    ATOMIC_NONE
#define ATOMIC_ATOM    ATOMIC_NONE
#define ATOMIC_HPVM    ATOMIC_NONE

static const atomic_row atomic_rows[HR_OP_COUNT] = {
#define HR_OP(ident, name, shape, T1, T2, operands, text) ATOMIC_##shape(BYTES_OF_##T1),
#include "src/arith/op.def"
};

hr_trap hr_check_rare(hr_thread *thread, uint8_t *frame, hr_gate *gate, const uint32_t *pc)
{
	const atomic_row *row = &atomic_rows[*pc];

	if (!row->bytes)
		return 0;
	if (!__atomic_load_n(&thread->run->checker->in_batch, __ATOMIC_RELAXED))
		hr_trial_doubt(thread->run); /* nobody sees the order of those in batches */
	return hr_gate_access(thread, frame, gate, HR_REG(frame, I64, pc[row->operand]), row->bytes,
			      row->kind, NULL);
}

bool hr_uninit_rare(hr_thread *thread, const uint8_t *frame, const uint32_t *pc)
{
	const atomic_row *row = &atomic_rows[*pc];
	uint64_t address;

	if (*pc == HR_OP_va_start) {
		hr_shadow_clear(thread->shadow, HR_REG(frame, I64, pc[1]), sizeof(hr_va_list));
	} else if (*pc == HR_OP_va_copy) {
		hr_uninit_copy(thread, frame, pc, HR_REG(frame, I64, pc[1]),
			       HR_REG(frame, I64, pc[2]), sizeof(hr_va_list));
	} else if (row->bytes) {
		address = HR_REG(frame, I64, pc[row->operand]);
		if (row->kind & HR_ACCESS_READ)
			return !hr_uninit_defined(thread->run->checker, address, row->bytes);
		hr_shadow_clear(thread->shadow, address, row->bytes);
	}
	return false;
}

/* Host code calls a function of C. */
static hr_trap host_call(hr_thread *thread, const uint8_t *frame, const hr_call *call,
			 const hr_c_call *known)
{
	hr_trap trap = 0;

	for (unsigned i = 0; i < known->access_count && !trap; i++) {
		const hr_call_access *one = &known->access[i];
		check_access access = {
			.address = HR_REG(frame, I64, call->args[one->pointer].reg),
			.bytes = HR_STRING_BYTES,
			.kind = one->write ? HR_ACCESS_WRITE : HR_ACCESS_READ,
		};

		if (one->size != HR_CALL_STRING)
			access.bytes = HR_REG(frame, I64, call->args[one->size].reg);
		if (one->times != HR_CALL_ONCE)
			access.bytes *= HR_REG(frame, I64, call->args[one->times].reg);
		if (access.bytes)
			trap = hr_check_host_access(thread, &access);
	}
	return trap;
}

/* C's own copies, which compilers make of loops. */
hr_trap hr_check_native(hr_thread *thread, uint8_t *frame, const uint32_t *pc, const hr_site *site)
{
	const hr_call *call = &hr_frame_of(frame)->code->calls[pc[1]];
	uint64_t to, source, bytes;

	if (!thread->level) {
		const hr_c_call *known =
			hr_split_any_stale(thread->run->split) ? hr_c_call_find(site->name) : NULL;

		return known && call->arg_count >= known->parameters
			       ? host_call(thread, frame, call, known)
			       : 0;
	}
	if (hr_c_follows_pointers(site->name))
		hr_trial_doubt(thread->run);
	if (strncmp(site->name, "mem", 3) != 0 || call->arg_count != 3)
		return 0;
	to = HR_REG(frame, I64, call->args[0].reg);
	bytes = HR_REG(frame, I64, call->args[2].reg);
	if (strcmp(site->name, "memset") == 0)
		return hr_check_block(thread, frame, to, 0, bytes);
	source = HR_REG(frame, I64, call->args[1].reg);
	if (strcmp(site->name, "memcpy") == 0 || strcmp(site->name, "memmove") == 0)
		return hr_check_block(thread, frame, to, source, bytes);
	return 0;
}
