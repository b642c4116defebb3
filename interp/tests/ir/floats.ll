; Inputs are doubles. NaN results are made one NaN before they are stored.
define internal double @one_nan(double %x) {
  %n = fcmp uno double %x, %x
  %r = select i1 %n, double 0x7FF8000000000000, double %x
  ret double %r
}
define internal float @one_nan_f(float %x) {
  %n = fcmp uno float %x, %x
  %r = select i1 %n, float 0x7FF8000000000000, float %x
  ret float %r
}
define void @minimum_maximum(ptr %in, ptr %out) {
  %a = load double, ptr %in
  %p = getelementptr double, ptr %in, i64 1
  %b = load double, ptr %p
  %m = call double @llvm.minimum.f64(double %a, double %b)
  %m1 = call double @one_nan(double %m)
  store double %m1, ptr %out
  %x = call double @llvm.maximum.f64(double %a, double %b)
  %x1 = call double @one_nan(double %x)
  %o = getelementptr double, ptr %out, i64 1
  store double %x1, ptr %o
  %af = fptrunc double %a to float
  %bf = fptrunc double %b to float
  %y = call float @llvm.maximum.f32(float %af, float %bf)
  %y1 = call float @one_nan_f(float %y)
  %o2 = getelementptr double, ptr %out, i64 2
  store float %y1, ptr %o2
  ret void
}
define void @rounding_to_integers(ptr %in, ptr %out) {
  %a0 = load double, ptr %in
  %ok = call i1 @llvm.is.fpclass.f64(double %a0, i32 264)
  %big = call double @llvm.fabs.f64(double %a0)
  %small = fcmp olt double %big, 1.0e9
  %a = select i1 %small, double %a0, double 2.5
  %af = fptrunc double %a to float
  %r = call i64 @llvm.lrint.i64.f64(double %a)
  store i64 %r, ptr %out
  %s = call i64 @llvm.llround.i64.f64(double %a)
  %o = getelementptr i64, ptr %out, i64 1
  store i64 %s, ptr %o
  %t = call i32 @llvm.lrint.i32.f32(float %af)
  %o2 = getelementptr i64, ptr %out, i64 2
  store i32 %t, ptr %o2
  %u = call i64 @llvm.lround.i64.f32(float %af)
  %o3 = getelementptr i64, ptr %out, i64 3
  store i64 %u, ptr %o3
  ret void
}
define void @vectors(ptr %in, ptr %out) {
  %v = load <4 x double>, ptr %in
  %f = fptrunc <4 x double> %v to <4 x float>
  %g = fadd fast <4 x float> %f, <float 1.0, float 2.0, float -3.0, float 0.5>
  %c = fcmp olt <4 x float> %f, %g
  %s = select <4 x i1> %c, <4 x float> %g, <4 x float> zeroinitializer
  store <4 x float> %s, ptr %out
  %k = uitofp <4 x i1> %c to <4 x float>
  %o = getelementptr i8, ptr %out, i64 16
  store <4 x float> %k, ptr %o
  %n = fneg <4 x double> %v
  %cs = call <4 x double> @llvm.copysign.v4f64(<4 x double> %v, <4 x double> %n)
  %o1 = getelementptr i8, ptr %out, i64 32
  store <4 x double> %cs, ptr %o1
  %sat = call <4 x i16> @llvm.fptosi.sat.v4i16.v4f64(<4 x double> %v)
  %o2 = getelementptr i8, ptr %out, i64 64
  store <4 x i16> %sat, ptr %o2
  ret void
}
define void @environment(ptr %in, ptr %out) strictfp {
  %a = load double, ptr %in
  %p = getelementptr double, ptr %in, i64 1
  %b = load double, ptr %p
  %s = call double @llvm.experimental.constrained.fadd.f64(double %a, double %b, metadata !"round.tonearest", metadata !"fpexcept.ignore") strictfp
  %s1 = call double @one_nan(double %s) strictfp
  store double %s1, ptr %out
  %c = call i1 @llvm.experimental.constrained.fcmp.f64(double %a, double %b, metadata !"ult", metadata !"fpexcept.ignore") strictfp
  %o = getelementptr double, ptr %out, i64 1
  store i1 %c, ptr %o
  %d = call i1 @llvm.experimental.constrained.fcmps.f64(double %a, double %b, metadata !"one", metadata !"fpexcept.ignore") strictfp
  %o1 = getelementptr double, ptr %out, i64 2
  store i1 %d, ptr %o1
  %f = call float @llvm.experimental.constrained.fptrunc.f32.f64(double %a, metadata !"round.tonearest", metadata !"fpexcept.ignore") strictfp
  %f1 = call float @one_nan_f(float %f) strictfp
  %o2 = getelementptr double, ptr %out, i64 3
  store float %f1, ptr %o2
  %i = load i32, ptr %in
  %g = call double @llvm.experimental.constrained.sitofp.f64.i32(i32 %i, metadata !"round.tonearest", metadata !"fpexcept.ignore") strictfp
  %o3 = getelementptr double, ptr %out, i64 4
  store double %g, ptr %o3
  %k = call i64 @llvm.experimental.constrained.fptosi.i64.f64(double %g, metadata !"fpexcept.ignore") strictfp
  %o4 = getelementptr double, ptr %out, i64 5
  store i64 %k, ptr %o4
  ret void
}
define void @powers(ptr %in, ptr %out) {
  %a = load double, ptr %in
  %n0 = load i8, ptr %in
  %n1 = and i8 %n0, 3
  %n = zext i8 %n1 to i32
  %r = call double @llvm.powi.f64.i32(double %a, i32 %n)
  %r1 = call double @one_nan(double %r)
  store double %r1, ptr %out
  %e0 = load i64, ptr %in
  %e = srem i64 %e0, 300
  %l = call double @llvm.ldexp.f64.i32(double 1.25, i32 7)
  %o = getelementptr double, ptr %out, i64 1
  store double %l, ptr %o
  ret void
}
declare double @llvm.minimum.f64(double, double)
declare double @llvm.maximum.f64(double, double)
declare float @llvm.maximum.f32(float, float)
declare i1 @llvm.is.fpclass.f64(double, i32)
declare double @llvm.fabs.f64(double)
declare i64 @llvm.lrint.i64.f64(double)
declare i32 @llvm.lrint.i32.f32(float)
declare i64 @llvm.llround.i64.f64(double)
declare i64 @llvm.lround.i64.f32(float)
declare <4 x double> @llvm.copysign.v4f64(<4 x double>, <4 x double>)
declare <4 x i16> @llvm.fptosi.sat.v4i16.v4f64(<4 x double>)
declare double @llvm.powi.f64.i32(double, i32)
declare double @llvm.ldexp.f64.i32(double, i32)
declare double @llvm.experimental.constrained.fadd.f64(double, double, metadata, metadata)
declare i1 @llvm.experimental.constrained.fcmp.f64(double, double, metadata, metadata)
declare i1 @llvm.experimental.constrained.fcmps.f64(double, double, metadata, metadata)
declare float @llvm.experimental.constrained.fptrunc.f32.f64(double, metadata, metadata)
declare double @llvm.experimental.constrained.sitofp.f64.i32(i32, metadata, metadata)
declare i64 @llvm.experimental.constrained.fptosi.i64.f64(double, metadata)
