import type { SearchBatchesQuery, SearchQuery, SearchWalletsQuery } from '../generated/graphql.ts';
import { formatBatch, formatCount, formatLabel, shortenHex } from '../lib/format.ts';
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
/** Most assets that are shown. */
const maxAssets = 6;
/** Most wallets that are shown for the beginning of an address. */
const maxWallets = 4;

/** The two pages of a wallet. */
const matchWallet = (address: string): readonly Match[] => [
  { path: `/portfolio/${address}`, name: shortenHex(address), detail: 'Portfolio' },
  { path: `/player/${address}`, name: shortenHex(address), detail: 'Predictions' },
];

/**
 * Returns what a text stands for by itself: a wallet (20 bytes in hex), a fund's identifier (32
 * bytes in hex).
 */
export function findByIdentifier(text: string): readonly MatchGroup[] {
  const hex = text.toLowerCase();
  if (addressPattern.test(hex)) {
    return [{ title: 'Wallets', matches: matchWallet(hex) }];
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

/** Puts those first whose ticker is the text, then those whose ticker begins with it. */
function sortByTicker<Asset extends { readonly symbol: string }>(
  assets: readonly Asset[],
  text: string,
): readonly Asset[] {
  const wanted = text.toLowerCase();
  const rankOf = ({ symbol }: Asset) => {
    const ticker = symbol.toLowerCase();
    if (ticker === wanted) return 0;
    return ticker.startsWith(wanted) ? 1 : 2;
  };
  return assets.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** Returns the matches of the API by kind. Kinds without a match are left out. */
export function groupMatches(found: SearchQuery, text: string): readonly MatchGroup[] {
  const groups = [
    {
      title: 'Funds',
      matches: matchFunds(found.dtfs),
    },
    {
      title: 'Funds that hold',
      matches: sortByTicker(nodesOf(found.assets), text)
        .slice(0, maxAssets)
        .map(({ name, symbol }) => ({
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

/** Returns the batches whose number, name, creator or source a text names, the number first. */
export function findBatches(
  text: string,
  found: SearchBatchesQuery | undefined,
): readonly MatchGroup[] {
  const words = text.toLowerCase();
  const wanted = words.replace(/^(?:batch\s*)?#?/, '');
  const batches = nodesOf(found?.batches ?? null);
  const hasNumber = batches.filter(({ batchId }) => String(batchId) === wanted);
  const hasText = batches.filter(
    (batch) =>
      !hasNumber.includes(batch) &&
      [batch.metadata?.name, batch.creatorName, batch.sourceId].some((one) =>
        one?.toLowerCase().includes(words),
      ),
  );
  const matches = [...hasNumber, ...hasText].slice(0, maxBatches).map((batch) => ({
    path: `/markets/${batch.batchId}`,
    name: formatBatch(batch),
    detail: [
      batch.creatorName,
      batch.sourceId === null ? null : formatLabel(batch.sourceId),
      formatCount(batch.marketCount, 'market'),
    ]
      .filter((one) => one !== null)
      .join(', '),
  }));
  return matches.length === 0 ? [] : [{ title: 'Batches', matches }];
}

/**
 * Returns the address that a text may be the beginning of, in lower case: four hex digits at least,
 * with `0x` or without; null for another text.
 */
export function parseAddressStart(text: string): string | null {
  const digits = /^(?:0x)?([0-9a-f]{4,39})$/.exec(text.toLowerCase())?.[1];
  return digits === undefined ? null : `0x${digits}`;
}

/** Returns the known wallets whose address begins with a text. */
export function findWallets(start: string, known: SearchWalletsQuery): readonly MatchGroup[] {
  const players = nodesOf(known.leaderboard?.entries ?? null).map(({ portfolio }) => portfolio);
  const holders = nodesOf(known.dtf?.holders ?? null).map(({ portfolio }) => portfolio);
  const addresses = new Set(
    [...players, ...holders].flatMap((portfolio) => portfolio?.address.toLowerCase() ?? []),
  );
  const matches = [...addresses]
    .filter((address) => address.startsWith(start))
    .slice(0, maxWallets)
    .flatMap(matchWallet);
  return matches.length === 0 ? [] : [{ title: 'Wallets', matches }];
}
