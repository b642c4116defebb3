; report uninitialised all: br i1 undef
@s = global i32 0
define void @t() { br i1 undef, label %a, label %b
a: store i32 1, ptr @s
 ret void
b: store i32 2, ptr @s
 ret void }
