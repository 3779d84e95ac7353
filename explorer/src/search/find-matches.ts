import type { SearchBatchesQuery, SearchQuery } from '../generated/graphql.ts';
import { formatCount, formatLabel, shortenHex } from '../lib/format.ts';
import { addressPattern, itpIdPattern } from '../lib/identifiers.ts';

/** Something that the search has found: where it is, its name, and what tells it from others. */
export type Match = {
  readonly path: string;
  readonly name: string;
  readonly detail: string;
};

/** The matches of one kind, under a heading. */
export type MatchGroup = { readonly title: string; readonly matches: readonly Match[] };

/** Most batches that are shown. */
const maxBatches = 6;

/**
 * Returns what a text stands for by itself: a wallet (20 bytes in hex), a fund's identifier (32
 * bytes in hex).
 */
export function findByIdentifier(text: string): readonly MatchGroup[] {
  const hex = text.toLowerCase();
  if (addressPattern.test(hex)) {
    const name = shortenHex(hex);
    const matches = [
      { path: `/portfolio/${hex}`, name, detail: 'Portfolio' },
      { path: `/player/${hex}`, name, detail: 'Predictions' },
    ];
    return [{ title: 'Wallets', matches }];
  }
  if (itpIdPattern.test(hex)) {
    const fund = { path: `/dtf/${hex}`, name: shortenHex(hex), detail: 'By its identifier' };
    return [{ title: 'Funds', matches: [fund] }];
  }
  return [];
}

const nodesOf = <Node>(list: { readonly edges: readonly { readonly node: Node }[] } | null) =>
  (list?.edges ?? []).map(({ node }) => node);

/** Returns a match for each fund. */
export const matchFunds = (funds: SearchQuery['dtfs']): readonly Match[] =>
  nodesOf(funds).map(({ itpId, name, symbol }) => ({
    path: `/dtf/${itpId}`,
    name: name ?? shortenHex(itpId),
    detail: symbol ?? '',
  }));

/** Returns the matches of the API by kind. Kinds without a match are left out. */
export function groupMatches(found: SearchQuery): readonly MatchGroup[] {
  const groups = [
    {
      title: 'Funds',
      matches: matchFunds(found.dtfs),
    },
    {
      title: 'Funds that hold',
      matches: nodesOf(found.assets).map(({ name, symbol }) => ({
        path: `/?asset=${encodeURIComponent(symbol)}`,
        name: name ?? symbol,
        detail: symbol,
      })),
    },
    {
      title: 'Markets',
      matches: nodesOf(found.markets).map(({ marketId, symbol, displayName, sourceId }) => ({
        path: `/sources?${new URLSearchParams({ source: sourceId ?? '', asset: marketId })}`,
        name: displayName ?? symbol ?? marketId,
        detail: sourceId === null ? '' : formatLabel(sourceId),
      })),
    },
    {
      title: 'Sources',
      matches: nodesOf(found.sources).map(({ sourceId, name, category }) => ({
        path: `/sources?${new URLSearchParams({ source: sourceId })}`,
        name: name ?? formatLabel(sourceId),
        detail: category ?? '',
      })),
    },
  ];
  return groups.filter(({ matches }) => matches.length > 0);
}

/** Returns the batches whose number or source a text names. */
export function findBatches(
  text: string,
  found: SearchBatchesQuery | undefined,
): readonly MatchGroup[] {
  const wanted = text.toLowerCase().replace(/^(?:batch\s*)?#?/, '');
  const matches = (found?.batches?.edges ?? [])
    .map(({ node }) => node)
    .filter(
      ({ batchId, sourceId }) =>
        String(batchId) === wanted || (sourceId ?? '').toLowerCase().includes(wanted),
    )
    .slice(0, maxBatches)
    .map(({ batchId, sourceId, marketCount }) => ({
      path: `/markets/${batchId}`,
      name: `Batch ${batchId}`,
      detail: `${sourceId === null ? '' : `${formatLabel(sourceId)}, `}${formatCount(marketCount, 'market')}`,
    }));
  return matches.length === 0 ? [] : [{ title: 'Batches', matches }];
}
