; accept
@k = global i32 40
@s = global i32 0
define void @t() { %k = load i32, ptr @k
 %v = shl i32 1, %k
 %c = icmp ult i32 %k, 32
 %r = select i1 %c, i32 %v, i32 0
 store i32 %r, ptr @s
 ret void }
