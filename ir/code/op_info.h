/* ir/code/op_info.h -- the rows of src/arith/op.def as data: names, operands, shapes, containers
 * (code.c). */
#ifndef HR_OP_INFO_H
#define HR_OP_INFO_H

#include "ir/code/code.h"
#include "src/arith/poison_source.h"

typedef enum hr_op_shape {
	HR_SHAPE_UN,
	HR_SHAPE_BIN,
	HR_SHAPE_MIX,
	HR_SHAPE_TER,
	HR_SHAPE_UNI,
	HR_SHAPE_TWO,
	HR_SHAPE_FREXP,
	HR_SHAPE_OVF,
	HR_SHAPE_TRAP1,
	HR_SHAPE_TRAP2,
	HR_SHAPE_MEM,
	HR_SHAPE_CTL,
	HR_SHAPE_CALL,
	HR_SHAPE_ATOM,
	HR_SHAPE_HPVM,
	HR_SHAPE_SELECT,
	HR_SHAPE_LOAD,
	HR_SHAPE_LOADX,
	HR_SHAPE_STORE,
	HR_SHAPE_STOREX,
	HR_SHAPE_JUMP,
	HR_SHAPE_ADDJUMP,
	HR_SHAPE_RMW,
	HR_SHAPE_CMPXCHG,
	HR_SHAPE_ALOAD,
	HR_SHAPE_ASTORE,
} hr_op_shape;

typedef struct hr_op_info {
	const char *name, *operands;
	uint8_t length;          /* words */
	uint8_t shape, to, from; /* containers; HR_C_COUNT if there is none */
} hr_op_info;

extern const hr_op_info hr_op_infos[HR_OP_COUNT];

#endif
