; W2: waits for each lane that its mask names at the same call
;: positive
;: options --kernel k --grid 1 --block 64
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
declare void @llvm.trap()

; Odd and even lanes have a shuffle each, with their own mask; the even ones loop.
define ptx_kernel void @k() {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %odd = trunc i32 %x to i1
  br i1 %odd, label %one, label %other
one:
  %a = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1431655766, i32 %x, i32 2, i32 31)
  br label %join
other:
  %i = phi i32 [ 0, %0 ], [ %next, %other ]
  %v = phi i32 [ %x, %0 ], [ %b, %other ]
  %b = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 1431655765, i32 %v, i32 2, i32 31)
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, 3
  br i1 %again, label %other, label %join
join:
  %got = phi i32 [ %a, %one ], [ %b, %other ]
  %expected = xor i32 %x, 2
  %good = icmp eq i32 %got, %expected
  br i1 %good, label %done, label %bad
bad:
  call void @llvm.trap()
  unreachable
done:
  ret void
}
