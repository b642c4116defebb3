; accept
@k = global <4 x i32> <i32 1, i32 40, i32 2, i32 50>
@s = global <2 x i32> zeroinitializer
define void @t() { %k = load <4 x i32>, ptr @k
 %v = lshr <4 x i32> splat(i32 -1), %k
 %x = xor <4 x i32> %v, splat(i32 5)
 %r = shufflevector <4 x i32> %x, <4 x i32> poison, <2 x i32> <i32 0, i32 2>
 store <2 x i32> %r, ptr @s
 ret void }
