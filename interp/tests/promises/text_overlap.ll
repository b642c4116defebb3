; report: broken-promise
declare ptr @__strcat_chk(ptr, ptr, i64)
define void @t() { %a = alloca [16 x i8]
 call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 16, i1 false)
 store i32 6513249, ptr %a
 %g = getelementptr i8, ptr %a, i64 1
 %d = call ptr @__strcat_chk(ptr %a, ptr %g, i64 16)
 ret void }
define i32 @main() {
  call void @t()
  ret i32 0
}
