; accept
@k = global <4 x float> <float 1.0, float 0x41E65A0BC0000000, float -2.0, float 0x41E65A0BC0000000>
@s = global <4 x i32> zeroinitializer
define void @t() { %k = load <4 x float>, ptr @k
 %v = fptosi <4 x float> %k to <4 x i32>
 %w = fptoui <4 x float> %k to <4 x i32>
 %r = shufflevector <4 x i32> %v, <4 x i32> %w, <4 x i32> <i32 0, i32 5, i32 2, i32 7>
 store <4 x i32> %r, ptr @s
 ret void }
