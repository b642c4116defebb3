; K9: Intended races: an annotation in the source (`__attribute__((annotate("hpvm:benign-race")))`)
;: positive
;: options --kernel k --grid 2 --block 4 --check=race
;: stderr suppressed: data-race*,
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "spir64"

@last = addrspace(1) global i32 0
@text = private unnamed_addr addrspace(2) constant [17 x i8] c"hpvm:benign-race\00", section "llvm.metadata"
@file = private unnamed_addr addrspace(2) constant [5 x i8] c"k.cl\00", section "llvm.metadata"
@llvm.global.annotations = appending addrspace(1) global [1 x { ptr addrspace(1), ptr addrspace(2), ptr addrspace(2), i32, ptr addrspace(2) }] [{ ptr addrspace(1), ptr addrspace(2), ptr addrspace(2), i32, ptr addrspace(2) } { ptr addrspace(1) @last, ptr addrspace(2) @text, ptr addrspace(2) @file, i32 1, ptr addrspace(2) null }], section "llvm.metadata"

declare spir_func i64 @_Z13get_global_idj(i32)

; all work-items write a variable with the annotation
define spir_kernel void @k() {
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %x = trunc i64 %i to i32
  store i32 %x, ptr addrspace(1) @last
  ret void
}
