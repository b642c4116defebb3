; report: bad-access
@c = constant [4 x i8] c"abcd"
@d = constant [4 x i8] c"wxyz"
define void @t() { call void @llvm.memcpy.p0.p0.i64(ptr @c, ptr @d, i64 4, i1 false)
 ret void }
define i32 @main() {
  call void @t()
  ret i32 0
}
