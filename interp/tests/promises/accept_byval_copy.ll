; accept
define void @w(ptr byval(i32) %p) noinline { store i32 1, ptr %p
 ret void }
define void @t() { %a = alloca i32
 store i32 0, ptr %a
 call void @w(ptr byval(i32) %a)
 %v = load i32, ptr %a
 %c = icmp eq i32 %v, 0
 br i1 %c, label %o, label %bad
bad: unreachable
o: ret void }
define i32 @main() {
  call void @t()
  ret i32 0
}
