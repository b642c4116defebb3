/* interp/lanes/handlers/lane_rows.h -- the operations that rows.c implements, with two and three
 * sources: BIN(ident, container), TER(ident, container). */
#ifndef HR_LANE_ROWS_H
#define HR_LANE_ROWS_H

/* clang-format off */
#define LANE_ROWS(BIN, TER)                                                                        \
	BIN(fadd_f32, F32) BIN(fsub_f32, F32) BIN(fmul_f32, F32) TER(fmuladd_f32, F32) TER(fma_f32, F32) \
	BIN(fadd_f64, F64) BIN(fsub_f64, F64) BIN(fmul_f64, F64) TER(fmuladd_f64, F64) TER(fma_f64, F64)
/* clang-format on */

#endif
