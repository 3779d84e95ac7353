import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Address, Hash, Hex } from 'viem';
import type { Clock } from '../../../lib/clock.ts';
import { runInSqliteTransaction } from '../../../lib/sqlite-file-helpers.ts';
import type { Millis } from '../../../lib/units.ts';

/** An admitted request that is to be paid. */
export type AdmittedPayout = {
  readonly id: number;
  readonly recipient: Address;
  /** Wei. */
  readonly amount: bigint;
  readonly wantsGas: boolean;
};

/** The USDC mint on the L3 chain, or the gas drip on the settlement chain. */
export type PayoutPartName = 'usdc' | 'gas';

/**
 * - `signed`: it is not known whether a node has received it
 * - `sent`: a node has accepted it
 * - `mined`, `reverted`: it has a receipt
 * - `settled`: it still has its receipt after a waiting time, so a reorganisation is unlikely
 * - `lost`: it cannot be mined
 * - `replaced`: it was signed again at a higher fee, and either version may be mined
 */
export type PaymentStatus =
  | 'signed'
  | 'sent'
  | 'mined'
  | 'reverted'
  | 'settled'
  | 'lost'
  | 'replaced';

/** One signed transaction of a payout. */
export type Payment = {
  readonly id: number;
  readonly payoutId: number;
  readonly part: PayoutPartName;
  /** Chain id and genesis hash, so that a reset development chain counts as a different chain. */
  readonly chain: string;
  readonly sender: Address;
  readonly nonce: number;
  readonly hash: Hash;
  /** The signed transaction; a retry sends the same bytes. */
  readonly raw: Hex;
  /** The most that it can take from the sender's balance, wei. */
  readonly cost: bigint;
  readonly status: PaymentStatus;
  readonly updatedAt: Millis;
};

/** What clients ask for; requests with the same values are equal. */
type WantedPayout = Omit<AdmittedPayout, 'id'>;

/** The faucet's persistent state. Every write is on disk when the call returns. */
export type PayoutLedger = ReturnType<typeof openPayoutLedger>;

const activePaymentOfPart = `payout_id = ? AND part = ? AND chain = ? AND status NOT IN ('lost', 'replaced')`;

