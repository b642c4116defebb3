; W4: Reading a lane that is not in the mask, or not active, gives poison
;: negative
;: options --kernel k --grid 1 --block 32 --check=poison
;: needs --check=poison
;: exit trap
;: diagnostic poison-used error
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32)

define ptx_kernel void @k() {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %in = icmp ult i32 %x, 4
  br i1 %in, label %meet, label %done
meet:
  %v = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 15, i32 %x, i32 2, i32 31)
  %low = icmp ult i32 %v, 2
  br i1 %low, label %use, label %done
use:
  br label %done
done:
  ret void
}
