/* interp/lanes/handlers/lane_forms.h -- how often the rows of src/arith/op.def are compiled for
 * arrays; private to ops.c and shared.c.
 *
 * LANE_FORM_OF(ident, shape, T1, T2) is one of
 *  FORMS   one handler for each form (bit k: source k is an array), in each instruction set
 *  ARRAYS  one handler for sources that are all arrays, and one for all other forms, in each set
 *  STRIPS  one handler for all forms, in each instruction set
 *  SHARED  one handler for all forms, compiled once for all instruction sets
 *  NONE    no handler on arrays
 *
 * A handler for all forms takes up to half as long again as one for a single form if few lanes are
 * active. So FORMS and ARRAYS are for the most frequent operations of leaves; rows.c calls some of
 * these forms. SHARED is for operations without vector instructions, and for those that programs
 * rarely do on many lanes: it saves compile time in each instruction set. Halves are computed by functions,
 * so that only what widens them gains by vector instructions.
 *
 * Not here:  the handlers (lane_shapes.h). */
#ifndef HR_LANE_FORMS_H
#define HR_LANE_FORMS_H

#include "interp/lanes/run/lane_batch.h"
#include "src/arith/arith.h"

/* Rows of rare containers are done lane by lane (interp/lanes/run/each.c). */
#define COLD_I8         0
#define COLD_I16        0
#define COLD_I32        0
#define COLD_I64        0
#define COLD_F32        0
#define COLD_F64        0
#define COLD__          0
#define COLD_I128       1
#define COLD_F16        0
#define COLD_B16        0
#define COLD_F80        1
#define COLD_F128       1
#define COLD_OF(T1, T2) HR_EITHER(COLD_##T1, COLD_##T2)

/* The second element of what LIST expands to; OTHER if LIST is not a macro. */
#define FOUND_OR(list, other)    FOUND_SECOND(list, other, ~)
#define FOUND_SECOND(...)        FOUND_SECOND_(__VA_ARGS__)
#define FOUND_SECOND_(a, b, ...) b

#define LANE_FORM_OF(ident, shape, T1, T2)                                                         \
	HR_PASTE(FORM_IF_COLD_, COLD_OF(T1, T2))(ident, shape, T1, T2)
