; What LLVM has since 22; vectors-22.plain does the same by elements, for LLVM 22 does not come to an
; end with the last active one here.
define void @last_active(ptr %in, ptr %out) {
  %v = load <8 x i16>, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %m = load <8 x i1>, ptr %p
  %r = call i16 @llvm.experimental.vector.extract.last.active.v8i16(<8 x i16> %v, <8 x i1> %m, i16 77)
  store i16 %r, ptr %out
  ret void
}
define void @steps(ptr %in, ptr %out) {
  %s = call <8 x i16> @llvm.stepvector.v8i16()
  store <8 x i16> %s, ptr %out
  %v = load <4 x i32>, ptr %in
  %p = getelementptr i8, ptr %in, i64 16
  %w = load <4 x i32>, ptr %p
  %l = call <4 x i32> @llvm.vector.splice.left.v4i32(<4 x i32> %v, <4 x i32> %w, i32 1)
  %r = call <4 x i32> @llvm.vector.splice.right.v4i32(<4 x i32> %v, <4 x i32> %w, i32 3)
  %o = getelementptr i8, ptr %out, i64 16
  store <4 x i32> %l, ptr %o
  %o2 = getelementptr i8, ptr %out, i64 32
  store <4 x i32> %r, ptr %o2
  ret void
}
define void @interleaved2(ptr %in, ptr %out) {
  %p0 = getelementptr i8, ptr %in, i64 0
  %v0 = load <2 x i32>, ptr %p0, align 4
  %p1 = getelementptr i8, ptr %in, i64 8
  %v1 = load <2 x i32>, ptr %p1, align 4
  %r = call <4 x i32> @llvm.vector.interleave2.v4i32(<2 x i32> %v0, <2 x i32> %v1)
  store <4 x i32> %r, ptr %out, align 4
  %w = load <4 x i32>, ptr %in, align 4
  %d = call { <2 x i32>, <2 x i32> } @llvm.vector.deinterleave2.v4i32(<4 x i32> %w)
  %d0 = extractvalue { <2 x i32>, <2 x i32> } %d, 0
  %o0 = getelementptr i8, ptr %out, i64 128
  store <2 x i32> %d0, ptr %o0, align 4
  %d1 = extractvalue { <2 x i32>, <2 x i32> } %d, 1
  %o1 = getelementptr i8, ptr %out, i64 136
  store <2 x i32> %d1, ptr %o1, align 4
  ret void
}
define void @interleaved3(ptr %in, ptr %out) {
  %p0 = getelementptr i8, ptr %in, i64 0
  %v0 = load <2 x i32>, ptr %p0, align 4
  %p1 = getelementptr i8, ptr %in, i64 8
  %v1 = load <2 x i32>, ptr %p1, align 4
  %p2 = getelementptr i8, ptr %in, i64 16
  %v2 = load <2 x i32>, ptr %p2, align 4
  %r = call <6 x i32> @llvm.vector.interleave3.v6i32(<2 x i32> %v0, <2 x i32> %v1, <2 x i32> %v2)
  store <6 x i32> %r, ptr %out, align 4
  %w = load <6 x i32>, ptr %in, align 4
  %d = call { <2 x i32>, <2 x i32>, <2 x i32> } @llvm.vector.deinterleave3.v6i32(<6 x i32> %w)
  %d0 = extractvalue { <2 x i32>, <2 x i32>, <2 x i32> } %d, 0
  %o0 = getelementptr i8, ptr %out, i64 128
  store <2 x i32> %d0, ptr %o0, align 4
  %d1 = extractvalue { <2 x i32>, <2 x i32>, <2 x i32> } %d, 1
  %o1 = getelementptr i8, ptr %out, i64 136
  store <2 x i32> %d1, ptr %o1, align 4
  %d2 = extractvalue { <2 x i32>, <2 x i32>, <2 x i32> } %d, 2
  %o2 = getelementptr i8, ptr %out, i64 144
  store <2 x i32> %d2, ptr %o2, align 4
  ret void
}
define void @interleaved4(ptr %in, ptr %out) {
  %p0 = getelementptr i8, ptr %in, i64 0
  %v0 = load <2 x i32>, ptr %p0, align 4
  %p1 = getelementptr i8, ptr %in, i64 8
  %v1 = load <2 x i32>, ptr %p1, align 4
  %p2 = getelementptr i8, ptr %in, i64 16
  %v2 = load <2 x i32>, ptr %p2, align 4
  %p3 = getelementptr i8, ptr %in, i64 24
  %v3 = load <2 x i32>, ptr %p3, align 4
  %r = call <8 x i32> @llvm.vector.interleave4.v8i32(<2 x i32> %v0, <2 x i32> %v1, <2 x i32> %v2, <2 x i32> %v3)
  store <8 x i32> %r, ptr %out, align 4
  %w = load <8 x i32>, ptr %in, align 4
  %d = call { <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32> } @llvm.vector.deinterleave4.v8i32(<8 x i32> %w)
  %d0 = extractvalue { <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32> } %d, 0
  %o0 = getelementptr i8, ptr %out, i64 128
  store <2 x i32> %d0, ptr %o0, align 4
  %d1 = extractvalue { <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32> } %d, 1
  %o1 = getelementptr i8, ptr %out, i64 136
  store <2 x i32> %d1, ptr %o1, align 4
  %d2 = extractvalue { <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32> } %d, 2
  %o2 = getelementptr i8, ptr %out, i64 144
  store <2 x i32> %d2, ptr %o2, align 4
  %d3 = extractvalue { <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32> } %d, 3
  %o3 = getelementptr i8, ptr %out, i64 152
  store <2 x i32> %d3, ptr %o3, align 4
  ret void
}
define void @interleaved5(ptr %in, ptr %out) {
  %p0 = getelementptr i8, ptr %in, i64 0
  %v0 = load <2 x i32>, ptr %p0, align 4
  %p1 = getelementptr i8, ptr %in, i64 8
  %v1 = load <2 x i32>, ptr %p1, align 4
  %p2 = getelementptr i8, ptr %in, i64 16
  %v2 = load <2 x i32>, ptr %p2, align 4
  %p3 = getelementptr i8, ptr %in, i64 24
  %v3 = load <2 x i32>, ptr %p3, align 4
  %p4 = getelementptr i8, ptr %in, i64 32
  %v4 = load <2 x i32>, ptr %p4, align 4
  %r = call <10 x i32> @llvm.vector.interleave5.v10i32(<2 x i32> %v0, <2 x i32> %v1, <2 x i32> %v2, <2 x i32> %v3, <2 x i32> %v4)
  store <10 x i32> %r, ptr %out, align 4
  %w = load <10 x i32>, ptr %in, align 4
  %d = call { <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32> } @llvm.vector.deinterleave5.v10i32(<10 x i32> %w)
  %d0 = extractvalue { <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32> } %d, 0
  %o0 = getelementptr i8, ptr %out, i64 128
  store <2 x i32> %d0, ptr %o0, align 4
  %d1 = extractvalue { <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32> } %d, 1
  %o1 = getelementptr i8, ptr %out, i64 136
  store <2 x i32> %d1, ptr %o1, align 4
  %d2 = extractvalue { <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32> } %d, 2
  %o2 = getelementptr i8, ptr %out, i64 144
  store <2 x i32> %d2, ptr %o2, align 4
  %d3 = extractvalue { <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32> } %d, 3
  %o3 = getelementptr i8, ptr %out, i64 152
  store <2 x i32> %d3, ptr %o3, align 4
  %d4 = extractvalue { <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32> } %d, 4
  %o4 = getelementptr i8, ptr %out, i64 160
  store <2 x i32> %d4, ptr %o4, align 4
  ret void
}
define void @interleaved6(ptr %in, ptr %out) {
  %p0 = getelementptr i8, ptr %in, i64 0
  %v0 = load <2 x i32>, ptr %p0, align 4
  %p1 = getelementptr i8, ptr %in, i64 8
  %v1 = load <2 x i32>, ptr %p1, align 4
  %p2 = getelementptr i8, ptr %in, i64 16
  %v2 = load <2 x i32>, ptr %p2, align 4
  %p3 = getelementptr i8, ptr %in, i64 24
  %v3 = load <2 x i32>, ptr %p3, align 4
  %p4 = getelementptr i8, ptr %in, i64 32
  %v4 = load <2 x i32>, ptr %p4, align 4
  %p5 = getelementptr i8, ptr %in, i64 40
  %v5 = load <2 x i32>, ptr %p5, align 4
  %r = call <12 x i32> @llvm.vector.interleave6.v12i32(<2 x i32> %v0, <2 x i32> %v1, <2 x i32> %v2, <2 x i32> %v3, <2 x i32> %v4, <2 x i32> %v5)
  store <12 x i32> %r, ptr %out, align 4
  %w = load <12 x i32>, ptr %in, align 4
  %d = call { <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32> } @llvm.vector.deinterleave6.v12i32(<12 x i32> %w)
  %d0 = extractvalue { <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32> } %d, 0
  %o0 = getelementptr i8, ptr %out, i64 128
  store <2 x i32> %d0, ptr %o0, align 4
  %d1 = extractvalue { <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32> } %d, 1
  %o1 = getelementptr i8, ptr %out, i64 136
  store <2 x i32> %d1, ptr %o1, align 4
  %d2 = extractvalue { <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32> } %d, 2
  %o2 = getelementptr i8, ptr %out, i64 144
  store <2 x i32> %d2, ptr %o2, align 4
  %d3 = extractvalue { <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32> } %d, 3
  %o3 = getelementptr i8, ptr %out, i64 152
  store <2 x i32> %d3, ptr %o3, align 4
  %d4 = extractvalue { <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32> } %d, 4
  %o4 = getelementptr i8, ptr %out, i64 160
  store <2 x i32> %d4, ptr %o4, align 4
  %d5 = extractvalue { <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32> } %d, 5
  %o5 = getelementptr i8, ptr %out, i64 168
  store <2 x i32> %d5, ptr %o5, align 4
  ret void
}
define void @interleaved7(ptr %in, ptr %out) {
  %p0 = getelementptr i8, ptr %in, i64 0
  %v0 = load <2 x i32>, ptr %p0, align 4
  %p1 = getelementptr i8, ptr %in, i64 8
  %v1 = load <2 x i32>, ptr %p1, align 4
  %p2 = getelementptr i8, ptr %in, i64 16
  %v2 = load <2 x i32>, ptr %p2, align 4
  %p3 = getelementptr i8, ptr %in, i64 24
  %v3 = load <2 x i32>, ptr %p3, align 4
  %p4 = getelementptr i8, ptr %in, i64 32
  %v4 = load <2 x i32>, ptr %p4, align 4
  %p5 = getelementptr i8, ptr %in, i64 40
  %v5 = load <2 x i32>, ptr %p5, align 4
  %p6 = getelementptr i8, ptr %in, i64 48
  %v6 = load <2 x i32>, ptr %p6, align 4
  %r = call <14 x i32> @llvm.vector.interleave7.v14i32(<2 x i32> %v0, <2 x i32> %v1, <2 x i32> %v2, <2 x i32> %v3, <2 x i32> %v4, <2 x i32> %v5, <2 x i32> %v6)
  store <14 x i32> %r, ptr %out, align 4
  %w = load <14 x i32>, ptr %in, align 4
  %d = call { <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32> } @llvm.vector.deinterleave7.v14i32(<14 x i32> %w)
  %d0 = extractvalue { <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32> } %d, 0
  %o0 = getelementptr i8, ptr %out, i64 128
  store <2 x i32> %d0, ptr %o0, align 4
  %d1 = extractvalue { <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32> } %d, 1
  %o1 = getelementptr i8, ptr %out, i64 136
  store <2 x i32> %d1, ptr %o1, align 4
  %d2 = extractvalue { <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32> } %d, 2
  %o2 = getelementptr i8, ptr %out, i64 144
  store <2 x i32> %d2, ptr %o2, align 4
  %d3 = extractvalue { <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32> } %d, 3
  %o3 = getelementptr i8, ptr %out, i64 152
  store <2 x i32> %d3, ptr %o3, align 4
  %d4 = extractvalue { <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32> } %d, 4
  %o4 = getelementptr i8, ptr %out, i64 160
  store <2 x i32> %d4, ptr %o4, align 4
  %d5 = extractvalue { <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32> } %d, 5
  %o5 = getelementptr i8, ptr %out, i64 168
  store <2 x i32> %d5, ptr %o5, align 4
  %d6 = extractvalue { <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32> } %d, 6
  %o6 = getelementptr i8, ptr %out, i64 176
  store <2 x i32> %d6, ptr %o6, align 4
  ret void
}
define void @interleaved8(ptr %in, ptr %out) {
  %p0 = getelementptr i8, ptr %in, i64 0
  %v0 = load <2 x i32>, ptr %p0, align 4
  %p1 = getelementptr i8, ptr %in, i64 8
  %v1 = load <2 x i32>, ptr %p1, align 4
  %p2 = getelementptr i8, ptr %in, i64 16
  %v2 = load <2 x i32>, ptr %p2, align 4
  %p3 = getelementptr i8, ptr %in, i64 24
  %v3 = load <2 x i32>, ptr %p3, align 4
  %p4 = getelementptr i8, ptr %in, i64 32
  %v4 = load <2 x i32>, ptr %p4, align 4
  %p5 = getelementptr i8, ptr %in, i64 40
  %v5 = load <2 x i32>, ptr %p5, align 4
  %p6 = getelementptr i8, ptr %in, i64 48
  %v6 = load <2 x i32>, ptr %p6, align 4
  %p7 = getelementptr i8, ptr %in, i64 56
  %v7 = load <2 x i32>, ptr %p7, align 4
  %r = call <16 x i32> @llvm.vector.interleave8.v16i32(<2 x i32> %v0, <2 x i32> %v1, <2 x i32> %v2, <2 x i32> %v3, <2 x i32> %v4, <2 x i32> %v5, <2 x i32> %v6, <2 x i32> %v7)
  store <16 x i32> %r, ptr %out, align 4
  %w = load <16 x i32>, ptr %in, align 4
  %d = call { <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32> } @llvm.vector.deinterleave8.v16i32(<16 x i32> %w)
  %d0 = extractvalue { <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32> } %d, 0
  %o0 = getelementptr i8, ptr %out, i64 128
  store <2 x i32> %d0, ptr %o0, align 4
  %d1 = extractvalue { <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32> } %d, 1
  %o1 = getelementptr i8, ptr %out, i64 136
  store <2 x i32> %d1, ptr %o1, align 4
  %d2 = extractvalue { <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32> } %d, 2
  %o2 = getelementptr i8, ptr %out, i64 144
  store <2 x i32> %d2, ptr %o2, align 4
  %d3 = extractvalue { <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32> } %d, 3
  %o3 = getelementptr i8, ptr %out, i64 152
  store <2 x i32> %d3, ptr %o3, align 4
  %d4 = extractvalue { <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32> } %d, 4
  %o4 = getelementptr i8, ptr %out, i64 160
  store <2 x i32> %d4, ptr %o4, align 4
  %d5 = extractvalue { <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32> } %d, 5
  %o5 = getelementptr i8, ptr %out, i64 168
  store <2 x i32> %d5, ptr %o5, align 4
  %d6 = extractvalue { <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32> } %d, 6
  %o6 = getelementptr i8, ptr %out, i64 176
  store <2 x i32> %d6, ptr %o6, align 4
  %d7 = extractvalue { <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32> } %d, 7
  %o7 = getelementptr i8, ptr %out, i64 184
  store <2 x i32> %d7, ptr %o7, align 4
  ret void
}
