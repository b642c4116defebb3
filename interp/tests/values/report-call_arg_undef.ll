; report uninitialised all: br i1
@s = global i32 0
define void @f(i32 %x) noinline { %c = icmp eq i32 %x, 3
 br i1 %c, label %a, label %b
a: store i32 1, ptr @s
 ret void
b: store i32 2, ptr @s
 ret void }
define void @t() { call void @f(i32 undef)
 ret void }
