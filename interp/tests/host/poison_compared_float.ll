; A comparison that becomes poison itself, as of a NaN, and only decides a branch.
;: hosts interp
;: options --check=poison
;: exit 121
;: stderr [poison-used]
target triple = "x86_64-pc-linux-gnu"
@in = global double 0x7FF8000000000000
define i32 @main() noinline optnone {
  %v = load volatile double, ptr @in
  %less = fcmp nnan olt double %v, 1.0
  br i1 %less, label %yes, label %no
yes:
  ret i32 0
no:
  ret i32 0
}
