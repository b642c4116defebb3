; report: call-mismatch
define i32 @f() noinline { ret i32 1 }
define void @t() { call void @f()
 ret void }
define i32 @main() {
  call void @t()
  ret i32 0
}
