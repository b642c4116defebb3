; A leaf with a block that nobody comes to: the jump to it never happens, and lowering writes its test where
; the loop ends. run-lanes.sh adds the host.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare ptr @__hpvm__getNode()
declare i64 @__hpvm__getNodeInstanceID_x(ptr)

define void @Leaf(ptr %out, i64 %bytes) {
entry:
  %self = call ptr @__hpvm__getNode()
  %lane = call i64 @__hpvm__getNodeInstanceID_x(ptr %self)
  %p = getelementptr i32, ptr %out, i64 %lane
  br i1 true, label %enter, label %test
enter:
  switch i64 0, label %loop [
    i64 35, label %loop
    i64 54, label %loop
  ]
loop:
  %part = urem i64 0, 1
  br label %test
test:
  %again = icmp ne i32 0, 0
  br i1 %again, label %loop, label %done
done:
  %sum = add i64 %lane, 9
  %result = trunc i64 %sum to i32
  store i32 %result, ptr %p
  ret void
}
