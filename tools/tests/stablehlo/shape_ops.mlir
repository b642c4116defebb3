module @jit__lambda attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x6xf32>) -> (tensor<6x4xf32> {jax.result_info = "result[0]"}, tensor<6x4xf32> {jax.result_info = "result[1]"}, tensor<4x6xf32> {jax.result_info = "result[2]"}, tensor<4x6xf32> {jax.result_info = "result[3]"}, tensor<2x3xf32> {jax.result_info = "result[4]"}, tensor<4x12xf32> {jax.result_info = "result[5]"}, tensor<7x7xf32> {jax.result_info = "result[6]"}, tensor<2x4x6xf32> {jax.result_info = "result[7]"}, tensor<3x4x6xf32> {jax.result_info = "result[8]"}, tensor<8x6xf32> {jax.result_info = "result[9]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %0 = stablehlo.reshape %arg0 : (tensor<4x6xf32>) -> tensor<6x4xf32>
    %1 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>
    %2 = stablehlo.reverse %arg0, dims = [0] : tensor<4x6xf32>
    %3 = call @_flip(%arg0) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %4 = stablehlo.slice %arg0 [1:3, 0:6:2] : (tensor<4x6xf32>) -> tensor<2x3xf32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
    %6 = stablehlo.multiply %arg0, %5 : tensor<4x6xf32>
    %7 = stablehlo.concatenate %arg0, %6, dim = 1 : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x12xf32>
    %8 = call @_pad(%arg0, %c) : (tensor<4x6xf32>, tensor<i32>) -> tensor<7x7xf32>
    %9 = stablehlo.broadcast_in_dim %arg0, dims = [1, 2] : (tensor<4x6xf32>) -> tensor<1x4x6xf32>
    %10 = stablehlo.broadcast_in_dim %arg0, dims = [1, 2] : (tensor<4x6xf32>) -> tensor<1x4x6xf32>
    %11 = stablehlo.concatenate %9, %10, dim = 0 : (tensor<1x4x6xf32>, tensor<1x4x6xf32>) -> tensor<2x4x6xf32>
    %12 = stablehlo.broadcast_in_dim %arg0, dims = [1, 2] : (tensor<4x6xf32>) -> tensor<1x4x6xf32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0, 1, 2] : (tensor<1x4x6xf32>) -> tensor<3x4x6xf32>
    %14 = stablehlo.reshape %arg0 : (tensor<4x6xf32>) -> tensor<1x4x1x6xf32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0, 1, 2, 3] : (tensor<1x4x1x6xf32>) -> tensor<2x4x1x6xf32>
    %16 = stablehlo.reshape %15 : (tensor<2x4x1x6xf32>) -> tensor<8x6xf32>
    return %0, %1, %2, %3, %4, %7, %8, %11, %13, %16 : tensor<6x4xf32>, tensor<6x4xf32>, tensor<4x6xf32>, tensor<4x6xf32>, tensor<2x3xf32>, tensor<4x12xf32>, tensor<7x7xf32>, tensor<2x4x6xf32>, tensor<3x4x6xf32>, tensor<8x6xf32>
  }
  func.func private @_flip(%arg0: tensor<4x6xf32>) -> tensor<4x6xf32> {
    %0 = stablehlo.reverse %arg0, dims = [0, 1] : tensor<4x6xf32>
    return %0 : tensor<4x6xf32>
  }
  func.func private @_pad(%arg0: tensor<4x6xf32>, %arg1: tensor<i32>) -> tensor<7x7xf32> {
    %0 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.pad %arg0, %0, low = [1, 0], high = [2, 1], interior = [0, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<7x7xf32>
    return %1 : tensor<7x7xf32>
  }
}
