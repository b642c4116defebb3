; all-report: uninitialised
define void @callee(ptr dead_on_return %x) noinline { store i32 5, ptr %x
 ret void }
@s = global i8 0
define void @t() { %a = alloca i32
 call void @callee(ptr %a)
 %v = load i32, ptr %a
 %c = icmp eq i32 %v, 5
 br i1 %c, label %x, label %y
x: store i8 1, ptr @s
 ret void
y: ret void }
define i32 @main() {
  call void @t()
  ret i32 0
}
