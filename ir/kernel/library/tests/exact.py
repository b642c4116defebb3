"""exact.py -- mathematical functions of OpenCL C to more than 30 digits, by decimal arithmetic.

Each function takes floats and returns a float where the result is special (NaN, infinity, a zero with its sign), a
Decimal otherwise. The special values are those of OpenCL C 7.5.1 and C99 F.9. They share no code with a C library.
Not here: what is exact by its definition, in values.py."""
import decimal
import math
from decimal import Decimal as D

decimal.getcontext().prec = 60
decimal.getcontext().Emax = 10**9
decimal.getcontext().Emin = -(10**9)
for trap in (decimal.Inexact, decimal.Rounded, decimal.Subnormal, decimal.Underflow):
    decimal.getcontext().traps[trap] = False
NAN, INF = math.nan, math.inf
DIGITS = 60


def precise(digits):
    context = decimal.getcontext().copy()
    context.prec = digits
    return decimal.localcontext(context)


def arctangent(x):
    """x >= 0 or not, any size."""
    if x < 0:
        return -arctangent(-x)
    if x > 1:
        return PI / 2 - arctangent(1 / x)
    halvings = 0
    while x > D("0.1"):
        x = x / (1 + (1 + x * x).sqrt())
        halvings += 1
    total, power, n = x, x, 1
    while power and abs(power) > abs(x) * D(10) ** -(decimal.getcontext().prec + 3):
        power *= -x * x
        n += 2
        total += power / n
    return total * 2**halvings


def compute_pi(digits):
    with precise(digits + 10):
        def inverse(k):
            total = power = D(1) / k
            n = 1
            while abs(power) > D(10) ** -(digits + 9):
                power /= -k * k
                n += 2
                total += power / n
            return total
        return 4 * (4 * inverse(5) - inverse(239))


PI_LONG = compute_pi(400)
PI = +PI_LONG
LN2, LN10 = D(2).ln(), D(10).ln()


def circle(angle):
    """Sine and cosine of a small Decimal."""
    results = []
    for term, n in ((angle, 1), (D(1), 0)):
        total = term
        while term and abs(term) > abs(total) * D(10) ** -(DIGITS + 3):
            term *= -angle * angle / ((n + 1) * (n + 2))
            n += 2
            total += term
        results.append(total)
    return results


def turned(quarter, angle):
    s, c = circle(angle)
    return [(s, c), (c, -s), (-s, -c), (-c, s)][quarter % 4]


def sine_cosine(x):
    with precise(400):
        quarter = (D(x) * 2 / PI_LONG).to_integral_value()
        angle = D(x) - quarter * PI_LONG / 2
        turns = int(quarter % 4)
    return turned(turns, +angle)


def sine_cosine_pi(x):
    """Of pi * x; a result of zero is exact."""
    with precise(800):
        quarter = (D(x) * 2).to_integral_value()
        angle = D(x) - quarter / 2
        turns = int(quarter % 4)
    return turned(turns, +angle * PI)


def odd(small, function):
    """An odd function with f(x) = x + small * x^3 + ... near zero."""
    def computed(x):
        if x == 0:
            return x
        d = D(x)
        return d + small * d**3 if abs(x) < 1e-12 else function(d)
    return computed


def exp(d):
    return d.exp() if d < 20000 else D("1e5000")


def power_of(base_ln, x):
    return exp(D(x) * base_ln) if x > -20000 else D("1e-5000")


def sinh(d):
    return (exp(d) - exp(-d)) / 2


def tanh(d):
    return 1 - 2 / (exp(2 * d) + 1)


def asinh(d):
    with precise(90):
        a = abs(d)
        return (a + (a * a + 1).sqrt()).ln().copy_sign(d)


def asin(d):
    return PI.copy_sign(d) / 2 if abs(d) == 1 else arctangent(d / ((1 - d) * (1 + d)).sqrt())


def erf_series(d):
    digits = 60 + int(d * d)
    with precise(digits):
        total, term, n = d, d, 0
        while abs(term) > D(10) ** -(digits + 3) * abs(d):
            n += 1
            term *= -d * d / n
            total += term / (2 * n + 1)
        return total * 2 / +PI_LONG.sqrt()


def erf(d):
    return erf_series(d) if abs(d) < 10 else D(1).copy_sign(d) - D("1e-43").copy_sign(d)


def erfc(x):
    if x < -10:
        return D(2) - D("1e-43")
    if x > 28:
        return D("1e-350")
    with precise(80 + int(2 * x * x)):
        return 1 - erf_series(D(x))


