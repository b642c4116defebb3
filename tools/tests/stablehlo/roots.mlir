module @jit__lambda attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12xf32>) -> (tensor<12xf32> {jax.result_info = "result[0]"}, tensor<12xf32> {jax.result_info = "result[1]"}, tensor<12xf32> {jax.result_info = "result[2]"}, tensor<12xf32> {jax.result_info = "result[3]"}) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %0 = stablehlo.abs %arg0 : tensor<12xf32>
    %1 = stablehlo.sqrt %0 : tensor<12xf32>
    %2 = stablehlo.abs %arg0 : tensor<12xf32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<12xf32>
    %4 = stablehlo.add %2, %3 : tensor<12xf32>
    %5 = stablehlo.rsqrt %4 : tensor<12xf32>
    %6 = stablehlo.abs %arg0 : tensor<12xf32>
    %7 = stablehlo.log %6 : tensor<12xf32>
    %8 = stablehlo.abs %arg0 : tensor<12xf32>
    %9 = stablehlo.log_plus_one %8 : tensor<12xf32>
    return %1, %5, %7, %9 : tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>
  }
}
