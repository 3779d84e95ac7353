"""The arithmetic of quantstats on a daily series, re-done in numpy, with its CPU time.

Reads {"values": [...], "benchmark": [...], "window": n, "repeats": n} from standard input; writes
{"figures": {...}, "milliseconds": [...]}.
"""

import json
import math
import sys
import time

import numpy as np

YEAR = 365


def figures(values, benchmark, window):
    r = values[1:] / values[:-1] - 1
    b = benchmark[1:] / benchmark[:-1] - 1
    n = len(r)
    down = math.sqrt((np.minimum(r, 0) ** 2).mean())
    std = r.std(ddof=1)
    drawdown = 100 * (values / np.maximum.accumulate(values) - 1)
    annual = 100 * ((values[-1] / values[0]) ** (YEAR / n) - 1)
    quantile = np.quantile(r, 0.05)
    beta = np.cov(r, b, ddof=1)[0, 1] / b.var(ddof=1)
    z = r - r.mean()
    m2, m3, m4 = (z**2).mean(), (z**3).mean(), (z**4).mean()
    rolled = np.lib.stride_tricks.sliding_window_view(r, window)
    rolling = rolled.std(axis=1, ddof=1) * math.sqrt(YEAR) * 100
    return {
        "totalReturnPct": 100 * (values[-1] / values[0] - 1),
        "annualizedReturnPct": annual,
        "volatilityPct": 100 * std * math.sqrt(YEAR),
        "downsideDeviationPct": 100 * down * math.sqrt(YEAR),
        "sharpe": r.mean() / std * math.sqrt(YEAR),
        "sortino": r.mean() / down * math.sqrt(YEAR),
        "calmar": annual / -drawdown.min(),
        "omega": np.maximum(r, 0).sum() / np.maximum(-r, 0).sum(),
        "ulcerIndexPct": math.sqrt((drawdown**2).mean()),
        "maxDrawdownPct": drawdown.min(),
        "valueAtRiskPct": -100 * quantile,
        "expectedShortfallPct": -100 * r[r <= quantile].mean(),
        "skewness": math.sqrt(n * (n - 1)) / (n - 2) * m3 / m2**1.5,
        "excessKurtosis": (n - 1) / ((n - 2) * (n - 3)) * ((n + 1) * m4 / m2**2 - 3 * (n - 1)),
        "betaToBenchmark": beta,
        "trackingErrorPct": 100 * (r - b).std(ddof=1) * math.sqrt(YEAR),
        "lastRollingVolatilityPct": rolling[-1],
    }


task = json.load(sys.stdin)
values, benchmark = np.array(task["values"]), np.array(task["benchmark"])
times = []
for _ in range(task["repeats"]):
    start = time.process_time()
    found = figures(values, benchmark, task["window"])
    times.append(1000 * (time.process_time() - start))
json.dump({"figures": {name: float(one) for name, one in found.items()}, "milliseconds": times}, sys.stdout)
