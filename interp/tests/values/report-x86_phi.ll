; report shift-too-far always: br i1 %c, label %yes
declare <4 x i32> @llvm.x86.sse2.psrl.d(<4 x i32>, <4 x i32>)
declare <8 x i16> @llvm.x86.sse2.packssdw.128(<4 x i32>, <4 x i32>)
@shift = global i32 40
@way = global i32 1
define void @t() {
  %s = load volatile i32, ptr @shift
  %w = load volatile i32, ptr @way
  %late = shl i32 1, %s
  %v = insertelement <4 x i32> zeroinitializer, i32 %late, i64 0
  %p = call <8 x i16> @llvm.x86.sse2.packssdw.128(<4 x i32> %v, <4 x i32> %v)
  %is = icmp eq i32 %w, 1
  br i1 %is, label %a, label %b
a:
  br label %b
b:
  %m = phi <8 x i16> [ zeroinitializer, %0 ], [ %p, %a ]
  %e = extractelement <8 x i16> %m, i64 0
  %c = icmp eq i16 %e, 1
  br i1 %c, label %yes, label %no
yes:
  ret void
no:
  ret void
}
