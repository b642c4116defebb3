; K2: an access in a space where it does not lie
;: negative
;: options --kernel k --grid 1 --block 4
;: exit trap
;: diagnostic address-space error
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@s = internal addrspace(3) global [4 x i32] undef, align 4

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @k() {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %own = getelementptr [4 x i32], ptr addrspace(3) @s, i32 0, i32 %x
  %generic = addrspacecast ptr addrspace(3) %own to ptr
  %wrong = addrspacecast ptr %generic to ptr addrspace(1)
  store i32 1, ptr addrspace(1) %wrong
  ret void
}
