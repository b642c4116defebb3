; W2: or that waits at another one
;: negative
;: options --kernel k --grid 1 --block 32
;: exit trap
;: diagnostic warp-divergence error
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.bar.warp.sync(i32)

define ptx_kernel void @k() {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %odd = trunc i32 %x to i1
  br i1 %odd, label %one, label %other
one:
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  br label %done
other:
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  br label %done
done:
  ret void
}
