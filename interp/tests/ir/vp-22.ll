; Vector predication, histograms and matches; vp-22.plain does the same without.
define void @vp_add(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %v = call <8 x i32> @llvm.vp.add.v8i32(<8 x i32> %a, <8 x i32> %b, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i32> %v, <8 x i32> zeroinitializer
  store <8 x i32> %r, ptr %out
  ret void
}
define void @vp_sub(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %v = call <8 x i32> @llvm.vp.sub.v8i32(<8 x i32> %a, <8 x i32> %b, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i32> %v, <8 x i32> zeroinitializer
  store <8 x i32> %r, ptr %out
  ret void
}
define void @vp_mul(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %v = call <8 x i32> @llvm.vp.mul.v8i32(<8 x i32> %a, <8 x i32> %b, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i32> %v, <8 x i32> zeroinitializer
  store <8 x i32> %r, ptr %out
  ret void
}
define void @vp_and(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %v = call <8 x i32> @llvm.vp.and.v8i32(<8 x i32> %a, <8 x i32> %b, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i32> %v, <8 x i32> zeroinitializer
  store <8 x i32> %r, ptr %out
  ret void
}
define void @vp_or(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %v = call <8 x i32> @llvm.vp.or.v8i32(<8 x i32> %a, <8 x i32> %b, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i32> %v, <8 x i32> zeroinitializer
  store <8 x i32> %r, ptr %out
  ret void
}
define void @vp_xor(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %v = call <8 x i32> @llvm.vp.xor.v8i32(<8 x i32> %a, <8 x i32> %b, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i32> %v, <8 x i32> zeroinitializer
  store <8 x i32> %r, ptr %out
  ret void
}
define void @vp_shl(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %d = and <8 x i32> %b, splat (i32 31)
  %v = call <8 x i32> @llvm.vp.shl.v8i32(<8 x i32> %a, <8 x i32> %d, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i32> %v, <8 x i32> zeroinitializer
  store <8 x i32> %r, ptr %out
  ret void
}
define void @vp_lshr(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %d = and <8 x i32> %b, splat (i32 31)
  %v = call <8 x i32> @llvm.vp.lshr.v8i32(<8 x i32> %a, <8 x i32> %d, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i32> %v, <8 x i32> zeroinitializer
  store <8 x i32> %r, ptr %out
  ret void
}
define void @vp_ashr(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %d = and <8 x i32> %b, splat (i32 31)
  %v = call <8 x i32> @llvm.vp.ashr.v8i32(<8 x i32> %a, <8 x i32> %d, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i32> %v, <8 x i32> zeroinitializer
  store <8 x i32> %r, ptr %out
  ret void
}
define void @vp_udiv(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %half = lshr <8 x i32> %b, splat (i32 1)
  %d = or <8 x i32> %half, splat (i32 2)
  %e = select <8 x i1> %on, <8 x i32> %d, <8 x i32> zeroinitializer
  %f = select <8 x i1> %on, <8 x i32> %d, <8 x i32> splat (i32 1)
  %v = call <8 x i32> @llvm.vp.udiv.v8i32(<8 x i32> %a, <8 x i32> %e, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i32> %v, <8 x i32> zeroinitializer
  store <8 x i32> %r, ptr %out
  ret void
}
define void @vp_urem(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %half = lshr <8 x i32> %b, splat (i32 1)
  %d = or <8 x i32> %half, splat (i32 2)
  %e = select <8 x i1> %on, <8 x i32> %d, <8 x i32> zeroinitializer
  %f = select <8 x i1> %on, <8 x i32> %d, <8 x i32> splat (i32 1)
  %v = call <8 x i32> @llvm.vp.urem.v8i32(<8 x i32> %a, <8 x i32> %e, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i32> %v, <8 x i32> zeroinitializer
  store <8 x i32> %r, ptr %out
  ret void
}
define void @vp_sdiv(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %half = lshr <8 x i32> %b, splat (i32 1)
  %d = or <8 x i32> %half, splat (i32 2)
  %e = select <8 x i1> %on, <8 x i32> %d, <8 x i32> zeroinitializer
  %f = select <8 x i1> %on, <8 x i32> %d, <8 x i32> splat (i32 1)
  %v = call <8 x i32> @llvm.vp.sdiv.v8i32(<8 x i32> %a, <8 x i32> %e, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i32> %v, <8 x i32> zeroinitializer
  store <8 x i32> %r, ptr %out
  ret void
}
define void @vp_srem(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %half = lshr <8 x i32> %b, splat (i32 1)
  %d = or <8 x i32> %half, splat (i32 2)
  %e = select <8 x i1> %on, <8 x i32> %d, <8 x i32> zeroinitializer
  %f = select <8 x i1> %on, <8 x i32> %d, <8 x i32> splat (i32 1)
  %v = call <8 x i32> @llvm.vp.srem.v8i32(<8 x i32> %a, <8 x i32> %e, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i32> %v, <8 x i32> zeroinitializer
  store <8 x i32> %r, ptr %out
  ret void
}
define void @vp_umin(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %v = call <8 x i32> @llvm.vp.umin.v8i32(<8 x i32> %a, <8 x i32> %b, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i32> %v, <8 x i32> zeroinitializer
  store <8 x i32> %r, ptr %out
  ret void
}
define void @vp_umax(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %v = call <8 x i32> @llvm.vp.umax.v8i32(<8 x i32> %a, <8 x i32> %b, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i32> %v, <8 x i32> zeroinitializer
  store <8 x i32> %r, ptr %out
  ret void
}
define void @vp_smin(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %v = call <8 x i32> @llvm.vp.smin.v8i32(<8 x i32> %a, <8 x i32> %b, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i32> %v, <8 x i32> zeroinitializer
  store <8 x i32> %r, ptr %out
  ret void
}
define void @vp_smax(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %v = call <8 x i32> @llvm.vp.smax.v8i32(<8 x i32> %a, <8 x i32> %b, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i32> %v, <8 x i32> zeroinitializer
  store <8 x i32> %r, ptr %out
  ret void
}
define void @vp_uadd.sat(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %v = call <8 x i32> @llvm.vp.uadd.sat.v8i32(<8 x i32> %a, <8 x i32> %b, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i32> %v, <8 x i32> zeroinitializer
  store <8 x i32> %r, ptr %out
  ret void
}
define void @vp_usub.sat(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %v = call <8 x i32> @llvm.vp.usub.sat.v8i32(<8 x i32> %a, <8 x i32> %b, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i32> %v, <8 x i32> zeroinitializer
  store <8 x i32> %r, ptr %out
  ret void
}
define void @vp_sadd.sat(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %v = call <8 x i32> @llvm.vp.sadd.sat.v8i32(<8 x i32> %a, <8 x i32> %b, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i32> %v, <8 x i32> zeroinitializer
  store <8 x i32> %r, ptr %out
  ret void
}
define void @vp_ssub.sat(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %v = call <8 x i32> @llvm.vp.ssub.sat.v8i32(<8 x i32> %a, <8 x i32> %b, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i32> %v, <8 x i32> zeroinitializer
  store <8 x i32> %r, ptr %out
  ret void
}
define void @vp_abs(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %v = call <8 x i32> @llvm.vp.abs.v8i32(<8 x i32> %a, i1 false, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i32> %v, <8 x i32> zeroinitializer
  store <8 x i32> %r, ptr %out
  ret void
}
define void @vp_ctlz(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %v = call <8 x i32> @llvm.vp.ctlz.v8i32(<8 x i32> %a, i1 false, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i32> %v, <8 x i32> zeroinitializer
  store <8 x i32> %r, ptr %out
  ret void
}
define void @vp_cttz(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %v = call <8 x i32> @llvm.vp.cttz.v8i32(<8 x i32> %a, i1 false, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i32> %v, <8 x i32> zeroinitializer
  store <8 x i32> %r, ptr %out
  ret void
}
define void @vp_bswap(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %v = call <8 x i32> @llvm.vp.bswap.v8i32(<8 x i32> %a, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i32> %v, <8 x i32> zeroinitializer
  store <8 x i32> %r, ptr %out
  ret void
}
define void @vp_bitreverse(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %v = call <8 x i32> @llvm.vp.bitreverse.v8i32(<8 x i32> %a, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i32> %v, <8 x i32> zeroinitializer
  store <8 x i32> %r, ptr %out
  ret void
}
define void @vp_ctpop(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %v = call <8 x i32> @llvm.vp.ctpop.v8i32(<8 x i32> %a, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i32> %v, <8 x i32> zeroinitializer
  store <8 x i32> %r, ptr %out
  ret void
}
define void @vp_fshl(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %v = call <8 x i32> @llvm.vp.fshl.v8i32(<8 x i32> %a, <8 x i32> %b, <8 x i32> %c, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i32> %v, <8 x i32> zeroinitializer
  store <8 x i32> %r, ptr %out
  ret void
}
define void @vp_fshr(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %v = call <8 x i32> @llvm.vp.fshr.v8i32(<8 x i32> %a, <8 x i32> %b, <8 x i32> %c, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i32> %v, <8 x i32> zeroinitializer
  store <8 x i32> %r, ptr %out
  ret void
}
define void @vp_icmp_eq(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %v = call <8 x i1> @llvm.vp.icmp.v8i32(<8 x i32> %a, <8 x i32> %b, metadata !"eq", <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i1> %v, <8 x i1> zeroinitializer
  store <8 x i1> %r, ptr %out
  ret void
}
define void @vp_icmp_ne(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %v = call <8 x i1> @llvm.vp.icmp.v8i32(<8 x i32> %a, <8 x i32> %b, metadata !"ne", <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i1> %v, <8 x i1> zeroinitializer
  store <8 x i1> %r, ptr %out
  ret void
}
define void @vp_icmp_ugt(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %v = call <8 x i1> @llvm.vp.icmp.v8i32(<8 x i32> %a, <8 x i32> %b, metadata !"ugt", <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i1> %v, <8 x i1> zeroinitializer
  store <8 x i1> %r, ptr %out
  ret void
}
define void @vp_icmp_uge(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %v = call <8 x i1> @llvm.vp.icmp.v8i32(<8 x i32> %a, <8 x i32> %b, metadata !"uge", <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i1> %v, <8 x i1> zeroinitializer
  store <8 x i1> %r, ptr %out
  ret void
}
define void @vp_icmp_ult(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %v = call <8 x i1> @llvm.vp.icmp.v8i32(<8 x i32> %a, <8 x i32> %b, metadata !"ult", <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i1> %v, <8 x i1> zeroinitializer
  store <8 x i1> %r, ptr %out
  ret void
}
define void @vp_icmp_ule(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %v = call <8 x i1> @llvm.vp.icmp.v8i32(<8 x i32> %a, <8 x i32> %b, metadata !"ule", <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i1> %v, <8 x i1> zeroinitializer
  store <8 x i1> %r, ptr %out
  ret void
}
define void @vp_icmp_sgt(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %v = call <8 x i1> @llvm.vp.icmp.v8i32(<8 x i32> %a, <8 x i32> %b, metadata !"sgt", <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i1> %v, <8 x i1> zeroinitializer
  store <8 x i1> %r, ptr %out
  ret void
}
define void @vp_icmp_sge(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %v = call <8 x i1> @llvm.vp.icmp.v8i32(<8 x i32> %a, <8 x i32> %b, metadata !"sge", <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i1> %v, <8 x i1> zeroinitializer
  store <8 x i1> %r, ptr %out
  ret void
}
define void @vp_icmp_slt(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %v = call <8 x i1> @llvm.vp.icmp.v8i32(<8 x i32> %a, <8 x i32> %b, metadata !"slt", <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i1> %v, <8 x i1> zeroinitializer
  store <8 x i1> %r, ptr %out
  ret void
}
define void @vp_icmp_sle(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %v = call <8 x i1> @llvm.vp.icmp.v8i32(<8 x i32> %a, <8 x i32> %b, metadata !"sle", <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i1> %v, <8 x i1> zeroinitializer
  store <8 x i1> %r, ptr %out
  ret void
}
define void @vp_trunc(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %v = call <8 x i16> @llvm.vp.trunc.v8i16.v8i32(<8 x i32> %a, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i16> %v, <8 x i16> zeroinitializer
  store <8 x i16> %r, ptr %out
  ret void
}
define void @vp_zext(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %v = call <8 x i64> @llvm.vp.zext.v8i64.v8i32(<8 x i32> %a, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i64> %v, <8 x i64> zeroinitializer
  store <8 x i64> %r, ptr %out
  ret void
}
define void @vp_sext(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %v = call <8 x i64> @llvm.vp.sext.v8i64.v8i32(<8 x i32> %a, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i64> %v, <8 x i64> zeroinitializer
  store <8 x i64> %r, ptr %out
  ret void
}
define void @vp_uitofp(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %v = call <8 x double> @llvm.vp.uitofp.v8f64.v8i32(<8 x i32> %a, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x double> %v, <8 x double> zeroinitializer
  %nan = fcmp uno <8 x double> %r, %r
  %s = select <8 x i1> %nan, <8 x double> splat (double 1.0), <8 x double> %r
  store <8 x double> %s, ptr %out
  ret void
}
define void @vp_sitofp(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %v = call <8 x float> @llvm.vp.sitofp.v8f32.v8i32(<8 x i32> %a, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x float> %v, <8 x float> zeroinitializer
  %nan = fcmp uno <8 x float> %r, %r
  %s = select <8 x i1> %nan, <8 x float> splat (float 1.0), <8 x float> %r
  store <8 x float> %s, ptr %out
  ret void
}
define void @vp_fptosi(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %d = and <8 x i32> %a, splat (i32 4095)
  %e = uitofp <8 x i32> %d to <8 x double>
  %f = fdiv <8 x double> %e, splat (double 8.0)
  %g = select <8 x i1> %on, <8 x double> %f, <8 x double> splat (double 1.0e+300)
  %v = call <8 x i32> @llvm.vp.fptosi.v8i32.v8f64(<8 x double> %g, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i32> %v, <8 x i32> zeroinitializer
  store <8 x i32> %r, ptr %out
  ret void
}
define void @vp_fptoui(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %d = and <8 x i32> %a, splat (i32 4095)
  %e = uitofp <8 x i32> %d to <8 x double>
  %f = fdiv <8 x double> %e, splat (double 8.0)
  %g = select <8 x i1> %on, <8 x double> %f, <8 x double> splat (double 1.0e+300)
  %v = call <8 x i32> @llvm.vp.fptoui.v8i32.v8f64(<8 x double> %g, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i32> %v, <8 x i32> zeroinitializer
  store <8 x i32> %r, ptr %out
  ret void
}
define void @vp_pointers(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %z = zext <8 x i32> %a to <8 x i64>
  %q = call <8 x ptr> @llvm.vp.inttoptr.v8p0.v8i64(<8 x i64> %z, <8 x i1> %m, i32 %n)
  %v = call <8 x i64> @llvm.vp.ptrtoint.v8i64.v8p0(<8 x ptr> %q, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i64> %v, <8 x i64> zeroinitializer
  store <8 x i64> %r, ptr %out
  ret void
}
define void @vp_select(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %k = icmp slt <8 x i32> %a, %b
  %v = call <8 x i32> @llvm.vp.select.v8i32(<8 x i1> %k, <8 x i32> %a, <8 x i32> %b, i32 %n)
  %r = select <8 x i1> %before, <8 x i32> %v, <8 x i32> zeroinitializer
  store <8 x i32> %r, ptr %out
  ret void
}
define void @vp_merge(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %k = icmp slt <8 x i32> %a, %b
  %all = or <8 x i1> %before, splat (i1 true)
  %kk = and <8 x i1> %k, %before
  %v = call <8 x i32> @llvm.vp.merge.v8i32(<8 x i1> %k, <8 x i32> %a, <8 x i32> %b, i32 %n)
  %r = select <8 x i1> %all, <8 x i32> %v, <8 x i32> zeroinitializer
  store <8 x i32> %r, ptr %out
  ret void
}
define void @vp_reduce_add(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %s0 = extractelement <8 x i32> %b, i32 3
  %x = call i32 @llvm.vp.reduce.add.v8i32(i32 %s0, <8 x i32> %a, <8 x i1> %m, i32 %n)
  store i32 %x, ptr %out
  ret void
}
define void @vp_reduce_mul(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %s0 = extractelement <8 x i32> %b, i32 3
  %x = call i32 @llvm.vp.reduce.mul.v8i32(i32 %s0, <8 x i32> %a, <8 x i1> %m, i32 %n)
  store i32 %x, ptr %out
  ret void
}
define void @vp_reduce_and(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %s0 = extractelement <8 x i32> %b, i32 3
  %x = call i32 @llvm.vp.reduce.and.v8i32(i32 %s0, <8 x i32> %a, <8 x i1> %m, i32 %n)
  store i32 %x, ptr %out
  ret void
}
define void @vp_reduce_or(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %s0 = extractelement <8 x i32> %b, i32 3
  %x = call i32 @llvm.vp.reduce.or.v8i32(i32 %s0, <8 x i32> %a, <8 x i1> %m, i32 %n)
  store i32 %x, ptr %out
  ret void
}
define void @vp_reduce_xor(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %s0 = extractelement <8 x i32> %b, i32 3
  %x = call i32 @llvm.vp.reduce.xor.v8i32(i32 %s0, <8 x i32> %a, <8 x i1> %m, i32 %n)
  store i32 %x, ptr %out
  ret void
}
define void @vp_reduce_smax(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %s0 = extractelement <8 x i32> %b, i32 3
  %x = call i32 @llvm.vp.reduce.smax.v8i32(i32 %s0, <8 x i32> %a, <8 x i1> %m, i32 %n)
  store i32 %x, ptr %out
  ret void
}
define void @vp_reduce_smin(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %s0 = extractelement <8 x i32> %b, i32 3
  %x = call i32 @llvm.vp.reduce.smin.v8i32(i32 %s0, <8 x i32> %a, <8 x i1> %m, i32 %n)
  store i32 %x, ptr %out
  ret void
}
define void @vp_reduce_umax(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %s0 = extractelement <8 x i32> %b, i32 3
  %x = call i32 @llvm.vp.reduce.umax.v8i32(i32 %s0, <8 x i32> %a, <8 x i1> %m, i32 %n)
  store i32 %x, ptr %out
  ret void
}
define void @vp_reduce_umin(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %s0 = extractelement <8 x i32> %b, i32 3
  %x = call i32 @llvm.vp.reduce.umin.v8i32(i32 %s0, <8 x i32> %a, <8 x i1> %m, i32 %n)
  store i32 %x, ptr %out
  ret void
}
define void @vp_load(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %v = call <8 x i32> @llvm.vp.load.v8i32.p0(ptr %pb, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i32> %v, <8 x i32> zeroinitializer
  store <8 x i32> %r, ptr %out
  ret void
}
define void @vp_gather(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %gi = and <8 x i32> %c, splat (i32 31)
  %gp = getelementptr i32, ptr %in, <8 x i32> %gi
  %v = call <8 x i32> @llvm.vp.gather.v8i32.v8p0(<8 x ptr> %gp, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i32> %v, <8 x i32> zeroinitializer
  store <8 x i32> %r, ptr %out
  ret void
}
define void @vp_strided_load(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %si = mul <8 x i64> <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>, splat (i64 12)
  %sp = getelementptr i8, ptr %in, <8 x i64> %si
  %sq = getelementptr i8, ptr %out, <8 x i64> %si
  %v = call <8 x i32> @llvm.experimental.vp.strided.load.v8i32.p0.i64(ptr %in, i64 12, <8 x i1> %m, i32 %n)
  %r = select <8 x i1> %on, <8 x i32> %v, <8 x i32> zeroinitializer
  store <8 x i32> %r, ptr %out
  ret void
}
define void @vp_store(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  call void @llvm.vp.store.v8i32.p0(<8 x i32> %a, ptr %out, <8 x i1> %m, i32 %n)
  ret void
}
define void @vp_scatter(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %di = and <8 x i32> %c, splat (i32 31)
  %dp = getelementptr i32, ptr %out, <8 x i32> %di
  call void @llvm.vp.scatter.v8i32.v8p0(<8 x i32> %a, <8 x ptr> %dp, <8 x i1> %m, i32 %n)
  ret void
}
define void @vp_strided_store(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %si = mul <8 x i64> <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>, splat (i64 12)
  %sp = getelementptr i8, ptr %in, <8 x i64> %si
  %sq = getelementptr i8, ptr %out, <8 x i64> %si
  call void @llvm.experimental.vp.strided.store.v8i32.p0.i64(<8 x i32> %a, ptr %out, i64 12, <8 x i1> %m, i32 %n)
  ret void
}
define void @vp_histogram_add(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %hi = and <8 x i32> %a, splat (i32 3)
  %hp = getelementptr i32, ptr %out, <8 x i32> %hi
  %inc = extractelement <8 x i32> %b, i32 0
  store <4 x i32> <i32 1, i32 -5, i32 77, i32 0>, ptr %out
  call void @llvm.experimental.vector.histogram.add.v8p0.i32(<8 x ptr> %hp, i32 %inc, <8 x i1> %m)
  ret void
}
define void @vp_histogram_uadd_sat(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %hi = and <8 x i32> %a, splat (i32 3)
  %hp = getelementptr i32, ptr %out, <8 x i32> %hi
  %inc = extractelement <8 x i32> %b, i32 0
  store <4 x i32> <i32 1, i32 -5, i32 77, i32 0>, ptr %out
  call void @llvm.experimental.vector.histogram.uadd.sat.v8p0.i32(<8 x ptr> %hp, i32 %inc, <8 x i1> %m)
  ret void
}
define void @vp_histogram_umax(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %hi = and <8 x i32> %a, splat (i32 3)
  %hp = getelementptr i32, ptr %out, <8 x i32> %hi
  %inc = extractelement <8 x i32> %b, i32 0
  store <4 x i32> <i32 1, i32 -5, i32 77, i32 0>, ptr %out
  call void @llvm.experimental.vector.histogram.umax.v8p0.i32(<8 x ptr> %hp, i32 %inc, <8 x i1> %m)
  ret void
}
define void @vp_histogram_umin(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %hi = and <8 x i32> %a, splat (i32 3)
  %hp = getelementptr i32, ptr %out, <8 x i32> %hi
  %inc = extractelement <8 x i32> %b, i32 0
  store <4 x i32> <i32 1, i32 -5, i32 77, i32 0>, ptr %out
  call void @llvm.experimental.vector.histogram.umin.v8p0.i32(<8 x ptr> %hp, i32 %inc, <8 x i1> %m)
  ret void
}
define void @vp_match(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %aa = and <8 x i32> %a, splat (i32 7)
  %bb = and <8 x i32> %b, splat (i32 7)
  %b4 = shufflevector <8 x i32> %bb, <8 x i32> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v = call <8 x i1> @llvm.experimental.vector.match.v8i32.v4i32(<8 x i32> %aa, <4 x i32> %b4, <8 x i1> %m)
  %r = select <8 x i1> %on, <8 x i1> %v, <8 x i1> zeroinitializer
  store <8 x i1> %r, ptr %out
  ret void
}
define void @vp_vector_length(ptr %in, ptr %out) {
  %pa = getelementptr i8, ptr %in, i64 0
  %a = load <8 x i32>, ptr %pa, align 8
  %pb = getelementptr i8, ptr %in, i64 32
  %b = load <8 x i32>, ptr %pb, align 8
  %pc = getelementptr i8, ptr %in, i64 64
  %c = load <8 x i32>, ptr %pc, align 8
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
  %k = load i64, ptr %in
  %r = call i32 @llvm.experimental.get.vector.length.i64(i64 %k, i32 6, i1 false)
  store i32 %r, ptr %out
  ret void
}
declare i32 @llvm.experimental.get.vector.length.i64(i64, i32, i1)
declare void @llvm.experimental.vector.histogram.add.v8p0.i32(<8 x ptr>, i32, <8 x i1>)
declare void @llvm.experimental.vector.histogram.uadd.sat.v8p0.i32(<8 x ptr>, i32, <8 x i1>)
declare void @llvm.experimental.vector.histogram.umax.v8p0.i32(<8 x ptr>, i32, <8 x i1>)
declare void @llvm.experimental.vector.histogram.umin.v8p0.i32(<8 x ptr>, i32, <8 x i1>)
declare <8 x i1> @llvm.experimental.vector.match.v8i32.v4i32(<8 x i32>, <4 x i32>, <8 x i1>)
declare <8 x i32> @llvm.experimental.vp.strided.load.v8i32.p0.i64(ptr, i64, <8 x i1>, i32)
declare void @llvm.experimental.vp.strided.store.v8i32.p0.i64(<8 x i32>, ptr, i64, <8 x i1>, i32)
declare <8 x i32> @llvm.vp.abs.v8i32(<8 x i32>, i1, <8 x i1>, i32)
declare <8 x i32> @llvm.vp.add.v8i32(<8 x i32>, <8 x i32>, <8 x i1>, i32)
declare <8 x i32> @llvm.vp.and.v8i32(<8 x i32>, <8 x i32>, <8 x i1>, i32)
declare <8 x i32> @llvm.vp.ashr.v8i32(<8 x i32>, <8 x i32>, <8 x i1>, i32)
declare <8 x i32> @llvm.vp.bitreverse.v8i32(<8 x i32>, <8 x i1>, i32)
declare <8 x i32> @llvm.vp.bswap.v8i32(<8 x i32>, <8 x i1>, i32)
declare <8 x i32> @llvm.vp.ctlz.v8i32(<8 x i32>, i1, <8 x i1>, i32)
declare <8 x i32> @llvm.vp.ctpop.v8i32(<8 x i32>, <8 x i1>, i32)
declare <8 x i32> @llvm.vp.cttz.v8i32(<8 x i32>, i1, <8 x i1>, i32)
declare <8 x i32> @llvm.vp.fptosi.v8i32.v8f64(<8 x double>, <8 x i1>, i32)
declare <8 x i32> @llvm.vp.fptoui.v8i32.v8f64(<8 x double>, <8 x i1>, i32)
declare <8 x i32> @llvm.vp.fshl.v8i32(<8 x i32>, <8 x i32>, <8 x i32>, <8 x i1>, i32)
declare <8 x i32> @llvm.vp.fshr.v8i32(<8 x i32>, <8 x i32>, <8 x i32>, <8 x i1>, i32)
declare <8 x i32> @llvm.vp.gather.v8i32.v8p0(<8 x ptr>, <8 x i1>, i32)
declare <8 x i1> @llvm.vp.icmp.v8i32(<8 x i32>, <8 x i32>, metadata, <8 x i1>, i32)
declare <8 x ptr> @llvm.vp.inttoptr.v8p0.v8i64(<8 x i64>, <8 x i1>, i32)
declare <8 x i32> @llvm.vp.load.v8i32.p0(ptr, <8 x i1>, i32)
declare <8 x i32> @llvm.vp.lshr.v8i32(<8 x i32>, <8 x i32>, <8 x i1>, i32)
declare <8 x i32> @llvm.vp.merge.v8i32(<8 x i1>, <8 x i32>, <8 x i32>, i32)
declare <8 x i32> @llvm.vp.mul.v8i32(<8 x i32>, <8 x i32>, <8 x i1>, i32)
declare <8 x i32> @llvm.vp.or.v8i32(<8 x i32>, <8 x i32>, <8 x i1>, i32)
declare <8 x i64> @llvm.vp.ptrtoint.v8i64.v8p0(<8 x ptr>, <8 x i1>, i32)
declare i32 @llvm.vp.reduce.add.v8i32(i32, <8 x i32>, <8 x i1>, i32)
declare i32 @llvm.vp.reduce.and.v8i32(i32, <8 x i32>, <8 x i1>, i32)
declare i32 @llvm.vp.reduce.mul.v8i32(i32, <8 x i32>, <8 x i1>, i32)
declare i32 @llvm.vp.reduce.or.v8i32(i32, <8 x i32>, <8 x i1>, i32)
declare i32 @llvm.vp.reduce.smax.v8i32(i32, <8 x i32>, <8 x i1>, i32)
declare i32 @llvm.vp.reduce.smin.v8i32(i32, <8 x i32>, <8 x i1>, i32)
declare i32 @llvm.vp.reduce.umax.v8i32(i32, <8 x i32>, <8 x i1>, i32)
declare i32 @llvm.vp.reduce.umin.v8i32(i32, <8 x i32>, <8 x i1>, i32)
declare i32 @llvm.vp.reduce.xor.v8i32(i32, <8 x i32>, <8 x i1>, i32)
declare <8 x i32> @llvm.vp.sadd.sat.v8i32(<8 x i32>, <8 x i32>, <8 x i1>, i32)
declare void @llvm.vp.scatter.v8i32.v8p0(<8 x i32>, <8 x ptr>, <8 x i1>, i32)
declare <8 x i32> @llvm.vp.sdiv.v8i32(<8 x i32>, <8 x i32>, <8 x i1>, i32)
declare <8 x i32> @llvm.vp.select.v8i32(<8 x i1>, <8 x i32>, <8 x i32>, i32)
declare <8 x i64> @llvm.vp.sext.v8i64.v8i32(<8 x i32>, <8 x i1>, i32)
declare <8 x i32> @llvm.vp.shl.v8i32(<8 x i32>, <8 x i32>, <8 x i1>, i32)
declare <8 x float> @llvm.vp.sitofp.v8f32.v8i32(<8 x i32>, <8 x i1>, i32)
declare <8 x i32> @llvm.vp.smax.v8i32(<8 x i32>, <8 x i32>, <8 x i1>, i32)
declare <8 x i32> @llvm.vp.smin.v8i32(<8 x i32>, <8 x i32>, <8 x i1>, i32)
declare <8 x i32> @llvm.vp.srem.v8i32(<8 x i32>, <8 x i32>, <8 x i1>, i32)
declare <8 x i32> @llvm.vp.ssub.sat.v8i32(<8 x i32>, <8 x i32>, <8 x i1>, i32)
declare void @llvm.vp.store.v8i32.p0(<8 x i32>, ptr, <8 x i1>, i32)
declare <8 x i32> @llvm.vp.sub.v8i32(<8 x i32>, <8 x i32>, <8 x i1>, i32)
declare <8 x i16> @llvm.vp.trunc.v8i16.v8i32(<8 x i32>, <8 x i1>, i32)
declare <8 x i32> @llvm.vp.uadd.sat.v8i32(<8 x i32>, <8 x i32>, <8 x i1>, i32)
declare <8 x i32> @llvm.vp.udiv.v8i32(<8 x i32>, <8 x i32>, <8 x i1>, i32)
declare <8 x double> @llvm.vp.uitofp.v8f64.v8i32(<8 x i32>, <8 x i1>, i32)
declare <8 x i32> @llvm.vp.umax.v8i32(<8 x i32>, <8 x i32>, <8 x i1>, i32)
declare <8 x i32> @llvm.vp.umin.v8i32(<8 x i32>, <8 x i32>, <8 x i1>, i32)
declare <8 x i32> @llvm.vp.urem.v8i32(<8 x i32>, <8 x i32>, <8 x i1>, i32)
declare <8 x i32> @llvm.vp.usub.sat.v8i32(<8 x i32>, <8 x i32>, <8 x i1>, i32)
declare <8 x i32> @llvm.vp.xor.v8i32(<8 x i32>, <8 x i32>, <8 x i1>, i32)
declare <8 x i64> @llvm.vp.zext.v8i64.v8i32(<8 x i32>, <8 x i1>, i32)
