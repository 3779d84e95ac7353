import { setTimeout as sleep } from 'node:timers/promises';
import { parseConfig } from '../../../src/config.ts';
import {
  type FakeUpstream,
  isolatedEnv,
  respondByPath,
  startUpstream,
} from '../../support/gateway.ts';
import { type BareGateway, createBareGateway } from './bare-gateway.ts';

export const funds = [1, 2, 3, 4].map((number) => `0x${String(number).padStart(64, '0')}`);
export const symbols = ['AAA', 'BBB', 'CCC', 'DDD'];
export const marketSource = 'crypto';
export const startOfTime = Date.parse('2026-03-11T10:17:42Z');

/** A data node whose every value changes with `version`, and what of a gateway reads it. */
export type ChangingWorld = BareGateway & {
  readonly upstream: FakeUpstream;
  /** Changes every value of the data node. */
  readonly change: () => void;
  /** Lets a path of the data node answer 404, or answer again. */
  readonly take: (path: string, isTaken: boolean) => void;
  /** Lets times of the data node be wrong, or right again. */
  readonly confuse: (isConfused: boolean) => void;
  readonly pass: (milliseconds: number) => void;
  /** Resolves when nothing is asked for any more. */
  readonly settle: () => Promise<void>;
};

export async function startChangingWorld(): Promise<ChangingWorld> {
  let now = startOfTime;
  const state: State = { version: 1, sign: 1 };
  let underWay = 0;
  const taken = new Set<string>();
  const stack = new AsyncDisposableStack();
  const upstream = stack.use(
    await startUpstream((request, response) => {
      underWay += 1;
      response.once('close', () => {
        underWay -= 1;
      });
      const path = request.url?.split('?', 1)[0] ?? '';
      const query = new URLSearchParams(request.url?.split('?')[1]);
      const bodies = taken.has(path) ? {} : answersOf(state, query.get('itp_id'));
      respondByPath(bodies)(request, response);
    }),
  );
  const config = parseConfig({ ...isolatedEnv, DATA_NODE_URL: upstream.url });
  const bare = stack.use(createBareGateway(config, { now: () => now }));
  return {
    ...bare,
    upstream,
    change: () => {
      state.version += 1;
    },
    take: (path, isTaken) => void (isTaken ? taken.add(path) : taken.delete(path)),
    confuse: (isConfused) => {
      state.sign = isConfused ? -1 : 1;
    },
    pass: (milliseconds) => {
      now += milliseconds;
    },
    settle: async () => {
      do await sleep(1);
      while (underWay > 0);
      await sleep(1);
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** @property sign - Of times: negative ones are none that the graph can tell. */
type State = { version: number; sign: 1 | -1 };

/** What the data node answers by path. Texts hold what JSON must escape. */
function answersOf({ version, sign }: State, fund: string | null): Record<string, unknown> {
  const price = (index: number) => index + version / 7;
  const assetsOf = (index: number) =>
    symbols.slice(0, index).map((symbol, at) => ({
      symbol,
      name: `"${symbol}" \\ ${version} — \u2028`,
      weight: 1 / (at + version),
      qty: `${version}${at}`,
      price: price(at),
    }));
  const ranked = funds.map((itp_id, index) => ({
    itp_id,
    name: `Fund ${index} v${version}`,
    symbol: `F${index}`,
    nav_per_share: price(index),
    aum_usd: 1000 - index,
    total_supply: `${version}000`,
    asset_count: index,
  }));
  const snapshots = ranked.map(({ itp_id, name, symbol, aum_usd, total_supply }, index) => ({
    ...{ itp_id, name, symbol, aum_usd, total_supply },
    nav: price(index),
    assets: assetsOf(index),
  }));
  const number = fund === null ? 0 : funds.indexOf(fund);
  const nav = { nav: `${version}0${number}`, assets_priced: 1, assets_total: 2, aum_usd: version };
  const series = [1, 2].map((at) => ({ timestamp: at * sign, nav: at * version }));
  const rows = symbols.map((symbol, index) => ({
    source: marketSource,
    assetId: `id-${index}`,
    symbol,
    name: `Name v${version}`,
    category: index === 0 ? null : 'coin',
    value: price(index),
    changePct: null,
    fetchedAt: '2026-03-11T10:00:00Z',
  }));
  const prices = Object.fromEntries(symbols.slice(0, 3).map((symbol, at) => [symbol, price(at)]));
  const observed = symbols.map((_symbol, at) => ({
    timestamp: (at + 1) * sign,
    value: at * version,
  }));
  return {
    '/aum-ranking': ranked,
    '/snapshot': fund === null ? snapshots : snapshots[number],
    ...(number < 0 ? {} : { '/itp-price': { ...nav, total_supply: `${version}` } }),
    ...(number < 0 ? {} : { '/nav-series': series }),
    '/latest-prices': prices,
    '/vision/snapshot': { generatedAt: '2026-03-11T10:00:00Z', snapshots: rows },
    '/market/stats': { totalAssets: version, sources: {} },
    ...Object.fromEntries(
      [...symbols, 'id-0', 'id-1', 'id-2', 'id-3'].map((asset) => [
        `/market/prices/${marketSource}/${asset}/history`,
        { prices: observed },
      ]),
    ),
  };
}
