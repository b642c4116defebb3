; accept
declare void @llvm.x86.avx.maskstore.ps(ptr, <4 x i32>, <4 x float>)
@shift = global i32 40
define void @t() {
  %to = alloca <4 x float>
  store <4 x float> zeroinitializer, ptr %to
  %s = load volatile i32, ptr @shift
  %late = shl i32 1, %s
  %f = bitcast i32 %late to float
  %v = insertelement <4 x float> zeroinitializer, float %f, i64 1
  call void @llvm.x86.avx.maskstore.ps(ptr %to, <4 x i32> <i32 -1, i32 0, i32 0, i32 0>, <4 x float> %v)
  %at = getelementptr i32, ptr %to, i64 1
  %e = load i32, ptr %at
  %c = icmp eq i32 %e, 256
  br i1 %c, label %yes, label %no
yes:
  ret void
no:
  ret void
}
