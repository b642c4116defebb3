; accept
define void @t() { %a = alloca [8 x i8]
 store i64 0, ptr %a
 call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %a, i64 8, i1 false)
 ret void }
define i32 @main() {
  call void @t()
  ret i32 0
}
