import type { RunParameters } from '../parameters/run-parameters.ts';
import {
  computeNaiveMinVariance,
  computeNaiveRiskParity,
  computeNaiveShrunkCovariance,
} from './naive-covariance.ts';
import type { NaiveMarketView } from './naive-market-view.ts';

/** A weighting decision for day t with data up to day u. */
export type NaiveDecision = {
  readonly p: RunParameters;
  readonly names: readonly string[];
  readonly u: number;
  readonly t: number;
};

type Weights = Map<string, number>;

/**
 * Applies scheme, funding multiplier and dominance tilt, following docs/backtest-engine.md §4 to §7
 * literally.
 */
export function computeNaiveWeights(view: NaiveMarketView, decision: NaiveDecision): Weights {
  const { p, names, u, t } = decision;
  if (names.length === 0) return new Map();
  let w = scheme(view, decision);
  if (p.vc_mode === 'funding' || p.vc_mode === 'valuation') {
    const factor = (id: string) =>
      p.vc_mode === 'funding' ? view.amount(id, u, p) : view.valuation(id, u);
    const product = new Map([...w].map(([id, weight]) => [id, weight * factor(id)]));
    if (sum(product) > 0) w = scaled(product, sum(w) / sum(product));
  }
  const x = view.assetIds.find((id) => id === (p.dom_mode === 'eth' ? 'ethereum' : 'bitcoin'));
  if (p.dom_mode !== null && x !== undefined) {
    const trend = view.dominance(x, u) - view.dominance(x, u - p.dom_lookback);
    const wanted = p.dom_mode === 'inverse' ? trend < 0 : trend > 0;
    if (wanted && view.hasPrice(x, t) && t < view.delisting(x)) {
      w = scaled(w, 0.5);
      w.set(x, (w.get(x) ?? 0) + 0.5);
    }
  }
  return w;
}

function scheme(view: NaiveMarketView, { p, names, u }: NaiveDecision): Weights {
  const [, stem = '', digits = '0'] = /^(.*?)_?(\d+)?$/.exec(p.weighting) ?? [];
  const number = Number(digits);
  const equal = (ids: readonly string[]) => new Map(ids.map((id) => [id, 1 / ids.length]));
  const by = (score: (id: string) => number): Weights => {
    const raw = new Map(names.map((id) => [id, score(id)]));
    return sum(raw) > 0 ? scaled(raw, 1 / sum(raw)) : equal(names);
  };
  const tvl = (id: string, day = u) => view.last('tvl', id, day);
  switch (stem) {
    case 'equal':
      return equal(names);
    case 'mcap':
      return by((id) => view.cap(id, u));
    case 'sqrt_mcap':
      return by((id) => Math.sqrt(view.cap(id, u)));
    case 'mcap_cap':
      return capped(new Map(names.map((id) => [id, view.cap(id, u)])), number / 100);
    case 'tvl':
      return by((id) => tvl(id));
    case 'tvl_sqrt':
      return by((id) => Math.sqrt(tvl(id)));
    case 'tvl_cap':
      return capped(new Map(names.map((id) => [id, tvl(id)])), number / 100);
    case 'fees_w':
      return by((id) => view.average('fees', id, u));
    case 'revenue_w':
      return by((id) => view.average('revenue', id, u));
    case 'volume_w':
      return by((id) => view.average('volume', id, u));
    case 'tvl_mom':
      return by((id) => (tvl(id, u - number) > 0 ? tvl(id) / tvl(id, u - number) : 0));
    case 'fee_eff':
      return by((id) => (tvl(id) > 0 ? view.average('fees', id, u) / tvl(id) : 0));
    case 'yield_w':
      return by((id) => view.last('apy', id, u));
    default: {
      const span = (id: string) => Math.min(number, u - view.firstPrice(id));
      const valid = names.filter((id) => span(id) >= Math.min(number, 20));
      return valid.length === 0 ? equal(names) : lookback({ view, stem, u, valid, span });
    }
  }
}

