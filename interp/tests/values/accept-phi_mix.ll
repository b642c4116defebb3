; accept
@k = global i32 40
@s = global i32 0
define void @t() { %k = load i32, ptr @k
 %v = shl i32 1, %k
 %c = icmp ult i32 %k, 32
 br i1 %c, label %a, label %b
a: br label %m
b: br label %m
m: %p = phi i32 [%v, %a], [7, %b]
 store i32 %p, ptr @s
 ret void }
