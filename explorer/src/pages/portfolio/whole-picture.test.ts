import { expect, test } from 'vitest';
import type { NetWorthQuery } from '../../generated/graphql.ts';
import { toWholePicture } from './whole-picture.ts';

const usd = (amount: number) => String(BigInt(amount) * 10n ** 18n);
const dtf = { id: 'fund', symbol: 'FUND', itpId: '0x0b', name: 'Fund' };

type Purchase = { readonly at: number; readonly shares: number; readonly costUsd: number };

/** A wallet with ten shares at $12 that cost $100, and what the changes say. */
const wallet = (changes: {
  readonly history?: readonly (readonly [type: string, amount: number, txHash: string])[];
  readonly lots?: number;
  readonly lotUsd?: number;
  /** What FIFO says of the lots; by default one purchase at time 0. */
  readonly purchases?: readonly Purchase[];
  readonly sold?: readonly (Purchase & { readonly soldAt: number })[];
  readonly pnlUsd?: number;
  readonly deposits?: readonly number[];
}) =>
  ({
    portfolio: {
      id: 'wallet',
      positions: [{ id: 'position', shares: usd(10), navPerShareUsd: 12, dtf }],
      ledger: {
        lots: [
          {
            shares: usd(changes.lots ?? 10),
            costUsd: changes.lotUsd ?? 10 * (changes.lots ?? 10),
            valueUsd: 12 * (changes.lots ?? 10),
            dtf,
          },
        ],
        totals: { boughtUsd: 100, realizedUsd: 5, unrealizedUsd: 20, unmatchedSales: 0 },
      },
      purchases: {
        lots: (
          changes.purchases ?? [
            { at: 0, shares: changes.lots ?? 10, costUsd: 10 * (changes.lots ?? 10) },
          ]
        ).map(({ at, shares, costUsd }) => ({ acquiredAt: at, shares: usd(shares), costUsd, dtf })),
        realized: (changes.sold ?? []).map(({ at, soldAt, shares, costUsd }) => ({
          acquiredAt: at,
          soldAt,
          shares: usd(shares),
          costUsd,
          dtf,
        })),
      },
      performance: null,
      lending: {
        positions: [],
        history: {
          totalCount: changes.history?.length ?? 0,
          edges: (changes.history ?? []).map(([type, amount, txHash]) => ({
            node: { type, amount: usd(amount), txHash, timestamp: Number(txHash), dtf },
          })),
        },
      },
    },
    leaderboard: {
      entries: {
        edges: changes.pnlUsd === undefined ? [] : [{ node: { pnlUsd: changes.pnlUsd } }],
      },
    },
    batches: {
      edges: (changes.deposits ?? []).map((deposit, index) => ({
        node: { id: String(index), player: { balance: usd(deposit) } },
      })),
    },
  }) as unknown as NetWorthQuery;

test('default: a wallet without deposits gains nothing in batches', () => {
  const picture = toWholePicture(wallet({}));
  expect(picture).toMatchObject({ netUsd: 120, gainUsd: 25, batchesUsd: 0, isUnranked: false });
  expect(picture.parts.map(({ csv }) => csv)).toEqual(['shares_in_wallet', 'sold_shares']);
  expect(picture.moves).toBeNull();
});

test('behavior: the profit of deposits that the leaderboard does not rank is unknown, and in no sum', () => {
  const picture = toWholePicture(wallet({ deposits: [200] }));
  expect(picture).toMatchObject({ netUsd: 320, gainUsd: 25, batchesUsd: null, isUnranked: true });
  expect(picture.parts.at(-1)).toMatchObject({ valueUsd: 200, costUsd: null, gainUsd: null });
  const ranked = toWholePicture(wallet({ deposits: [200], pnlUsd: 3 }));
  expect(ranked).toMatchObject({ gainUsd: 28, batchesUsd: 3, isUnranked: false });
});

test('behavior: a liquidation costs its shares and brings the debt that it repaid, and is no transfer', () => {
  // Fifteen shares were bought; five of them went for a debt of $45 of $50 borrowed.
  const picture = toWholePicture(
    wallet({
      lots: 15,
      history: [
        ['REPAY', 45, '0x03'],
        ['WITHDRAW', 5, '0x03'],
        ['BORROW', 50, '0x02'],
        ['DEPOSIT', 5, '0x01'],
      ],
    }),
  );
  // The rest of the debt was written off.
  expect(picture).toMatchObject({ liquidatedUsd: -5, interestUsd: 5, gainUsd: 25 });
  expect(picture.moves).toMatchObject({
    funds: [],
    liquidated: true,
    isMoneyWeightedSound: false,
    gainOnPurchasesPct: null,
  });
});

test('behavior: what a liquidator took costs the average of what was bought up to then', () => {
  const changes = {
    lots: 15,
    lotUsd: 120,
    history: [
      ['REPAY', 45, '0x03'],
      ['WITHDRAW', 5, '0x03'],
      ['BORROW', 50, '0x02'],
      ['DEPOSIT', 10, '0x01'],
    ],
    purchases: [
      { at: 0, shares: 6, costUsd: 48 },
      { at: 1, shares: 4, costUsd: 52 },
      { at: 4, shares: 5, costUsd: 20 },
    ],
  } as const;
  const picture = toWholePicture(wallet(changes));
  // Ten shares for $100 were there; the cheap ones came after.
  expect(picture).toMatchObject({ liquidatedUsd: -5, gainUsd: 55 });
  const [held] = picture.parts;
  expect(held).toMatchObject({ valueUsd: 120, costUsd: 70, gainUsd: 50 });
  expect(picture.parts.at(-1)?.note).toMatch(/^5\.000 FUND on \w+ \d+, 1970$/);
  // Purchases before it all count.
  const [first, second, last] = changes.purchases;
  const before = wallet({ ...changes, purchases: [first, second, { ...last, at: 2 }] });
  const cheaper = toWholePicture(before);
  expect(cheaper).toMatchObject({ liquidatedUsd: 5, gainUsd: 55 });
  expect(cheaper.parts[0]?.gainUsd).toBe(40);
});

test('behavior: a liquidation costs what the ledger still has once all other shares are sold', () => {
  // Ten shares for $100; five are taken; five more for $100; the ten that are left are sold, at the
  // average of all fifteen by the ledger.
  const picture = toWholePicture(
    wallet({
      lots: 5,
      lotUsd: 66,
      history: [
        ['REPAY', 45, '0x03'],
        ['WITHDRAW', 5, '0x03'],
      ],
      purchases: [{ at: 4, shares: 5, costUsd: 100 }],
      sold: [{ at: 0, soldAt: 5, shares: 10, costUsd: 100 }],
    }),
  );
  expect(picture.liquidatedUsd).toBeCloseTo(45 - 66, 9);
});

test('behavior: once all pledged shares are back, the money-weighted return is sound', () => {
  const { moves } = toWholePicture(
    wallet({
      history: [
        ['WITHDRAW', 5, '0x04'],
        ['REPAY', 50, '0x03'],
        ['BORROW', 50, '0x02'],
        ['DEPOSIT', 5, '0x01'],
      ],
    }),
  );
  expect(moves).toMatchObject({
    pledged: true,
    liquidated: false,
    isMoneyWeightedSound: true,
    gainOnPurchasesPct: 25,
  });
});

test('behavior: shares that no trade explains came by a transfer', () => {
  expect(toWholePicture(wallet({ lots: 9 })).moves).toMatchObject({
    funds: ['FUND'],
    pledged: false,
    isMoneyWeightedSound: false,
    gainOnPurchasesPct: null,
  });
});
