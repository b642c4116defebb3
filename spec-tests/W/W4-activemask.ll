; W4: a result that hangs on it is `order-dependent`
;: negative
;: options --kernel k --grid 1 --block 32 --schedules 4
;: needs --schedules 8
;: schedules reference
;: exit trap
;: diagnostic order-dependent error
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@a = internal addrspace(1) global [32 x i32] zeroinitializer, align 4

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.activemask()

define ptx_kernel void @k() {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %v = call i32 @llvm.nvvm.activemask()
  %own = getelementptr [32 x i32], ptr addrspace(1) @a, i32 0, i32 %x
  store i32 %v, ptr addrspace(1) %own
  ret void
}
