; report uninitialised all: load i32
define void @t() { %a = alloca i32
 %r = load i32, ptr %a, !noundef !{}
 ret void }
