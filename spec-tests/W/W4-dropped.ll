; W4: Reading a lane that is not in the mask
;: positive
;: options --kernel k --grid 1 --block 32
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32)
declare void @llvm.trap()

; Lanes 2 and 3 read lanes that are not in the mask, and do not use what they get.
define ptx_kernel void @k() {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %in = icmp ult i32 %x, 4
  br i1 %in, label %meet, label %done
meet:
  %v = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 15, i32 %x, i32 2, i32 31)
  %low = icmp ult i32 %x, 2
  br i1 %low, label %use, label %done
use:
  %expected = add i32 %x, 2
  %good = icmp eq i32 %v, %expected
  br i1 %good, label %done, label %bad
bad:
  call void @llvm.trap()
  unreachable
done:
  ret void
}
