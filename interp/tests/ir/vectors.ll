define void @casts(ptr %in, ptr %out) {
  %a = load <4 x i32>, ptr %in
  %b = bitcast <4 x i32> %a to <2 x i64>
  %c = bitcast <4 x i32> %a to <16 x i8>
  %d = bitcast <16 x i8> %c to i128
  %e = bitcast i128 %d to <8 x i16>
  %f = add <8 x i16> %e, <i16 1, i16 2, i16 3, i16 4, i16 5, i16 6, i16 7, i16 8>
  %g = bitcast <8 x i16> %f to <4 x float>
  %h = bitcast <4 x float> %g to <2 x double>
  %i = bitcast <2 x double> %h to i128
  store <2 x i64> %b, ptr %out
  %o = getelementptr i8, ptr %out, i64 16
  store i128 %i, ptr %o
  %m = icmp ult <4 x i32> %a, <i32 1000, i32 -1, i32 5, i32 70000>
  %n = bitcast <4 x i1> %m to i4
  %o2 = getelementptr i8, ptr %out, i64 32
  store i4 %n, ptr %o2
  %v16 = trunc <4 x i32> %a to <4 x i4>
  %k = bitcast <4 x i4> %v16 to i16
  %o3 = getelementptr i8, ptr %out, i64 34
  store i16 %k, ptr %o3
  %k3 = trunc i128 %d to i24
  %v8 = bitcast i24 %k3 to <8 x i3>
  %w8 = add <8 x i3> %v8, <i3 1, i3 1, i3 1, i3 1, i3 1, i3 1, i3 1, i3 1>
  %x = bitcast <8 x i3> %w8 to i24
  %o4 = getelementptr i8, ptr %out, i64 36
  store i24 %x, ptr %o4
  %i80 = trunc i128 %d to i80
  %h5 = bitcast i80 %i80 to <5 x half>
  %h1 = extractelement <5 x half> %h5, i32 4
  %hb = bitcast half %h1 to i16
  %o5 = getelementptr i8, ptr %out, i64 40
  store i16 %hb, ptr %o5
  %ext = sext <4 x i1> %m to <4 x i32>
  %o6 = getelementptr i8, ptr %out, i64 48
  store <4 x i32> %ext, ptr %o6
  %z80 = zext i16 %hb to i80
  %fp = bitcast i80 %z80 to x86_fp80
  %back = bitcast x86_fp80 %fp to i80
  %o7 = getelementptr i8, ptr %out, i64 64
  store i80 %back, ptr %o7
  ret void
}
define void @packed_memory(ptr %in, ptr %out) {
  %a = load <8 x i1>, ptr %in
  %r = shufflevector <8 x i1> %a, <8 x i1> poison, <8 x i32> <i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
  store <8 x i1> %r, ptr %out
  %b = load <4 x i2>, ptr %in
  %c = add <4 x i2> %b, <i2 1, i2 1, i2 1, i2 1>
  %o = getelementptr i8, ptr %out, i64 1
  store <4 x i2> %c, ptr %o
  %p = getelementptr i8, ptr %in, i64 16
  %d = load <32 x i1>, ptr %p
  %e = xor <32 x i1> %d, <i1 1, i1 0, i1 1, i1 0, i1 1, i1 0, i1 1, i1 0, i1 1, i1 0, i1 1, i1 0, i1 1, i1 0, i1 1, i1 0, i1 1, i1 0, i1 1, i1 0, i1 1, i1 0, i1 1, i1 0, i1 1, i1 0, i1 1, i1 0, i1 1, i1 0, i1 1, i1 0>
  %o1 = getelementptr i8, ptr %out, i64 4
  store <32 x i1> %e, ptr %o1
  %f = load <4 x i24>, ptr %p
  %g = add <4 x i24> %f, <i24 1, i24 1, i24 1, i24 1>
  %o2 = getelementptr i8, ptr %out, i64 16
  store <4 x i24> %g, ptr %o2
  ret void
}
define void @odd_memory(ptr %in, ptr %out) {
  %s = alloca <5 x i7>
  %t = alloca [2 x <3 x i24>]
  %a = load <5 x i8>, ptr %in, align 1
  %b = trunc <5 x i8> %a to <5 x i7>
  store <5 x i7> %b, ptr %s
  %c = load <5 x i7>, ptr %s
  %d = shufflevector <5 x i7> %c, <5 x i7> %c, <5 x i32> <i32 4, i32 8, i32 0, i32 6, i32 2>
  store <5 x i7> %d, ptr %out
  %p = getelementptr i8, ptr %in, i64 8
  %e = load <3 x i32>, ptr %p, align 1
  %f = trunc <3 x i32> %e to <3 x i24>
  %t1 = getelementptr <3 x i24>, ptr %t, i64 1
  store <3 x i24> %f, ptr %t1
  %g = load <3 x i24>, ptr %t1
  %h = add <3 x i24> %g, <i24 1, i24 -1, i24 77>
  %o = getelementptr i8, ptr %out, i64 16
  store <3 x i24> %h, ptr %o
  %k = getelementptr i8, ptr %t1, i64 3
  %l = load i24, ptr %k, align 1
  %o1 = getelementptr i8, ptr %out, i64 32
  store i24 %l, ptr %o1
  ret void
}
define void @elements(ptr %in, ptr %out) {
  %v = load <8 x i16>, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %i0 = load i8, ptr %p
  %i = and i8 %i0, 7
  %e = extractelement <8 x i16> %v, i8 %i
  store i16 %e, ptr %out
  %i64 = zext i8 %i to i64
  %w = insertelement <8 x i16> %v, i16 -1, i64 %i64
  %o = getelementptr i8, ptr %out, i64 16
  store <8 x i16> %w, ptr %o
  %s = shufflevector <8 x i16> %v, <8 x i16> %w, <4 x i32> <i32 0, i32 15, i32 8, i32 3>
  %o1 = getelementptr i8, ptr %out, i64 32
  store <4 x i16> %s, ptr %o1
  %b = insertelement <4 x i32> poison, i32 7, i32 0
  %b4 = shufflevector <4 x i32> %b, <4 x i32> poison, <4 x i32> zeroinitializer
  %o2 = getelementptr i8, ptr %out, i64 48
  store <4 x i32> %b4, ptr %o2
  ret void
}
define void @both_operands(ptr %in, ptr %out) {
  %v = load <4 x i16>, ptr %in
  %s = shufflevector <4 x i16> %v, <4 x i16> %v, <4 x i32> <i32 5, i32 0, i32 7, i32 2>
  store <4 x i16> %s, ptr %out
  %d = shufflevector <4 x i16> %v, <4 x i16> %v, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %o = getelementptr i8, ptr %out, i64 16
  store <8 x i16> %d, ptr %o
  %b = trunc <4 x i16> %v to <4 x i1>
  %t = shufflevector <4 x i1> %b, <4 x i1> %b, <2 x i32> <i32 6, i32 4>
  %e = zext <2 x i1> %t to <2 x i64>
  %o1 = getelementptr i8, ptr %out, i64 32
  store <2 x i64> %e, ptr %o1
  ret void
}
define void @reductions(ptr %in, ptr %out) {
  %v = load <8 x i16>, ptr %in
  %a = call i16 @llvm.vector.reduce.add.v8i16(<8 x i16> %v)
  %b = call i16 @llvm.vector.reduce.mul.v8i16(<8 x i16> %v)
  %c = call i16 @llvm.vector.reduce.and.v8i16(<8 x i16> %v)
  %d = call i16 @llvm.vector.reduce.or.v8i16(<8 x i16> %v)
  %e = call i16 @llvm.vector.reduce.xor.v8i16(<8 x i16> %v)
  %f = call i16 @llvm.vector.reduce.smax.v8i16(<8 x i16> %v)
  %g = call i16 @llvm.vector.reduce.smin.v8i16(<8 x i16> %v)
  %h = call i16 @llvm.vector.reduce.umax.v8i16(<8 x i16> %v)
  %i = call i16 @llvm.vector.reduce.umin.v8i16(<8 x i16> %v)
  %r0 = insertelement <16 x i16> zeroinitializer, i16 %a, i32 0
  %r1 = insertelement <16 x i16> %r0, i16 %b, i32 1
  %r2 = insertelement <16 x i16> %r1, i16 %c, i32 2
  %r3 = insertelement <16 x i16> %r2, i16 %d, i32 3
  %r4 = insertelement <16 x i16> %r3, i16 %e, i32 4
  %r5 = insertelement <16 x i16> %r4, i16 %f, i32 5
  %r6 = insertelement <16 x i16> %r5, i16 %g, i32 6
  %r7 = insertelement <16 x i16> %r6, i16 %h, i32 7
  %r8 = insertelement <16 x i16> %r7, i16 %i, i32 8
  store <16 x i16> %r8, ptr %out
  %t = trunc <8 x i16> %v to <8 x i5>
  %j = call i5 @llvm.vector.reduce.smax.v8i5(<8 x i5> %t)
  %k = call i5 @llvm.vector.reduce.add.v8i5(<8 x i5> %t)
  %o = getelementptr i8, ptr %out, i64 32
  store i5 %j, ptr %o
  %o1 = getelementptr i8, ptr %out, i64 33
  store i5 %k, ptr %o1
  %m = trunc <8 x i16> %v to <8 x i1>
  %any = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %m)
  %o2 = getelementptr i8, ptr %out, i64 34
  store i1 %any, ptr %o2
  %fl = sitofp <8 x i16> %v to <8 x float>
  %s = call float @llvm.vector.reduce.fadd.v8f32(float 1.0, <8 x float> %fl)
  %mx = call float @llvm.vector.reduce.fmax.v8f32(<8 x float> %fl)
  %mn = call float @llvm.vector.reduce.fminimum.v8f32(<8 x float> %fl)
  %pr = call float @llvm.vector.reduce.fmul.v8f32(float 1.0, <8 x float> %fl)
  %o3 = getelementptr i8, ptr %out, i64 36
  store float %s, ptr %o3
  %o4 = getelementptr i8, ptr %out, i64 40
  store float %mx, ptr %o4
  %o5 = getelementptr i8, ptr %out, i64 44
  store float %mn, ptr %o5
  %o6 = getelementptr i8, ptr %out, i64 48
  store float %pr, ptr %o6
  ret void
}
define void @masked(ptr %in, ptr %out) {
  %m8 = load i8, ptr %in
  %m = bitcast i8 %m8 to <8 x i1>
  %p = getelementptr i8, ptr %in, i64 32
  %v = load <8 x i32>, ptr %p
  %x = call <8 x i32> @llvm.masked.load.v8i32.p0(ptr %in, i32 4, <8 x i1> %m, <8 x i32> %v)
  store <8 x i32> %x, ptr %out
  %o = getelementptr i8, ptr %out, i64 32
  call void @llvm.masked.store.v8i32.p0(<8 x i32> %v, ptr %o, i32 4, <8 x i1> %m)
  %i = and <8 x i32> %v, <i32 31, i32 31, i32 31, i32 31, i32 31, i32 31, i32 31, i32 31>
  %ps = getelementptr i32, ptr %in, <8 x i32> %i
  %g = call <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr> %ps, i32 4, <8 x i1> %m, <8 x i32> %v)
  %o1 = getelementptr i8, ptr %out, i64 64
  store <8 x i32> %g, ptr %o1
  %o2 = getelementptr i8, ptr %out, i64 96
  %qs = getelementptr i32, ptr %o2, <8 x i32> %i
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %v, <8 x ptr> %qs, i32 4, <8 x i1> %m)
  %e = call <8 x i32> @llvm.masked.expandload.v8i32(ptr %p, <8 x i1> %m, <8 x i32> zeroinitializer)
  %o3 = getelementptr i8, ptr %out, i64 256
  store <8 x i32> %e, ptr %o3
  %o4 = getelementptr i8, ptr %out, i64 288
  call void @llvm.masked.compressstore.v8i32(<8 x i32> %v, ptr %o4, <8 x i1> %m)
  ret void
}
define void @rearranged(ptr %in, ptr %out) {
  %a = load <4 x i32>, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %b = load <4 x i32>, ptr %p
  %r = call <4 x i32> @llvm.vector.reverse.v4i32(<4 x i32> %a)
  store <4 x i32> %r, ptr %out
  %s = call <4 x i32> @llvm.vector.splice.v4i32(<4 x i32> %a, <4 x i32> %b, i32 1)
  %o1 = getelementptr i8, ptr %out, i64 16
  store <4 x i32> %s, ptr %o1
  %s2 = call <4 x i32> @llvm.vector.splice.v4i32(<4 x i32> %a, <4 x i32> %b, i32 -1)
  %o2 = getelementptr i8, ptr %out, i64 32
  store <4 x i32> %s2, ptr %o2
  %i = call <8 x i32> @llvm.vector.insert.v8i32.v4i32(<8 x i32> zeroinitializer, <4 x i32> %a, i64 4)
  %o3 = getelementptr i8, ptr %out, i64 64
  store <8 x i32> %i, ptr %o3
  %e = call <4 x i32> @llvm.vector.extract.v4i32.v8i32(<8 x i32> %i, i64 4)
  %o4 = getelementptr i8, ptr %out, i64 96
  store <4 x i32> %e, ptr %o4
  %il = call <8 x i32> @llvm.vector.interleave2.v8i32(<4 x i32> %a, <4 x i32> %b)
  %o5 = getelementptr i8, ptr %out, i64 128
  store <8 x i32> %il, ptr %o5
  %di = call { <4 x i32>, <4 x i32> } @llvm.vector.deinterleave2.v8i32(<8 x i32> %il)
  %d1 = extractvalue { <4 x i32>, <4 x i32> } %di, 1
  %o6 = getelementptr i8, ptr %out, i64 160
  store <4 x i32> %d1, ptr %o6
  %x = extractelement <4 x i32> %a, i32 0
  %y = extractelement <4 x i32> %b, i32 0
  %lm = call <8 x i1> @llvm.get.active.lane.mask.v8i1.i32(i32 %x, i32 %y)
  %o7 = getelementptr i8, ptr %out, i64 176
  store <8 x i1> %lm, ptr %o7
  ret void
}
define void @three_way(ptr %in, ptr %out) {
  %a = load i32, ptr %in
  %p = getelementptr i8, ptr %in, i64 4
  %b = load i32, ptr %p
  %s = call i8 @llvm.scmp.i8.i32(i32 %a, i32 %b)
  %u = call i2 @llvm.ucmp.i2.i32(i32 %a, i32 %b)
  store i8 %s, ptr %out
  %o = getelementptr i8, ptr %out, i64 1
  store i2 %u, ptr %o
  %q = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -16)
  %qi = ptrtoint ptr %q to i64
  %pi = ptrtoint ptr %p to i64
  %d = sub i64 %pi, %qi
  %o1 = getelementptr i8, ptr %out, i64 8
  store i64 %d, ptr %o1
  %e = call i1 @llvm.expect.i1(i1 true, i1 false)
  %o2 = getelementptr i8, ptr %out, i64 16
  store i1 %e, ptr %o2
  ret void
}
define void @constants(ptr %in, ptr %out) {
  store i128 -170141183460469231731687303715884105728, ptr %out
  %o1 = getelementptr i8, ptr %out, i64 16
  store i100 633825300114114700748351602687, ptr %o1
  %o2 = getelementptr i8, ptr %out, i64 32
  store float 0x7FF8000020000000, ptr %o2
  %o3 = getelementptr i8, ptr %out, i64 36
  store half 0xH7E01, ptr %o3
  %o4 = getelementptr i8, ptr %out, i64 38
  store bfloat 0xR3F81, ptr %o4
  %o5 = getelementptr i8, ptr %out, i64 40
  store x86_fp80 0xK4000C90FDAA22168C235, ptr %o5, align 1
  %o6 = getelementptr i8, ptr %out, i64 64
  store fp128 0xL00000000000000017FFF800000000000, ptr %o6
  %o7 = getelementptr i8, ptr %out, i64 80
  store <4 x i8> <i8 1, i8 -1, i8 127, i8 -128>, ptr %o7
  %o8 = getelementptr i8, ptr %out, i64 84
  store { i8, [2 x i16] } { i8 3, [2 x i16] [i16 -2, i16 5] }, ptr %o8
  %o9 = getelementptr i8, ptr %out, i64 96
  store double 0x7FF4000000000001, ptr %o9
  %o10 = getelementptr i8, ptr %out, i64 104
  store i200 -803469022129495137770981046170581301261101496891396417650688, ptr %o10, align 1
  ret void
}
define void @wide_integers(ptr %in, ptr %out) {
  %a = load i200, ptr %in
  %p = getelementptr i8, ptr %in, i64 32
  %b = load i200, ptr %p
  %s = add i200 %a, %b
  %d = sub i200 %a, %b
  %x = xor i200 %s, %d
  %l = shl i200 %x, 67
  %r = lshr i200 %x, 133
  %ar = ashr i200 %x, 3
  store i200 %l, ptr %out
  %o1 = getelementptr i8, ptr %out, i64 32
  store i200 %r, ptr %o1
  %o2 = getelementptr i8, ptr %out, i64 64
  store i200 %ar, ptr %o2
  %c = icmp slt i200 %a, %b
  %u = icmp uge i200 %a, %b
  %e = icmp eq i200 %a, %a
  %o3 = getelementptr i8, ptr %out, i64 96
  store i1 %c, ptr %o3
  %o4 = getelementptr i8, ptr %out, i64 97
  store i1 %u, ptr %o4
  %o5 = getelementptr i8, ptr %out, i64 98
  store i1 %e, ptr %o5
  %n8 = load i8, ptr %in
  %n = zext i8 %n8 to i200
  %nm = urem i8 %n8, 200
  %nz = zext i8 %nm to i200
  %v = lshr i200 %a, %nz
  %vl = shl i200 %a, %nz
  %va = ashr i200 %a, %nz
  %o6 = getelementptr i8, ptr %out, i64 128
  store i200 %v, ptr %o6
  %o7 = getelementptr i8, ptr %out, i64 160
  store i200 %vl, ptr %o7
  %o8 = getelementptr i8, ptr %out, i64 192
  store i200 %va, ptr %o8
  %t = trunc i200 %va to i130
  %sx = sext i130 %t to i256
  %o9 = getelementptr i8, ptr %out, i64 224
  store i256 %sx, ptr %o9
  %t7 = trunc i200 %va to i7
  %s7 = sext i7 %t7 to i190
  %t100 = trunc i190 %s7 to i100
  %o10 = getelementptr i8, ptr %out, i64 256
  store i100 %t100, ptr %o10
  %m = and i200 %a, -1606938044258990275541962092341162602522202993782792835301376
  %o11 = getelementptr i8, ptr %out, i64 288
  store i200 %m, ptr %o11
  ret void
}
declare i16 @llvm.vector.reduce.add.v8i16(<8 x i16>)
declare i16 @llvm.vector.reduce.mul.v8i16(<8 x i16>)
declare i16 @llvm.vector.reduce.and.v8i16(<8 x i16>)
declare i16 @llvm.vector.reduce.or.v8i16(<8 x i16>)
declare i16 @llvm.vector.reduce.xor.v8i16(<8 x i16>)
declare i16 @llvm.vector.reduce.smax.v8i16(<8 x i16>)
declare i16 @llvm.vector.reduce.smin.v8i16(<8 x i16>)
declare i16 @llvm.vector.reduce.umax.v8i16(<8 x i16>)
declare i16 @llvm.vector.reduce.umin.v8i16(<8 x i16>)
declare i5 @llvm.vector.reduce.smax.v8i5(<8 x i5>)
declare i5 @llvm.vector.reduce.add.v8i5(<8 x i5>)
declare i1 @llvm.vector.reduce.or.v8i1(<8 x i1>)
declare float @llvm.vector.reduce.fadd.v8f32(float, <8 x float>)
declare float @llvm.vector.reduce.fmul.v8f32(float, <8 x float>)
declare float @llvm.vector.reduce.fmax.v8f32(<8 x float>)
declare float @llvm.vector.reduce.fminimum.v8f32(<8 x float>)
declare <8 x i32> @llvm.masked.load.v8i32.p0(ptr, i32, <8 x i1>, <8 x i32>)
declare void @llvm.masked.store.v8i32.p0(<8 x i32>, ptr, i32, <8 x i1>)
declare <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr>, i32, <8 x i1>, <8 x i32>)
declare void @llvm.masked.scatter.v8i32.v8p0(<8 x i32>, <8 x ptr>, i32, <8 x i1>)
declare <8 x i32> @llvm.masked.expandload.v8i32(ptr, <8 x i1>, <8 x i32>)
declare void @llvm.masked.compressstore.v8i32(<8 x i32>, ptr, <8 x i1>)
declare <4 x i32> @llvm.vector.reverse.v4i32(<4 x i32>)
declare <4 x i32> @llvm.vector.splice.v4i32(<4 x i32>, <4 x i32>, i32)
declare <8 x i32> @llvm.vector.insert.v8i32.v4i32(<8 x i32>, <4 x i32>, i64)
declare <4 x i32> @llvm.vector.extract.v4i32.v8i32(<8 x i32>, i64)
declare <8 x i32> @llvm.vector.interleave2.v8i32(<4 x i32>, <4 x i32>)
declare { <4 x i32>, <4 x i32> } @llvm.vector.deinterleave2.v8i32(<8 x i32>)
declare <8 x i1> @llvm.get.active.lane.mask.v8i1.i32(i32, i32)
declare i8 @llvm.scmp.i8.i32(i32, i32)
declare i2 @llvm.ucmp.i2.i32(i32, i32)
declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
declare i1 @llvm.expect.i1(i1, i1)
define void @lanes_by_mask(ptr %in, ptr %out) {
  %v = load <8 x i16>, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %m = load <8 x i1>, ptr %p
  %q = getelementptr i8, ptr %in, i64 32
  %else = load <8 x i16>, ptr %q
  %c = call <8 x i16> @llvm.experimental.vector.compress.v8i16(<8 x i16> %v, <8 x i1> %m, <8 x i16> %else)
  store <8 x i16> %c, ptr %out
  %n = call i32 @llvm.experimental.cttz.elts.i32.v8i1(<8 x i1> %m, i1 false)
  %o = getelementptr i8, ptr %out, i64 16
  store i32 %n, ptr %o
  ret void
}
define void @narrow_casts(ptr %in, ptr %out) {
  %v = load <4 x i8>, ptr %in
  %t = trunc <4 x i8> %v to <4 x i5>
  %s = sext <4 x i5> %t to <4 x i32>
  %z = zext <4 x i5> %t to <4 x i32>
  store <4 x i32> %s, ptr %out
  %o = getelementptr i8, ptr %out, i64 16
  store <4 x i32> %z, ptr %o
  %e = load i32, ptr %in
  %i = and i32 %e, 3
  %w = insertelement <4 x i32> %s, i32 %e, i32 %i
  %o1 = getelementptr i8, ptr %out, i64 32
  store <4 x i32> %w, ptr %o1
  ret void
}
declare <8 x i16> @llvm.experimental.vector.compress.v8i16(<8 x i16>, <8 x i1>, <8 x i16>)
declare i32 @llvm.experimental.cttz.elts.i32.v8i1(<8 x i1>, i1)
