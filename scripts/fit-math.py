#!/usr/bin/env python3
"""Prints the polynomials of Support/MathConstants.h that were fitted here, and
the numbers of Support/MathSingleConstants.h.

    scripts/fit-math.py [name ...]

Each is a minimax fit of a function that a math sequence needs. Those of
MathConstants.h come from Remez's exchange on a grid, in 50 digits, with their
coefficients rounded to double. Those of MathSingleConstants.h have coefficients
of f32: but for exp2, these are rounded one after another, each followed by a fit
of the rest. Where the polynomial of the relative error has too few turns for the
exchange, least squares are taken again with larger weights where the error is
large (Lawson's method). The error printed is that of the rounded polynomial, in
bits. Needs mpmath and numpy.
"""

import sys

import mpmath as mp
import numpy as np

mp.mp.dps = 50


def exchange(f, weight, low, high, degree, rounds=12, points=None, lowest=0, grid=None):
    """The polynomial in x, from x^lowest to x^degree, whose largest
    weight(x) * |f(x) - p(x)| is smallest."""
    size = degree + 1 - lowest
    points = len(grid) if grid else points or 24 * (degree + 2)
    grid = grid or [(low + high) / 2 + (high - low) / 2 * mp.cos(mp.pi * i / (points - 1))
                    for i in range(points)]
    values, weights = [f(x) for x in grid], [weight(x) for x in grid]
    chosen = [round(i * (points - 1) / size) for i in range(size + 1)]
    best = None
    for _ in range(rounds):
        rows, right = [], []
        for k, i in enumerate(chosen):
            rows.append([grid[i] ** j for j in range(lowest, degree + 1)] + [(-1) ** k / weights[i]])
            right.append(values[i])
        solution = mp.lu_solve(mp.matrix(rows), mp.matrix(right))
        best = [solution[j] for j in range(size)]
        errors = [w * (v - mp.polyval(best[::-1], x) * x**lowest)
                  for w, v, x in zip(weights, values, grid)]
        # The largest error of each run of one sign.
        peaks, start = [], 0
        for i in range(1, points + 1):
            if i == points or (errors[i] > 0) != (errors[start] > 0):
                peaks.append(max(range(start, i), key=lambda j: abs(errors[j])))
                start = i
        while len(peaks) > size + 1:
            peaks.pop(0 if abs(errors[peaks[0]]) < abs(errors[peaks[-1]]) else -1)
        if len(peaks) < size + 1 or peaks == chosen:
            break
        chosen = peaks
    rounded = [mp.mpf(float(c)) for c in best]
    error = max(w * abs(v - mp.polyval(rounded[::-1], x) * x**lowest)
                for w, v, x in zip(weights, values, grid))
    return [float(c) for c in best], error, float(best[0] - rounded[0])


def odd(f):
    """(f(t) - t) / t^3 in z = t^2."""
    def g(z):
        if z == 0:
            z = mp.mpf(10) ** -30
        with mp.workdps(150):
            t = mp.sqrt(z)
            return (f(t) - t) / (t * z)
    return g


def atanh_tail(w):
    """(atanh(s)/s - 1 - w/3) / w^2 in w = s^2."""
    if w == 0:
        w = mp.mpf(10) ** -30
    with mp.workdps(200):
        s = mp.sqrt(w)
        return (mp.atanh(s) / s - 1 - w / 3) / w**2


def normal_odd(z):
    """(Phi(x) - 1/2) / x in z = x^2."""
    if z == 0:
        return 1 / mp.sqrt(2 * mp.pi)
    x = mp.sqrt(z)
    return mp.erf(x / mp.sqrt(2)) / (2 * x)


GELU_K = mp.mpf(4)


def gelu_tail(c):
    """e^(a^2/2) (1 - Phi(a)) (1 + c a) in u = (a - K) / (a + K)."""
    def g(u):
        a = GELU_K * (1 + u) / (1 - u)
        with mp.workdps(70):
            return mp.exp(a * a / 2) * mp.erfc(a / mp.sqrt(2)) / 2 * (1 + c * a)
    return g


def of_gelu(a):
    return (mp.mpf(a) - GELU_K) / (mp.mpf(a) + GELU_K)


