; report shift-too-far all: call void @callee(i32 %s)
define void @callee(i32 noundef %x) noinline { ret void }
@k = global i32 40
define void @t() { %n = load i32, ptr @k
 %s = shl i32 1, %n
 call void @callee(i32 %s)
 ret void }
