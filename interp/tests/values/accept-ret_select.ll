; accept
@k = global i32 40
@s = global i32 0
define i32 @f(i32 %k) noinline { %v = shl i32 1, %k
 ret i32 %v }
define void @t() { %k = load i32, ptr @k
 %r = call i32 @f(i32 %k)
 %c = icmp ult i32 %k, 32
 %q = select i1 %c, i32 %r, i32 0
 store i32 %q, ptr @s
 ret void }
