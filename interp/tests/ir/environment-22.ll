; The floating-point environment. Each function restores the one of before. llvm.reset.fpenv is in hints.ll: LLVM 22
; compiles it so that the x87 registers are lost.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare i32 @llvm.get.rounding()
declare void @llvm.set.rounding(i32)
declare i256 @llvm.get.fpenv.i256()
declare void @llvm.set.fpenv.i256(i256)
declare i64 @llvm.get.fpmode.i64()
declare void @llvm.set.fpmode.i64(i64)
declare void @llvm.reset.fpmode()
declare double @llvm.experimental.constrained.fadd.f64(double, double, metadata, metadata)
declare double @llvm.experimental.constrained.fdiv.f64(double, double, metadata, metadata)

define void @environments(ptr %in, ptr %out) strictfp {
  %first = call i32 @llvm.get.rounding() strictfp
  store i32 %first, ptr %out
  call void @llvm.set.rounding(i32 2) strictfp
  %env = call i256 @llvm.get.fpenv.i256() strictfp
  call void @llvm.set.rounding(i32 3) strictfp
  %mode = call i64 @llvm.get.fpmode.i64() strictfp
  call void @llvm.set.fpenv.i256(i256 %env) strictfp
  %kept = call i32 @llvm.get.rounding() strictfp
  %o1 = getelementptr i8, ptr %out, i64 4
  store i32 %kept, ptr %o1
  %tiny = load double, ptr @tiny
  %sum = call double @llvm.experimental.constrained.fadd.f64(double 1.5, double %tiny, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %o2 = getelementptr i8, ptr %out, i64 8
  store double %sum, ptr %o2
  call void @llvm.set.fpmode.i64(i64 %mode) strictfp
  %down = call i32 @llvm.get.rounding() strictfp
  %o3 = getelementptr i8, ptr %out, i64 16
  store i32 %down, ptr %o3
  %difference = call double @llvm.experimental.constrained.fadd.f64(double 1.5, double %tiny, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %o4 = getelementptr i8, ptr %out, i64 24
  store double %difference, ptr %o4
  call void @llvm.reset.fpmode() strictfp
  %reset = call i32 @llvm.get.rounding() strictfp
  %o5 = getelementptr i8, ptr %out, i64 32
  store i32 %reset, ptr %o5
  ret void
}

; The result of an operation that raises an exception is not used.
define void @exceptions(ptr %in, ptr %out) strictfp {
  %before = call i256 @llvm.get.fpenv.i256() strictfp
  %clear = and i256 %before, -1698476640030490307064021950482236732439140098620056066309798028640257
  call void @llvm.set.fpenv.i256(i256 %clear) strictfp
  %zero = load double, ptr @zero
  %inf = call double @llvm.experimental.constrained.fdiv.f64(double 1.0, double %zero, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %env = call i256 @llvm.get.fpenv.i256() strictfp
  call void @llvm.set.fpenv.i256(i256 %before) strictfp
  %word = lshr i256 %env, 224
  %mxcsr = trunc i256 %word to i32
  %raised = and i32 %mxcsr, 63
  store i32 %raised, ptr %out
  ret void
}

@tiny = internal global double 0x3CB0000000000000
@zero = internal global double 0.0
