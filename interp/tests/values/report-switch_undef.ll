; report uninitialised all: switch i32 undef
@s = global i32 0
define void @t() { switch i32 undef, label %a [ i32 0, label %b ]
a: store i32 1, ptr @s
 ret void
b: store i32 2, ptr @s
 ret void }
