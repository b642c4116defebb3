"""make_cases.py FOLDER [NAME]... -- write the functions that run-stablehlo.sh imports: NAME.mlir as jax.export writes it, and
NAME.K.npz with arguments and what jax computes. Needs jax (0.10.2 was used) and NumPy."""
import os
import re
import sys

import numpy as np

os.environ["JAX_PLATFORMS"] = "cpu"
import jax, jax.numpy as jnp
from jax import lax, export as je
jax.config.update("jax_enable_x64", False)
jax.config.update("jax_default_matmul_precision", "float32")
out = sys.argv[1]
F, I = jnp.float32, jnp.int32
cases = []
def case(name, f, *args, **kw): cases.append((name, f, args, kw))
S = jax.ShapeDtypeStruct
def s(shape, t=F): return (shape, t)

# --- fixed shapes
case("maps", lambda x: (jnp.sin(x), jnp.cos(x), jnp.tan(x), jnp.exp(x), jnp.expm1(x), jnp.tanh(x), jax.nn.sigmoid(x),
     jnp.abs(x), -x, jnp.sign(x), jnp.floor(x), jnp.ceil(x), jnp.round(x), lax.round(x), lax.erf(x), lax.erfc(x), lax.cbrt(x), jnp.square(x)), s((3, 7)))
