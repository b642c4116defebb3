define void @trap_div_by_zero.udiv(ptr %in, ptr %out) {
  %a = load i32, ptr %in
  %r = udiv i32 5, %a
  ret void
}
define void @trap_div_by_zero.srem(ptr %in, ptr %out) {
  %a = load i24, ptr %in
  %r = srem i24 5, %a
  ret void
}
define void @trap_div_overflow.sdiv(ptr %in, ptr %out) {
  %a = load i32, ptr %in
  %m = sub i32 %a, 1
  %r = sdiv i32 -2147483648, %m
  ret void
}
define void @trap_div_overflow.odd(ptr %in, ptr %out) {
  %a = load i7, ptr %in
  %m = sub i7 %a, 1
  %r = sdiv i7 -64, %m
  ret void
}
define void @trap_div_overflow.odd_rem(ptr %in, ptr %out) {
  %a = load i65, ptr %in
  %m = sub i65 %a, 1
  %r = srem i65 -18446744073709551616, %m
  ret void
}
define void @trap_shift_too_far.shl(ptr %in, ptr %out) {
  %a = load i32, ptr %in
  %n = add i32 %a, 32
  %r = shl i32 1, %n
  store i32 %r, ptr %out
  ret void
}
define void @trap_shift_too_far.odd(ptr %in, ptr %out) {
  %a = load i24, ptr %in
  %n = add i24 %a, 24
  %r = lshr i24 1, %n
  store i24 %r, ptr %out
  ret void
}
define void @trap_poison_used.through_phi(ptr %in, ptr %out) {
entry:
  %a = load i32, ptr %in
  %n = add i32 %a, 40
  %s = shl i32 1, %n
  %c = icmp eq i32 %a, 0
  br i1 %c, label %yes, label %no
yes:
  br label %no
no:
  %p = phi i32 [ %s, %yes ], [ 0, %entry ]
  %q = add i32 %p, 1
  store i32 %q, ptr %out
  ret void
}
define void @trap_poison_used.branch(ptr %in, ptr %out) {
entry:
  br i1 poison, label %yes, label %no
yes:
  br label %no
no:
  ret void
}
define void @trap_poison_used.select(ptr %in, ptr %out) {
entry:
  %a = load i32, ptr %in
  %n = add i32 %a, 40
  %s = shl i32 1, %n
  %c = icmp eq i32 %a, 0
  %r = select i1 %c, i32 %s, i32 7
  store i32 %r, ptr %out
  ret void
}
define void @trap_fixed_point_range.signed(ptr %in, ptr %out) {
  %a = load i32, ptr %in
  %x = add i32 %a, 9830400
  %r = call i32 @llvm.smul.fix.i32(i32 %x, i32 %x, i32 15)
  store i32 %r, ptr %out
  ret void
}
define void @trap_fixed_point_range.unsigned(ptr %in, ptr %out) {
  %a = load i12, ptr %in
  %x = add i12 %a, 64
  %r = call i12 @llvm.umul.fix.i12(i12 %x, i12 %x, i32 0)
  store i12 %r, ptr %out
  ret void
}
define void @trap_fixed_point_range.vector(ptr %in, ptr %out) {
  %a = load <2 x i16>, ptr %in
  %x = add <2 x i16> %a, <i16 1, i16 -32768>
  %r = call <2 x i16> @llvm.smul.fix.v2i16(<2 x i16> %x, <2 x i16> %x, i32 0)
  store <2 x i16> %r, ptr %out
  ret void
}
define void @trap_poison_used.fixed(ptr %in, ptr %out) {
  %a = load i32, ptr %in
  %x = add i32 %a, 65536
  %r = call i32 @llvm.smul.fix.i32(i32 %x, i32 %x, i32 0)
  %c = icmp eq i32 %a, 0
  %s = select i1 %c, i32 %r, i32 7
  store i32 %s, ptr %out
  ret void
}
define void @trap_unsupported_intrinsic.fixed_wide(ptr %in, ptr %out) {
  %r = call i65 @llvm.smul.fix.i65(i65 1, i65 1, i32 0)
  store i65 %r, ptr %out
  ret void
}
define void @trap_fp_to_int_range.nan(ptr %in, ptr %out) {
  %a = load float, ptr %in
  %n = fdiv float %a, %a
  %r = fptosi float %n to i32
  store i32 %r, ptr %out
  ret void
}
define void @trap_fp_to_int_range.odd(ptr %in, ptr %out) {
  %a = load double, ptr %in
  %n = fadd double %a, 64.0
  %r = fptosi double %n to i7
  store i7 %r, ptr %out
  ret void
}
define void @trap_unreachable(ptr %in, ptr %out) {
  unreachable
}
define void @trap_trap_called(ptr %in, ptr %out) {
  call void @llvm.trap()
  unreachable
}
define void @trap_assume_failed(ptr %in, ptr %out) {
  %a = load i8, ptr %in
  %c = icmp eq i8 %a, 1
  call void @llvm.assume(i1 %c)
  ret void
}
define void @trap_unsupported_instruction.asm(ptr %in, ptr %out) {
  call void asm sideeffect "cpuid", ""()
  ret void
}
define void @trap_unsupported_instruction.callbr(ptr %in, ptr %out) {
  callbr void asm sideeffect "jmp ${0:l}", "!i"() to label %done [label %done]
done:
  ret void
}
define void @trap_unsupported_instruction.va_arg(ptr %in, ptr %out) {
  %r = va_arg ptr %in, { i32, i32 }
  ret void
}
define void @trap_unsupported_instruction.wide(ptr %in, ptr %out) {
  %a = load i256, ptr %in
  %r = mul i256 %a, %a
  store i256 %r, ptr %out
  ret void
}
define void @trap_unsupported_instruction.rmw(ptr %in, ptr %out) {
  %r = atomicrmw fadd ptr %out, <2 x half> zeroinitializer seq_cst
  ret void
}
define void @trap_unsupported_intrinsic.x86(ptr %in, ptr %out) {
  %r = call i64 @llvm.x86.flags.read.u64()
  ret void
}
define void @trap_div_by_zero.fixed(ptr %in, ptr %out) {
  %a = load i32, ptr %in
  %r = call i32 @llvm.sdiv.fix.sat.i32(i32 5, i32 %a, i32 3)
  ret void
}
define void @trap_div_by_zero.predicated(ptr %in, ptr %out) {
  %a = load <4 x i32>, ptr %in
  %r = call <4 x i32> @llvm.vp.sdiv.v4i32(<4 x i32> %a, <4 x i32> %a, <4 x i1> <i1 0, i1 1, i1 0, i1 0>, i32 2)
  ret void
}
define void @trap_poison_used.predicated(ptr %in, ptr %out) {
  %a = load <4 x i32>, ptr %in
  %n = load i32, ptr %in
  %r = call <4 x i32> @llvm.vp.add.v4i32(<4 x i32> %a, <4 x i32> %a, <4 x i1> splat (i1 true), i32 %n)
  %e = extractelement <4 x i32> %r, i32 2
  store i32 %e, ptr %out
  ret void
}
define void @trap_unsupported_intrinsic.matrix(ptr %in, ptr %out) {
  %a = load <4 x i32>, ptr %in
  %r = call <4 x i32> @llvm.matrix.transpose.v4i32(<4 x i32> %a, i32 2, i32 2)
  ret void
}
define void @trap_unsupported_intrinsic.rounding(ptr %in, ptr %out) {
  %a = load double, ptr %in
  %r = call double @llvm.experimental.constrained.fadd.f64(double %a, double %a, metadata !"round.tonearestaway", metadata !"fpexcept.strict")
  ret void
}
define void @trap_unsupported_intrinsic.truncation(ptr %in, ptr %out) {
  %a = load double, ptr %in
  %r = call float @llvm.fptrunc.round.f32.f64(double %a, metadata !"round.tonearestaway")
  ret void
}
define void @trap_unsupported_intrinsic.set_rounding(ptr %in, ptr %out) {
  %a = load i32, ptr %in
  %b = or i32 %a, 4
  call void @llvm.set.rounding(i32 1)
  call void @llvm.set.rounding(i32 %b)
  ret void
}
define void @trap_unsupported_constant.ifunc(ptr %in, ptr %out) {
  %r = call i32 (i32, ...) @chosen(i32 1)
  ret void
}
define void @trap_unsupported_constant.ifunc_address(ptr %in, ptr %out) {
  store ptr @chosen, ptr %out
  ret void
}
define void @trap_unsupported_constant.initialiser(ptr %in, ptr %out) {
  %r = load i64, ptr @table
  ret void
}
define void @trap_unsupported_type(ptr %in, ptr %out) {
  %a = load <vscale x 4 x i32>, ptr %in
  ret void
}
define void @trap_unsupported_call(ptr %in, ptr %out) {
  %r = call <16 x i32> @labs(<16 x i32> zeroinitializer)
  ret void
}
define void @trap_unsupported_exception(ptr %in, ptr %out) personality ptr @personality {
  resume { ptr, i32 } zeroinitializer
}
define internal i32 @one(i32 %x) {
  ret i32 %x
}
define internal ptr @choose() {
  ret ptr @one
}
@chosen = internal ifunc i32 (i32, ...), ptr @choose
@table = internal global i16 ptrtoint (ptr @other to i16)
@other = internal global i32 5
declare i32 @personality(...)
declare i32 @llvm.sdiv.fix.sat.i32(i32, i32, i32)
declare <4 x i32> @llvm.vp.sdiv.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32)
declare <4 x i32> @llvm.vp.add.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32)
declare <4 x i32> @llvm.matrix.transpose.v4i32(<4 x i32>, i32, i32)
declare <16 x i32> @labs(<16 x i32>)
declare i64 @llvm.x86.flags.read.u64()
declare double @llvm.experimental.constrained.fadd.f64(double, double, metadata, metadata)
declare float @llvm.fptrunc.round.f32.f64(double, metadata)
declare void @llvm.set.rounding(i32)
define void @trap_unsupported_intrinsic.vscale(ptr %in, ptr %out) {
  %r = call i64 @llvm.vscale.i64()
  ret void
}
declare i64 @llvm.vscale.i64()
declare void @llvm.trap()
declare void @llvm.assume(i1)
