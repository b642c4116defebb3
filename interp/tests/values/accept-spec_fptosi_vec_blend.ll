; accept
@k = global <4 x float> <float 1.0, float 0x4415AF1D80000000, float 3.0, float 0x7FF8000000000000>
@s = global <4 x i32> zeroinitializer
define void @t() { %k = load <4 x float>, ptr @k
 %v = fptosi <4 x float> %k to <4 x i32>
 %c = fcmp olt <4 x float> %k, splat(float 100.0)
 %m = sext <4 x i1> %c to <4 x i32>
 %r = select <4 x i1> %c, <4 x i32> %v, <4 x i32> %m
 store <4 x i32> %r, ptr @s
 ret void }