case("roots", lambda x: (jnp.sqrt(jnp.abs(x)), lax.rsqrt(jnp.abs(x) + 1), jnp.log(jnp.abs(x)), jnp.log1p(jnp.abs(x))), s((12,)))
case("arcs", lambda x: (jnp.arcsin(x / 8), jnp.arccos(x / 8), jnp.arctan(x), jnp.sinh(x), jnp.cosh(x), jnp.arcsinh(x), jnp.arccosh(jnp.abs(x) + 1), jnp.arctanh(x / 8)), s((10,)))
case("pairs", lambda x, y: (x + y, x - y, x * y, x / y, jnp.maximum(x, y), jnp.minimum(x, y), lax.rem(x, y), jnp.arctan2(x, y), jnp.abs(x) ** y, x < y, x >= y, x != y), s((4, 5)), s((4, 5)))
case("integers", lambda x, y: (x + y, x * y, lax.div(x, y), lax.rem(x, y), x // jnp.where(y == 0, 1, y), x & y, x | y, x ^ y, ~x, lax.population_count(x), x == y), s((6, 4), I), s((6, 4), I), special="zero")
case("shifts", lambda x, y: (lax.shift_left(x, y), lax.shift_right_arithmetic(x, y), lax.shift_right_logical(x, y)), s((40,), I), s((40,), I), special="shift")
case("convert", lambda x: (x.astype(I), x.astype(jnp.int8), x.astype(jnp.uint8), x.astype(jnp.bfloat16).astype(F), x.astype(jnp.float16).astype(F), x.astype(bool), lax.bitcast_convert_type(x, I)), s((9,)), special="wide")
case("choose", lambda x, y: (jnp.where(x > y, x, y), jnp.clip(x, -1, 1), lax.clamp(jnp.float32(-2), x, jnp.float32(.5)), jnp.isnan(x), jnp.isfinite(y)), s((5, 5)), s((5, 5)), special="nan")
case("nan_max", lambda x: (jnp.max(x, 0), jnp.min(x, 1), jnp.argmax(x, 0), jnp.argmin(x, 1), jnp.sum(x, 0)), s((6, 5)), special="nan")
case("shape_ops", lambda x: (x.reshape(6, 4), x.T, x[::-1], jnp.flip(x, (0, 1)), x[1:3, ::2], jnp.concatenate([x, x * 2], 1), jnp.pad(x, ((1, 2), (0, 1))), jnp.stack([x, x]), jnp.broadcast_to(x[None], (3, 4, 6)), jnp.tile(x, (2, 1))), s((4, 6)))
case("pad_general", lambda x: (lax.pad(x, jnp.float32(7), ((1, 2, 1), (-1, 3, 2))), lax.pad(x, jnp.float32(0), ((-1, -1, 0), (0, 0, 3)))), s((4, 5)))
case("iota", lambda x: (lax.broadcasted_iota(I, (3, 4), 0) + x.astype(I), lax.broadcasted_iota(F, (3, 4), 1) * x, jnp.arange(4) * 3, jnp.eye(4)), s((3, 4)))
case("dynamic_slices", lambda x, i, j: (lax.dynamic_slice(x, (i, j), (2, 3)), lax.dynamic_update_slice(x, x[:2, :3] * 0 - 1, (i, j)), x.at[i].set(9.), lax.dynamic_index_in_dim(x, j, 1)), s((5, 6)), s((), I), s((), I), special="index")
case("take", lambda x, i: (jnp.take(x, i, axis=0), jnp.take(x, i, axis=1, mode="clip"), x[i], x[i, i[::-1]], x[:, i], jnp.take_along_axis(x, i[:, None] % 3, 1)), s((5, 7)), s((5,), I), special="small")
case("gather_window", lambda x, i: lax.gather(x, i[:, None], lax.GatherDimensionNumbers(offset_dims=(1, 2), collapsed_slice_dims=(), start_index_map=(1,)), (2, 3), mode="clip"), s((4, 9)), s((6,), I))
case("batched_gather", lambda x, i: jax.vmap(lambda a, b: a[b])(x, i), s((4, 9)), s((4, 3), I), special="small")
case("scatter", lambda x, i, u: (x.at[i].add(u), x.at[i].max(u), x.at[i].min(u), x.at[i].mul(u), x.at[:, i[:3]].add(u.T[:3].sum() + jnp.zeros((5, 3)))), s((5, 7)), s((4,), I), s((4, 7)), special="out")
case("scatter_set", lambda x, i: (x.at[i, i].set(-1), x.at[jnp.array([0, 3]), jnp.array([1, 2])].add(5), jnp.zeros((9,)).at[i].add(1)), s((5, 5)), s((4,), I), special="unique")
case("segment_sum", lambda x, i: jax.ops.segment_sum(x, i, num_segments=4), s((8, 3)), s((8,), I), special="small")
case("reductions", lambda x: (x.sum(), x.sum(1), x.mean((0, 2)), x.prod(1), x.max((1, 2)), x.min(0), x.var(1), x.std(), (x > 0).all(1), (x > 0).any(0), jnp.argmax(x, 2), jnp.argmin(x, 0), lax.reduce(x, jnp.float32(3), lax.add, (1,))), s((3, 4, 5)))
case("softmaxes", lambda x: (jax.nn.softmax(x), jax.nn.log_softmax(x, 0), jax.nn.logsumexp(x, 1), jax.nn.gelu(x), jax.nn.gelu(x, approximate=False), jax.nn.silu(x), jax.nn.relu6(x), jax.nn.softplus(x), jax.nn.elu(x)), s((4, 9)))
case("cumulative", lambda x: (jnp.cumsum(x, 1), jnp.cumprod(x, 0), lax.cumsum(x, 1, reverse=True), lax.cummax(x, 0)), s((4, 6)))
case("dots", lambda x, y: (x @ y, jnp.einsum("ij,jk->ki", x, y), x.T @ x, jnp.dot(x[0], y), jnp.outer(x[0], y[0]), jnp.tensordot(x, y.reshape(2, 3, 5), ((1,), (1,))) if False else jnp.vdot(x[0], y[:, 0])), s((4, 6)), s((6, 5)))
case("dot_batch", lambda x, y: (jnp.einsum("bhqd,bhkd->bhqk", x, y), jnp.einsum("bhqd,bhkd->bqk", x, y), jnp.einsum("abcd,abed->ec", x, y)), s((2, 3, 4, 5)), s((2, 3, 4, 5)))
case("dot_types", lambda x, y: (lax.dot(x.astype(jnp.int8), y.astype(jnp.int8), preferred_element_type=I), lax.dot(x.astype(jnp.bfloat16), y.astype(jnp.bfloat16), preferred_element_type=F)), s((3, 4)), s((4, 5)))
case("convolutions", lambda x, k: (lax.conv_general_dilated(x, k, (2, 2), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")), lax.conv_general_dilated(x, k, (1, 1), ((2, 1), (0, 3)), (2, 1), (1, 2), ("NHWC", "HWIO", "NHWC")), lax.conv_transpose(x, k, (2, 2), "SAME")), s((2, 7, 8, 3)), s((3, 3, 3, 4)))
case("convolution_groups", lambda x, k: (lax.conv_general_dilated(x, k, (1,), "VALID", feature_group_count=2), lax.conv_general_dilated(x[:, :3], k, (1,), "VALID", batch_group_count=2)), s((4, 6, 9)), s((8, 3, 2)))
case("windows", lambda x: (lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID"), lax.reduce_window(x, 0., lax.add, (1, 3, 3, 1), (1, 2, 1, 1), "SAME"), lax.reduce_window(x, jnp.inf, lax.min, (1, 2, 3, 1), (1, 1, 1, 1), ((0, 0), (1, 0), (0, 2), (0, 0)), window_dilation=(1, 2, 1, 1))), s((2, 6, 7, 3)))
case("sorting", lambda x: (jnp.sort(x, 1), jnp.argsort(x, 0), -jnp.sort(-x, 0), jnp.sort(x, 0, descending=True), lax.top_k(x, 3)[0], lax.top_k(x, 3)[1], jnp.median(x, 1)), s((6, 5)), special="nan")
case("sort_pairs", lambda x, y: lax.sort((x, y, x * y), dimension=0, num_keys=2), s((30,), I), s((30,)), special="small")
case("control", lambda x, i: (lax.cond(x[0] > 0, lambda v: v * 2, lambda v: v - 1, x), lax.switch(i, [lambda v: v, lambda v: v + 1, lambda v: v * v], x), lax.while_loop(lambda c: c[0].sum() < 50, lambda c: (jnp.abs(c[0]) + 1, c[1] + 1), (x, 0)), lax.fori_loop(0, 5, lambda k, v: v * .5 + k, x)), s((4,)), s((), I), special="index")
case("scan_rnn", lambda w, u, xs: lax.scan(lambda h, x: (jnp.tanh(w @ h + u @ x),) * 2, jnp.zeros(4), xs), s((4, 4)), s((4, 3)), s((6, 3)))
case("half", lambda x, y: (x.astype(jnp.bfloat16) * y.astype(jnp.bfloat16), x.astype(jnp.float16) + 1, jax.nn.softmax(x.astype(jnp.bfloat16))), s((4, 5)), s((4, 5)))
def norm(x, g, b): return (x - x.mean(-1, keepdims=True)) * lax.rsqrt(x.var(-1, keepdims=True) + 1e-5) * g + b
case("constants", lambda x: (x + np.arange(20, dtype=np.float32).reshape(4, 5) / 7, x * np.array([1, -2, np.inf, 0.1, 3e-39], np.float32), x.astype(I) + np.arange(200, dtype=np.int32)[:5], np.arange(300, dtype=np.float32).reshape(60, 5) @ x.T), s((4, 5)))
# --- symbolic shapes
case("dyn_mlp", lambda x, w, v: jax.nn.relu(x @ w) @ v, s("b, 6"), s((6, 8)), s((8, 3)), dyn=True)
case("dyn_layer_norm", norm, s("b, n, 8"), s((8,)), s((8,)), dyn=True)
def attention(x, wq, wk, wv):
    q, k, v = (jnp.einsum("bnd,dhe->bhne", x, w) for w in (wq, wk, wv))
    a = jnp.einsum("bhqe,bhke->bhqk", q, k) / 2
    a = jnp.where(jnp.tril(jnp.ones((x.shape[1], x.shape[1]), bool)), a, -1e9)
    return jnp.einsum("bhqk,bhke->bqhe", jax.nn.softmax(a), v).reshape(x.shape[0], x.shape[1], -1)
case("dyn_attention", attention, s("b, n, 8"), s((8, 2, 4)), s((8, 2, 4)), s((8, 2, 4)), dyn=True)
def transformer(x, emb, w1, w2, g, b):
    h = emb[x] + jnp.sin(jnp.arange(x.shape[1]))[None, :, None]
    h = norm(h, g, b)
    h = h + attention(h, w1, w1 * .5, w1 * .25)
    return jnp.argmax(h @ emb.T, -1), jax.nn.log_softmax(jax.nn.gelu(h @ w2))
case("dyn_transformer", transformer, s("b, n", I), s((11, 8)), s((8, 2, 4)), s((8, 5)), s((8,)), s((8,)), dyn=True, special="small")
def cnn(x, k, w):
    x = jax.nn.relu(lax.conv_general_dilated(x, k, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")))
    x = lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
    return x.reshape(x.shape[0], -1) @ w
case("dyn_cnn", cnn, s("b, 8, 8, 3"), s((3, 3, 3, 4)), s((64, 5)), dyn=True)
case("dyn_pool_plane", lambda x: (x.mean((1, 2)), x.max((1, 2)), x.sum(0)), s("b, h, w, 3"), dyn=True)
case("dyn_concat", lambda x, y: (jnp.concatenate([x, y], 0), jnp.concatenate([x, x], 1), jnp.stack([x, x * 2], 1), jnp.repeat(x, 2, 0)), s("a, n"), s("b, n"), dyn=True)
case("dyn_reshape", lambda x: (x.reshape(-1), x.reshape(x.shape[0] * x.shape[1], 4), x.reshape(x.shape[0], -1), x.transpose(2, 0, 1), x[:, ::2], x[:, -1], x[::-1], jnp.pad(x, ((0, 1), (2, 0), (0, 0)))), s("b, n, 4"), dyn=True)
case("dyn_take", lambda x, i: (x[i], x[i, 0], x.at[i].add(1.), lax.dynamic_slice(x, (i[0], 1), (1, 2))), s("b, 5"), s("m, ", I), dyn=True, special="first")
case("dyn_sort", lambda x: (jnp.sort(x, 1), jnp.argsort(x, 0), jnp.argmax(x, 1), jnp.argmax(x, 0)), s("b, n"), dyn=True)
case("dyn_loop", lambda x: lax.fori_loop(0, x.shape[1], lambda k, v: v + x[:, k] * k.astype(F), jnp.zeros(x.shape[0])), s("b, n"), dyn=True)
case("dyn_scan", lambda w, xs: lax.scan(lambda h, x: (jnp.tanh(h @ w + x),) * 2, jnp.zeros((xs.shape[1], 4)), xs), s((4, 4)), s("t, b, 4"), dyn=True)
case("dyn_even", lambda x: x.reshape(-1, 2).sum(1), s("2*n"), dyn=True)
case("dyn_mask", lambda x, l: jnp.where(jnp.arange(x.shape[1])[None] < l[:, None], x, 0).sum(1) / jnp.maximum(l, 1), s("b, n"), s("b,", I), dyn=True, special="small")
case("dyn_outer", lambda x, y: (jnp.outer(x, y), x[:, None] - y[None], (x[:, None] > y[None]).sum(1)), s("n"), s("m"), dyn=True)

def text(name, module):
    """Return MODULE without the places of its operations, which are most of it; some keep them."""
    if name in ("dyn_mlp", "control"): return module
    module = re.sub(r' loc\((?:[^()"]|"[^"]*"|\((?:[^()"]|"[^"]*"|\([^()]*\))*\))*\)', "", module)
    return "".join(line + "\n" for line in module.splitlines() if line and not line.startswith("#loc"))
only = set(sys.argv[2:])
SIZES = [dict(b=1, n=3, h=4, w=5, m=3, a=2, t=1), dict(b=4, n=7, h=3, w=3, m=4, a=5, t=6), dict(b=3, n=11, h=1, w=2, m=2, a=1, t=3)]
for number, (name, f, args, kw) in enumerate(cases):
    if only and name not in only: continue
    dyn = kw.get("dyn")
    specs, scope = [], je.SymbolicScope()
    for sh, t in args:
        specs.append(S(je.symbolic_shape(sh, scope=scope) if isinstance(sh, str) else sh, t))
    try: e = je.export(jax.jit(f))(*specs)
    except Exception as x: print("EXPORT", name, repr(x)[:300]); continue
    open(f"{out}/{name}.mlir", "w").write(text(name, e.mlir_module()))
    for k in range(3 if dyn else 1):
        rng = np.random.default_rng(1000 * number + k)
        vals = []
        for q, (sh, t) in enumerate(args):
            if isinstance(sh, str): sh = tuple(int(eval(d, {}, SIZES[k])) for d in sh.split(",") if d.strip())
            sp = kw.get("special")
            if t == I:
                hi = {"small": 5, "shift": 40, "index": 9, "out": 8, "first": 1, "zero": 5}.get(sp, 9)
                lo = {"out": -9, "index": -3, "shift": -3, "zero": -5}.get(sp, 0)
                v = rng.integers(lo, hi, sh).astype(np.int32)
                if sp == "shift" and q == 0: v = rng.integers(-2**31, 2**31, sh).astype(np.int32)
                if sp == "unique": v = np.array([3, 0, 2, 1], np.int32)
                if sp == "zero" and q == 0: v[0, 0], v[1, 0] = -2**31, 7
            else:
                v = (rng.standard_normal(sh) * 3).astype(np.float32)
                if sp == "nan" and v.size > 3: v.flat[1] = np.nan; v.flat[-2] = np.inf; v.flat[3] = -np.inf
                if sp == "wide": v = np.array([0, 1.5, -2.5, 300, -300, 3e9, -3e9, np.nan, np.inf], np.float32)
            vals.append(v)
        res = jax.tree_util.tree_leaves(e.call(*vals) if dyn else jax.jit(f)(*vals))
        def store(a):
            a = np.asarray(a)
            return a if a.dtype.name != "bfloat16" else a.view("V2")
        np.savez_compressed(f"{out}/{name}.{k}.npz", **{f"arg{i}": v for i, v in enumerate(vals)}, **{f"result{i}": store(r) for i, r in enumerate(res)})