ONE = lambda x: mp.mpf(1)
FITS = {
    "asin": lambda: exchange(odd(mp.asin), lambda z: z + mp.mpf(2)**-8, mp.mpf(0), mp.mpf("0.2501"), 12),
    "atan": lambda: exchange(odd(mp.atan), lambda z: z + mp.mpf(2)**-8, mp.mpf(0), mp.mpf("0.1717"), 11),
    "sinh": lambda: exchange(odd(mp.sinh), lambda z: z + mp.mpf(2)**-8, mp.mpf(0), mp.mpf("0.131"), 5),
    "atanhTail": lambda: exchange(atanh_tail, ONE, mp.mpf(0), mp.mpf("0.0296"), 7),
    "normalSmall": lambda: exchange(normal_odd, ONE, mp.mpf(0), mp.mpf("0.5"), 9),
    "gelu": lambda: exchange(gelu_tail(mp.mpf(2)), lambda u: 1 / gelu_tail(mp.mpf(2))(u), mp.mpf(-1), of_gelu(40), 24),
}



def single(x):
    """The number of f32 nearest to x."""
    mantissa, exponent = mp.frexp(mp.mpf(x))
    return mp.ldexp(mp.nint(mp.ldexp(mantissa, 24)), int(exponent) - 24)


def single_steps(f, weight, low, high, degree, lowest=0):
    """exchange with coefficients of f32, each rounded before the next fit."""
    fixed, rest = [], f
    middle, half, points = (low + high) / 2, (high - low) / 2, 1200
    grid = [middle - half * mp.cos(mp.pi * (i + mp.mpf(1) / 2) / points) for i in range(points)]
    for k in range(lowest, degree + 1):
        best = exchange(rest, weight, low, high, degree, lowest=k, grid=grid)[0]
        fixed.append(single(best[0]))
        rest = lambda x, rest=rest, k=k: rest(x) - fixed[k - lowest] * x**k
    grid = [low + (high - low) * i / 1999 for i in range(2000)]
    return fixed, max(abs(weight(x) * rest(x)) for x in grid)


def lawson(powers, values, weights, rounds):
    """The largest weighted error and the coefficients where it is smallest."""
    share, best = np.ones(len(values)) / len(values), None
    for _ in range(rounds):
        w = np.sqrt(share) * weights
        c = np.linalg.lstsq(powers * w[:, None], values * w, rcond=None)[0]
        errors = np.abs(powers @ c - values) * weights
        if best is None or errors.max() < best[0]:
            best = (errors.max(), c)
        share = share * (errors + 1e-14)
        share /= share.sum()
    return best


def lawson_steps(x, values, weights, degree, fixed, rounds, scale=1.0):
    """lawson with coefficients of f32, as single_steps; `fixed` come first."""
    fixed = list(fixed)
    at = lambda: np.polynomial.polynomial.polyval(x, fixed) if fixed else 0
    for k in range(len(fixed), degree + 1):
        powers = np.stack([(x / scale) ** j for j in range(k, degree + 1)], 1)
        c = lawson(powers, values - at(), weights, rounds(k))[1]
        fixed.append(float(np.float32(c[0] / scale**k)))
    return fixed, (np.abs(at() - values) * weights).max()


def chebyshev(low, high, points):
    """Points that are close at both ends."""
    t = np.cos(np.pi * (np.arange(points) + .5) / points)
    return (low + high) / 2 + (high - low) / 2 * t


def of_array(f, x):
    """f in 50 digits at each number of an array."""
    return np.array([float(f(mp.mpf(v))) for v in x])


def fit_exp_tail():
    tail = lambda r: (mp.exp(r) - 1 - r) / r**2
    c, error = single_steps(tail, lambda r: r**2 / mp.exp(r), -mp.mpf("0.3475"), mp.mpf("0.3475"), 4)
    exp = [1, 1] + c
    return error, {"expTail": c, "exp": exp,
                   "expOfDouble": [v * 2**k for k, v in enumerate(exp)],
                   "minusExpOfMinus": [-v * (-1)**k for k, v in enumerate(exp)]}


def fit_exp2():
    half, least = mp.mpf("0.5005"), mp.mpf(2)**-12
    f = lambda x: (mp.power(2, x) - 1) / x
    weight = lambda x: abs(x) / mp.power(2, x) + least
    c = [single(v) for v in exchange(f, weight, -half, half, 5)[0]]
    error = max(abs(f(x) - mp.polyval(c[::-1], x)) * weight(x)
                for x in (half * (2 * i - 999) / 999 for i in range(1000)))
    return error, {"exp2": [1] + c}


