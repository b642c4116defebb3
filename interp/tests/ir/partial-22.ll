; Which lane gets what is free: the sums are looked at as a whole. LLVM 22 does not come to an end with the
; one on floating point, so that plain sums are compiled (partial-22.plain).
define void @partial(ptr %in, ptr %out) {
  %v = load <8 x i32>, ptr %in, align 4
  %p = getelementptr i8, ptr %in, i64 32
  %s = load <4 x i32>, ptr %p, align 4
  %r = call <4 x i32> @llvm.vector.partial.reduce.add.v4i32.v8i32(<4 x i32> %s, <8 x i32> %v)
  %n = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %r)
  store i32 %n, ptr %out
  %b = load <8 x i8>, ptr %in, align 4
  %f = uitofp <8 x i8> %b to <8 x float>
  %g = call <4 x float> @llvm.vector.partial.reduce.fadd.v4f32.v8f32(<4 x float> zeroinitializer, <8 x float> %f)
  %h = call float @llvm.vector.reduce.fadd.v4f32(float 0.0, <4 x float> %g)
  %o = getelementptr i8, ptr %out, i64 16
  store float %h, ptr %o
  ret void
}
