import fc from 'fast-check';
import type { Address, Hex } from 'viem';
import { expect, test } from 'vitest';
import type { IndexContractEvent } from './index-contract-event.ts';
import { createShareLedger, findHoldingAt } from './share-ledger.ts';

const itpId: Hex = `0x${'1'.padStart(64, '0')}`;
const wallets: readonly Address[] = ['0xAa', '0xBb', '0xCc'].map(
  (start) => `${start}${'0'.repeat(38)}` as Address,
);
const [alice = '0x', bob = '0x'] = wallets;
const wei = (shares: number) => BigInt(shares) * 10n ** 18n;

function created(): IndexContractEvent {
  const what = { name: 'Test', symbol: 'TST', assets: [], quantities: [] };
  return { kind: 'created', at: 0, txHash: '0x', itpId, creator: alice, ...what };
}

type Trade = { account: Address; shares: bigint; price: bigint; at: number };

function traded(kind: 'buy' | 'sell', { account, shares, price, at }: Trade): IndexContractEvent {
  const total = (shares * price) / wei(1);
  const amounts = { shares, pricePerShare: price, total, fee: total / 1000n };
  return { kind, at, txHash: `0x${at.toString(16)}`, itpId, account, ...amounts };
}

const holdingOf = (ledger: ReturnType<typeof createShareLedger>, account: string) =>
  ledger.account(account).get(itpId)?.at(-1);

test('default: the cost basis is the average cost of the shares still held', () => {
  const ledger = createShareLedger();
  ledger.apply(created());
  ledger.apply(traded('buy', { account: alice, shares: wei(10), price: wei(1), at: 1 }));
  ledger.apply(traded('buy', { account: alice, shares: wei(30), price: wei(2), at: 2 }));
  ledger.apply(traded('sell', { account: alice, shares: wei(20), price: wei(5), at: 3 }));
  // 10 shares at 1 and 30 at 2 cost 70 in total, 1.75 each; half of them remain.
  expect(holdingOf(ledger, alice.toUpperCase().replace('0X', '0x'))).toEqual({
    at: 3,
    shares: wei(20),
    cost: wei(35),
    received: wei(40),
    sent: wei(20),
  });
  expect(ledger.dtf(itpId)?.supply).toBe(wei(20));
  expect(ledger.trades(alice).map(({ kind }) => kind)).toEqual(['buy', 'buy', 'sell']);
});

test('behavior: shares that move take their average cost along and are no trade', () => {
  const ledger = createShareLedger();
  ledger.apply(created());
  ledger.apply(traded('buy', { account: alice, shares: wei(10), price: wei(3), at: 1 }));
  ledger.apply({ kind: 'moved', at: 2, txHash: '0x', itpId, from: alice, to: bob, shares: wei(4) });
  expect(holdingOf(ledger, alice)?.cost).toBe(wei(18));
  expect(holdingOf(ledger, bob)?.cost).toBe(wei(12));
  expect(ledger.trades(bob)).toEqual([]);
});

test('behavior: the step in force is found at every time', () => {
  const ledger = createShareLedger();
  ledger.apply(created());
  for (const at of [10, 20, 30]) {
    ledger.apply(traded('buy', { account: alice, shares: wei(1), price: wei(1), at }));
  }
  const steps = ledger.account(alice).get(itpId) ?? [];
  const found = [9, 10, 19, 20, 35].map((at) => findHoldingAt(steps, at)?.at);
  expect(found).toEqual([undefined, 10, 10, 20, 30]);
});

test('error: more shares than are held cannot be sold', () => {
  const ledger = createShareLedger();
  ledger.apply(created());
  const sale = traded('sell', { account: alice, shares: 1n, price: wei(1), at: 1 });
  expect(() => ledger.apply(sale)).toThrow('more shares than are held');
});

const step = fc.record({
  kind: fc.constantFrom('buy', 'sell', 'moved'),
  from: fc.constantFrom(...wallets),
  to: fc.constantFrom(...wallets),
  /** Thousandths of the shares to buy, or of the shares held. */
  part: fc.integer({ min: 1, max: 1_000 }),
  price: fc.bigInt({ min: 1n, max: 10n ** 24n }),
});

test('behavior: no lot is ever negative, shares add up to the supply, cost is conserved', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const ledger = createShareLedger();
      ledger.apply(created());
      let paid = 0n;
      for (const [at, { kind, from, to, part, price }] of steps.entries()) {
        const held = holdingOf(ledger, from)?.shares ?? 0n;
        const before = holdingOf(ledger, from)?.cost ?? 0n;
        const shares =
          kind === 'buy' ? BigInt(part) * 10n ** 15n + 7n : (held * BigInt(part)) / 1000n;
        if (shares === 0n) continue;
        if (kind === 'moved') {
          ledger.apply({ kind, at, txHash: '0x', itpId, from, to, shares });
        } else {
          const event = traded(kind === 'buy' ? 'buy' : 'sell', {
            account: from,
            shares,
            price,
            at,
          });
          ledger.apply(event);
          paid += kind === 'buy' && event.kind === 'buy' ? event.total : 0n;
          if (kind === 'sell') paid -= before - (holdingOf(ledger, from)?.cost ?? 0n);
        }
        const holdings = wallets.map((wallet) => holdingOf(ledger, wallet));
        for (const one of holdings) {
          if (one === undefined) continue;
          expect(one.shares >= 0n && one.cost >= 0n).toBe(true);
          expect(one.received - one.sent).toBe(one.shares);
          if (one.shares === 0n) expect(one.cost).toBe(0n);
        }
        const sum = (pick: 'shares' | 'cost') =>
          holdings.reduce((total, one) => total + (one?.[pick] ?? 0n), 0n);
        expect(sum('shares')).toBe(ledger.dtf(itpId)?.supply);
        expect(sum('cost')).toBe(paid);
      }
    }),
  );
});

test('behavior: a sale never changes the average cost of what is left by more than a wei', () => {
  const amount = fc.bigInt({ min: 10n ** 15n, max: 10n ** 22n });
  fc.assert(
    fc.property(amount, amount, fc.bigInt({ min: 1n, max: 999n }), (shares, price, part) => {
      const ledger = createShareLedger();
      ledger.apply(created());
      ledger.apply(traded('buy', { account: alice, shares, price, at: 1 }));
      const before = holdingOf(ledger, alice);
      ledger.apply(
        traded('sell', { account: alice, shares: (shares * part) / 1000n, price, at: 2 }),
      );
      const after = holdingOf(ledger, alice);
      const left = (after?.cost ?? 0n) * shares;
      const fair = (before?.cost ?? 0n) * (after?.shares ?? 0n);
      expect(left - fair >= 0n && left - fair <= shares).toBe(true);
    }),
  );
});
