module @jit__lambda attributes {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<?x5xf32>, %arg1: tensor<?xi32>) -> (tensor<?x5xf32> {jax.result_info = "result[0]"}, tensor<?xf32> {jax.result_info = "result[1]"}, tensor<?x5xf32> {jax.result_info = "result[2]"}, tensor<1x2xf32> {jax.result_info = "result[3]"}) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x5xf32>) -> tensor<i32>
    %1 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<?xi32>) -> tensor<i32>
    %2 = stablehlo.compare GE, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%2, %0) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'b'. Using the following polymorphic shapes specifications: args[0].shape = (b, 5),args[1].shape = (m,). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
    %3 = stablehlo.compare GE, %1, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%3, %0, %1) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'm'. Using the following polymorphic shapes specifications: args[0].shape = (b, 5),args[1].shape = (m,). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), 'm' = {1} from specification 'm' for dimension args[1].shape[0] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
    %4:4 = call @_wrapped_jax_export_main(%0, %1, %arg0, %arg1) : (tensor<i32>, tensor<i32>, tensor<?x5xf32>, tensor<?xi32>) -> (tensor<?x5xf32>, tensor<?xf32>, tensor<?x5xf32>, tensor<1x2xf32>)
    return %4#0, %4#1, %4#2, %4#3 : tensor<?x5xf32>, tensor<?xf32>, tensor<?x5xf32>, tensor<1x2xf32>
  }
  func.func private @_wrapped_jax_export_main(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "m"}, %arg2: tensor<?x5xf32>, %arg3: tensor<?xi32>) -> (tensor<?x5xf32> {jax.result_info = "result[0]"}, tensor<?xf32> {jax.result_info = "result[1]"}, tensor<?x5xf32> {jax.result_info = "result[2]"}, tensor<1x2xf32> {jax.result_info = "result[3]"}) {
    %c = stablehlo.constant dense<5> : tensor<1xi32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %c_0 = stablehlo.constant dense<1> : tensor<1xi32>
    %c_1 = stablehlo.constant dense<1> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.convert %arg0 : tensor<i32>
    %1 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %2 = stablehlo.dynamic_broadcast_in_dim %c_2, %1, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %3 = stablehlo.compare LT, %arg3, %2, SIGNED : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
    %4 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %5 = stablehlo.dynamic_broadcast_in_dim %0, %4, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %6 = stablehlo.add %arg3, %5 : tensor<?xi32>
    %7 = stablehlo.select %3, %6, %arg3 : tensor<?xi1>, tensor<?xi32>
    %8 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %9 = stablehlo.concatenate %8, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %10 = stablehlo.dynamic_broadcast_in_dim %7, %9, dims = [0] : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x1xi32>
    %11 = "stablehlo.gather"(%arg2, %10) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>}> : (tensor<?x5xf32>, tensor<?x1xi32>) -> tensor<?x5xf32>
    %12 = stablehlo.convert %arg0 : tensor<i32>
    %13 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %14 = stablehlo.dynamic_broadcast_in_dim %c_2, %13, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %15 = stablehlo.compare LT, %arg3, %14, SIGNED : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
    %16 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %17 = stablehlo.dynamic_broadcast_in_dim %12, %16, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %18 = stablehlo.add %arg3, %17 : tensor<?xi32>
    %19 = stablehlo.select %15, %18, %arg3 : tensor<?xi1>, tensor<?xi32>
    %20 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %21 = stablehlo.dynamic_broadcast_in_dim %c_2, %20, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %22 = stablehlo.convert %21 : tensor<?xi32>
    %23 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %24 = stablehlo.concatenate %23, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %25 = stablehlo.dynamic_broadcast_in_dim %19, %24, dims = [0] : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x1xi32>
    %26 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %27 = stablehlo.concatenate %26, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %28 = stablehlo.dynamic_broadcast_in_dim %22, %27, dims = [0] : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x1xi32>
    %29 = stablehlo.concatenate %25, %28, dim = 1 : (tensor<?x1xi32>, tensor<?x1xi32>) -> tensor<?x2xi32>
    %30 = "stablehlo.gather"(%arg2, %29) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<?x5xf32>, tensor<?x2xi32>) -> tensor<?xf32>
    %31 = stablehlo.convert %arg0 : tensor<i32>
    %32 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %33 = stablehlo.dynamic_broadcast_in_dim %c_2, %32, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %34 = stablehlo.compare LT, %arg3, %33, SIGNED : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
    %35 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %36 = stablehlo.dynamic_broadcast_in_dim %31, %35, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %37 = stablehlo.add %arg3, %36 : tensor<?xi32>
    %38 = stablehlo.select %34, %37, %arg3 : tensor<?xi1>, tensor<?xi32>
    %39 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %40 = stablehlo.concatenate %39, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %41 = stablehlo.dynamic_broadcast_in_dim %38, %40, dims = [0] : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x1xi32>
    %42 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %43 = stablehlo.concatenate %42, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %44 = stablehlo.dynamic_broadcast_in_dim %cst, %43, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x5xf32>
    %45 = "stablehlo.scatter"(%arg2, %41, %44) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %57 = stablehlo.add %arg4, %arg5 : tensor<f32>
      stablehlo.return %57 : tensor<f32>
    }) : (tensor<?x5xf32>, tensor<?x1xi32>, tensor<?x5xf32>) -> tensor<?x5xf32>
    %46 = stablehlo.convert %arg1 : tensor<i32>
    %47 = stablehlo.compare LT, %c_2, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %48 = stablehlo.add %c_2, %46 : tensor<i32>
    %49 = stablehlo.select %47, %48, %c_2 : tensor<i1>, tensor<i32>
    %50 = stablehlo.dynamic_slice %arg3, %49, sizes = [1] : (tensor<?xi32>, tensor<i32>) -> tensor<1xi32>
    %51 = stablehlo.reshape %50 : (tensor<1xi32>) -> tensor<i32>
    %52 = stablehlo.convert %arg0 : tensor<i32>
    %53 = stablehlo.compare LT, %51, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %54 = stablehlo.add %51, %52 : tensor<i32>
    %55 = stablehlo.select %53, %54, %51 : tensor<i1>, tensor<i32>
    %56 = stablehlo.dynamic_slice %arg2, %55, %c_1, sizes = [1, 2] : (tensor<?x5xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
    return %11, %30, %45, %56 : tensor<?x5xf32>, tensor<?xf32>, tensor<?x5xf32>, tensor<1x2xf32>
  }
}
