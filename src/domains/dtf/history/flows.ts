import { formatDay } from '../../../finance/daily-series.ts';
import { waitForLaterTurn } from '../../../lib/event-loop-turns.ts';
import { type Bytes32, type UnixSeconds, type WeiString, weiToNumber } from '../../../lib/units.ts';
import type { ChainEventView, StoredChainEntry } from '../../../upstreams/index.ts';
import { parseEntryValue } from './event-source.ts';

/** Shares minted and redeemed on one day (UTC). */
export type DtfFlow = {
  readonly date: string;
  readonly mintedShares: WeiString;
  readonly redeemedShares: WeiString;
  readonly mintedUsd: number;
  readonly redeemedUsd: number;
  readonly netUsd: number;
};

const day = 86_400;
const entriesPerTurn = 2000;
const kinds = ['MINTED', 'REDEEMED'];

type Sums = { minted: bigint; redeemed: bigint; mintedTotal: bigint; redeemedTotal: bigint };

/**
 * Returns the flows of each day from `from` to `to`, Unix seconds, but not from before the first
 * event of the DTF; empty without any.
 */
export async function readDtfFlows(
  view: ChainEventView,
  itpId: Bytes32,
  { from, to }: { readonly from: UnixSeconds; readonly to: UnixSeconds },
): Promise<readonly DtfFlow[]> {
  const begin = { block: -1, logIndex: 0 };
  const [first] = view.oldest({ subject: itpId }, { limit: 1, after: begin });
  if (!first) return [];
  const days = new Map<number, Sums>();
  const firstDay = Math.max(Math.floor(from / day), Math.floor((first.time ?? 0) / day));
  for (let one = firstDay; one <= Math.floor(to / day); one += 1) {
    days.set(one, { minted: 0n, redeemed: 0n, mintedTotal: 0n, redeemedTotal: 0n });
  }
  let before: StoredChainEntry | undefined;
  for (;;) {
    const entries = view.newest({ subject: itpId, kinds }, { limit: entriesPerTurn, before });
    for (const entry of entries) addEntry(days, entry);
    before = entries.at(-1);
    const isOver = Math.floor((before?.time ?? 0) / day) < firstDay;
    if (!before || isOver || entries.length < entriesPerTurn) break;
    await waitForLaterTurn();
  }
  return Array.from(days, ([number, sums]) => ({
    date: formatDay(number),
    mintedShares: String(sums.minted),
    redeemedShares: String(sums.redeemed),
    mintedUsd: weiToNumber(sums.mintedTotal),
    redeemedUsd: weiToNumber(sums.redeemedTotal),
    netUsd: weiToNumber(sums.mintedTotal - sums.redeemedTotal),
  }));
}

function addEntry(days: ReadonlyMap<number, Sums>, { kind, time, value }: StoredChainEntry): void {
  const sums = days.get(Math.floor((time ?? 0) / day));
  if (!sums) return;
  const { shares = '0', total = '0' } = parseEntryValue(value);
  if (kind === 'MINTED') {
    sums.minted += BigInt(shares);
    sums.mintedTotal += BigInt(total);
  } else {
    sums.redeemed += BigInt(shares);
    sums.redeemedTotal += BigInt(total);
  }
}
