import type { AssetWithCoin } from '../lookup-files.ts';
import type { indexProtocolsByCoin, Protocol } from '../protocols.ts';
import type { DefiStatistics } from '../schema.ts';

const protocolsShown = 10;

type Matched = { readonly symbol: string; readonly protocol: Protocol };

/** Statistics of a basket's protocols, by coin or else ticker, each counted once; null for none. */
export function computeDefiStatistics(
  basket: readonly AssetWithCoin[],
  protocols: ReturnType<typeof indexProtocolsByCoin>,
): DefiStatistics | null {
  const matched = new Map<Protocol, Matched>();
  let holdings = 0;
  for (const { holding, coin } of basket) {
    const found = protocols.find(holding.symbol, coin?.id);
    if (found.length > 0) holdings += 1;
    for (const protocol of found) {
      if (!matched.has(protocol)) matched.set(protocol, { symbol: holding.symbol, protocol });
    }
  }
  if (matched.size === 0) return null;
  const all = [...matched.values()].sort((a, b) => b.protocol.tvl - a.protocol.tvl);
  const sum = (figureOf: (protocol: Protocol) => number) =>
    all.reduce((total, { protocol }) => total + figureOf(protocol), 0);
  return {
    total_tvl: sum(({ tvl }) => tvl),
    avg_tvl_change_7d: sum(({ change7d }) => change7d ?? 0) / all.length,
    protocols_with_data: holdings,
    total_holdings: basket.length,
    top_by_tvl: all.slice(0, protocolsShown).map(({ symbol, protocol }) => ({
      symbol,
      name: protocol.name,
      tvl: protocol.tvl,
      ...(protocol.change1d === null ? {} : { change_1d: protocol.change1d }),
      ...(protocol.change7d === null ? {} : { change_7d: protocol.change7d }),
    })),
  };
}
