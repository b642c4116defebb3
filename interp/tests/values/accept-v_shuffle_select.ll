; accept
@k = global <4 x i32> <i32 1, i32 40, i32 2, i32 3>
@s = global <4 x i32> zeroinitializer
define void @t() { %k = load <4 x i32>, ptr @k
 %v = shl <4 x i32> splat(i32 1), %k
 %c = icmp ult <4 x i32> %k, splat(i32 32)
 %v2 = shufflevector <4 x i32> %v, <4 x i32> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
 %c2 = shufflevector <4 x i1> %c, <4 x i1> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
 %r = select <4 x i1> %c2, <4 x i32> %v2, <4 x i32> zeroinitializer
 store <4 x i32> %r, ptr @s
 ret void }
