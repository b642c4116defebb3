// Regions that are no row, and operations on channels; XLA computed the results.
module @regions {
  func.func public @main(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xi32>, %arg2: tensor<2x3xf32>, %arg3: tensor<6xf32>) -> (tensor<4x6xf32>, tensor<4xf32>, tensor<f32>, tensor<4xf32>, tensor<4xi32>, tensor<4xi32>, tensor<3x5xi32>, tensor<4x6xf32>, tensor<4x6xi32>, tensor<4x6xi1>, tensor<4x6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<4x6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %none = stablehlo.constant dense<0> : tensor<i32>
    %half = stablehlo.constant dense<5.0e-01> : tensor<f32>
    %mapped = "stablehlo.map"(%arg0, %arg0) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.multiply %a, %half : tensor<f32>
      %d = stablehlo.compare LT, %a, %half : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %e = stablehlo.select %d, %c, %b : tensor<i1>, tensor<f32>
      stablehlo.return %e : tensor<f32>
    }) {dimensions = array<i64: 0, 1>} : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %norm = stablehlo.reduce(%arg0 init: %zero) across dimensions = [1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
     reducer(%a: tensor<f32>, %b: tensor<f32>)  {
      %c = stablehlo.abs %a : tensor<f32>
      %d = stablehlo.abs %b : tensor<f32>
      %e = stablehlo.maximum %c, %d : tensor<f32>
      stablehlo.return %e : tensor<f32>
    }
    %all = stablehlo.reduce(%arg0 init: %half) across dimensions = [0, 1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<f32>
     reducer(%a: tensor<f32>, %b: tensor<f32>)  {
      %c = stablehlo.minimum %a, %b : tensor<f32>
      %d = stablehlo.minimum %c, %half : tensor<f32>
      stablehlo.return %d : tensor<f32>
    }
    %three:3 = stablehlo.reduce(%arg0 init: %zero), (%arg1 init: %none), (%arg1 init: %none) across dimensions = [1] : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>, tensor<4xi32>)
     reducer(%a: tensor<f32>, %d: tensor<f32>) (%b: tensor<i32>, %e: tensor<i32>) (%c: tensor<i32>, %f: tensor<i32>)  {
      %g = stablehlo.maximum %a, %d : tensor<f32>
      %h = stablehlo.maximum %b, %e : tensor<i32>
      %i = stablehlo.xor %c, %f : tensor<i32>
      stablehlo.return %g, %h, %i : tensor<f32>, tensor<i32>, tensor<i32>
    }
    %window = "stablehlo.reduce_window"(%arg1, %none) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.xor %a, %b : tensor<i32>
      stablehlo.return %c : tensor<i32>
    }) {window_dimensions = array<i64: 2, 2>} : (tensor<4x6xi32>, tensor<i32>) -> tensor<3x5xi32>
    %scattered = "stablehlo.select_and_scatter"(%arg0, %arg2, %zero) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
    }) {window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 2, 2>, padding = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
    %zeros = stablehlo.count_leading_zeros %arg1 : tensor<4x6xi32>
    %order = stablehlo.compare LT, %arg0, %mapped, TOTALORDER : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xi1>
    %trained:3 = "stablehlo.batch_norm_training"(%mapped, %arg3, %arg3) {epsilon = 1.0e-03 : f32, feature_index = 1 : i64} : (tensor<4x6xf32>, tensor<6xf32>, tensor<6xf32>) -> (tensor<4x6xf32>, tensor<6xf32>, tensor<6xf32>)
    %square = stablehlo.multiply %arg3, %arg3 : tensor<6xf32>
    %grad:3 = "stablehlo.batch_norm_grad"(%mapped, %arg3, %arg3, %square, %mapped) {epsilon = 1.0e-03 : f32, feature_index = 1 : i64} : (tensor<4x6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<6xf32>, tensor<6xf32>)
    %sorted = "stablehlo.sort"(%arg3) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }) {dimension = 0 : i64, is_stable = true} : (tensor<6xf32>) -> tensor<6xf32>
    return %mapped, %norm, %all, %three#0, %three#1, %three#2, %window, %scattered, %zeros, %order, %trained#0, %trained#1, %trained#2, %grad#0, %grad#1, %grad#2, %sorted : tensor<4x6xf32>, tensor<4xf32>, tensor<f32>, tensor<4xf32>, tensor<4xi32>, tensor<4xi32>, tensor<3x5xi32>, tensor<4x6xf32>, tensor<4x6xi32>, tensor<4x6xi1>, tensor<4x6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<4x6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>
  }
}
