; accept
@k = global i32 40
@s = global i32 0
define void @t() {
e: %k = load i32, ptr @k
 br label %l
l: %i = phi i32 [0, %e], [%j, %l]
 %x = phi i32 [0, %e], [%v, %l]
 %v = shl i32 1, %k
 %j = add i32 %i, 1
 %c = icmp eq i32 %j, 4
 br i1 %c, label %o, label %l
o: %z = select i1 true, i32 %j, i32 %x
 store i32 %z, ptr @s
 ret void }
