import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPayoutLedger, type Payment, type PayoutLedger } from './payout-ledger.ts';

let dir: string;
let ledger: PayoutLedger;
let now = 1_000_000;
const clock = { now: () => now };
const path = () => join(dir, 'state', 'faucet.sqlite');

beforeEach(() => {
  now = 1_000_000;
  dir = mkdtempSync(join(tmpdir(), 'ledger-'));
  ledger = openPayoutLedger(path(), clock);
});
afterEach(() => {
  ledger.close();
  rmSync(dir, { recursive: true });
});

const recipient = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const wanted = { recipient, amount: 10_000n * 10n ** 18n, wantsGas: true } as const;
const add = (payment: Omit<Payment, 'id' | 'status' | 'updatedAt'>): Payment => {
  const added = ledger.addPayment(payment);
  if (!added) throw new Error('the nonce is taken');
  return added;
};
const paymentOf = (
  payoutId: number,
  nonce: number,
): Omit<Payment, 'id' | 'status' | 'updatedAt'> => ({
  payoutId,
  part: 'usdc',
  chain: '1:0x00',
  sender: recipient,
  nonce,
  hash: '0xab',
  raw: '0xcd',
  cost: 2n ** 70n,
});

test('default: what was written is there after opening it again, to the last digit', () => {
  const payout = ledger.createPayout(wanted, 0);
  const payment = add(paymentOf(payout.id, 7));
  ledger.close();
  ledger = openPayoutLedger(path(), clock);
  expect(ledger.openPayout(wanted, 0)).toEqual({ id: payout.id, ...wanted });
  expect(ledger.paymentOf(payout, 'usdc', '1:0x00')).toEqual(payment);
  expect(payment).toMatchObject({ cost: 2n ** 70n, status: 'signed', updatedAt: now });
});

test('behavior: only the same request finds an open payout, and only until it is closed', () => {
  const { id } = ledger.createPayout(wanted, 0);
  expect(ledger.openPayout({ ...wanted, wantsGas: false }, 0)).toBeUndefined();
  expect(ledger.openPayout({ ...wanted, amount: wanted.amount - 1n }, 0)).toBeUndefined();
  expect(ledger.openPayout(wanted, now + 1)).toBeUndefined();
  ledger.closePayout(id);
  expect(ledger.openPayout(wanted, 0)).toBeUndefined();
});

test('error: a nonce belongs to one payment that may land', () => {
  const { id } = ledger.createPayout(wanted, 0);
  const first = add(paymentOf(id, 7));
  expect(ledger.addPayment(paymentOf(id, 7))).toBeUndefined();
  ledger.markPayment(first.id, 'lost');
  expect(add(paymentOf(id, 7)).nonce).toBe(7);
  expect(ledger.lostPayments({ id, ...wanted }, 'usdc', '1:0x00')).toHaveLength(1);
});

test('race: two processes that begin the same at once share its payout, and the part has one payment', () => {
  const other = openPayoutLedger(path(), clock);
  const { id } = ledger.createPayout(wanted, 0);
  expect(other.createPayout(wanted, 0).id).toBe(id);
  const payment = add(paymentOf(id, 7));
  expect(other.addPayment(paymentOf(id, 8))).toBeUndefined();
  expect(other.paymentOf({ id, ...wanted }, 'usdc', '1:0x00')).toEqual(payment);
  other.close();
  ledger.markPayment(payment.id, 'lost');
  expect(add(paymentOf(id, 8)).nonce).toBe(8);
});

test('behavior: unsettled payments come by nonce, of one chain and sender', () => {
  const next = () => ledger.createPayout(wanted, Number.POSITIVE_INFINITY).id;
  for (const nonce of [9, 7, 8]) add(paymentOf(next(), nonce));
  const settled = add(paymentOf(next(), 6));
  ledger.markPayment(settled.id, 'settled');
  add({ ...paymentOf(next(), 1), chain: 'other' });
  expect(ledger.unsettled('1:0x00', recipient).map(({ nonce }) => nonce)).toEqual([7, 8, 9]);
});

test('behavior: payouts are counted by time and recipient', () => {
  ledger.createPayout(wanted, 0);
  now += 1000;
  ledger.createPayout({ ...wanted, recipient: '0x00000000000000000000000000000000000000A1' }, 0);
  expect(ledger.countPayouts(0)).toEqual({ count: 2, oldest: 1_000_000 });
  expect(ledger.countPayouts(0, recipient)).toEqual({ count: 1, oldest: 1_000_000 });
  expect(ledger.countPayouts(1_000_000)).toEqual({ count: 1, oldest: 1_001_000 });
});

test('behavior: after a month it is forgotten', () => {
  const { id } = ledger.createPayout(wanted, 0);
  add(paymentOf(id, 1));
  ledger.close();
  now += 31 * 24 * 3_600_000;
  ledger = openPayoutLedger(path(), clock);
  expect(ledger.countPayouts(0).count).toBe(0);
  expect(ledger.unsettled('1:0x00', recipient)).toEqual([]);
});

test('error: the reason why a payment is not replaced is logged when the database has rolled back itself', () => {
  const payment = add(paymentOf(ledger.createPayout(wanted, 0).id, 1));
  const other = new DatabaseSync(path());
  other.exec(
    `CREATE TRIGGER full BEFORE INSERT ON payments BEGIN SELECT RAISE(ROLLBACK, 'no room'); END`,
  );
  other.close();
  expect(() => ledger.replacePayment(payment, { hash: '0xef', raw: '0x01', cost: 2n })).toThrow(
    'no room',
  );
  expect(ledger.payment(payment.id).status).toBe(payment.status);
});
