#!/usr/bin/env python3
"""Prints the polynomials of Support/MathConstants.h that were fitted here.

    scripts/fit-math.py [name ...]

Each is a minimax fit (Remez's exchange on a grid, in 50 digits) of a function
that a math sequence needs, with its coefficients rounded to double; the error
printed is that of the rounded polynomial, in bits. Needs mpmath.
"""

import sys

import mpmath as mp

mp.mp.dps = 50


def exchange(f, weight, low, high, degree, rounds=12, points=None):
    """The polynomial in x whose largest weight(x) * |f(x) - p(x)| is smallest."""
    points = points or 24 * (degree + 2)
    grid = [(low + high) / 2 + (high - low) / 2 * mp.cos(mp.pi * i / (points - 1))
            for i in range(points)]
    values, weights = [f(x) for x in grid], [weight(x) for x in grid]
    chosen = [round(i * (points - 1) / (degree + 1)) for i in range(degree + 2)]
    best = None
    for _ in range(rounds):
        rows, right = [], []
        for k, i in enumerate(chosen):
            rows.append([grid[i] ** j for j in range(degree + 1)] + [(-1) ** k / weights[i]])
            right.append(values[i])
        solution = mp.lu_solve(mp.matrix(rows), mp.matrix(right))
        best = [solution[j] for j in range(degree + 1)]
        errors = [w * (v - mp.polyval(best[::-1], x))
                  for w, v, x in zip(weights, values, grid)]
        # The largest error of each run of one sign.
        peaks, start = [], 0
        for i in range(1, points + 1):
            if i == points or (errors[i] > 0) != (errors[start] > 0):
                peaks.append(max(range(start, i), key=lambda j: abs(errors[j])))
                start = i
        while len(peaks) > degree + 2:
            peaks.pop(0 if abs(errors[peaks[0]]) < abs(errors[peaks[-1]]) else -1)
        if len(peaks) < degree + 2 or peaks == chosen:
            break
        chosen = peaks
    rounded = [mp.mpf(float(c)) for c in best]
    error = max(w * abs(v - mp.polyval(rounded[::-1], x))
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
    "expShort": lambda: exchange(lambda r: mp.exp(r), lambda r: mp.exp(-r), -mp.mpf("0.3467"), mp.mpf("0.3467"), 6),
    "normalSmall": lambda: exchange(normal_odd, ONE, mp.mpf(0), mp.mpf("0.5"), 9),
    "gelu": lambda: exchange(gelu_tail(mp.mpf(2)), lambda u: 1 / gelu_tail(mp.mpf(2))(u), mp.mpf(-1), of_gelu(40), 24),
    "geluShort": lambda: exchange(gelu_tail(mp.mpf(2)), lambda u: 1 / gelu_tail(mp.mpf(2))(u), mp.mpf(-1), of_gelu(15), 11),
}


def main():
    for name in sys.argv[1:] or FITS:
        coefficients, error, lacks = FITS[name]()
        print(f"{name}: error 2^{float(mp.log(error, 2)):.1f}")
        print("  {" + ", ".join(c.hex() for c in coefficients) + "}")
        print("  the first lacks " + lacks.hex())


if __name__ == "__main__":
    main()
