#!/usr/bin/env python3
"""near_tables.py -- prints the numbers of near_tables.h, computed with mpmath (140 digits)."""
from mpmath import mp, mpf, log, pi, exp, erfc, atan, floor, bernoulli, cos, euler, zeta

mp.dps = 140


def doubles(x, count=2):
    out = []
    for _ in range(count):
        d = float(x)
        out.append(d.hex())
        x -= mpf(d)
    return ", ".join(out)


def lines(numbers):
    return ",\n\t".join(", ".join(numbers[i:i + 4]) for i in range(0, len(numbers), 4))


print("/* backends/cuda/library/near_tables.h -- numbers for near.c, made by near_tables.py: double-doubles, and coefficients. */")
print("#ifndef HR_CUDA_NEAR_TABLES_H\n#define HR_CUDA_NEAR_TABLES_H\n\n#define UNUSED __attribute__((unused))\n")
for name, value in [("LN2", log(2)), ("INV_LN2", 1 / log(2)), ("INV_LN10", 1 / log(10)), ("LN10", log(10)),
                    ("PI_2", pi / 2), ("PI", pi), ("LOG2_10", log(10) / log(2)), ("HALF_LN_2PI", log(2 * pi) / 2)]:
    print("UNUSED static const dd %s = {%s};" % (name, doubles(value)))
print("UNUSED static const double PI_2_PARTS[3] = {%s};" % doubles(pi / 2, 3))
# 2 / pi, 64 bits in each word
words = []
x = 2 / pi
mp.prec = 1500
x = 2 / mp.pi
for i in range(20):
    x *= mpf(2) ** 64
    w = int(floor(x))
    words.append("0x%016xul" % w)
    x -= w
mp.dps = 140
print("UNUSED static const u64 TWO_OVER_PI[20] = {\n\t%s};" % lines(words))
print("/* 1 / c and log(c) for c in the middle of each 128th of [1, 2), of c / 2 from the square root of 2 on; 1 at both ends. */")
print("UNUSED static const struct { double inverse; dd log; } LOGS[128] = {")
for i in range(128):
    c = mpf(1) + (mpf(i) + mpf(1) / 2) / 128
    half = i >= 53
    inv = float(1 / c)
    if i == 0:
        inv = 1.0
    if i == 127:
        inv = 0.5
    lg = -log(mpf(inv)) - (log(2) if half else 0)
    print("\t{%s, {%s}}," % (inv.hex(), doubles(lg) if lg else "0.0, 0.0"))
print("};")
print("UNUSED static const dd ATANS[17] = {")
for i in range(17):
    print("\t{%s}," % (doubles(atan(mpf(i) / 16)) if i else "0.0, 0.0"))
print("};")
# g(x) = exp(x^2) erfc(x) for x in [0.5, 30], as a function of t = (x - 3) / (x + 3)
mp.dps = 60
lo, hi = (mpf("0.5") - 3) / mpf("3.5"), mpf(27) / 33
N = 30


def g(t):
    x = 3 * (1 + t) / (1 - t)
    return exp(x * x) * erfc(x) * (x + 1)


n = N + 1
nodes = [cos(mp.pi * (k + mpf(1) / 2) / n) for k in range(n)]
vals = [g((lo + hi) / 2 + (hi - lo) / 2 * u) for u in nodes]
co = []
for j in range(n):
    s = sum(vals[k] * cos(mp.pi * j * (k + mpf(1) / 2) / n) for k in range(n)) * 2 / n
    co.append(s / 2 if j == 0 else s)
print("/* Chebyshev: exp(x^2) erfc(x) (x + 1) for 0.5 <= x <= 30, in u, where t = (x - 3) / (x + 3) = %s + %s u. */" %
      (float((lo + hi) / 2).hex(), float((hi - lo) / 2).hex()))
print("#define ERFC_MIDDLE %s\n#define ERFC_HALF %s" % (float((lo + hi) / 2).hex(), float((hi - lo) / 2).hex()))
print("UNUSED static const double ERFC[%d] = {\n\t%s};" % (n, lines([float(c).hex() for c in co])))
print("/* Stirling: B(2k) / (2k (2k - 1)) */")
print("UNUSED static const double STIRLING[10] = {\n\t%s};" %
      lines([float(bernoulli(2 * k) / (2 * k * (2 * k - 1))).hex() for k in range(1, 11)]))
print("/* The logarithm of gamma(2 + t), |t| <= 0.5, is t (1 - Euler's constant) and the sum of LGAMMA[k] t^(k + 2): (-1)^k (zeta(k) - 1) / k. */")
print("UNUSED static const dd ONE_MINUS_EULER = {%s};" % doubles(1 - euler))
print("UNUSED static const double LGAMMA[29] = {\n\t%s};" %
      lines([float((-1) ** k * (zeta(k) - 1) / k).hex() for k in range(2, 31)]))
print("\n#endif")
