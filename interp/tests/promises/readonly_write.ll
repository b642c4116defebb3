; report: broken-promise
define void @callee(ptr readonly %x) noinline { store i32 1, ptr %x
 ret void }
define void @t() { %a = alloca i32
 call void @callee(ptr %a)
 ret void }
define i32 @main() {
  call void @t()
  ret i32 0
}
