; accept
@k = global <4 x i32> <i32 1, i32 4, i32 99, i32 99>
@s = global i32 0
define void @t() { %k = load <4 x i32>, ptr @k
 %v = shl <4 x i32> splat(i32 1), %k
 %c = icmp ugt <4 x i32> %v, splat(i32 3)
 %o = icmp ult <4 x i32> %k, splat(i32 32)
 %b = select <4 x i1> %o, <4 x i1> %c, <4 x i1> zeroinitializer
 %m = bitcast <4 x i1> %b to i4
 %z = zext i4 %m to i32
 store i32 %z, ptr @s
 ret void }
