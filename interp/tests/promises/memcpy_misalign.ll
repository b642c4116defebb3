; report: misaligned
define void @t() { %a = alloca [8 x i8], align 16
 %b = alloca [8 x i8], align 16
 call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 8, i1 false)
 %g = getelementptr i8, ptr %b, i64 1
 call void @llvm.memcpy.p0.p0.i64(ptr align 4 %g, ptr %a, i64 4, i1 false)
 ret void }
define i32 @main() {
  call void @t()
  ret i32 0
}