const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS payouts (
    id INTEGER PRIMARY KEY, recipient TEXT NOT NULL, amount TEXT NOT NULL, wants_gas INTEGER NOT NULL,
    created_at INTEGER NOT NULL, is_closed INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX IF NOT EXISTS payouts_by_time ON payouts (created_at);
  CREATE INDEX IF NOT EXISTS payouts_by_recipient ON payouts (recipient, created_at);
  CREATE TABLE IF NOT EXISTS payments (
    id INTEGER PRIMARY KEY, payout_id INTEGER NOT NULL REFERENCES payouts, part TEXT NOT NULL,
    chain TEXT NOT NULL, sender TEXT NOT NULL, nonce INTEGER NOT NULL, hash TEXT NOT NULL,
    raw TEXT NOT NULL, cost TEXT NOT NULL, status TEXT NOT NULL, updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS payments_by_payout ON payments (payout_id);
  CREATE UNIQUE INDEX IF NOT EXISTS one_payment_a_nonce ON payments (chain, sender, nonce)
    WHERE status IN ('signed', 'sent', 'mined');
  CREATE TABLE IF NOT EXISTS owner (id INTEGER PRIMARY KEY CHECK (id = 1), name TEXT NOT NULL) STRICT;
`;

/** Older payouts and their payments are deleted when the ledger is opened. */
const retentionTime: Millis = 30 * 24 * 3_600_000;

type Row = Readonly<Record<string, string | number>>;

const toPayout = (row: Row): AdmittedPayout => ({
  id: Number(row.id),
  recipient: String(row.recipient) as Address,
  amount: BigInt(row.amount ?? 0),
  wantsGas: row.wants_gas === 1,
});

const toPayment = (row: Row): Payment => ({
  id: Number(row.id),
  payoutId: Number(row.payout_id),
  part: row.part === 'gas' ? 'gas' : 'usdc',
  chain: String(row.chain),
  sender: String(row.sender) as Address,
  nonce: Number(row.nonce),
  hash: String(row.hash) as Hash,
  raw: String(row.raw) as Hex,
  cost: BigInt(row.cost ?? 0),
  status: String(row.status) as PaymentStatus,
  updatedAt: Number(row.updated_at),
});

/** Opens the ledger; creates its file and folder when they are missing. `:memory:` has no file. */
export function openPayoutLedger(path: string, clock: Clock) {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
  const db = new DatabaseSync(path, { timeout: 5000 });
  db.exec(schema);
  db.prepare(
    `DELETE FROM payments WHERE payout_id IN (SELECT id FROM payouts WHERE created_at < ?)`,
  ).run(clock.now() - retentionTime);
  db.prepare('DELETE FROM payouts WHERE created_at < ?').run(clock.now() - retentionTime);

  db.prepare('INSERT OR IGNORE INTO owner (id, name) VALUES (1, ?)').run(randomUUID());

  type Value = string | number | null;
  const one = (sql: string) => {
    const statement = db.prepare(sql);
    return (...values: Value[]) => statement.get(...values) as Row | undefined;
  };
  const paymentsBy = (sql: string) => {
    const statement = db.prepare(`SELECT * FROM payments WHERE ${sql}`);
    return (...values: Value[]) => (statement.all(...values) as Row[]).map(toPayment);
  };
  const sameOpen = one(
    `SELECT * FROM payouts WHERE recipient = ? AND amount = ? AND wants_gas = ? AND is_closed = 0
     AND created_at >= ? ORDER BY id DESC LIMIT 1`,
  );
  const insertPayout = one(
    'INSERT INTO payouts (recipient, amount, wants_gas, created_at) VALUES (?, ?, ?, ?) RETURNING *',
  );
  const close = db.prepare('UPDATE payouts SET is_closed = 1 WHERE id = ?');
  const countAll = one(
    'SELECT count(*) AS n, min(created_at) AS t FROM payouts WHERE created_at > ?',
  );
  const countOf = one(
    'SELECT count(*) AS n, min(created_at) AS t FROM payouts WHERE created_at > ? AND recipient = ?',
  );
  const insertPayment = one(
    `INSERT INTO payments (payout_id, part, chain, sender, nonce, hash, raw, cost, status, updated_at)
     SELECT ?, ?, ?, ?, ?, ?, ?, ?, 'signed', ?
     WHERE NOT EXISTS (SELECT 1 FROM payments WHERE ${activePaymentOfPart})
     ON CONFLICT DO NOTHING RETURNING *`,
  );
  const mark = db.prepare('UPDATE payments SET status = ?, updated_at = ? WHERE id = ?');
  const byId = paymentsBy('id = ?');
  const byPart = paymentsBy(`${activePaymentOfPart} ORDER BY id DESC LIMIT 1`);
  const lost = paymentsBy(
    `payout_id = ? AND part = ? AND chain = ? AND status IN ('lost', 'replaced')`,
  );
  const byNonce = paymentsBy(
    'payout_id = ? AND chain = ? AND sender = ? AND nonce = ? ORDER BY id DESC',
  );
  const pending = paymentsBy(
    `chain = ? AND sender = ? AND status IN ('signed', 'sent', 'mined') ORDER BY nonce`,
  );
  const live = one(
    `SELECT 1 AS found FROM payments WHERE payout_id = ? AND part = coalesce(?, part) AND status <> 'lost'`,
  );
  const existing = <T>(row: T | undefined): T => {
    if (row === undefined) throw new Error('the ledger has no such row');
    return row;
  };

  const markPayment = (id: number, status: PaymentStatus) => void mark.run(status, clock.now(), id);
  /** Adds a payment; undefined if one that may be mined has the same nonce, or payout and part. */
  const addPayment = (p: Omit<Payment, 'id' | 'status' | 'updatedAt'>) => {
    const place = [p.payoutId, p.part, p.chain, p.sender, p.nonce] as const;
    const body = [p.hash, p.raw, p.cost.toString(), clock.now()] as const;
    const row = insertPayment(...place, ...body, p.payoutId, p.part, p.chain);
    return row && toPayment(row);
  };
  const versions = ({ payoutId, chain, sender, nonce }: Payment) =>
    byNonce(payoutId, chain, sender, nonce);

  /** Returns the latest open payout of an equal request, created at or after `since`. */
  const openPayout = ({ recipient, amount, wantsGas }: WantedPayout, since: Millis) => {
    const row = sameOpen(recipient, amount.toString(), wantsGas ? 1 : 0, since);
    return row && toPayout(row);
  };
  const insert = ({ recipient, amount, wantsGas }: WantedPayout) =>
    toPayout(existing(insertPayout(recipient, amount.toString(), wantsGas ? 1 : 0, clock.now())));

  return {
    /** Id of the ledger file; it identifies the owner of a claim among replicas. */
    owner: String(existing(one('SELECT name FROM owner')()).name),
    openPayout,
    /** Creates a payout, or returns the open one that another process has created in this ledger. */
    createPayout: (wanted: WantedPayout, since: Millis) =>
      runInSqliteTransaction(db, () => openPayout(wanted, since) ?? insert(wanted)),
    /** Closes a payout whose outcome was received or which failed permanently. */
    closePayout: (id: number): void => void close.run(id),
    /** Returns the number of payouts since a time, and the creation time of the oldest. */
    countPayouts: (since: Millis, recipient?: Address) => {
      const row = existing(recipient === undefined ? countAll(since) : countOf(since, recipient));
      return { count: Number(row.n), oldest: Number(row.t ?? since) };
    },
    addPayment,
    markPayment,
    /** Marks a payment as replaced and adds a new version of it with the same nonce. */
    replacePayment: (payment: Payment, version: Pick<Payment, 'raw' | 'hash' | 'cost'>) =>
      runInSqliteTransaction(db, () => {
        markPayment(payment.id, 'replaced');
        const made = addPayment({ ...payment, ...version });
        if (!made) throw new Error('the nonce belongs to another payment');
        return made;
      }),
    versions,
    /** Marks a version as lost; the latest replaced version, if any, becomes `sent` again. */
    dropPayment: (payment: Payment) =>
      runInSqliteTransaction(db, () => {
        markPayment(payment.id, 'lost');
        const before = versions(payment).find(({ status }) => status === 'replaced');
        if (before) markPayment(before.id, 'sent');
      }),
    payment: (id: number) => existing(byId(id)[0]),
    /** Returns the latest version of a part's payment; undefined if there is none or it is lost. */
    paymentOf: (payout: AdmittedPayout, part: PayoutPartName, chain: string) =>
      byPart(payout.id, part, chain)[0],
    lostPayments: (payout: AdmittedPayout, part: PayoutPartName, chain: string) =>
      lost(payout.id, part, chain),
    /** Returns the `signed`, `sent` and `mined` payments, sorted by nonce. */
    unsettled: (chain: string, sender: Address) => pending(chain, sender),
    /** Returns whether a payout, or one part of it, has a payment that is not lost. */
    mayHavePaid: (payoutId: number, part?: PayoutPartName) =>
      live(payoutId, part ?? null) !== undefined,
    close: () => db.close(),
  };
}
