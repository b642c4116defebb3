module @jit__lambda attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x5xf32>, %arg1: tensor<4x5xf32>) -> (tensor<4x5xf32> {jax.result_info = "result[0]"}, tensor<4x5xf32> {jax.result_info = "result[1]"}, tensor<4x5xf32> {jax.result_info = "result[2]"}, tensor<4x5xf32> {jax.result_info = "result[3]"}, tensor<4x5xf32> {jax.result_info = "result[4]"}, tensor<4x5xf32> {jax.result_info = "result[5]"}, tensor<4x5xf32> {jax.result_info = "result[6]"}, tensor<4x5xf32> {jax.result_info = "result[7]"}, tensor<4x5xf32> {jax.result_info = "result[8]"}, tensor<4x5xi1> {jax.result_info = "result[9]"}, tensor<4x5xi1> {jax.result_info = "result[10]"}, tensor<4x5xi1> {jax.result_info = "result[11]"}) {
    %0 = stablehlo.add %arg0, %arg1 : tensor<4x5xf32>
    %1 = stablehlo.subtract %arg0, %arg1 : tensor<4x5xf32>
    %2 = stablehlo.multiply %arg0, %arg1 : tensor<4x5xf32>
    %3 = stablehlo.divide %arg0, %arg1 : tensor<4x5xf32>
    %4 = stablehlo.maximum %arg0, %arg1 : tensor<4x5xf32>
    %5 = stablehlo.minimum %arg0, %arg1 : tensor<4x5xf32>
    %6 = stablehlo.remainder %arg0, %arg1 : tensor<4x5xf32>
    %7 = stablehlo.atan2 %arg0, %arg1 : tensor<4x5xf32>
    %8 = stablehlo.abs %arg0 : tensor<4x5xf32>
    %9 = stablehlo.power %8, %arg1 : tensor<4x5xf32>
    %10 = stablehlo.compare LT, %arg0, %arg1, FLOAT : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1>
    %11 = stablehlo.compare GE, %arg0, %arg1, FLOAT : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1>
    %12 = stablehlo.compare NE, %arg0, %arg1, FLOAT : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1>
    return %0, %1, %2, %3, %4, %5, %6, %7, %9, %10, %11, %12 : tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xi1>, tensor<4x5xi1>, tensor<4x5xi1>
  }
}
