import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Address, Hash, Hex } from 'viem';
import type { Clock } from '../../../lib/clock.ts';
import { inTransaction } from '../../../lib/sqlite-state-file.ts';
import type { Millis } from '../../../lib/units.ts';

/** One request's claim to be paid. */
export type Payout = {
  readonly id: number;
  readonly recipient: Address;
  /** Wei. */
  readonly amount: bigint;
  readonly wantsGas: boolean;
};

/** The USDC mint on the L3 chain, or the gas drip on the settlement chain. */
export type PaymentPart = 'usdc' | 'gas';

/**
 * `signed`: whether a node has it is unknown · `sent`: a node took it · `mined` and `reverted`: it has a
 * receipt · `settled`: it still had it a while later · `lost`: it can never land · `replaced`: it was
 * signed anew at a higher fee, and either of the two may land.
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
  readonly part: PaymentPart;
  /** Chain id and genesis hash: a chain that was started anew is another one. */
  readonly chain: string;
  readonly sender: Address;
  readonly nonce: number;
  readonly hash: Hash;
  /** The signed bytes, sent again as they are. */
  readonly raw: Hex;
  /** The most it can take from the sender's balance, wei. */
  readonly cost: bigint;
  readonly status: PaymentStatus;
  readonly updatedAt: Millis;
};

/** How many payouts were begun since a time, and when the first of them. */
export type PayoutCount = { readonly count: number; readonly oldest: Millis };

/** What the faucet must not forget; every write is on disk when it returns. */
export type PayoutLedger = {
  /** This ledger's own name, as long as its file: whose a claim is among replicas. */
  readonly owner: string;
  /** The latest payout of the same request that nobody has received yet. */
  readonly openPayout: (wanted: Omit<Payout, 'id'>, since: Millis) => Payout | undefined;
  /** A new payout; the open one where another process on this ledger has just begun it. */
  readonly createPayout: (wanted: Omit<Payout, 'id'>, since: Millis) => Payout;
  /** Its outcome was received, or it has failed for good. */
  readonly closePayout: (id: number) => void;
  readonly countPayouts: (since: Millis, recipient?: Address) => PayoutCount;
  /**
   * Undefined when the nonce belongs to a payment that may still land, e.g. of another process, or the
   * part of the payout has one.
   */
  readonly addPayment: (
    payment: Omit<Payment, 'id' | 'status' | 'updatedAt'>,
  ) => Payment | undefined;
  readonly markPayment: (id: number, status: PaymentStatus) => void;
  readonly payment: (id: number) => Payment;
  /** Puts another version of a payment in its place, with the same nonce. */
  readonly replacePayment: (
    payment: Payment,
    version: Pick<Payment, 'raw' | 'hash' | 'cost'>,
  ) => Payment;
  /** All versions of a payment, the latest first. */
  readonly versions: (payment: Payment) => readonly Payment[];
  /** Gives a version up that cannot land; the one before it, if there is one, counts again. */
  readonly dropPayment: (payment: Payment) => void;
  /** The payment of a part that is not lost, in its latest version. */
  readonly paymentOf: (payout: Payout, part: PaymentPart, chain: string) => Payment | undefined;
  /** Payments of a part that seemed unable to land. */
  readonly lostPayments: (payout: Payout, part: PaymentPart, chain: string) => readonly Payment[];
  /** Payments that are not settled yet, by nonce. */
  readonly unsettled: (chain: string, sender: Address) => readonly Payment[];
  /** Whether anything was signed for a payout, or for a part of it, that is not known to be lost. */
  readonly mayHavePaid: (payoutId: number, part?: PaymentPart) => boolean;
  readonly close: () => void;
};

/** Of the payments of a payout's part on a chain the one that may land; an SQL condition. */
const livePart = `payout_id = ? AND part = ? AND chain = ? AND status NOT IN ('lost', 'replaced')`;

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

/** What is older is forgotten at the next start. */
const kept: Millis = 30 * 24 * 3_600_000;

type Row = Readonly<Record<string, string | number>>;

