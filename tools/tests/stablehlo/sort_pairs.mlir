module @jit__lambda attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<30xi32>, %arg1: tensor<30xf32>) -> (tensor<30xi32> {jax.result_info = "result[0]"}, tensor<30xf32> {jax.result_info = "result[1]"}, tensor<30xf32> {jax.result_info = "result[2]"}) {
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.convert %arg0 : (tensor<30xi32>) -> tensor<30xf32>
    %1 = stablehlo.multiply %0, %arg1 : tensor<30xf32>
    %2:3 = "stablehlo.sort"(%arg0, %arg1, %1) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>, %arg4: tensor<f32>, %arg5: tensor<f32>, %arg6: tensor<f32>, %arg7: tensor<f32>):
      %3 = stablehlo.compare EQ, %arg4, %cst_0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = stablehlo.select %3, %cst_0, %arg4 : tensor<i1>, tensor<f32>
      %5 = stablehlo.compare NE, %arg4, %arg4, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %6 = stablehlo.select %5, %cst, %4 : tensor<i1>, tensor<f32>
      %7 = stablehlo.compare EQ, %arg5, %cst_0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %8 = stablehlo.select %7, %cst_0, %arg5 : tensor<i1>, tensor<f32>
      %9 = stablehlo.compare NE, %arg5, %arg5, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %10 = stablehlo.select %9, %cst, %8 : tensor<i1>, tensor<f32>
      %11 = stablehlo.compare LT, %6, %10, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %12 = stablehlo.compare LT, %arg2, %arg3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %13 = stablehlo.compare EQ, %arg2, %arg3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %14 = stablehlo.and %13, %11 : tensor<i1>
      %15 = stablehlo.or %12, %14 : tensor<i1>
      stablehlo.return %15 : tensor<i1>
    }) : (tensor<30xi32>, tensor<30xf32>, tensor<30xf32>) -> (tensor<30xi32>, tensor<30xf32>, tensor<30xf32>)
    return %2#0, %2#1, %2#2 : tensor<30xi32>, tensor<30xf32>, tensor<30xf32>
  }
}
