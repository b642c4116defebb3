# kernels.py -- kernels of Triton; the .ll files beside it are what compile.py makes of them.
import triton
import triton.language as tl


@triton.jit
def add(x, y, z, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    tl.store(z + i, tl.load(x + i, mask=mask) + tl.load(y + i, mask=mask), mask=mask)


@triton.jit
def no_mask(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i)
    tl.store(y + i, v, mask=i < n)


@triton.jit
def transpose(x, y, m, n, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]
    c = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)[None, :]
    v = tl.load(x + r * n + c, mask=(r < m) & (c < n))
    tl.store(y + tl.trans(c) * m + tl.trans(r), tl.trans(v), mask=(tl.trans(c) < n) & (tl.trans(r) < m))


@triton.jit
def functions(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n, other=1.)
    r = tl.erf(v) + tl.exp(v) + tl.log(v) + tl.rsqrt(v) + tl.floor(v) + tl.div_rn(v, 3.)
    tl.store(y + i, r, mask=i < n)


@triton.jit
def count(x, bins, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n, other=0)
    tl.atomic_add(bins + v, 1, mask=i < n)


@triton.jit
def softmax(out, x, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    v = tl.load(x + tl.program_id(0) * n + i, mask=i < n, other=-float("inf"))
    e = tl.exp(v - tl.max(v, axis=0))
    tl.store(out + tl.program_id(0) * n + i, e / tl.sum(e, axis=0), mask=i < n)


@triton.jit
def dot(a, b, c, n, m, k, BLOCK: tl.constexpr):
    i, j = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)[:, None], tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)[None, :]
    total = tl.zeros((BLOCK, BLOCK), dtype=tl.float32)
    for start in range(0, k, BLOCK):
        across, down = start + tl.arange(0, BLOCK)[None, :], start + tl.arange(0, BLOCK)[:, None]
        x = tl.load(a + i * k + across, mask=(i < n) & (across < k), other=0.)
        y = tl.load(b + down * m + j, mask=(down < k) & (j < m), other=0.)
        total = tl.dot(x, y, total)
    tl.store(c + i * m + j, total, mask=(i < n) & (j < m))
