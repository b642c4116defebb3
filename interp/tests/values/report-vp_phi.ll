; report poison-used always: br i1 %c, label %yes
declare <4 x i32> @llvm.vp.add.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32)
@lanes = global i32 2
@way = global i32 1
define void @t() {
  %s = load volatile i32, ptr @lanes
  %w = load volatile i32, ptr @way
  %p = call <4 x i32> @llvm.vp.add.v4i32(<4 x i32> zeroinitializer, <4 x i32> zeroinitializer, <4 x i1> <i1 true, i1 true, i1 true, i1 true>, i32 %s)
  %is = icmp eq i32 %w, 1
  br i1 %is, label %a, label %b
a:
  br label %b
b:
  %m = phi <4 x i32> [ zeroinitializer, %0 ], [ %p, %a ]
  %e = extractelement <4 x i32> %m, i64 3
  %c = icmp eq i32 %e, 1
  br i1 %c, label %yes, label %no
yes:
  ret void
no:
  ret void
}
