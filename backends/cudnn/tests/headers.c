/* headers.c -- checks our declarations of cuDNN and cuBLASLt against NVIDIA's cudnn.h and
 * cublasLt.h. Compiled, not run, if both are installed.
 *
 * Works like backends/nvidia/tests/headers.c: sizes first, then NVIDIA's types under our names. */
#include "backends/cudnn/cudnn_api.h"

/* O(ours, theirs) */
#define TYPES(O)                                                                                   \
	O(dc_status, cudnnStatus_t)                                                                \
	O(dc_data_type, cudnnDataType_t)                                                           \
	O(dc_format, cudnnTensorFormat_t)                                                          \
	O(dc_nan, cudnnNanPropagation_t)                                                           \
	O(dc_op_kind, cudnnOpTensorOp_t)                                                           \
	O(dc_activation_mode, cudnnActivationMode_t)                                               \
	O(dc_pooling_mode, cudnnPoolingMode_t)                                                     \
	O(dc_convolution_mode, cudnnConvolutionMode_t)                                             \
	O(dc_math_type, cudnnMathType_t)                                                           \
	O(dc_algorithm, cudnnConvolutionFwdAlgo_t)                                                 \
	O(dc_softmax_algorithm, cudnnSoftmaxAlgorithm_t)                                           \
	O(dc_softmax_mode, cudnnSoftmaxMode_t)                                                     \
	O(dc_batchnorm_mode, cudnnBatchNormMode_t)                                                 \
	O(dc_descriptor_type, cudnnBackendDescriptorType_t)                                        \
	O(dc_attribute, cudnnBackendAttributeName_t)                                               \
	O(dc_attribute_type, cudnnBackendAttributeType_t)                                          \
	O(dc_handle, cudnnHandle_t)                                                                \
	O(dc_tensor, cudnnTensorDescriptor_t)                                                      \
	O(dc_op, cudnnOpTensorDescriptor_t)                                                        \
	O(dc_activation, cudnnActivationDescriptor_t)                                              \
	O(dc_pooling, cudnnPoolingDescriptor_t)                                                    \
	O(dc_filter, cudnnFilterDescriptor_t)                                                      \
	O(dc_convolution, cudnnConvolutionDescriptor_t)                                            \
	O(dc_descriptor, cudnnBackendDescriptor_t)                                                 \
	O(dl_status, cublasStatus_t)                                                               \
	O(dl_compute_type, cublasComputeType_t)                                                    \
	O(dl_type, cudaDataType_t)                                                                 \
	O(dl_product_attribute, cublasLtMatmulDescAttributes_t)                                    \
	O(dl_wish_attribute, cublasLtMatmulPreferenceAttributes_t)                                 \
	O(dl_handle, cublasLtHandle_t)                                                             \
	O(dl_product, cublasLtMatmulDesc_t)                                                        \
	O(dl_layout, cublasLtMatrixLayout_t)                                                       \
	O(dl_wish, cublasLtMatmulPreference_t)                                                     \
	O(dl_algorithm, cublasLtMatmulAlgo_t)                                                      \
	O(dl_choice, cublasLtMatmulHeuristicResult_t)                                              \
	O(nv_stream, cudaStream_t)
#define SIZE_OF_OURS(ours, theirs) enum { bytes_of_##ours = sizeof(ours), align_of_##ours = _Alignof(ours) };
TYPES(SIZE_OF_OURS)
enum {
	offset_of_workspace = offsetof(dl_choice, workspace_bytes),
	offset_of_status = offsetof(dl_choice, status),
	offset_of_waves = offsetof(dl_choice, waves),
};

/* Deprecated names are compared, too. */
#define CUDNN_DEPRECATED
#include <cublasLt.h>
#include <cudnn.h>

#define SAME_SIZE(ours, theirs)                                                                    \
	_Static_assert((int)bytes_of_##ours == (int)sizeof(theirs), "size of " #ours);             \
	_Static_assert((int)align_of_##ours == (int)_Alignof(theirs), "alignment of " #ours);
TYPES(SAME_SIZE)
_Static_assert((int)offset_of_workspace == (int)offsetof(cublasLtMatmulHeuristicResult_t, workspaceSize), "");
_Static_assert((int)offset_of_status == (int)offsetof(cublasLtMatmulHeuristicResult_t, state), "");
_Static_assert((int)offset_of_waves == (int)offsetof(cublasLtMatmulHeuristicResult_t, wavesCount), "");

#define V(ours, theirs, value) _Static_assert((long)(theirs) == (value), #theirs);
#include "backends/cudnn/numbers.def"
#undef V

#define dc_status cudnnStatus_t
#define dc_data_type cudnnDataType_t
#define dc_format cudnnTensorFormat_t
#define dc_nan cudnnNanPropagation_t
#define dc_op_kind cudnnOpTensorOp_t
#define dc_activation_mode cudnnActivationMode_t
#define dc_pooling_mode cudnnPoolingMode_t
#define dc_softmax_algorithm cudnnSoftmaxAlgorithm_t
#define dc_softmax_mode cudnnSoftmaxMode_t
#define dc_batchnorm_mode cudnnBatchNormMode_t
#define dc_descriptor_type cudnnBackendDescriptorType_t
#define dc_attribute cudnnBackendAttributeName_t
#define dc_attribute_type cudnnBackendAttributeType_t
#define dc_handle cudnnHandle_t
#define dc_tensor cudnnTensorDescriptor_t
#define dc_op cudnnOpTensorDescriptor_t
#define dc_activation cudnnActivationDescriptor_t
#define dc_pooling cudnnPoolingDescriptor_t
#define dc_filter cudnnFilterDescriptor_t
#define dc_convolution cudnnConvolutionDescriptor_t
#define dc_convolution_mode cudnnConvolutionMode_t
#define dc_math_type cudnnMathType_t
#define dc_algorithm cudnnConvolutionFwdAlgo_t
#define dc_descriptor cudnnBackendDescriptor_t
#define dl_status cublasStatus_t
#define dl_compute_type cublasComputeType_t
#define dl_type cudaDataType_t
#define dl_product_attribute cublasLtMatmulDescAttributes_t
#define dl_wish_attribute cublasLtMatmulPreferenceAttributes_t
#define dl_handle cublasLtHandle_t
#define dl_product cublasLtMatmulDesc_t
#define dl_layout cublasLtMatrixLayout_t
#define dl_wish cublasLtMatmulPreference_t
#define dl_algorithm cublasLtMatmulAlgo_t
#define dl_choice cublasLtMatmulHeuristicResult_t
#define nv_stream cudaStream_t
#define X(field, symbol, result, parameters)                                                       \
	_Static_assert(__builtin_types_compatible_p(__typeof__(&symbol), result(*) parameters), #symbol);
#include "backends/cudnn/cudnn.def"
#undef X
#define X(field, symbol, result, parameters)                                                       \
	_Static_assert(__builtin_types_compatible_p(__typeof__(&symbol), result(*) parameters), #symbol);
#include "backends/cudnn/cublaslt.def"
#undef X
