; accept
%S = type {i32, i32}
define void @mk(ptr noalias sret(%S) align 4 %r) noinline { store i32 1, ptr %r
 ret void }
define void @t() { %a = alloca %S
 call void @mk(ptr sret(%S) align 4 %a)
 ret void }
define i32 @main() {
  call void @t()
  ret i32 0
}