#define FORM_IF_COLD_1(ident, shape, T1, T2) NONE
#define FORM_IF_COLD_0(ident, shape, T1, T2)                                                       \
	FOUND_OR(FORM_OF_##ident,                                                                  \
		 HR_PASTE(FORM_BY_, FOUND_OR(FORM_DECIDED_##shape, NOTHING))(T1, T2))

/* The container that decides for the rows of a shape: computations on bytes and 16-bit words are
 * rare. */
#define FORM_DECIDED_UN           ~, NEITHER
#define FORM_DECIDED_UNI          ~, NEITHER
#define FORM_DECIDED_BIN          ~, SOURCE
#define FORM_DECIDED_TER          ~, SOURCE
#define FORM_DECIDED_JUMP         ~, JUMPED_BY
#define FORM_DECIDED_TRAP1        ~, RESULT
#define FORM_DECIDED_TRAP2        ~, RESULT
#define FORM_DECIDED_SELECT       ~, RESULT
#define FORM_BY_NOTHING(T1, T2)   NONE
#define FORM_BY_NEITHER(T1, T2)   FORM_UNLESS_HALF(T1, T2, STRIPS)
#define FORM_BY_SOURCE(T1, T2)    FORM_OF_##T2
#define FORM_BY_RESULT(T1, T2)    FORM_UNLESS_HALF(T1, T2, FORM_OF_##T1)
#define FORM_BY_JUMPED_BY(T1, T2) FORM_OF_JUMP_##T2
#define FORM_UNLESS_HALF(T1, T2, form)                                                             \
	HR_PASTE(FORM_IF_HALF_, HR_EITHER(IS_HALF_##T1, IS_HALF_##T2))(form)
#define FORM_IF_HALF_0(form) form
#define FORM_IF_HALF_1(form) SHARED
#define IS_HALF_I8           0
#define IS_HALF_I16          0
#define IS_HALF_I32          0
#define IS_HALF_I64          0
#define IS_HALF_F32          0
#define IS_HALF_F64          0
#define IS_HALF__            0
#define IS_HALF_F16          1
#define IS_HALF_B16          1
#define FORM_OF_JUMP_F16     SHARED
#define FORM_OF_JUMP_B16     SHARED
#define FORM_OF_F16          SHARED
#define FORM_OF_B16          SHARED
#define FORM_OF_JUMP_I8      SHARED
#define FORM_OF_JUMP_I16     SHARED
#define FORM_OF_JUMP_I32     FORMS
#define FORM_OF_JUMP_I64     FORMS
#define FORM_OF_JUMP_F32     FORMS
#define FORM_OF_JUMP_F64     FORMS
#define FORM_OF_I8           SHARED
#define FORM_OF_I16          SHARED
#define FORM_OF_I32          STRIPS
#define FORM_OF_I64          STRIPS
#define FORM_OF_F32          STRIPS
#define FORM_OF_F64          STRIPS

/* Arithmetic. */
#define FORM_OF_add_i32    ~, FORMS
#define FORM_OF_add_i64    ~, FORMS
#define FORM_OF_sub_i32    ~, FORMS
#define FORM_OF_sub_i64    ~, FORMS
#define FORM_OF_mul_i32    ~, FORMS
#define FORM_OF_mul_i64    ~, FORMS
#define FORM_OF_and_i32    ~, FORMS
#define FORM_OF_and_i64    ~, FORMS
#define FORM_OF_or_i32     ~, FORMS
#define FORM_OF_or_i64     ~, FORMS
#define FORM_OF_xor_i32    ~, FORMS
#define FORM_OF_xor_i64    ~, FORMS
#define FORM_OF_select_i32 ~, FORMS
#define FORM_OF_select_i64 ~, FORMS
#define FORM_OF_fdiv_f32   ~, FORMS
#define FORM_OF_fdiv_f64   ~, FORMS

/* Fused operations. */
#define FORM_OF_faddadd_f32  ~, ARRAYS
#define FORM_OF_faddadd_f64  ~, ARRAYS
#define FORM_OF_fsubadd_f32  ~, ARRAYS
#define FORM_OF_fsubadd_f64  ~, ARRAYS
#define FORM_OF_faddsub_f32  ~, ARRAYS
#define FORM_OF_faddsub_f64  ~, ARRAYS
#define FORM_OF_fsubsub_f32  ~, ARRAYS
#define FORM_OF_fsubsub_f64  ~, ARRAYS
#define FORM_OF_fmulsub_f32  ~, ARRAYS
#define FORM_OF_fmulsub_f64  ~, ARRAYS
#define FORM_OF_faddfrom_f32 ~, ARRAYS
#define FORM_OF_faddfrom_f64 ~, ARRAYS
#define FORM_OF_fsubfrom_f32 ~, ARRAYS
#define FORM_OF_fsubfrom_f64 ~, ARRAYS
#define FORM_OF_fmulfrom_f32 ~, ARRAYS
#define FORM_OF_fmulfrom_f64 ~, ARRAYS
#define FORM_OF_faddmul_f32  ~, ARRAYS
#define FORM_OF_faddmul_f64  ~, ARRAYS
#define FORM_OF_fsubmul_f32  ~, ARRAYS
#define FORM_OF_fsubmul_f64  ~, ARRAYS

/* Called by rows.c. */
#define FORM_OF_fadd_f32    ~, FORMS
#define FORM_OF_fadd_f64    ~, FORMS
#define FORM_OF_fsub_f32    ~, FORMS
#define FORM_OF_fsub_f64    ~, FORMS
#define FORM_OF_fmul_f32    ~, FORMS
#define FORM_OF_fmul_f64    ~, FORMS
#define FORM_OF_fmuladd_f32 ~, FORMS
#define FORM_OF_fmuladd_f64 ~, FORMS
#define FORM_OF_fma_f32     ~, FORMS
#define FORM_OF_fma_f64     ~, FORMS

/* Halves that are widened. */
#define FORM_OF_fpconv_f16_f32 ~, STRIPS
#define FORM_OF_fpconv_f16_f64 ~, STRIPS
#define FORM_OF_fpconv_b16_f32 ~, STRIPS
#define FORM_OF_fpconv_b16_f64 ~, STRIPS

/* Shifts by the same amount for all lanes. */
#define FORM_OF_shlz_i32  ~, FORMS
#define FORM_OF_shlz_i64  ~, FORMS
#define FORM_OF_lshrz_i32 ~, FORMS
#define FORM_OF_lshrz_i64 ~, FORMS
#define FORM_OF_ashrz_i32 ~, FORMS
#define FORM_OF_ashrz_i64 ~, FORMS

/* Logical operations on conditions, which are bytes. */
#define FORM_OF_and_i8    ~, STRIPS
#define FORM_OF_or_i8     ~, STRIPS
#define FORM_OF_xor_i8    ~, STRIPS
#define FORM_OF_select_i8 ~, STRIPS

/* Integers without vector instructions. */
#define FORM_OF_udiv_i32 ~, SHARED
#define FORM_OF_udiv_i64 ~, SHARED
#define FORM_OF_sdiv_i32 ~, SHARED
#define FORM_OF_sdiv_i64 ~, SHARED
#define FORM_OF_urem_i32 ~, SHARED
#define FORM_OF_urem_i64 ~, SHARED
#define FORM_OF_srem_i32 ~, SHARED
#define FORM_OF_srem_i64 ~, SHARED

/* Rare on many lanes. */
#define FORM_OF_uadd_sat_i32       ~, SHARED
#define FORM_OF_uadd_sat_i64       ~, SHARED
#define FORM_OF_usub_sat_i32       ~, SHARED
#define FORM_OF_usub_sat_i64       ~, SHARED
#define FORM_OF_sadd_sat_i32       ~, SHARED
#define FORM_OF_sadd_sat_i64       ~, SHARED
#define FORM_OF_ssub_sat_i32       ~, SHARED
#define FORM_OF_ssub_sat_i64       ~, SHARED
#define FORM_OF_ushl_sat_i32       ~, SHARED
#define FORM_OF_ushl_sat_i64       ~, SHARED
#define FORM_OF_sshl_sat_i32       ~, SHARED
#define FORM_OF_sshl_sat_i64       ~, SHARED
#define FORM_OF_ctpop_i8           ~, SHARED
#define FORM_OF_ctpop_i16          ~, SHARED
#define FORM_OF_ctlz_i8            ~, SHARED
#define FORM_OF_ctlz_i16           ~, SHARED
#define FORM_OF_cttz_i8            ~, SHARED
#define FORM_OF_cttz_i16           ~, SHARED
#define FORM_OF_bswap_i8           ~, SHARED
#define FORM_OF_bswap_i16          ~, SHARED
#define FORM_OF_bitreverse_i8      ~, SHARED
#define FORM_OF_bitreverse_i16     ~, SHARED
#define FORM_OF_abs_i8             ~, SHARED
#define FORM_OF_abs_i16            ~, SHARED
#define FORM_OF_mask_i8            ~, SHARED
#define FORM_OF_mask_i16           ~, SHARED
#define FORM_OF_sextin_i8          ~, SHARED
#define FORM_OF_sextin_i16         ~, SHARED
#define FORM_OF_bitreverse_i32     ~, SHARED
#define FORM_OF_bitreverse_i64     ~, SHARED
#define FORM_OF_pdep_i32           ~, SHARED
#define FORM_OF_pdep_i64           ~, SHARED
#define FORM_OF_pext_i32           ~, SHARED
#define FORM_OF_pext_i64           ~, SHARED
#define FORM_OF_gfinv_i8           ~, SHARED
#define FORM_OF_fpclass_f32        ~, SHARED
#define FORM_OF_fpclass_f64        ~, SHARED
#define FORM_OF_minimum_f32        ~, SHARED
#define FORM_OF_minimum_f64        ~, SHARED
#define FORM_OF_maximum_f32        ~, SHARED
#define FORM_OF_maximum_f64        ~, SHARED
#define FORM_OF_minimumnum_f32     ~, SHARED
#define FORM_OF_minimumnum_f64     ~, SHARED
#define FORM_OF_maximumnum_f32     ~, SHARED
#define FORM_OF_maximumnum_f64     ~, SHARED
#define FORM_OF_canonicalize_f32   ~, SHARED
#define FORM_OF_canonicalize_f64   ~, SHARED
#define FORM_OF_fptosi_sat_f32_i8  ~, SHARED
#define FORM_OF_fptosi_sat_f64_i8  ~, SHARED
#define FORM_OF_fptosi_sat_f32_i16 ~, SHARED
#define FORM_OF_fptosi_sat_f64_i16 ~, SHARED
#define FORM_OF_fptosi_sat_f32_i32 ~, SHARED
#define FORM_OF_fptosi_sat_f64_i32 ~, SHARED
#define FORM_OF_fptosi_sat_f32_i64 ~, SHARED
#define FORM_OF_fptosi_sat_f64_i64 ~, SHARED
#define FORM_OF_fptoui_sat_f32_i8  ~, SHARED
#define FORM_OF_fptoui_sat_f64_i8  ~, SHARED
#define FORM_OF_fptoui_sat_f32_i16 ~, SHARED
#define FORM_OF_fptoui_sat_f64_i16 ~, SHARED
#define FORM_OF_fptoui_sat_f32_i32 ~, SHARED
#define FORM_OF_fptoui_sat_f64_i32 ~, SHARED
#define FORM_OF_fptoui_sat_f32_i64 ~, SHARED
#define FORM_OF_fptoui_sat_f64_i64 ~, SHARED

/* Calls of libm. */
#define FORM_OF_sin_f32    ~, SHARED
#define FORM_OF_sin_f64    ~, SHARED
#define FORM_OF_cos_f32    ~, SHARED
#define FORM_OF_cos_f64    ~, SHARED
#define FORM_OF_tan_f32    ~, SHARED
#define FORM_OF_tan_f64    ~, SHARED
#define FORM_OF_asin_f32   ~, SHARED
#define FORM_OF_asin_f64   ~, SHARED
#define FORM_OF_acos_f32   ~, SHARED
#define FORM_OF_acos_f64   ~, SHARED
#define FORM_OF_atan_f32   ~, SHARED
#define FORM_OF_atan_f64   ~, SHARED
#define FORM_OF_atan2_f32  ~, SHARED
#define FORM_OF_atan2_f64  ~, SHARED
#define FORM_OF_sinh_f32   ~, SHARED
#define FORM_OF_sinh_f64   ~, SHARED
#define FORM_OF_cosh_f32   ~, SHARED
#define FORM_OF_cosh_f64   ~, SHARED
#define FORM_OF_tanh_f32   ~, SHARED
#define FORM_OF_tanh_f64   ~, SHARED
#define FORM_OF_exp_f32    ~, SHARED
#define FORM_OF_exp_f64    ~, SHARED
#define FORM_OF_exp2_f32   ~, SHARED
#define FORM_OF_exp2_f64   ~, SHARED
#define FORM_OF_exp10_f32  ~, SHARED
#define FORM_OF_exp10_f64  ~, SHARED
#define FORM_OF_log_f32    ~, SHARED
#define FORM_OF_log_f64    ~, SHARED
#define FORM_OF_log2_f32   ~, SHARED
#define FORM_OF_log2_f64   ~, SHARED
#define FORM_OF_log10_f32  ~, SHARED
#define FORM_OF_log10_f64  ~, SHARED
#define FORM_OF_pow_f32    ~, SHARED
#define FORM_OF_pow_f64    ~, SHARED
#define FORM_OF_frem_f32   ~, SHARED
#define FORM_OF_frem_f64   ~, SHARED
#define FORM_OF_lrint_f32  ~, SHARED
#define FORM_OF_lrint_f64  ~, SHARED
#define FORM_OF_lround_f32 ~, SHARED
#define FORM_OF_lround_f64 ~, SHARED

#endif
