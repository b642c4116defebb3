; W2: that is not in its own mask
;: negative
;: options --kernel k --grid 1 --block 32
;: exit trap
;: diagnostic warp-divergence error
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare void @llvm.nvvm.bar.warp.sync(i32)

define ptx_kernel void @k() {
  call void @llvm.nvvm.bar.warp.sync(i32 -2)
  ret void
}
