; common.ll -- what the modules of this test may call.
@glob = global [16 x i8] zeroinitializer, align 16
declare float @llvm.sqrt.f32(float)
declare i32 @llvm.ctlz.i32(i32, i1)
declare i32 @llvm.cttz.i32(i32, i1)
declare i32 @llvm.abs.i32(i32, i1)
declare <4 x i32> @llvm.abs.v4i32(<4 x i32>, i1)
declare i32 @llvm.sshl.sat.i32(i32, i32)
declare i32 @llvm.ushl.sat.i32(i32, i32)
declare i32 @llvm.experimental.cttz.elts.i32.v4i1(<4 x i1>, i1)
declare <2 x i32> @llvm.masked.load.v2i32.p0(ptr, <2 x i1>, <2 x i32>)
declare <2 x i32> @llvm.vp.add.v2i32(<2 x i32>, <2 x i32>, <2 x i1>, i32)
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
declare i32 @llvm.bswap.i32(i32)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.assume(i1)
declare ptr @malloc(i64)
declare void @free(ptr)
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr>, <2 x i1>, <2 x i32>)
declare void @llvm.masked.store.v2i32.p0(<2 x i32>, ptr, <2 x i1>)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i32 @llvm.sadd.sat.i32(i32, i32)
declare i32 @llvm.fptosi.sat.i32.f32(float)
define i32 @range_param(i32 range(i32 0, 1) %x) noinline {
  ret i32 %x
}
define range(i32 0, 1) i32 @range_ret(i32 %x) noinline {
  ret i32 %x
}
define <2 x i32> @idv(<2 x i32> %x) noinline {
  ret <2 x i32> %x
}
define ptr @idp(ptr %x) noinline {
  ret ptr %x
}
define float @idf(float %x) noinline {
  ret float %x
}
define i32 @nonnull_param(ptr nonnull %x) noinline {
  %c = icmp eq ptr %x, null
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @align_param(ptr align 8 %x) noinline {
  %c = icmp eq ptr %x, null
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @nofpclass_param(float nofpclass(nan) %x) noinline {
  %r = bitcast float %x to i32
  ret i32 %r
}
define i32 @id(i32 %x) noinline {
  ret i32 %x
}
define void @sink(i32 %x) noinline {
  ret void
}
define void @sink_noundef(i32 noundef %x) noinline {
  ret void
}
define noundef i32 @id_noundef(i32 %x) noinline {
  ret i32 %x
}
define void @sinkf(float %x) noinline {
  ret void
}
define void @sinkv(<4 x i32> %x) noinline {
  ret void
}
define void @sinks({ i32, i32 } %x) noinline {
  ret void
}
!100 = !{i32 0, i32 1}
!101 = !{i32 0, i32 10, i32 20, i32 30}
!102 = !{}
!103 = !{i64 8}
