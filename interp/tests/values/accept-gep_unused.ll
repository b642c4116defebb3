; accept
@k = global i32 40
@g = global [4 x i32] zeroinitializer
@s = global i32 0
define void @t() { %k = load i32, ptr @k
 %v = shl i32 1, %k
 %x = sext i32 %v to i64
 %p = getelementptr i32, ptr @g, i64 %x
 %c = icmp ult i32 %k, 32
 %q = select i1 %c, ptr %p, ptr @g
 store i32 1, ptr %q
 ret void }
