; Fixed-point quotients; fixed.plain computes them in twice the width.
define void @sdiv_i5_0_plain(ptr %in, ptr %out) {
  %a9 = load i8, ptr %in
  %a0 = trunc i8 %a9 to i5
  %p = getelementptr i8, ptr %in, i64 16
  %b9 = load i8, ptr %p
  %b0 = trunc i8 %b9 to i5
  %a = ashr i5 %a0, 2
  %b1 = ashr i5 %b0, 2
  %b = or i5 %b1, 1
  %r = call i5 @llvm.sdiv.fix.i5(i5 %a, i5 %b, i32 0)
  store i5 %r, ptr %out
  ret void
}
define void @sdiv_i5_1_plain(ptr %in, ptr %out) {
  %a9 = load i8, ptr %in
  %a0 = trunc i8 %a9 to i5
  %p = getelementptr i8, ptr %in, i64 16
  %b9 = load i8, ptr %p
  %b0 = trunc i8 %b9 to i5
  %a = ashr i5 %a0, 2
  %b1 = ashr i5 %b0, 2
  %b = or i5 %b1, 1
  %r = call i5 @llvm.sdiv.fix.i5(i5 %a, i5 %b, i32 1)
  store i5 %r, ptr %out
  ret void
}
define void @sdiv_i5_0_sat(ptr %in, ptr %out) {
  %a9 = load i8, ptr %in
  %a0 = trunc i8 %a9 to i5
  %p = getelementptr i8, ptr %in, i64 16
  %b9 = load i8, ptr %p
  %b0 = trunc i8 %b9 to i5
  %a = or i5 %a0, 0
  %b1 = ashr i5 %b0, 2
  %b = or i5 %b1, 1
  %r = call i5 @llvm.sdiv.fix.sat.i5(i5 %a, i5 %b, i32 0)
  store i5 %r, ptr %out
  ret void
}
define void @sdiv_i5_1_sat(ptr %in, ptr %out) {
  %a9 = load i8, ptr %in
  %a0 = trunc i8 %a9 to i5
  %p = getelementptr i8, ptr %in, i64 16
  %b9 = load i8, ptr %p
  %b0 = trunc i8 %b9 to i5
  %a = or i5 %a0, 0
  %b1 = ashr i5 %b0, 2
  %b = or i5 %b1, 1
  %r = call i5 @llvm.sdiv.fix.sat.i5(i5 %a, i5 %b, i32 1)
  store i5 %r, ptr %out
  ret void
}
define void @sdiv_i5_4_sat(ptr %in, ptr %out) {
  %a9 = load i8, ptr %in
  %a0 = trunc i8 %a9 to i5
  %p = getelementptr i8, ptr %in, i64 16
  %b9 = load i8, ptr %p
  %b0 = trunc i8 %b9 to i5
  %a = or i5 %a0, 0
  %b1 = ashr i5 %b0, 2
  %b = or i5 %b1, 1
  %r = call i5 @llvm.sdiv.fix.sat.i5(i5 %a, i5 %b, i32 4)
  store i5 %r, ptr %out
  ret void
}
define void @udiv_i5_0_plain(ptr %in, ptr %out) {
  %a9 = load i8, ptr %in
  %a0 = trunc i8 %a9 to i5
  %p = getelementptr i8, ptr %in, i64 16
  %b9 = load i8, ptr %p
  %b0 = trunc i8 %b9 to i5
  %a = lshr i5 %a0, 2
  %b1 = lshr i5 %b0, 2
  %b = or i5 %b1, 1
  %r = call i5 @llvm.udiv.fix.i5(i5 %a, i5 %b, i32 0)
  store i5 %r, ptr %out
  ret void
}
define void @udiv_i5_1_plain(ptr %in, ptr %out) {
  %a9 = load i8, ptr %in
  %a0 = trunc i8 %a9 to i5
  %p = getelementptr i8, ptr %in, i64 16
  %b9 = load i8, ptr %p
  %b0 = trunc i8 %b9 to i5
  %a = lshr i5 %a0, 2
  %b1 = lshr i5 %b0, 2
  %b = or i5 %b1, 1
  %r = call i5 @llvm.udiv.fix.i5(i5 %a, i5 %b, i32 1)
  store i5 %r, ptr %out
  ret void
}
define void @udiv_i5_0_sat(ptr %in, ptr %out) {
  %a9 = load i8, ptr %in
  %a0 = trunc i8 %a9 to i5
  %p = getelementptr i8, ptr %in, i64 16
  %b9 = load i8, ptr %p
  %b0 = trunc i8 %b9 to i5
  %a = or i5 %a0, 0
  %b1 = lshr i5 %b0, 2
  %b = or i5 %b1, 1
  %r = call i5 @llvm.udiv.fix.sat.i5(i5 %a, i5 %b, i32 0)
  store i5 %r, ptr %out
  ret void
}
define void @udiv_i5_1_sat(ptr %in, ptr %out) {
  %a9 = load i8, ptr %in
  %a0 = trunc i8 %a9 to i5
  %p = getelementptr i8, ptr %in, i64 16
  %b9 = load i8, ptr %p
  %b0 = trunc i8 %b9 to i5
  %a = or i5 %a0, 0
  %b1 = lshr i5 %b0, 2
  %b = or i5 %b1, 1
  %r = call i5 @llvm.udiv.fix.sat.i5(i5 %a, i5 %b, i32 1)
  store i5 %r, ptr %out
  ret void
}
define void @udiv_i5_4_sat(ptr %in, ptr %out) {
  %a9 = load i8, ptr %in
  %a0 = trunc i8 %a9 to i5
  %p = getelementptr i8, ptr %in, i64 16
  %b9 = load i8, ptr %p
  %b0 = trunc i8 %b9 to i5
  %a = or i5 %a0, 0
  %b1 = lshr i5 %b0, 2
  %b = or i5 %b1, 1
  %r = call i5 @llvm.udiv.fix.sat.i5(i5 %a, i5 %b, i32 4)
  store i5 %r, ptr %out
  ret void
}
define void @sdiv_i8_0_plain(ptr %in, ptr %out) {
  %a0 = load i8, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load i8, ptr %p
  %a = ashr i8 %a0, 2
  %b1 = ashr i8 %b0, 4
  %b = or i8 %b1, 1
  %r = call i8 @llvm.sdiv.fix.i8(i8 %a, i8 %b, i32 0)
  store i8 %r, ptr %out
  ret void
}
define void @sdiv_i8_1_plain(ptr %in, ptr %out) {
  %a0 = load i8, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load i8, ptr %p
  %a = ashr i8 %a0, 2
  %b1 = ashr i8 %b0, 4
  %b = or i8 %b1, 1
  %r = call i8 @llvm.sdiv.fix.i8(i8 %a, i8 %b, i32 1)
  store i8 %r, ptr %out
  ret void
}
define void @sdiv_i8_0_sat(ptr %in, ptr %out) {
  %a0 = load i8, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load i8, ptr %p
  %a = or i8 %a0, 0
  %b1 = ashr i8 %b0, 4
  %b = or i8 %b1, 1
  %r = call i8 @llvm.sdiv.fix.sat.i8(i8 %a, i8 %b, i32 0)
  store i8 %r, ptr %out
  ret void
}
define void @sdiv_i8_2_sat(ptr %in, ptr %out) {
  %a0 = load i8, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load i8, ptr %p
  %a = or i8 %a0, 0
  %b1 = ashr i8 %b0, 4
  %b = or i8 %b1, 1
  %r = call i8 @llvm.sdiv.fix.sat.i8(i8 %a, i8 %b, i32 2)
  store i8 %r, ptr %out
  ret void
}
define void @sdiv_i8_7_sat(ptr %in, ptr %out) {
  %a0 = load i8, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load i8, ptr %p
  %a = or i8 %a0, 0
  %b1 = ashr i8 %b0, 4
  %b = or i8 %b1, 1
  %r = call i8 @llvm.sdiv.fix.sat.i8(i8 %a, i8 %b, i32 7)
  store i8 %r, ptr %out
  ret void
}
define void @udiv_i8_0_plain(ptr %in, ptr %out) {
  %a0 = load i8, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load i8, ptr %p
  %a = lshr i8 %a0, 2
  %b1 = lshr i8 %b0, 4
  %b = or i8 %b1, 1
  %r = call i8 @llvm.udiv.fix.i8(i8 %a, i8 %b, i32 0)
  store i8 %r, ptr %out
  ret void
}
define void @udiv_i8_1_plain(ptr %in, ptr %out) {
  %a0 = load i8, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load i8, ptr %p
  %a = lshr i8 %a0, 2
  %b1 = lshr i8 %b0, 4
  %b = or i8 %b1, 1
  %r = call i8 @llvm.udiv.fix.i8(i8 %a, i8 %b, i32 1)
  store i8 %r, ptr %out
  ret void
}
define void @udiv_i8_0_sat(ptr %in, ptr %out) {
  %a0 = load i8, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load i8, ptr %p
  %a = or i8 %a0, 0
  %b1 = lshr i8 %b0, 4
  %b = or i8 %b1, 1
  %r = call i8 @llvm.udiv.fix.sat.i8(i8 %a, i8 %b, i32 0)
  store i8 %r, ptr %out
  ret void
}
define void @udiv_i8_2_sat(ptr %in, ptr %out) {
  %a0 = load i8, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load i8, ptr %p
  %a = or i8 %a0, 0
  %b1 = lshr i8 %b0, 4
  %b = or i8 %b1, 1
  %r = call i8 @llvm.udiv.fix.sat.i8(i8 %a, i8 %b, i32 2)
  store i8 %r, ptr %out
  ret void
}
define void @udiv_i8_7_sat(ptr %in, ptr %out) {
  %a0 = load i8, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load i8, ptr %p
  %a = or i8 %a0, 0
  %b1 = lshr i8 %b0, 4
  %b = or i8 %b1, 1
  %r = call i8 @llvm.udiv.fix.sat.i8(i8 %a, i8 %b, i32 7)
  store i8 %r, ptr %out
  ret void
}
define void @sdiv_i12_0_plain(ptr %in, ptr %out) {
  %a9 = load i16, ptr %in
  %a0 = trunc i16 %a9 to i12
  %p = getelementptr i8, ptr %in, i64 16
  %b9 = load i16, ptr %p
  %b0 = trunc i16 %b9 to i12
  %a = ashr i12 %a0, 2
  %b1 = ashr i12 %b0, 6
  %b = or i12 %b1, 1
  %r = call i12 @llvm.sdiv.fix.i12(i12 %a, i12 %b, i32 0)
  store i12 %r, ptr %out
  ret void
}
define void @sdiv_i12_1_plain(ptr %in, ptr %out) {
  %a9 = load i16, ptr %in
  %a0 = trunc i16 %a9 to i12
  %p = getelementptr i8, ptr %in, i64 16
  %b9 = load i16, ptr %p
  %b0 = trunc i16 %b9 to i12
  %a = ashr i12 %a0, 2
  %b1 = ashr i12 %b0, 6
  %b = or i12 %b1, 1
  %r = call i12 @llvm.sdiv.fix.i12(i12 %a, i12 %b, i32 1)
  store i12 %r, ptr %out
  ret void
}
define void @sdiv_i12_0_sat(ptr %in, ptr %out) {
  %a9 = load i16, ptr %in
  %a0 = trunc i16 %a9 to i12
  %p = getelementptr i8, ptr %in, i64 16
  %b9 = load i16, ptr %p
  %b0 = trunc i16 %b9 to i12
  %a = or i12 %a0, 0
  %b1 = ashr i12 %b0, 6
  %b = or i12 %b1, 1
  %r = call i12 @llvm.sdiv.fix.sat.i12(i12 %a, i12 %b, i32 0)
  store i12 %r, ptr %out
  ret void
}
define void @sdiv_i12_4_sat(ptr %in, ptr %out) {
  %a9 = load i16, ptr %in
  %a0 = trunc i16 %a9 to i12
  %p = getelementptr i8, ptr %in, i64 16
  %b9 = load i16, ptr %p
  %b0 = trunc i16 %b9 to i12
  %a = or i12 %a0, 0
  %b1 = ashr i12 %b0, 6
  %b = or i12 %b1, 1
  %r = call i12 @llvm.sdiv.fix.sat.i12(i12 %a, i12 %b, i32 4)
  store i12 %r, ptr %out
  ret void
}
define void @sdiv_i12_11_sat(ptr %in, ptr %out) {
  %a9 = load i16, ptr %in
  %a0 = trunc i16 %a9 to i12
  %p = getelementptr i8, ptr %in, i64 16
  %b9 = load i16, ptr %p
  %b0 = trunc i16 %b9 to i12
  %a = or i12 %a0, 0
  %b1 = ashr i12 %b0, 6
  %b = or i12 %b1, 1
  %r = call i12 @llvm.sdiv.fix.sat.i12(i12 %a, i12 %b, i32 11)
  store i12 %r, ptr %out
  ret void
}
define void @udiv_i12_0_plain(ptr %in, ptr %out) {
  %a9 = load i16, ptr %in
  %a0 = trunc i16 %a9 to i12
  %p = getelementptr i8, ptr %in, i64 16
  %b9 = load i16, ptr %p
  %b0 = trunc i16 %b9 to i12
  %a = lshr i12 %a0, 2
  %b1 = lshr i12 %b0, 6
  %b = or i12 %b1, 1
  %r = call i12 @llvm.udiv.fix.i12(i12 %a, i12 %b, i32 0)
  store i12 %r, ptr %out
  ret void
}
define void @udiv_i12_1_plain(ptr %in, ptr %out) {
  %a9 = load i16, ptr %in
  %a0 = trunc i16 %a9 to i12
  %p = getelementptr i8, ptr %in, i64 16
  %b9 = load i16, ptr %p
  %b0 = trunc i16 %b9 to i12
  %a = lshr i12 %a0, 2
  %b1 = lshr i12 %b0, 6
  %b = or i12 %b1, 1
  %r = call i12 @llvm.udiv.fix.i12(i12 %a, i12 %b, i32 1)
  store i12 %r, ptr %out
  ret void
}
define void @udiv_i12_0_sat(ptr %in, ptr %out) {
  %a9 = load i16, ptr %in
  %a0 = trunc i16 %a9 to i12
  %p = getelementptr i8, ptr %in, i64 16
  %b9 = load i16, ptr %p
  %b0 = trunc i16 %b9 to i12
  %a = or i12 %a0, 0
  %b1 = lshr i12 %b0, 6
  %b = or i12 %b1, 1
  %r = call i12 @llvm.udiv.fix.sat.i12(i12 %a, i12 %b, i32 0)
  store i12 %r, ptr %out
  ret void
}
define void @udiv_i12_4_sat(ptr %in, ptr %out) {
  %a9 = load i16, ptr %in
  %a0 = trunc i16 %a9 to i12
  %p = getelementptr i8, ptr %in, i64 16
  %b9 = load i16, ptr %p
  %b0 = trunc i16 %b9 to i12
  %a = or i12 %a0, 0
  %b1 = lshr i12 %b0, 6
  %b = or i12 %b1, 1
  %r = call i12 @llvm.udiv.fix.sat.i12(i12 %a, i12 %b, i32 4)
  store i12 %r, ptr %out
  ret void
}
define void @udiv_i12_11_sat(ptr %in, ptr %out) {
  %a9 = load i16, ptr %in
  %a0 = trunc i16 %a9 to i12
  %p = getelementptr i8, ptr %in, i64 16
  %b9 = load i16, ptr %p
  %b0 = trunc i16 %b9 to i12
  %a = or i12 %a0, 0
  %b1 = lshr i12 %b0, 6
  %b = or i12 %b1, 1
  %r = call i12 @llvm.udiv.fix.sat.i12(i12 %a, i12 %b, i32 11)
  store i12 %r, ptr %out
  ret void
}
define void @sdiv_i16_0_plain(ptr %in, ptr %out) {
  %a0 = load i16, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load i16, ptr %p
  %a = ashr i16 %a0, 2
  %b1 = ashr i16 %b0, 8
  %b = or i16 %b1, 1
  %r = call i16 @llvm.sdiv.fix.i16(i16 %a, i16 %b, i32 0)
  store i16 %r, ptr %out
  ret void
}
define void @sdiv_i16_1_plain(ptr %in, ptr %out) {
  %a0 = load i16, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load i16, ptr %p
  %a = ashr i16 %a0, 2
  %b1 = ashr i16 %b0, 8
  %b = or i16 %b1, 1
  %r = call i16 @llvm.sdiv.fix.i16(i16 %a, i16 %b, i32 1)
  store i16 %r, ptr %out
  ret void
}
define void @sdiv_i16_0_sat(ptr %in, ptr %out) {
  %a0 = load i16, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load i16, ptr %p
  %a = or i16 %a0, 0
  %b1 = ashr i16 %b0, 8
  %b = or i16 %b1, 1
  %r = call i16 @llvm.sdiv.fix.sat.i16(i16 %a, i16 %b, i32 0)
  store i16 %r, ptr %out
  ret void
}
define void @sdiv_i16_5_sat(ptr %in, ptr %out) {
  %a0 = load i16, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load i16, ptr %p
  %a = or i16 %a0, 0
  %b1 = ashr i16 %b0, 8
  %b = or i16 %b1, 1
  %r = call i16 @llvm.sdiv.fix.sat.i16(i16 %a, i16 %b, i32 5)
  store i16 %r, ptr %out
  ret void
}
define void @sdiv_i16_15_sat(ptr %in, ptr %out) {
  %a0 = load i16, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load i16, ptr %p
  %a = or i16 %a0, 0
  %b1 = ashr i16 %b0, 8
  %b = or i16 %b1, 1
  %r = call i16 @llvm.sdiv.fix.sat.i16(i16 %a, i16 %b, i32 15)
  store i16 %r, ptr %out
  ret void
}
define void @udiv_i16_0_plain(ptr %in, ptr %out) {
  %a0 = load i16, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load i16, ptr %p
  %a = lshr i16 %a0, 2
  %b1 = lshr i16 %b0, 8
  %b = or i16 %b1, 1
  %r = call i16 @llvm.udiv.fix.i16(i16 %a, i16 %b, i32 0)
  store i16 %r, ptr %out
  ret void
}
define void @udiv_i16_1_plain(ptr %in, ptr %out) {
  %a0 = load i16, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load i16, ptr %p
  %a = lshr i16 %a0, 2
  %b1 = lshr i16 %b0, 8
  %b = or i16 %b1, 1
  %r = call i16 @llvm.udiv.fix.i16(i16 %a, i16 %b, i32 1)
  store i16 %r, ptr %out
  ret void
}
define void @udiv_i16_0_sat(ptr %in, ptr %out) {
  %a0 = load i16, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load i16, ptr %p
  %a = or i16 %a0, 0
  %b1 = lshr i16 %b0, 8
  %b = or i16 %b1, 1
  %r = call i16 @llvm.udiv.fix.sat.i16(i16 %a, i16 %b, i32 0)
  store i16 %r, ptr %out
  ret void
}
define void @udiv_i16_5_sat(ptr %in, ptr %out) {
  %a0 = load i16, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load i16, ptr %p
  %a = or i16 %a0, 0
  %b1 = lshr i16 %b0, 8
  %b = or i16 %b1, 1
  %r = call i16 @llvm.udiv.fix.sat.i16(i16 %a, i16 %b, i32 5)
  store i16 %r, ptr %out
  ret void
}
define void @udiv_i16_15_sat(ptr %in, ptr %out) {
  %a0 = load i16, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load i16, ptr %p
  %a = or i16 %a0, 0
  %b1 = lshr i16 %b0, 8
  %b = or i16 %b1, 1
  %r = call i16 @llvm.udiv.fix.sat.i16(i16 %a, i16 %b, i32 15)
  store i16 %r, ptr %out
  ret void
}
define void @sdiv_i32_0_plain(ptr %in, ptr %out) {
  %a0 = load i32, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load i32, ptr %p
  %a = ashr i32 %a0, 2
  %b1 = ashr i32 %b0, 16
  %b = or i32 %b1, 1
  %r = call i32 @llvm.sdiv.fix.i32(i32 %a, i32 %b, i32 0)
  store i32 %r, ptr %out
  ret void
}
define void @sdiv_i32_1_plain(ptr %in, ptr %out) {
  %a0 = load i32, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load i32, ptr %p
  %a = ashr i32 %a0, 2
  %b1 = ashr i32 %b0, 16
  %b = or i32 %b1, 1
  %r = call i32 @llvm.sdiv.fix.i32(i32 %a, i32 %b, i32 1)
  store i32 %r, ptr %out
  ret void
}
define void @sdiv_i32_0_sat(ptr %in, ptr %out) {
  %a0 = load i32, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load i32, ptr %p
  %a = or i32 %a0, 0
  %b1 = ashr i32 %b0, 16
  %b = or i32 %b1, 1
  %r = call i32 @llvm.sdiv.fix.sat.i32(i32 %a, i32 %b, i32 0)
  store i32 %r, ptr %out
  ret void
}
define void @sdiv_i32_10_sat(ptr %in, ptr %out) {
  %a0 = load i32, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load i32, ptr %p
  %a = or i32 %a0, 0
  %b1 = ashr i32 %b0, 16
  %b = or i32 %b1, 1
  %r = call i32 @llvm.sdiv.fix.sat.i32(i32 %a, i32 %b, i32 10)
  store i32 %r, ptr %out
  ret void
}
define void @sdiv_i32_31_sat(ptr %in, ptr %out) {
  %a0 = load i32, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load i32, ptr %p
  %a = or i32 %a0, 0
  %b1 = ashr i32 %b0, 16
  %b = or i32 %b1, 1
  %r = call i32 @llvm.sdiv.fix.sat.i32(i32 %a, i32 %b, i32 31)
  store i32 %r, ptr %out
  ret void
}
define void @udiv_i32_0_plain(ptr %in, ptr %out) {
  %a0 = load i32, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load i32, ptr %p
  %a = lshr i32 %a0, 2
  %b1 = lshr i32 %b0, 16
  %b = or i32 %b1, 1
  %r = call i32 @llvm.udiv.fix.i32(i32 %a, i32 %b, i32 0)
  store i32 %r, ptr %out
  ret void
}
define void @udiv_i32_1_plain(ptr %in, ptr %out) {
  %a0 = load i32, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load i32, ptr %p
  %a = lshr i32 %a0, 2
  %b1 = lshr i32 %b0, 16
  %b = or i32 %b1, 1
  %r = call i32 @llvm.udiv.fix.i32(i32 %a, i32 %b, i32 1)
  store i32 %r, ptr %out
  ret void
}
define void @udiv_i32_0_sat(ptr %in, ptr %out) {
  %a0 = load i32, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load i32, ptr %p
  %a = or i32 %a0, 0
  %b1 = lshr i32 %b0, 16
  %b = or i32 %b1, 1
  %r = call i32 @llvm.udiv.fix.sat.i32(i32 %a, i32 %b, i32 0)
  store i32 %r, ptr %out
  ret void
}
define void @udiv_i32_10_sat(ptr %in, ptr %out) {
  %a0 = load i32, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load i32, ptr %p
  %a = or i32 %a0, 0
  %b1 = lshr i32 %b0, 16
  %b = or i32 %b1, 1
  %r = call i32 @llvm.udiv.fix.sat.i32(i32 %a, i32 %b, i32 10)
  store i32 %r, ptr %out
  ret void
}
define void @udiv_i32_31_sat(ptr %in, ptr %out) {
  %a0 = load i32, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load i32, ptr %p
  %a = or i32 %a0, 0
  %b1 = lshr i32 %b0, 16
  %b = or i32 %b1, 1
  %r = call i32 @llvm.udiv.fix.sat.i32(i32 %a, i32 %b, i32 31)
  store i32 %r, ptr %out
  ret void
}
define void @sdiv_i64_0_plain(ptr %in, ptr %out) {
  %a0 = load i64, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load i64, ptr %p
  %a = ashr i64 %a0, 2
  %b1 = ashr i64 %b0, 32
  %b = or i64 %b1, 1
  %r = call i64 @llvm.sdiv.fix.i64(i64 %a, i64 %b, i32 0)
  store i64 %r, ptr %out
  ret void
}
define void @sdiv_i64_1_plain(ptr %in, ptr %out) {
  %a0 = load i64, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load i64, ptr %p
  %a = ashr i64 %a0, 2
  %b1 = ashr i64 %b0, 32
  %b = or i64 %b1, 1
  %r = call i64 @llvm.sdiv.fix.i64(i64 %a, i64 %b, i32 1)
  store i64 %r, ptr %out
  ret void
}
define void @sdiv_i64_0_sat(ptr %in, ptr %out) {
  %a0 = load i64, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load i64, ptr %p
  %a = or i64 %a0, 0
  %b1 = ashr i64 %b0, 32
  %b = or i64 %b1, 1
  %r = call i64 @llvm.sdiv.fix.sat.i64(i64 %a, i64 %b, i32 0)
  store i64 %r, ptr %out
  ret void
}
define void @sdiv_i64_21_sat(ptr %in, ptr %out) {
  %a0 = load i64, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load i64, ptr %p
  %a = or i64 %a0, 0
  %b1 = ashr i64 %b0, 32
  %b = or i64 %b1, 1
  %r = call i64 @llvm.sdiv.fix.sat.i64(i64 %a, i64 %b, i32 21)
  store i64 %r, ptr %out
  ret void
}
define void @sdiv_i64_63_sat(ptr %in, ptr %out) {
  %a0 = load i64, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load i64, ptr %p
  %a = or i64 %a0, 0
  %b1 = ashr i64 %b0, 32
  %b = or i64 %b1, 1
  %r = call i64 @llvm.sdiv.fix.sat.i64(i64 %a, i64 %b, i32 63)
  store i64 %r, ptr %out
  ret void
}
define void @udiv_i64_0_plain(ptr %in, ptr %out) {
  %a0 = load i64, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load i64, ptr %p
  %a = lshr i64 %a0, 2
  %b1 = lshr i64 %b0, 32
  %b = or i64 %b1, 1
  %r = call i64 @llvm.udiv.fix.i64(i64 %a, i64 %b, i32 0)
  store i64 %r, ptr %out
  ret void
}
define void @udiv_i64_1_plain(ptr %in, ptr %out) {
  %a0 = load i64, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load i64, ptr %p
  %a = lshr i64 %a0, 2
  %b1 = lshr i64 %b0, 32
  %b = or i64 %b1, 1
  %r = call i64 @llvm.udiv.fix.i64(i64 %a, i64 %b, i32 1)
  store i64 %r, ptr %out
  ret void
}
define void @udiv_i64_0_sat(ptr %in, ptr %out) {
  %a0 = load i64, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load i64, ptr %p
  %a = or i64 %a0, 0
  %b1 = lshr i64 %b0, 32
  %b = or i64 %b1, 1
  %r = call i64 @llvm.udiv.fix.sat.i64(i64 %a, i64 %b, i32 0)
  store i64 %r, ptr %out
  ret void
}
define void @udiv_i64_21_sat(ptr %in, ptr %out) {
  %a0 = load i64, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load i64, ptr %p
  %a = or i64 %a0, 0
  %b1 = lshr i64 %b0, 32
  %b = or i64 %b1, 1
  %r = call i64 @llvm.udiv.fix.sat.i64(i64 %a, i64 %b, i32 21)
  store i64 %r, ptr %out
  ret void
}
define void @udiv_i64_63_sat(ptr %in, ptr %out) {
  %a0 = load i64, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load i64, ptr %p
  %a = or i64 %a0, 0
  %b1 = lshr i64 %b0, 32
  %b = or i64 %b1, 1
  %r = call i64 @llvm.udiv.fix.sat.i64(i64 %a, i64 %b, i32 63)
  store i64 %r, ptr %out
  ret void
}
define void @sdiv_v4i16_0_plain(ptr %in, ptr %out) {
  %a0 = load <4 x i16>, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load <4 x i16>, ptr %p
  %a = ashr <4 x i16> %a0, splat (i16 2)
  %b1 = ashr <4 x i16> %b0, splat (i16 8)
  %b = or <4 x i16> %b1, splat (i16 1)
  %r = call <4 x i16> @llvm.sdiv.fix.v4i16(<4 x i16> %a, <4 x i16> %b, i32 0)
  store <4 x i16> %r, ptr %out
  ret void
}
define void @sdiv_v4i16_1_plain(ptr %in, ptr %out) {
  %a0 = load <4 x i16>, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load <4 x i16>, ptr %p
  %a = ashr <4 x i16> %a0, splat (i16 2)
  %b1 = ashr <4 x i16> %b0, splat (i16 8)
  %b = or <4 x i16> %b1, splat (i16 1)
  %r = call <4 x i16> @llvm.sdiv.fix.v4i16(<4 x i16> %a, <4 x i16> %b, i32 1)
  store <4 x i16> %r, ptr %out
  ret void
}
define void @sdiv_v4i16_0_sat(ptr %in, ptr %out) {
  %a0 = load <4 x i16>, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load <4 x i16>, ptr %p
  %a = or <4 x i16> %a0, splat (i16 0)
  %b1 = ashr <4 x i16> %b0, splat (i16 8)
  %b = or <4 x i16> %b1, splat (i16 1)
  %r = call <4 x i16> @llvm.sdiv.fix.sat.v4i16(<4 x i16> %a, <4 x i16> %b, i32 0)
  store <4 x i16> %r, ptr %out
  ret void
}
define void @sdiv_v4i16_5_sat(ptr %in, ptr %out) {
  %a0 = load <4 x i16>, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load <4 x i16>, ptr %p
  %a = or <4 x i16> %a0, splat (i16 0)
  %b1 = ashr <4 x i16> %b0, splat (i16 8)
  %b = or <4 x i16> %b1, splat (i16 1)
  %r = call <4 x i16> @llvm.sdiv.fix.sat.v4i16(<4 x i16> %a, <4 x i16> %b, i32 5)
  store <4 x i16> %r, ptr %out
  ret void
}
define void @sdiv_v4i16_15_sat(ptr %in, ptr %out) {
  %a0 = load <4 x i16>, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load <4 x i16>, ptr %p
  %a = or <4 x i16> %a0, splat (i16 0)
  %b1 = ashr <4 x i16> %b0, splat (i16 8)
  %b = or <4 x i16> %b1, splat (i16 1)
  %r = call <4 x i16> @llvm.sdiv.fix.sat.v4i16(<4 x i16> %a, <4 x i16> %b, i32 15)
  store <4 x i16> %r, ptr %out
  ret void
}
define void @udiv_v4i16_0_plain(ptr %in, ptr %out) {
  %a0 = load <4 x i16>, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load <4 x i16>, ptr %p
  %a = lshr <4 x i16> %a0, splat (i16 2)
  %b1 = lshr <4 x i16> %b0, splat (i16 8)
  %b = or <4 x i16> %b1, splat (i16 1)
  %r = call <4 x i16> @llvm.udiv.fix.v4i16(<4 x i16> %a, <4 x i16> %b, i32 0)
  store <4 x i16> %r, ptr %out
  ret void
}
define void @udiv_v4i16_1_plain(ptr %in, ptr %out) {
  %a0 = load <4 x i16>, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load <4 x i16>, ptr %p
  %a = lshr <4 x i16> %a0, splat (i16 2)
  %b1 = lshr <4 x i16> %b0, splat (i16 8)
  %b = or <4 x i16> %b1, splat (i16 1)
  %r = call <4 x i16> @llvm.udiv.fix.v4i16(<4 x i16> %a, <4 x i16> %b, i32 1)
  store <4 x i16> %r, ptr %out
  ret void
}
define void @udiv_v4i16_0_sat(ptr %in, ptr %out) {
  %a0 = load <4 x i16>, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load <4 x i16>, ptr %p
  %a = or <4 x i16> %a0, splat (i16 0)
  %b1 = lshr <4 x i16> %b0, splat (i16 8)
  %b = or <4 x i16> %b1, splat (i16 1)
  %r = call <4 x i16> @llvm.udiv.fix.sat.v4i16(<4 x i16> %a, <4 x i16> %b, i32 0)
  store <4 x i16> %r, ptr %out
  ret void
}
define void @udiv_v4i16_5_sat(ptr %in, ptr %out) {
  %a0 = load <4 x i16>, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load <4 x i16>, ptr %p
  %a = or <4 x i16> %a0, splat (i16 0)
  %b1 = lshr <4 x i16> %b0, splat (i16 8)
  %b = or <4 x i16> %b1, splat (i16 1)
  %r = call <4 x i16> @llvm.udiv.fix.sat.v4i16(<4 x i16> %a, <4 x i16> %b, i32 5)
  store <4 x i16> %r, ptr %out
  ret void
}
define void @udiv_v4i16_15_sat(ptr %in, ptr %out) {
  %a0 = load <4 x i16>, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b0 = load <4 x i16>, ptr %p
  %a = or <4 x i16> %a0, splat (i16 0)
  %b1 = lshr <4 x i16> %b0, splat (i16 8)
  %b = or <4 x i16> %b1, splat (i16 1)
  %r = call <4 x i16> @llvm.udiv.fix.sat.v4i16(<4 x i16> %a, <4 x i16> %b, i32 15)
  store <4 x i16> %r, ptr %out
  ret void
}
declare <4 x i16> @llvm.sdiv.fix.sat.v4i16(<4 x i16>, <4 x i16>, i32)
declare <4 x i16> @llvm.sdiv.fix.v4i16(<4 x i16>, <4 x i16>, i32)
declare <4 x i16> @llvm.udiv.fix.sat.v4i16(<4 x i16>, <4 x i16>, i32)
declare <4 x i16> @llvm.udiv.fix.v4i16(<4 x i16>, <4 x i16>, i32)
declare i12 @llvm.sdiv.fix.i12(i12, i12, i32)
declare i12 @llvm.sdiv.fix.sat.i12(i12, i12, i32)
declare i12 @llvm.udiv.fix.i12(i12, i12, i32)
declare i12 @llvm.udiv.fix.sat.i12(i12, i12, i32)
declare i16 @llvm.sdiv.fix.i16(i16, i16, i32)
declare i16 @llvm.sdiv.fix.sat.i16(i16, i16, i32)
declare i16 @llvm.udiv.fix.i16(i16, i16, i32)
declare i16 @llvm.udiv.fix.sat.i16(i16, i16, i32)
declare i32 @llvm.sdiv.fix.i32(i32, i32, i32)
declare i32 @llvm.sdiv.fix.sat.i32(i32, i32, i32)
declare i32 @llvm.udiv.fix.i32(i32, i32, i32)
declare i32 @llvm.udiv.fix.sat.i32(i32, i32, i32)
declare i5 @llvm.sdiv.fix.i5(i5, i5, i32)
declare i5 @llvm.sdiv.fix.sat.i5(i5, i5, i32)
declare i5 @llvm.udiv.fix.i5(i5, i5, i32)
declare i5 @llvm.udiv.fix.sat.i5(i5, i5, i32)
declare i64 @llvm.sdiv.fix.i64(i64, i64, i32)
declare i64 @llvm.sdiv.fix.sat.i64(i64, i64, i32)
declare i64 @llvm.udiv.fix.i64(i64, i64, i32)
declare i64 @llvm.udiv.fix.sat.i64(i64, i64, i32)
declare i8 @llvm.sdiv.fix.i8(i8, i8, i32)
declare i8 @llvm.sdiv.fix.sat.i8(i8, i8, i32)
declare i8 @llvm.udiv.fix.i8(i8, i8, i32)
declare i8 @llvm.udiv.fix.sat.i8(i8, i8, i32)
