import type { StoredTick } from '../store/tick-store.ts';
import { toTickBody } from './response-bodies.ts';

/** Formats of an oracle's responses, either as specified or in the legacy variant. */
export type OracleWireFormat = {
  /** Formats a body whose keys are in snake_case as specified. */
  readonly body: (body: unknown) => unknown;
  /** Formats a batch, alone or in a list. The legacy variant omits its markets. */
  readonly batch: (body: Readonly<Record<string, unknown>>) => unknown;
  readonly history: (ticks: readonly StoredTick[]) => unknown;
  /** Formats a signature in hex. The legacy variant omits 0x. */
  readonly signature: (hex: string) => string;
};

const spec: OracleWireFormat = {
  body: (body) => body,
  batch: (body) => body,
  history: (ticks) => ({ history: ticks.map(toTickBody) }),
  signature: (hex) => hex,
};

const wild: OracleWireFormat = {
  body: camelKeys,
  batch: ({ market_ids: _, ...rest }) => camelKeys(rest),
  history: (ticks) => ticks.map(wildTick),
  signature: (hex) => hex.replace(/^0x/, ''),
};

/** Returns the wire format with this name. */
export function getOracleWireFormat(name: 'spec' | 'wild'): OracleWireFormat {
  return name === 'spec' ? spec : wild;
}

/**
 * Formats a tick in the legacy variant: camelCase keys, the outcomes as JSON text, times without a
 * time zone.
 */
function wildTick(tick: StoredTick): unknown {
  const { playerCount, totalMatched, markets } = tick.summary;
  return {
    batchId: tick.batchId,
    tickId: tick.tick,
    resolvedAt: new Date(tick.resolvedAt * 1000).toISOString().replace(/\.\d+Z$/, ''),
    playerCount,
    totalMatched,
    totalPool: totalMatched,
    marketOutcomes: JSON.stringify(
      markets.map(({ id, outcome, start, end, pct }) => ({
        marketId: id,
        outcome,
        startPrice: start,
        endPrice: end,
        pctChange: pct,
        wentUp: pct !== null && pct > 0,
      })),
    ),
  };
}

function camelKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelKeys);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
      camelKeys(each),
    ]),
  );
}
