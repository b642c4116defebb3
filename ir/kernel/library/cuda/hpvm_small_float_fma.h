/* hpvm_small_float_fma.h -- what the fused operation __hfma() of the type HPVM_T makes possible; then the names that
 * describe the type end. Included like hpvm_small_float.h, after that function. */

HPVM_BOTH HPVM_T __hfma_sat(HPVM_T a, HPVM_T b, HPVM_T c)
{
	return hpvm_saturate(__hfma(a, b, c));
}
HPVM_BOTH HPVM_T __hfma_relu(HPVM_T a, HPVM_T b, HPVM_T c)
{
	return __hmax_nan(__hfma(a, b, c), HPVM_T(0.f));
}
HPVM_BOTH HPVM_T2 __hfma2(HPVM_T2 a, HPVM_T2 b, HPVM_T2 c)
{
	return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
}
HPVM_BOTH HPVM_T2 __hfma2_sat(HPVM_T2 a, HPVM_T2 b, HPVM_T2 c)
{
	return {__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y)};
}
HPVM_BOTH HPVM_T2 __hfma2_relu(HPVM_T2 a, HPVM_T2 b, HPVM_T2 c)
{
	return {__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y)};
}
#undef HPVM_T
#undef HPVM_T2
#undef HPVM_RAW
#undef HPVM_BITS
#undef HPVM_VALUE
#undef HPVM_SIGN
#undef HPVM_INF
#undef HPVM_NAN
#undef HPVM_N
