; report: broken-promise
define noundef i32 @f() noinline { ret i32 undef }
define void @t() { %q = call i32 @f()
 ret void }
define i32 @main() {
  call void @t()
  ret i32 0
}
