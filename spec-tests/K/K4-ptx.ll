; K4: Names are found by what they are in that language.
;: positive
;: options --kernel k --grid 2,3 --block 4,2
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare void @llvm.trap()

define ptx_kernel void @k() {
  %asm = call i32 asm "{ .reg .pred p; .reg .u32 t; mov.u32 t, %tid.y; mad.lo.u32 $0, %ctaid.y, %ntid.y, t;\0A setp.eq.u32 p, %ctaid.y, 1; @p add.u32 $0, $0, $1; }", "=r,r"(i32 100)
  %c = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %first = mul i32 %c, %n
  %id = add i32 %first, %t
  %is.one = icmp eq i32 %c, 1
  %more = select i1 %is.one, i32 100, i32 0
  %sum = add i32 %id, %more
  %same = icmp eq i32 %asm, %sum
  br i1 %same, label %done, label %wrong
wrong:
  call void @llvm.trap()
  unreachable
done:
  ret void
}