BERNOULLI = [D(1) / 6, D(-1) / 30, D(1) / 42, D(-1) / 30, D(5) / 66, D(-691) / 2730, D(7) / 6, D(-3617) / 510, D(43867) / 798]


def log_gamma_positive(d):
    shift = D(1)
    while d < 200:
        shift *= d
        d += 1
    total = (d - D("0.5")) * d.ln() - d + (2 * PI).ln() / 2
    for k, b in enumerate(BERNOULLI, 1):
        total += b / (2 * k * (2 * k - 1) * d ** (2 * k - 1))
    return total - shift.ln()


def tgamma(x):
    if x == 0:
        return math.copysign(INF, x)
    if x < 0 and x == math.floor(x):
        return NAN
    if x > 0:
        return exp(log_gamma_positive(D(x))) if x < 2000 else D("1e5000")
    if x < -2000:
        return D("1e-5000").copy_sign(-D(int(math.floor(x)) % 2) or D(1))
    s, _ = sine_cosine_pi(x)
    return PI / (s * exp(log_gamma_positive(1 - D(x))))


def lgamma(x):
    if abs(x) == INF or (x <= 0 and x == math.floor(x)):
        return INF
    if x in (1, 2):
        return 0.0
    if x > 0:
        return log_gamma_positive(D(x))
    s, _ = sine_cosine_pi(x)
    return (PI / abs(s)).ln() - log_gamma_positive(1 - D(x))


def within(low, high, function):
    return lambda x: function(x) if low <= x <= high else NAN


def logarithm(scale):
    def computed(x):
        if x == 0:
            return -INF
        if x < 0 or x == INF:
            return x if x > 0 else NAN
        return 0.0 if x == 1 else D(x).ln() / scale
    return computed


def log1p(x):
    if x == -1:
        return -INF
    return NAN if x < -1 else (1 + D(x)).ln() if abs(x) > 1e-12 else D(x) - D(x) ** 2 / 2 + D(x) ** 3 / 3


def expm1(x):
    d = D(x)
    if abs(x) < 1e-12:
        return d + d**2 / 2 + d**3 / 6
    return exp(d) - 1 if x > -200 else D(-1) + D("1e-50")


def tanpi(x):
    s, c = sine_cosine_pi(x)
    if s == 0:
        return math.copysign(0.0, x) if math.fmod(x, 2) == 0 else math.copysign(0.0, -x)
    return math.copysign(INF, s) if c == 0 else s / c


def sinpi(x):
    return sine_cosine_pi(x)[0] or math.copysign(0.0, x)


def cbrt(d):
    root = (abs(d).ln() / 3).exp()
    return root.copy_sign(d)


def acosh(x):
    if x < 1:
        return NAN
    with precise(120):
        return (D(x) + (D(x) ** 2 - 1).sqrt()).ln() if x > 1 else 0.0


def atanh(d):
    with precise(90):
        return ((1 + d) / (1 - d)).ln() / 2


def nothing(x):
    return NAN


def keep(x):
    return x


def constant(value):
    return lambda x: value


def signed(value):
    return lambda x: D(value).copy_sign(D(x)) if isinstance(value, D) else math.copysign(value, x)


