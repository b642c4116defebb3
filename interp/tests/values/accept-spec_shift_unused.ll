; accept
@k = global i32 40
define void @t() { %k = load i32, ptr @k
 %v = shl i32 1, %k
 %w = add i32 %v, 1
 ret void }