type Lookback = {
  readonly view: NaiveMarketView;
  readonly stem: string;
  readonly u: number;
  readonly valid: readonly string[];
  readonly span: (id: string) => number;
};

function lookback({ view, stem, u, valid, span }: Lookback): Weights {
  const R = (id: string) => view.filled(id, u) / view.filled(id, u - span(id)) - 1;
  const sigma = (id: string) => std(view.logReturns(id, u, span(id)), 1);
  const by = (score: (id: string) => number): Weights => {
    const raw = new Map(valid.map((id) => [id, score(id)]));
    return scaled(raw, 1 / sum(raw));
  };
  switch (stem) {
    case 'momentum': {
      const logs = valid.map((id) => Math.log(1 + R(id)));
      const spread = std(logs, 0);
      const mean = logs.reduce((a, b) => a + b, 0) / logs.length;
      return by((id) => {
        if (spread < 1e-12) return 1;
        const z = Math.min(3, Math.max(-3, (Math.log(1 + R(id)) - mean) / spread));
        return z >= 0 ? 1 + z : 1 / (1 - z);
      });
    }
    case 'invvol':
      return by((id) => 1 / Math.max(sigma(id), 1e-8));
    case 'dual_mom': {
      const mean = valid.reduce((a, id) => a + R(id), 0) / valid.length;
      if (mean < 0 || !valid.some((id) => R(id) > 0)) return new Map();
      return by((id) => Math.max(R(id), 0));
    }
    case 'multi_factor':
      return by(
        (id) =>
          rank(R(id), valid.map(R)) +
          rank(
            -sigma(id),
            valid.map((other) => -sigma(other)),
          ) +
          rank(
            view.cap(id, u),
            valid.map((other) => view.cap(other, u)),
          ),
      );
    case 'low_vol': {
      const calm = [...valid].sort((a, b) => sigma(a) - sigma(b) || (a < b ? -1 : 1));
      const selected = calm.slice(0, Math.max(1, Math.floor(valid.length / 2)));
      return by((id) => (selected.includes(id) ? 1 : 0));
    }
    default: {
      if (valid.length === 1) return by(() => 1);
      const k = Math.min(...valid.map(span));
      const S = computeNaiveShrunkCovariance(valid.map((id) => view.logReturns(id, u, k)));
      const w = stem === 'min_var' ? computeNaiveMinVariance(S) : computeNaiveRiskParity(S);
      return new Map(valid.map((id, i) => [id, w[i] as number]));
    }
  }
}

/**
 * Returns w = min(κ, λx) with Σw = 1; λ is found by bisection. `values` has all n selected assets.
 * If no λ is large enough, the assets without a value share the rest.
 */
function capped(values: Weights, kappa: number): Weights {
  const n = values.size;
  if (n * kappa <= 1) return new Map([...values.keys()].map((id) => [id, 1 / n]));
  const weigh = (lambda: number): Weights =>
    new Map([...values].map(([id, value]) => [id, Math.min(kappa, lambda * value)]));
  let [low, high] = [-400, 400];
  for (let round = 0; round < 200; round += 1) {
    const middle = (low + high) / 2;
    if (sum(weigh(2 ** middle)) < 1) low = middle;
    else high = middle;
  }
  const w = weigh(2 ** high);
  const left = 1 - sum(w);
  if (left < 1e-12) return w;
  const without = [...values].filter(([, value]) => value === 0);
  return new Map([...w, ...without.map(([id]) => [id, left / without.length] as const)]);
}

function rank(value: number, all: readonly number[]): number {
  const below = all.filter((other) => other < value).length;
  const same = all.filter((other) => other === value).length;
  return below + (same + 1) / 2;
}

function std(values: readonly number[], ddof: number): number {
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  return Math.sqrt(values.reduce((a, b) => a + (b - mean) ** 2, 0) / (values.length - ddof));
}

function sum(weights: ReadonlyMap<string, number>): number {
  return [...weights.values()].reduce((a, b) => a + b, 0);
}

function scaled(weights: ReadonlyMap<string, number>, factor: number): Weights {
  return new Map([...weights].map(([id, weight]) => [id, weight * factor]));
}
