/* interp/check/atomics.c -- table of the atomic operations and of the memory that they access. */
#include "interp/check/check_state.h"

#define BYTES_OF_I8           1
#define BYTES_OF_I16          2
#define BYTES_OF_I32          4
#define BYTES_OF_I64          8
#define BYTES_OF_I128         16
#define BYTES_OF_F16          2
#define BYTES_OF_B16          2
#define BYTES_OF_F32          4
#define BYTES_OF_F64          8
#define BYTES_OF_F80          10
#define BYTES_OF_F128         16
#define BYTES_OF__            0
#define ATOMIC_NONE(bytes)    {0, 0, 0}
#define ATOMIC_RMW(bytes)     {2, bytes, HR_ACCESS_READ | HR_ACCESS_WRITE | HR_ACCESS_ATOMIC}
#define ATOMIC_CMPXCHG(bytes) {3, bytes, HR_ACCESS_READ | HR_ACCESS_WRITE | HR_ACCESS_ATOMIC}
#define ATOMIC_ALOAD(bytes)   {2, bytes, HR_ACCESS_READ | HR_ACCESS_ATOMIC}
#define ATOMIC_ASTORE(bytes)  {2, bytes, HR_ACCESS_WRITE | HR_ACCESS_ATOMIC}
#define ATOMIC_UN             ATOMIC_NONE
#define ATOMIC_BIN            ATOMIC_NONE
#define ATOMIC_MIX            ATOMIC_NONE
#define ATOMIC_TER            ATOMIC_NONE
#define ATOMIC_UNI            ATOMIC_NONE
#define ATOMIC_TWO            ATOMIC_NONE
#define ATOMIC_FREXP          ATOMIC_NONE
#define ATOMIC_OVF            ATOMIC_NONE
#define ATOMIC_TRAP1          ATOMIC_NONE
#define ATOMIC_TRAP2          ATOMIC_NONE
#define ATOMIC_SELECT         ATOMIC_NONE
#define ATOMIC_LOAD           ATOMIC_NONE
#define ATOMIC_LOADX          ATOMIC_NONE
#define ATOMIC_STORE          ATOMIC_NONE
#define ATOMIC_STOREX         ATOMIC_NONE
#define ATOMIC_JUMP           ATOMIC_NONE
#define ATOMIC_ADDJUMP        ATOMIC_NONE
#define ATOMIC_MEM            ATOMIC_NONE
#define ATOMIC_CTL            ATOMIC_NONE
#define ATOMIC_CALL           ATOMIC_NONE
#define ATOMIC_ATOM           ATOMIC_NONE
#define ATOMIC_HPVM           ATOMIC_NONE

const check_atomic hr_check_atomics[HR_OP_COUNT] = {
#define HR_OP(ident, name, shape, T1, T2, operands, text) ATOMIC_##shape(BYTES_OF_##T1),
#include "src/arith/op.def"
};
