; Vector predication of floating point; vp-floats-22.plain does the same without.
define void @vp_fadd(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %v = call <8 x double> @llvm.vp.fadd.v8f64(<8 x double> %a, <8 x double> %b, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x double> %v, <8 x double> zeroinitializer
  %nan = fcmp uno <8 x double> %r, %r
  %s = select <8 x i1> %nan, <8 x double> splat (double 1.0), <8 x double> %r
  store <8 x double> %s, ptr %out
  ret void
}
define void @vp_fsub(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %v = call <8 x double> @llvm.vp.fsub.v8f64(<8 x double> %a, <8 x double> %b, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x double> %v, <8 x double> zeroinitializer
  %nan = fcmp uno <8 x double> %r, %r
  %s = select <8 x i1> %nan, <8 x double> splat (double 1.0), <8 x double> %r
  store <8 x double> %s, ptr %out
  ret void
}
define void @vp_fmul(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %v = call <8 x double> @llvm.vp.fmul.v8f64(<8 x double> %a, <8 x double> %b, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x double> %v, <8 x double> zeroinitializer
  %nan = fcmp uno <8 x double> %r, %r
  %s = select <8 x i1> %nan, <8 x double> splat (double 1.0), <8 x double> %r
  store <8 x double> %s, ptr %out
  ret void
}
define void @vp_fdiv(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %v = call <8 x double> @llvm.vp.fdiv.v8f64(<8 x double> %a, <8 x double> %b, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x double> %v, <8 x double> zeroinitializer
  %nan = fcmp uno <8 x double> %r, %r
  %s = select <8 x i1> %nan, <8 x double> splat (double 1.0), <8 x double> %r
  store <8 x double> %s, ptr %out
  ret void
}
define void @vp_frem(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %v = call <8 x double> @llvm.vp.frem.v8f64(<8 x double> %a, <8 x double> %b, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x double> %v, <8 x double> zeroinitializer
  %nan = fcmp uno <8 x double> %r, %r
  %s = select <8 x i1> %nan, <8 x double> splat (double 1.0), <8 x double> %r
  store <8 x double> %s, ptr %out
  ret void
}
define void @vp_fneg(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %v = call <8 x double> @llvm.vp.fneg.v8f64(<8 x double> %a, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x double> %v, <8 x double> zeroinitializer
  %nan = fcmp uno <8 x double> %r, %r
  %s = select <8 x i1> %nan, <8 x double> splat (double 1.0), <8 x double> %r
  store <8 x double> %s, ptr %out
  ret void
}
define void @vp_copysign(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %v = call <8 x double> @llvm.vp.copysign.v8f64(<8 x double> %a, <8 x double> %b, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x double> %v, <8 x double> zeroinitializer
  %nan = fcmp uno <8 x double> %r, %r
  %s = select <8 x i1> %nan, <8 x double> splat (double 1.0), <8 x double> %r
  store <8 x double> %s, ptr %out
  ret void
}
define void @vp_minnum(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %v = call <8 x double> @llvm.vp.minnum.v8f64(<8 x double> %a, <8 x double> %b, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x double> %v, <8 x double> zeroinitializer
  %nan = fcmp uno <8 x double> %r, %r
  %s = select <8 x i1> %nan, <8 x double> splat (double 1.0), <8 x double> %r
  store <8 x double> %s, ptr %out
  ret void
}
define void @vp_maxnum(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %v = call <8 x double> @llvm.vp.maxnum.v8f64(<8 x double> %a, <8 x double> %b, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x double> %v, <8 x double> zeroinitializer
  %nan = fcmp uno <8 x double> %r, %r
  %s = select <8 x i1> %nan, <8 x double> splat (double 1.0), <8 x double> %r
  store <8 x double> %s, ptr %out
  ret void
}
define void @vp_minimum(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %v = call <8 x double> @llvm.vp.minimum.v8f64(<8 x double> %a, <8 x double> %b, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x double> %v, <8 x double> zeroinitializer
  %nan = fcmp uno <8 x double> %r, %r
  %s = select <8 x i1> %nan, <8 x double> splat (double 1.0), <8 x double> %r
  store <8 x double> %s, ptr %out
  ret void
}
define void @vp_maximum(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %v = call <8 x double> @llvm.vp.maximum.v8f64(<8 x double> %a, <8 x double> %b, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x double> %v, <8 x double> zeroinitializer
  %nan = fcmp uno <8 x double> %r, %r
  %s = select <8 x i1> %nan, <8 x double> splat (double 1.0), <8 x double> %r
  store <8 x double> %s, ptr %out
  ret void
}
define void @vp_fabs(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %v = call <8 x double> @llvm.vp.fabs.v8f64(<8 x double> %a, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x double> %v, <8 x double> zeroinitializer
  %nan = fcmp uno <8 x double> %r, %r
  %s = select <8 x i1> %nan, <8 x double> splat (double 1.0), <8 x double> %r
  store <8 x double> %s, ptr %out
  ret void
}
define void @vp_sqrt(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %v = call <8 x double> @llvm.vp.sqrt.v8f64(<8 x double> %a, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x double> %v, <8 x double> zeroinitializer
  %nan = fcmp uno <8 x double> %r, %r
  %s = select <8 x i1> %nan, <8 x double> splat (double 1.0), <8 x double> %r
  store <8 x double> %s, ptr %out
  ret void
}
define void @vp_ceil(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %v = call <8 x double> @llvm.vp.ceil.v8f64(<8 x double> %a, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x double> %v, <8 x double> zeroinitializer
  %nan = fcmp uno <8 x double> %r, %r
  %s = select <8 x i1> %nan, <8 x double> splat (double 1.0), <8 x double> %r
  store <8 x double> %s, ptr %out
  ret void
}
define void @vp_floor(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %v = call <8 x double> @llvm.vp.floor.v8f64(<8 x double> %a, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x double> %v, <8 x double> zeroinitializer
  %nan = fcmp uno <8 x double> %r, %r
  %s = select <8 x i1> %nan, <8 x double> splat (double 1.0), <8 x double> %r
  store <8 x double> %s, ptr %out
  ret void
}
define void @vp_rint(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %v = call <8 x double> @llvm.vp.rint.v8f64(<8 x double> %a, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x double> %v, <8 x double> zeroinitializer
  %nan = fcmp uno <8 x double> %r, %r
  %s = select <8 x i1> %nan, <8 x double> splat (double 1.0), <8 x double> %r
  store <8 x double> %s, ptr %out
  ret void
}
define void @vp_nearbyint(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %v = call <8 x double> @llvm.vp.nearbyint.v8f64(<8 x double> %a, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x double> %v, <8 x double> zeroinitializer
  %nan = fcmp uno <8 x double> %r, %r
  %s = select <8 x i1> %nan, <8 x double> splat (double 1.0), <8 x double> %r
  store <8 x double> %s, ptr %out
  ret void
}
define void @vp_round(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %v = call <8 x double> @llvm.vp.round.v8f64(<8 x double> %a, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x double> %v, <8 x double> zeroinitializer
  %nan = fcmp uno <8 x double> %r, %r
  %s = select <8 x i1> %nan, <8 x double> splat (double 1.0), <8 x double> %r
  store <8 x double> %s, ptr %out
  ret void
}
define void @vp_roundeven(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %v = call <8 x double> @llvm.vp.roundeven.v8f64(<8 x double> %a, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x double> %v, <8 x double> zeroinitializer
  %nan = fcmp uno <8 x double> %r, %r
  %s = select <8 x i1> %nan, <8 x double> splat (double 1.0), <8 x double> %r
  store <8 x double> %s, ptr %out
  ret void
}
define void @vp_roundtozero(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %v = call <8 x double> @llvm.vp.roundtozero.v8f64(<8 x double> %a, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x double> %v, <8 x double> zeroinitializer
  %nan = fcmp uno <8 x double> %r, %r
  %s = select <8 x i1> %nan, <8 x double> splat (double 1.0), <8 x double> %r
  store <8 x double> %s, ptr %out
  ret void
}
define void @vp_fma(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %v = call <8 x double> @llvm.vp.fma.v8f64(<8 x double> %a, <8 x double> %b, <8 x double> %c, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x double> %v, <8 x double> zeroinitializer
  %nan = fcmp uno <8 x double> %r, %r
  %s = select <8 x i1> %nan, <8 x double> splat (double 1.0), <8 x double> %r
  store <8 x double> %s, ptr %out
  ret void
}
define void @vp_fmuladd(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %v = call <8 x double> @llvm.vp.fmuladd.v8f64(<8 x double> %a, <8 x double> %b, <8 x double> %c, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x double> %v, <8 x double> zeroinitializer
  %nan = fcmp uno <8 x double> %r, %r
  %s = select <8 x i1> %nan, <8 x double> splat (double 1.0), <8 x double> %r
  store <8 x double> %s, ptr %out
  ret void
}
define void @vp_fcmp_oeq(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %v = call <8 x i1> @llvm.vp.fcmp.v8f64(<8 x double> %a, <8 x double> %b, metadata !"oeq", <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i1> %v, <8 x i1> zeroinitializer
  store <8 x i1> %r, ptr %out
  ret void
}
define void @vp_fcmp_ogt(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %v = call <8 x i1> @llvm.vp.fcmp.v8f64(<8 x double> %a, <8 x double> %b, metadata !"ogt", <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i1> %v, <8 x i1> zeroinitializer
  store <8 x i1> %r, ptr %out
  ret void
}
define void @vp_fcmp_oge(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %v = call <8 x i1> @llvm.vp.fcmp.v8f64(<8 x double> %a, <8 x double> %b, metadata !"oge", <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i1> %v, <8 x i1> zeroinitializer
  store <8 x i1> %r, ptr %out
  ret void
}
define void @vp_fcmp_olt(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %v = call <8 x i1> @llvm.vp.fcmp.v8f64(<8 x double> %a, <8 x double> %b, metadata !"olt", <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i1> %v, <8 x i1> zeroinitializer
  store <8 x i1> %r, ptr %out
  ret void
}
define void @vp_fcmp_ole(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %v = call <8 x i1> @llvm.vp.fcmp.v8f64(<8 x double> %a, <8 x double> %b, metadata !"ole", <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i1> %v, <8 x i1> zeroinitializer
  store <8 x i1> %r, ptr %out
  ret void
}
define void @vp_fcmp_one(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %v = call <8 x i1> @llvm.vp.fcmp.v8f64(<8 x double> %a, <8 x double> %b, metadata !"one", <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i1> %v, <8 x i1> zeroinitializer
  store <8 x i1> %r, ptr %out
  ret void
}
define void @vp_fcmp_ord(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %v = call <8 x i1> @llvm.vp.fcmp.v8f64(<8 x double> %a, <8 x double> %b, metadata !"ord", <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i1> %v, <8 x i1> zeroinitializer
  store <8 x i1> %r, ptr %out
  ret void
}
define void @vp_fcmp_uno(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %v = call <8 x i1> @llvm.vp.fcmp.v8f64(<8 x double> %a, <8 x double> %b, metadata !"uno", <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i1> %v, <8 x i1> zeroinitializer
  store <8 x i1> %r, ptr %out
  ret void
}
define void @vp_fcmp_ueq(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %v = call <8 x i1> @llvm.vp.fcmp.v8f64(<8 x double> %a, <8 x double> %b, metadata !"ueq", <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i1> %v, <8 x i1> zeroinitializer
  store <8 x i1> %r, ptr %out
  ret void
}
define void @vp_fcmp_ugt(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %v = call <8 x i1> @llvm.vp.fcmp.v8f64(<8 x double> %a, <8 x double> %b, metadata !"ugt", <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i1> %v, <8 x i1> zeroinitializer
  store <8 x i1> %r, ptr %out
  ret void
}
define void @vp_fcmp_uge(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %v = call <8 x i1> @llvm.vp.fcmp.v8f64(<8 x double> %a, <8 x double> %b, metadata !"uge", <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i1> %v, <8 x i1> zeroinitializer
  store <8 x i1> %r, ptr %out
  ret void
}
define void @vp_fcmp_ult(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %v = call <8 x i1> @llvm.vp.fcmp.v8f64(<8 x double> %a, <8 x double> %b, metadata !"ult", <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i1> %v, <8 x i1> zeroinitializer
  store <8 x i1> %r, ptr %out
  ret void
}
define void @vp_fcmp_ule(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %v = call <8 x i1> @llvm.vp.fcmp.v8f64(<8 x double> %a, <8 x double> %b, metadata !"ule", <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i1> %v, <8 x i1> zeroinitializer
  store <8 x i1> %r, ptr %out
  ret void
}
define void @vp_fcmp_une(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %v = call <8 x i1> @llvm.vp.fcmp.v8f64(<8 x double> %a, <8 x double> %b, metadata !"une", <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i1> %v, <8 x i1> zeroinitializer
  store <8 x i1> %r, ptr %out
  ret void
}
define void @vp_fptrunc(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %v = call <8 x float> @llvm.vp.fptrunc.v8f32.v8f64(<8 x double> %a, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x float> %v, <8 x float> zeroinitializer
  %nan = fcmp uno <8 x float> %r, %r
  %s = select <8 x i1> %nan, <8 x float> splat (float 1.0), <8 x float> %r
  store <8 x float> %s, ptr %out
  ret void
}
define void @vp_fpext(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %f = fptrunc <8 x double> %a to <8 x float>
  %v = call <8 x double> @llvm.vp.fpext.v8f64.v8f32(<8 x float> %f, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x double> %v, <8 x double> zeroinitializer
  %nan = fcmp uno <8 x double> %r, %r
  %s = select <8 x i1> %nan, <8 x double> splat (double 1.0), <8 x double> %r
  store <8 x double> %s, ptr %out
  ret void
}
define void @vp_is_fpclass(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %v = call <8 x i1> @llvm.vp.is.fpclass.v8f64(<8 x double> %a, i32 612, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i1> %v, <8 x i1> zeroinitializer
  store <8 x i1> %r, ptr %out
  ret void
}
define void @vp_lrint(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %f0 = bitcast <8 x double> %a to <8 x i64>
  %f1 = and <8 x i64> %f0, splat (i64 4095)
  %f2 = uitofp <8 x i64> %f1 to <8 x double>
  %f = fmul <8 x double> %f2, splat (double 0.25)
  %v = call <8 x i64> @llvm.vp.lrint.v8i64.v8f64(<8 x double> %f, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i64> %v, <8 x i64> zeroinitializer
  store <8 x i64> %r, ptr %out
  ret void
}
define void @vp_llrint(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %f0 = bitcast <8 x double> %a to <8 x i64>
  %f1 = and <8 x i64> %f0, splat (i64 4095)
  %f2 = uitofp <8 x i64> %f1 to <8 x double>
  %f = fmul <8 x double> %f2, splat (double 0.25)
  %v = call <8 x i64> @llvm.vp.llrint.v8i64.v8f64(<8 x double> %f, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i64> %v, <8 x i64> zeroinitializer
  store <8 x i64> %r, ptr %out
  ret void
}
define void @vp_reduce_fadd(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %s0 = extractelement <8 x double> %b, i32 3
  %x = call double @llvm.vp.reduce.fadd.v8f64(double %s0, <8 x double> %a, <8 x i1> %m, i32 %n)
  %nan = fcmp uno double %x, %x
  %s = select i1 %nan, double 1.0, double %x
  store double %s, ptr %out
  ret void
}
define void @vp_reduce_fmul(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %s0 = extractelement <8 x double> %b, i32 3
  %x = call double @llvm.vp.reduce.fmul.v8f64(double %s0, <8 x double> %a, <8 x i1> %m, i32 %n)
  %nan = fcmp uno double %x, %x
  %s = select i1 %nan, double 1.0, double %x
  store double %s, ptr %out
  ret void
}
define void @vp_reduce_fmax(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %s0 = extractelement <8 x double> %b, i32 3
  %x = call double @llvm.vp.reduce.fmax.v8f64(double %s0, <8 x double> %a, <8 x i1> %m, i32 %n)
  %nan = fcmp uno double %x, %x
  %s = select i1 %nan, double 1.0, double %x
  store double %s, ptr %out
  ret void
}
define void @vp_reduce_fmin(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %s0 = extractelement <8 x double> %b, i32 3
  %x = call double @llvm.vp.reduce.fmin.v8f64(double %s0, <8 x double> %a, <8 x i1> %m, i32 %n)
  %nan = fcmp uno double %x, %x
  %s = select i1 %nan, double 1.0, double %x
  store double %s, ptr %out
  ret void
}
define void @vp_reduce_fmaximum(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %s0 = extractelement <8 x double> %b, i32 3
  %x = call double @llvm.vp.reduce.fmaximum.v8f64(double %s0, <8 x double> %a, <8 x i1> %m, i32 %n)
  %nan = fcmp uno double %x, %x
  %s = select i1 %nan, double 1.0, double %x
  store double %s, ptr %out
  ret void
}
define void @vp_reduce_fminimum(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x double>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 64
  %b = load <8 x double>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 128
  %c = load <8 x double>, ptr %pc, align 8
  %pm = getelementptr i8, ptr %in, i64 200
  %m = load <8 x i1>, ptr %pm
  %pn = getelementptr i8, ptr %in, i64 209
  %n0 = load i8, ptr %pn
  %n1 = and i8 %n0, 7
  %n2 = zext i8 %n1 to i32
  %n = add i32 %n2, 1
  %n3 = insertelement <8 x i32> poison, i32 %n, i32 0
  %n4 = shufflevector <8 x i32> %n3, <8 x i32> poison, <8 x i32> zeroinitializer
  %before = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %n4
  %on = and <8 x i1> %before, %m
  %s0 = extractelement <8 x double> %b, i32 3
  %x = call double @llvm.vp.reduce.fminimum.v8f64(double %s0, <8 x double> %a, <8 x i1> %m, i32 %n)
  %nan = fcmp uno double %x, %x
  %s = select i1 %nan, double 1.0, double %x
  store double %s, ptr %out
  ret void
}
declare <8 x double> @llvm.vp.ceil.v8f64(<8 x double>, <8 x i1>, i32)
declare <8 x double> @llvm.vp.copysign.v8f64(<8 x double>, <8 x double>, <8 x i1>, i32)
declare <8 x double> @llvm.vp.fabs.v8f64(<8 x double>, <8 x i1>, i32)
declare <8 x double> @llvm.vp.fadd.v8f64(<8 x double>, <8 x double>, <8 x i1>, i32)
declare <8 x i1> @llvm.vp.fcmp.v8f64(<8 x double>, <8 x double>, metadata, <8 x i1>, i32)
declare <8 x double> @llvm.vp.fdiv.v8f64(<8 x double>, <8 x double>, <8 x i1>, i32)
declare <8 x double> @llvm.vp.floor.v8f64(<8 x double>, <8 x i1>, i32)
declare <8 x double> @llvm.vp.fma.v8f64(<8 x double>, <8 x double>, <8 x double>, <8 x i1>, i32)
declare <8 x double> @llvm.vp.fmul.v8f64(<8 x double>, <8 x double>, <8 x i1>, i32)
declare <8 x double> @llvm.vp.fmuladd.v8f64(<8 x double>, <8 x double>, <8 x double>, <8 x i1>, i32)
declare <8 x double> @llvm.vp.fneg.v8f64(<8 x double>, <8 x i1>, i32)
declare <8 x double> @llvm.vp.fpext.v8f64.v8f32(<8 x float>, <8 x i1>, i32)
declare <8 x float> @llvm.vp.fptrunc.v8f32.v8f64(<8 x double>, <8 x i1>, i32)
declare <8 x double> @llvm.vp.frem.v8f64(<8 x double>, <8 x double>, <8 x i1>, i32)
declare <8 x double> @llvm.vp.fsub.v8f64(<8 x double>, <8 x double>, <8 x i1>, i32)
declare <8 x i1> @llvm.vp.is.fpclass.v8f64(<8 x double>, i32, <8 x i1>, i32)
declare <8 x i64> @llvm.vp.llrint.v8i64.v8f64(<8 x double>, <8 x i1>, i32)
declare <8 x i64> @llvm.vp.lrint.v8i64.v8f64(<8 x double>, <8 x i1>, i32)
declare <8 x double> @llvm.vp.maximum.v8f64(<8 x double>, <8 x double>, <8 x i1>, i32)
declare <8 x double> @llvm.vp.maxnum.v8f64(<8 x double>, <8 x double>, <8 x i1>, i32)
declare <8 x double> @llvm.vp.minimum.v8f64(<8 x double>, <8 x double>, <8 x i1>, i32)
declare <8 x double> @llvm.vp.minnum.v8f64(<8 x double>, <8 x double>, <8 x i1>, i32)
declare <8 x double> @llvm.vp.nearbyint.v8f64(<8 x double>, <8 x i1>, i32)
declare double @llvm.vp.reduce.fadd.v8f64(double, <8 x double>, <8 x i1>, i32)
declare double @llvm.vp.reduce.fmax.v8f64(double, <8 x double>, <8 x i1>, i32)
declare double @llvm.vp.reduce.fmaximum.v8f64(double, <8 x double>, <8 x i1>, i32)
declare double @llvm.vp.reduce.fmin.v8f64(double, <8 x double>, <8 x i1>, i32)
declare double @llvm.vp.reduce.fminimum.v8f64(double, <8 x double>, <8 x i1>, i32)
declare double @llvm.vp.reduce.fmul.v8f64(double, <8 x double>, <8 x i1>, i32)
declare <8 x double> @llvm.vp.rint.v8f64(<8 x double>, <8 x i1>, i32)
declare <8 x double> @llvm.vp.round.v8f64(<8 x double>, <8 x i1>, i32)
declare <8 x double> @llvm.vp.roundeven.v8f64(<8 x double>, <8 x i1>, i32)
declare <8 x double> @llvm.vp.roundtozero.v8f64(<8 x double>, <8 x i1>, i32)
declare <8 x double> @llvm.vp.sqrt.v8f64(<8 x double>, <8 x i1>, i32)
