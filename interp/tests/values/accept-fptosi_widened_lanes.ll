; accept
@k = global <2 x float> <float 1.0, float 4.0>
@s = global <2 x i32> zeroinitializer
define void @t() { %k = load <2 x float>, ptr @k
 %w = shufflevector <2 x float> %k, <2 x float> poison, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
 %v = fptosi <4 x float> %w to <4 x i32>
 %r = shufflevector <4 x i32> %v, <4 x i32> poison, <2 x i32> <i32 0, i32 1>
 store <2 x i32> %r, ptr @s
 ret void }
