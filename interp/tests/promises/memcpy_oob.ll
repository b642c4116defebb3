; leaf-report: out-of-bounds
define void @t() { %a = alloca [8 x i8]
 %b = alloca [4 x i8]
 call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 8, i1 false)
 call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 8, i1 false)
 ret void }
define i32 @main() {
  call void @t()
  ret i32 0
}
