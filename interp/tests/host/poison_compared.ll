; A comparison that becomes poison itself, and only decides a branch.
;: hosts interp
;: options --check=poison
;: exit 121
;: stderr [poison-used]
target triple = "x86_64-pc-linux-gnu"
@in = global i64 -5
define i32 @main() noinline optnone {
  %v = load volatile i64, ptr @in
  %less = icmp samesign ult i64 %v, 7
  br i1 %less, label %yes, label %no
yes:
  ret i32 0
no:
  ret i32 0
}
