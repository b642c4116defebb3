; accept
@k = global i32 40
@s = global i32 0
define void @t() { %k = load i32, ptr @k
 %v = shl i32 1, %k
 %f = freeze i32 %v
 %m = and i32 %f, 0
 store i32 %m, ptr @s
 ret void }
