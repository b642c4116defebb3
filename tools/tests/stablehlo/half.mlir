module @jit__lambda attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x5xf32>, %arg1: tensor<4x5xf32>) -> (tensor<4x5xbf16> {jax.result_info = "result[0]"}, tensor<4x5xf16> {jax.result_info = "result[1]"}, tensor<4x5xbf16> {jax.result_info = "result[2]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f16>
    %0 = stablehlo.convert %arg0 : (tensor<4x5xf32>) -> tensor<4x5xbf16>
    %1 = stablehlo.convert %arg1 : (tensor<4x5xf32>) -> tensor<4x5xbf16>
    %2 = stablehlo.multiply %0, %1 : tensor<4x5xbf16>
    %3 = stablehlo.convert %arg0 : (tensor<4x5xf32>) -> tensor<4x5xf16>
    %4 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f16>) -> tensor<4x5xf16>
    %5 = stablehlo.add %3, %4 : tensor<4x5xf16>
    %6 = stablehlo.convert %arg0 : (tensor<4x5xf32>) -> tensor<4x5xbf16>
    %7 = stablehlo.reduce(%6 init: %cst_0) applies stablehlo.maximum across dimensions = [1] : (tensor<4x5xbf16>, tensor<bf16>) -> tensor<4xbf16>
    %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<bf16>) -> tensor<4xbf16>
    %9 = stablehlo.maximum %8, %7 : tensor<4xbf16>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0] : (tensor<4xbf16>) -> tensor<4x1xbf16>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<4x1xbf16>) -> tensor<4x5xbf16>
    %12 = stablehlo.subtract %6, %11 : tensor<4x5xbf16>
    %13 = stablehlo.exponential %12 : tensor<4x5xbf16>
    %14 = stablehlo.convert %13 : (tensor<4x5xbf16>) -> tensor<4x5xf32>
    %15 = stablehlo.reduce(%14 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<4x5xf32>, tensor<f32>) -> tensor<4xf32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
    %17 = stablehlo.convert %16 : (tensor<4x1xf32>) -> tensor<4x1xbf16>
    %18 = stablehlo.broadcast_in_dim %17, dims = [0, 1] : (tensor<4x1xbf16>) -> tensor<4x5xbf16>
    %19 = stablehlo.divide %13, %18 : tensor<4x5xbf16>
    return %2, %5, %19 : tensor<4x5xbf16>, tensor<4x5xf16>, tensor<4x5xbf16>
  }
}
