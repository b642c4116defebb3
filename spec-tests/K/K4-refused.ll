; K4: What is not known is refused by name before the run.
;: negative
;: options --kernel k --grid 1 --block 1
;: exit unsupported
;: diagnostic kernel-needs error
;: stderr strlen
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"

declare i64 @strlen(ptr)
@text = internal constant [2 x i8] c"a\00"

define spir_kernel void @k() {
  %n = call i64 @strlen(ptr @text)
  ret void
}
