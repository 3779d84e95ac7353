"""An independent implementation of the performance figures in numpy and pandas.

Reads a JSON list of tasks from standard input and writes the list of their results. It shares no
code with the gateway; `independent.test.ts` compares the two.
"""

import itertools
import json
import math
import sys
from fractions import Fraction
from statistics import NormalDist

import numpy as np
import pandas as pd

A = 365
EPS = 1e-12
normal = NormalDist()


def clean(value):
    """JSON has neither NaN nor numpy's types."""
    if isinstance(value, dict):
        return {key: clean(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [clean(one) for one in value]
    if value is None or isinstance(value, (str, bool)):
        return value
    if isinstance(value, (int, np.integer)):
        return int(value)
    value = float(value)
    return value if math.isfinite(value) else None


def divide(top, bottom):
    return None if abs(bottom) < EPS else top / bottom


def daily(points):
    """The usable points, the last one of each UTC day."""
    usable = list(itertools.takewhile(lambda point: point[1] is not None and point[1] > 0, points))
    index = pd.to_datetime([int(point[0]) for point in usable], unit="s")
    series = pd.Series([float(point[1]) for point in usable], index=index)
    return series.groupby(series.index.normalize()).last()


def day(stamp):
    return stamp.strftime("%Y-%m-%d")


def span(series):
    return (series.index[-1] - series.index[0]).days


def sharpe_a_day(excess):
    if len(excess) < 2:
        return None
    return divide(excess.mean(), excess.std(ddof=1))


def psr(excess, benchmark):
    ratio = sharpe_a_day(excess)
    if ratio is None or len(excess) < 30:
        return None
    z = (excess - excess.mean()) / excess.std(ddof=0)
    skew, kurt = (z**3).mean(), (z**4).mean()
    variance = 1 - skew * ratio + (kurt - 1) / 4 * ratio**2
    if variance <= 0:
        return None
    return normal.cdf((ratio - benchmark) * math.sqrt(len(excess) - 1) / math.sqrt(variance))


def episodes(series):
    found = []
    peak, peak_at, low, low_at = -math.inf, None, None, None

    def close(end):
        if low is None:
            return
        last = end or series.index[-1]
        found.append(
            {
                "peakDate": day(peak_at),
                "troughDate": day(low_at),
                "recoveryDate": day(end) if end is not None else None,
                "depthPct": 100 * (low / peak - 1),
                "days": (last - peak_at).days,
                "daysToTrough": (low_at - peak_at).days,
                "daysToRecovery": (end - low_at).days if end is not None else None,
            }
        )

    for at, value in series.items():
        if value >= peak:
            close(at)
            peak, peak_at, low, low_at = value, at, None, None
        elif low is None or value < low:
            low, low_at = value, at
    close(None)
    return sorted(found, key=lambda one: (one["depthPct"], one["peakDate"]))


def calendar(series, frequency):
    rows = []
    first, last = series.index[0], series.index[-1]
    for period, part in series.groupby(series.index.to_period(frequency)):
        start, end = period.start_time.normalize(), period.end_time.normalize()
        before = series[series.index < start]
        base = before.iloc[-1] if len(before) else series.iloc[0]
        begun = (start - pd.Timedelta(days=1)) in series.index or first == start
        rows.append(
            {
                "year": period.year,
                "month": period.month,
                "returnPct": 100 * (part.iloc[-1] / base - 1),
                "isPartial": not begun or last < end,
            }
        )
    return rows


def periods(series):
    last = series.index[-1]
    month = last.replace(day=1)
    begins = [
        ("WEEK", last - pd.Timedelta(days=7), False),
        ("MONTH", last - pd.Timedelta(days=30), False),
        ("QUARTER", last - pd.Timedelta(days=90), False),
        ("HALF_YEAR", last - pd.Timedelta(days=180), False),
        ("YEAR", last - pd.Timedelta(days=365), False),
        ("MONTH_TO_DATE", month - pd.Timedelta(days=1), True),
        ("YEAR_TO_DATE", month.replace(month=1) - pd.Timedelta(days=1), True),
        ("INCEPTION", series.index[0], True),
    ]
    rows = []
    for name, begin, within in begins:
        before = series[:begin]
        if len(before) == 0 and within:
            before = series.iloc[:1]
        row = {"period": name, "from": None, "to": day(last), "returnPct": None, "annualizedPct": None}
        if len(before) and before.index[-1] != last:
            days = (last - before.index[-1]).days
            growth = series.iloc[-1] / before.iloc[-1]
            row["from"] = day(before.index[-1])
            row["returnPct"] = 100 * (growth - 1)
            row["annualizedPct"] = 100 * (growth ** (365 / days) - 1) if days >= 365 else None
        rows.append(row)
    return rows


def rolling(series, rho, length):
    r = series.pct_change().dropna()
    rows = []
    for end in range(length, len(series)):
        part = r.iloc[end - length : end]
        values = series.iloc[end - length : end + 1]
        ratio = sharpe_a_day(part - rho)
        rows.append(
            {
                "date": day(series.index[end]),
                "returnPct": 100 * (values.iloc[-1] / values.iloc[0] - 1),
                "volatilityPct": 100 * part.std() * math.sqrt(A),
                "sharpe": None if ratio is None else ratio * math.sqrt(A),
                "maxDrawdownPct": (100 * (values / values.cummax() - 1)).min(),
            }
        )
    return rows


def performance(task):
    series = daily(task["points"])
    rate = task.get("riskFreePct", 0)
    rho = (1 + rate / 100) ** (1 / 365) - 1
    r = series.pct_change().dropna()
    e = r - rho
    n = len(r)
    out = dict.fromkeys(
        """totalReturnPct annualizedReturnPct volatilityPct downsideDeviationPct sharpe sortino
        calmar omega ulcerIndexPct maxDrawdownPct valueAtRiskPct expectedShortfallPct skewness
        excessKurtosis bestDay worstDay positiveDaysPct positiveMonthsPct probabilisticSharpe""".split()
    )
    if len(series) == 0:
        return {**out, "from": None, "to": None, "returns": 0, "missingDays": 0}
    out["from"], out["to"] = day(series.index[0]), day(series.index[-1])
    out["returns"], out["missingDays"] = n, span(series) - n
    drawdown = 100 * (series / series.cummax() - 1)
    if n >= 1:
        growth = series.iloc[-1] / series.iloc[0]
        out["totalReturnPct"] = 100 * (growth - 1)
        out["annualizedReturnPct"] = 100 * (growth ** (365 / span(series)) - 1)
        out["maxDrawdownPct"] = drawdown.min()
        out["bestDay"] = {"date": day(r.idxmax()), "returnPct": 100 * r.max()}
        out["worstDay"] = {"date": day(r.idxmin()), "returnPct": 100 * r.min()}
        out["positiveDaysPct"] = 100 * (r > 0).mean()
    if n >= 2:
        down = math.sqrt((np.minimum(e, 0) ** 2).mean())
        ratio = sharpe_a_day(e)
        out["volatilityPct"] = 100 * r.std(ddof=1) * math.sqrt(A)
        out["downsideDeviationPct"] = 100 * down * math.sqrt(A)
        out["sharpe"] = None if ratio is None else ratio * math.sqrt(A)
        out["sortino"] = None if down < EPS else e.mean() / down * math.sqrt(A)
        out["calmar"] = divide(out["annualizedReturnPct"], -out["maxDrawdownPct"])
        out["omega"] = divide(np.maximum(e, 0).sum(), np.maximum(-e, 0).sum())
        out["ulcerIndexPct"] = math.sqrt((drawdown**2).mean())
    varies = n >= 2 and r.std(ddof=1) >= EPS
    if n >= 3 and varies:
        out["skewness"] = r.skew()
    if n >= 4 and varies:
        out["excessKurtosis"] = r.kurt()
    if n >= 20:
        q = np.quantile(r, 1 - task.get("confidence", 0.95))
        out["valueAtRiskPct"] = -100 * q
        out["expectedShortfallPct"] = -100 * r[r <= q].mean()
    out["probabilisticSharpe"] = psr(e, task.get("benchmarkSharpe", 0) / math.sqrt(A))
    out["monthlyReturns"] = calendar(series, "M")
    out["yearlyReturns"] = [
        {key: value for key, value in row.items() if key != "month"} for row in calendar(series, "Y")
    ]
    whole = [row["returnPct"] for row in out["monthlyReturns"] if not row["isPartial"]]
    out["positiveMonthsPct"] = 100 * np.mean([one > 0 for one in whole]) if whole else None
    out["periodReturns"] = periods(series)
    out["drawdowns"] = episodes(series)[:5]
    out["drawdownSeries"] = [
        {"date": day(at), "drawdownPct": value} for at, value in drawdown.items()
    ]
    out["rolling"] = rolling(series, rho, task.get("window", 30))
    if n >= 1 and r.min() < r.max():
        counts, edges = np.histogram(r, bins=task.get("bins", 40))
        out["distribution"] = {"counts": counts.tolist(), "edges": (100 * edges).tolist()}
    if "benchmark" in task:
        out["versus"] = versus(series, daily(task["benchmark"]), rho)
    return out


def versus(series, benchmark, rho):
    both = pd.concat([series, benchmark], axis=1, join="inner").sort_index()
    out = {"days": len(both)}
    names = "betaToBenchmark alphaPct correlation trackingErrorPct informationRatio upCapturePct downCapturePct excessReturnPct"
    out.update(dict.fromkeys(names.split()))
    if len(both) >= 2:
        total = 100 * (both.iloc[-1] / both.iloc[0] - 1)
        out["excessReturnPct"] = total.iloc[0] - total.iloc[1]
    if len(both) < 3:
        return out
    r, b = both.iloc[:, 0].pct_change().dropna(), both.iloc[:, 1].pct_change().dropna()
    if b.std() >= EPS:
        beta = r.cov(b) / b.var()
        out["betaToBenchmark"] = beta
        out["alphaPct"] = 100 * ((1 + ((r - rho) - beta * (b - rho)).mean()) ** 365 - 1)
        if r.std() >= EPS:
            out["correlation"] = r.corr(b)
    out["trackingErrorPct"] = 100 * (r - b).std() * math.sqrt(A)
    ratio = sharpe_a_day(r - b)
    out["informationRatio"] = None if ratio is None else ratio * math.sqrt(A)
    for name, days in (("upCapturePct", b > 0), ("downCapturePct", b < 0)):
        if days.any():
            mine = np.exp(np.log1p(r[days]).mean()) - 1
            theirs = np.exp(np.log1p(b[days]).mean()) - 1
            out[name] = 100 * mine / theirs
    return out


def selection(task):
    frame = pd.concat([daily(points) for points in task["runs"]], axis=1, join="inner").sort_index()
    r = frame.pct_change().dropna().to_numpy()
    total, count = r.shape
    cut = math.floor(task["split"] * total)

    def sharpe(rows):
        return [None if (one := sharpe_a_day(rows[:, at])) is None else one for at in range(count)]

    inside, outside = sharpe(r[:cut]), sharpe(r[cut:])

    def ranks(values):
        return pd.Series(values).rank(ascending=False, method="min").tolist()

    out = {
        "commonDays": total,
        "inSampleSharpe": [None if one is None else one * math.sqrt(A) for one in inside],
        "outOfSampleSharpe": [None if one is None else one * math.sqrt(A) for one in outside],
        "inSampleReturnPct": (100 * (np.prod(1 + r[:cut], axis=0) - 1)).tolist(),
        "outOfSampleReturnPct": (100 * (np.prod(1 + r[cut:], axis=0) - 1)).tolist(),
        "inSampleRank": ranks(inside),
        "outOfSampleRank": ranks(outside),
        "rankCorrelation": None,
        "winnerRank": None,
        "deflatedSharpe": None,
        "probabilityOfOverfitting": None,
    }
    if count < 3 or total < 60:
        return out
    left = pd.Series(inside, dtype=float).rank()
    right = pd.Series(outside, dtype=float).rank()
    out["rankCorrelation"] = left.corr(right)
    winner = int(np.nanargmax(np.array(inside, dtype=float)))
    out["winnerRank"] = out["outOfSampleRank"][winner]
    daily_sharpes = np.array(sharpe(r), dtype=float)
    gamma = 0.5772156649015329
    expected = math.sqrt(daily_sharpes.var(ddof=1)) * (
        (1 - gamma) * normal.inv_cdf(1 - 1 / count)
        + gamma * normal.inv_cdf(1 - 1 / (count * math.e))
    )
    out["deflatedSharpe"] = psr(pd.Series(r[:, winner]), expected)
    out["expectedBestSharpe"] = expected * math.sqrt(A)
    size = total // 10
    blocks = [r[at * size : (at + 1) * size] for at in range(10)]
    overfitted = 0
    for train in itertools.combinations(range(10), 5):
        test = [at for at in range(10) if at not in train]
        a = np.array(sharpe(np.concatenate([blocks[at] for at in train])), dtype=float)
        b = pd.Series(np.array(sharpe(np.concatenate([blocks[at] for at in test])), dtype=float))
        omega = b.rank()[int(np.argmax(a))] / (count + 1)
        overfitted += math.log(omega / (1 - omega)) <= 0
    out["probabilityOfOverfitting"] = overfitted / 252
    return out


def wallet(task):
    points, trades = task["points"], task["trades"]
    flows = [
        (one["timestamp"], one["total_usd"] + one["fee_usd"])
        if one["type"] == "buy"
        else (one["timestamp"], -(one["total_usd"] - one["fee_usd"]))
        for one in trades
    ]
    growth, left_out = 1.0, 0
    for (start, v0), (end, v1) in zip(points, points[1:]):
        inside = [(at, usd) for at, usd in flows if start < at <= end]
        net = sum(usd for _, usd in inside)
        capital = v0 + sum(usd * (end - at) / (end - start) for at, usd in inside)
        if capital > 0:
            growth *= 1 + (v1 - v0 - net) / capital
        else:
            left_out += 1
    last_at, last = points[-1]
    cash = [(at, usd) for at, usd in flows if at <= last_at] + [(last_at, -last)]
    rate = None
    if any(usd > 0 for _, usd in cash) and any(usd < 0 for _, usd in cash):
        value = lambda x: sum(usd * math.exp(-x * (at - last_at) / (86400 * 365)) for at, usd in cash)
        widest = 650 / max(1, *((last_at - at) / (86400 * 365) for at, _ in cash), 1)
        low, high = -widest, widest
        if value(low) * value(high) < 0:
            for _ in range(300):
                middle = (low + high) / 2
                if value(low) * value(middle) <= 0:
                    high = middle
                else:
                    low = middle
            rate = 100 * math.expm1((low + high) / 2)
    return {
        "timeWeightedReturnPct": 100 * (growth - 1) if len(points) > 1 else None,
        "moneyWeightedReturnPct": rate,
        "leftOutIntervals": left_out,
    }


def money(number):
    return Fraction(repr(number)) if isinstance(number, float) else Fraction(number)


def ledger(task):
    """Exact fractions; the gateway may differ by rounding to 18 places."""
    lots, realized = {}, []
    bought, sold, unmatched = Fraction(0), Fraction(0), 0
    for trade in task["trades"]:
        own = lots.setdefault(trade["itp_id"], [])
        shares = int(trade["shares"])
        total, fee = money(trade["total_usd"]), money(trade["fee_usd"])
        if trade["type"] == "buy":
            bought += total + fee
            if task["method"] == "AVERAGE" and own:
                own[0][1] += shares
                own[0][2] += total + fee
            else:
                own.append([trade["timestamp"], shares, total + fee])
            continue
        proceeds = total - fee
        sold += proceeds
        left = shares
        while left > 0 and own:
            lot = own[0]
            part = min(left, lot[1])
            cost = lot[2] * part / lot[1]
            realized.append((lot[0], part, proceeds * part / shares, cost))
            lot[1] -= part
            lot[2] -= cost
            left -= part
            if lot[1] == 0:
                own.pop(0)
        if left > 0:
            unmatched += 1
            realized.append((None, left, proceeds * left / shares, None))
    return {
        "lots": [[name, at, str(shares), float(cost)] for name, own in lots.items() for at, shares, cost in own],
        "realized": [
            [at, str(shares), float(proceeds), None if cost is None else float(cost)]
            for at, shares, proceeds, cost in realized
        ],
        "boughtUsd": float(bought),
        "soldUsd": float(sold),
        "realizedUsd": float(sum(p - c for _, _, p, c in realized if c is not None)),
        "unmatchedSales": unmatched,
    }


def probabilities(task):
    return {
        "cdf": [normal.cdf(one) for one in task["values"]],
        "quantile": [normal.inv_cdf(one) for one in task["probabilities"]],
    }


KINDS = {
    "performance": performance,
    "selection": selection,
    "wallet": wallet,
    "ledger": ledger,
    "probabilities": probabilities,
}

json.dump(clean([KINDS[task["kind"]](task) for task in json.load(sys.stdin)]), sys.stdout)
