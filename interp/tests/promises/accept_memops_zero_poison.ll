; accept
define void @t() { call void @llvm.memset.p0.i64(ptr poison, i8 0, i64 0, i1 false)
 call void @llvm.memcpy.p0.p0.i64(ptr poison, ptr poison, i64 0, i1 false)
 call void @llvm.memcpy.p0.p0.i64(ptr null, ptr null, i64 0, i1 false)
 ret void }
define i32 @main() {
  call void @t()
  ret i32 0
}