const toPayout = (row: Row): Payout => ({
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

/** Opens the ledger, creating file and folder; `:memory:` forgets with the process. */
export function openPayoutLedger(path: string, clock: Clock): PayoutLedger {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
  const db = new DatabaseSync(path, { timeout: 5000 });
  db.exec(schema);
  db.prepare(
    `DELETE FROM payments WHERE payout_id IN (SELECT id FROM payouts WHERE created_at < ?)`,
  ).run(clock.now() - kept);
  db.prepare('DELETE FROM payouts WHERE created_at < ?').run(clock.now() - kept);

  db.prepare('INSERT OR IGNORE INTO owner (id, name) VALUES (1, ?)').run(randomUUID());

  const one = (sql: string) => {
    const statement = db.prepare(sql);
    return (...values: (string | number | null)[]) => statement.get(...values) as Row | undefined;
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
     WHERE NOT EXISTS (SELECT 1 FROM payments WHERE ${livePart})
     ON CONFLICT DO NOTHING RETURNING *`,
  );
  const mark = db.prepare('UPDATE payments SET status = ?, updated_at = ? WHERE id = ?');
  const byId = one('SELECT * FROM payments WHERE id = ?');
  const byPart = one(`SELECT * FROM payments WHERE ${livePart} ORDER BY id DESC LIMIT 1`);
  const lost = db.prepare(
    `SELECT * FROM payments WHERE payout_id = ? AND part = ? AND chain = ? AND status IN ('lost', 'replaced')`,
  );
  const versions = db.prepare(
    `SELECT * FROM payments WHERE payout_id = ? AND chain = ? AND sender = ? AND nonce = ?
     ORDER BY id DESC`,
  );
  const pending = db.prepare(
    `SELECT * FROM payments WHERE chain = ? AND sender = ? AND status IN ('signed', 'sent', 'mined')
     ORDER BY nonce`,
  );
  const live = one(
    `SELECT 1 AS found FROM payments WHERE payout_id = ? AND part = coalesce(?, part) AND status <> 'lost'`,
  );
  const existing = (row: Row | undefined): Row => {
    if (row === undefined) throw new Error('the ledger has no such row');
    return row;
  };

  const markPayment = (id: number, status: PaymentStatus) => void mark.run(status, clock.now(), id);
  const addPayment: PayoutLedger['addPayment'] = (p) => {
    const place = [p.payoutId, p.part, p.chain, p.sender, p.nonce] as const;
    const body = [p.hash, p.raw, p.cost.toString(), clock.now()] as const;
    const row = insertPayment(...place, ...body, p.payoutId, p.part, p.chain);
    return row && toPayment(row);
  };
  const versionsOf = ({ payoutId, chain, sender, nonce }: Payment) =>
    (versions.all(payoutId, chain, sender, nonce) as Row[]).map(toPayment);

  const openPayout: PayoutLedger['openPayout'] = ({ recipient, amount, wantsGas }, since) => {
    const row = sameOpen(recipient, amount.toString(), wantsGas ? 1 : 0, since);
    return row && toPayout(row);
  };
  const insert = ({ recipient, amount, wantsGas }: Omit<Payout, 'id'>) =>
    toPayout(existing(insertPayout(recipient, amount.toString(), wantsGas ? 1 : 0, clock.now())));

  return {
    owner: String(existing(one('SELECT name FROM owner')()).name),
    openPayout,
    createPayout: (wanted, since) =>
      inTransaction(db, () => openPayout(wanted, since) ?? insert(wanted)),
    closePayout: (id) => void close.run(id),
    countPayouts: (since, recipient) => {
      const row = existing(recipient === undefined ? countAll(since) : countOf(since, recipient));
      return { count: Number(row.n), oldest: Number(row.t ?? since) };
    },
    addPayment,
    markPayment,
    replacePayment: (payment, version) =>
      inTransaction(db, () => {
        markPayment(payment.id, 'replaced');
        const made = addPayment({ ...payment, ...version });
        if (!made) throw new Error('the nonce belongs to another payment');
        return made;
      }),
    versions: versionsOf,
    dropPayment: (payment) =>
      inTransaction(db, () => {
        markPayment(payment.id, 'lost');
        const before = versionsOf(payment).find(({ status }) => status === 'replaced');
        if (before) markPayment(before.id, 'sent');
      }),
    payment: (id) => toPayment(existing(byId(id))),
    paymentOf: (payout, part, chain) => {
      const row = byPart(payout.id, part, chain);
      return row && toPayment(row);
    },
    lostPayments: (payout, part, chain) =>
      (lost.all(payout.id, part, chain) as Row[]).map(toPayment),
    unsettled: (chain, sender) => (pending.all(chain, sender) as Row[]).map(toPayment),
    mayHavePaid: (payoutId, part) => live(payoutId, part ?? null) !== undefined,
    close: () => db.close(),
  };
}
