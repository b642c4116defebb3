; K2: A pointer keeps the space it points into
;: positive
;: options --kernel k --grid 2 --block 4
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@s = internal addrspace(3) global [4 x i32] undef, align 4

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i1 @llvm.nvvm.isspacep.shared(ptr)
declare i1 @llvm.nvvm.isspacep.local(ptr)
declare void @llvm.trap()

; Through a generic pointer to shared memory, and back; a local variable lies elsewhere.
define ptx_kernel void @k() {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %variable = alloca i32, align 4
  %own = getelementptr [4 x i32], ptr addrspace(3) @s, i32 0, i32 %x
  %generic = addrspacecast ptr addrspace(3) %own to ptr
  %back = addrspacecast ptr %generic to ptr addrspace(3)
  store i32 %x, ptr addrspace(3) %back
  %v = load i32, ptr %generic
  %same = icmp eq i32 %v, %x
  %shared = call i1 @llvm.nvvm.isspacep.shared(ptr %generic)
  %local = call i1 @llvm.nvvm.isspacep.local(ptr %variable)
  %neither = call i1 @llvm.nvvm.isspacep.shared(ptr %variable)
  %both = and i1 %shared, %local
  %good = and i1 %both, %same
  %right = xor i1 %neither, %good
  br i1 %right, label %done, label %bad
bad:
  call void @llvm.trap()
  unreachable
done:
  ret void
}
