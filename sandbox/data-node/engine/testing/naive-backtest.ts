import { type MarketHistory, parseDayNumber } from '../../../world/market-history.ts';
import type { RunParameters } from '../parameters/run-parameters.ts';
import { createNaiveMarketView, type NaiveMarketView } from './naive-market-view.ts';
import { computeNaiveWeights } from './naive-weights.ts';

/** Result of the naive backtest. */
export type NaiveBacktestResult = {
  readonly start: number;
  readonly nav: readonly number[];
  readonly weights: ReadonlyMap<number, ReadonlyMap<string, number>>;
  readonly statistics: Readonly<Record<string, number>>;
};

type Holdings = Map<string, number>;

/**
 * Runs the daily loop of docs/backtest-engine.md §2 in a second implementation, written from the
 * text alone and without optimisation. Tests compare the engine with it.
 *
 * @returns null if nothing can be bought.
 */
export function runNaiveBacktest(
  history: MarketHistory,
  p: RunParameters,
): NaiveBacktestResult | null {
  const view = createNaiveMarketView(history);
  const members = [
    ...(history.categories.find(({ id }) => id === p.category_id)?.assets ?? []),
  ].map((column) => history.assets[column]?.id as string);
  const eligible = (t: number) => members.filter((id) => isEligible(view, { id, t }));
  const E = history.days - 1;
  let s = Math.max(1, parseDayNumber(history, p.start_date));
  while (s <= E && eligible(s).length === 0) s += 1;
  if (s > E) return null;

  const phi = p.base_fee_pct / 100 + 0.001 * p.spread_multiplier;
  let q: Holdings = new Map();
  let cash = 1;
  let star = new Map<string, number>();
  let since = 0;
  let lastCash = Number.NaN;
  let bothState = 0;
  let anybody = false;
  const nav: number[] = [];
  const decided = new Map<number, ReadonlyMap<string, number>>();
  const count = { fees: 0, trades: 0, rebalances: 0, delistings: 0 };

  for (let t = s; t <= E; t += 1) {
    const u = t - 1;
    const valueOn = (day: number) =>
      [...q].reduce((sum, [id, units]) => sum + units * view.filled(id, day), cash);
    if (t > s) since += 1;
    bothState = nextBothState(bothState, { p, f: view.fng(u) });
    const c = cashTarget(p, { f: view.fng(u), bothState });
    const gone = [...q.keys()].filter((id) => view.delisting(id) <= t);
    const drift =
      t === s
        ? 0
        : Math.max(
            0,
            ...[...new Set([...q.keys(), ...star.keys()])].map((id) =>
              Math.abs(((q.get(id) ?? 0) * view.filled(id, u)) / valueOn(u) - (star.get(id) ?? 0)),
            ),
          ) * 100;
    const rebalance =
      t === s ||
      c !== lastCash ||
      (p.threshold_pct === null
        ? since >= p.rebalance_days
        : drift > p.threshold_pct || since >= 365);

    const haircut = (id: string) => (gone.includes(id) ? 1 - p.delist_haircut : 1);
    const vMinus = [...q].reduce(
      (sum, [id, units]) => sum + units * view.filled(id, t) * haircut(id),
      cash,
    );
    const current = new Map(
      [...q].map(([id, units]) => [id, (units * view.filled(id, t) * haircut(id)) / vMinus]),
    );
    count.delistings += gone.length;
    let w: Map<string, number> | null = null;
    if (rebalance) {
      const names = select(view, { p, t, eligible: eligible(t) });
      anybody ||= names.length > 0;
      w = computeNaiveWeights(view, { p, names, u, t });
      for (const [id, weight] of w) w.set(id, weight * (1 - c));
      since = 0;
      lastCash = c;
      count.rebalances += 1;
    } else if (gone.length > 0) {
      const risky = [...current.values()].reduce((a, b) => a + b, 0);
      const stay = [...current].filter(([id]) => !gone.includes(id));
      const rest = stay.reduce((a, [, weight]) => a + weight, 0);
      w = new Map(stay.map(([id, weight]) => [id, (weight * risky) / rest]));
    }
    let v = vMinus;
    if (w !== null) {
      let x = 0;
      for (const id of new Set([...w.keys(), ...current.keys()])) {
        const change = Math.abs((w.get(id) ?? 0) - (current.get(id) ?? 0));
        x += change;
        if (change > 1e-9) count.trades += 1;
      }
      count.fees += phi * x;
      v = vMinus * (1 - phi * x);
      q = new Map();
      let invested = 0;
      for (const [id, weight] of w) {
        invested += weight;
        if (weight > 0) q.set(id, (weight * v) / view.filled(id, t));
      }
      cash = v * (1 - invested);
      star = w;
      if (rebalance) decided.set(t, w);
    }
    nav.push(t === s ? 1 : v);
  }
  return anybody ? { start: s, nav, weights: decided, statistics: statistics(nav, count) } : null;
}

function isEligible(view: NaiveMarketView, { id, t }: { id: string; t: number }): boolean {
  const u = t - 1;
  const cap = view.cap(id, u);
  return (
    view.listing(id) <= u &&
    t < view.delisting(id) &&
    view.hasPrice(id, u) &&
    view.hasPrice(id, t) &&
    Number.isFinite(cap) &&
    cap > 0
  );
}

function select(
  view: NaiveMarketView,
  { p, t, eligible }: { p: RunParameters; t: number; eligible: readonly string[] },
): readonly string[] {
  const u = t - 1;
  const passing =
    p.vc_mode === null
      ? eligible
      : eligible.filter((id) => view.passesFilter(id, u, p) !== (p.vc_mode === 'exclude'));
  return [...passing]
    .sort((a, b) => view.cap(b, u) - view.cap(a, u) || (a < b ? -1 : 1))
    .slice(0, p.top_n);
}

function nextBothState(state: number, { p, f }: { p: RunParameters; f: number | null }): number {
  if (f === null) return state;
  if (f > p.fng_greed_threshold) return p.fng_cash_pct;
  return f < p.fng_fear_threshold ? 0 : state;
}

function cashTarget(
  p: RunParameters,
  { f, bothState }: { f: number | null; bothState: number },
): number {
  if (p.fng_mode === 'greed') return f !== null && f > p.fng_greed_threshold ? p.fng_cash_pct : 0;
  if (p.fng_mode === 'fear') return f !== null && f < p.fng_fear_threshold ? 0 : p.fng_cash_pct;
  return p.fng_mode === 'both' ? bothState : 0;
}

type Counts = { fees: number; trades: number; rebalances: number; delistings: number };

function statistics(nav: readonly number[], count: Counts): Readonly<Record<string, number>> {
  const n = nav.length - 1;
  const at = (t: number) => nav[t] as number;
  const r = Array.from({ length: n }, (_, t) => at(t + 1) / at(t) - 1);
  const mean = r.reduce((a, b) => a + b, 0) / n;
  const std = Math.sqrt(r.reduce((a, b) => a + (b - mean) ** 2, 0) / (n - 1));
  return {
    total_return_pct: 100 * (at(n) - 1),
    annualized_return: n === 0 ? 0 : 100 * (at(n) ** (365 / n) - 1),
    max_drawdown_pct: Math.min(
      ...nav.map((v, t) => 100 * (v / Math.max(...nav.slice(0, t + 1)) - 1)),
    ),
    sharpe_ratio: n < 2 || std < 1e-12 ? 0 : (mean / std) * Math.sqrt(365),
    total_fees_pct: 100 * count.fees,
    total_trades: count.trades,
    total_rebalances: count.rebalances,
    total_delistings: count.delistings,
  };
}
