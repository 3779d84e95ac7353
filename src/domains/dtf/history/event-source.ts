import type { AbiEvent } from 'viem';
import { indexAbi } from '../../../../generated/abi/index.ts';
import type { Address, Bytes32, WeiString } from '../../../lib/units.ts';
import type { ChainEventSource } from '../../../upstreams/index.ts';

/**
 * What is kept of an event of a DTF: the types of the GraphQL API, and `ISSUED` and `RETIRED`,
 * transfers from and to no wallet that accompany minted and redeemed shares.
 */
export type DtfEntryKind =
  | 'CREATED'
  | 'MINTED'
  | 'REDEEMED'
  | 'TRANSFERRED'
  | 'NAV_SET'
  | 'ISSUED'
  | 'RETIRED';

/** Amounts of an event, wei. */
export type DtfEntryValue = {
  readonly shares?: WeiString;
  readonly navPerShare?: WeiString;
  /** Value without the fee. */
  readonly total?: WeiString;
};

type Created = { readonly itpId: Bytes32; readonly creator: Address };
type NavsSet = { readonly itpIds: readonly Bytes32[]; readonly navs: readonly bigint[] };
type Traded = {
  readonly itpId: Bytes32;
  readonly account: Address;
  readonly shares: bigint;
  readonly pricePerShare: bigint;
  readonly total: bigint;
};
type Transferred = {
  readonly sender: Address;
  readonly receiver: Address;
  readonly id: bigint;
  readonly amount: bigint;
};

const names = new Set(['ItpCreated', 'NavsSet', 'Minted', 'Redeemed', 'Transfer']);
const noWallet: Address = `0x${'0'.repeat(40)}`;

/** Returns the DTF whose shares have this token id in ERC-6909. */
const dtfOfToken = (id: bigint): Bytes32 => `0x${id.toString(16).padStart(64, '0')}`;

type EntryParts = {
  readonly kind: DtfEntryKind;
  readonly wallet?: Address;
  readonly other?: Address;
  readonly value?: DtfEntryValue;
};

const toEntry = (subject: Bytes32, { kind, wallet, other, value = {} }: EntryParts) => ({
  subject,
  kind,
  wallet: wallet ?? null,
  other: other ?? null,
  value: JSON.stringify(value),
});

function toTrade(kind: 'MINTED' | 'REDEEMED', { itpId, account, ...amounts }: Traded) {
  const value = {
    shares: String(amounts.shares),
    navPerShare: String(amounts.pricePerShare),
    total: String(amounts.total),
  };
  return [toEntry(itpId, { kind, wallet: account, value })];
}

function toTransfer({ sender, receiver, id, amount }: Transferred) {
  const value = { shares: String(amount) };
  const itpId = dtfOfToken(id);
  if (sender === noWallet) return [toEntry(itpId, { kind: 'ISSUED', wallet: receiver, value })];
  if (receiver === noWallet) return [toEntry(itpId, { kind: 'RETIRED', wallet: sender, value })];
  return [toEntry(itpId, { kind: 'TRANSFERRED', wallet: sender, other: receiver, value })];
}

/** The events of the contract `Index`, by DTF; wallets are checksummed. */
export const dtfEventSource: Omit<ChainEventSource, 'address'> = {
  name: 'dtf 1',
  events: indexAbi.filter(
    (item) => item.type === 'event' && names.has(item.name),
  ) as readonly AbiEvent[],
  hasTimes: true,
  entriesOf: (log) => {
    const { eventName, args } = log as unknown as { eventName: string; args: unknown };
    switch (eventName) {
      case 'ItpCreated': {
        const { itpId, creator } = args as Created;
        return [toEntry(itpId, { kind: 'CREATED', wallet: creator })];
      }
      case 'NavsSet': {
        const { itpIds, navs } = args as NavsSet;
        return itpIds.map((itpId, at) =>
          toEntry(itpId, { kind: 'NAV_SET', value: { navPerShare: String(navs[at] ?? 0n) } }),
        );
      }
      case 'Minted':
        return toTrade('MINTED', args as Traded);
      case 'Redeemed':
        return toTrade('REDEEMED', args as Traded);
      case 'Transfer':
        return toTransfer(args as Transferred);
      default:
        return [];
    }
  },
};

/** Returns the amounts of an entry. */
export const parseEntryValue = (value: string): DtfEntryValue => JSON.parse(value) as DtfEntryValue;