# name: (function of finite numbers, function of infinities)
UNARY = {
    "acos": (within(-1, 1, lambda x: 0.0 if x == 1 else PI / 2 - asin(D(x))), nothing),
    "acosh": (acosh, lambda x: x if x > 0 else NAN),
    "acospi": (within(-1, 1, lambda x: 0.0 if x == 1 else D("0.5") - asin(D(x)) / PI), nothing),
    "asin": (within(-1, 1, odd(D(1) / 6, asin)), nothing),
    "asinh": (odd(D(-1) / 6, asinh), keep),
    "asinpi": (within(-1, 1, lambda x: x if x == 0 else odd(D(1) / 6, asin)(x) / PI), nothing),
    "atan": (odd(D(-1) / 3, arctangent), signed(PI / 2)),
    "atanh": (within(-1, 1, lambda x: math.copysign(INF, x) if abs(x) == 1 else odd(D(1) / 3, atanh)(x)), nothing),
    "atanpi": (lambda x: x if x == 0 else odd(D(-1) / 3, arctangent)(x) / PI, signed(D("0.5"))),
    "cbrt": (lambda x: x if x == 0 else cbrt(D(x)), keep),
    "cos": (lambda x: sine_cosine(x)[1], nothing),
    "cosh": (lambda x: (exp(D(x)) + exp(-D(x))) / 2, lambda x: INF),
    "cospi": (lambda x: sine_cosine_pi(x)[1] or 0.0, nothing),
    "erf": (lambda x: x if x == 0 else erf(D(x)), signed(1.0)),
    "erfc": (erfc, lambda x: 0.0 if x > 0 else 2.0),
    "exp": (lambda x: power_of(D(1), x), lambda x: INF if x > 0 else 0.0),
    "exp2": (lambda x: power_of(LN2, x), lambda x: INF if x > 0 else 0.0),
    "exp10": (lambda x: power_of(LN10, x), lambda x: INF if x > 0 else 0.0),
    "expm1": (lambda x: x if x == 0 else expm1(x), lambda x: INF if x > 0 else -1.0),
    "log": (logarithm(D(1)), logarithm(D(1))),
    "log2": (logarithm(LN2), logarithm(LN2)),
    "log10": (logarithm(LN10), logarithm(LN10)),
    "log1p": (lambda x: x if x == 0 else log1p(x), lambda x: x if x > 0 else NAN),
    "rsqrt": (lambda x: math.copysign(INF, x) if x == 0 else NAN if x < 0 else 1 / D(x).sqrt(), lambda x: 0.0 if x > 0 else NAN),
    "sin": (lambda x: x if x == 0 else sine_cosine(x)[0], nothing),
    "sinh": (odd(D(1) / 6, sinh), keep),
    "sinpi": (sinpi, nothing),
    "tan": (lambda x: x if x == 0 else sine_cosine(x)[0] / sine_cosine(x)[1], nothing),
    "tanh": (odd(D(-1) / 3, tanh), signed(1.0)),
    "tanpi": (tanpi, nothing),
    "tgamma": (tgamma, lambda x: x if x > 0 else NAN),
}


def unary(name):
    finite, infinite = UNARY[name]
    return lambda x: NAN if x != x else infinite(x) if abs(x) == INF else finite(x)


def is_odd(y):
    return y == math.floor(y) and math.fmod(y, 2) != 0


def power(x, y):
    """The real power of |x| > 0, finite arguments."""
    t = D(y) * abs(D(x)).ln()
    return D("1e5000") if t > 12000 else D("1e-5000") if t < -12000 else t.exp()


def pow_(x, y):
    if y == 0 or x == 1:
        return 1.0
    if x != x or y != y:
        return NAN
    sign = -1 if math.copysign(1, x) < 0 and abs(y) != INF and is_odd(y) else 1
    if abs(y) == INF:
        return 1.0 if abs(x) == 1 else INF if (abs(x) > 1) == (y > 0) else 0.0
    if x == 0 or abs(x) == INF:
        return math.copysign(INF if (x == 0) == (y < 0) else 0.0, sign)
    if x < 0 and y != math.floor(y):
        return NAN
    return sign * power(x, y)


def powr(x, y):
    if x != x or y != y or x < 0:
        return NAN
    if (y == 0 and x in (0, INF)) or (x == 1 and abs(y) == INF):
        return NAN
    return pow_(abs(x), y)


def rootn(x, n):
    if x != x or n == 0 or (x < 0 and n % 2 == 0):
        return NAN
    sign = x if n % 2 else 1
    if x == 0 or abs(x) == INF:
        return math.copysign(INF if (x == 0) == (n < 0) else 0.0, sign)
    return (abs(D(x)).ln() / n).exp().copy_sign(D(sign))


def atan2(y, x):
    if x != x or y != y:
        return NAN
    if y == 0:
        return y if math.copysign(1, x) > 0 else PI.copy_sign(D(y))
    if abs(y) == INF:
        angle = PI / 2 if abs(x) != INF else PI / 4 if x > 0 else 3 * PI / 4
        return angle.copy_sign(D(y))
    if abs(x) == INF:
        return math.copysign(0.0, y) if x > 0 else PI.copy_sign(D(y))
    if x == 0:
        return (PI / 2).copy_sign(D(y))
    angle = arctangent(abs(D(y) / D(x)))
    return (angle if x > 0 else PI - angle).copy_sign(D(y))


def atan2pi(y, x):
    angle = atan2(y, x)
    return angle / PI if isinstance(angle, D) else angle


def hypot(x, y):
    if abs(x) == INF or abs(y) == INF:
        return INF
    if x != x or y != y:
        return NAN
    return (D(x) ** 2 + D(y) ** 2).sqrt() or 0.0
