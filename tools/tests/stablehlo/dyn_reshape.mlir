module @jit__lambda attributes {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<?x?x4xf32>) -> (tensor<?xf32> {jax.result_info = "result[0]"}, tensor<?x4xf32> {jax.result_info = "result[1]"}, tensor<?x?xf32> {jax.result_info = "result[2]"}, tensor<4x?x?xf32> {jax.result_info = "result[3]"}, tensor<?x?x4xf32> {jax.result_info = "result[4]"}, tensor<?x4xf32> {jax.result_info = "result[5]"}, tensor<?x?x4xf32> {jax.result_info = "result[6]"}, tensor<?x?x4xf32> {jax.result_info = "result[7]"}) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x?x4xf32>) -> tensor<i32>
    %1 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<?x?x4xf32>) -> tensor<i32>
    %2 = stablehlo.compare GE, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%2, %0) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'b'. Using the following polymorphic shapes specifications: args[0].shape = (b, n, 4). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
    %3 = stablehlo.compare GE, %1, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%3, %0, %1) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'n'. Using the following polymorphic shapes specifications: args[0].shape = (b, n, 4). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), 'n' = {1} from specification 'n' for dimension args[0].shape[1] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
    %4:8 = call @_wrapped_jax_export_main(%0, %1, %arg0) : (tensor<i32>, tensor<i32>, tensor<?x?x4xf32>) -> (tensor<?xf32>, tensor<?x4xf32>, tensor<?x?xf32>, tensor<4x?x?xf32>, tensor<?x?x4xf32>, tensor<?x4xf32>, tensor<?x?x4xf32>, tensor<?x?x4xf32>)
    return %4#0, %4#1, %4#2, %4#3, %4#4, %4#5, %4#6, %4#7 : tensor<?xf32>, tensor<?x4xf32>, tensor<?x?xf32>, tensor<4x?x?xf32>, tensor<?x?x4xf32>, tensor<?x4xf32>, tensor<?x?x4xf32>, tensor<?x?x4xf32>
  }
  func.func private @_wrapped_jax_export_main(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "n"}, %arg2: tensor<?x?x4xf32>) -> (tensor<?xf32> {jax.result_info = "result[0]"}, tensor<?x4xf32> {jax.result_info = "result[1]"}, tensor<?x?xf32> {jax.result_info = "result[2]"}, tensor<4x?x?xf32> {jax.result_info = "result[3]"}, tensor<?x?x4xf32> {jax.result_info = "result[4]"}, tensor<?x4xf32> {jax.result_info = "result[5]"}, tensor<?x?x4xf32> {jax.result_info = "result[6]"}, tensor<?x?x4xf32> {jax.result_info = "result[7]"}) {
    %c = stablehlo.constant dense<-1> : tensor<i32>
    %c_0 = stablehlo.constant dense<1> : tensor<1xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<2> : tensor<i32>
    %c_3 = stablehlo.constant dense<1> : tensor<i32>
    %c_4 = stablehlo.constant dense<4> : tensor<1xi32>
    %c_5 = stablehlo.constant dense<4> : tensor<i32>
    %0 = stablehlo.multiply %arg1, %arg0 : tensor<i32>
    %1 = stablehlo.convert %0 : tensor<i32>
    %2 = stablehlo.multiply %1, %c_5 : tensor<i32>
    %3 = stablehlo.reshape %2 : (tensor<i32>) -> tensor<1xi32>
    %4 = stablehlo.dynamic_reshape %arg2, %3 : (tensor<?x?x4xf32>, tensor<1xi32>) -> tensor<?xf32>
    %5 = stablehlo.multiply %arg1, %arg0 : tensor<i32>
    %6 = stablehlo.reshape %5 : (tensor<i32>) -> tensor<1xi32>
    %7 = stablehlo.concatenate %6, %c_4, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %8 = stablehlo.dynamic_reshape %arg2, %7 : (tensor<?x?x4xf32>, tensor<2xi32>) -> tensor<?x4xf32>
    %9 = stablehlo.convert %arg1 : tensor<i32>
    %10 = stablehlo.multiply %9, %c_5 : tensor<i32>
    %11 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %12 = stablehlo.reshape %10 : (tensor<i32>) -> tensor<1xi32>
    %13 = stablehlo.concatenate %11, %12, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %14 = stablehlo.dynamic_reshape %arg2, %13 : (tensor<?x?x4xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    %15 = stablehlo.transpose %arg2, dims = [2, 0, 1] : (tensor<?x?x4xf32>) -> tensor<4x?x?xf32>
    %16 = stablehlo.convert %arg1 : tensor<i32>
    %17 = stablehlo.add %16, %c_3 : tensor<i32>
    %18:2 = call @divmod(%arg0, %arg1, %17, %c_2) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %19 = stablehlo.reshape %18#0 : (tensor<i32>) -> tensor<1xi32>
    %20 = stablehlo.dynamic_iota %19, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
    %21 = stablehlo.convert %arg1 : tensor<i32>
    %22 = stablehlo.add %21, %c_3 : tensor<i32>
    %23:2 = call @divmod(%arg0, %arg1, %22, %c_2) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %24 = stablehlo.reshape %23#0 : (tensor<i32>) -> tensor<1xi32>
    %25 = stablehlo.dynamic_broadcast_in_dim %c_2, %24, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %26 = stablehlo.multiply %25, %20 : tensor<?xi32>
    %27 = stablehlo.convert %arg1 : tensor<i32>
    %28 = stablehlo.add %27, %c_3 : tensor<i32>
    %29:2 = call @divmod(%arg0, %arg1, %28, %c_2) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %30 = stablehlo.reshape %29#0 : (tensor<i32>) -> tensor<1xi32>
    %31 = stablehlo.dynamic_broadcast_in_dim %c_1, %30, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %32 = stablehlo.add %31, %26 : tensor<?xi32>
    %33 = stablehlo.convert %arg1 : tensor<i32>
    %34 = stablehlo.add %33, %c_3 : tensor<i32>
    %35:2 = call @divmod(%arg0, %arg1, %34, %c_2) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %36 = stablehlo.reshape %35#0 : (tensor<i32>) -> tensor<1xi32>
    %37 = stablehlo.concatenate %36, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %38 = stablehlo.dynamic_broadcast_in_dim %32, %37, dims = [0] : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x1xi32>
    %39 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %40 = stablehlo.concatenate %39, %c_0, %c_4, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %41 = "stablehlo.dynamic_gather"(%arg2, %38, %40) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = true}> : (tensor<?x?x4xf32>, tensor<?x1xi32>, tensor<3xi32>) -> tensor<?x?x4xf32>
    %42 = stablehlo.convert %arg1 : tensor<i32>
    %43 = stablehlo.add %42, %c : tensor<i32>
    %44 = stablehlo.convert %43 : tensor<i32>
    %45 = stablehlo.broadcast_in_dim %44, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %46 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %47 = stablehlo.concatenate %46, %c_0, %c_4, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %48 = "stablehlo.dynamic_gather"(%arg2, %45, %47) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], collapsed_slice_dims = [1], start_index_map = [1]>, indices_are_sorted = true}> : (tensor<?x?x4xf32>, tensor<1xi32>, tensor<3xi32>) -> tensor<?x4xf32>
    %49 = stablehlo.convert %arg0 : tensor<i32>
    %50 = stablehlo.add %49, %c : tensor<i32>
    %51 = stablehlo.convert %50 : tensor<i32>
    %52 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %53 = stablehlo.dynamic_iota %52, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
    %54 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %55 = stablehlo.dynamic_broadcast_in_dim %c, %54, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %56 = stablehlo.multiply %55, %53 : tensor<?xi32>
    %57 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %58 = stablehlo.dynamic_broadcast_in_dim %51, %57, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %59 = stablehlo.add %58, %56 : tensor<?xi32>
    %60 = stablehlo.reverse %59, dims = [0] : tensor<?xi32>
    %61 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %62 = stablehlo.concatenate %61, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %63 = stablehlo.dynamic_broadcast_in_dim %60, %62, dims = [0] : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x1xi32>
    %64 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %65 = stablehlo.concatenate %c_0, %64, %c_4, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %66 = "stablehlo.dynamic_gather"(%arg2, %63, %65) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = true}> : (tensor<?x?x4xf32>, tensor<?x1xi32>, tensor<3xi32>) -> tensor<?x?x4xf32>
    %67 = stablehlo.reverse %66, dims = [0] : tensor<?x?x4xf32>
    %68 = call @_pad(%arg0, %arg1, %arg2, %c_1) : (tensor<i32>, tensor<i32>, tensor<?x?x4xf32>, tensor<i32>) -> tensor<?x?x4xf32>
    return %4, %8, %14, %15, %41, %48, %67, %68 : tensor<?xf32>, tensor<?x4xf32>, tensor<?x?xf32>, tensor<4x?x?xf32>, tensor<?x?x4xf32>, tensor<?x4xf32>, tensor<?x?x4xf32>, tensor<?x?x4xf32>
  }
  func.func private @divmod(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "n"}, %arg2: tensor<i32>, %arg3: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
    %0 = call @floor_divide(%arg0, %arg1, %arg2, %arg3) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %1 = call @remainder(%arg0, %arg1, %arg2, %arg3) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    return %0, %1 : tensor<i32>, tensor<i32>
  }
  func.func private @floor_divide(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "n"}, %arg2: tensor<i32>, %arg3: tensor<i32>) -> tensor<i32> {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.divide %arg2, %arg3 : tensor<i32>
    %1 = stablehlo.sign %arg2 : tensor<i32>
    %2 = stablehlo.sign %arg3 : tensor<i32>
    %3 = stablehlo.compare NE, %1, %2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %4 = stablehlo.remainder %arg2, %arg3 : tensor<i32>
    %5 = stablehlo.compare NE, %4, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %6 = stablehlo.and %3, %5 : tensor<i1>
    %7 = stablehlo.subtract %0, %c : tensor<i32>
    %8 = call @_where(%arg0, %arg1, %6, %7, %0) : (tensor<i32>, tensor<i32>, tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    return %8 : tensor<i32>
  }
  func.func private @_where(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "n"}, %arg2: tensor<i1>, %arg3: tensor<i32>, %arg4: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg2, %arg3, %arg4 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
  func.func private @remainder(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "n"}, %arg2: tensor<i32>, %arg3: tensor<i32>) -> tensor<i32> {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.compare EQ, %arg3, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %1 = call @_where(%arg0, %arg1, %0, %c, %arg3) : (tensor<i32>, tensor<i32>, tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %2 = stablehlo.remainder %arg2, %1 : tensor<i32>
    %3 = stablehlo.compare NE, %2, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %4 = stablehlo.compare LT, %2, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %5 = stablehlo.compare LT, %1, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %6 = stablehlo.compare NE, %4, %5, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %7 = stablehlo.and %6, %3 : tensor<i1>
    %8 = stablehlo.add %2, %1 : tensor<i32>
    %9 = stablehlo.select %7, %8, %2 : tensor<i1>, tensor<i32>
    return %9 : tensor<i32>
  }
  func.func private @_pad(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "n"}, %arg2: tensor<?x?x4xf32>, %arg3: tensor<i32>) -> tensor<?x?x4xf32> {
    %0 = stablehlo.convert %arg3 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.pad %arg2, %0, low = [0, 2, 0], high = [1, 0, 0], interior = [0, 0, 0] : (tensor<?x?x4xf32>, tensor<f32>) -> tensor<?x?x4xf32>
    return %1 : tensor<?x?x4xf32>
  }
}
