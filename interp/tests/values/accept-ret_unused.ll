; accept
@k = global i32 40
define i32 @f(i32 %k) noinline { %v = shl i32 1, %k
 ret i32 %v }
define void @t() { %k = load i32, ptr @k
 %r = call i32 @f(i32 %k)
 ret void }
