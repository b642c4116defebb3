; report: broken-promise
define void @f(i32 noundef %x) noinline { ret void }
define void @t() { call void @f(i32 undef)
 ret void }
define i32 @main() {
  call void @t()
  ret i32 0
}
