; report: broken-promise
define void @t() { %a = alloca [64 x i8], align 16
 %g = getelementptr i8, ptr %a, i64 1
 call void @llvm.assume(i1 true) ["align"(ptr %g, i64 16)]
 ret void }
define i32 @main() {
  call void @t()
  ret i32 0
}
