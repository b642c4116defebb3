; report: broken-promise
define void @t() { call void @llvm.assume(i1 true) ["noundef"(i32 poison)]
 ret void }
define i32 @main() {
  call void @t()
  ret i32 0
}
