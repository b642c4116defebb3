; report uninitialised all: br i1 %
@s = global i32 5
define void @t() { %a = alloca i32
 %v = load i32, ptr %a
 %f = freeze i32 %v
 %g = sub i32 %f, %f
 %c = icmp sgt i32 %g, 3
 br i1 %c, label %x, label %y
x: store i32 1, ptr @s
 ret void
y: store i32 2, ptr @s
 ret void }
