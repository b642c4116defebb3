; Names up to LLVM 19, which later ones read as others; older.plain does the same.
define void @older_names(ptr %in, ptr %out) {
  %v = load <8 x i32>, ptr %in, align 4
  %p = getelementptr i8, ptr %in, i64 32
  %s = load <4 x i32>, ptr %p, align 4
  %r = call <4 x i32> @llvm.experimental.vector.partial.reduce.add.v4i32.v8i32(<4 x i32> %s, <8 x i32> %v)
  %n = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %r)
  store i32 %n, ptr %out
  %t = call <4 x i8> @llvm.experimental.stepvector.v4i8()
  %o = getelementptr i8, ptr %out, i64 16
  store <4 x i8> %t, ptr %o
  ret void
}
declare <4 x i32> @llvm.experimental.vector.partial.reduce.add.v4i32.v8i32(<4 x i32>, <8 x i32>)
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
declare <4 x i8> @llvm.experimental.stepvector.v4i8()