def fit_tanh_small():
    z = chebyshev(0, 1.02, 1500)
    x = np.sqrt(z)
    c, error = lawson_steps(z, of_array(odd(mp.tanh), z), z * x / np.tanh(x), 6, [],
                            lambda k: 120 if k < 2 else 40)
    return error, {"tanhSmall": c}


def fit_erf_small():
    ratio = lambda z: mp.erf(mp.sqrt(z)) / mp.sqrt(z) if z else 2 / mp.sqrt(mp.pi)
    c, error = single_steps(lambda z: ratio(z) - 1, lambda z: 1 / ratio(z), mp.mpf(0), mp.mpf("0.9")**2, 6)
    return error, {"erfSmall": c}


def fit_erf_large():
    # A number of few bits where the function is almost one of f32.
    center = mp.mpf(float.fromhex("0x1.ff5p-1"))
    first = single(-mp.log(mp.erfc(center)))
    c, error = single_steps(lambda u: -mp.log(mp.erfc(u + center)) - first, lambda u: mp.erfc(u + center),
                            -mp.mpf("0.1"), mp.mpf("3.1"), 6, lowest=1)
    return error, {"erfCenter": [center], "erfLarge": [first] + c}


def fit_gelu_rest():
    most, center, degree = 14.4, 0.1875, 12

    def mills(a):
        """e^(a^2/2) (1 - Phi(a))"""
        return mp.exp(a * a / 2) * mp.erfc(a / mp.sqrt(2)) / 2

    def problem(k):
        s = chebyshev(1 / (most + k), 1 / k, 2000)
        a = np.maximum(1 / s - k, 0)
        return s - center, (a + k) * of_array(mills, a)

    def first_error(k, first):
        u, m = problem(k)
        powers = np.stack([(u / max(abs(u))) ** j for j in range(1, degree + 1)], 1)
        return lawson(powers, m - first, 1 / m, 150)[0]

    # K where the value at the center is almost a number of f32; of the nearest
    # ones that where the fit is best.
    candidates = []
    for k in (1.5 + j / 1024 for j in range(-250, 350)):
        value = (mp.mpf(1) / center) * mills(mp.mpf(1) / center - k)
        candidates.append((abs(single(value) / value - 1), k, float(single(value))))
    k, first = min((c[1:] for c in sorted(candidates)[:14]), key=lambda c: first_error(*c))
    u, m = problem(k)
    c, error = lawson_steps(u, m, 1 / m, degree, [first], lambda j: 150 if j == 1 else 40, max(abs(u)))
    slopes = [float((a + k) * (mp.npdf(0) / mills(mp.mpf(a)) - a)) for a in (0, .5, 1, 2, 4, 8, 14)]
    print(f"  the slope is from {min(slopes):.3f} to {max(slopes):.3f}")
    return error, {"geluK": [k], "geluCenter": [center], "geluFirst": [first], "geluRest": c[1:]}


def fit_gelu_scale():
    exact = 2 * mp.sqrt(2 / mp.pi)
    scale = mp.floor(exact * 2**20) / 2**20
    cubic = single(exact * mp.mpf("0.044715"))
    cubic_tail = exact * mp.mpf("0.044715") - cubic
    tails = single(exact - scale), single(cubic_tail)
    return abs(tails[0] - (exact - scale)), {"geluScale": [scale], "geluScaleTail": [tails[0]],
                                             "geluCubic": [cubic], "geluCubicTail": [tails[1]]}


SINGLES = {
    "expTail": fit_exp_tail,
    "exp2": fit_exp2,
    "tanhSmall": fit_tanh_small,
    "erfSmall": fit_erf_small,
    "erfLarge": fit_erf_large,
    "geluRest": fit_gelu_rest,
    "geluScale": fit_gelu_scale,
}


def main():
    for name in sys.argv[1:] or [*FITS, *SINGLES]:
        if name in SINGLES:
            error, numbers = SINGLES[name]()
            print(f"{name}, of f32: error 2^{float(mp.log(mp.mpf(error), 2)):.1f}")
            for key, values in numbers.items():
                print(f"  {key} = {{" + ", ".join(float(v).hex() for v in values) + "}")
            continue
        coefficients, error, lacks = FITS[name]()
        print(f"{name}: error 2^{float(mp.log(error, 2)):.1f}")
        print("  {" + ", ".join(c.hex() for c in coefficients) + "}")
        print("  the first lacks " + lacks.hex())


if __name__ == "__main__":
    main()
