; W2: A lane that has ended
;: negative
;: options --kernel k --grid 1 --block 64
;: exit trap
;: diagnostic warp-divergence error
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)
declare void @llvm.trap()

define ptx_kernel void @k() {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %odd = trunc i32 %x to i1
  br i1 %odd, label %meet, label %done
meet:
  %v = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %x, i32 0, i32 31)
  %good = icmp eq i32 %v, 0
  br i1 %good, label %done, label %bad
bad:
  call void @llvm.trap()
  unreachable
done:
  ret void
}
