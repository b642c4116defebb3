module @jit__lambda attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x5xf32>) -> (tensor<10x15xf32> {jax.result_info = "result[0]"}, tensor<2x17xf32> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<7.000000e+00> : tensor<f32>
    %0 = stablehlo.pad %arg0, %cst_0, low = [1, -1], high = [2, 3], interior = [1, 2] : (tensor<4x5xf32>, tensor<f32>) -> tensor<10x15xf32>
    %1 = stablehlo.pad %arg0, %cst, low = [-1, 0], high = [-1, 0], interior = [0, 3] : (tensor<4x5xf32>, tensor<f32>) -> tensor<2x17xf32>
    return %0, %1 : tensor<10x15xf32>, tensor<2x17xf32>
  }
}
